//! The work folder of a large job: what is finished stands in files, so that memory stays small and a job that was
//! stopped in any way can be resumed.
//!
//! `state.json` tells what is finished. It and all other files appear under their names only when they are complete.

use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What is finished, and of which job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    /// What the job is: the game, its options, where it begins.
    pub(crate) job: String,
    /// Bytes of a cell.
    pub(crate) cell_bytes: usize,
    /// The layers whose positions are known, rising.
    pub(crate) layers: Vec<Layer>,
    /// Whether these are all layers.
    pub(crate) discovered: bool,
    /// For a flat array: wins and losses that take fewer plies are settled.
    pub(crate) plies: u32,
    /// Whether everything is settled.
    pub(crate) settled: bool,
}

/// A layer of positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Layer {
    pub(crate) layer: u32,
    /// How many positions there are.
    pub(crate) count: u64,
    /// The layers that moves lead to, once they have been played.
    pub(crate) leads_to: Option<Vec<u32>>,
    /// Whether there is a file with the cells.
    pub(crate) settled: bool,
}

/// A folder with the files of one job.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    pub(crate) state: State,
}

const STATE: &str = "state.json";

impl Store {
    /// An empty folder for a new job. What an earlier job left there goes.
    pub(crate) fn create(folder: &Path, job: &str) -> io::Result<Store> {
        clear(folder)?;
        fs::create_dir_all(folder)?;
        let state =
            State { job: job.to_string(), cell_bytes: 1, layers: vec![], discovered: false, plies: 0, settled: false };
        let store = Store { folder: folder.to_path_buf(), state };
        store.save()?;
        Ok(store)
    }

    /// The folder of a job that was stopped; a new one if there is none.
    pub(crate) fn resume(folder: &Path, job: &str) -> io::Result<Store> {
        let text = match fs::read_to_string(folder.join(STATE)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Store::create(folder, job),
            other => other?,
        };
        let refuse = |expected: &str, found: &str| {
            let message = format!("expected {expected} in the work folder {}, found {found}", folder.display());
            io::Error::new(io::ErrorKind::InvalidData, message)
        };
        let state: State = serde_json::from_str(&text).map_err(|error| refuse(STATE, &error.to_string()))?;
        if state.job != job {
            return Err(refuse(&format!("the job {job}"), &state.job));
        }
        Ok(Store { folder: folder.to_path_buf(), state })
    }

    /// Makes the state known to a later run.
    pub(crate) fn save(&self) -> io::Result<()> {
        let mut file = self.begin(STATE)?;
        serde_json::to_writer(&mut file, &self.state)?;
        self.finish(STATE, file)
    }

    /// A file that is to get this name when it is finished.
    pub(crate) fn begin(&self, name: &str) -> io::Result<BufWriter<File>> {
        Ok(BufWriter::with_capacity(1 << 16, File::create(self.folder.join(format!("{name}.part")))?))
    }

    /// Gives a file its name.
    pub(crate) fn finish(&self, name: &str, file: BufWriter<File>) -> io::Result<()> {
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
        fs::rename(self.folder.join(format!("{name}.part")), self.folder.join(name))
    }

    /// A finished file.
    pub(crate) fn open(&self, name: &str) -> io::Result<File> {
        let path = self.folder.join(name);
        File::open(&path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    /// Removes a finished file, if there is one.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes the folder and all that is in it.
    pub(crate) fn delete(self) -> io::Result<()> {
        clear(&self.folder)
    }
}

/// Removes a folder, if there is one. The state goes first: without it, what is left counts for nothing.
fn clear(folder: &Path) -> io::Result<()> {
    for removed in [fs::remove_file(folder.join(STATE)), fs::remove_dir_all(folder)] {
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Numbers in a file, each in as many bytes as the largest needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberWidth(usize);

impl NumberWidth {
    /// Wide enough for numbers below this.
    pub(crate) fn for_count(count: u64) -> Self {
        NumberWidth(((u64::BITS - count.saturating_sub(1).leading_zeros()) as usize).div_ceil(8).max(1))
    }

    /// Bytes of a number.
    pub(crate) fn bytes(self) -> usize {
        self.0
    }

    /// Appends numbers to a file.
    pub(crate) fn write(self, numbers: &[u64], file: &mut impl Write) -> io::Result<()> {
        numbers.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()[..self.0]))
    }

    /// Reads `count` numbers from number `first` on.
    pub(crate) fn read_at(self, file: &mut File, first: u64, count: usize) -> io::Result<Vec<u64>> {
        let mut bytes = vec![0; count * self.0];
        file.seek(SeekFrom::Start(first * self.0 as u64))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.chunks_exact(self.0).map(number).collect())
    }

    /// All numbers of a file.
    pub(crate) fn read_all(self, file: File) -> impl Iterator<Item = io::Result<u64>> {
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut bytes = vec![0; self.0];
        std::iter::from_fn(move || match file.read_exact(&mut bytes) {
            Ok(()) => Some(Ok(number(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => Some(Err(error)),
        })
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_was_half_removed_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("work");
        let mut store = Store::create(&folder, "job").unwrap();
        store.state.settled = true;
        store.save().unwrap();
        assert!(Store::resume(&folder, "job").unwrap().state.settled);
        fs::create_dir(folder.join("kept")).unwrap();
        fs::remove_file(folder.join(STATE)).unwrap();
        assert!(!Store::resume(&folder, "job").unwrap().state.settled);
        assert!(!folder.join("kept").exists());
        Store::resume(&folder, "job").unwrap().delete().unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        for (count, bytes) in [(0, 1), (1, 1), (256, 1), (257, 2), (1 << 30, 4), (1 << 32, 4), (u64::MAX, 8)] {
            assert_eq!(NumberWidth::for_count(count).0, bytes, "{count}");
            let mut written = vec![];
            let numbers = [0, count.saturating_sub(1), count / 2];
            NumberWidth::for_count(count).write(&numbers, &mut written).unwrap();
            assert_eq!(written.chunks_exact(bytes).map(number).collect::<Vec<_>>(), numbers);
        }
    }
}
