//! The games of Perfectplay, one file each, and the [`registry`] that turns a name and options into a game.

mod bits;
mod canvas;
mod chess_ending;
mod chomp;
mod connect_four;
mod dots_and_boxes;
mod finger_game;
mod grid;
mod nim;
mod options;
mod pictures;
mod quixo;
pub mod registry;
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
pub use nim::{Heaps, Nim, Take};
pub use options::{Kind, OptionError, OptionSpec, Options, Setting};
pub use quixo::{Cubes, Quixo};
pub use registry::{AnyGame, Entry, Opened, Playable};
pub use strings_and_coins::{Cuts, StringsAndCoins};
pub use subtraction::{Heap, Subtraction};
pub use tixtax::{TixTax, TixTaxPosition, WonBoards};
pub use triangle_war::triangle_war;
pub use weighted_tic_tac_toe::{Marks, WeightedTicTacToe};
