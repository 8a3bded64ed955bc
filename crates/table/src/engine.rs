//! An engine that answers from a table, and searches where the table has nothing.

use crate::format::{Block, TableScope};
use crate::read::Found;
use crate::{Table, TableError};
use perfectplay_game::{Bounds, Hints, Value};
use perfectplay_solve::{Control, Engine, Goal, Numbering, Premise, SolveError};
use std::io::{self, Read, Write};

/// Answers from a table. Blocks that were read last are kept.
pub struct TableEngine<'g, G: Hints> {
    numbering: Numbering<'g, G>,
    table: Table,
    /// The latest first.
    blocks: Vec<(usize, Block)>,
    search: Option<Box<dyn Engine<G> + Send + 'g>>,
    has_searched: bool,
    is_book: bool,
    /// The last layer of a book.
    last: Option<u32>,
}

/// So many blocks are kept.
const KEPT: usize = 64;

impl<'g, G: Hints> TableEngine<'g, G> {
    /// An engine for a game with its numbering, and a table of it. Positions that the table does not have are given to `search`; without
    /// one, nothing is known of those beyond a book. Values are what the table says: that they are right is for
    /// [`verify`](crate::verify()) to find out.
    ///
    /// # Errors
    ///
    /// If the header does not fit the game.
    pub fn new(
        numbering: impl Into<Numbering<'g, G>>,
        table: &Table,
        search: Option<Box<dyn Engine<G> + Send + 'g>>,
    ) -> Result<Self, TableError> {
        let numbering = numbering.into();
        table.check_game(&numbering)?;
        let header = table.header();
        let is_book = matches!(header.scope, TableScope::Opening { .. });
        let last = header.sections.last().filter(|_| is_book).and_then(|section| section.layer);
        Ok(TableEngine { numbering, table: table.clone(), blocks: vec![], search, has_searched: false, is_book, last })
    }

    /// The value of a position, if the table has it.
    ///
    /// # Errors
    ///
    /// If its block is damaged.
    pub fn value(&mut self, position: &G::Position) -> Result<Option<Value>, TableError> {
        let (table, blocks) = (&self.table, &mut self.blocks);
        let found = table.find::<_, TableError>(&self.numbering, position, |block| {
            match blocks.iter().position(|(kept, _)| *kept == block) {
                Some(at) => blocks[..=at].rotate_right(1),
                None => {
                    blocks.truncate(KEPT - 1);
                    blocks.insert(0, (block, table.block(block)?));
                }
            }
            Ok(&blocks[0].1)
        })?;
        let value = |found: Found| table.decode(found.cell).ok_or(TableError::Block { block: found.block });
        found.map(value).transpose()
    }
}

impl<G: Hints> Engine<G> for TableEngine<'_, G> {
    fn name(&self) -> &'static str {
        match &self.search {
            Some(search) if self.has_searched => search.name(),
            _ => "table",
        }
    }

    fn reason(&self) -> &'static str {
        match &self.search {
            Some(search) if self.has_searched => search.reason(),
            Some(_) => "a table has the position; moves that it does not have are searched",
            None => "a table was asked",
        }
    }

    fn game(&self) -> &G {
        self.numbering.game()
    }

    fn bounds(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        if let Some(value) = self.game().final_value(position) {
            return Ok(Bounds::exactly(value));
        }
        let value = self.value(position).map_err(|error| {
            let block = match error {
                TableError::Block { block } => block,
                _ => {
                    let number = self.numbering.number(position).unwrap_or(0);
                    self.table.block_of(self.game().layer(position), number).unwrap_or(0)
                }
            };
            SolveError { premise: Premise::TableDamaged { block }, position: position.clone() }
        })?;
        let is_beyond = self.is_book && self.numbering.is_beyond(position, self.last);
        match (value, &mut self.search) {
            (Some(value), _) => {
                self.has_searched = false;
                Ok(if control.tick() { Bounds::exactly(value) } else { Bounds::UNKNOWN })
            }
            (None, Some(search)) => {
                self.has_searched = true;
                search.bounds(position, goal, control)
            }
            (None, None) if is_beyond => Ok(Bounds::UNKNOWN),
            (None, None) => Err(SolveError { premise: Premise::NotInTable, position: position.clone() }),
        }
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.search.as_ref().map_or(Ok(()), |search| search.save(to))
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.search.as_mut().map_or(Ok(()), |search| search.load(from))
    }
}
