//! Engines for the contest problems that the project grew from, for programs that judge thousands of games: no texts, no reports.

use perfectplay_games::{StringsAndCoins, WeightedTicTacToe};
use perfectplay_solve::{AlphaBeta, Engine};
use perfectplay_table::{Table, TableEngine, TableError};

/// An engine for one type of rules, whatever it is.
pub type AnyEngine<'g, G> = Box<dyn Engine<G> + Send + 'g>;

/// For Triangle War (POJ 1085) and other games of strings and coins; it answers from the table what that has.
///
/// # Errors
///
/// If the table is of another game.
pub fn of_strings<'g>(
    game: &'g StringsAndCoins,
    table: Option<&'g Table>,
) -> Result<AnyEngine<'g, StringsAndCoins>, TableError> {
    const MEMORY: usize = 64 << 20;
    let search: AnyEngine<'g, _> = Box::new(AlphaBeta::new(game, MEMORY).expect("enough memory"));
    Ok(match table {
        Some(table) => Box::new(TableEngine::new(game, table, Some(search))?),
        None => search,
    })
}

/// For a board of weighted tic-tac-toe (ABC 349 E); it answers from the table if there is one.
///
/// # Errors
///
/// If the table is of another game.
pub fn of_board<'g>(
    game: &'g WeightedTicTacToe,
    table: Option<&'g Table>,
) -> Result<AnyEngine<'g, WeightedTicTacToe>, TableError> {
    const MEMORY: usize = 4 << 20;
    Ok(match table {
        Some(table) => Box::new(TableEngine::new(game, table, None)?),
        None => Box::new(AlphaBeta::new(game, MEMORY).expect("enough memory")),
    })
}
