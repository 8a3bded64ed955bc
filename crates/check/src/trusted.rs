//! What a certificate rests on: the trusted base.

use perfectplay_game::Game;

/// A game that has certificates. What the checker takes from it, and believes, is this and nothing else:
///
/// | what | where |
/// |---|---|
/// | the rules: start, turn, endings, legal moves, what a move leads to and gains, whether gains count | [`Game`] |
/// | the order of the moves, since a certificate names moves by their places | [`Game::moves`] |
/// | the canonical form, under which positions are walked once | [`Game::canonical`] |
/// | the layer, which rises with every move | [`Game::layer`] (checked on the way) |
/// | the evident bounds, where certificates end | [`Game::evident`] |
/// | the texts of positions, and the options | [`Notation`](perfectplay_game::Notation), [`Options`](perfectplay_game::Options) |
///
/// All of it is frozen: a game that changes any of it has to give itself another [version](Game::version), which stands in the
/// header of each certificate; other versions are refused. What engines merely use is in [`Hints`](perfectplay_game::Hints), which
/// this crate does not know.
pub trait Trusted: Game<Position: Send + Sync> + Sync {}

impl<G: Game<Position: Send + Sync> + Sync> Trusted for G {}
