//! The one place that turns a name and options into a game.

use crate::options::{OptionError, OptionSpec, Options, Setting};
use crate::{
    ChessEnding, Chomp, ConnectFour, FingerGame, LargeConnectFour, Nim, Quixo, StringsAndCoins, Subtraction, TixTax,
    WeightedTicTacToe,
};
use crate::{
    chess_ending, chomp, connect_four, dots_and_boxes, finger_game, nim, quixo, strings_and_coins, subtraction, tixtax,
    triangle_war, weighted_tic_tac_toe,
};
use perfectplay_game::{Game, Hints, Notation};
use std::collections::BTreeMap;

/// All games, in the order they are listed.
pub const GAMES: &[Entry] = &[
    weighted_tic_tac_toe::ENTRY,
    triangle_war::ENTRY,
    tixtax::ENTRY,
    finger_game::ENTRY,
    strings_and_coins::ENTRY,
    dots_and_boxes::ENTRY,
    connect_four::ENTRY,
    quixo::ENTRY,
    chess_ending::ENTRY,
    nim::ENTRY,
    subtraction::ENTRY,
    chomp::ENTRY,
];

/// What there is to know about a game before it is set up.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The rules.
    pub rules: &'static str,
    /// How moves and positions are written.
    pub notation: &'static str,
    /// A command to try.
    pub example: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Sets the game up, and writes out those options that stand for something longer.
    pub(crate) open: fn(&mut Options) -> Result<AnyGame, OptionError>,
}

/// A game set up with its options.
pub struct Opened {
    /// What was asked for.
    pub entry: &'static Entry,
    /// The settings of all its options.
    pub options: Options,
    /// The game.
    pub game: AnyGame,
}

/// The game with this name.
pub fn entry(name: &str) -> Result<&'static Entry, OptionError> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| OptionError::UnknownGame {
        known: GAMES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "),
        found: name.to_string(),
    })
}

/// Sets up the game with this name; options that are not given have their defaults.
///
/// ```
/// use perfectplay_games::{registry, with_game};
/// use perfectplay_game::{Game, Hints, Notation};
///
/// let opened = registry::open("connect-four", &[("cols", "5")])?;
/// let moves = with_game!(&opened.game, game => game.moves(&game.start()).count());
/// assert_eq!(moves, 5);
/// # Ok::<(), perfectplay_games::OptionError>(())
/// ```
pub fn open<S: AsRef<str>>(name: &str, given: &[(S, S)]) -> Result<Opened, OptionError> {
    let entry = entry(name)?;
    let given: Vec<(&str, &str)> = given.iter().map(|(key, value)| (key.as_ref(), value.as_ref())).collect();
    let mut options = Options::read(entry.name, entry.options, &given)?;
    let game = (entry.open)(&mut options)?;
    Ok(Opened { entry, options, game })
}

/// Sets up a game from settings that were kept, as those of [`Opened::options`] in a file.
pub fn reopen(name: &str, settings: &BTreeMap<String, Setting>) -> Result<Opened, OptionError> {
    let given: Vec<(String, String)> = settings.iter().map(|(name, s)| (name.clone(), s.to_string())).collect();
    open(name, &given)
}

/// Any game of the registry. [`with_game!`](crate::with_game) gives access to the one inside.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// weighted-tic-tac-toe
    WeightedTicTacToe(WeightedTicTacToe),
    /// strings-and-coins, triangle-war, dots-and-boxes
    StringsAndCoins(StringsAndCoins),
    /// tixtax
    TixTax(TixTax),
    /// finger-game
    FingerGame(FingerGame),
    /// connect-four
    ConnectFour(ConnectFour),
    /// connect-four, on boards that need more than 64 bits
    LargeConnectFour(LargeConnectFour),
    /// quixo
    Quixo(Quixo),
    /// chess-ending
    ChessEnding(ChessEnding),
    /// nim
    Nim(Nim),
    /// subtraction
    Subtraction(Subtraction),
    /// chomp
    Chomp(Chomp),
}

/// Runs an expression with the game inside an [`AnyGame`], compiled for each game on its own.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::AnyGame::WeightedTicTacToe($game) => $body,
            $crate::AnyGame::StringsAndCoins($game) => $body,
            $crate::AnyGame::TixTax($game) => $body,
            $crate::AnyGame::FingerGame($game) => $body,
            $crate::AnyGame::ConnectFour($game) => $body,
            $crate::AnyGame::LargeConnectFour($game) => $body,
            $crate::AnyGame::Quixo($game) => $body,
            $crate::AnyGame::ChessEnding($game) => $body,
            $crate::AnyGame::Nim($game) => $body,
            $crate::AnyGame::Subtraction($game) => $body,
            $crate::AnyGame::Chomp($game) => $body,
        }
    };
}

/// All that the games of the registry offer, and the front ends use.
pub trait Playable:
    Game<Position: Copy + Send + Sync, Move: Send + Sync> + Notation + Hints<Key: Send + Sync> + Send + Sync
{
}

impl<G> Playable for G where
    G: Game<Position: Copy + Send + Sync, Move: Send + Sync> + Notation + Hints<Key: Send + Sync> + Send + Sync
{
}
