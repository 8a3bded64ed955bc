//! Work folders of builds that were stopped, with files that are damaged, missing or exchanged: the build tells what is
//! wrong, goes on from what is sound, and the table is the same as ever.

use perfectplay_game::{Hints, Playable};
use perfectplay_solve::{Control, Crew, Limits, Notice, Scope, Strong, StrongError, Workshop};
use perfectplay_table::{Job, Table, TableScope, build, verify_scope};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::{open, with_game};

/// A build in a folder of its own.
struct Build<'g, G: Playable> {
    game: &'g G,
    scope: Scope<G::Position>,
    folder: tempfile::TempDir,
    memory: usize,
}

impl<'g, G: Playable> Build<'g, G> {
    fn new(game: &'g G, scope: Scope<G::Position>) -> Self {
        Build { game, scope, folder: tempfile::tempdir().unwrap(), memory: 1 << 20 }
    }

    fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// Goes on for so many positions; gives the notices about files, and the table if it comes to an end.
    fn go_on(&self, nodes: Option<u64>) -> (Vec<String>, Option<Vec<u8>>) {
        let workshop = Workshop {
            folder: self.work(),
            job: "test".to_string(),
            resume: true,
            crew: Crew::new(1),
            memory: self.memory,
            save_every: Duration::ZERO,
        };
        let mut notices = vec![];
        let mut announce = |notice: &Notice| {
            if let Notice::Unsound(unsound) = notice {
                notices.push(unsound.to_string());
            }
        };
        let mut control = Control::new(Limits { nodes, time: None });
        let strong = match Strong::solve(self.game, &self.scope, &workshop, &mut announce, &mut control) {
            Err(StrongError::Stopped(_)) => return (notices, None),
            other => other.unwrap(),
        };
        let mut table = vec![];
        let job = Job { game: String::new(), options: BTreeMap::new(), scope: TableScope::All };
        build(&mut table, self.game, &job, &strong, Crew::new(1), &mut Control::default()).unwrap();
        (notices, Some(table))
    }

    /// All files but the lock.
    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = fs::read_dir(self.work()).unwrap().map(|file| file.unwrap().path()).collect();
        files.retain(|file| file.file_name().unwrap() != "lock");
        files.sort();
        files
    }
}

const DAMAGES: [&str; 6] = ["a byte is changed", "cut off", "too long", "empty", "gone", "another file"];

fn damage(file: &Path, other: &Path, kind: usize, random: &mut fastrand::Rng) {
    let mut bytes = fs::read(file).unwrap();
    match kind {
        0 if !bytes.is_empty() => {
            let at = random.usize(..bytes.len());
            bytes[at] ^= 1 << random.u8(..8);
        }
        1 => drop(bytes.pop()),
        2 => bytes.push(bytes.last().copied().unwrap_or(7)),
        3 => bytes.clear(),
        4 => return fs::remove_file(file).unwrap(),
        _ => bytes = fs::read(other).unwrap(),
    }
    fs::write(file, bytes).unwrap();
}

fn check<G: Playable>(name: &str, game: &G, scope: &Scope<G::Position>, random: &mut fastrand::Rng) {
    let (_, expected) = Build::new(game, scope.clone()).go_on(None);
    // stopped on the way, and when all is settled but the folder is still there
    for nodes in [Some(random.u64(1..100)), Some(random.u64(100..1000)), None] {
        let build = Build::new(game, scope.clone());
        build.go_on(nodes);
        let files = build.files();
        let kept: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        let restore = || {
            build.files().iter().for_each(|file| fs::remove_file(file).unwrap());
            files.iter().zip(&kept).for_each(|(file, bytes)| fs::write(file, bytes).unwrap());
        };
        for file in &files {
            let kind = random.usize(..DAMAGES.len());
            let other = &files[random.usize(..files.len())];
            let what = format!("{name} stopped at {nodes:?}: {file:?} {}, {other:?}", DAMAGES[kind]);
            restore();
            let before = fs::read(file).unwrap();
            damage(file, other, kind, random);
            let is_damaged = fs::read(file).ok().as_ref() != Some(&before);
            let (notices, table) = build.go_on(None);
            assert!(table == expected, "{what}: another table");
            // without a state there is nothing to resume, and what it does not name is not read
            let is_state = file.ends_with("state.json");
            if is_damaged && nodes.is_none() && !(is_state && kind == 4) {
                let file = file.file_name().unwrap().to_str().unwrap();
                assert!(notices.iter().any(|notice| notice.contains(file)), "{what}: told {notices:?}");
            } else if !is_damaged {
                assert!(notices.is_empty(), "{what}: told {notices:?}");
            }
        }
        // everything at once, but for the state
        restore();
        for file in files.iter().filter(|file| !file.ends_with("state.json")) {
            damage(file, file, 0, random);
        }
        assert!(build.go_on(None).1 == expected, "{name} stopped at {nodes:?}, everything damaged");
        // and nothing is told of a folder that is sound
        restore();
        assert_eq!(build.go_on(None), (vec![], expected.clone()), "{name} stopped at {nodes:?}");
    }
}

#[test]
fn damaged_files_are_worked_out_again() {
    let mut random = fastrand::Rng::with_seed(21);
    for (name, is_reachable) in [
        ("connect-four cols=3 rows=2 k=2", true),
        ("dots-and-boxes rows=1 cols=1", true),
        ("finger-game modulus=5", false),
        ("finger-game modulus=4", true),
        ("dots-and-boxes rows=1 cols=2", false),
        // with cells of two bytes
        ("subtraction heap=260 take=1,2", false),
    ] {
        let opened = open(name);
        with_game!(opened, |game| {
            let scope = if is_reachable { Scope::From(vec![perfectplay_game::Game::start(game)]) } else { Scope::All };
            check(name, game, &scope, &mut random);
        });
    }
}

/// A job may be resumed with less memory, or more, and goes another way then.
#[test]
fn resumed_with_other_memory() {
    let mut random = fastrand::Rng::with_seed(22);
    let opened = open("dots-and-boxes rows=1 cols=2");
    with_game!(opened, |game| {
        let count = game.index_count().unwrap() as usize;
        for _ in 0..10 {
            let mut build = Build::new(game, Scope::All);
            let table = loop {
                build.memory = if random.bool() { count } else { count - 1 };
                let nodes = Some(random.u64(1..400));
                if let (notices, Some(table)) = build.go_on(nodes) {
                    assert_eq!(notices, [""; 0]);
                    break Table::from_bytes(table).unwrap();
                }
            };
            verify_scope(game, &table, &Scope::All, Crew::new(1), &mut Control::default()).unwrap();
        }
    });
}
