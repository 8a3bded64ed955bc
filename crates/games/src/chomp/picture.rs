//! Chomp: the squares of the bar that are left, and the poison in the top left one.

use crate::Chomp;
use crate::pictures::grid::Board;
use perfectplay_game::Record;
use perfectplay_game::picture::{Form, Look, Part, Picture, Setup};

impl Chomp {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let board = Board::new(self.grid);
        let mut picture = board.picture(0.0);
        board.draw_cells(&mut picture);
        if let Some(bitten) = record.moves().last() {
            picture.draw(Look::Last, board.cell(bitten.into()));
        }
        for cell in 0..self.grid.cells() {
            let (row, col) = (cell / self.grid.cols, cell % self.grid.cols);
            if col < record.position().lengths[row].into() {
                let (x, y) = board.middle(cell);
                picture.draw(Look::Piece, Form::square((x, y), 0.9));
            }
        }
        // in the corner, where the sign of the move does not hide it
        let (x, y) = board.middle(0);
        picture.text(Look::Text, (x - 0.25, y - 0.25), 0.35, "☠");
        board.add_spots(&mut picture);
        picture
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let (rows, cols) = (self.grid.rows, self.grid.cols);
        let lengths = || (0..=cols).map(|length| length.to_string());
        let row = |row: usize| {
            let cells = (row * cols..(row + 1) * cols).map(|cell| self.grid.name(cell));
            Part::choice(format!("row {}", rows - row), record.position().lengths[row].to_string(), lengths()).at(cells)
        };
        Some(Setup { separator: ",", in_order: false, parts: (0..rows).map(row).collect() })
    }
}
