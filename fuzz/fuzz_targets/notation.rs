//! Positions and moves: the first byte chooses the game, the rest is text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_game::conformance;
use perfectplay_games::{registry, with_game};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let entry = &registry::GAMES[choice as usize % registry::GAMES.len()];
    // the upper half of the bytes: TixTax with open boards
    let options = match entry.name {
        "tixtax" if choice >= 128 => vec![("won-boards", "open")],
        _ => vec![],
    };
    let opened = registry::open(entry.name, &options).expect("valid options");
    with_game!(&opened.game, game => conformance::any_text(game, text).unwrap());
});
