//! Rules files: a path is a game.

use crate::failure::Failure;
use perfectplay::rules::Limits;
use perfectplay::{About, Complaint, Doors};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

/// Files may have so many bytes.
const LARGEST: u64 = 8 << 20;

/// The game of a rules file, if the name is not that of another game but of a file, or looks like one.
pub fn doors(known: &Doors, name: &str) -> Result<Option<Doors>, Failure> {
    let path = Path::new(name);
    if known.about(name).is_ok() || !(has_ending(path) || path.is_file()) {
        return Ok(None);
    }
    let mut doors = Doors::default();
    add(&mut doors, path)?;
    Ok(Some(doors))
}

/// What there is to say about the symmetries of a rules file; nothing about other games.
pub fn symmetries(known: &Doors, name: &str) -> Result<String, Failure> {
    if known.about(name).is_ok() {
        return Ok(String::new());
    }
    let most = Limits { atoms: 400_000, literals: 3_000_000, attempts: 50_000_000 };
    Ok(match perfectplay::rules::symmetries(&read(Path::new(name))?, &most) {
        Ok(Some(1)) => "None, as the rules are written.".to_string(),
        Ok(Some(count)) => {
            format!(
                "The rules, as they are written, are the same in {count} ways (one of which changes nothing): facts and moves can be exchanged. Engines make no use of it."
            )
        }
        // too much is no reason to say nothing else
        Ok(None) | Err(_) => "Not found out: that would take too long.".to_string(),
    })
}

/// Adds the game of a rules file, under the name of the file.
fn add(doors: &mut Doors, path: &Path) -> Result<(), Failure> {
    let label = About::new(&name(&path.to_string_lossy()));
    let added = doors.add_rules(label, &read(path)?, &Limits::default());
    added.map_err(|error| match error.spot {
        Some(_) => Failure::input(format!("{}:{error}", path.display())),
        None => Failure::input(format!("{}: {error}", path.display())),
    })
}

/// The text of a rules file.
fn read(path: &Path) -> Result<String, Failure> {
    let unread = |error: std::io::Error| Failure::input(format!("{}: {error}", path.display()));
    let size = std::fs::metadata(path).map_err(unread)?.len();
    if size > LARGEST {
        let found = format!("expected rules in at most {LARGEST} bytes, found {size}");
        return Err(Failure::input(format!("{}: {found}", path.display())));
    }
    Ok(String::from_utf8_lossy(&std::fs::read(path).map_err(unread)?).into_owned())
}

/// Keeps rules files for certificates and tables that have only their hash.
pub fn keep_all<'p>(doors: &mut Doors, paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
    for path in paths {
        doors.keep_rules(&read(path)?);
    }
    Ok(())
}

/// Adds the games of rules files, and of all in folders; each is set up once to see that it can be.
pub fn add_all(doors: &mut Doors, paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        let mut files = vec![path.clone()];
        if path.is_dir() {
            let entries = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
            files = entries.collect::<Result<Vec<PathBuf>, std::io::Error>>()?;
            files.retain(|path| has_ending(path));
            files.sort();
        }
        for file in files {
            add(doors, &file)?;
            let problem = |error| Failure::input(format!("{}: {error}", file.display()));
            doors.open::<&str>(&name(&file.to_string_lossy()), &[]).map_err(problem)?;
        }
    }
    Ok(())
}

fn has_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "kif" || ending == "gdl")
}

/// The name that a game has by its file.
pub fn name(path: &str) -> String {
    let stem = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    stem.chars().map(plain).collect()
}

/// Runs a command; what positions show to be wrong with rules is a failure like others.
pub fn catch<T>(command: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|panic| match Complaint::of(&*panic) {
        Some(complaint) => Err(Failure::no_answer(complaint.clone())),
        None => resume_unwind(panic),
    })
}
