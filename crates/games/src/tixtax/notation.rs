//! How TixTax positions are written, read and drawn, and which of them are possible.

use super::{NO_SQUARE, TixTax, TixTaxPosition, WonBoards, has_line};
use crate::grid::Grid;
use perfectplay_game::{Game, Notation, NotationError, Player, Record};

pub(crate) const WHOLE: Grid = Grid { rows: 9, cols: 9 };

/// The square (nine times the board plus the cell) at a cell of the whole grid, and the other way round: the map is
/// its own inverse.
pub(crate) fn regroup(n: usize) -> usize {
    let (row, col) = (n / 9, n % 9);
    (row / 3 * 3 + col / 3) * 9 + row % 3 * 3 + col % 3
}

pub(crate) fn mark(position: &TixTaxPosition, square: usize) -> Option<char> {
    let has = |player: usize| position.marks[player] >> square & 1 == 1;
    has(0).then_some('x').or(has(1).then_some('o'))
}

/// `x`, `o` or `-` for each board.
pub(crate) fn owners(position: &TixTaxPosition) -> String {
    let owner = |board: usize| match position.captured.map(|boards| boards >> board & 1) {
        [1, _] => 'x',
        [_, 1] => 'o',
        _ => '-',
    };
    (0..9).map(owner).collect()
}

/// The boards in which both sides have a line.
pub(crate) fn contested(position: &TixTaxPosition) -> Vec<usize> {
    (0..9).filter(|&board| (0..2).all(|player| has_line(position.cells(player, board)))).collect()
}

impl Notation for TixTax {
    fn write_move(&self, square: u8) -> String {
        WHOLE.name(regroup(square as usize))
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        let position = record.position();
        let ranks = WHOLE.write_ranks(|cell| mark(position, regroup(cell)));
        let last = if position.last == NO_SQUARE { "-".to_string() } else { self.write_move(position.last) };
        let owners = if contested(position).is_empty() { String::new() } else { format!(" {}", owners(position)) };
        format!("{ranks} {last}{owners}")
    }

    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (ranks, last, owners) = match fields[..] {
            [ranks, last] => (ranks, last, None),
            [ranks, last, owners] if self.won_boards == WonBoards::Open => (ranks, last, Some(owners)),
            _ => {
                let expected = "nine ranks, a space and the square of the last move or '-'";
                return Err(NotationError::new(expected, text).at(format!("{} fields", fields.len())));
            }
        };
        let (x, o) = WHOLE.read_ranks(ranks)?;
        let last = match last {
            "-" => NO_SQUARE,
            _ => WHOLE
                .cell(last)
                .map(|cell| regroup(cell) as u8)
                .ok_or_else(|| NotationError::new(WHOLE.name_range() + " or '-'", last).at("the last move"))?,
        };
        let position = self.set_up([x, o], last, owners)?;
        self.is_possible(&position).map_err(|expected| NotationError::new(expected, text))?;
        Ok(Record::at(position))
    }

    fn draw(&self, record: &Record<Self>) -> String {
        draw(record.position(), self.ending(record.position()).is_none())
    }

    fn marks(&self) -> [String; 2] {
        WHOLE.marks()
    }
}

impl TixTax {
    /// The position with these marks, given as cells of the whole grid.
    fn set_up(&self, marks: [u128; 2], last: u8, owners: Option<&str>) -> Result<TixTaxPosition, NotationError> {
        let mut position = TixTaxPosition { last, ..TixTaxPosition::START };
        for cell in 0..WHOLE.cells() {
            for (player, marks) in [Player::First, Player::Second].into_iter().zip(marks) {
                if marks >> cell & 1 == 1 {
                    position = position.marked(self.won_boards, player, regroup(cell) as u8);
                }
            }
        }
        if marks[0].count_ones() > marks[1].count_ones() {
            position.turn = Player::Second;
        }
        let contested = contested(&position);
        if self.won_boards == WonBoards::Open {
            let claims = match owners {
                Some(owners) if owners.len() == 9 => owners,
                None if contested.is_empty() => return Ok(position),
                _ => {
                    let expected = "a third field with the owners (x, o or -) of the nine boards, because both sides \
                                    have a line in some board";
                    return Err(NotationError::new(expected, owners.unwrap_or("")));
                }
            };
            for board in contested {
                let owner = (claims.as_bytes()[board] == b'o') as usize;
                position.captured[owner] |= 1 << board;
                position.captured[1 - owner] &= !(1 << board);
            }
            if self::owners(&position) != claims {
                return Err(NotationError::new("owners that have a line in their boards", claims));
            }
        }
        Ok(position)
    }

    fn is_possible(&self, position: &TixTaxPosition) -> Result<(), &'static str> {
        let count = |player: usize| position.marks[player].count_ones();
        let mover = position.turn.index();
        if count(0) != count(1) + mover as u32 {
            return Err("as many x as o, or one x more");
        }
        if (position.last == NO_SQUARE) != (count(0) == 0) {
            return Err("the square of the last move, and '-' only for the empty board");
        }
        if position.last == NO_SQUARE {
            return Ok(());
        }
        let (last_board, last_cell) = (position.last as usize / 9, position.last % 9);
        if position.cells(1 - mover, last_board) >> last_cell & 1 == 0 {
            return Err("a last move on a mark of the side that is not to move");
        }
        let one_mark_completes =
            |cells: u16| (0..9).any(|cell| cells >> cell & 1 == 1 && !has_line(cells & !(1 << cell)));
        for board in 0..9 {
            for player in 0..2 {
                let cells = position.cells(player, board);
                let owns = position.captured[player] >> board & 1 == 1;
                if self.won_boards == WonBoards::Closed && has_line(cells) && !(owns && one_mark_completes(cells)) {
                    return Err("boards in which play stopped at the first line");
                }
            }
        }
        if has_line(position.captured[mover]) {
            return Err("no line of boards of the side to move, because the game ended with it");
        }
        let winner = position.captured[1 - mover];
        let before = position.cells(1 - mover, last_board) & !(1 << last_cell);
        if has_line(winner) && (has_line(winner & !(1 << last_board)) || has_line(before)) {
            return Err("a line of boards completed by the last move");
        }
        Ok(())
    }
}

/// The nine boards with rulers, the owners of the boards beside them, and dots in the cells that can be taken.
fn draw(position: &TixTaxPosition, goes_on: bool) -> String {
    let playable = if goes_on { position.playable() } else { 0 };
    let owners = owners(position);
    let mut lines = vec![];
    for row in 0..9 {
        if row % 3 == 0 && row > 0 {
            lines.push("   -------+-------+-------".to_string());
        }
        let mut line = format!("{}  ", 9 - row);
        for col in 0..9 {
            let square = regroup(row * 9 + col);
            let board = square / 9;
            if col % 3 == 0 && col > 0 {
                line += " |";
            }
            let empty = if playable >> board & 1 == 1 { '.' } else { ' ' };
            line += &format!(" {}", mark(position, square).unwrap_or(empty));
        }
        if row % 3 == 1 {
            line += &format!("      {}", &owners[row / 3 * 3..row / 3 * 3 + 3]);
        }
        lines.push(line.trim_end().to_string());
    }
    lines.push("    a b c   d e f   g h i".to_string());
    let sent = match playable.count_ones() {
        0 => return lines.join("\n"),
        1 => {
            let board = playable.trailing_zeros() as usize;
            let corner = |cell: usize| WHOLE.name(regroup(9 * board + cell));
            format!("Play in the board from {} to {}.", corner(6), corner(2))
        }
        _ => "Play in any board marked by dots.".to_string(),
    };
    lines.push(sent);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed() -> TixTax {
        TixTax::new(WonBoards::Closed)
    }

    #[test]
    fn regroup_is_its_own_inverse() {
        for n in 0..81 {
            assert_eq!(regroup(regroup(n)), n);
        }
        assert_eq!(closed().write_move(0), "a9");
        assert_eq!(closed().write_move(9 * 4 + 4), "e5");
        assert_eq!(closed().write_move(80), "i1");
    }

    #[test]
    fn refuses_impossible_positions() {
        let game = closed();
        for wrong in [
            "9/9/9/9/9/9/9/9/9",
            "9/9/9/9/9/9/9/9/9 a1",
            "9/9/9/9/4x4/9/9/9/9 -",
            "9/9/9/9/4x4/9/9/9/9 a1",
            "9/9/9/9/4xx3/9/9/9/9 e5",
            "xxx6/ooo6/9/9/9/9/9/9/9 a8",
            "9/9/9/9/9/9/9/9 -",
            "9/9/9/9/4x4/9/9/9/9 e5 ---------",
        ] {
            assert!(game.read_position(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn both_sides_can_have_a_line_in_an_open_board() {
        let game = TixTax::new(WonBoards::Open);
        let text = |owners: &str| format!("xxx6/ooo6/9/9/9/9/9/9/9 a8{owners}");
        assert!(game.read_position(&text("")).is_err());
        assert!(game.read_position(&text(" ---------")).is_err());
        assert!(game.read_position(&text(" x")).is_err());
        for owners in [" x--------", " o--------"] {
            let record = game.read_position(&text(owners)).unwrap();
            assert_eq!(game.write_position(&record), text(owners));
        }
    }
}
