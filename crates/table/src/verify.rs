//! Checking a table against the rules of the game, and nothing else.
//!
//! A stored value must be the best of the stored values of the moves, one ply on. Distances shrink with every ply, so wins
//! and losses cannot support each other in a circle; and if a won position were stored as a draw, the one with the
//! shortest win would have a move that is stored as winning. Only ties, which have no distances, and margins of games
//! without layers can stand in a circle: for them it is checked that they lead to an end.

use crate::{SectionHeader, Table, TableError};
use perfectplay_game::{Game, Indexed, Layered, Value};
use perfectplay_solve::{Control, Crew, Interrupted};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use thiserror::Error;

/// What is wrong at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
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
    /// The number has no position, or one that belongs elsewhere.
    #[error("expected a number with a position of this section, found one without")]
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
        fault: Fault,
        /// Where, if there is a position.
        position: Option<P>,
    },
}

impl<P: Debug> From<Interrupted> for VerifyError<P> {
    fn from(_: Interrupted) -> Self {
        TableError::Stopped.into()
    }
}

/// Positions of a section in memory.
struct Section {
    /// The numbers, rising, if they are listed.
    numbers: Vec<u64>,
    /// The first place for each run of the high bits of a number.
    starts: Vec<u32>,
    shift: u32,
    is_listed: bool,
    cells: Vec<u32>,
}

impl Section {
    fn load(table: &Table, section: usize) -> Result<Section, TableError> {
        let SectionHeader { count, is_listed, .. } = table.header().sections[section];
        let mut loaded = Section { numbers: vec![], starts: vec![], shift: 0, is_listed, cells: vec![] };
        loaded.cells.reserve(count as usize);
        for block in table.section_blocks(section) {
            let content = table.block(block)?;
            for place in 0..content.len() {
                let number = content.number(place);
                if is_listed {
                    if loaded.numbers.last().is_some_and(|&last| last >= number) {
                        return Err(TableError::Block { block });
                    }
                    loaded.numbers.push(number);
                }
                loaded.cells.push(content.cell(place));
            }
        }
        let bits = u64::BITS - loaded.numbers.last().map_or(0, |last| last.leading_zeros());
        loaded.shift = bits.saturating_sub((count.max(1).ilog2() + 1).min(28));
        for (place, number) in loaded.numbers.iter().enumerate() {
            let run = (number >> loaded.shift) as usize;
            while loaded.starts.len() <= run {
                loaded.starts.push(place as u32);
            }
        }
        loaded.starts.push(loaded.numbers.len() as u32);
        Ok(loaded)
    }

    #[inline]
    fn place(&self, number: u64) -> Option<usize> {
        if !self.is_listed {
            return Some(number as usize).filter(|&place| place < self.cells.len());
        }
        let run = (number >> self.shift) as usize;
        let (first, end) = (*self.starts.get(run)? as usize, *self.starts.get(run + 1)? as usize);
        self.numbers[first..end].binary_search(&number).ok().map(|place| first + place)
    }

    fn number(&self, place: usize) -> u64 {
        if self.is_listed { self.numbers[place] } else { place as u64 }
    }
}

/// So many positions are one job for a thread.
const CHUNK: usize = 1 << 12;

/// The sections that are in memory.
struct Verifier<'a, G> {
    game: &'a G,
    table: &'a Table,
    crew: Crew,
    loaded: BTreeMap<usize, Section>,
}

/// Checks everything; gives the number of positions checked.
pub fn verify<G>(
    game: &G,
    table: &Table,
    roots: &[G::Position],
    crew: Crew,
    control: &mut Control,
) -> Result<u64, VerifyError<G::Position>>
where
    G: Game<Position: Send> + Indexed + Layered + Sync,
{
    control.stage("checking the file");
    table.check_file()?;
    let mut verifier = Verifier { game, table, crew, loaded: BTreeMap::new() };
    let mut checked = 0;
    for section in (0..table.header().sections.len()).rev() {
        control.stage(match table.header().sections[section].layer {
            Some(layer) => format!("verifying layer {layer}"),
            None => "verifying".to_string(),
        });
        checked += verifier.section(section, control)?;
    }
    for root in roots {
        let found = match table.block_of(game.layer(root), game.index(root)) {
            Some(block) => table.block(block)?.place(game.index(root)).is_some(),
            None => false,
        };
        if !found {
            return Err(VerifyError::Wrong { fault: Fault::NoRoot, position: Some(root.clone()) });
        }
    }
    Ok(checked)
}

impl<G> Verifier<'_, G>
where
    G: Game<Position: Send> + Indexed + Layered + Sync,
{
    fn section(&mut self, section: usize, control: &mut Control) -> Result<u64, VerifyError<G::Position>> {
        if !self.loaded.contains_key(&section) {
            self.loaded.insert(section, Section::load(self.table, section)?);
        }
        self.load_what_follows(section, control)?;
        let this = &*self;
        let here = &this.loaded[&section];
        let (positions, ties) = (AtomicU64::new(0), AtomicBool::new(false));
        let own = || ();
        this.crew.run(here.cells.len().div_ceil(CHUNK), control, own, |(), chunk| {
            let places = chunk * CHUNK..here.cells.len().min((chunk + 1) * CHUNK);
            let mut checked = 0;
            for place in places {
                let Some(position) = this.position(section, here, place)? else { continue };
                let value = this.check(section, here, place, &position);
                let value = value.map_err(|fault| VerifyError::Wrong { fault, position: Some(position) })?;
                if value == Value::Tie {
                    ties.store(true, Ordering::Relaxed);
                }
                checked += 1;
            }
            positions.fetch_add(checked, Ordering::Relaxed);
            Ok::<u64, VerifyError<G::Position>>(checked)
        })?;
        let has_layers = this.table.header().sections[section].layer.is_some();
        if !has_layers && (this.table.header().scored || ties.into_inner()) {
            this.check_circles(section, here, control)?;
        }
        Ok(positions.into_inner())
    }

    /// The position at a place; `None` for a number that has none, where numbers are not listed.
    fn position(
        &self,
        section: usize,
        here: &Section,
        place: usize,
    ) -> Result<Option<G::Position>, VerifyError<G::Position>> {
        let layer = self.table.header().sections[section].layer;
        match self.game.at_index(here.number(place)) {
            None if !here.is_listed => Ok(None),
            Some(position) if layer.is_none() || self.game.layer(&position) == layer => Ok(Some(position)),
            position => Err(VerifyError::Wrong { fault: Fault::NoPosition, position }),
        }
    }

    /// Has the sections in memory to which the moves of this one lead, and no others.
    fn load_what_follows(&mut self, section: usize, control: &mut Control) -> Result<(), VerifyError<G::Position>> {
        let sections = &self.table.header().sections;
        if sections[section].layer.is_none() {
            return Ok(());
        }
        let needed: Vec<AtomicBool> = sections.iter().map(|_| AtomicBool::new(false)).collect();
        let this = &*self;
        let here = &this.loaded[&section];
        let own = || ();
        this.crew.run(here.cells.len().div_ceil(CHUNK), control, own, |(), chunk| {
            for place in chunk * CHUNK..here.cells.len().min((chunk + 1) * CHUNK) {
                let Some(position) = this.position(section, here, place)? else { continue };
                for mv in this.game.moves(&position) {
                    let layer = this.game.layer(&this.game.play(&position, mv).position);
                    match sections.binary_search_by_key(&layer, |section| section.layer) {
                        Ok(next) if next > section => needed[next].store(true, Ordering::Relaxed),
                        _ => {
                            return Err(VerifyError::Wrong { fault: Fault::Missing, position: Some(position.clone()) });
                        }
                    }
                }
            }
            Ok(0)
        })?;
        let is_needed = |number: usize| number == section || needed[number].load(Ordering::Relaxed);
        self.loaded.retain(|&number, _| is_needed(number));
        for number in (section + 1..sections.len()).filter(|&number| is_needed(number)) {
            if !self.loaded.contains_key(&number) {
                self.loaded.insert(number, Section::load(self.table, number)?);
            }
        }
        Ok(())
    }

    /// The stored value of a position.
    #[inline]
    fn stored(&self, section: usize, position: &G::Position) -> Option<Value> {
        let sections = &self.table.header().sections;
        let there = match sections[section].layer {
            None => &self.loaded[&section],
            Some(_) => {
                let layer = self.game.layer(position);
                self.loaded.get(&sections.binary_search_by_key(&layer, |section| section.layer).ok()?)?
            }
        };
        self.table.decode(there.cells[there.place(self.game.index(position))?])
    }

    /// Checks one value.
    fn check(&self, section: usize, here: &Section, place: usize, position: &G::Position) -> Result<Value, Fault> {
        let found = self.table.decode(here.cells[place]).ok_or(Fault::NoValue)?;
        let expected = match self.game.final_value(position) {
            Some(value) => value,
            None => {
                let mut best: Option<Value> = None;
                for mv in self.game.moves(position) {
                    let step = self.game.play(position, mv);
                    let after = self.stored(section, &step.position).ok_or(Fault::Missing)?;
                    let value = after.before(self.game.moves_again(position, &step.position), step.gain);
                    // of a tie and a draw, the tie is told
                    let is_better = |best: &Value| {
                        value.worth() > best.worth() || (value.worth() == best.worth() && value == Value::Tie)
                    };
                    if best.as_ref().is_none_or(is_better) {
                        best = Some(value);
                    }
                }
                best.ok_or(Fault::Missing)?
            }
        };
        if found == expected { Ok(found) } else { Err(Fault::Value { expected, found }) }
    }

    /// Every tie has a way to the end, and margins depend on nothing but the end.
    fn check_circles(
        &self,
        section: usize,
        here: &Section,
        control: &mut Control,
    ) -> Result<(), VerifyError<G::Position>> {
        let scored = self.table.header().scored;
        let settled: Vec<AtomicBool> = here.cells.iter().map(|_| AtomicBool::new(false)).collect();
        loop {
            let (more, open) = (AtomicBool::new(false), AtomicU64::new(u64::MAX));
            let own = || ();
            self.crew.run(here.cells.len().div_ceil(CHUNK), control, own, |(), chunk| {
                for place in chunk * CHUNK..here.cells.len().min((chunk + 1) * CHUNK) {
                    let is_asked = scored || self.table.decode(here.cells[place]) == Some(Value::Tie);
                    if !is_asked || settled[place].load(Ordering::Relaxed) {
                        continue;
                    }
                    let Some(position) = self.position(section, here, place)? else { continue };
                    let leads_on = |mv| {
                        let next = self.game.index(&self.game.play(&position, mv).position);
                        here.place(next).is_some_and(|next| settled[next].load(Ordering::Relaxed))
                    };
                    let mut moves = self.game.moves(&position);
                    let is_settled = self.game.ending(&position).is_some()
                        || if scored { moves.all(leads_on) } else { moves.any(leads_on) };
                    if is_settled {
                        settled[place].store(true, Ordering::Relaxed);
                        more.store(true, Ordering::Relaxed);
                    } else {
                        open.fetch_min(place as u64, Ordering::Relaxed);
                    }
                }
                Ok::<u64, VerifyError<G::Position>>(0)
            })?;
            match open.into_inner() {
                u64::MAX => return Ok(()),
                _ if more.into_inner() => {}
                place => {
                    let place = place as usize;
                    let found = self.table.decode(here.cells[place]).expect("a value that was checked");
                    let position = self.game.at_index(here.number(place));
                    return Err(VerifyError::Wrong { fault: Fault::Circle { found }, position });
                }
            }
        }
    }
}
