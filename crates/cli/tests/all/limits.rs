//! What is answered and what is not: limits, incomplete answers, exit codes, and output that cannot be written.

use crate::common::{json, output, perfectplay, run, stdout, text, unanswered};

#[test]
fn a_limit_gives_bounds() {
    let answer = unanswered(&["solve", "tixtax", "--limit-nodes", "5000", "--threads", "1", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["status"], &answer["value"]), (&"bounded".into(), &"unknown".into()));
    assert_eq!((&answer["at_least"]["value"], &answer["at_most"]["value"]), (&"loss".into(), &"win".into()));
    assert_eq!(answer["nodes"], 5000);
    assert_eq!(answer["best"].as_array().unwrap().len(), 0);
    let text = unanswered(&["solve", "connect-four", "--no-book", "--limit-seconds", "0.2"]);
    assert!(text.contains("Undecided so far") || text.contains("undecided so far"), "{text}");
    assert!(text.contains("\n  about "), "{text}");
}

#[test]
fn what_is_proved_comes_with_a_best_move() {
    for nodes in ["100", "300", "1000", "3000"] {
        let game =
            ["solve", "weighted-tic-tac-toe", "--set", "rows=4", "--set", "cols=4", "--limit-nodes", nodes, "--json"];
        let output = output(&game);
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        if answer["status"] == "proved" {
            assert!(!answer["best"].as_array().unwrap().is_empty(), "{answer}");
        }
        let is_all = answer["moves"].as_array().unwrap().iter().all(|mv| mv.get("at_least").is_none());
        assert_eq!(answer["complete"], is_all);
        assert_eq!(output.status.code(), Some(if is_all { 0 } else { 3 }));
    }
}

/// The value is proved, and that of some moves is not.
#[test]
fn an_answer_without_all_moves_says_so() {
    const SAID: &str = "Not all moves are proved, so others may be as good.";
    let game = ["solve", "connect-four", "--set", "cols=5", "--set", "rows=4", "--threads", "1"];
    let limit = ["--limit-nodes", "5000"];
    let answer = unanswered(&[&game[..], &limit, &["--json"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["status"], &answer["value"]), (&"proved".into(), &"tie".into()));
    assert_eq!(answer["complete"], false);
    assert!(answer["sentence"].as_str().unwrap().ends_with(SAID), "{answer}");
    assert!(unanswered(&[&game[..], &limit].concat()).contains(SAID));
    let whole = json(&[&game[..], &["--json"]].concat());
    assert_eq!(whole["complete"], true);
    assert!(!whole["sentence"].as_str().unwrap().contains(SAID), "{whole}");
    assert!(whole["best"].as_array().unwrap().len() >= answer["best"].as_array().unwrap().len());
    // what was not asked about is not missed, but it is not there either
    let value_only = json(&[&game[..], &["--value-only", "--json"]].concat());
    assert_eq!(value_only["complete"], false);
    assert!(!value_only["sentence"].as_str().unwrap().contains(SAID), "{value_only}");
}

#[test]
fn exit_codes_tell_whether_there_is_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let small = ["connect-four", "--set", "cols=4", "--set", "rows=4"];
    for (args, input, code) in [
        (&["--limit-nodes", "10"][..], "", 3),
        (&["--outcome", "--limit-nodes", "10"], "", 3),
        (&["--value-only", "--limit-nodes", "10"], "", 3),
        (&["--outcome"], "", 0),
        (&["--engine", "estimate", "--limit-nodes", "10"], "", 0),
        (&["--batch", "--limit-nodes", "10"], "\n1212121\n", 3),
        (&["--batch", "--limit-nodes", "10"], "\n9\n", 1),
        (&["--batch"], "\n12\n", 0),
        (&["--certificate", file.to_str().unwrap(), "--limit-nodes", "10"], "", 3),
    ] {
        let output = run(&[&["solve"], &small[..], args].concat(), input.as_bytes());
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stderr));
    }
    // whoever asks who wins is answered, although nobody knows how fast
    let lost = ["solve", "connect-four", "--moves", "4,4,4,4,4,2,2,3,3,5,5", "--outcome", "--json"];
    assert!(["win", "loss"].iter().any(|value| json(&lost)["value"] == *value));
}

/// Lines of play that are too long for a search fit where every position is kept once.
#[test]
fn a_long_game_is_solved_with_the_default_settings() {
    let answer = json(&["solve", "subtraction", "--set", "heap=100000", "--set", "take=1", "--json"]);
    assert_eq!((&answer["value"], &answer["plies"]), (&"loss".into(), &100_000.into()));
    assert_eq!(answer["engine_reason"], "lines of play are too long for the others in this memory");
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let (proof, table) = (folder.path().join("proof"), folder.path().join("table"));
    let (proof, table) = (proof.to_str().unwrap(), table.to_str().unwrap());
    stdout(&["prove", "nim", "--out", proof], "");
    stdout(&["table", "build", "nim", "--out", table], "");
    for args in [
        &["games"][..],
        &["games", "nim"],
        &["solve", "nim"],
        &["solve", "nim", "--json"],
        &["prove", "nim", "--out", proof],
        &["check", proof],
        &["perft", "nim", "--depth", "2"],
        &["table", "probe", table],
        &["table", "verify", table],
        &["table", "stats", table],
        &["table", "export", table, "--format", "csv"],
        &["survey", "finger-game", "--vary", "modulus=2..3"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = perfectplay(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("No space left on device"), "{args:?}: {}", text(&output.stderr));
    }
}
