//! Strong solutions agree with the other engines at every position, whatever the memory, the threads and the scope.

use perfectplay_game::{Playable, Value};
use perfectplay_solve::{Control, Crew, Engine, Goal, Limits, Retrograde, Scope, Strong, StrongError, Workshop};
use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::{instances, open, with_game};

fn workshop(memory: usize, threads: usize) -> (tempfile::TempDir, Workshop) {
    let folder = tempfile::tempdir().unwrap();
    let workshop = Workshop {
        folder: folder.path().join("work"),
        job: "test".to_string(),
        resume: false,
        crew: Crew::new(threads),
        memory,
        save_every: Duration::ZERO,
    };
    (folder, workshop)
}

/// All values, by number.
fn values<G: Playable>(game: &G, strong: &Strong) -> BTreeMap<u64, Value> {
    let mut all = BTreeMap::new();
    for section in strong.sections() {
        let (numbers, cells) =
            strong.read(&section).unwrap().reader().unwrap().read(0, section.count as usize).unwrap();
        for (number, cell) in numbers.into_iter().zip(cells.chunks_exact(strong.cell_bytes())) {
            let bits = cell.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
            let value = strong.coding(game.scored()).decode(bits);
            assert_eq!(value.is_none(), game.at_index(number).is_none(), "number {number}");
            assert!(value.is_none_or(|value| all.insert(number, value).is_none()), "number {number} twice");
        }
    }
    all
}

fn check<G: Playable>(name: &str, game: &G) {
    let Some(count) = game.index_count().filter(|_| is_small(game)) else { return };
    let mut oracle = Retrograde::new(game, 1 << 30).unwrap();
    let reachable = Scope::From(vec![game.start()]);
    let mut earlier: Option<BTreeMap<u64, Value>> = None;
    for (memory, threads) in [(1 << 30, 1), (1 << 30, 3), (1 << 14, 2)] {
        let (_folder, workshop) = workshop(memory, threads);
        let strong = match Strong::solve(game, &reachable, &workshop, &mut |_| {}, &mut Control::default()) {
            Err(StrongError::Unsolvable(error)) if memory == 1 << 14 => {
                assert!(error.to_string().contains("memory"), "{name}: {error}");
                continue;
            }
            other => other.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        let found = values(game, &strong);
        match &earlier {
            None => {
                for (&number, &value) in &found {
                    let position = game.at_index(number).unwrap();
                    let expected = oracle.bounds(&position, Goal::Exact, &mut Control::default()).unwrap();
                    assert_eq!(Some(value), expected.value(), "{name} at {position:?}");
                }
                let moves_stay_inside = found.keys().all(|&number| {
                    let position = game.at_index(number).unwrap();
                    game.moves(&position)
                        .all(|mv| found.contains_key(&number_of(game, &game.play(&position, mv).position)))
                });
                assert!(moves_stay_inside && found.contains_key(&number_of(game, &game.start())), "{name}");
                earlier = Some(found);
            }
            Some(earlier) => assert!(*earlier == found, "{name} with {memory} bytes and {threads} threads"),
        }
    }
    if game.is_dense() {
        let (_folder, workshop) = workshop(1 << 30, 2);
        let strong = Strong::solve(game, &Scope::All, &workshop, &mut |_| {}, &mut Control::default()).unwrap();
        let found = values(game, &strong);
        assert!(found.len() as u64 <= count);
        assert!(earlier.unwrap().iter().all(|(number, value)| found.get(number) == Some(value)), "{name}");
    }
}

/// Whether all positions can be tried in a test.
fn is_small<G: Playable>(game: &G) -> bool {
    perfectplay_game::distinct_positions(game, &game.start(), u32::MAX, 10_000, |p| game.canonical(p)).is_ok()
}

#[test]
fn on_every_small_instance() {
    for (name, opened) in instances() {
        with_game!(opened, |game| check(&name, game));
    }
    for name in ["connect-four cols=4 rows=3 k=3", "chomp rows=5 cols=6", "nim heaps=9,9,9"] {
        let opened = open(name);
        with_game!(opened, |game| check(name, game));
    }
}

/// A job that is stopped again and again, at any moment, ends with the same values.
#[test]
fn stopped_and_resumed() {
    let mut random = fastrand::Rng::with_seed(3);
    for name in ["connect-four cols=4 rows=4", "finger-game modulus=7", "dots-and-boxes"] {
        let opened = open(name);
        with_game!(opened, |game| {
            let scope = Scope::of_game(game);
            let (_folder, undisturbed) = workshop(1 << 24, 2);
            let expected =
                values(game, &Strong::solve(game, &scope, &undisturbed, &mut |_| {}, &mut Control::default()).unwrap());
            let (_folder, mut disturbed) = workshop(1 << 20, 2);
            disturbed.resume = true;
            let mut stops = 0;
            let strong = loop {
                let mut control = Control::new(Limits { nodes: Some(random.u64(1000..20_000)), time: None });
                match Strong::solve(game, &scope, &disturbed, &mut |_| {}, &mut control) {
                    Ok(strong) => break strong,
                    Err(StrongError::Stopped(_)) => stops += 1,
                    Err(error) => panic!("{name}: {error}"),
                }
                assert!(stops < 10_000, "{name} does not come to an end");
            };
            assert!(values(game, &strong) == expected, "{name}");
            drop(strong);
            if opened.name == "connect-four" {
                assert!(stops > 5, "{name}: {stops} stops");
            }
            disturbed.job = "another".to_string();
            let error = Strong::solve(game, &scope, &disturbed, &mut |_| {}, &mut Control::default()).unwrap_err();
            assert!(error.to_string().contains("expected the job another"), "{error}");
        });
    }
}

/// Numbers that leave no room for a value are refused before the work begins.
#[test]
fn numbers_that_are_too_large() {
    let opened = open("weighted-tic-tac-toe rows=5 cols=8 k=5");
    with_game!(opened, |game| {
        let (_folder, workshop) = workshop(1 << 24, 1);
        let mut control = Control::new(Limits { nodes: Some(10_000), time: None });
        let error = Strong::solve(game, &Scope::of_game(game), &workshop, &mut |_| {}, &mut control).unwrap_err();
        assert!(error.to_string().contains("expected numbers of positions that leave room"), "{error}");
    });
}

fn number_of<G: perfectplay_game::Hints>(game: &G, position: &G::Position) -> u64 {
    game.index(position).expect("a number")
}
