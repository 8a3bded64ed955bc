//! Every game keeps the promises of the traits it implements.

use perfectplay_game::Indexed;
use perfectplay_game::conformance::{self, Sample};
use perfectplay_games::{AnyGame, Playable, registry, with_game};

mod common;
use common::instances;

fn check<G: Playable>(name: &str, game: &G) {
    let sample = Sample { games: 60, ..Sample::default() };
    for (trait_name, result) in [
        ("rules", conformance::rules(game, &sample)),
        ("notation", conformance::notation(game, &sample)),
        ("symmetry", conformance::symmetry(game, &sample)),
        ("key", conformance::key(game, &sample)),
        ("layers", conformance::layers(game, &sample)),
    ] {
        result.unwrap_or_else(|violation| panic!("{name}, {trait_name}: {violation}"));
    }
}

fn check_index<G: Indexed>(name: &str, game: &G) {
    let sample = Sample { games: 60, ..Sample::default() };
    conformance::index(game, &sample).unwrap_or_else(|violation| panic!("{name}: {violation}"));
    let Some(count) = game.index_count().filter(|&count| count < 100_000) else { return };
    for index in 0..count {
        if let Some(position) = game.at_index(index) {
            assert_eq!(game.index(&position), index, "{name}");
        }
    }
    assert!(game.at_index(count).is_none(), "{name}");
}

#[test]
fn every_game_conforms() {
    for (name, opened) in instances() {
        with_game!(&opened.game, game => check(&name, game));
    }
}

#[test]
fn every_index_is_a_numbering() {
    for (name, opened) in instances() {
        match &opened.game {
            AnyGame::WeightedTicTacToe(game) => check_index(&name, game),
            AnyGame::StringsAndCoins(game) => check_index(&name, game),
            AnyGame::FingerGame(game) => check_index(&name, game),
            AnyGame::Nim(game) => check_index(&name, game),
            AnyGame::Subtraction(game) => check_index(&name, game),
            AnyGame::TixTax(_) | AnyGame::ConnectFour(_) | AnyGame::Chomp(_) => {}
        }
    }
}

#[test]
fn every_game_of_the_registry_is_in_the_table() {
    let names: Vec<&str> = instances().iter().map(|(_, opened)| opened.entry.name).collect();
    for entry in registry::GAMES {
        assert!(names.contains(&entry.name), "{}", entry.name);
    }
}
