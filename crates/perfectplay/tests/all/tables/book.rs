//! Tables of openings, whose last positions are searched.

use super::bench::Bench;
use crate::common::{open, with_game};
use perfectplay_game::{Game, Hints, Notation, Playable, Record, Value};
use perfectplay_solve::{
    Control, Crew, Discovery, Engine, Exhaustive, Goal, Limits, Notice, Numbering, Premise, Scope, Strong, StrongError,
    Workshop, solve,
};
use perfectplay_table::{Fault, Table, TableEngine, TableScope, VerifyError, recheck, stats, verify_scope};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// By the game's own numbers, whose layers are plies, and by discovery.
const GAMES: [(&str, bool); 8] = [
    ("connect-four cols=4 rows=3 k=3", false),
    ("weighted-tic-tac-toe", false),
    ("dots-and-boxes", false),
    ("connect-four cols=4 rows=3 k=3", true),
    ("dots-and-boxes", true),
    // moves skip layers
    ("nim heaps=2,3,4", true),
    ("chomp rows=3 cols=3", true),
    // positions come by different numbers of plies, and values need two bytes
    ("subtraction heap=140 take=1,7", true),
];

fn value<G: Playable>(game: &G, position: &G::Position) -> Value {
    let mut oracle = Exhaustive::new(game, 1 << 28).unwrap();
    oracle.bounds(position, Goal::Exact, &mut Control::default()).unwrap().value().unwrap()
}

/// The numbers of an opening, the game's own or by discovery.
fn numbering<G: Playable>(game: &G, is_discovered: bool, plies: u32) -> Numbering<'_, G> {
    match is_discovered {
        false => Numbering::from(game),
        true => {
            let discovery = Discovery::of(game, &[Record::new(game)], Some(plies), 1 << 28, &mut Control::default());
            Numbering::discovered(game, Arc::new(discovery.unwrap()))
        }
    }
}

fn book<'g, G: Playable>(
    bench: &Bench,
    numbering: Numbering<'g, G>,
    name: &str,
    plies: u32,
) -> (Table, Scope<G::Position>) {
    let game = numbering.game();
    let scope = Scope::Opening { from: game.start(), plies };
    let table_scope = TableScope::Opening { from: game.write_position(&Record::new(game)), plies };
    let strong = bench.solve(numbering.clone(), &scope);
    (bench.build_scope(numbering, name, table_scope, &strong), scope)
}

/// The positions that so many plies can lead to, ply by ply.
fn within<G: Playable>(game: &G, plies: u32) -> HashSet<G::Position> {
    let mut all = HashSet::from([game.start()]);
    let mut last: Vec<G::Position> = vec![game.start()];
    for _ in 0..plies {
        let next = last.iter().flat_map(|position| game.moves(position).map(|mv| game.play(position, mv).position));
        last = next.collect::<Vec<_>>().into_iter().filter(|next| all.insert(next.clone())).collect();
    }
    all
}

/// It has just the positions of the opening, each with its value, whatever the plies are.
#[test]
fn has_the_first_positions_with_their_values() {
    for (name, is_discovered) in GAMES {
        let opened = open(name);
        with_game!(opened, |game| {
            for plies in [0, 1, 3, 6, 99] {
                let what = format!("{name}, {plies} plies, discovered: {is_discovered}");
                let bench = Bench::new();
                let numbering = numbering(game, is_discovered, plies);
                let (table, scope) = book(&bench, numbering.clone(), name, plies);
                let promised = within(game, plies);
                let numbers: HashSet<u64> = promised.iter().map(|each| numbering.number(each).unwrap()).collect();
                assert_eq!(table.header().cells(), numbers.len() as u64, "{what}");
                let mut engine = TableEngine::new(numbering.clone(), &table, None).unwrap();
                for position in &promised {
                    let found = engine.value(position).unwrap();
                    assert_eq!(found, Some(value(game, position)), "{what}, {position:?}");
                }
                let control = &mut Control::default();
                let verified = verify_scope(numbering.clone(), &table, &scope, Crew::new(2), control).unwrap();
                let leads_beyond = |number: &&u64| {
                    let position = numbering.position(**number).unwrap();
                    let mut next = game.moves(&position).map(|mv| game.play(&position, mv).position);
                    next.any(|next| numbering.number(&next).is_none_or(|number| !numbers.contains(&number)))
                };
                let searched = numbers.iter().filter(leads_beyond).count() as u64;
                assert_eq!((verified.positions, verified.searched), (numbers.len() as u64, searched), "{what}");
                let counted = stats(numbering.clone(), &table, Crew::new(2), control).unwrap();
                assert_eq!(counted.positions.stored, numbers.len() as u64, "{what}");
                let mut oracle = Exhaustive::new(game, 1 << 28).unwrap();
                assert_eq!(
                    recheck(numbering, &table, &mut oracle, 3, Crew::new(1), control).unwrap(),
                    3.min(searched as usize)
                );
            }
        });
    }
}

/// A value that comes from a search is not checked by its moves, but another search finds that it is wrong.
#[test]
fn a_wrong_value_at_the_edge_is_found_by_another_search() {
    let opened = open("connect-four cols=4 rows=3 k=3");
    with_game!(opened, |game| {
        let bench = Bench::new();
        book(&bench, game.into(), "connect-four", 1);
        let mut parts = super::forger::Parts::of(&std::fs::read(bench.file()).unwrap());
        let coding = perfectplay_solve::Coding::new(1, false);
        let edge = parts.blocks.last_mut().unwrap();
        // neither changes what the start is worth
        let slower = |cell: u32| match coding.decode(cell).unwrap() {
            Value::Win { plies } => coding.encode(Value::Win { plies: plies + 2 }),
            Value::Loss { plies } => coding.encode(Value::Loss { plies: plies + 2 }),
            value => coding.encode(value),
        };
        let before = edge.cells.clone();
        let worst = (0..before.len()).max_by_key(|&at| coding.decode(before[at]).unwrap().worth()).unwrap();
        edge.cells[worst] = slower(before[worst]).unwrap();
        assert_ne!(edge.cells, before);
        let table = Table::from_bytes(parts.write()).unwrap();
        let scope = Scope::Opening { from: game.start(), plies: 1 };
        let control = &mut Control::default();
        verify_scope(game, &table, &scope, Crew::new(1), control).unwrap();
        let mut oracle = Exhaustive::new(game, 1 << 28).unwrap();
        let error = recheck(game, &table, &mut oracle, before.len(), Crew::new(1), control).unwrap_err();
        assert!(matches!(error, VerifyError::Wrong { fault: Fault::Value { .. }, .. }), "{error}");
    });
}

/// A table whose values contradict each other has no answer, rather than bounds that are crossed.
#[test]
fn values_that_contradict_each_other() {
    let opened = open("subtraction heap=5 take=1,2");
    with_game!(opened, |game| {
        let bench = Bench::new();
        bench.build(game, "subtraction", &bench.solve(game, &Scope::All));
        let mut parts = super::forger::Parts::of(&std::fs::read(bench.file()).unwrap());
        let (start, coding) = (game.index(&game.start()).unwrap() as usize, perfectplay_solve::Coding::new(1, false));
        let cells = &mut parts.blocks[0].cells;
        assert_eq!(coding.decode(cells[start]), Some(Value::Win { plies: 3 }));
        cells[start] = coding.encode(Value::Loss { plies: 4 }).unwrap();
        let table = Table::from_bytes(parts.write()).unwrap();
        let mut engine = TableEngine::new(game, &table, None).unwrap();
        let error = solve(&mut engine, &game.start(), &mut Control::default()).unwrap_err();
        assert_eq!(error.premise, Premise::Contradiction);
    });
}

/// A job that is stopped again and again ends with the same values; a file that was damaged meanwhile is searched again.
#[test]
fn stopped_and_resumed() {
    for is_discovered in [false, true] {
        let mut random = fastrand::Rng::with_seed(5);
        let opened = open("connect-four cols=5 rows=4");
        with_game!(opened, |game| {
            let numbering = numbering(game, is_discovered, 6);
            let undisturbed = Bench::new();
            let (_, scope) = book(&undisturbed, numbering.clone(), "connect-four", 6);
            let disturbed = Bench::new();
            let workshop = Workshop { resume: true, save_every: Duration::ZERO, ..disturbed.workshop() };
            let (mut stops, mut damages) = (0, 0);
            let strong = loop {
                let mut control = Control::new(Limits { nodes: Some(random.u64(5_000..20_000)), time: None });
                match Strong::solve(
                    numbering.clone(),
                    &scope,
                    &workshop,
                    &mut |notice| {
                        damages += usize::from(matches!(notice, Notice::Unsound(_)));
                    },
                    &mut control,
                ) {
                    Ok(strong) => break strong,
                    Err(StrongError::Stopped(_)) => stops += 1,
                    Err(error) => panic!("{error}"),
                }
                assert!(stops < 10_000, "it does not come to an end");
                if stops == 3 {
                    let files = std::fs::read_dir(disturbed.work()).unwrap().map(|file| file.unwrap().path());
                    let part = if is_discovered { "flat-" } else { "-first-" };
                    let found = files.filter(|path| path.to_string_lossy().contains(part)).collect::<Vec<_>>();
                    assert!(!found.is_empty(), "{part}");
                    found.iter().for_each(|file| std::fs::write(file, "damaged").unwrap());
                }
            };
            assert!(stops > 3, "{stops} stops");
            assert!(damages > 0);
            let from = game.write_position(&Record::new(game));
            let table_scope = TableScope::Opening { from, plies: 6 };
            disturbed.build_scope(numbering, "connect-four", table_scope, &strong);
            assert!(std::fs::read(undisturbed.file()).unwrap() == std::fs::read(disturbed.file()).unwrap());
        });
    }
}

/// There is no opening without layers, and nothing is left of the try.
#[test]
fn a_game_with_cycles_is_refused() {
    let opened = open("finger-game modulus=3");
    with_game!(opened, |game| {
        let bench = Bench::new();
        let scope = Scope::Opening { from: game.start(), plies: 2 };
        let error = Strong::solve(game, &scope, &bench.workshop(), &mut |_| {}, &mut Control::default()).unwrap_err();
        assert!(error.to_string().contains("expected a game whose positions have layers"), "{error}");
        assert!(!bench.work().exists());
    });
}

/// Layers that are no plies do not count them.
#[test]
fn own_numbers_are_for_layers_that_are_plies() {
    let opened = open("nim heaps=2,3");
    with_game!(opened, |game| {
        let bench = Bench::new();
        let scope = Scope::Opening { from: game.start(), plies: 3 };
        let error = Strong::solve(game, &scope, &bench.workshop(), &mut |_| {}, &mut Control::default()).unwrap_err();
        assert!(error.to_string().contains("expected moves to the next layer"), "{error}");
        // a table with all positions that claims to be a book
        let bench = Bench::new();
        let table = bench.build(game, "nim", &bench.solve(game, &Scope::From(vec![game.start()])));
        let scope = Scope::Opening { from: game.start(), plies: 5 };
        let error = verify_scope(game, &table, &scope, Crew::new(1), &mut Control::default()).unwrap_err();
        assert!(matches!(error, VerifyError::Wrong { fault: Fault::Skipped, .. }), "{error}");
    });
}
