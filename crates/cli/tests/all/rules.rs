//! Rules files: a path is a game, for every command.

use crate::common::{json, output, refusal, run, stdout, text};

const OURS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../gdl/tests/data");

#[test]
fn solved_as_the_games_of_the_same_rules() {
    for (file, game, place) in [
        ("nim", &["nim", "--set", "heaps=3,4,5"][..], ""),
        ("tic-tac-toe", &["weighted-tic-tac-toe", "--set", "weights=0,0,0,0,0,0,0,0,0"][..], ""),
        ("tic-tac-toe", &["weighted-tic-tac-toe", "--position", "x2/1o1/3"][..], "(mark 1 1),(mark 2 2)"),
    ] {
        let path = format!("{OURS}/{file}.kif");
        let by_rules = json(&["solve", &path, "--json", "--moves", place]);
        let built_in = json(&[&["solve"], game, &["--json"]].concat());
        assert_eq!(by_rules["value"], built_in["value"], "{file}");
        assert_eq!(by_rules["moves"].as_array().unwrap().len(), built_in["moves"].as_array().unwrap().len(), "{file}");
    }
}

#[test]
fn proved_and_tabulated_with_their_rules_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (rules, proof, table) = (file("heaps.kif"), file("proof"), file("table"));
    std::fs::copy(format!("{TESTS}/heaps_3_4_5.kif"), &rules).unwrap();
    stdout(&["prove", &rules, "--claim", "win", "--out", &proof], "");
    stdout(&["table", "build", &rules, "--out", &table], "");
    std::fs::remove_file(&rules).unwrap();
    let checked = stdout(&["check", &proof], "");
    assert!(checked.starts_with("heaps objective=both, the start: a, to move, wins.\nVERIFIED"), "{checked}");
    assert!(stdout(&["table", "verify", &table], "").starts_with("232 positions verified"));
    assert!(stdout(&["table", "stats", &table], "").contains("positions  232"));
    let rows = stdout(&["table", "export", &table, "--format", "csv"], "");
    assert_eq!(rows.lines().count(), 233);
    assert!(stdout(&["table", "probe", &table], "").contains("a wins in"));
}

/// Longer rules than 256 KB are not in the file, but asked for.
#[test]
fn long_rules_are_asked_for_by_their_hash() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (rules, other, proof, table) = (file("heaps.kif"), file("other.kif"), file("proof"), file("table"));
    let short = std::fs::read_to_string(format!("{TESTS}/heaps_3_4_5.kif")).unwrap();
    let longer = |bytes: usize| format!("; heaps\n;{}\n{short}", " ".repeat(bytes));
    std::fs::write(&rules, longer(256 << 10)).unwrap();
    std::fs::write(&other, longer(257 << 10)).unwrap();
    stdout(&["prove", &rules, "--claim", "win", "--out", &proof], "");
    stdout(&["table", "build", &rules, "--out", &table], "");
    assert!(std::fs::metadata(&proof).unwrap().len() < 4096);
    let python = |more: &[&str]| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/check_certificate.py");
        let output = std::process::Command::new("python3").arg(script).arg(&proof).args(more).output().unwrap();
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    // rules that stand below what was found are not those of the file
    let evil = file("evil.kif");
    std::fs::write(&evil, longer(256 << 10) + "\n; perfectplay: found\n(<= (goal a 100) (true (heap 1 1)))\n").unwrap();
    let evil_proof = file("evil_proof");
    assert!(
        output(&["prove", &evil, "--claim", "win", "--set", "objective=nobody", "--out", &evil_proof]).status.code()
            != Some(0)
    );
    let tie = ["prove", &evil, "--claim", "tie", "--set", "objective=nobody", "--out", &evil_proof];
    stdout(&tie, "");
    assert!(refusal(&["check", &evil_proof, "--rules", &rules], b"").contains("SHA-256"));
    assert!(stdout(&["check", &evil_proof, "--rules", &evil], "").contains("VERIFIED"));
    for wrong in [&[][..], &["--rules", &other]] {
        let asked = "expected the rules file whose SHA-256 is";
        assert!(refusal(&[&["check", &proof], wrong].concat(), b"").contains(asked), "{wrong:?}");
        assert!(refusal(&[&["table", "verify", &table], wrong].concat(), b"").contains(asked), "{wrong:?}");
        let (code, said) = python(&wrong[wrong.len().min(1)..]);
        assert!(code == Some(2) && said.contains(asked), "{said}");
    }
    assert!(stdout(&["check", &proof, "--rules", &rules], "").contains("VERIFIED"));
    assert!(stdout(&["table", "verify", &table, "--rules", &rules], "").starts_with("232 positions verified"));
    assert!(stdout(&["solve", &rules, "--table", &table], "").contains("a wins in"));
    let (code, said) = python(&[&rules]);
    assert!(code == Some(0) && said.contains("VERIFIED"), "{said}");
}

/// Positions of many facts are kept beside the tables of engines: within the memory, too.
#[test]
fn positions_of_many_facts_stay_within_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{TESTS}/large/switches.kif");
    let solved = output(&["solve", &path, "--value-only", "--memory", "40M"]);
    assert_eq!(solved.status.code(), Some(3), "{}", text(&solved.stderr));
    assert!(text(&solved.stderr).contains("positions have taken all memory"), "{}", text(&solved.stderr));
    let guess = output(&["solve", &path, "--engine", "estimate", "--memory", "40M"]);
    assert_eq!(guess.status.code(), Some(0), "{}", text(&guess.stderr));
    let played = run(&["play", &path, "--memory", "40M", "--limit-seconds", "2"], b"(flip 7)\n(flip 8)\nquit\n");
    assert_eq!(text(&played.stdout).matches("b plays (flip").count(), 2, "{}", text(&played.stderr));
    let table = folder.path().join("table").display().to_string();
    let refused = output(&["table", "build", &path, "--out", &table, "--memory", "40M"]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stderr));
}

/// What was found goes on in another run, and not by other rules.
#[test]
fn stopped_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (rules, checkpoint) = (file("three.kif"), file("checkpoint"));
    std::fs::copy(format!("{OURS}/connect-three.kif"), &rules).unwrap();
    for engine in ["alpha-beta", "proof-number"] {
        let args = ["solve", &rules, "--value-only", "--json", "--engine", engine, "--checkpoint", &checkpoint];
        let nodes = |answer: &serde_json::Value| answer["nodes"].as_u64().unwrap();
        let whole = json(&args[..6]);
        let limit = (nodes(&whole) * 2 / 3).to_string();
        let stopped = output(&[&args[..], &["--limit-nodes", &limit]].concat());
        assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
        // other rules under the same name
        let text_of_rules = std::fs::read_to_string(&rules).unwrap();
        std::fs::write(&rules, format!("{text_of_rules}\n; other rules\n")).unwrap();
        let message = refusal(&args, b"");
        assert!(message.contains("found something else"), "{message}");
        std::fs::write(&rules, text_of_rules).unwrap();
        let answer = json(&args);
        assert_eq!(answer["value"], whole["value"]);
        assert!(nodes(&answer) < nodes(&whole), "{answer} {whole}");
        assert!(!std::path::Path::new(&checkpoint).exists());
    }
}

#[test]
fn looked_at_without_a_thought_of_goals() {
    let shown = stdout(&["games", &format!("{TESTS}/reject/bad_no_goal.kif")], "");
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("Roles: a and b. 8 facts that change") && shown.contains("(turn a)"), "{shown}");
    assert_eq!(stdout(&["perft", &format!("{TESTS}/reject/bad_no_goal.kif"), "--depth", "2"], ""), "1 2\n2 4\n");
    let goals = format!("{TESTS}/reject/bad_not_constant_sum.kif");
    assert!(refusal(&["solve", &goals], b"").contains("add up to the same in all games"));
    assert!(stdout(&["solve", &goals, "--set", "objective=a"], "").contains("a"));
}

#[test]
fn a_file_to_begin_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.kif").display().to_string();
    assert!(stdout(&["games", "--new", &path], "").contains("solve"));
    assert!(stdout(&["solve", &path], "").contains("first wins in 3 plies with (take 3)."));
    let shown = stdout(&["games", &path], "").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("the roles took turns, and goals added up to 100."), "{shown}");
    assert!(refusal(&["games", "--new", &path], b"").contains("expected no file of this name"));
}

#[test]
fn refused_with_file_line_and_column() {
    let file = |name: &str| format!("{TESTS}/reject/{name}.kif");
    let message = refusal(&["solve", &file("bad_arity")], b"");
    assert!(
        message.ends_with("bad_arity.kif:23:1: expected 2 arguments for \"succ\" as in line 7, found 3\n"),
        "{message}"
    );
    assert!(refusal(&["solve", "nowhere.kif"], b"").contains("nowhere.kif: "));
    assert!(refusal(&["solve", "/"], b"").contains("expected the name of a game"));
    let broken = output(&["solve", &file("bad_simultaneous")]);
    assert_eq!(broken.status.code(), Some(1));
    assert_eq!(
        text(&broken.stderr),
        "error: expected one role that has a choice, found two at the position with (step 0) (turn a)\n"
    );
}

#[test]
fn margins_are_told_as_goals() {
    let solve = |more: &[&str]| {
        let path = format!("{OURS}/triangle-war.kif");
        stdout(&[&["solve", &path, "--value-only"], more].concat(), "")
    };
    assert!(solve(&[]).contains("b wins by 30 (goal 65)"), "{}", solve(&[]));
    assert!(solve(&["--set", "objective=a"]).contains("b wins by 30 (goal 35 for a)"));
    assert!(solve(&["--set", "objective=b"]).contains("b wins by 30 (goal 65)"));
}

#[test]
fn played_in_the_terminal() {
    let path = format!("{OURS}/tic-tac-toe.kif");
    let played = run(&["play", &path], b"(mark 1 1)\nquit\n");
    assert!(text(&played.stdout).contains("\n1 x . .\n  1 2 3\n"), "{}{}", text(&played.stdout), text(&played.stderr));
}
