//! Tables of a game: built, verified and counted.

use super::face::Face;
use super::{DoorError, Place, Playable};
use perfectplay_game::Record;
use perfectplay_solve::{Control, Crew, Notice, Scope, Strong, Workshop};
use perfectplay_table::{Job, Stats, Table, TableError, TableScope, VerifyError, build, job_name, stats, verify};
use std::path::PathBuf;
use std::time::Duration;

/// A table to build.
#[derive(Clone, Debug)]
pub struct TableJob {
    /// Which positions it is to have: those that can be reached from here; all if none is given, in games with a dense
    /// numbering, else those that can be reached from the start.
    pub from: Option<Place>,
    /// Where to write it.
    pub out: PathBuf,
    /// The folder for files on the way.
    pub folder: PathBuf,
    /// Go on with a job that was stopped.
    pub resume: bool,
    /// Threads to use.
    pub crew: Crew,
    /// Bytes for all that grows with the game.
    pub memory: usize,
    /// How often a game without layers is saved on the way.
    pub save_every: Duration,
}

impl<G: Playable> Face<G> {
    pub(super) fn build(
        &self,
        asked: &TableJob,
        announce: &mut dyn FnMut(&Notice),
        control: &mut Control,
    ) -> Result<(), DoorError> {
        let game = &self.game;
        let from = |record: &Record<G>| {
            (Scope::From(vec![record.position().clone()]), TableScope::From(vec![game.write_position(record)]))
        };
        let (scope, table_scope) = match &asked.from {
            None if game.is_dense() => (Scope::All, TableScope::All),
            None => from(&Record::new(game)),
            Some(place) => from(&place.read(game)?),
        };
        let options = serde_json::to_value(&self.options).map_err(std::io::Error::from)?;
        let mut job = Job { game: self.entry.name.to_string(), options, scope: table_scope };
        let workshop = Workshop {
            folder: asked.folder.clone(),
            job: job_name(&job),
            resume: asked.resume,
            crew: asked.crew,
            memory: asked.memory,
            save_every: asked.save_every,
        };
        let strong = Strong::solve(game, &scope, &workshop, announce, control)
            .map_err(|error| DoorError::strong(game, error))?;
        // all positions that did not fit into the memory were worked out from the start
        if job.scope == TableScope::All && strong.sections().iter().any(|section| section.is_listed) {
            job.scope = TableScope::From(vec![game.write_position(&Record::new(game))]);
        }
        build(&asked.out, game, &job, &strong, asked.crew, control).map_err(|error| match error {
            TableError::Io { .. } => DoorError::Io(std::io::Error::other(error)),
            other => other.into(),
        })?;
        Ok(strong.delete()?)
    }

    pub(super) fn verify(&self, table: &Table, crew: Crew, control: &mut Control) -> Result<u64, DoorError> {
        verify(&self.game, table, crew, control).map_err(|error| match error {
            VerifyError::Table(error) => DoorError::Table(error),
            VerifyError::Wrong { fault, position } => {
                let at = position.map(|position| self.game.write_position(&Record::at(position)));
                DoorError::WrongTable(format!("{fault} (at {})", at.as_deref().unwrap_or("no position")))
            }
        })
    }

    pub(super) fn count(
        &self,
        table: &Table,
        crew: Crew,
        control: &mut Control,
    ) -> Result<Stats<String, String>, DoorError> {
        Ok(stats(&self.game, table, crew, control)?.written(&self.game))
    }
}
