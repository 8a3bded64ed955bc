//! How moves and positions of Hex are written, read and drawn.

use super::{Chains, Hex, SWAP};
use perfectplay_game::{Notation, NotationError, Record};

impl Chains {
    /// The mark on a cell.
    pub(super) fn mark(&self, cell: usize) -> Option<char> {
        let [x, o] = self.marks.map(|marks| marks >> cell & 1 == 1);
        x.then_some('x').or(o.then_some('o'))
    }
}

impl Hex {
    /// The name of a move.
    pub(super) fn name_of(&self, mv: u8) -> String {
        if mv == SWAP { "swap".to_string() } else { self.grid.name(mv.into()) }
    }

    /// Whether the side to move has as many marks as the other side or one fewer, and has not won before.
    pub(super) fn is_possible(&self, chains: &Chains) -> bool {
        let (mover, other) = (chains.turn.index(), chains.turn.other().index());
        let [own, others] = [mover, other].map(|player| chains.marks[player].count_ones());
        (own == others || own + 1 == others) && !self.cells.is_connected(chains.turn, chains.marks[mover])
    }
}

impl Notation for Hex {
    fn write_move(&self, mv: u8) -> String {
        self.name_of(mv)
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        let chains = record.position();
        format!("{} {}", self.grid.write_ranks(|cell| chains.mark(cell)), ['x', 'o'][chains.turn.index()])
    }

    /// Any board with as many marks of both, or one more of the side that has just moved.
    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let (x, o, turn) = self.grid.read_ranks_and_turn(text)?;
        let chains = Chains { marks: [x as u64, o as u64], turn };
        if !self.is_possible(&chains) {
            let expected = "a side to move that has not won, and has as many marks as the other or one fewer";
            return Err(NotationError::new(expected, text));
        }
        Ok(Record::at(chains))
    }

    /// Each rank half a cell further to the right than the one above it.
    fn draw(&self, record: &Record<Self>) -> String {
        let board = self.grid.draw(|cell| record.position().mark(cell).unwrap_or('.'));
        let lines = board.lines().enumerate().map(|(row, line)| format!("{}{line}", " ".repeat(row)));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn marks(&self) -> [String; 2] {
        self.grid.marks()
    }
}
