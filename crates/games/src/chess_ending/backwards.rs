//! Chess moves taken back.

use super::attacks::{KING, attacks};
use super::{ChessEnding, ChessPosition, Piece, PieceKind};
use crate::bits::bits;
use perfectplay_game::Player;

impl ChessEnding {
    /// The king steps back, and leaves what it may have captured.
    pub(super) fn black_unmoves(&self, position: &ChessPosition, before: &mut Vec<ChessPosition>) {
        let from = KING[position.black_king as usize] & !KING[position.white_king as usize] & !position.occupied();
        let back = |black_king: u8| ChessPosition { black_king, turn: Player::Second, ..*position };
        if !position.is_dead() {
            before.extend(bits(from).map(back));
        }
        for (at, kinds) in self.kinds.into_iter().enumerate().filter(|&(at, _)| position.pieces[at].is_none()) {
            for &kind in kinds {
                let captured = Piece { kind, square: position.black_king };
                let mut pieces = position.pieces;
                pieces[at] = Some(captured);
                let with_it = |earlier| ChessPosition { pieces, ..earlier };
                if !with_it(*position).is_dead() && captured.may_stand() {
                    before.extend(bits(from).map(|from| with_it(back(from))));
                }
            }
        }
    }

    /// A piece goes back to where Black was not in check from it. White never captures, there is nothing to capture.
    pub(super) fn white_unmoves(&self, position: &ChessPosition, before: &mut Vec<ChessPosition>) {
        let mut add = |earlier: ChessPosition| {
            if !earlier.is_check() {
                before.push(ChessPosition { turn: Player::First, ..earlier });
            }
        };
        let occupied = position.occupied();
        if !position.is_dead() {
            let from = KING[position.white_king as usize] & !KING[position.black_king as usize] & !occupied;
            bits(from).for_each(|white_king| add(ChessPosition { white_king, ..*position }));
        }
        for (at, piece) in position.pieces.into_iter().enumerate() {
            let Some(Piece { kind, square }) = piece else { continue };
            let mut put_back = |kind: PieceKind, from: u64| {
                for square in bits(from) {
                    let mut earlier = *position;
                    earlier.pieces[at] = Some(Piece { kind, square });
                    add(earlier);
                }
            };
            if kind == PieceKind::Pawn {
                put_back(kind, pawn_steps_back(square, occupied));
                continue;
            }
            if !position.is_dead() {
                put_back(kind, attacks(kind, square, occupied) & !occupied);
            }
            if square >= 56 && self.kinds[at].contains(&PieceKind::Pawn) {
                put_back(PieceKind::Pawn, pawn_steps_back(square, occupied));
            }
        }
    }
}

/// Where a white pawn can have come from.
fn pawn_steps_back(square: u8, occupied: u64) -> u64 {
    const RANK_1: u64 = 0xff;
    const RANK_4: u64 = 0xff << 24;
    let here = 1u64 << square;
    let one = here >> 8 & !RANK_1 & !occupied;
    one | ((here & RANK_4) >> 8 & !occupied) >> 8 & !occupied
}
