//! `perfectplay play`: sessions typed by a person.

use crate::common::{refusal, run, stdout};

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
    let text = stdout(&["play", "connect-four", "--side", "second", "--limit-nodes", "10"], "");
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
fn bad_arguments_and_input() {
    assert!(refusal(&["play", "nim", "--position", "9"], b"").contains("--position: expected 3 heap sizes"));
    assert!(refusal(&["play", "nim"], b"\xff\n").contains("UTF-8"));
    assert!(run(&["play", "nim"], b"").status.success());
}
