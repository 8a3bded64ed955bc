//! Whether a table has the positions that it says it has, and no others.

use super::{Fault, Verifier, VerifyError};
use crate::TableError;
use crate::read::Found;
use perfectplay_game::{Game, Hints};
use perfectplay_solve::{Control, Scope};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// To which positions of a table a move leads, if that is asked.
pub(super) struct Reached {
    is_asked: bool,
    /// For each block that was in memory; an empty list if all its positions are reached.
    marks: Vec<Option<Vec<AtomicBool>>>,
}

impl Reached {
    pub(super) fn new<P: PartialEq>(scope: &Scope<P>, blocks: usize) -> Reached {
        Reached { is_asked: *scope != Scope::All, marks: (0..blocks).map(|_| None).collect() }
    }

    /// A block with so many positions is to be reached.
    pub(super) fn expect(&mut self, block: usize, count: usize) {
        if self.is_asked && self.marks[block].is_none() {
            self.marks[block] = Some((0..count).map(|_| AtomicBool::new(false)).collect());
        }
    }

    /// A move leads to this position. True if that was not known.
    #[inline]
    pub(super) fn mark(&self, found: Found) -> bool {
        let mark = self.marks[found.block].as_ref().and_then(|marks| marks.get(found.at));
        mark.is_some_and(|mark| !mark.load(Ordering::Relaxed) && !mark.swap(true, Ordering::Relaxed))
    }

    pub(super) fn forget_what_is_complete(&mut self) {
        for marks in self.marks.iter_mut().flatten() {
            if marks.iter().all(|mark| mark.load(Ordering::Relaxed)) {
                *marks = vec![];
            }
        }
    }

    fn forget_all(&mut self) {
        self.marks.iter().flatten().flatten().for_each(|mark| mark.store(false, Ordering::Relaxed));
    }

    /// The first position to which no move leads.
    fn missing(&self) -> Option<(usize, usize)> {
        let missing = |marks: &Vec<AtomicBool>| marks.iter().position(|mark| !mark.load(Ordering::Relaxed));
        self.marks.iter().enumerate().find_map(|(block, marks)| Some((block, missing(marks.as_ref()?)?)))
    }
}

impl<G> Verifier<'_, G>
where
    G: Game<Position: Send + Sync> + Hints + Sync,
{
    /// The positions are the roots and what can be reached from them. Every section was checked.
    pub(super) fn check_reached(
        &mut self,
        roots: &[G::Position],
        control: &mut Control,
    ) -> Result<(), VerifyError<G::Position>> {
        let wrong = |fault, position| VerifyError::Wrong { fault, position };
        let has_layers = self.table.header().sections[0].layer.is_some();
        if !has_layers {
            // a move from a position that is not reached itself leads nowhere
            self.reached.forget_all();
        }
        let mut open = vec![];
        for root in roots {
            // its section need not be in memory any more
            let (table, mut content) = (self.table, None);
            let found =
                table.find::<_, TableError>(&self.numbering, root, |block| Ok(content.insert(table.block(block)?)))?;
            let found = found.ok_or_else(|| wrong(Fault::NoRoot, Some(root.clone())))?;
            if self.reached.mark(found) {
                open.extend(self.numbering.number(root));
            }
        }
        control.stage("verifying what is reached");
        while let Some(number) = open.pop().filter(|_| !has_layers) {
            if !control.tick() {
                return Err(TableError::Stopped.into());
            }
            let position = self.numbering.position(number).expect("a position that was checked");
            for mv in self.game.moves(&position) {
                let next = self.game.play(&position, mv).position;
                if self.find(&next).is_some_and(|next| self.reached.mark(next)) {
                    open.extend(self.numbering.number(&next));
                }
            }
        }
        match self.reached.missing() {
            None => Ok(()),
            Some((block, place)) => {
                let number = self.table.block(block)?.number(place);
                Err(wrong(Fault::Unreached, self.numbering.position(number)))
            }
        }
    }

    /// So many positions are all that have a number.
    pub(super) fn check_complete(&self, found: u64, control: &mut Control) -> Result<(), VerifyError<G::Position>> {
        const CHUNK: u64 = 1 << 14;
        let header = self.table.header();
        if header.sections.iter().all(|section| !section.is_listed) {
            return Ok(());
        }
        let all = AtomicU64::new(0);
        let own = || ();
        self.crew.run(header.index_count.div_ceil(CHUNK) as usize, control, own, |(), chunk| {
            let first = chunk as u64 * CHUNK;
            let numbers = first..header.index_count.min(first + CHUNK);
            let positions = numbers.filter(|&number| self.numbering.position(number).is_some()).count();
            all.fetch_add(positions as u64, Ordering::Relaxed);
            Ok::<u64, VerifyError<G::Position>>(0)
        })?;
        match all.into_inner() {
            expected if expected == found => Ok(()),
            expected => Err(VerifyError::Wrong { fault: Fault::Incomplete { expected, found }, position: None }),
        }
    }
}
