//! `perfectplay solve`: the JSON object, batches, limits, memory, Ctrl-C and bad input.

use crate::common::{json, output, peak_memory, refusal, run, start, stdout, text, unanswered};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

#[test]
fn the_json_object_has_the_documented_fields() {
    let answer = json(&["solve", "triangle-war", "--json"]);
    let fields: Vec<&String> = answer.as_object().unwrap().keys().collect();
    let documented = [
        "game",
        "options",
        "position",
        "to_move",
        "sentence",
        "value",
        "plies",
        "margin",
        "best",
        "complete",
        "moves",
        "status",
        "engine",
        "engine_reason",
        "nodes",
        "seconds",
    ];
    assert_eq!(fields, documented);
    assert_eq!(answer["game"], "triangle-war");
    assert_eq!(answer["options"]["side"], 3);
    assert_eq!((&answer["position"], &answer["to_move"]), (&"".into(), &"A".into()));
    assert_eq!((&answer["value"], &answer["margin"], &answer["plies"]), (&"loss".into(), &(-3).into(), &18.into()));
    assert_eq!(answer["status"], "proved");
    assert_eq!(answer["best"].as_array().unwrap().len(), 12);
    assert_eq!(answer["moves"].as_array().unwrap().len(), 18);
    assert_eq!(answer["moves"][0]["move"], "1-2");
}

#[test]
fn squares_in_either_case() {
    let position =
        |moves: &str| json(&["solve", "weighted-tic-tac-toe", "--moves", moves, "--json"])["position"].clone();
    assert_eq!(position("A1,b2,C3"), position("a1,b2,c3"));
    assert!(refusal(&["solve", "weighted-tic-tac-toe", "--moves", "A1,a1"], b"").contains("found \"a1\" (move 2)"));
}

/// Scores of a public test set; see the README of the data.
#[test]
fn connect_four_has_its_customary_score() {
    let lines = include_str!("../../../perfectplay/tests/data/connect-four-L3_R1.txt").lines().take(100);
    let (positions, scores): (Vec<&str>, Vec<&str>) = lines.map(|line| line.split_once(' ').unwrap()).unzip();
    let answers = stdout(&["solve", "connect-four", "--batch"], &positions.join("\n"));
    let field = |answer: &str, name: &str| serde_json::from_str::<serde_json::Value>(answer).unwrap()[name].clone();
    let found: Vec<String> = answers.lines().map(|answer| field(answer, "score").to_string()).collect();
    assert_eq!(found, scores);
    for sign in ["0", "-", "1"] {
        assert!(scores.iter().any(|score| score.starts_with(sign)), "the set has wins, ties and losses");
    }

    let answer = json(&["solve", "connect-four", "--moves", positions[0], "--json"]);
    assert_eq!(answer["score"].to_string(), scores[0]);
    let of_moves =
        |answer: &serde_json::Value| answer["moves"].as_array().unwrap().iter().map(|mv| mv["score"].as_i64()).max();
    assert_eq!(of_moves(&answer), Some(answer["score"].as_i64()));
    let bounded = unanswered(&["solve", "connect-four", "--no-book", "--limit-nodes", "100", "--json"]);
    assert!(!bounded.contains("\"score\""), "{bounded}");
}

#[test]
fn a_chess_position_chooses_its_ending_and_is_told_in_moves() {
    let queen = "8/8/8/8/8/k7/7Q/1K6 w";
    let answer = json(&["solve", "chess-ending", "--position", queen, "--json"]);
    assert_eq!(answer["options"]["pieces"], "KQK");
    assert_eq!(answer["sentence"], "White wins in 7 plies (mate in 4) with h2f4 (or 1 more).");
    assert_eq!((&answer["plies"], &answer["words"]), (&7.into(), &"mate in 4".into()));
    assert_eq!(answer["moves"][0]["words"], "mate in 7");
    let black = stdout(&["solve", "chess-ending", "--position", "8/8/8/8/8/k7/7Q/1K6 b"], "");
    assert!(black.contains("White wins in 10 plies (mate in 5); Black holds out longest"), "{black}");
    let same = json(&["solve", "chess-ending", "--set", "pieces=KPK", "--position", queen, "--json"]);
    assert_eq!(same["options"]["pieces"], "KPK", "what is set stays");
    let refused = refusal(&["solve", "chess-ending", "--position", "8/8/8/8/8/k7/7Q/1KQ5 w"], b"");
    assert!(
        refused.contains("--position: expected White with the pieces of an ending (KQK, KRK, KPK, KBNK)"),
        "{refused}"
    );
    let moves = json(&["solve", "chess-ending", "--moves", "Rb2-b7", "--json"]);
    assert_eq!(moves["position"], "8/1R6/8/8/8/2k5/8/K7 b");
}

#[test]
fn every_engine_gives_the_same_answer() {
    for game in [vec!["nim"], vec!["chomp"], vec!["triangle-war", "--set", "side=2"], vec!["weighted-tic-tac-toe"]] {
        let answer = |engine: &str| {
            let mut answer = json(&[&["solve"], &game[..], &["--json", "--engine", engine]].concat());
            let object = answer.as_object_mut().unwrap();
            assert_eq!(object.remove("engine").unwrap(), engine);
            // an engine that has just tried exhaustive search in vain does not try it again
            ["engine", "engine_reason", "nodes", "seconds"].iter().for_each(|&field| drop(object.remove(field)));
            answer
        };
        assert_eq!(answer("exhaustive"), answer("alpha-beta"), "{game:?}");
        assert_eq!(answer("exhaustive"), answer("retrograde"), "{game:?}");
    }
}

#[test]
fn margins_count_what_was_gained_before() {
    // A takes the first triangle, and B the rest
    let answer = json(&["solve", "triangle-war", "--set", "side=1", "--moves", "1-2,1-3,2-3", "--json"]);
    assert_eq!((&answer["value"], &answer["margin"], &answer["plies"]), (&"win".into(), &1.into(), &0.into()));
    assert_eq!(answer["to_move"], "A");
    let by_moves = json(&["solve", "triangle-war", "--moves", "1-2,1-3,2-3,4-5", "--json"]);
    let by_position = json(&["solve", "triangle-war", "--position", "2-1,1-3,3-2,4-5", "--json"]);
    assert_eq!(by_moves["position"], "1-2,1-3,2-3,4-5");
    for field in ["position", "to_move", "value", "margin", "best", "moves"] {
        assert_eq!(by_moves[field], by_position[field], "{field}");
    }
}

#[test]
fn cyclic_games_go_to_the_retrograde_engine() {
    let answer = json(&["solve", "finger-game", "--json"]);
    assert_eq!(
        (&answer["engine"], &answer["value"], &answer["plies"]),
        (&"retrograde".into(), &"draw".into(), &().into())
    );
    let refused = run(&["solve", "finger-game", "--engine", "alpha-beta"], b"");
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("use the retrograde engine") && message.contains("at position "), "{message}");
    assert_eq!(message.lines().count(), 1);
}

#[test]
fn an_estimate_is_called_one() {
    let estimate = ["--engine", "estimate", "--limit-nodes", "200000"];
    let answer = json(&[&["solve", "tixtax", "--json"], &estimate[..]].concat());
    assert_eq!((&answer["status"], &answer["engine"]), (&"estimated".into(), &"estimate".into()));
    assert_eq!((&answer["value"], &answer["best"]), (&"unknown".into(), &serde_json::json!([])));
    assert_eq!((&answer["at_least"]["value"], &answer["at_most"]["value"]), (&"loss".into(), &"win".into()));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 81);
    let chosen = moves.iter().find(|mv| mv["move"] == answer["choice"]).unwrap();
    assert_eq!(chosen["estimate"], answer["estimate"]);
    assert!(moves.iter().all(|mv| mv["visits"].as_u64() <= chosen["visits"].as_u64()), "{answer}");
    assert!(moves.iter().all(|mv| (0.0..=1.0).contains(&mv["estimate"].as_f64().unwrap())), "{answer}");
    let text = stdout(&[&["solve", "tixtax"], &estimate[..]].concat(), "");
    let percent = |score: &serde_json::Value| format!("{:.0}", 100.0 * score.as_f64().unwrap());
    let (low, high) = (&answer["interval"][0], &answer["interval"][1]);
    let sentence = format!(
        "Estimated, not proved: Red scores about {} % ({} to {}) with {}; {} others may be as good.",
        percent(&answer["estimate"]),
        percent(low),
        percent(high),
        answer["choice"].as_str().unwrap(),
        answer["leaders"].as_array().unwrap().len() - 1,
    );
    assert!(text.contains(&sentence), "{sentence} {text}");
    assert_eq!(answer["estimated_line"][0], answer["choice"]);
    assert!(text.contains(&format!("Play that seems best: {}", answer["choice"].as_str().unwrap())), "{text}");
    // what is the same when it is turned has the same figure
    let of = |name: &str| &moves.iter().find(|mv| mv["move"] == name).unwrap()["estimate"];
    assert!(["a1", "i1", "i9"].iter().all(|corner| of(corner) == of("a9")), "{answer}");
}

/// An estimate stands below what is proved, and both go together.
#[test]
fn a_search_without_an_answer_has_an_estimate() {
    let limits: [&[&str]; 2] = [&["--limit-nodes", "30000"], &["--limit-seconds", "0.5"]];
    for limit in limits {
        let answer = unanswered(&[&["solve", "tixtax", "--json"], limit].concat());
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((&answer["status"], &answer["value"]), (&"bounded".into(), &"unknown".into()));
        let [low, high] = [0, 1].map(|end| answer["interval"][end].as_f64().unwrap());
        let mean = answer["estimate"].as_f64().unwrap();
        assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{answer}");
        let sentence = answer["sentence"].as_str().unwrap();
        assert!(sentence.starts_with("Undecided so far"), "{sentence}");
        let estimated = answer["estimated_sentence"].as_str().unwrap();
        assert!(estimated.starts_with("Estimated, not proved: Red scores about "), "{estimated}");
        let text = unanswered(&[&["solve", "tixtax"], limit].concat());
        assert!(text.contains(" others may be as good.\n\nMoves of Red:\n  about "), "{text}");
    }
    let solved = json(&["solve", "nim", "--json"]);
    assert!(solved.get("estimate").is_none() && solved["moves"][0].get("estimate").is_none(), "{solved}");
}

/// Even if the tree has come upon a proof.
#[test]
fn an_estimate_that_settles_the_matter_is_still_called_one() {
    let game = ["solve", "connect-four", "--position", "112233", "--engine", "estimate"];
    let answer = json(&[&game[..], &["--json"]].concat());
    assert_eq!(
        (&answer["status"], &answer["choice"], &answer["estimate"]),
        (&"estimated".into(), &"4".into(), &1.0.into())
    );
    assert_eq!(
        (&answer["value"], &answer["plies"], &answer["best"]),
        (&"win".into(), &1.into(), &serde_json::json!(["4"]))
    );
    let text = stdout(&game, "");
    assert!(text.contains("Settled while estimating: Red wins in 1 ply with 4."), "{text}");
    let over = json(&["solve", "nim", "--position", "0,0,0", "--engine", "estimate", "--json"]);
    assert_eq!((&over["status"], &over["value"], &over["choice"]), (&"estimated".into(), &"loss".into(), &().into()));
}

#[test]
fn estimates_are_of_single_positions_and_without_tables() {
    assert!(refusal(&["solve", "nim", "--engine", "estimate", "--batch"], b"").contains("expected an exact engine"));
    assert!(
        refusal(&["solve", "nim", "--engine", "estimate", "--table", "x"], b"").contains("expected an exact engine")
    );
}

#[test]
fn a_batch_answers_in_order_and_survives_bad_lines() {
    let lines = "4444\n4,4\n\nzzz\n44444444\nmoves 1,2\nposition 7\nposition \nmoves\n";
    let output = run(&["solve", "connect-four", "--set", "cols=5", "--set", "rows=4", "--batch"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let positions: Vec<&str> = answers.iter().map(|answer| answer["position"].as_str().unwrap_or("error")).collect();
    assert_eq!(positions, ["4444", "44", "", "error", "error", "12", "error", "", ""]);
    assert!(answers[4]["error"].as_str().unwrap().contains("move 5"), "{}", answers[4]);
    assert!(run(&["solve", "nim", "--batch"], b"1,2,3\n").status.success());
    assert!(refusal(&["solve", "nim", "--batch"], b"").contains("empty input"));
    let endless = [&[b'1'; 3 << 20][..], b"\n1,2,3\n"].concat();
    let output = run(&["solve", "nim", "--batch"], &endless);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("{\"error\"") && text.lines().count() == 2 && text.len() < 5000, "{text}");
    let binary = run(&["solve", "nim", "--batch"], b"\xff\n1,2,3\n");
    assert_eq!((binary.status.code(), binary.stdout.iter().filter(|&&b| b == b'\n').count()), (Some(1), 2));
}

#[test]
fn a_batch_does_not_depend_on_threads() {
    let mut random = fastrand::Rng::with_seed(4);
    let lines: String =
        (0..300).map(|_| (0..random.usize(0..9)).map(|_| random.char('1'..='4')).collect::<String>() + "\n").collect();
    let answers = |threads: &str| {
        let args = ["solve", "connect-four", "--set", "cols=4", "--set", "rows=4", "--batch", "--threads", threads];
        let text = String::from_utf8(run(&args, lines.as_bytes()).stdout).unwrap();
        let strip = |line: &str| {
            let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
            let object = answer.as_object_mut().unwrap();
            // an engine that has just tried exhaustive search in vain does not try it again
            ["engine", "engine_reason", "nodes", "seconds"].iter().for_each(|&field| drop(object.remove(field)));
            answer
        };
        text.lines().map(strip).collect::<Vec<_>>()
    };
    let one = answers("1");
    assert_eq!(one.len(), 300);
    assert_eq!(one, answers("7"));
}

#[test]
fn a_batch_answers_before_the_input_ends() {
    let mut child = start(&["solve", "nim", "--batch"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for heaps in ["1,2,3", "3,4,5"] {
        writeln!(stdin, "{heaps}").unwrap();
        assert!(answers.next().unwrap().unwrap().contains(heaps));
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn bad_input_is_refused_in_one_line() {
    for (args, expected) in [
        (&["solve", "chess"][..], "expected the name of a game"),
        (&["solve", "nim", "--set", "size=3"], "expected an option of nim (heaps, misere)"),
        (&["solve", "nim", "--set", "heaps=-3"], "from 0 to 1000"),
        (&["solve", "nim", "--set", "heaps=1,2,3,4,5,6,7,8,9"], "1 to 8 heaps"),
        (&["solve", "nim", "--position", "3,4"], "expected 3 heap sizes of at most 3,4,5, found \"3,4\""),
        (
            &["solve", "triangle-war", "--moves", "1-4"],
            "expected a line that exists such as 1-2, found \"1-4\" (move 1)",
        ),
        (
            &["solve", "triangle-war", "--moves", "1-2,2-1"],
            "expected a line that is not drawn yet, found \"2-1\" (move 2)",
        ),
        (&["solve", "triangle-war", "--moves", "1-2,,2-3"], "found nothing (move 2)"),
        (&["solve", "weighted-tic-tac-toe", "--position", "xx1/3/3"], "as many x as o"),
        (&["solve", "weighted-tic-tac-toe", "--position", "3/3"], "expected 3 ranks"),
        (&["solve", "weighted-tic-tac-toe", "--moves", "a1,a1"], "expected a legal move (a3 b3 c3 a2 b2 c2 b1 c1)"),
        (&["solve", "weighted-tic-tac-toe", "--set", "k=0"], "from 1 to 64"),
        (&["solve", "tixtax", "--position", "9/9/9/9/9/9/9/9/9 a1"], "the last move"),
        (&["solve", "connect-four", "--position", "48"], "found \"8\" (move 2)"),
        (&["solve", "finger-game", "--position", "1,2;3"], "four numbers a,b;c,d from 0 to 9"),
        (&["solve", "chomp", "--position", "1,2"], "none longer than the one above it"),
        (&["solve", "nim", "--memory", "1M"], "expected at least"),
        (&["perft", "tixtax", "--depth", "1", "--position", "x"], "nine ranks"),
    ] {
        let message = refusal(args, b"");
        assert!(message.contains(expected), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    }
    for (args, expected) in [
        (&["solve", "nim", "--memory", "lots"][..], "expected a size such as 512M or 2G, found \"lots\""),
        (&["solve", "nim", "--limit-seconds", "-1"], "expected a number of seconds from 0 to 1e9, found \"-1\""),
        (&["solve", "nim", "--limit-nodes", "many"], "expected a whole number from 0 on, found \"many\""),
        (
            &["solve", "nim", "--engine", "magic"],
            "expected auto, exhaustive, alpha-beta, proof-number, retrograde, estimate, found \"magic\"",
        ),
        (&["solve", "nim", "--set", "heaps"], "expected KEY=VALUE, found \"heaps\""),
        (&["solve", "nim", "--moves", "1:1", "--position", "1,1,1"], "cannot be used with"),
        (&["solve"], "<GAME>"),
        (&["perft", "nim"], "--depth <N>"),
        (&["judge", "abc1"], "unrecognized subcommand 'abc1'"),
        (&["nonsense"], "unrecognized subcommand 'nonsense'"),
    ] {
        let message = refusal(args, b"");
        assert!(message.contains(expected), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    }
    assert!(refusal(&[], b"").contains("Usage: perfectplay <COMMAND>"));
}

#[test]
fn the_value_alone() {
    for (game, position) in [("connect-four", "44444"), ("triangle-war", "1-2,1-3"), ("nim", "1,2,2")] {
        let small: &[&str] = if game == "connect-four" { &["--set", "cols=5", "--set", "rows=5"] } else { &[] };
        for position in [position, ""] {
            let job = [&["solve", game], small].concat();
            let at: &[&str] = if position.is_empty() { &[] } else { &["--position", position] };
            for question in [&[][..], &["--outcome"]] {
                let full = json(&[&job[..], at, question, &["--json"]].concat());
                let alone = json(&[&job[..], at, question, &["--value-only", "--json"]].concat());
                let line =
                    stdout(&[&job[..], question, &["--value-only", "--batch"]].concat(), &format!("{position}\n"));
                let of_batch: serde_json::Value = serde_json::from_str(&line).unwrap();
                for alone in [&alone, &of_batch] {
                    // moves may tell more of the position than who wins
                    let fields: &[&str] =
                        if question.is_empty() { &["value", "plies", "margin", "score"] } else { &["value"] };
                    assert!(fields.iter().all(|field| alone[field] == full[field]), "{alone} {full}");
                    assert_ne!(alone["value"], "unknown");
                    assert_eq!((&alone["moves"], &alone["best"]), (&serde_json::json!([]), &serde_json::json!([])));
                }
                assert!(!full["moves"].as_array().unwrap().is_empty());
            }
        }
    }
    let plies = json(&["solve", "nim", "--json"])["plies"].to_string();
    let text = stdout(&["solve", "nim", "--value-only"], "");
    assert!(text.contains(&format!("First wins in {plies} plies.\n")), "{text}");
    assert!(!text.contains("Moves of") && !text.contains("Best play"), "{text}");
    assert!(
        refusal(&["solve", "nim", "--engine", "estimate", "--value-only"], b"").contains("expected an exact engine")
    );
}

/// A search that goes on from a checkpoint takes fewer nodes, and removes it in the end.
#[test]
fn resumed_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let checkpoint = checkpoint.to_str().unwrap();
    let game = ["solve", "connect-four", "--set", "cols=6", "--set", "rows=5", "--json"];
    let job = [&game[..], &["--engine", "alpha-beta", "--threads", "1", "--value-only"]].concat();
    let kept = [&job[..], &["--checkpoint", checkpoint]].concat();
    let whole = json(&job);
    let nodes = |answer: &serde_json::Value| answer["nodes"].as_u64().unwrap();
    let limit = (nodes(&whole) / 3 * 2).to_string();
    let stopped = output(&[&kept[..], &["--limit-nodes", &limit]].concat());
    assert_eq!(stopped.status.code(), Some(3));
    assert!(text(&stopped.stderr).contains("goes on from the checkpoint"));
    assert!(text(&stopped.stdout).contains("bounded"), "{}", text(&stopped.stdout));
    let saved = std::fs::read(checkpoint).unwrap();

    // it is of use only to the same job and the same engine, and only as it was written
    let other = refusal(&["solve", "connect-four", "--checkpoint", checkpoint], b"");
    assert!(other.contains("--checkpoint: expected one of"), "{other}");
    let other = refusal(&[&game[..], &["--engine", "proof-number", "--checkpoint", checkpoint]].concat(), b"");
    assert!(other.contains("expected what a search with proof-number has saved"), "{other}");
    let mut flipped = saved.clone();
    flipped[saved.len() / 2] ^= 0x10;
    for damaged in [&saved[..saved.len() / 2], &saved[..saved.len() - 1], &flipped, b"nonsense", b""] {
        std::fs::write(checkpoint, damaged).unwrap();
        assert_eq!(refusal(&kept, b"").lines().count(), 1);
        assert_eq!(std::fs::read(checkpoint).unwrap(), damaged, "it is left as it is");
    }

    std::fs::write(checkpoint, &saved).unwrap();
    let rest = json(&kept);
    assert!(nodes(&rest) < nodes(&whole) * 2 / 3, "{rest} {whole}");
    for field in ["value", "plies", "score", "status"] {
        assert_eq!(rest[field], whole[field], "{field}");
    }
    assert!(!Path::new(checkpoint).exists());
}

#[test]
fn checkpoints_are_for_searches_that_can_be_saved() {
    for (args, expected) in [
        (&["finger-game"][..], "found one that cannot be saved"),
        (&["nim", "--engine", "exhaustive"], "found one that cannot be saved"),
        (&["nim", "--engine", "estimate"], "expected an exact engine"),
        (&["nim", "--batch"], "cannot be used with"),
    ] {
        let message = refusal(&[&["solve"], args, &["--checkpoint", "checkpoint"]].concat(), b"");
        assert!(message.contains(expected), "{message}");
    }
}

/// Ctrl-C leaves a checkpoint, and so do slices.
#[cfg(unix)]
#[test]
fn interrupted_with_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let child = start(&[
        "solve",
        "connect-four",
        "--set",
        "cols=9",
        "--json",
        "--checkpoint",
        checkpoint.to_str().unwrap(),
        "--save-every",
        "1",
        "--memory",
        "64M",
    ]);
    while !checkpoint.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::fs::remove_file(&checkpoint).unwrap();
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130), "{}", text(&stopped.stderr));
    assert!(text(&stopped.stdout).contains("bounded"), "{}", text(&stopped.stdout));
    assert!(checkpoint.exists());
}

/// Ctrl-C: the answer so far and exit code 130.
#[cfg(unix)]
#[test]
fn an_interrupt_gives_what_is_known() {
    let child = start(&["solve", "tixtax", "--json"]);
    std::thread::sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["status"], "bounded");
    assert!(answer["nodes"].as_u64().unwrap() > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_its_limit() {
    let many_moves = format!("take={}", (1..=1000).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
    let jobs: [(&[&str], &str, u64, u64); 8] = [
        (&["connect-four"], "alpha-beta", 16, 64),
        (&["connect-four"], "exhaustive", 16, 64),
        (&["connect-four"], "exhaustive", 32, 128),
        (&["tixtax"], "exhaustive", 32, 128),
        (&["tixtax"], "retrograde", 16, 64),
        (&["tixtax"], "estimate", 8, 32),
        (&["subtraction", "--set", "heap=1000000", "--set", "take=1,2"], "estimate", 0, 16),
        (&["subtraction", "--set", "heap=100000", "--set", &many_moves], "alpha-beta", 0, 128),
    ];
    for (game, engine, least, megabytes) in jobs {
        let memory = format!("{megabytes}M");
        let args = ["--engine", engine, "--memory", &memory, "--limit-seconds", "3", "--json"];
        let peak = peak_memory(&[&["solve"], game, &args].concat());
        assert!(peak >= least << 20, "{:?} by {engine} does not even try: {peak}", game[0]);
        assert!(peak <= megabytes << 20, "{:?} by {engine} within {memory}: {peak}", game[0]);
    }
}

#[test]
fn a_batch_ends_when_nobody_reads_it() {
    let mut child = start(&["solve", "nim", "--batch"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || while stdin.write_all(b"1,2,3\n").is_ok() {});
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.contains("1,2,3"));
    assert!(child.wait().unwrap().success());
    writer.join().unwrap();
}

/// What the message says is the least memory is enough, with everything else that takes some.
#[test]
fn the_least_memory_that_is_named_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let [proof, other] =
        ["proof", "other"].map(|name| folder.path().join(name).into_os_string().into_string().unwrap());
    let mut named = 0;
    for args in [
        &["solve", "nim"][..],
        &["solve", "nim", "--engine", "alpha-beta"],
        &["solve", "finger-game", "--set", "modulus=4", "--engine", "proof-number"],
        &["solve", "nim", "--engine", "estimate", "--limit-nodes", "10"],
        &["solve", "nim", "--certificate", &proof],
        &["prove", "nim", "--out", &other],
        &["prove", "nim", "--out", &other, "--engine", "retrograde"],
    ] {
        let with = |memory: &str| output(&[args, &["--memory", memory]].concat());
        let refused = text(&with("1M").stderr).to_string();
        let least = refused.split("expected at least ").nth(1).and_then(|rest| rest.split(' ').next());
        let least = least.unwrap_or_else(|| panic!("{args:?}: {refused}"));
        let told = with(least);
        assert!(!text(&told.stderr).contains("expected at least"), "{args:?} {least}: {}", text(&told.stderr));
        named += 1;
    }
    assert_eq!(named, 7);
}
