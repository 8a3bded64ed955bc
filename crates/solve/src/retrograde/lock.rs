//! One job at a time in a work folder: a lock that the system takes back when its process ends, however it ends.

use perfectplay_game::files::lock;
use same_file::Handle;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The file that is locked.
const NAME: &str = "lock";

/// A folder that is ours until this is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Locks a folder, which is made if there is none; `None` if another job has it.
    pub(crate) fn take(folder: &Path) -> io::Result<Option<Lock>> {
        let path = folder.join(NAME);
        loop {
            match fs::create_dir_all(folder) {
                // another job has just removed it, and may have made it again
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !is_no_folder(folder) => continue,
                other => other?,
            }
            let file = match File::options().create(true).truncate(false).write(true).open(&path) {
                // another job has just removed the folder
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                other => other?,
            };
            if !lock(&file)? {
                return Ok(None);
            }
            // a file that was removed before it was locked keeps nobody out
            if is_at(&file, &path)? {
                return Ok(Some(Lock { file, path }));
            }
        }
    }

    /// Removes the lock, and the folder if nothing else is in it.
    pub(crate) fn remove(self) -> io::Result<()> {
        let Lock { file, path } = self;
        fs::remove_file(&path)?;
        // some systems keep the name until the file is closed
        drop(file);
        match path.parent().map_or(Ok(()), fs::remove_dir) {
            Err(error) => match error.kind() {
                // the next job is there already or was, or something that is not ours is
                io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            },
            Ok(()) => Ok(()),
        }
    }
}

/// Whether something else has this name.
fn is_no_folder(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_dir())
}

/// Whether a job is at work in this folder.
///
/// # Errors
///
/// If that cannot be found out.
pub fn is_in_use(folder: &Path) -> io::Result<bool> {
    match File::options().write(true).open(folder.join(NAME)) {
        Ok(file) => Ok(!lock(&file)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let there = match Handle::from_path(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        other => other?,
    };
    Ok(Handle::from_file(file.try_clone()?)? == there)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_belongs_to_one_job_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("work");
        assert!(!is_in_use(&folder).unwrap());
        let lock = Lock::take(&folder).unwrap().unwrap();
        assert!(Lock::take(&folder).unwrap().is_none());
        assert!(is_in_use(&folder).unwrap());
        drop(lock);
        assert!(!is_in_use(&folder).unwrap());
        Lock::take(&folder).unwrap().unwrap().remove().unwrap();
        assert!(!folder.exists());
        // what is not ours stays
        let lock = Lock::take(&folder).unwrap().unwrap();
        fs::write(folder.join("letter"), "dear friend").unwrap();
        lock.remove().unwrap();
        assert!(folder.join("letter").exists() && !is_in_use(&folder).unwrap());
        assert!(Lock::take(&folder.join("letter")).is_err());
    }

    /// A lock on a file that was removed meanwhile is worth nothing.
    #[test]
    fn a_removed_file_is_not_taken_for_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let removed = File::create(&path).unwrap();
        assert!(is_at(&removed, &path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&removed, &path).unwrap());
        let _next = File::create(&path).unwrap();
        assert!(!is_at(&removed, &path).unwrap());
    }

    #[test]
    fn many_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let folder = &folder.path().join("work");
        let inside = &std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(move || {
                    let mut turns = 0;
                    while turns < 100 {
                        let Some(lock) = Lock::take(folder).unwrap() else { continue };
                        assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                        inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                        lock.remove().unwrap();
                        turns += 1;
                    }
                });
            }
        });
    }
}
