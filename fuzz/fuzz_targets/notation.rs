//! Positions and moves: the first byte chooses the game, the rest is text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_game::{About, conformance};
use std::sync::LazyLock;

#[path = "../../crates/games/tests/common/mod.rs"]
mod common;
use common::{try_open, with_game};

static GAMES: LazyLock<Vec<About>> = LazyLock::new(perfectplay_games::abouts);

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let name = &GAMES[choice as usize % GAMES.len()].name[..];
    // the upper half of the bytes: TixTax with open boards
    let options = match name {
        "tixtax" if choice >= 128 => vec![("won-boards", "open")],
        _ => vec![],
    };
    let opened = try_open(name, &options).expect("valid options");
    with_game!(opened, |game| conformance::any_text(game, text).unwrap());
});
