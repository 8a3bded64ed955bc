//! What the games look like: a module for each, which turns a position into shapes and spots.

use crate::{
    Bits, ChessEnding, Chomp, ConnectFourOn, FingerGame, Nim, Quixo, StringsAndCoins, Subtraction, TixTax,
    WeightedTicTacToe,
};
use perfectplay_game::Drawn;

impl Drawn for ChessEnding {}
impl Drawn for Chomp {}
impl<B: Bits> Drawn for ConnectFourOn<B> {}
impl Drawn for FingerGame {}
impl Drawn for Nim {}
impl Drawn for Quixo {}
impl Drawn for StringsAndCoins {}
impl Drawn for Subtraction {}
impl Drawn for TixTax {}
impl Drawn for WeightedTicTacToe {}
