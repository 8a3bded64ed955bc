//! Files with what a search has found so far, from which it can go on later.

use crate::args::can_be_written;
use crate::failure::{Failure, tell};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use perfectplay::games::{Opened, Playable};
use perfectplay::{AnyEngine, Bounds, Control, Engine, Game, Goal, Limits, Record, SolveError};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether and how often to write a checkpoint.
#[derive(clap::Args)]
pub struct CheckpointArgs {
    /// A file for what the search has found so far, written when it is stopped and now and then. If it is there, the
    /// search goes on from it. It is removed in the end.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often to write the checkpoint, in seconds.
    #[arg(long, value_name = "S", default_value_t = 600)]
    save_every: u64,
}

impl CheckpointArgs {
    /// Whether there is to be one.
    pub fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Refuses a file that could not be written.
    pub fn check(&self) -> Result<(), Failure> {
        self.checkpoint.as_deref().map_or(Ok(()), |file| can_be_written("--checkpoint", file))
    }

    /// An engine for questions about this position, which goes on from the file if that is there.
    pub fn keep<'g, G: Playable>(
        &'g self,
        engine: AnyEngine<'g, G>,
        game: &G,
        opened: &Opened,
        record: &Record<G>,
    ) -> Result<Kept<'g, G>, Failure> {
        let mut kept = Kept { engine, checkpoint: None, was_stopped: false };
        let Some(file) = self.checkpoint.as_deref() else { return Ok(kept) };
        let (name, position) = (opened.entry.name, game.write_position(record));
        let job = serde_json::json!({ "game": name, "options": &opened.options, "position": position });
        let every = Duration::from_secs(self.save_every.max(1));
        let checkpoint = Checkpoint { file, job: job.to_string(), every };
        // an engine that begins anew after each save would never come to an end
        if !can_save(&*kept.engine)? {
            let message =
                "--checkpoint: expected a search by alpha-beta or proof numbers, found one that cannot be saved";
            return Err(Failure::Input(message.to_string()));
        }
        checkpoint.load(&mut *kept.engine)?;
        kept.checkpoint = Some(checkpoint);
        Ok(kept)
    }
}

fn can_save<G: Game>(engine: &(dyn Engine<G> + Send)) -> io::Result<bool> {
    let mut saved = vec![];
    engine.save(&mut saved)?;
    Ok(!saved.is_empty())
}

/// An engine whose findings are written to a checkpoint now and then, if there is to be one.
pub struct Kept<'g, G: Game> {
    engine: AnyEngine<'g, G>,
    checkpoint: Option<Checkpoint<'g>>,
    was_stopped: bool,
}

impl<G: Game> Kept<'_, G> {
    /// Whether the last question was not answered in full.
    pub fn was_stopped(&self) -> bool {
        self.was_stopped
    }

    /// Removes the checkpoint if the answer is complete, else writes it; true if there is one to go on from.
    pub fn end(&self, is_complete: bool) -> Result<bool, Failure> {
        match &self.checkpoint {
            Some(checkpoint) if is_complete => checkpoint.remove().map(|()| false),
            Some(checkpoint) => checkpoint.save(&*self.engine).map(|()| true),
            None => Ok(false),
        }
    }
}

impl<G: Game> Engine<G> for Kept<'_, G> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn reason(&self) -> &'static str {
        self.engine.reason()
    }

    fn game(&self) -> &G {
        self.engine.game()
    }

    fn bounds(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        let Some(checkpoint) = &self.checkpoint else { return self.engine.bounds(position, goal, control) };
        let part = Limits { nodes: None, time: Some(checkpoint.every) };
        let mut bounds = Bounds::UNKNOWN;
        loop {
            let found = control.slice(part, |control| self.engine.bounds(position, goal, control))?;
            bounds = bounds.and(found);
            self.was_stopped = control.stopped().is_some();
            if self.was_stopped || goal.is_reached(self.engine.game().scored(), bounds) {
                return Ok(bounds);
            }
            if let Err(failure) = checkpoint.save(&*self.engine) {
                tell(&format!("{failure}; the search goes on"));
            }
        }
    }
}

struct Checkpoint<'c> {
    file: &'c Path,
    /// What it is about.
    job: String,
    every: Duration,
}

impl Checkpoint<'_> {
    /// Takes over what the file has; there may be none yet.
    fn load<G: Game>(&self, engine: &mut (dyn Engine<G> + Send)) -> Result<(), Failure> {
        let file = match File::open(self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file.map_err(|error| self.failure(&error))?,
        };
        let mut from = BufReader::new(GzDecoder::new(BufReader::new(file)));
        let mut job = String::new();
        let unreadable = |error: io::Error| Failure::Input(self.failure(&error).to_string());
        (&mut from).take(1 << 20).read_line(&mut job).map_err(unreadable)?;
        if job.trim_end() != self.job {
            let file = self.file.display();
            let message = format!("--checkpoint: expected one of {}, found another in {file}", self.job);
            return Err(Failure::Input(message));
        }
        engine.load(&mut from).map_err(unreadable)?;
        // the checksum comes at the end
        io::copy(&mut from, &mut io::sink()).map_err(unreadable)?;
        Ok(())
    }

    /// The file is replaced when the new one is complete.
    fn save<G: Game>(&self, engine: &(dyn Engine<G> + Send)) -> Result<(), Failure> {
        let mut part = self.file.as_os_str().to_owned();
        part.push(".part");
        let write = || -> io::Result<()> {
            let mut to = GzEncoder::new(BufWriter::new(File::create(&part)?), Compression::fast());
            writeln!(to, "{}", self.job)?;
            engine.save(&mut to)?;
            to.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            std::fs::rename(&part, self.file)
        };
        write().map_err(|error| self.failure(&error))
    }

    fn remove(&self) -> Result<(), Failure> {
        match std::fs::remove_file(self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.failure(&error)),
            _ => Ok(()),
        }
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::NoAnswer(format!("{}: {error}", self.file.display()))
    }
}
