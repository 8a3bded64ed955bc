//! The test table of small instances, and games of chance, for the tests of several crates.
#![allow(dead_code, unused_macros, unused_imports)] // each test file uses a part

use perfectplay_game::{Game, OptionError, Options, Playable, Record, Visitor};
use std::any::Any;

pub mod graph;

/// A game that is set up. [`with_game!`] gives access to it, whatever its type.
pub struct Opened {
    pub name: String,
    pub options: Options,
    pub game: Box<dyn Any>,
}

impl Opened {
    /// The game, which is of this type.
    pub fn of_type<G: 'static>(self) -> G {
        *self.game.downcast().unwrap_or_else(|_| panic!("{} is of another type", self.name))
    }
}

/// Whether all is to be tried (`./test --long`).
pub fn is_long() -> bool {
    std::env::var_os("PERFECTPLAY_LONG").is_some()
}

/// How often something random is tried: a part of what is wished for, unless all is asked for.
pub fn rounds(wished: usize) -> usize {
    if is_long() { wished } else { wished.div_ceil(4) }
}

/// Every game as it is without options, and every instance of data/instances.txt, with its text.
pub fn instances() -> Vec<(String, Opened)> {
    let lines = include_str!("../data/instances.txt").lines().filter(|line| !line.starts_with('#'));
    let games = perfectplay_games::abouts().into_iter().map(|about| about.name);
    games.chain(lines.map(String::from)).map(|line| (line.clone(), open(&line))).collect()
}

/// The game of a line such as `nim heaps=3,4 misere=true`.
pub fn open(line: &str) -> Opened {
    let mut words = line.split(' ');
    let name = words.next().unwrap();
    let options: Vec<(&str, &str)> = words.map(|word| word.split_once('=').unwrap()).collect();
    try_open(name, &options).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The game with this name and these options, if they fit.
pub fn try_open<S: AsRef<str>>(name: &str, options: &[(S, S)]) -> Result<Opened, OptionError> {
    struct Keep(String);
    impl Visitor for Keep {
        type Output = Opened;
        fn visit<G: Playable>(self, game: G, options: &Options) -> Opened {
            Opened { name: self.0, options: options.clone(), game: Box::new(game) }
        }
    }
    perfectplay_games::visit(name, options, Keep(name.to_string()))
}

/// Does something with the game of an [`Opened`], compiled for each type on its own: `with_game!(opened, |game| body)`.
macro_rules! with_game {
    ($opened:expr, |$game:ident| $body:expr) => {
        match &$opened {
            opened => perfectplay_games::downcast_game!(
                opened.game, $game => $body, else panic!("the type of {} is not in the list of games", opened.name)
            ),
        }
    };
}
pub(crate) use with_game;

/// So many random moves from the start, or as many as there are.
pub fn random_record<G: Game>(game: &G, plies: usize, random: &mut fastrand::Rng) -> Record<G> {
    let mut record = Record::new(game);
    for _ in 0..plies {
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        let Some(mv) = random.choice(moves) else { break };
        record.play(game, mv).unwrap();
    }
    record
}
