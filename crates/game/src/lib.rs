//! The vocabulary of Perfectplay: what a game is, what a position is worth, and how both are written down.
//!
//! A game is a value that implements [`Game`]; how its moves and positions are written is told by [`Notation`]. What it can tell
//! beyond that (a small key, bounds, a numbering, a picture, …) it offers through [`Hints`]; a game that has none of it goes to
//! the engines as [`Plain`]. [`conformance`] checks that all of it is consistent.
//!
//! A whole game fits in thirty lines:
//!
//! ```
//! use perfectplay_game::{conformance, perft, Ending, Game, Player, Step};
//!
//! /// Take one to three matches; whoever takes the last one wins.
//! struct Matches(u32);
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Pile { left: u32, turn: Player }
//!
//! impl Game for Matches {
//!     type Position = Pile;
//!     type Move = u32;
//!
//!     fn start(&self) -> Pile {
//!         Pile { left: self.0, turn: Player::First }
//!     }
//!     fn turn(&self, pile: &Pile) -> Player {
//!         pile.turn
//!     }
//!     fn ending(&self, pile: &Pile) -> Option<Ending> {
//!         (pile.left == 0).then_some(Ending::Loss) // the side to move finds nothing left
//!     }
//!     fn moves(&self, pile: &Pile) -> impl Iterator<Item = u32> {
//!         1..=pile.left.min(3)
//!     }
//!     fn play(&self, pile: &Pile, take: u32) -> Step<Pile> {
//!         Pile { left: pile.left - take, turn: pile.turn.other() }.into()
//!     }
//! }
//!
//! let game = Matches(10);
//! conformance::rules(&game, &conformance::Sample::default()).unwrap();
//! assert_eq!(perft(&game, &game.start(), 2), 9);
//! ```

mod complaint;
pub mod conformance;
mod counting;
pub mod files;
mod fitting;
mod game;
mod heap;
mod hints;
mod key_codec;
pub mod names;
pub mod notation;
mod options;
mod patterns;
pub mod picture;
mod plain;
mod record;
pub mod registry;
mod settings;
mod target;
pub mod threads;
mod value;

pub use complaint::Complaint;
pub use counting::{TooManyPositions, distinct_positions, perft};
pub use game::{Ending, Game, Player, Step};
pub use heap::Heap;
pub use hints::{Glance, Hints};
pub use key_codec::KeyCodec;
pub use notation::{Notation, NotationError};
pub use options::{Kind, OptionError, OptionSpec, Options, Setting};
pub use patterns::Patterns;
pub use picture::Picture;
pub use plain::Plain;
pub use record::{IllegalMove, Record};
pub use registry::{About, Playable, Registry, Visitor};
pub use target::Target;
pub use value::{Bounds, MARGIN_LIMIT, Outcome, Value};
