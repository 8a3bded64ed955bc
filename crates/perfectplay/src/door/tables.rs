//! Tables of a game: built, opened, verified and counted.

use super::face::Face;
use super::{DoorError, Place};
use perfectplay_game::{Hints, Playable, Record};
use perfectplay_solve::{
    AlphaBeta, Control, Crew, Discovery, Notice, Numbering, Scope, Stop, Strong, Undiscovered, Workshop,
};
use perfectplay_table::{
    Export, Job, Stats, Table, TableError, TableNumbering, TableScope, Verified, VerifyError, build, export, job_name,
    stats, verify,
};
use std::any::Any;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A table to build.
#[derive(Clone, Debug)]
pub struct TableJob {
    /// Which positions it is to have: those that can be reached from here; all if none is given, in games with a dense
    /// numbering, else those that can be reached from the start.
    pub from: Option<Place>,
    /// Only the positions of so many plies, of which the last are searched: a book.
    pub plies: Option<u32>,
    /// The folder for files on the way.
    pub folder: PathBuf,
    /// Go on with a job that was stopped.
    pub resume: bool,
    /// Threads to use.
    pub crew: Crew,
    /// Bytes for all that grows with the game.
    pub memory: usize,
    /// How often a game without layers, or the search for a book, is saved on the way.
    pub save_every: Duration,
}

/// How many of the values that come from a search are searched again.
#[derive(Clone, Copy, Debug)]
pub struct Recheck {
    /// So many positions, by chance.
    pub positions: usize,
    /// Bytes for the search.
    pub memory: usize,
}

/// A table of a game that can be asked. A clone is the same table once more, and takes no memory.
#[derive(Clone)]
pub struct OpenTable {
    table: Table,
    /// The discovery of its positions, if they have no numbers of their own.
    discovery: Option<Arc<dyn Any + Send + Sync>>,
    memory: usize,
}

impl OpenTable {
    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Bytes that it takes, beside the file.
    pub fn memory(&self) -> usize {
        self.memory
    }
}

impl<G: Playable> Face<G> {
    pub(super) fn build(
        &self,
        asked: &TableJob,
        out: &mut dyn Write,
        announce: &mut dyn FnMut(&Notice),
        control: &mut Control,
    ) -> Result<(), DoorError> {
        let game = &*self.game;
        let root = match &asked.from {
            None if Numbering::from(game).is_dense() && asked.plies.is_none() => None,
            None => Some(Record::new(game)),
            Some(place) => Some(place.read(game)?),
        };
        let from = |record: &Record<G>| TableScope::From(vec![game.write_position(record)]);
        let (scope, table_scope) = match (&root, asked.plies) {
            (None, _) => (Scope::All, TableScope::All),
            (Some(record), None) => (Scope::From(vec![record.position().clone()]), from(record)),
            (Some(record), Some(plies)) => (
                Scope::Opening { from: record.position().clone(), plies },
                TableScope::Opening { from: game.write_position(record), plies },
            ),
        };
        let is_discovered = |root: &Record<G>| {
            game.index_count().is_none() || (asked.plies.is_some() && !layers_are_plies(game, root.position()))
        };
        let (numbering, memory) = match &root {
            Some(root) if is_discovered(root) => {
                let discovery = self.discover(std::slice::from_ref(root), asked.plies, asked.memory, control)?;
                let memory = asked.memory.saturating_sub(discovery.memory());
                (Numbering::discovered(game, discovery), memory)
            }
            _ => (Numbering::from(game), asked.memory),
        };
        let mut job = Job { game: self.about.name.clone(), options: self.options.settings(), scope: table_scope };
        let workshop = Workshop {
            folder: asked.folder.clone(),
            job: job_name(&job, game),
            resume: asked.resume,
            crew: asked.crew,
            memory,
            save_every: asked.save_every,
        };
        let strong = Strong::solve(numbering.clone(), &scope, &workshop, announce, control)
            .map_err(|error| DoorError::strong(game, error))?;
        // all positions that did not fit into the memory were worked out from the start
        if job.scope == TableScope::All && strong.sections().iter().any(|section| section.is_listed) {
            job.scope = from(&Record::new(game));
        }
        build(out, numbering, &job, &strong, asked.crew, control)?;
        Ok(strong.delete()?)
    }

    fn discover(
        &self,
        roots: &[Record<G>],
        plies: Option<u32>,
        memory: usize,
        control: &mut Control,
    ) -> Result<Arc<Discovery<G::Position>>, DoorError> {
        control.stage("discovering positions");
        let heap = self.game.heap().map_or(0, |heap| {
            control.set_heap(heap, heap.share_of(memory));
            heap.share_of(memory)
        });
        Discovery::of(&*self.game, roots, plies, memory - heap, control).map(Arc::new).map_err(|error| match error {
            Undiscovered::Unsolvable(error) => DoorError::unsolvable(&*self.game, &error),
            Undiscovered::Stopped(Stop::Memory) => {
                DoorError::NoRoom(format!("expected positions that take at most {heap} bytes, found more"))
            }
            Undiscovered::Stopped(_) => DoorError::Table(TableError::Stopped),
        })
    }

    pub(super) fn open(&self, table: Table, memory: usize, control: &mut Control) -> Result<OpenTable, DoorError> {
        let game = &*self.game;
        table.header().check_name(&self.about.name, &self.options)?;
        let plies = match table.header().scope {
            TableScope::Opening { plies, .. } => Some(plies),
            TableScope::All | TableScope::From(_) => None,
        };
        let discovery = match (table.header().numbering, table.roots(game)?) {
            (TableNumbering::Discovered, Some(roots)) => Some(self.discover(&roots, plies, memory, control)?),
            _ => None,
        };
        let memory = discovery.as_ref().map_or(0, |discovery| discovery.memory());
        let discovery = discovery.map(|discovery| discovery as Arc<dyn Any + Send + Sync>);
        let open = OpenTable { table, discovery, memory };
        open.table.check_game(&self.numbering(&open))?;
        Ok(open)
    }

    /// How the positions of a table are numbered. A table of another game has other numbers, which is found out when it is read.
    pub(super) fn numbering(&self, open: &OpenTable) -> Numbering<'_, G> {
        let game = &*self.game;
        match open.discovery.clone().and_then(|discovery| discovery.downcast().ok()) {
            Some(discovery) => Numbering::discovered(game, discovery),
            None => Numbering::from(game),
        }
    }

    pub(super) fn verify(
        &self,
        open: &OpenTable,
        recheck: Recheck,
        crew: Crew,
        control: &mut Control,
    ) -> Result<Verified, DoorError> {
        let wrong = |error| self.wrong(open, error);
        let verified = verify(self.numbering(open), &open.table, crew, control).map_err(wrong)?;
        if verified.searched > 0 && recheck.positions > 0 {
            let mut engine = AlphaBeta::with_crew(&*self.game, recheck.memory, crew)?;
            perfectplay_table::recheck(
                self.numbering(open),
                &open.table,
                &mut engine,
                recheck.positions,
                crew,
                control,
            )
            .map_err(wrong)?;
        }
        Ok(verified)
    }

    /// Why a table does not stand the test, in the notation of the game.
    fn wrong(&self, open: &OpenTable, error: VerifyError<G::Position>) -> DoorError {
        match error {
            VerifyError::Unsolvable(error) => DoorError::unsolvable(&*self.game, &error),
            VerifyError::Table(error) => DoorError::Table(error),
            VerifyError::Wrong { fault, position } => {
                let numbering = self.numbering(open);
                let record = |position| {
                    let known = numbering.number(&position).filter(|_| numbering.is_discovered());
                    known.and_then(|number| numbering.record(number)).unwrap_or_else(|| Record::at(position))
                };
                let at = position.map(|position| self.game.write_position(&record(position)));
                let message = format!("{fault} (at {})", at.as_deref().unwrap_or("no position"));
                DoorError::WrongTable { message, fault }
            }
        }
    }

    pub(super) fn count(
        &self,
        open: &OpenTable,
        crew: Crew,
        control: &mut Control,
    ) -> Result<Stats<String, String>, DoorError> {
        Ok(stats(self.numbering(open), &open.table, crew, control)?.written(self.numbering(open)))
    }

    pub(super) fn export(
        &self,
        open: &OpenTable,
        asked: Export,
        out: &mut (dyn Write + Send),
        crew: Crew,
        control: &mut Control,
    ) -> Result<u64, DoorError> {
        Ok(export(self.numbering(open), &open.table, asked, out, crew, control)?)
    }
}

/// Whether moves lead to the next layer, as far as the first positions tell.
fn layers_are_plies<G: Hints>(game: &G, from: &G::Position) -> bool {
    const LOOKED_AT: usize = 1000;
    let mut positions = vec![from.clone()];
    let mut nth = 0;
    while let Some(position) = positions.get(nth).cloned() {
        for next in game.moves(&position).map(|mv| game.play(&position, mv).position) {
            if game.layer(&next) != game.layer(&position).map(|layer| layer + 1) {
                return false;
            }
            if positions.len() < LOOKED_AT {
                positions.push(next);
            }
        }
        nth += 1;
    }
    true
}
