//! The games of Perfectplay, one file or folder each, and the one list of them.

mod bits;
mod canvas;
mod chess_ending;
mod chomp;
mod connect_four;
mod dots_and_boxes;
mod finger_game;
mod grid;
mod hex;
mod nim;
mod pictures;
mod quixo;
mod strings_and_coins;
mod subtraction;
mod tixtax;
mod triangle_war;
mod weighted_tic_tac_toe;

pub use chess_ending::{ChessEnding, ChessMove, ChessPosition, PieceKind, PieceSet};
pub use chomp::{Bar, Chomp};
pub use connect_four::{Bits, ConnectFour, ConnectFourOn, LargeConnectFour, Stones};
pub use dots_and_boxes::dots_and_boxes;
pub use finger_game::{FingerGame, Hands};
pub use hex::{Chains, Hex};
pub use nim::{Heaps, Nim, Take};
pub use quixo::{Cubes, Quixo};
pub use strings_and_coins::{Cuts, StringsAndCoins};
pub use subtraction::{Heap, Subtraction};
pub use tixtax::{TixTax, TixTaxPosition, WonBoards};
pub use triangle_war::triangle_war;
pub use weighted_tic_tac_toe::{Marks, WeightedTicTacToe};

use perfectplay_game::names;
use perfectplay_game::registry::{About, Entry, OptionError, Options, Playable, Visitor};

/// Makes of the list below what needs to know all games.
macro_rules! games {
    (($dollar:tt) $($module:ident [$($type:ident)*])*) => {
        /// All games, in the order in which they are listed.
        pub fn entries<V: Visitor>() -> Vec<Entry<V>> {
            vec![$($module::entry()),*]
        }

        /// For tests: an expression for the game in an `Any`, compiled for each type on its own. Unlike a visitor, it may use
        /// all that stands around it.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! downcast_game {
            ($dollar any:expr, $dollar game:ident => $dollar body:expr, else $dollar other:expr) => {
                $($(if let Some($dollar game) = $dollar any.downcast_ref::<$crate::$type>() { $dollar body } else)*)* {
                    $dollar other
                }
            };
        }
    };
}

// the list of games: for each its module, and the types of rules that it alone has
games! { ($)
    weighted_tic_tac_toe [WeightedTicTacToe]
    triangle_war []
    tixtax [TixTax]
    finger_game [FingerGame]
    strings_and_coins [StringsAndCoins]
    dots_and_boxes []
    connect_four [ConnectFour LargeConnectFour]
    quixo [Quixo]
    hex [Hex]
    chess_ending [ChessEnding]
    nim [Nim]
    subtraction [Subtraction]
    chomp [Chomp]
}

/// The images of a position, each once; there are few.
fn each_once<P: PartialEq>(images: impl IntoIterator<Item = P>) -> Vec<P> {
    images.into_iter().fold(vec![], |mut different, image| {
        if !different.contains(&image) {
            different.push(image);
        }
        different
    })
}

/// What there is to know about all games.
pub fn abouts() -> Vec<About> {
    struct Nobody;
    impl Visitor for Nobody {
        type Output = ();
        fn visit<G: Playable>(self, _: G, _: &Options) {}
    }
    entries::<Nobody>().into_iter().map(|entry| entry.about).collect()
}

/// Sets up the game that goes by this name or alias for a visitor; options that are not given have their defaults.
///
/// ```
/// use perfectplay_game::{Options, Playable, Visitor};
///
/// struct CountMoves;
/// impl Visitor for CountMoves {
///     type Output = usize;
///     fn visit<G: Playable>(self, game: G, _: &Options) -> usize {
///         game.moves(&game.start()).count()
///     }
/// }
/// assert_eq!(perfectplay_games::visit("connect-four", &[("cols", "5")], CountMoves)?, 5);
/// # Ok::<(), perfectplay_game::OptionError>(())
/// ```
///
/// # Errors
///
/// If there is no such game, or an option does not fit.
pub fn visit<V: Visitor, S: AsRef<str>>(name: &str, given: &[(S, S)], visitor: V) -> Result<V::Output, OptionError> {
    let entries = entries();
    let entry: &Entry<V> = names::find(&entries, |entry| &entry.about, name)?;
    (entry.open)(&mut Options::read(&entry.about, given)?, visitor)
}
