//! The vocabulary of Perfectplay: what a game is, what a position is worth, and how both are written down.
//!
//! A game is a value that implements [`Game`]; every engine works on that trait alone. What a game can tell
//! beyond its rules (an exact key, symmetry, bounds, …) it offers through the opt-in traits of [`hints`], and
//! how its moves and positions are written through [`Notation`]. [`conformance`] checks that all of it is
//! consistent.
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

pub mod conformance;
mod counting;
mod game;
pub mod hints;
pub mod notation;
pub mod picture;
mod plain;
mod record;
mod value;

pub use counting::{TooManyPositions, distinct_positions, perft};
pub use game::{Ending, Game, Player, Step};
pub use hints::{Bounded, Evident, Indexed, Insight, Keyed, Layered, Look, Ordered, Reversible, Symmetric};
pub use notation::{Notation, NotationError};
pub use picture::{Drawn, Picture};
pub use plain::Plain;
pub use record::{IllegalMove, Record};
pub use value::{Bounds, MARGIN_LIMIT, Outcome, Value, target_after};
