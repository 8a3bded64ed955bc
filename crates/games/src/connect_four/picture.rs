//! Connect Four: stones in the holes of a board; a click anywhere in a column drops a stone into it.

use crate::pictures::grid::Board;
use crate::pictures::marks;
use crate::{Bits, ConnectFourOn, Stones};
use perfectplay_game::picture::{Form, Look, Picture, Setup};
use perfectplay_game::{Ending, Game, Notation, Record};

const HOLE: f32 = 0.4;

impl<B: Bits> ConnectFourOn<B> {
    fn board(&self) -> Board {
        Board::new(self.grid())
    }

    /// The topmost stone of a column, as a cell row by row from the top left.
    fn top(&self, stones: &Stones<B>, col: usize) -> usize {
        let cells = (0..self.rows).map(|row| row * self.cols + col);
        cells.clone().find(|&cell| self.mark(stones, cell).is_some()).unwrap_or(self.rows * self.cols + col)
    }

    /// The name of a hole: its column, and its row from the bottom.
    fn hole_name(&self, cell: usize) -> String {
        format!("{}.{}", cell % self.cols + 1, self.rows - cell / self.cols)
    }
}

impl<B: Bits> ConnectFourOn<B> {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let (board, stones) = (self.board(), record.position());
        let mut picture = board.unnamed(0.0);
        board.name_columns(&mut picture, (1..=self.cols).map(|col| col.to_string()));
        if let Some(last) = record.moves().last() {
            picture.circle(Look::Last, board.middle(self.top(stones, last.into())), HOLE + 0.08);
        }
        for cell in 0..board.grid.cells() {
            let look = self.mark(stones, cell).map_or(Look::Cell, |mark| marks::of(marks::player(mark)));
            picture.circle(look, board.middle(cell), HOLE);
        }
        if self.ending(stones) == Some(Ending::Loss) {
            let winner = ['x', 'o'][self.turn(stones).other().index()];
            board.draw_won(&mut picture, self.k, |cell| self.mark(stones, cell) == Some(winner));
        }
        let ((_, top), (_, height)) = board.frame();
        for cell in (0..board.grid.cells()).filter(|_| self.rows > 1) {
            picture.spot(self.hole_name(cell), board.middle(cell), 0.5, Form::square(board.middle(cell), 1.0));
        }
        for col in self.moves(stones) {
            let (x, y) = board.middle(self.top(stones, col.into()) - self.cols);
            picture.spot(self.write_move(col), (x, y), 0.5, Form::Rect { x: x - 0.5, y: top, width: 1.0, height });
        }
        picture
    }

    /// Ranks from the top; a board of one row is set up by its moves.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let mark = |cell| self.mark(record.position(), cell);
        let parts = || self.board().parts_named(|cell| self.hole_name(cell), &['.', 'x', 'o'], mark);
        (self.rows > 1).then(|| Setup { separator: "", in_order: false, parts: parts() })
    }
}
