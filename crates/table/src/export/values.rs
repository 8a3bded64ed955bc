//! The values of a table while it is gone through from its first section to its last: what moves lead to is looked up in memory.

use crate::{Block, Table, TableError};
use perfectplay_game::{Hints, Value};
use perfectplay_solve::Numbering;
use std::sync::OnceLock;

/// A table and those of its blocks that were asked for.
pub(super) struct Values<'t, 'g, G: Hints> {
    pub(super) numbering: Numbering<'g, G>,
    pub(super) table: &'t Table,
    blocks: Vec<OnceLock<Block>>,
}

impl<'t, 'g, G: Hints> Values<'t, 'g, G> {
    pub(super) fn new(numbering: Numbering<'g, G>, table: &'t Table) -> Self {
        Values { numbering, table, blocks: (0..table.header().blocks()).map(|_| OnceLock::new()).collect() }
    }

    /// The content of a block, which is read at most once by each thread.
    pub(super) fn block(&self, block: usize) -> Result<&Block, TableError> {
        match self.blocks[block].get() {
            Some(content) => Ok(content),
            None => {
                let content = self.table.block(block)?;
                Ok(self.blocks[block].get_or_init(|| content))
            }
        }
    }

    /// Gives back what is before a section of a game with layers: no move leads there any more.
    pub(super) fn forget_before(&mut self, section: usize) {
        for block in 0..self.table.section_blocks(section).start {
            self.blocks[block].take();
        }
    }

    /// The best moves of a position with this value, by what is stored; `None` if a move leads to what the table does not have.
    pub(super) fn best(&self, position: &G::Position, value: Value) -> Result<Option<Vec<G::Move>>, TableError> {
        let game = self.numbering.game();
        let mut best = vec![];
        for mv in game.moves(position) {
            let step = game.play(position, mv);
            let found = self.table.find(&self.numbering, &step.position, |block| self.block(block))?;
            let Some(found) = found else { return Ok(None) };
            let after = self.table.decode(found.cell).ok_or(TableError::Block { block: found.block })?;
            let again = game.moves_again(position, &step.position);
            if after.before(again, step.gain).worth() == value.worth() {
                best.push(mv);
            }
        }
        Ok(Some(best))
    }
}
