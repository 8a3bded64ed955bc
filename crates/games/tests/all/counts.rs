//! Move sequences and positions, counted against published numbers.

use perfectplay_game::{Game, Notation, distinct_positions, perft};
use perfectplay_games::{ConnectFour, TixTax, WeightedTicTacToe, WonBoards, triangle_war};

/// The rows of tixtax-perft.txt: a position in our notation and the counts at depth 1, 2, …
fn tixtax_rows() -> Vec<(String, Vec<u64>)> {
    let lines = include_str!("../data/tixtax-perft.txt").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (position, counts) = line.split_once(": ").unwrap();
        let position = match position.split_at(2) {
            ("R ", text) => text.to_string(),
            ("S ", cells) => from_81_cells(cells),
            _ => "9/9/9/9/9/9/9/9/9 -".to_string(),
        };
        (position, counts.split(' ').map(|count| count.parse().unwrap()).collect())
    };
    lines.map(row).collect()
}

/// Rows "S" have cell 9·board + cell; the capital is the last move.
fn from_81_cells(cells: &str) -> String {
    let at = |row: usize, col: usize| {
        let (board, cell) = (row / 3 * 3 + col / 3, row % 3 * 3 + col % 3);
        cells.as_bytes()[9 * board + cell] as char
    };
    let mut last = String::new();
    let mut ranks = vec![];
    for row in 0..9 {
        let mut rank = String::new();
        for col in 0..9 {
            let mark = at(row, col);
            if mark.is_ascii_uppercase() {
                last = format!("{}{}", (b'a' + col as u8) as char, 9 - row);
            }
            match (mark, rank.chars().last()) {
                ('.', Some(digit @ '1'..='8')) => {
                    rank.pop();
                    rank.push((digit as u8 + 1) as char);
                }
                ('.', _) => rank.push('1'),
                _ => rank.push(mark.to_ascii_lowercase()),
            }
        }
        ranks.push(rank);
    }
    format!("{} {last}", ranks.join("/"))
}

#[test]
fn tixtax_perft() {
    let game = TixTax::new(WonBoards::Closed);
    let rows = tixtax_rows();
    assert_eq!(rows.len(), 12);
    for (text, counts) in rows {
        let record = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.write_position(&record), text);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, record.position(), depth), count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn tixtax_with_open_boards() {
    // counted by rules written independently in another language
    let game = TixTax::new(WonBoards::Open);
    let text = "1o1x1o2x/o1x2oxox/2xxx1ox1/o3xoxo1/xxx2oooo/o1o1xo1xx/2o2o1x1/x2o2xxx/xxoooo2o f6";
    let record = game.read_position(text).unwrap();
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&game, record.position(), depth)).collect();
    assert_eq!(counts, [3, 13, 43, 156]);
}

#[test]
fn tic_tac_toe_positions() {
    let game = WeightedTicTacToe::new(3, 3, 3, &[0; 9]);
    let all = distinct_positions(&game, &game.start(), u32::MAX, usize::MAX, Clone::clone).unwrap();
    // https://oeis.org/A008907 counts them by ply; 5478 in all
    assert_eq!(all, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(all.iter().sum::<u64>(), 5478);
    let canonical = |marks: &_| game.canonical(marks);
    let classes = distinct_positions(&game, &game.start(), u32::MAX, usize::MAX, canonical).unwrap();
    assert_eq!(classes.iter().sum::<u64>(), 765);
    assert!(distinct_positions(&game, &game.start(), u32::MAX, 5477, Clone::clone).is_err());
    // complete games: 255,168
    let sequences: Vec<u64> = (1..=9).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(sequences, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]);
}

#[test]
fn connect_four_positions() {
    // John Tromp's table (https://tromp.github.io/c4/c4.html)
    for (cols, rows, count) in [(4, 4, 161_029), (4, 5, 1_706_255)] {
        let game = ConnectFour::new(cols, rows, 4);
        let counts = distinct_positions(&game, &game.start(), u32::MAX, usize::MAX, Clone::clone).unwrap();
        assert_eq!(counts.iter().sum::<u64>(), count, "{cols} wide, {rows} high");
    }
    // the number of positions after n stones on 7×6, https://oeis.org/A212693
    let game = ConnectFour::new(7, 6, 4);
    let counts = distinct_positions(&game, &game.start(), 8, usize::MAX, Clone::clone).unwrap();
    assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275]);
}

#[test]
fn triangle_war_line_sets() {
    let game = triangle_war(3);
    let counts = distinct_positions(&game, &game.start(), u32::MAX, usize::MAX, |p| game.canonical(p)).unwrap();
    // by Burnside's lemma there are 44,224 up to the six symmetries of the triangle, and 19,024 for the group of order 48
    // that also swaps the two lines at each corner; triangles that have become alike leave fewer
    assert_eq!(counts.iter().sum::<u64>(), 8_865);
    assert_eq!(game.moves(&game.start()).count(), 18);
}
