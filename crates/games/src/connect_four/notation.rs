//! How Connect Four moves and positions are written, read and drawn.

use super::{Bits, ConnectFourOn, Stones};
use crate::grid::Grid;
use perfectplay_game::{Game, Notation, NotationError, Player, Record, Value, notation};
use std::collections::HashSet;

/// The search for moves that lead to a board is given up after so many positions.
const MOST_TRIES: usize = 300_000;

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

    /// Some moves that lead to a position, found by taking stones away from the top; given up after so many tries.
    fn unplay(&self, stones: &Stones<B>, tried: &mut HashSet<Stones<B>>, most: usize) -> Option<Vec<u8>> {
        if stones.all == B::zero() {
            return Some(vec![]);
        }
        for col in 0..self.cols as u8 {
            // the last stone of the side that is not to move
            let in_column = self.column(col) & stones.all;
            let last = in_column & !(in_column >> 1);
            let before = Stones { own: (stones.own ^ stones.all) & !last, all: stones.all & !last };
            let is_possible =
                last & !stones.own != B::zero() && !self.has_line(before.own) && !self.has_line(stones.own);
            if is_possible
                && tried.len() < most
                && tried.insert(before)
                && let Some(mut moves) = self.unplay(&before, tried, most)
            {
                moves.push(col);
                return Some(moves);
            }
        }
        None
    }

    /// Moves that lead to a board, if the rules allow it to come about.
    fn moves_to_ranks(&self, text: &str) -> Result<Vec<u8>, NotationError> {
        let grid = Grid { rows: self.rows, cols: self.cols };
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
        if self.has_line(own) {
            return wrong("no line of the side to move, because the game ended with it");
        }
        let mut tried = HashSet::new();
        match self.unplay(&Stones { own, all }, &mut tried, MOST_TRIES) {
            Some(moves) => Ok(moves),
            None if tried.len() >= MOST_TRIES => wrong("a board for which the moves are found more easily"),
            None => wrong("stones that can have fallen in turn, x first, with no line before the last one"),
        }
    }
}

impl<B: Bits> Notation for ConnectFourOn<B> {
    fn write_move(&self, col: u8) -> String {
        (col + 1).to_string()
    }

    fn moves_to(&self, stones: &Stones<B>) -> Option<Vec<u8>> {
        self.unplay(stones, &mut HashSet::new(), usize::MAX)
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

    /// The columns as played, or the ranks of a board that play can lead to.
    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        if !text.contains('/') {
            return self.read_moves(text);
        }
        let moves = self.moves_to_ranks(text.trim()).map_err(|error| error.at("a board given by its ranks"))?;
        let mut record = Record::new(self);
        for mv in moves {
            record.play(self, mv).expect("a move of a game that was found");
        }
        Ok(record)
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
