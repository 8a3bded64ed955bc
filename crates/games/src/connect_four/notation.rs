//! How Connect Four moves and positions are written, read and drawn.

use super::{Bits, ConnectFourOn, Stones};
use crate::grid::Grid;
use perfectplay_game::{Game, Notation, NotationError, Player, Record, Value, notation};

impl<B: Bits> ConnectFourOn<B> {
    /// The bit of a cell, cells numbered row by row from the top left.
    fn bit(&self, cell: usize) -> B {
        B::one() << (cell % self.cols * self.height() + self.rows - 1 - cell / self.cols)
    }

    /// Whose stone is in a cell: `x` for the first player's, `o` for the second player's.
    pub(crate) fn mark(&self, stones: &Stones<B>, cell: usize) -> Option<char> {
        let has = |stones: B| stones & self.bit(cell) != B::zero();
        let is_first = has(stones.own) == (self.turn(stones) == Player::First);
        has(stones.all).then_some(if is_first { 'x' } else { 'o' })
    }

    pub(crate) fn grid(&self) -> Grid {
        Grid { rows: self.rows, cols: self.cols }
    }

    /// The board with these ranks. Play need not be able to lead to it.
    fn read_board(&self, text: &str) -> Result<Stones<B>, NotationError> {
        let grid = self.grid();
        let [x, o] = <[u128; 2]>::from(grid.read_ranks(text)?).map(|cells| {
            (0..grid.cells()).filter(|cell| cells >> cell & 1 == 1).fold(B::zero(), |mask, cell| mask | self.bit(cell))
        });
        let all = x | o;
        let wrong = |expected: &str| Err(NotationError::new(expected, text));
        if all & all.wrapping_add(&self.bottom) != B::zero() {
            return wrong("no empty cell below a stone");
        }
        let own = match x.count_ones().checked_sub(o.count_ones()) {
            Some(0) => x,
            Some(1) => o,
            _ => return wrong("as many x as o, or one x more"),
        };
        match (self.has_line(own), self.has_line(own ^ all)) {
            (true, true) => wrong("a line of one side at most"),
            (true, false) => wrong("no line of the side to move, because the game ended with it"),
            (false, _) => Ok(Stones { own, all }),
        }
    }
}

impl<B: Bits> Notation for ConnectFourOn<B> {
    fn write_move(&self, col: u8) -> String {
        (col + 1).to_string()
    }

    fn read_move(&self, stones: &Stones<B>, text: &str) -> Result<u8, NotationError> {
        notation::legal_move(self, stones, text, text.parse().ok().and_then(|col: u8| col.checked_sub(1)))
    }

    /// The columns as played, or the ranks of a board whose history is not known.
    fn write_position(&self, record: &Record<Self>) -> String {
        if *record.first() == self.start() {
            return self.write_moves(&record.moves().collect::<Vec<_>>());
        }
        self.grid().write_ranks(|cell| self.mark(record.position(), cell))
    }

    /// With at most nine columns, there are no commas.
    fn write_moves(&self, moves: &[u8]) -> String {
        let separator = if self.cols > 9 { "," } else { "" };
        moves.iter().map(|&mv| self.write_move(mv)).collect::<Vec<_>>().join(separator)
    }

    /// With at most nine columns, commas may be left out.
    fn read_moves(&self, text: &str) -> Result<Record<Self>, NotationError> {
        if self.cols > 9 || text.contains(',') {
            return notation::play_tokens(self, notation::comma_list(text));
        }
        notation::play_tokens(self, text.trim().split("").filter(|token| !token.is_empty()))
    }

    /// The columns as played, or the ranks of a board, which have a `/` or a stone.
    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        if !text.contains(['/', '.', 'x', 'o']) {
            return self.read_moves(text);
        }
        let board = self.read_board(text.trim()).map_err(|error| error.at("a board given by its ranks"))?;
        Ok(Record::at(board))
    }

    /// As in Pascal Pons's solver: how many stones the winner has left, the winning one included; negative for the
    /// loser, 0 for a tie.
    fn customary_score(&self, stones: &Stones<B>, value: Value) -> Option<i32> {
        let free = (self.full & !stones.all).count_ones() as i32;
        // the winner gets every other cell of those that are free before the winning stone falls, and the first of them
        let score = |plies: u32| (free + 2 - plies as i32) / 2;
        match value {
            Value::Win { plies } => Some(score(plies)),
            Value::Loss { plies } => Some(-score(plies)),
            _ => Some(0),
        }
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let width = self.cols.to_string().len();
        let line = |cells: &dyn Fn(usize) -> String| {
            (0..self.cols).map(|col| format!("{:>width$}", cells(col))).collect::<Vec<_>>().join(" ")
        };
        let mark = |cell: usize| self.mark(record.position(), cell).unwrap_or('.').to_string();
        let mut lines: Vec<String> = (0..self.rows).map(|row| line(&|col| mark(row * self.cols + col))).collect();
        lines.push(line(&|col| (col + 1).to_string()));
        lines.join("\n")
    }

    fn marks(&self) -> [String; 2] {
        ["x", "o"].map(str::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ConnectFour;
    use super::*;

    /// Boards of an even and of an odd number of cells, and a game that is over.
    #[test]
    fn scores_count_the_stones_left() {
        let score = |cols, rows, moves: &str, value| {
            let game = ConnectFour::new(cols, rows, 4);
            game.customary_score(game.read_moves(moves).unwrap().position(), value).unwrap()
        };
        let (win, loss) = (|plies| Value::Win { plies }, |plies| Value::Loss { plies });
        assert_eq!((score(7, 6, "", win(41)), score(7, 6, "", loss(42))), (1, -1));
        assert_eq!((score(7, 6, "4", win(41)), score(7, 6, "4", loss(40))), (1, -1));
        assert_eq!((score(7, 7, "", win(49)), score(7, 7, "", loss(48))), (1, -1));
        assert_eq!((score(7, 7, "", win(7)), score(7, 7, "", loss(8))), (22, -21));
        assert_eq!((score(7, 6, "1212121", loss(0)), score(7, 6, "", Value::Tie)), (-18, 0));
    }
}
