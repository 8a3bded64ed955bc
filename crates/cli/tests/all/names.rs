//! Games, options and engines as people type them.

use crate::common::{json, refusal, stdout};

#[test]
fn games_have_aliases_and_answers_their_names() {
    assert_eq!(json(&["solve", "ttt", "--json"])["game"], "weighted-tic-tac-toe");
    assert_eq!(json(&["solve", "Connect_4", "--set", "cols=4", "--set", "rows=4", "--json"])["game"], "connect-four");
    assert!(stdout(&["games", "c4"], "").contains("ALSO CALLED\n  connect4 c4 "));
    let aliases = json(&["games", "DOTS", "--json"])["aliases"].clone();
    assert!(aliases.as_array().unwrap().contains(&"dots".into()), "{aliases}");
    assert!(json(&["games", "--json"]).as_array().unwrap().iter().all(|game| game["aliases"].is_array()));
}

#[test]
fn files_have_the_names_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let [table, proof] = ["table", "proof"].map(|name| folder.path().join(name).to_str().unwrap().to_string());
    stdout(&["table", "build", "tictactoe", "--out", &table], "");
    assert!(stdout(&["table", "stats", &table], "").starts_with("weighted-tic-tac-toe "));
    assert_eq!(json(&["solve", "noughts and crosses", "--table", &table, "--json"])["engine"], "table");
    stdout(&["prove", "ttt", "--out", &proof], "");
    assert!(stdout(&["check", &proof], "").starts_with("weighted-tic-tac-toe "));
}

#[test]
fn what_is_near_may_have_been_meant() {
    for (args, expected) in [
        (&["solve", "conect4"][..], "found \"conect4\"; did you mean connect-four?"),
        (&["games", "chomb"], "found \"chomb\"; did you mean chomp?"),
        (&["solve", "chess"], "found \"chess\"; did you mean chess-ending?"),
        (&["solve", "nim", "--set", "heap=3"], "found \"heap\"; did you mean heaps?"),
        (&["solve", "tixtax", "--set", "won_boards=open"], "found \"won_boards\"; did you mean won-boards?"),
        (&["solve", "tixtax", "--set", "won-boards=opne"], "found \"opne\"; did you mean open?"),
        (&["solve", "chess-endgame", "--set", "pieces=krk"], "found \"krk\"; did you mean KRK?"),
        (&["solve", "nim", "--engine", "alphabeta"], "found \"alphabeta\"; did you mean alpha-beta?"),
        (&["solve", "nim", "--postion", "1,2"], "did you mean --position?"),
        (&["slove", "nim"], "unrecognized subcommand 'slove'; did you mean solve?"),
        (&["play", "nim", "--side", "secnd"], "expected first, second, found \"secnd\"; did you mean second?"),
    ] {
        let message = refusal(args, b"");
        assert!(message.contains(expected), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    }
    for args in [&["solve", "checkers"][..], &["solve", "nim", "--engine", "magic"], &["solve", "nim", "--set", "k=1"]]
    {
        let message = refusal(args, b"");
        assert!(!message.contains("did you mean"), "{args:?}: {message}");
    }
}

/// The options in force, as JSON tells them.
fn options(args: &[&str]) -> serde_json::Value {
    json(&[&["solve"], args, &["--limit-nodes", "10000000", "--json"]].concat())["options"].clone()
}

#[test]
fn settings_are_typed_in_several_ways() {
    let separate = options(&["connect-four", "--set", "cols=4", "--set", "rows=3", "--set", "k=3"]);
    for texts in [&["cols=4,rows=3,k=3"][..], &["4x3", "k=3"], &["4×3,k=3"], &["k=3,cols=4", "rows=3"]] {
        let set: Vec<&str> = texts.iter().flat_map(|text| ["--set", text]).collect();
        assert_eq!(options(&[&["c4"], &set[..]].concat()), separate, "{texts:?}");
    }
    let weights = options(&["ttt", "--set", "weights=1,2,3,4,5,6,7,8,9,k=2"]);
    assert_eq!((&weights["k"], &weights["weights"][8]), (&2.into(), &9.into()));
    assert_eq!(options(&["quixo", "--set", "3x3"])["size"], 3);
    let boxes = options(&["dots", "--set", "2x1"]);
    assert_eq!((&boxes["cols"], &boxes["rows"]), (&2.into(), &1.into()));
    // a wide bar: two squares below each other, three beside each other
    assert!(stdout(&["solve", "chomp", "--set", "3x2", "--position", "3,3"], "").contains("Best play:"));
    let survey = ["survey", "c4", "--vary", "k=2..3", "--set"];
    assert_eq!(stdout(&[&survey[..], &["3x2"]].concat(), ""), stdout(&[&survey[..], &["cols=3,rows=2"]].concat(), ""));
    for (args, expected) in [
        (&["nim", "--set", "7x6"][..], "expected an option of nim (heaps, misere), which has no sizes, found \"7x6\""),
        (&["hex", "--set", "3x4"], "expected as many columns as rows for option \"size\", found \"3x4\""),
        (&["c4", "--set", "7"], "expected KEY=VALUE or a size such as 7x6, found \"7\""),
        (&["c4", "--set", "5x4,rows=4"], "found \"rows\" twice"),
        (&["c4", "--set", "cols=5,rwos=4"], "found \"rwos\"; did you mean rows?"),
        (&[concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/nim.kif"), "--set", "7x6"], "which has no sizes"),
    ] {
        let message = refusal(&[&["solve"], args].concat(), b"");
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn a_line_whose_length_nobody_has_set_is_told() {
    let said = "\nWith k=3 (length of a winning line), as nothing else is set.\n";
    let ttt = |set: &[&str]| stdout(&[&["solve", "ttt"], set].concat(), "");
    assert!(ttt(&["--set", "4x4"]).contains(said));
    assert!(ttt(&["--set", "rows=4", "--engine", "estimate", "--limit-nodes", "100"]).contains(said));
    for set in [&[][..], &["--set", "3x3"], &["--set", "4x4,k=3"], &["--set", "k=2"]] {
        assert!(!ttt(set).contains("nothing else is set"), "{set:?}");
    }
    assert!(stdout(&["play", "ttt", "--set", "4x3"], "quit\n").starts_with(said.trim_start()));
    assert!(stdout(&["games", "ttt"], "").contains("  3x3         the size, columns by rows: sets cols and rows\n"));
}
