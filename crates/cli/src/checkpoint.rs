//! Files with what a search has found so far, from which it can go on later.

use crate::args::can_be_written;
use crate::failure::{Failure, Reworded, tell};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use perfectplay::door::Saved;
use perfectplay::files::Draft;
use perfectplay::{Door, DoorError, Means, Place, Session};
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

    /// A session for questions about this position, which goes on from the file if that is there.
    pub fn session<'s>(&'s self, door: &'s dyn Door, place: &Place, means: Means) -> Result<Kept<'s>, Unkept> {
        let Some(file) = self.checkpoint.as_deref() else {
            return Ok(Kept { session: door.session(means)?, checkpoint: None });
        };
        let (name, position) = (&door.about().name, door.view(place, None).map_err(Failure::from)?.position);
        let (version, options) = (door.version(), door.options());
        let job = serde_json::json!({ "game": name, "version": version, "options": options, "position": position });
        let checkpoint = Checkpoint { file, job: job.to_string() };
        let keeper = checkpoint.clone();
        let keep = move |findings: &dyn Saved| {
            if let Err(failure) = keeper.save(findings) {
                tell(&format!("{failure}; the search goes on"));
            }
        };
        let every = Duration::from_secs(self.save_every.max(1));
        let mut session = door.kept_session(means, every, Box::new(keep))?;
        // an engine that begins anew after each save would never come to an end
        if !can_save(&*session).map_err(Failure::from)? {
            let found = match door.has_checkpoints() {
                true => "found one that cannot be saved".to_string(),
                false => format!("in a game whose keys can be written, found {name}, which does not tell how"),
            };
            let message = format!("--checkpoint: expected a search by alpha-beta or proof numbers, {found}");
            return Err(Failure::input(message).into());
        }
        checkpoint.load(&mut *session)?;
        Ok(Kept { session, checkpoint: Some(checkpoint) })
    }
}

/// Why there is no session.
pub enum Unkept {
    /// The game has none with these means.
    Door(DoorError),
    /// The checkpoint is in the way.
    Failed(Failure),
}

impl From<DoorError> for Unkept {
    fn from(error: DoorError) -> Self {
        Unkept::Door(error)
    }
}

impl From<Failure> for Unkept {
    fn from(failure: Failure) -> Self {
        Unkept::Failed(failure)
    }
}

fn can_save(session: &(dyn Session + '_)) -> io::Result<bool> {
    let mut saved = vec![];
    session.save(&mut saved)?;
    Ok(!saved.is_empty())
}

/// A session whose findings are written to a checkpoint now and then, if there is to be one.
pub struct Kept<'s> {
    /// The session.
    pub session: Box<dyn Session + 's>,
    checkpoint: Option<Checkpoint<'s>>,
}

impl Kept<'_> {
    /// Removes the checkpoint if the answer is complete, else writes it; true if there is one to go on from.
    pub fn end(&self, is_complete: bool) -> Result<bool, Failure> {
        match &self.checkpoint {
            Some(checkpoint) if is_complete => checkpoint.remove().map(|()| false),
            Some(checkpoint) => checkpoint.save(&*self.session).map(|()| true),
            None => Ok(false),
        }
    }
}

#[derive(Clone)]
struct Checkpoint<'c> {
    file: &'c Path,
    /// What it is about.
    job: String,
}

impl Checkpoint<'_> {
    /// Takes over what the file has; there may be none yet.
    fn load(&self, session: &mut (dyn Session + '_)) -> Result<(), Failure> {
        let file = match File::open(self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file.map_err(|error| Failure::no_answer(self.cause(error)))?,
        };
        let mut from = BufReader::new(GzDecoder::new(BufReader::new(file)));
        let mut job = String::new();
        let unreadable = |error: io::Error| Failure::input(self.cause(error));
        (&mut from).take(1 << 20).read_line(&mut job).map_err(unreadable)?;
        if job.trim_end() != self.job {
            let file = self.file.display();
            let message = format!("--checkpoint: expected one of {}, found another in {file}", self.job);
            return Err(Failure::input(message));
        }
        session.load(&mut from).map_err(unreadable)?;
        // the checksum comes at the end
        io::copy(&mut from, &mut io::sink()).map_err(unreadable)?;
        Ok(())
    }

    /// The file is replaced when the new one is complete.
    fn save(&self, findings: &(impl Saved + ?Sized)) -> Result<(), Failure> {
        let write = || -> io::Result<()> {
            let mut to = GzEncoder::new(BufWriter::new(Draft::create(self.file)?), Compression::fast());
            writeln!(to, "{}", self.job)?;
            findings.save(&mut to)?;
            to.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
        };
        write().map_err(|error| Failure::no_answer(self.cause(error)))
    }

    fn remove(&self) -> Result<(), Failure> {
        match std::fs::remove_file(self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::no_answer(self.cause(error))),
            _ => Ok(()),
        }
    }

    fn cause(&self, error: io::Error) -> Reworded {
        Reworded::new(format!("{}: {error}", self.file.display()), error)
    }
}
