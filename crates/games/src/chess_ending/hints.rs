//! What engines use of the game beyond its rules, and what it looks like.

use super::{ChessEnding, ChessMove, ChessPosition, Piece, PieceKind};
use crate::each_once;
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::{Game, Hints, KeyCodec, Player, Record};

impl Hints for ChessEnding {
    type Key = u64;

    #[inline]
    fn key(&self, position: &ChessPosition) -> u64 {
        let piece = |piece: Piece| u64::from(piece.square) << 3 | (piece.kind as u64 + 1);
        let [first, second] = position.pieces.map(|it| it.map_or(0, piece));
        let kings = u64::from(position.white_king) << 6 | u64::from(position.black_king);
        ((kings << 9 | first) << 9 | second) << 1 | position.turn.index() as u64
    }

    fn index_count(&self) -> Option<u64> {
        Some(2 * 64 * self.radices().iter().product::<u64>())
    }

    fn is_dense(&self) -> bool {
        true
    }

    #[inline]
    fn index(&self, position: &ChessPosition) -> Option<u64> {
        Some(self.represent(position).1)
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<ChessPosition> {
        self.position_numbered(index)
    }

    fn images(&self, position: &ChessPosition) -> Vec<ChessPosition> {
        each_once((0..self.symmetries()).map(|symmetry| position.image(symmetry)))
    }

    /// White begins, with all pieces.
    fn may_begin(&self, position: &ChessPosition) -> bool {
        let is_first =
            |(piece, kinds): (Option<Piece>, &[PieceKind])| piece.map(|it| it.kind) == kinds.first().copied();
        position.turn == Player::First
            && position.pieces.into_iter().zip(self.kinds).all(is_first)
            && self.ending(position).is_none()
    }

    /// Legal positions from which a move leads here, each once, and no others.
    #[inline]
    fn unmoves(&self, position: &ChessPosition, before: &mut Vec<ChessPosition>) -> bool {
        match position.turn {
            Player::First => self.black_unmoves(position, before),
            Player::Second => self.white_unmoves(position, before),
        }
        true
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, u64>> {
        Some(KeyCodec::serde())
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn clicks(&self, mv: ChessMove) -> Vec<String> {
        self.clicks_of(mv)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
