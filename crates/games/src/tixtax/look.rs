//! What a learnt evaluation sees of TixTax: each board with its marks, turned so that corners look like corners and edges like edges;
//! the board to play in once more; and the board of boards.

use super::lines::Fillings;
use super::{FULL, TixTax, TixTaxPosition};
use perfectplay_game::Patterns;
use std::sync::LazyLock;

/// Where the first corner, the first edge and the centre are that the others are turned to.
const MODELS: [usize; 3] = [0, 1, 4];
/// Which of the models each board is like.
const MODEL_OF: [usize; 9] = [0, 1, 0, 1, 2, 1, 0, 1, 0];
/// Which table the patterns of each model have, the board to play in, its place, and the board of boards.
const FORCED: usize = 9;
const PLACE: usize = 10;
const BOARDS: usize = 11;

/// A captured board tells its owner and, where one still plays there, its empty cells.
const CAPTURED: u16 = 2 << 9;

/// For each board, the image of each set of its cells when it is turned to its model.
static TURNED: LazyLock<[[u16; 512]; 9]> = LazyLock::new(|| {
    std::array::from_fn(|board| {
        let at = |map: &[usize; 9]| map[board] == MODELS[MODEL_OF[board]];
        let symmetries = &super::ALL_FILLINGS.symmetries;
        let turn = if board == MODELS[MODEL_OF[board]] { None } else { symmetries.iter().find(|(map, _)| at(map)) };
        turn.map_or_else(|| std::array::from_fn(|set| set as u16), |(_, image)| *image)
    })
});

impl TixTax {
    /// One more than the patterns of a board: no board, where there is a free choice.
    fn board_patterns(fillings: &Fillings) -> usize {
        fillings.kinds + CAPTURED as usize + 1
    }

    pub(super) fn places(&self) -> Patterns {
        let patterns = Self::board_patterns(self.fillings);
        Patterns {
            tables: vec![patterns, patterns, patterns, patterns, 10, 3usize.pow(9)],
            places: MODEL_OF.into_iter().chain([3, 4, 5]).collect(),
        }
    }

    #[inline]
    pub(super) fn look_at(&self, position: &TixTaxPosition, seen: &mut [u16]) {
        let own = position.turn.index();
        for (board, (seen, turned)) in seen.iter_mut().zip(&*TURNED).enumerate() {
            *seen = self.pattern(position, own, board, turned);
        }
        let playable = position.playable();
        let is_sent = playable.is_power_of_two();
        let board = playable.trailing_zeros() as usize;
        seen[PLACE] = if is_sent { board as u16 } else { 9 };
        seen[FORCED] = if is_sent { seen[board] } else { Self::board_patterns(self.fillings) as u16 - 1 };
        seen[BOARDS] = super::lines::filling(position.captured[own], position.captured[1 - own]) as u16;
    }

    #[inline]
    fn pattern(&self, position: &TixTaxPosition, own: usize, board: usize, turned: &[u16; 512]) -> u16 {
        let here = 1 << board;
        let captured = |player: usize| position.captured[player] & here != 0;
        let kinds = self.fillings.kinds as u16;
        if captured(0) || captured(1) {
            let empty = if position.closed & here != 0 { 0 } else { position.empty_cells(board) & FULL };
            return kinds + (u16::from(captured(1 - own)) << 9) + turned[empty as usize];
        }
        let cells = |player: usize| turned[position.cells(player, board) as usize];
        self.fillings.kind(cells(own), cells(1 - own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WonBoards;
    use perfectplay_game::{Hints, Notation};

    fn seen(game: &TixTax, text: &str) -> Vec<u16> {
        let mut seen = vec![0; game.patterns().places.len()];
        game.look(game.read_position(text).unwrap().position(), 0, &mut seen);
        seen
    }

    #[test]
    fn boards_are_seen_by_the_side_to_move_and_as_their_models() {
        let game = TixTax::new(WonBoards::Closed);
        let empty = seen(&game, "9/9/9/9/9/9/9/9/9 -");
        assert!(empty[..9].iter().all(|&pattern| pattern == empty[0]), "{empty:?}");
        assert_eq!((empty[PLACE], empty[BOARDS]), (9, 0));
        // a mark in the outer corner of each corner board looks the same, and others do not
        let corner = |text: &str, board: usize| seen(&game, text)[board];
        let marks =
            ["x8/9/9/9/9/9/9/9/9 a9", "8x/9/9/9/9/9/9/9/9 i9", "9/9/9/9/9/9/9/9/x8 a1", "9/9/9/9/9/9/9/9/8x i1"];
        let looks: Vec<u16> = marks.iter().zip([0, 2, 6, 8]).map(|(text, board)| corner(text, board)).collect();
        assert!(looks.iter().all(|&pattern| pattern == looks[0] && pattern != empty[0]), "{looks:?}");
        assert_ne!(corner("2x6/9/9/9/9/9/9/9/9 c9", 0), looks[0]);
        // the board to play in is seen once more
        let sent = seen(&game, "2x6/9/9/9/9/9/9/9/9 c9");
        assert_eq!((sent[PLACE], sent[FORCED]), (2, sent[2]));
    }
}
