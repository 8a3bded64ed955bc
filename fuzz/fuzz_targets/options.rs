//! Options: the first byte chooses the game, the second the option, the rest is its value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_game::conformance;
use perfectplay_games::{registry, with_game};

fuzz_target!(|data: &[u8]| {
    let [choice, option, value @ ..] = data else { return };
    let Ok(value) = std::str::from_utf8(value) else { return };
    let entry = &registry::GAMES[*choice as usize % registry::GAMES.len()];
    let name = entry.options[*option as usize % entry.options.len()].name;
    if let Ok(opened) = registry::open(entry.name, &[(name, value)]) {
        with_game!(&opened.game, game => conformance::any_text(game, "").unwrap());
    }
});
