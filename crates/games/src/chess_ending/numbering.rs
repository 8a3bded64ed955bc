//! Numbers for chess positions up to symmetry: the whole group of the square where there are no pawns, else the
//! mirror that swaps left and right.
//!
//! A symmetry brings the white king into one corner of the board; the other pieces are digits with their squares.

use super::{ChessEnding, ChessPosition, Piece, PieceKind};
use perfectplay_game::Player;

/// The triangle a1-d1-d4: each square of the board can be brought into it.
const TRIANGLE: [u8; 10] = [0, 1, 9, 2, 10, 18, 3, 11, 19, 27];

/// Symmetries are combinations of these; the last is a reflection in the diagonal a1-h8, done after the others.
const SWAP_FILES: u8 = 1;
const SWAP_RANKS: u8 = 2;
const SWAP_BOTH: u8 = 4;

/// Where a symmetry brings a square.
#[inline]
fn image(square: u8, symmetry: u8) -> u8 {
    let flipped = square ^ (7 * (symmetry & 1)) ^ (56 * (symmetry >> 1 & 1));
    if symmetry & SWAP_BOTH == 0 { flipped } else { flipped >> 3 | (flipped & 7) << 3 }
}

impl ChessPosition {
    #[inline]
    pub(super) fn image(&self, symmetry: u8) -> ChessPosition {
        let moved = |piece: Piece| Piece { square: image(piece.square, symmetry), ..piece };
        ChessPosition {
            white_king: image(self.white_king, symmetry),
            black_king: image(self.black_king, symmetry),
            pieces: self.pieces.map(|piece| piece.map(moved)),
            turn: self.turn,
        }
    }
}

impl ChessEnding {
    #[inline]
    fn has_pawns(&self) -> bool {
        self.kinds[0].contains(&PieceKind::Pawn)
    }

    /// All symmetries are numbers below this.
    #[inline]
    pub(super) fn symmetries(&self) -> u8 {
        if self.has_pawns() { 2 } else { 8 }
    }

    /// How many places there are for the white king, and for each piece with what it can be; the last is for a piece that
    /// is missing.
    #[inline]
    pub(super) fn radices(&self) -> [u64; 3] {
        let kings = if self.has_pawns() { 32 } else { TRIANGLE.len() as u64 };
        [kings, 64 * self.kinds[0].len() as u64 + 1, 64 * self.kinds[1].len() as u64 + 1]
    }

    /// The number of a position whose white king stands in the corner.
    #[inline]
    fn number(&self, position: &ChessPosition) -> u64 {
        let (rank, file) = (u64::from(position.white_king >> 3), u64::from(position.white_king & 7));
        let king = if self.has_pawns() { 4 * rank + file } else { file * (file + 1) / 2 + rank };
        let piece = |at: usize| {
            let kinds = self.kinds[at];
            let Some(piece) = position.pieces[at] else { return 64 * kinds.len() as u64 };
            let kind = kinds.iter().position(|&kind| kind == piece.kind).expect("a piece of the set");
            64 * kind as u64 + u64::from(piece.square)
        };
        let [kings, firsts, seconds] = self.radices();
        let both_kings = (position.turn.index() as u64 * kings + king) * 64 + u64::from(position.black_king);
        (both_kings * firsts + piece(0)) * seconds + piece(1)
    }

    /// The representative and its number.
    #[inline]
    pub(super) fn represent(&self, position: &ChessPosition) -> (ChessPosition, u64) {
        let (rank, file) = (position.white_king >> 3, position.white_king & 7);
        let mut symmetry = if file > 3 { SWAP_FILES } else { 0 };
        if !self.has_pawns() {
            let (near_rank, near_file) = (rank.min(7 - rank), file.min(7 - file));
            symmetry |= if rank > 3 { SWAP_RANKS } else { 0 };
            symmetry |= if near_rank > near_file { SWAP_BOTH } else { 0 };
            if near_rank == near_file {
                // the king stays where it is by another reflection
                let [one, other] = [symmetry, symmetry | SWAP_BOTH].map(|symmetry| {
                    let image = position.image(symmetry);
                    (image, self.number(&image))
                });
                return if one.1 <= other.1 { one } else { other };
            }
        }
        let image = position.image(symmetry);
        (image, self.number(&image))
    }

    /// The position with this number.
    #[inline]
    pub(super) fn position_numbered(&self, index: u64) -> Option<ChessPosition> {
        let [kings, firsts, seconds] = self.radices();
        let mut rest = index;
        let mut digit = |radix: u64| {
            let digit = rest % radix;
            rest /= radix;
            digit
        };
        let piece = |digit: u64, kinds: &[PieceKind]| {
            kinds.get(digit as usize / 64).map(|&kind| Piece { kind, square: digit as u8 % 64 })
        };
        let second = piece(digit(seconds), self.kinds[1]);
        let first = piece(digit(firsts), self.kinds[0]);
        let black_king = digit(64) as u8;
        let king = digit(kings) as u8;
        let white_king = if self.has_pawns() { king / 4 * 8 + king % 4 } else { TRIANGLE[king as usize] };
        let turn = match rest {
            0 => Player::First,
            1 => Player::Second,
            _ => return None,
        };
        let position = ChessPosition { white_king, black_king, pieces: [first, second], turn };
        (self.validate(&position).is_ok() && self.represent(&position).1 == index).then_some(position)
    }
}
