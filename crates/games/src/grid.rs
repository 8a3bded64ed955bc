//! Boards of squares: names (`a1` is bottom left), symmetries, and the rank notation with letters for marks
//! and numbers for runs of empty cells (or a `.` for each of them). Cells are numbered row by row from the top left.

use perfectplay_game::{NotationError, Player};

/// A board of `rows` × `cols` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    pub rows: usize,
    pub cols: usize,
}

impl Grid {
    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// The name of a cell: its file as a letter from the left, its rank as a number from the bottom.
    pub fn name(self, cell: usize) -> String {
        format!("{}{}", file(cell % self.cols), self.rows - cell / self.cols)
    }

    /// The cell with this name, if the board has it.
    pub fn cell(self, name: &str) -> Option<usize> {
        let letter = *name.as_bytes().first()?;
        let rank = name.get(1..).filter(|rank| !rank.starts_with(['+', '0']))?.parse::<usize>().ok()?;
        let col = letter.checked_sub(b'a')? as usize;
        (col < self.cols && (1..=self.rows).contains(&rank)).then(|| (self.rows - rank) * self.cols + col)
    }

    /// What a cell name looks like here, for error messages.
    pub fn name_range(self) -> String {
        format!("a square from a1 to {}", self.name(self.cols - 1))
    }

    /// The turns and reflections of the board other than the identity; each maps cells to cells.
    pub fn symmetries(self) -> Vec<Vec<usize>> {
        let (last_row, last_col) = (self.rows - 1, self.cols - 1);
        let mut found: Vec<Vec<usize>> = vec![(0..self.cells()).collect()];
        for transpose in [false, true] {
            if transpose && self.rows != self.cols {
                continue;
            }
            for (flip_rows, flip_cols) in [(false, false), (true, false), (false, true), (true, true)] {
                let image = |cell: usize| {
                    let (r, c) = (cell / self.cols, cell % self.cols);
                    let r = if flip_rows { last_row - r } else { r };
                    let c = if flip_cols { last_col - c } else { c };
                    if transpose { c * self.cols + r } else { r * self.cols + c }
                };
                let map: Vec<usize> = (0..self.cells()).map(image).collect();
                if !found.contains(&map) {
                    found.push(map);
                }
            }
        }
        found.split_off(1)
    }

    /// Ranks from the top separated by `/`, with marks and numbers for runs of empty cells.
    pub fn write_ranks(self, mark: impl Fn(usize) -> Option<char>) -> String {
        let mut ranks = vec![];
        for row in 0..self.rows {
            let mut rank = String::new();
            let mut empty = 0;
            for col in 0..self.cols {
                match mark(row * self.cols + col) {
                    None => empty += 1,
                    Some(mark) => {
                        if empty > 0 {
                            rank += &empty.to_string();
                            empty = 0;
                        }
                        rank.push(mark);
                    }
                }
            }
            if empty > 0 {
                rank += &empty.to_string();
            }
            ranks.push(rank);
        }
        ranks.join("/")
    }

    /// The cells with `x` and those with `o` in the rank notation.
    pub fn read_ranks(self, text: &str) -> Result<(u128, u128), NotationError> {
        let (mut x, mut o) = (0, 0);
        for (cell, mark) in self.read_marks(text, &['x', 'o'])? {
            *(if mark == 'x' { &mut x } else { &mut o }) |= 1 << cell;
        }
        Ok((x, o))
    }

    /// The same with a space and the side to move, `x` or `o`, behind the ranks.
    pub fn read_ranks_and_turn(self, text: &str) -> Result<(u128, u128, Player), NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [ranks, turn] = fields[..] else {
            let expected = format!("{} ranks, a space and the side to move, x or o", self.rows);
            return Err(NotationError::new(expected, text).at(format!("{} fields", fields.len())));
        };
        let (x, o) = self.read_ranks(ranks)?;
        match turn {
            "x" => Ok((x, o, Player::First)),
            "o" => Ok((x, o, Player::Second)),
            _ => Err(NotationError::new("the side to move, x or o", turn)),
        }
    }

    /// The marked cells in the rank notation, with these letters as marks.
    pub fn read_marks(self, text: &str, marks: &[char]) -> Result<Vec<(usize, char)>, NotationError> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != self.rows {
            let expected = format!("{} ranks separated by '/'", self.rows);
            return Err(NotationError::new(expected, text).at(format!("{} ranks", ranks.len())));
        }
        let mut found = vec![];
        for (row, rank) in ranks.iter().enumerate() {
            let which = || format!("rank {} of {}", self.rows - row, self.rows);
            let wrong = |found: &str| {
                let marks = marks.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
                let expected = format!("{} cells made of {marks} and numbers of empty cells", self.cols);
                NotationError::new(expected, found).at(which())
            };
            let mut col = 0;
            let mut rest = *rank;
            while let Some(first) = rest.chars().next() {
                let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (width, taken) = match first {
                    '.' => (1, 1),
                    '1'..='9' => (rest[..digits].parse::<usize>().map_err(|_| wrong(rank))?, digits),
                    mark if marks.contains(&mark) => (1, mark.len_utf8()),
                    _ => return Err(wrong(&first.to_string())),
                };
                if width > self.cols - col {
                    return Err(wrong(rank));
                }
                if marks.contains(&first) {
                    found.push((row * self.cols + col, first));
                }
                col += width;
                rest = &rest[taken..];
            }
            if col != self.cols {
                return Err(wrong(rank));
            }
        }
        Ok(found)
    }

    /// A drawing with file letters and rank numbers; `cell` gives what stands in a cell.
    pub fn draw(self, cell: impl Fn(usize) -> char) -> String {
        let margin = self.rows.to_string().len();
        let mut lines = vec![];
        for row in 0..self.rows {
            let cells: Vec<String> = (0..self.cols).map(|col| cell(row * self.cols + col).to_string()).collect();
            lines.push(format!("{:>margin$}  {}", self.rows - row, cells.join(" ")));
        }
        lines.push(format!("{:margin$}  {}", "", self.files()));
        lines.join("\n")
    }

    /// What stands for the marks of both players in a drawing: x and o, unless files are called so.
    pub fn marks(self) -> [String; 2] {
        let files = self.files();
        ["x", "o"].map(|mark| if files.contains('o') { String::new() } else { mark.to_string() })
    }

    /// The file letters, separated by spaces.
    pub fn files(self) -> String {
        (0..self.cols).map(|col| file(col).to_string()).collect::<Vec<_>>().join(" ")
    }
}

fn file(col: usize) -> char {
    (b'a' + col as u8) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cells_from_the_bottom_left() {
        let grid = Grid { rows: 3, cols: 4 };
        assert_eq!(grid.name(0), "a3");
        assert_eq!(grid.name(11), "d1");
        for cell in 0..grid.cells() {
            assert_eq!(grid.cell(&grid.name(cell)), Some(cell));
        }
        for wrong in ["", "a", "a0", "a4", "e1", "A1", "a01", "a+1", "1a", "ä1", "a1 "] {
            assert_eq!(grid.cell(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn has_the_right_symmetries() {
        assert_eq!(Grid { rows: 3, cols: 3 }.symmetries().len(), 7);
        assert_eq!(Grid { rows: 2, cols: 3 }.symmetries().len(), 3);
        assert_eq!(Grid { rows: 1, cols: 3 }.symmetries().len(), 1);
        assert_eq!(Grid { rows: 1, cols: 1 }.symmetries().len(), 0);
    }

    #[test]
    fn reads_what_it_writes() {
        let grid = Grid { rows: 2, cols: 12 };
        let (x, o) = grid.read_ranks("x10o/12").unwrap();
        assert_eq!((x, o), (1, 1 << 11));
        let mark = |cell| (x >> cell & 1 == 1).then_some('x').or((o >> cell & 1 == 1).then_some('o'));
        assert_eq!(grid.write_ranks(mark), "x10o/12");
        assert_eq!(grid.read_ranks("x..8o/............").unwrap(), (x, o));
        for wrong in
            ["", "12", "12/12/12", "x10x/13", "12/11", "12/0x11", "12/X11", ".12/12", "99999999999999999999999/12"]
        {
            assert!(grid.read_ranks(wrong).is_err(), "{wrong}");
        }
    }
}
