//! `perfectplay play`: sessions typed by a person.

use crate::common::{perfectplay, refusal, run, stdout, text};

#[test]
fn the_opponent_wins_what_can_be_won() {
    // the person begins with a losing number of matches and cannot escape
    let text = stdout(&["play", "subtraction", "--set", "heap=8"], "1\n2\n3\n");
    assert!(text.contains("You play First."), "{text}");
    assert!(text.contains("Second plays 3."), "{text}");
    assert!(text.contains("Second has won."), "{text}");
}

#[test]
fn either_side_with_hints_and_undo() {
    let text = stdout(
        &["play", "nim", "--side", "second"],
        "hint\nmoves\n1:9\n2:1\nundo\nboard\nundo\nundo\nnew\nhelp\nquit\n",
    );
    assert!(text.starts_with("You play Second."), "{text}");
    assert!(text.contains("First plays 1:2."), "{text}");
    assert!(text.contains("First wins in 10 plies; Second holds out longest with"), "{text}");
    assert!(text.contains("Moves of Second:"), "{text}");
    assert!(text.contains("expected a legal move (1:1 2:1"), "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(text.contains("take your last move back"), "{text}");
}

#[test]
fn extra_moves_are_made_in_a_row() {
    let text =
        stdout(&["play", "dots-and-boxes", "--set", "rows=1", "--set", "cols=1", "--side", "second"], "3-4\n2-4\n");
    assert!(text.contains("A plays 1-2."), "{text}");
    assert!(text.contains("has won by 1."), "{text}");
}

#[test]
fn finished_positions_and_undecided_ones() {
    let text = stdout(&["play", "nim", "--position", "0,0,0"], "moves\nhint\n");
    assert!(text.contains("Second has won. Type undo, new or quit."), "{text}");
    assert!(text.contains("There are no moves"), "{text}");
    // with no time to think, the opponent still has a preference, and says that it is no more than that
    let text = stdout(&["play", "connect-four", "--no-book", "--side", "second", "--limit-nodes", "10"], "");
    assert!(text.contains("Red plays 4 (estimated to be best)."), "{text}");
}

#[test]
fn what_cannot_be_solved_is_estimated() {
    let few = ["--limit-nodes", "20000"];
    let text = stdout(&[&["play", "tixtax", "--side", "second"], &few[..]].concat(), "hint\nmoves\n");
    assert!(text.contains("(estimated to be best)."), "{text}");
    assert!(text.contains("Estimated, not proved: Blue scores about "), "{text}");
    assert!(text.contains("Moves of Blue:\n  about "), "{text}");
    // it takes what is there to be taken, whether asked for estimates alone or not
    for engine in ["auto", "estimate"] {
        let text = stdout(
            &[&["play", "connect-four", "--position", "112233", "--side", "second", "--engine", engine], &few[..]]
                .concat(),
            "",
        );
        assert!(text.contains("Red plays 4.\n"), "{text}");
    }
    // the end is within reach, so it is played perfectly
    let text = stdout(&["play", "nim", "--side", "second"], "");
    assert!(text.contains("First plays 1:2.\n"), "{text}");
}

#[test]
fn commands_have_short_names_and_squares_either_case() {
    let text = stdout(&["play", "weighted-tic-tac-toe"], "B2\nh\nM\nu\nb\n?\nn\nq\nnever read\n");
    assert!(text.starts_with("You play Takahashi (x). Type a move, or help.\n\n3  . . .\n"), "{text}");
    assert!(text.contains("\n2  . x .\n"), "{text}");
    assert!(text.contains("It is a tie with ") && text.contains(" positions in "), "{text}");
    assert!(text.contains("Moves of Takahashi:\n  tie"), "{text}");
    assert!(text.contains("undo, u   take your last move back\n"), "{text}");
    assert!(text.ends_with("\n\n3  . . .\n2  . . .\n1  . . .\n   a b c\n\n"), "{text}");
}

/// In this game q is a move.
#[test]
fn a_legal_move_goes_before_a_command() {
    let rules = "(role white) (role black) (init (control white))
        (<= (legal ?r q) (true (control ?r))) (<= (legal ?r Hint) (true (control ?r)))
        (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
        (<= (next (said ?r ?m)) (does ?r ?m) (distinct ?m noop))
        (<= (next (said ?r ?m)) (true (said ?r ?m)))
        (<= (next (control black)) (true (control white))) (<= (next (control over)) (true (control black)))
        (<= terminal (true (control over)))
        (<= (goal white 100) (true (said white q))) (<= (goal white 0) (not (true (said white q))))
        (<= (goal black 0) (true (said white q))) (<= (goal black 100) (not (true (said white q))))";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quiet.kif");
    std::fs::write(&file, rules).unwrap();
    let text = stdout(&["play", file.to_str().unwrap()], "h\nq\nu\nhint\n");
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("expected {what:?} in {text}"));
    assert!(at("white wins in 2 plies with q.") < at("white has won."), "{text}");
    assert!(
        at("white has won.") < at("That was a mistake: you could have won in 2 plies with q; now black wins"),
        "{text}"
    );
    assert!(text.contains("black has won."), "{text}");
}

#[test]
fn mistakes_are_remarked() {
    let text = stdout(&["play", "nim"], "1:1\n");
    let mistake = "That was a mistake: you could have won in 11 plies with 1:2; now Second wins in 11 plies.";
    assert!(text.contains(&format!("\n{mistake}\nSecond plays ")), "{text}");
    let text = stdout(&["play", "dots-and-boxes", "--set", "rows=1", "--set", "cols=2"], "1-2\n4-5\n");
    let mistake = "That was a mistake: you could have had a tie with 2-5; now B wins by 2.";
    assert!(text.contains(&format!("\n{mistake}\nB plays 1-4.\n")), "{text}");
    let text = stdout(&["play", "nim"], "1:2\n2:1\n2:3\n");
    assert!(text.contains("You could have held out longer: for 6 plies with 2:1 (or 1 more), not 2."), "{text}");
    // nothing is said of a good move, nor of what is not known
    assert!(!stdout(&["play", "nim"], "1:2\n").contains(" could "));
    for unknown in [&["--engine", "estimate", "--limit-nodes", "2000"][..], &["--limit-nodes", "100"]] {
        let text = stdout(&[&["play", "connect-four", "--moves", "4,1,4,1"], unknown].concat(), "7\n");
        assert!(text.contains("Yellow plays ") && !text.contains(" could "), "{text}");
    }
}

#[test]
fn colours_come_only_if_they_are_asked_for() {
    let coloured = |variable: &str| {
        let mut command = perfectplay(&["play", "connect-four", "--position", "4433", "--engine", "estimate"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(variable, "1");
        text(&command.output().unwrap().stdout)
    };
    assert!(coloured("CLICOLOR_FORCE").contains("\u{1b}[1m\u{1b}[31mx\u{1b}[0m"));
    assert!(!coloured("NO_COLOR").contains('\u{1b}') && !coloured("UNUSED").contains('\u{1b}'));
}

#[test]
fn bad_arguments_and_input() {
    assert!(refusal(&["play", "nim", "--position", "9"], b"").contains("--position: expected 3 heap sizes"));
    assert!(refusal(&["play", "nim"], b"\xff\n").contains("UTF-8"));
    assert!(run(&["play", "nim"], b"").status.success());
}
