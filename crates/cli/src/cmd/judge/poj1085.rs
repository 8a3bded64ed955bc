//! POJ 1085: who wins Triangle War after some lines have been drawn.

use super::find_table_of;
use super::tokens::{Tokens, wrong};
use crate::failure::Failure;
use perfectplay::door::OpenTable;
use perfectplay::games::{StringsAndCoins, triangle_war};
use perfectplay::{Control, DoorError, Engine, Game, Goal, Outcome, Player, contest};
use std::io::Write;
use std::path::Path;

const DOTS: usize = 10;
const LINES: i64 = 18;

/// Answers all games of the input; stops at the first mistake in it.
///
/// # Errors
///
/// If there is one, or an answer cannot be written.
pub fn answer(input: &str, table: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    let mut tokens = Tokens::of_input(input);
    let game = triangle_war(3);
    let lines = line_numbers(&game);
    let table = table.map(|path| find_table_of("triangle-war", &[], path)).transpose()?;
    let mut engine = contest::of_strings(&game, table.as_ref().map(OpenTable::table))?;
    for nth in 1..=tokens.int("the number of games", 0, i64::MAX)? {
        let winner = winner(&game, &lines, &mut *engine, &mut tokens)?;
        writeln!(out, "Game {nth}: {} wins.", game.player_name(winner))?;
    }
    tokens.end()
}

/// The number of the line between two dots, in either order.
fn line_numbers(game: &StringsAndCoins) -> [[Option<u8>; DOTS + 1]; DOTS + 1] {
    std::array::from_fn(|a| std::array::from_fn(|b| game.string_named(&a.to_string(), &b.to_string())))
}

/// Reads one game and finds its winner.
fn winner(
    game: &StringsAndCoins,
    lines: &[[Option<u8>; DOTS + 1]; DOTS + 1],
    engine: &mut dyn Engine<StringsAndCoins>,
    tokens: &mut Tokens,
) -> Result<Player, Failure> {
    let mut position = game.start();
    let mut lead_of_a = 0;
    for _ in 0..tokens.int("the number of lines drawn", 0, LINES)? {
        let a = tokens.int("the first dot of a line", 1, DOTS as i64)? as usize;
        let b = tokens.int("the second dot of a line", 1, DOTS as i64)? as usize;
        let found = format!("\"{a} {b}\"");
        let Some(line) = lines[a][b] else {
            return Err(wrong("two neighbouring dots", &found, tokens.last_location()));
        };
        if position.cut >> line & 1 == 1 {
            return Err(wrong("a line that is not drawn yet", &found, tokens.last_location()));
        }
        let step = game.play(&position, line);
        lead_of_a += if position.turn == Player::First { step.gain } else { -step.gain };
        position = step.position;
    }
    let lead = if position.turn == Player::First { lead_of_a } else { -lead_of_a };
    let bounds = engine.bounds(&position, Goal::Outcome { lead }, &mut Control::default());
    let outcome = bounds.map_err(|error| DoorError::unsolvable(game, &error))?.with_lead(lead).outcome();
    // nine triangles cannot be shared equally
    Ok(if outcome == Some(Outcome::Win) { position.turn } else { position.turn.other() })
}
