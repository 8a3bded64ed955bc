//! Quixo: cubes with marks; the first click takes a cube, the second puts it in again.

use crate::Quixo;
use crate::pictures::grid::{Board, side_to_move};
use perfectplay_game::picture::{Look, Picture, Setup};
use perfectplay_game::{Ending, Game, Record};

impl Quixo {
    /// The cells where the cube of a move is taken and put.
    fn ends(&self, mv: u8) -> [usize; 2] {
        let slide = self.slides[mv as usize];
        [slide.take, slide.put].map(|cell| cell.trailing_zeros() as usize)
    }
}

impl Quixo {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let (board, cubes) = (Board::new(self.grid), record.position());
        let mut picture = board.picture(0.0);
        board.draw_cells(&mut picture);
        if let Some(last) = record.moves().last() {
            picture.draw(Look::Last, board.cell(self.ends(last)[1]));
        }
        board.draw_marks(&mut picture, |cell| cubes.mark(cell));
        if let Some(ending) = self.ending(cubes) {
            let winner = if ending == Ending::Win { cubes.own } else { cubes.other };
            board.draw_won(&mut picture, self.grid.rows, |cell| winner >> cell & 1 == 1);
        }
        board.add_spots(&mut picture);
        picture
    }

    /// The spots to click on for a move.
    pub(crate) fn clicks_of(&self, mv: u8) -> Vec<String> {
        self.ends(mv).map(|cell| self.grid.name(cell)).to_vec()
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let cubes = record.position();
        let mut parts = Board::new(self.grid).parts(&['.', 'x', 'o'], |cell| cubes.mark(cell));
        parts.extend(side_to_move(["x", "o"][cubes.turn.index()], ["x", "o"]));
        Some(Setup { separator: "", in_order: false, parts })
    }
}
