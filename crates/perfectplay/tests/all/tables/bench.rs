//! Building tables in tests.

use perfectplay_game::files::Draft;
use perfectplay_game::{Hints, Playable};
use perfectplay_solve::{Control, Crew, Numbering, Scope, Solvable, Strong, Workshop};
use perfectplay_table::{Job, Table, TableScope, build};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// The table of a game, and its bytes: all positions if the numbering is dense, else those that can be reached.
pub fn table_of<G: Playable>(name: &str, game: &G) -> (Table, Vec<u8>) {
    let bench = Bench::new();
    let table = bench.build(game, name, &bench.solve(game, &Scope::of_game(game)));
    (table, std::fs::read(bench.file()).unwrap())
}

/// A folder in which a table is built.
pub struct Bench {
    folder: tempfile::TempDir,
    pub crew: Crew,
    pub memory: usize,
}

impl Bench {
    pub fn new() -> Bench {
        Bench { folder: tempfile::tempdir().unwrap(), crew: Crew::new(2), memory: 1 << 30 }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.path().join("table")
    }

    /// Solves a game; the work folder is there until the table is built.
    pub fn solve<'g, G: Solvable + 'g>(
        &self,
        numbering: impl Into<Numbering<'g, G>>,
        scope: &Scope<G::Position>,
    ) -> Strong {
        Strong::solve(numbering, scope, &self.workshop(), &mut |_| {}, &mut Control::default()).unwrap()
    }

    pub fn workshop(&self) -> Workshop {
        Workshop {
            folder: self.work(),
            job: "test".to_string(),
            resume: false,
            crew: self.crew,
            memory: self.memory,
            save_every: Duration::from_secs(60),
        }
    }

    pub fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub fn build<G: Hints<Position: Send + Sync> + Sync>(&self, game: &G, name: &str, strong: &Strong) -> Table {
        self.build_scope(game, name, TableScope::All, strong)
    }

    pub fn build_scope<'g, G: Hints<Position: Send + Sync> + Sync + 'g>(
        &self,
        numbering: impl Into<Numbering<'g, G>>,
        name: &str,
        scope: TableScope,
        strong: &Strong,
    ) -> Table {
        let job = Job { game: name.to_string(), options: BTreeMap::new(), scope };
        let mut draft = Draft::create(&self.file()).unwrap();
        build(&mut draft, numbering, &job, strong, self.crew, &mut Control::default()).unwrap();
        draft.finish().unwrap();
        Table::open(&self.file()).unwrap()
    }
}
