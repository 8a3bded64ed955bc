//! Tables of openings, whose last positions are searched.

use super::bench::Bench;
use super::judge::reachable;
use crate::common::{open, with_game};
use perfectplay_game::{Game, Hints, Playable, Value};
use perfectplay_solve::{Control, Crew, Engine, Exhaustive, Goal, Limits, Scope, Strong, StrongError, Workshop};
use perfectplay_table::{Fault, Table, TableEngine, TableScope, VerifyError, recheck, stats, verify_scope};
use std::time::Duration;

const GAMES: [&str; 5] = [
    "connect-four cols=4 rows=3 k=3",
    "weighted-tic-tac-toe",
    "dots-and-boxes",
    // moves skip layers
    "nim heaps=2,3,4",
    "chomp rows=3 cols=3",
];

fn value<G: Playable>(game: &G, position: &G::Position) -> Value {
    let mut oracle = Exhaustive::new(game, 1 << 28).unwrap();
    oracle.bounds(position, Goal::Exact, &mut Control::default()).unwrap().value().unwrap()
}

fn book<G: Playable>(bench: &Bench, game: &G, name: &str, plies: u32) -> (Table, Scope<G::Position>) {
    let scope = Scope::Opening { from: game.start(), plies };
    let table_scope = TableScope::Opening { from: game.write_position(&perfectplay_game::Record::new(game)), plies };
    (bench.build_scope(game, name, table_scope, &bench.solve(game, &scope)), scope)
}

/// It has just the positions of the opening, each with its value, whatever the plies are.
#[test]
fn has_the_first_positions_with_their_values() {
    for name in GAMES {
        let opened = open(name);
        with_game!(opened, |game| {
            for plies in [0, 1, 3, 6, 99] {
                let bench = Bench::new();
                let (table, scope) = book(&bench, game, name, plies);
                let promised = reachable(game, &scope);
                assert_eq!(table.header().cells(), promised.len() as u64, "{name}, {plies} plies");
                let mut engine = TableEngine::new(game, &table, None).unwrap();
                for &number in &promised {
                    let position = game.at_index(number).unwrap();
                    let found = engine.value(&position).unwrap();
                    assert_eq!(found, Some(value(game, &position)), "{name}, {plies} plies, {position:?}");
                }
                let control = &mut Control::default();
                let verified = verify_scope(game, &table, &scope, Crew::new(2), control).unwrap();
                let last = game.layer(&game.start()).unwrap() + plies;
                let is_beyond = |position: &_| game.layer(position) > Some(last);
                let leads_beyond = |&&number: &&u64| {
                    let position = game.at_index(number).unwrap();
                    game.moves(&position).any(|mv| is_beyond(&game.play(&position, mv).position))
                };
                let searched = promised.iter().filter(leads_beyond).count() as u64;
                assert_eq!(
                    (verified.positions, verified.searched),
                    (promised.len() as u64, searched),
                    "{name}, {plies} plies"
                );
                let counted = stats(game, &table, Crew::new(2), control).unwrap();
                assert_eq!(counted.positions.stored, promised.len() as u64, "{name}, {plies} plies");
                let mut oracle = Exhaustive::new(game, 1 << 28).unwrap();
                assert_eq!(
                    recheck(game, &table, &mut oracle, 3, Crew::new(1), control).unwrap(),
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
        book(&bench, game, "connect-four", 1);
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

/// A job that is stopped again and again ends with the same values; a file that was damaged meanwhile is searched again.
#[test]
fn stopped_and_resumed() {
    let mut random = fastrand::Rng::with_seed(5);
    let opened = open("connect-four cols=5 rows=4");
    with_game!(opened, |game| {
        let undisturbed = Bench::new();
        let (_, scope) = book(&undisturbed, game, "connect-four", 6);
        let disturbed = Bench::new();
        let workshop = Workshop { resume: true, save_every: Duration::ZERO, ..disturbed.workshop() };
        let (mut stops, mut damages) = (0, 0);
        let strong = loop {
            let mut control = Control::new(Limits { nodes: Some(random.u64(5_000..20_000)), time: None });
            match Strong::solve(game, &scope, &workshop, &mut |_| damages += 1, &mut control) {
                Ok(strong) => break strong,
                Err(StrongError::Stopped(_)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 10_000, "it does not come to an end");
            if stops == 3 {
                let files = std::fs::read_dir(disturbed.work()).unwrap().map(|file| file.unwrap().path());
                let found = files.filter(|path| path.to_string_lossy().contains("-first-")).collect::<Vec<_>>();
                assert_eq!(found.len(), 1, "{found:?}");
                std::fs::write(&found[0], "damaged").unwrap();
            }
        };
        assert!(stops > 3, "{stops} stops");
        assert!(damages > 0);
        let table_scope = TableScope::Opening { from: String::new(), plies: 6 };
        disturbed.build_scope(game, "connect-four", table_scope, &strong);
        assert!(std::fs::read(undisturbed.file()).unwrap() == std::fs::read(disturbed.file()).unwrap());
    });
}

/// There is no opening without layers.
#[test]
fn a_game_with_cycles_is_refused() {
    let opened = open("finger-game modulus=3");
    with_game!(opened, |game| {
        let bench = Bench::new();
        let scope = Scope::Opening { from: game.start(), plies: 2 };
        let error = Strong::solve(game, &scope, &bench.workshop(), &mut |_| {}, &mut Control::default()).unwrap_err();
        assert!(error.to_string().contains("expected a game whose positions have layers"), "{error}");
    });
}
