//! The work folder of a large job: what is finished stands in files, so that memory stays small and a job that was
//! stopped in any way can be resumed.
//!
//! `state.json` tells which files there are, with their checksums. It and all other files appear under their names only
//! when they are complete, and a file is read only after it was found to be as it was written.

use super::lock::Lock;
use super::state::{Finished, NoState, State};
use perfectplay_game::files::{Draft, Summed, checksum};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A folder with the files of one job, which no other may use meanwhile.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    lock: Lock,
    pub(crate) state: State,
}

/// Why a folder cannot be used.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// Another job is at work there.
    InUse,
    Io(io::Error),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Unusable::Io(error)
    }
}

/// A file of a work folder that is not as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsound {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub found: String,
    /// How the job goes on.
    pub remedy: String,
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.file.display(), self.found, self.remedy)
    }
}

const STATE: &str = "state.json";

impl Store {
    /// An empty folder for a new job. What an earlier job left there goes.
    pub(crate) fn create(folder: &Path, job: &str) -> Result<Store, Unusable> {
        let lock = Lock::take(folder)?.ok_or(Unusable::InUse)?;
        let store = Store { folder: folder.to_path_buf(), lock, state: State::new(job) };
        store.clear()?;
        store.save()?;
        Ok(store)
    }

    /// The folder of a job that was stopped; a new one if there is none. Files that are not sound are told, and the job
    /// goes on from those that are.
    pub(crate) fn resume(folder: &Path, job: &str, tell: &mut dyn FnMut(Unsound)) -> Result<Store, Unusable> {
        let lock = Lock::take(folder)?.ok_or(Unusable::InUse)?;
        let mut store = Store { folder: folder.to_path_buf(), lock, state: State::new(job) };
        let read = match fs::read(folder.join(STATE)) {
            Ok(text) => State::read(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::new(job)),
            Err(error) => return Err(error.into()),
        };
        let refuse = |expected: &str, found: &str| {
            let message = format!(
                "expected {expected} in the work folder {}, found {found}; remove it or give another",
                folder.display()
            );
            Unusable::Io(io::Error::new(io::ErrorKind::InvalidData, message))
        };
        match read {
            Ok(state) if state.job != job => return Err(refuse(&format!("the job {job}"), &state.job)),
            Ok(state) if state == store.state => store.clear()?,
            Ok(state) => {
                store.state = state;
                store.mend(tell)?;
            }
            Err(NoState::Foreign { expected, found }) => return Err(refuse(&expected, &found)),
            Err(NoState::Damaged(found)) => {
                tell(store.unsound(STATE, found, "the job begins anew".to_string()));
                store.clear()?;
            }
        }
        store.save()?;
        Ok(store)
    }

    /// Forgets the files that are not as they were written; what they held is to be worked out again.
    fn mend(&mut self, tell: &mut dyn FnMut(Unsound)) -> io::Result<()> {
        let mut state = self.state.clone();
        let mut is_sound = |file: &Finished, remedy: String| -> io::Result<bool> {
            let fault = self.fault(file)?;
            let sound = fault.is_none();
            fault.into_iter().for_each(|found| tell(self.unsound(&file.name, found, remedy.clone())));
            Ok(sound)
        };
        let mut layers = vec![];
        for mut layer in std::mem::take(&mut state.layers) {
            if !is_sound(&layer.numbers, format!("layer {} is discovered again", layer.layer))? {
                state.discovered = false;
                continue;
            }
            if let Some(cells) = &layer.cells
                && !is_sound(cells, format!("layer {} is settled again", layer.layer))?
            {
                layer.cells = None;
            }
            if let Some(found) = &layer.found
                && !is_sound(found, format!("layer {} is searched again", layer.layer))?
            {
                layer.found = None;
            }
            layers.push(layer);
        }
        state.layers = layers;
        if let Some(numbers) = &state.numbers
            && !is_sound(numbers, "positions are discovered again".to_string())?
        {
            state.numbers = None;
        }
        let faults = state.saves.iter().map(|save| self.fault(&save.cells)).collect::<io::Result<Vec<_>>>()?;
        let remedy = if faults.contains(&None) { "the job goes on from another save" } else { "the job begins anew" };
        let mut faults = faults.into_iter();
        state.saves.retain(|save| {
            let fault = faults.next().flatten();
            let sound = fault.is_none();
            fault.into_iter().for_each(|found| tell(self.unsound(&save.cells.name, found, remedy.to_string())));
            sound
        });
        if state != self.state {
            state.settled = false;
            self.state = state;
        }
        Ok(())
    }

    fn unsound(&self, name: &str, found: String, remedy: String) -> Unsound {
        Unsound { file: self.folder.join(name), found, remedy }
    }

    /// What is wrong with a file that was finished, if something is.
    fn fault(&self, file: &Finished) -> io::Result<Option<String>> {
        let mut there = match File::open(self.folder.join(&file.name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some("expected a file, found none".to_string()));
            }
            other => other?,
        };
        let bytes = there.metadata()?.len();
        if bytes != file.bytes {
            return Ok(Some(format!("expected {} bytes, found {bytes}", file.bytes)));
        }
        let found = checksum(&mut there)?;
        let expected = file.checksum;
        Ok((found != expected).then(|| format!("expected the checksum {expected:08x}, found {found:08x}")))
    }

    /// A finished file to read, after a look at its checksum.
    pub(crate) fn sound(&self, file: &Finished) -> io::Result<Sound> {
        let path = self.folder.join(&file.name);
        match self.fault(file)? {
            None => Ok(Sound(path)),
            Some(fault) => Err(io::Error::new(io::ErrorKind::InvalidData, format!("{}: {fault}", path.display()))),
        }
    }

    /// Makes the state known to a later run.
    pub(crate) fn save(&self) -> io::Result<()> {
        let mut file = self.begin(STATE)?;
        file.write_all(self.state.write().as_bytes())?;
        self.finish(STATE, file).map(drop)
    }

    /// A file that is to get this name when it is finished.
    pub(crate) fn begin(&self, name: &str) -> io::Result<Begun> {
        Ok(BufWriter::with_capacity(1 << 16, Summed::new(Draft::create(&self.folder.join(name))?)))
    }

    /// Gives a file its name.
    pub(crate) fn finish(&self, name: &str, file: Begun) -> io::Result<Finished> {
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let (bytes, checksum) = (file.written(), file.checksum());
        file.into_inner().finish()?;
        Ok(Finished { name: name.to_string(), bytes, checksum })
    }

    /// Removes a finished file, if there is one.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        remove(&self.folder.join(name))
    }

    /// Removes the folder and all that jobs have put there.
    pub(crate) fn delete(self) -> io::Result<()> {
        self.clear()?;
        self.lock.remove()
    }

    /// Removes all that jobs put into a folder. The state goes first: without it, what is left counts for nothing.
    fn clear(&self) -> io::Result<()> {
        self.remove(STATE)?;
        for file in fs::read_dir(&self.folder)? {
            let file = file?;
            if file.file_name().to_str().is_some_and(is_ours) {
                remove(&file.path())?;
            }
        }
        Ok(())
    }
}

/// Whether jobs give files such names.
fn is_ours(name: &str) -> bool {
    [".part", ".cells", ".numbers"].iter().any(|ending| name.ends_with(ending)) || name.contains(".run-")
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A file that was found to be as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Sound(PathBuf);

impl Sound {
    pub(crate) fn open(&self) -> io::Result<File> {
        File::open(&self.0).map_err(|source| io::Error::new(source.kind(), FileError { path: self.0.clone(), source }))
    }
}

/// An error with the file that it is about.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
struct FileError {
    path: PathBuf,
    source: io::Error,
}

/// A file that is being written.
pub(crate) type Begun = BufWriter<Summed<Draft>>;

#[cfg(test)]
mod tests {
    use super::*;

    fn resume(folder: &Path) -> Store {
        Store::resume(folder, "job", &mut |unsound| panic!("{unsound}")).unwrap()
    }

    #[test]
    fn a_folder_that_was_half_removed_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("work");
        let mut store = Store::create(&folder, "job").unwrap();
        store.state.settled = true;
        store.save().unwrap();
        drop(store);
        assert!(resume(&folder).state.settled);
        fs::write(folder.join("layer-7.cells"), "left over").unwrap();
        fs::remove_file(folder.join(STATE)).unwrap();
        assert!(!resume(&folder).state.settled);
        assert!(!folder.join("layer-7.cells").exists());
        resume(&folder).delete().unwrap();
        assert!(!folder.exists());
    }

    /// Somebody may name a folder that has other things in it.
    #[test]
    fn what_is_not_ours_stays() {
        let folder = tempfile::tempdir().unwrap();
        let letter = folder.path().join("letter.txt");
        fs::write(&letter, "dear friend").unwrap();
        resume(folder.path()).delete().unwrap();
        Store::create(folder.path(), "job").unwrap().delete().unwrap();
        assert_eq!(fs::read_to_string(letter).unwrap(), "dear friend");
    }

    #[test]
    fn two_jobs_do_not_share_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let first = Store::create(folder.path(), "job").unwrap();
        assert!(matches!(Store::create(folder.path(), "job"), Err(Unusable::InUse)));
        assert!(matches!(Store::resume(folder.path(), "job", &mut |_| {}), Err(Unusable::InUse)));
        drop(first);
        assert!(Store::resume(folder.path(), "job", &mut |_| {}).is_ok());
    }
}
