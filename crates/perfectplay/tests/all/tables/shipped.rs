//! The tables that come with Perfectplay: each value follows from the rules, and the commands that are told make the same bytes.

use crate::common::is_long;
use perfectplay::door::{OpenTable, Recheck, Source, TableJob};
use perfectplay::{Control, Crew, Door, Doors, Shelf, TableError};
use perfectplay_table::TableScope;
use std::sync::Arc;
use std::time::Duration;

fn open(source: &Source) -> (OpenTable, Arc<dyn Door>) {
    let table = source.open().unwrap();
    let door = Doors::ours().of_table(&table).unwrap();
    (door.open_table(table, 0, &mut Control::default()).unwrap(), door)
}

#[test]
fn every_value_is_right() {
    let sources = Shelf::shipped().sources();
    assert!(sources.len() >= 3);
    for source in sources {
        let (table, door) = open(&source);
        let cells = table.table().header().cells();
        if cells > 10_000_000 && !is_long() {
            continue;
        }
        let recheck = Recheck { positions: if is_long() { 200 } else { 4 }, memory: 64 << 20 };
        let verified = door.verify_table(&table, recheck, Crew::default(), &mut Control::default());
        assert!(verified.is_ok_and(|verified| verified.positions > 100_000), "{source}");
    }
}

/// Books take long, and are tried on smaller boards elsewhere.
#[test]
fn they_are_made_by_the_commands_that_are_told() {
    let commands = include_str!("../../../books/README.md");
    for source in Shelf::shipped().sources() {
        let (table, door) = open(&source);
        assert!(commands.contains(&format!("--out {source}.ppt`")), "{source}");
        let header = table.table().header();
        if matches!(header.scope, TableScope::Opening { .. }) || (header.cells() > 10_000_000 && !is_long()) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let job = TableJob {
            from: None,
            plies: None,
            folder: folder.path().join("work"),
            resume: false,
            crew: Crew::default(),
            memory: 1 << 30,
            save_every: Duration::from_secs(60),
        };
        let mut bytes = vec![];
        door.build_table(&job, &mut bytes, &mut |_| {}, &mut Control::default()).unwrap();
        let Source::Shipped(_, shipped) = source else { panic!("{source} is a file") };
        assert!(bytes == *shipped, "{source}");
    }
}

/// A table of another game, or of other options, is not asked.
#[test]
fn only_tables_of_the_game_are_used() {
    let doors = Doors::ours();
    for (game, options, count) in
        [("quixo", vec![("size", "4")], 1), ("quixo", vec![("size", "3")], 0), ("nim", vec![], 0)]
    {
        let door = doors.open(game, &options).unwrap();
        assert_eq!(Shelf::shipped().tables_of(&*door).len(), count, "{game} {options:?}");
        for source in Shelf::shipped().sources().into_iter().filter(|_| count == 0) {
            let opened = door.open_table(source.open().unwrap(), 0, &mut Control::default());
            assert!(matches!(opened.err(), Some(perfectplay::DoorError::Table(TableError::Foreign { .. }))));
        }
    }
}
