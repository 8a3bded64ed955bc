//! What the files of Perfectplay have in common: they appear when they are complete, carry a checksum, and write numbers in
//! as few bytes as they take.

use crc32fast::Hasher;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written under another name (`.part` is added) and gets its own when it is complete. If it is never
/// finished, it goes.
#[derive(Debug)]
pub struct Draft {
    file: File,
    part: PathBuf,
    path: PathBuf,
    is_finished: bool,
}

impl Draft {
    /// An empty draft. What is left of one that was never finished gives way, but not one that is being written.
    ///
    /// # Errors
    ///
    /// If the file cannot be created, or is being written already.
    pub fn create(path: &Path) -> io::Result<Draft> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let create = || File::options().read(true).write(true).create_new(true).open(&part);
        let file = match create() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // locked until there is a new one
                let left = fs::symlink_metadata(&part)?.is_file().then(|| File::open(&part)).transpose()?;
                if left.as_ref().map(lock).transpose()? == Some(false) {
                    return Err(being_written(path));
                }
                fs::remove_file(&part)?;
                create()?
            }
            created => created?,
        };
        if !lock(&file)? {
            return Err(being_written(path));
        }
        Ok(Draft { file, part, path: path.to_path_buf(), is_finished: false })
    }

    /// Puts the file on the disk and gives it its name.
    ///
    /// # Errors
    ///
    /// If the disk is full, or the name cannot be given.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        self.is_finished = true;
        Ok(())
    }
}

fn being_written(path: &Path) -> io::Error {
    let words = format!("expected a file that nobody writes, found {} being written", path.display());
    io::Error::new(io::ErrorKind::ResourceBusy, words)
}

/// Locks a file until it is closed; false if somebody else has. Where the system has no locks, nobody is kept out.
///
/// # Errors
///
/// If that cannot be found out.
pub fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_finished {
            // nothing is lost if it stays
            let _ = fs::remove_file(&self.part);
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for Draft {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.file.read(into)
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Something that is written to, with the length and the CRC-32 of all that was written.
#[derive(Debug)]
pub struct Summed<W> {
    to: W,
    written: u64,
    checksum: Hasher,
}

impl<W> Summed<W> {
    /// Nothing is written yet.
    pub fn new(to: W) -> Self {
        Summed { to, written: 0, checksum: Hasher::new() }
    }

    /// How many bytes were written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The checksum of what was written.
    pub fn checksum(&self) -> u32 {
        self.checksum.clone().finalize()
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.to
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The CRC-32 of all that is left to read.
///
/// # Errors
///
/// If it cannot be read.
pub fn checksum(from: &mut impl Read) -> io::Result<u32> {
    let mut sum = Summed::new(io::sink());
    io::copy(from, &mut sum)?;
    Ok(sum.checksum())
}

/// Adds a number to bytes: seven bits a byte, the low ones first; the high bit of a byte says that more follow.
#[inline]
pub fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The number that [`push_varint`] has written, from its bytes; `None` if they end before, or are those of a number of more than
/// 64 bits.
#[inline]
pub fn take_varint(mut next: impl FnMut() -> Option<u8>) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = next()?;
        let bits = u64::from(byte & 127);
        number |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits)?;
        if byte < 128 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut random = fastrand::Rng::with_seed(1);
        let some = (0..2000).map(|_| random.u64(..) >> random.u32(..64));
        for number in some.chain([0, 127, 128, u64::MAX]) {
            let mut bytes = vec![];
            push_varint(&mut bytes, number);
            let (mut all, mut cut) = (bytes.iter().copied(), bytes[..bytes.len() - 1].iter().copied());
            assert_eq!(take_varint(|| all.next()), Some(number));
            assert_eq!(take_varint(|| cut.next()), None);
        }
        let mut too_long = [255; 9].into_iter().chain([2]);
        assert_eq!(take_varint(|| too_long.next()), None);
    }

    #[test]
    fn a_draft_appears_when_it_is_finished_and_goes_when_it_is_not() {
        let folder = std::env::temp_dir().join(format!("perfectplay-draft-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, part) = (folder.join("file"), folder.join("file.part"));
        let mut draft = Draft::create(&path).unwrap();
        draft.write_all(b"half").unwrap();
        assert!(part.exists() && !path.exists());
        // while it is being written, nobody else writes it
        assert_eq!(Draft::create(&path).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        assert!(part.exists());
        drop(draft);
        assert!(!part.exists() && !path.exists());
        // what somebody has left behind gives way, and where it points to stays as it is
        fs::write(&part, b"left behind").unwrap();
        Draft::create(&path).unwrap().finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        #[cfg(unix)]
        {
            let precious = folder.join("precious");
            fs::write(&precious, b"precious").unwrap();
            std::os::unix::fs::symlink(&precious, &part).unwrap();
            Draft::create(&path).unwrap().finish().unwrap();
            assert!(fs::symlink_metadata(&path).unwrap().is_file());
            assert_eq!(fs::read(&precious).unwrap(), b"precious");
        }
        let mut draft = Summed::new(Draft::create(&path).unwrap());
        draft.write_all(b"whole").unwrap();
        assert_eq!((draft.written(), draft.checksum()), (5, crc32fast::hash(b"whole")));
        draft.into_inner().finish().unwrap();
        assert!(!part.exists());
        assert_eq!(checksum(&mut File::open(&path).unwrap()).unwrap(), crc32fast::hash(b"whole"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
