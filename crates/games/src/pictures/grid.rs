//! Boards of squares: cells, names of files and ranks, marks, lines that have won, and their set-up.

use super::marks;
use crate::grid::Grid;
use perfectplay_game::picture::{Form, Look, Part, Picture, Point};

/// Room for the names of ranks and files, and on the other sides.
const NAMES: f32 = 0.6;
const EDGE: f32 = 0.2;
/// Between cells.
const GAP: f32 = 0.06;

/// A grid of cells of side 1 in a picture.
#[derive(Clone, Copy)]
pub struct Board {
    pub grid: Grid,
    /// Cells in groups of so many rows and columns have room between the groups.
    group: usize,
}

impl Board {
    pub fn new(grid: Grid) -> Self {
        Board { grid, group: usize::MAX }
    }

    /// Cells in groups of so many rows and columns.
    pub fn in_groups(grid: Grid, group: usize) -> Self {
        Board { grid, group }
    }

    /// How far a row or column is from the first one.
    fn offset(&self, n: usize) -> f32 {
        n as f32 + 0.3 * (n / self.group) as f32
    }

    /// The top left corner of the cells, and their width and height.
    pub fn frame(&self) -> (Point, Point) {
        ((NAMES, EDGE), (self.offset(self.grid.cols - 1) + 1.0, self.offset(self.grid.rows - 1) + 1.0))
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: usize) -> Point {
        let (row, col) = (cell / self.grid.cols, cell % self.grid.cols);
        (NAMES + self.offset(col) + 0.5, EDGE + self.offset(row) + 0.5)
    }

    /// The board without its cells: the ground, and the names of files and ranks; so much wider than it has to be.
    pub fn picture(&self, wider: f32) -> Picture {
        let Grid { rows, cols } = self.grid;
        let ranks: Vec<String> = (1..=rows).rev().map(|rank| rank.to_string()).collect();
        let files: Vec<String> = self.grid.files().split(' ').map(String::from).collect();
        let mut picture = self.unnamed(wider);
        for (row, rank) in ranks.into_iter().enumerate() {
            picture.text(Look::Label, (NAMES / 2.0, self.middle(row * cols).1), 0.32, rank);
        }
        self.name_columns(&mut picture, files);
        picture
    }

    /// The same without names.
    pub fn unnamed(&self, wider: f32) -> Picture {
        let ((x, y), (width, height)) = self.frame();
        let mut picture = Picture::new(x + width + EDGE + wider, y + height + NAMES);
        let ground = Form::Rect { x: x - 0.1, y: y - 0.1, width: width + 0.2, height: height + 0.2 };
        picture.draw(Look::Board, ground);
        picture
    }

    /// Names below the columns.
    pub fn name_columns(&self, picture: &mut Picture, names: impl IntoIterator<Item = String>) {
        let y = self.frame().0.1 + self.frame().1.1 + NAMES / 2.0 + 0.05;
        for (col, name) in names.into_iter().enumerate() {
            picture.text(Look::Label, (self.middle(col).0, y), 0.32, name);
        }
    }

    /// The outline of a cell.
    pub fn cell(&self, cell: usize) -> Form {
        Form::square(self.middle(cell), 1.0 - GAP)
    }

    /// Draws all cells alike.
    pub fn draw_cells(&self, picture: &mut Picture) {
        (0..self.grid.cells()).for_each(|cell| picture.draw(Look::Cell, self.cell(cell)));
    }

    /// Draws the marks, `x` and `o`.
    pub fn draw_marks(&self, picture: &mut Picture, mark: impl Fn(usize) -> Option<char>) {
        self.draw_marks_sized(picture, |_| 0.64, mark);
    }

    /// The same with the size of each.
    pub fn draw_marks_sized(
        &self,
        picture: &mut Picture,
        size: impl Fn(usize) -> f32,
        mark: impl Fn(usize) -> Option<char>,
    ) {
        for cell in 0..self.grid.cells() {
            if let Some(mark) = mark(cell) {
                let size = size(cell);
                marks::mark(picture, marks::player(mark), self.middle(cell), size, 0.2 * size);
            }
        }
    }

    /// A spot for each cell, with the name of the cell.
    pub fn add_spots(&self, picture: &mut Picture) {
        for cell in 0..self.grid.cells() {
            picture.spot(self.grid.name(cell), self.middle(cell), 0.5, Form::square(self.middle(cell), 1.0));
        }
    }

    /// Draws the lines of at least k such cells.
    pub fn draw_won(&self, picture: &mut Picture, k: usize, has: impl Fn(usize) -> bool) {
        for (first, last) in lines(self.grid, k, has) {
            let ((x1, y1), (x2, y2)) = (self.middle(first), self.middle(last));
            // a little beyond the middles of the outer cells; a line of one cell is a dash
            let beyond = |from: f32, to: f32| 0.3 * if from == to { 0.0 } else { (to - from).signum() };
            let (dx, dy) = if first == last { (0.3, 0.0) } else { (beyond(x1, x2), beyond(y1, y2)) };
            picture.line(Look::Won, (x1 - dx, y1 - dy), (x2 + dx, y2 + dy), 0.1);
        }
    }

    /// The ranks as parts: each cell says one of the choices, of which the first means that it is empty.
    pub fn parts(&self, choices: &[char], mark: impl Fn(usize) -> Option<char>) -> Vec<Part> {
        self.parts_named(|cell| self.grid.name(cell), choices, mark)
    }

    /// The same with other names of spots.
    pub fn parts_named(
        &self,
        name: impl Fn(usize) -> String,
        choices: &[char],
        mark: impl Fn(usize) -> Option<char>,
    ) -> Vec<Part> {
        let mut parts = vec![];
        for cell in 0..self.grid.cells() {
            if cell > 0 && cell % self.grid.cols == 0 {
                parts.push(Part::fixed("/"));
            }
            let name = name(cell);
            parts.push(Part::choice(&name, mark(cell).unwrap_or(choices[0]), choices.iter().copied()).at([name]));
        }
        parts
    }
}

/// The side to move as a part that follows the ranks.
pub fn side_to_move(text: &str, choices: [&str; 2]) -> [Part; 2] {
    [Part::fixed(" "), Part::choice("side to move", text, choices)]
}

/// The ends of all lines of at least k such cells, along ranks, files and diagonals, none of which can be made longer.
pub fn lines(grid: Grid, k: usize, has: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let at = |row: isize, col: isize| {
        let cell = (row * grid.cols as isize + col) as usize;
        let is_inside = (0..grid.rows as isize).contains(&row) && (0..grid.cols as isize).contains(&col);
        (is_inside && has(cell)).then_some(cell)
    };
    let mut found = vec![];
    for cell in 0..grid.cells() {
        let (row, col) = ((cell / grid.cols) as isize, (cell % grid.cols) as isize);
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let line = (0..).map_while(|n| at(row + n * down, col + n * right));
            let line: Vec<usize> = if at(row - down, col - right).is_none() { line.collect() } else { vec![] };
            // a single cell is a line in one direction only
            if line.len() >= k.max(1) && (line.len() > 1 || (down, right) == (0, 1)) {
                found.push((cell, line[line.len() - 1]));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_longest_lines() {
        let grid = Grid { rows: 3, cols: 4 };
        let lines = |k: usize, cells: &[usize]| lines(grid, k, |cell| cells.contains(&cell));
        assert_eq!(lines(3, &[0, 1, 2, 3]), [(0, 3)]);
        assert_eq!(lines(3, &[0, 5, 10, 3, 6, 9]), [(0, 10), (3, 9)]);
        assert_eq!(lines(3, &[1, 5, 9, 8, 10]), [(1, 9), (8, 10)]);
        // the end of one row and the beginning of the next are no neighbours
        assert_eq!(lines(2, &[3, 4]), []);
        assert_eq!(lines(3, &[2, 3, 4]), []);
        assert_eq!(lines(1, &[6]), [(6, 6)]);
    }
}
