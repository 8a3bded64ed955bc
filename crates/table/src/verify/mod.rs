//! Checking a table against the rules of the game, and nothing else.
//!
//! Positions are looked up as they are for an answer ([`Table::find`]), and every position that is stored must be found
//! where it stands: what is verified is what is answered.
//!
//! A stored value must be the best of the stored values of the moves, one ply on. Distances shrink with every ply, so wins
//! and losses cannot support each other in a circle; and if a won position were stored as a draw, the one with the
//! shortest win would have a move that is stored as winning. Only ties, which have no distances, and margins of games
//! without layers can stand in a circle: for them it is checked that they lead to an end.
//!
//! In a table of an opening, positions whose moves lead beyond its last layer have values that come from a search. They are counted; a search of
//! some of them tells whether they are right ([`recheck`]).

mod circles;
mod reach;
mod recheck;

pub use recheck::recheck;

use crate::read::Found;
use crate::{Block, Table, TableError};
use perfectplay_game::{Game, Hints, Notation, Value};
use perfectplay_solve::{Control, Crew, Interrupted, Numbering, Scope, SolveError};
use reach::Reached;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use thiserror::Error;

/// What is wrong at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// Another value follows from the moves or the ending.
    #[error("expected {expected}, as it follows from the rules, found {found}")]
    Value {
        /// The value that follows.
        expected: Value,
        /// The value in the table.
        found: Value,
    },
    /// The cell holds no value.
    #[error("expected a value, found none")]
    NoValue,
    /// A move leads to a position that the table does not have.
    #[error("expected a value for every move, found a move to a position that the table does not have")]
    Missing,
    /// The number has no position, or one that is looked up elsewhere.
    #[error("expected a number whose position is looked up where it stands, found another")]
    NoPosition,
    /// A tie that leads to no finished game, or margins that do.
    #[error("expected a value that leads to the end of the game, found {found} in a circle of moves")]
    Circle {
        /// The value in the table.
        found: Value,
    },
    /// The position is not in the table, though it has to be.
    #[error("expected the position that the table begins with, found none")]
    NoRoot,
    /// The position does not belong into the table.
    #[error("expected positions that can be reached from those that the table begins with, found another")]
    Unreached,
    /// A move skips a layer where layers count plies.
    #[error("expected a move to the next layer, as layers are the plies of an opening, found one that skips some")]
    Skipped,
    /// The table is to have all positions, and does not.
    #[error("expected all {expected} positions of the game, found {found}")]
    Incomplete {
        /// How many there are.
        expected: u64,
        /// How many the table has.
        found: u64,
    },
}

/// Why a table does not stand the test.
#[derive(Debug, Error)]
pub enum VerifyError<P: Debug> {
    /// The file is not as it should be.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A position has a wrong value.
    #[error("{fault} (at {position:?})")]
    Wrong {
        /// What is wrong.
        #[source]
        fault: Fault,
        /// Where, if there is a position.
        position: Option<P>,
    },
    /// A position cannot be searched.
    #[error(transparent)]
    Unsolvable(#[from] SolveError<P>),
}

impl<P: Debug> From<Interrupted> for VerifyError<P> {
    fn from(_: Interrupted) -> Self {
        TableError::Stopped.into()
    }
}

/// So many positions are one job for a thread.
const CHUNK: usize = 1 << 12;

/// What was found in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// All positions.
    pub positions: u64,
    /// Those whose value comes from a search, and was taken as it is.
    pub searched: u64,
}

/// Checks everything: the file, the value of every position, and that the positions are those that the header promises.
///
/// # Errors
///
/// If something is not right, or the control stops it.
pub fn verify<'g, G>(
    numbering: impl Into<Numbering<'g, G>>,
    table: &Table,
    crew: Crew,
    control: &mut Control,
) -> Result<Verified, VerifyError<G::Position>>
where
    G: Game<Position: Send + Sync> + Notation + Hints + Sync + 'g,
{
    let numbering = numbering.into();
    let scope = table.scope(numbering.game())?;
    verify_scope(numbering, table, &scope, crew, control)
}

/// The same for a game without a notation, whose table has to hold these positions.
///
/// # Errors
///
/// If something is not right, or the control stops it.
pub fn verify_scope<'g, G>(
    numbering: impl Into<Numbering<'g, G>>,
    table: &Table,
    scope: &Scope<G::Position>,
    crew: Crew,
    control: &mut Control,
) -> Result<Verified, VerifyError<G::Position>>
where
    G: Game<Position: Send + Sync> + Hints + Sync + 'g,
{
    let numbering = numbering.into();
    control.stage("checking the file");
    table.check_file()?;
    table.check_game(&numbering)?;
    let header = table.header();
    if *scope == Scope::All && !numbering.is_dense() {
        let expected = "positions to begin with, since the numbering has gaps,".to_string();
        return Err(TableError::Header { expected, found: "all".to_string() }.into());
    }
    let mut verifier = Verifier::new(numbering, table, scope, crew);
    let mut checked = 0;
    for section in (0..header.sections.len()).rev() {
        control.stage(match header.sections[section].layer {
            Some(layer) => format!("verifying layer {layer}"),
            None => "verifying".to_string(),
        });
        checked += verifier.section(section, control)?;
    }
    match scope {
        Scope::From(roots) => verifier.check_reached(roots, control)?,
        Scope::Opening { from, .. } => verifier.check_reached(std::slice::from_ref(from), control)?,
        Scope::All => verifier.check_complete(checked, control)?,
    }
    Ok(Verified { positions: checked, searched: verifier.searched.into_inner() })
}

/// A table that is being verified, and the blocks of it that are in memory.
struct Verifier<'a, G: Game> {
    game: &'a G,
    numbering: Numbering<'a, G>,
    table: &'a Table,
    crew: Crew,
    blocks: Vec<Option<Block>>,
    reached: Reached,
    is_opening: bool,
    /// The last layer of an opening.
    last: Option<u32>,
    /// Positions whose moves lead beyond it.
    searched: AtomicU64,
}

impl<'a, G> Verifier<'a, G>
where
    G: Game<Position: Send + Sync> + Hints + Sync,
{
    fn new(numbering: Numbering<'a, G>, table: &'a Table, scope: &Scope<G::Position>, crew: Crew) -> Self {
        let game = numbering.game();
        let blocks = table.header().blocks();
        Verifier {
            game,
            numbering,
            table,
            crew,
            blocks: (0..blocks).map(|_| None).collect(),
            reached: Reached::new(scope, blocks),
            is_opening: matches!(scope, Scope::Opening { .. }),
            last: scope.last_layer(game),
            searched: AtomicU64::new(0),
        }
    }

    fn section(&mut self, section: usize, control: &mut Control) -> Result<u64, VerifyError<G::Position>> {
        self.load(section)?;
        self.load_what_follows(section, control)?;
        let this = &*self;
        let ties = AtomicBool::new(false);
        let every = |_| true;
        let checked = this.each(section, control, every, |found, position| {
            if this.check(found, position)? == Value::Tie {
                ties.store(true, Ordering::Relaxed);
            }
            Ok(1)
        })?;
        if this.table.header().sections[section].layer.is_some() {
            self.reached.forget_what_is_complete();
        } else if this.table.header().scored || ties.into_inner() {
            this.check_circles(section, control)?;
        }
        Ok(checked)
    }

    /// Has a section in memory.
    fn load(&mut self, section: usize) -> Result<(), TableError> {
        for at in self.table.section_blocks(section) {
            if self.blocks[at].is_none() {
                let block = self.table.block(at)?;
                self.reached.expect(at, block.len());
                self.blocks[at] = Some(block);
            }
        }
        Ok(())
    }

    /// Has the sections in memory to which the moves of this one lead, and no others.
    fn load_what_follows(&mut self, section: usize, control: &mut Control) -> Result<(), VerifyError<G::Position>> {
        let sections = &self.table.header().sections;
        if sections[section].layer.is_none() {
            return Ok(());
        }
        let needed: Vec<AtomicBool> = sections.iter().map(|_| AtomicBool::new(false)).collect();
        let this = &*self;
        let every = |_| true;
        this.each(section, control, every, |_, position| {
            for mv in this.game.moves(position) {
                let next = this.game.play(position, mv).position;
                let layer = this.game.layer(&next);
                if this.is_opening && layer > this.game.layer(position).map(|layer| layer.saturating_add(1)) {
                    return Err(Fault::Skipped);
                }
                if this.is_beyond(&next) {
                    continue;
                }
                let next = this.table.section_of(layer).filter(|&next| next > section).ok_or(Fault::Missing)?;
                needed[next].store(true, Ordering::Relaxed);
            }
            Ok(0)
        })?;
        for (later, is_needed) in needed.into_iter().enumerate().skip(section + 1) {
            if is_needed.into_inner() {
                self.load(later)?;
            } else {
                self.table.section_blocks(later).for_each(|block| self.blocks[block] = None);
            }
        }
        Ok(())
    }

    /// Goes through those positions of a section in memory whose cells are wanted. A visit tells how many positions it was
    /// worth; gives the sum.
    fn each(
        &self,
        section: usize,
        control: &mut Control,
        wanted: impl Fn(Found) -> bool + Sync,
        visit: impl Fn(Found, &G::Position) -> Result<u64, Fault> + Sync,
    ) -> Result<u64, VerifyError<G::Position>> {
        let is_listed = self.table.header().sections[section].is_listed;
        let jobs: Vec<(usize, Range<usize>)> = self
            .table
            .section_blocks(section)
            .flat_map(|block| {
                let length = self.content(block).map_or(0, Block::len);
                (0..length).step_by(CHUNK).map(move |first| (block, first..length.min(first + CHUNK)))
            })
            .collect();
        let worth = AtomicU64::new(0);
        let own = || ();
        self.crew.run(jobs.len(), control, own, |(), job| {
            let (block, part) = jobs[job].clone();
            let content = self.content(block).expect("a block in memory");
            let mut sum = 0;
            for at in part {
                let found = Found { block, at, cell: content.cell(at) };
                if !wanted(found) {
                    continue;
                }
                let wrong = |fault, position| VerifyError::Wrong { fault, position };
                let position = match self.numbering.position(content.number(at)) {
                    None if !is_listed => continue,
                    None => return Err(wrong(Fault::NoPosition, None)),
                    Some(position) => position,
                };
                sum += visit(found, &position).map_err(|fault| wrong(fault, Some(position)))?;
            }
            worth.fetch_add(sum, Ordering::Relaxed);
            Ok(sum)
        })?;
        Ok(worth.into_inner())
    }

    #[inline]
    fn content(&self, block: usize) -> Option<&Block> {
        self.blocks[block].as_ref()
    }

    /// Looks a position up in what is in memory.
    #[inline]
    fn find(&self, position: &G::Position) -> Option<Found> {
        self.table.find(&self.numbering, position, |block| self.content(block).ok_or(())).ok().flatten()
    }

    /// Checks one value.
    fn check(&self, found: Found, position: &G::Position) -> Result<Value, Fault> {
        let value = self.table.decode(found.cell).ok_or(Fault::NoValue)?;
        if self.find(position) != Some(found) {
            return Err(Fault::NoPosition);
        }
        let expected = match self.game.final_value(position) {
            Some(value) => value,
            None => {
                let best = self.best(position)?;
                if self.leads_beyond(position) {
                    self.searched.fetch_add(1, Ordering::Relaxed);
                    // a move that the table has may be the best, and none of them is better
                    best.filter(|best| best.worth() > value.worth()).unwrap_or(value)
                } else {
                    best.ok_or(Fault::Missing)?
                }
            }
        };
        if value == expected { Ok(value) } else { Err(Fault::Value { expected, found: value }) }
    }

    /// Whether a position is beyond an opening.
    fn is_beyond(&self, position: &G::Position) -> bool {
        self.is_opening && self.numbering.is_beyond(position, self.last)
    }

    /// Whether a move leads there.
    fn leads_beyond(&self, position: &G::Position) -> bool {
        self.is_opening && self.game.moves(position).any(|mv| self.is_beyond(&self.game.play(position, mv).position))
    }

    /// The value of the best move that the table has, by what is stored.
    fn best(&self, position: &G::Position) -> Result<Option<Value>, Fault> {
        let mut best: Option<Value> = None;
        for mv in self.game.moves(position) {
            let step = self.game.play(position, mv);
            if self.is_beyond(&step.position) {
                continue;
            }
            let after = self.find(&step.position).ok_or(Fault::Missing)?;
            self.reached.mark(after);
            let after = self.table.decode(after.cell).ok_or(Fault::Missing)?;
            let value = after.before(self.game.moves_again(position, &step.position), step.gain);
            // of a tie and a draw, the tie is told
            let is_better =
                |best: &Value| value.worth() > best.worth() || (value.worth() == best.worth() && value == Value::Tie);
            if best.as_ref().is_none_or(is_better) {
                best = Some(value);
            }
        }
        Ok(best)
    }
}
