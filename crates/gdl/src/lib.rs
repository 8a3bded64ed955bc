//! Games from rules files, written in the game description language (GDL) in prefix form.
//!
//! A text is read into rules; rules are grounded into cases without variables; cases become a network of gates, which is worked out for
//! many positions in one pass. [`RulesGame`] is a game as engines take it, [`open`] makes one of a text.
//!
//! ```
//! use perfectplay_game::{Game, Options, Playable, Visitor, perft};
//! use perfectplay_gdl::Objective;
//!
//! struct Count;
//! impl Visitor for Count {
//!     type Output = u64;
//!     fn visit<G: Playable>(self, game: G, _options: &Options) -> u64 {
//!         perft(&game, &game.start(), 3)
//!     }
//! }
//!
//! let text = "
//!     (role left) (role right)
//!     (init (heap 5)) (init (control left))
//!     (take 5 4) (take 4 3) (take 3 2) (take 2 1) (take 1 0)
//!     (less ?x ?y) ; nonsense: a fact with variables
//! ";
//! let error = perfectplay_gdl::open(text, Objective::Both, &Options::default(), Count).unwrap_err();
//! assert_eq!(error.to_string(), "5:5: expected a condition that holds and tells what ?x is, found none");
//! ```

mod carry;
mod counter;
mod error;
mod expand;
mod game;
mod ground;
mod judge;
mod line;
mod machine;
mod net;
mod open;
mod packing;
mod playouts;
mod pool;
mod position;
mod read;
mod remarks;
mod sample;
mod sheet;
mod show;
mod symmetry;

pub use carry::is_long;
pub use error::{RulesError, Spot};
pub use game::{Aim, Move, RulesGame};
pub use ground::Limits;
pub use judge::Flaw;
pub use open::{Objective, add, open, reopen_exactly};
pub use playouts::Playouts;
pub use position::{Position, Seen};
pub use sample::Sample;
pub use sheet::Sheet;
pub use symmetry::symmetries;
