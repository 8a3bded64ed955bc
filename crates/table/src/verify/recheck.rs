//! Values that come from a search, searched once more.

use super::{Fault, Verifier, VerifyError};
use crate::read::Found;
use crate::{Table, TableError};
use perfectplay_game::{Game, Hints, Notation};
use perfectplay_solve::{Control, Crew, Engine, Goal, Numbering};
use std::sync::Mutex;

/// Searches some of the positions again whose values come from a search: `count` of them by chance, all over the table. Says how
/// many they were.
///
/// # Errors
///
/// If a value is wrong, or a position cannot be searched, or the control stops it.
pub fn recheck<'g, G>(
    numbering: impl Into<Numbering<'g, G>>,
    table: &Table,
    engine: &mut dyn Engine<G>,
    count: usize,
    crew: Crew,
    control: &mut Control,
) -> Result<usize, VerifyError<G::Position>>
where
    G: Game<Position: Send + Sync> + Notation + Hints + Sync + 'g,
{
    let numbering = numbering.into();
    let scope = table.scope(numbering.game())?;
    let mut verifier = Verifier::new(numbering, table, &scope, crew);
    let searched = verifier.searched(control)?;
    let wrong = |fault, position| VerifyError::Wrong { fault, position };
    let count = count.min(searched.len());
    for nth in 0..count {
        control.stage(format!("searching again, {nth} of {count}"));
        let part = &searched[nth * searched.len() / count..(nth + 1) * searched.len() / count];
        let Found { block, at, cell } = part[fastrand::usize(..part.len())];
        let position = verifier.numbering.position(table.block(block)?.number(at));
        let position = position.ok_or_else(|| wrong(Fault::NoPosition, None))?;
        let found = table.decode(cell).ok_or_else(|| wrong(Fault::NoValue, Some(position.clone())))?;
        let expected = engine.bounds(&position, Goal::Exact, control)?.value().ok_or(TableError::Stopped)?;
        if expected != found {
            return Err(wrong(Fault::Value { expected, found }, Some(position)));
        }
    }
    Ok(count)
}

impl<G> Verifier<'_, G>
where
    G: Game<Position: Send + Sync> + Hints + Sync,
{
    /// Where the positions stand whose values come from a search.
    fn searched(&mut self, control: &mut Control) -> Result<Vec<Found>, VerifyError<G::Position>> {
        let mut searched = vec![];
        for section in 0..self.table.header().sections.len() {
            self.load(section)?;
            let these = Mutex::new(vec![]);
            let this = &*self;
            let every = |_| true;
            this.each(section, control, every, |found, position| {
                if this.leads_beyond(position) {
                    these.lock().expect("nobody panics with the lock").push(found);
                }
                Ok(0)
            })?;
            searched.append(&mut these.into_inner().expect("nobody panics with the lock"));
        }
        searched.sort_unstable_by_key(|found| (found.block, found.at));
        Ok(searched)
    }
}
