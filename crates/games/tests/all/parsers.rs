//! Parsers meet any text: it is refused with a reason, or survives a round trip. The fuzz targets do the same for longer.

use perfectplay_game::{Notation, Record, conformance};
use perfectplay_games::abouts;
use proptest::prelude::*;

use crate::common::{instances, try_open, with_game};

/// Text made of the characters that notations are made of, and some that they are not.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[xo1-9/ a-i-]{0,40}",
        "[0-9,;:.+-]{0,20}",
        "[1-9]{0,60}",
        "([0-9]{1,2}-[0-9]{1,2},){0,9}",
        "([KkQRBNP1-8]{1,4}/){7}8 [wb]",
        ".{0,30}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in text()) {
        for (name, opened) in instances() {
            with_game!(opened, |game| {
                conformance::any_text(game, &text).map_err(|violation| TestCaseError::fail(format!("{name}: {violation}")))?;
            });
        }
    }

    /// The text of a position from random play, with a piece of it replaced.
    #[test]
    fn damaged_positions(seed: u64, moves in 0usize..40, at: prop::sample::Index, cut in 0usize..3, piece in "[xo0-9/,;a-i KkQRBNPw-]{0,2}") {
        let mut random = fastrand::Rng::with_seed(seed);
        for (name, opened) in instances() {
            with_game!(opened, |game| {
                let mut record = Record::new(game);
                for _ in 0..moves {
                    let legal: Vec<_> = perfectplay_game::Game::moves(game, record.position()).collect();
                    let Some(mv) = random.choice(legal) else { break };
                    record.play(game, mv).unwrap();
                }
                let mut text = game.write_position(&record);
                let at = at.index(text.len() + 1);
                text.replace_range(at..(at + cut).min(text.len()), &piece);
                conformance::any_text(game, &text).map_err(|violation| TestCaseError::fail(format!("{name}: {violation}")))?;
            });
        }
    }

    #[test]
    fn any_option(game in 0..abouts().len(), which: prop::sample::Index, value in "[0-9,a-z-]{0,12}") {
        let about = &abouts()[game];
        let name = &about.options[which.index(about.options.len())].name;
        match try_open(&about.name, &[(name, &value)]) {
            Ok(opened) => with_game!(opened, |game| {
                conformance::any_text(game, "").map_err(|violation| TestCaseError::fail(violation.to_string()))?;
            }),
            Err(error) => prop_assert!(error.to_string().starts_with("expected ")),
        }
    }
}

#[test]
fn unknown_games_and_options_are_named() {
    let error = |name: &str, key: &str, value: &str| try_open(name, &[(key, value)]).err().unwrap().to_string();
    assert!(error("chess", "a", "b").contains("weighted-tic-tac-toe"));
    assert!(error("nim", "heap", "3").contains("heaps, misere"));
    assert!(error("nim", "heaps", "3,x").contains("from 0 to 1000"));
    assert!(error("connect-four", "cols", "11").contains("at most 64"));
    assert!(error("chess-ending", "pieces", "KNNK").contains("KQK or KRK or KPK or KBNK"));
    assert!(error("tixtax", "won-boards", "ajar").contains("closed or open"));
    assert!(error("strings-and-coins", "edges", "1-1").contains("two different names"));
    assert!(error("weighted-tic-tac-toe", "weights", "1,2").contains("9 numbers"));
    assert!(error("weighted-tic-tac-toe", "weights", "1000000001,0,0,0,0,0,0,0,0").contains("1000000000"));
    let twice = try_open("nim", &[("misere", "true"), ("misere", "true")]);
    assert!(twice.err().unwrap().to_string().contains("twice"));
}
