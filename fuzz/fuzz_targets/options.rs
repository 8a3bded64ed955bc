//! Options: the first byte chooses the game, the second the option, the rest is its value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_game::{About, conformance};
use std::sync::LazyLock;

#[path = "../../crates/games/tests/common/mod.rs"]
mod common;
use common::{try_open, with_game};

static GAMES: LazyLock<Vec<About>> = LazyLock::new(perfectplay_games::abouts);

fuzz_target!(|data: &[u8]| {
    let [choice, option, value @ ..] = data else { return };
    let Ok(value) = std::str::from_utf8(value) else { return };
    let about = &GAMES[*choice as usize % GAMES.len()];
    let name = &about.options[*option as usize % about.options.len()].name[..];
    if let Ok(opened) = try_open(&about.name, &[(name, value)]) {
        with_game!(opened, |game| conformance::any_text(game, "").unwrap());
    }
});
