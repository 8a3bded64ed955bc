//! The judges against samples, against algorithms written afresh, and against bad input.

use crate::common::{refusal, run, stdout};

#[test]
fn abc349e_samples() {
    assert_eq!(stdout(&["judge", "abc349e"], "0 0 0\n0 1 0\n0 0 0\n"), "Takahashi\n");
    assert_eq!(stdout(&["judge", "abc349e"], "-1 1 0\n-4 -2 -5\n-4 -1 -5\n"), "Aoki\n");
    let batch = "0 0 0 0 1 0 0 0 0\n-1 1 0 -4 -2 -5 -4 -1 -5\n";
    assert_eq!(stdout(&["judge", "abc349e", "--batch"], batch), "Takahashi\nAoki\n");
}

#[test]
fn data_comes_from_a_file_or_from_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let [board, games] = ["board", "games"].map(|name| folder.path().join(name).to_str().unwrap().to_string());
    std::fs::write(&board, "0 0 0\n0 1 0\n0 0 0\n").unwrap();
    std::fs::write(&games, "1\n0\n").unwrap();
    assert_eq!(stdout(&["judge", "abc349e", &board], "no data"), "Takahashi\n");
    assert_eq!(stdout(&["judge", "poj1085", &games], "no data"), "Game 1: B wins.\n");
    assert_eq!(stdout(&["judge", "poj1085", "-"], "1\n0\n"), "Game 1: B wins.\n");
    std::fs::write(&board, b"0 0\n\xff").unwrap();
    assert!(refusal(&["judge", "abc349e", &board], b"").contains("line 2"));
    let missing = folder.path().join("missing");
    let message = refusal(&["judge", "abc349e", missing.to_str().unwrap()], b"");
    assert!(message.contains(&format!("{}: ", missing.display())), "{message}");
    assert!(run(&["judge", "abc349e"], b"0 0 0 0 1 0 0 0 0").stderr.is_empty(), "a pipe needs no telling");
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_has_to_type_is_told() {
    use std::io::Write;
    use std::process::Stdio;
    let judge = format!("{} judge abc349e", crate::common::PROGRAM);
    let mut terminal = std::process::Command::new("script");
    terminal.args(["-qec", &judge, "/dev/null"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut terminal = terminal.spawn().unwrap();
    terminal.stdin.take().unwrap().write_all(b"0 0 0 0 1 0 0 0 0\n\x04").unwrap();
    let shown = terminal.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(text.contains("waiting for the data") && text.contains("Takahashi"), "{text}");
}

/// Takahashi's best result (1, 0, −1) by trying everything.
fn try_all(cells: &mut [i8; 9], weights: &[i64; 9], x_moves: bool) -> i8 {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in LINES {
        let sum: i8 = line.iter().map(|&cell| cells[cell]).sum();
        if sum.abs() == 3 {
            return sum.signum();
        }
    }
    if !cells.contains(&0) {
        return cells.iter().zip(weights).map(|(&mark, weight)| i64::from(mark) * weight).sum::<i64>().signum() as i8;
    }
    let mover = if x_moves { 1 } else { -1 };
    let mut best = -mover;
    for cell in 0..9 {
        if cells[cell] == 0 {
            cells[cell] = mover;
            let value = try_all(cells, weights, !x_moves);
            cells[cell] = 0;
            if value * mover > best * mover {
                best = value;
            }
        }
    }
    best
}

#[test]
fn abc349e_agrees_with_trying_everything() {
    let mut random = fastrand::Rng::with_seed(349);
    let mut boards = String::new();
    let mut expected = String::new();
    let mut count = 0;
    while count < 150 {
        // small weights make many equal sums and lines that matter
        let most = random.choice([1, 3, 1_000_000_000]).unwrap();
        let weights: [i64; 9] = std::array::from_fn(|_| random.i64(-most..=most));
        if weights.iter().sum::<i64>() % 2 != 0 {
            boards += &(weights.map(|w| w.to_string()).join(" ") + "\n");
            let winner = try_all(&mut [0; 9], &weights, true);
            expected += if winner > 0 { "Takahashi\n" } else { "Aoki\n" };
            count += 1;
        }
    }
    assert_eq!(stdout(&["judge", "abc349e", "--batch"], &boards), expected);
}

#[test]
fn abc349e_refuses_bad_input() {
    let refused = |input: &str| refusal(&["judge", "abc349e"], input.as_bytes());
    assert!(refused("0 0 0 0 2 0 0 0 0").contains("odd sum"));
    assert!(refused("").contains("found the end of the input (line 1, word 1)"));
    assert!(refused("0 0 0\n0 1 0\n0 0\n").contains("weight 9 of 9"));
    assert!(refused("0 0 0\n0 x 0\n0 0 0\n").contains("found \"x\" (line 2, word 2)"));
    assert!(refused("0 0 0 0 1 0 0 0 1000000001").contains("from -1000000000 to 1000000000"));
    assert!(refused("0 0 0 0 1 0 0 0 0 7").contains("expected nothing more, found \"7\""));
    let binary = refusal(&["judge", "abc349e"], b"0 0 0\n\xff\x00");
    assert!(binary.contains("UTF-8") && binary.contains("line 2"), "{binary}");

    let batch = run(&["judge", "abc349e", "--batch"], b"0 0 0 0 1 0 0 0 0\n0 0\n0 0 0 0 1 0 0 0 0\n");
    assert_eq!(batch.status.code(), Some(2));
    assert_eq!(batch.stdout, b"Takahashi\n");
    assert!(String::from_utf8(batch.stderr).unwrap().contains("line 2"));
    assert!(refusal(&["judge", "abc349e", "--batch"], b"").contains("empty input"));
}

const POJ_SAMPLE: &str = "4\n6\n2 4\n4 5\n5 9\n3 6\n2 5\n3 5\n7\n2 4\n4 5\n5 9\n3 6\n2 5\n3 5\n7 8\n6\n1 2\n2 3\n1 3\n\
                          2 4\n2 5\n4 5\n10\n1 2\n2 5\n3 6\n5 8\n4 7\n6 10\n2 4\n4 5\n4 8\n7 8\n";

#[test]
fn poj1085_samples() {
    let answers = "Game 1: B wins.\nGame 2: A wins.\nGame 3: A wins.\nGame 4: B wins.\n";
    assert_eq!(stdout(&["judge", "poj1085"], POJ_SAMPLE), answers);
    assert_eq!(stdout(&["judge", "poj1085"], "1\n0\n"), "Game 1: B wins.\n");
    assert_eq!(stdout(&["judge", "poj1085"], "0\n"), "");
}

const LINES: [(u8, u8); 18] = [
    (1, 2),
    (1, 3),
    (2, 3),
    (2, 4),
    (2, 5),
    (3, 5),
    (3, 6),
    (4, 5),
    (5, 6),
    (4, 7),
    (4, 8),
    (5, 8),
    (5, 9),
    (6, 9),
    (6, 10),
    (7, 8),
    (8, 9),
    (9, 10),
];

/// The nine triangles by their dots.
const TRIANGLES: [[u8; 3]; 9] =
    [[1, 2, 3], [2, 4, 5], [2, 3, 5], [3, 5, 6], [4, 7, 8], [4, 5, 8], [5, 8, 9], [5, 6, 9], [6, 9, 10]];

/// Triangles that a line completes in a set of lines.
fn completed(set: u32, line: usize) -> i32 {
    let has = |a: u8, b: u8| LINES.iter().position(|&l| l == (a, b)).is_some_and(|i| set >> i & 1 == 1);
    let with_line = |t: &&[u8; 3]| t.contains(&LINES[line].0) && t.contains(&LINES[line].1);
    TRIANGLES.iter().filter(with_line).filter(|[a, b, c]| has(*a, *b) && has(*a, *c) && has(*b, *c)).count() as i32
}

#[test]
fn poj1085_agrees_with_a_table_of_all_line_sets() {
    // the best margin of the side to move for each set of lines drawn, from the full set down
    let mut margins = vec![i32::MIN; 1 << 18];
    margins[(1 << 18) - 1] = 0;
    for set in (0..(1u32 << 18) - 1).rev() {
        for line in (0..18).filter(|line| set >> line & 1 == 0) {
            let next = set | 1 << line;
            let gain = completed(next, line);
            let margin = if gain > 0 { gain + margins[next as usize] } else { -margins[next as usize] };
            margins[set as usize] = margins[set as usize].max(margin);
        }
    }
    assert_eq!(margins[0], -3);

    let mut random = fastrand::Rng::with_seed(1085);
    let games = 3000;
    let mut input = format!("{games}\n");
    let mut expected = String::new();
    for game in 1..=games {
        let mut order: Vec<usize> = (0..18).collect();
        random.shuffle(&mut order);
        order.truncate(random.usize(0..=18));
        input += &format!("{}\n", order.len());
        let (mut set, mut lead, mut a_moves) = (0u32, 0, true);
        for line in order {
            let (a, b) = LINES[line];
            input += &if random.bool() { format!("{a} {b}\n") } else { format!("{b} {a}\n") };
            set |= 1 << line;
            match completed(set, line) {
                0 => a_moves = !a_moves,
                gain => lead += if a_moves { gain } else { -gain },
            }
        }
        let margin = if a_moves { lead + margins[set as usize] } else { lead - margins[set as usize] };
        expected += &format!("Game {game}: {} wins.\n", if margin > 0 { "A" } else { "B" });
    }
    assert_eq!(stdout(&["judge", "poj1085"], &input), expected);
}

#[test]
fn poj1085_refuses_bad_input() {
    let refused = |input: &str| refusal(&["judge", "poj1085"], input.as_bytes());
    assert!(refused("").contains("the number of games"));
    assert!(refused("x").contains("the number of games"));
    assert!(refused("1\n").contains("the number of lines drawn"));
    assert!(refused("1\n19\n").contains("from 0 to 18"));
    assert!(refused("1\n-1\n").contains("from 0 to 18"));
    assert!(refused("1\n2\n1 2\n").contains("the first dot of a line"));
    assert!(refused("1\n1\n1 11\n").contains("from 1 to 10"));
    assert!(refused("1\n1\n1 4\n").contains("expected two neighbouring dots, found \"1 4\" (line 3, word 2)"));
    assert!(refused("1\n2\n1 2\n2 1\n").contains("not drawn yet"));
    assert!(refused("1\n0\n5\n").contains("nothing more"));
    let partly = run(&["judge", "poj1085"], b"2\n0\n1\n1 1\n");
    assert_eq!(partly.stdout, b"Game 1: B wins.\n");
    assert!(refusal(&["judge", "poj1085"], b"1\n\x80").contains("UTF-8"));
}
