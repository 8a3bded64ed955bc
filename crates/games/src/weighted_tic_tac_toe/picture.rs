//! Weighted tic-tac-toe: marks in cells, and the weights in their corners.

use crate::WeightedTicTacToe;
use crate::pictures::grid::Board;
use crate::weighted_tic_tac_toe::mark;
use perfectplay_game::picture::{Look, Picture, Setup};
use perfectplay_game::{Ending, Game, Record};

impl WeightedTicTacToe {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let (board, marks) = (Board::new(self.grid), record.position());
        let mut picture = board.picture(0.0);
        board.draw_cells(&mut picture);
        if let Some(last) = record.moves().last() {
            picture.draw(Look::Last, board.cell(last.into()));
        }
        if self.weighted {
            for (cell, weight) in self.weights.iter().enumerate() {
                let (text, (x, y)) = (weight.to_string(), board.middle(cell));
                let size = (1.5 / text.len() as f32).min(0.18);
                picture.text(Look::Label, (x - 0.43 + 0.28 * size * text.len() as f32, y - 0.37), size, text);
            }
        }
        let size = if self.weighted { 0.54 } else { 0.64 };
        board.draw_marks_sized(&mut picture, |_| size, |cell| mark(marks, cell));
        if self.ending(marks) == Some(Ending::Loss) {
            let (_, winner) = self.own_and_other(marks);
            board.draw_won(&mut picture, self.k, |cell| winner >> cell & 1 == 1);
        }
        board.add_spots(&mut picture);
        picture
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let parts = Board::new(self.grid).parts(&['.', 'x', 'o'], |cell| mark(record.position(), cell));
        Some(Setup { separator: "", in_order: false, parts })
    }
}
