//! Every game keeps the promises of the traits it implements.

use perfectplay_game::conformance::{self, Sample, Violation};
use perfectplay_game::{Playable, Record};

use crate::common::{instances, with_game};

fn check<G: Playable>(name: &str, game: &G) {
    let sample = Sample { games: 60, ..Sample::default() };
    for (trait_name, result) in [
        ("rules", conformance::rules(game, &sample)),
        ("notation", conformance::notation(game, &sample)),
        ("symmetry", conformance::symmetry(game, &sample)),
        ("key", conformance::key(game, &sample)),
        ("bounds", conformance::bounds(game, &sample)),
        ("insight", conformance::insight(game, &sample)),
        ("layers", conformance::layers(game, &sample)),
        ("index", conformance::index(game, &sample)),
        ("unmoves", conformance::unmoves(game, &sample)),
        ("patterns", conformance::patterns(game, &sample)),
        ("positions without history", without_history(game, &sample)),
    ] {
        result.unwrap_or_else(|violation| panic!("{name}, {trait_name}: {violation}"));
    }
}

/// The text of a position whose history is not known leads to it just as well.
fn without_history<G: Playable>(game: &G, sample: &Sample) -> Result<(), Violation> {
    sample.visit(game, |record| {
        let text = game.write_position(&Record::at(record.position().clone()));
        let read = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if game.tells_turn() {
            assert_eq!(read.position(), record.position(), "{text}");
        }
        // where the text does not tell the turn, the players are alike
        assert_eq!(game.canonical(read.position()), game.canonical(record.position()), "{text}");
        assert_eq!(game.ending(read.position()), game.ending(record.position()), "{text}");
        Ok(())
    })
}

fn check_index<G: Playable>(name: &str, game: &G) {
    let Some(count) = game.index_count().filter(|&count| count < 100_000) else { return };
    for index in 0..count {
        if let Some(position) = game.at_index(index) {
            assert_eq!(game.index(&position), Some(index), "{name}");
            // positions that random play may not meet, but a table holds
            game.layer(&game.canonical(&position));
            assert_eq!(
                game.moves(&position).next().is_none(),
                game.ending(&position).is_some(),
                "{name}: {position:?}"
            );
            for mv in game.moves(&position) {
                let next = game.index(&game.play(&position, mv).position);
                assert!(next.is_some_and(|next| next < count), "{name}: {position:?}");
            }
        }
    }
    assert!(game.at_index(count).is_none(), "{name}");
}

#[test]
fn every_game_conforms() {
    for (name, opened) in instances() {
        with_game!(opened, |game| check(&name, game));
    }
}

#[test]
fn every_index_is_a_numbering() {
    for (name, opened) in instances() {
        with_game!(opened, |game| check_index(&name, game));
    }
}
