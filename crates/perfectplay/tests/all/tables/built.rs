//! Tables hold the values that engines find, are the same bytes however they were built, and stand or fail the test of
//! the rules as they should.

use perfectplay_game::{Ending, Game, Hints, Playable, Player, Step, Value};
use perfectplay_solve::{Coding, Control, Crew, Engine, Goal, Retrograde, Scope};
use perfectplay_table::{Fault, Table, TableEngine, Verified, VerifyError, verify_scope};

use super::bench::Bench;
use super::forger::Parts;
use crate::common::{instances, open, with_game};

fn is_small<G: Playable>(game: &G) -> bool {
    perfectplay_game::distinct_positions(game, &game.start(), u32::MAX, 6_000, |p| game.canonical(p)).is_ok()
}

fn check<G: Playable>(name: &str, game: &G) {
    if game.index_count().is_none() || !is_small(game) {
        return;
    }
    let scope = Scope::of_game(game);
    let mut bench = Bench::new();
    let table = bench.build(game, name, &bench.solve(game, &scope));
    assert_eq!(table.check_file().map_err(|e| e.to_string()), Ok(()), "{name}");

    // the values of an engine, at every position
    let mut oracle = Retrograde::new(game, 1 << 30).unwrap();
    let mut engine = TableEngine::new(game, &table, None).unwrap();
    let mut positions = 0;
    for block in 0..table.header().blocks() {
        let block = table.block(block).unwrap();
        for position in (0..block.len()).filter_map(|at| game.at_index(block.number(at))) {
            let expected = oracle.bounds(&position, Goal::Exact, &mut Control::default()).unwrap();
            let found = engine.bounds(&position, Goal::Exact, &mut Control::default()).unwrap();
            assert_eq!(found, expected, "{name} at {position:?}");
            assert_eq!(engine.value(&position).unwrap(), expected.value(), "{name} at {position:?}");
            positions += 1;
        }
    }
    let verified = verify_scope(game, &table, &scope, Crew::new(2), &mut Control::default());
    let verified = verified.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(verified, Verified { positions, searched: 0 }, "{name}");

    // the same bytes with other threads and other memory
    let bytes = std::fs::read(bench.file()).unwrap();
    for threads in [1, 3] {
        bench.crew = Crew::new(threads);
        bench.memory = if game.is_dense() { 1 << 20 } else { 1 << 14 };
        bench.build(game, name, &bench.solve(game, &scope));
        assert!(std::fs::read(bench.file()).unwrap() == bytes, "{name} with {threads} threads");
    }
}

#[test]
fn of_every_small_instance() {
    for (name, opened) in instances() {
        with_game!(opened, |game| check(&name, game));
    }
}

/// Any value that is changed to any other is found, with the checksums all right.
#[test]
fn a_wrong_value_is_found() {
    let mut random = fastrand::Rng::with_seed(4);
    for name in ["weighted-tic-tac-toe", "finger-game modulus=5", "dots-and-boxes", "nim", "quixo size=3"] {
        let opened = open(name);
        with_game!(opened, |game| {
            let coding = Coding::new(1, game.scored());
            let scope = Scope::of_game(game);
            let bench = Bench::new();
            bench.build(game, name, &bench.solve(game, &scope));
            let parts = Parts::of(&std::fs::read(bench.file()).unwrap());
            let mut spoiled = 0;
            while spoiled < 60 {
                let mut parts = parts.clone();
                let block = random.usize(..parts.blocks.len());
                let block = &mut parts.blocks[block];
                let at = random.usize(..block.cells.len());
                let number = block.positions(!block.steps.is_empty())[at].0;
                let other = random.u32(1..256);
                // a cell without a position is not part of the table
                if other == block.cells[at] || game.at_index(number).is_none() || coding.decode(other).is_none() {
                    continue;
                }
                block.cells[at] = other;
                spoiled += 1;
                let table = Table::from_bytes(parts.write()).unwrap();
                let result = verify_scope(game, &table, &scope, Crew::new(2), &mut Control::default());
                let is_found = matches!(result, Err(VerifyError::Wrong { fault: Fault::Value { .. }, .. }));
                assert!(is_found, "{name}: {result:?} after a change to {:?}", coding.decode(other));
            }
        });
    }
}

/// A token on a ring, with a way out to a tie or a win if there is one.
struct Ring {
    exit: Option<Ending>,
}

const RING: u8 = 6;
const OUT: u8 = RING;

impl Game for Ring {
    type Position = (u8, Player);
    type Move = u8;

    fn start(&self) -> (u8, Player) {
        (0, Player::First)
    }
    fn turn(&self, position: &(u8, Player)) -> Player {
        position.1
    }
    fn ending(&self, position: &(u8, Player)) -> Option<Ending> {
        if position.0 == OUT { Some(self.exit.unwrap_or(Ending::Loss)) } else { None }
    }
    fn moves(&self, position: &(u8, Player)) -> impl Iterator<Item = u8> {
        let on = (position.0 < RING).then_some((position.0 + 1) % RING);
        on.into_iter().chain((position.0 == 2 && self.exit.is_some()).then_some(OUT))
    }
    fn play(&self, position: &(u8, Player), to: u8) -> Step<(u8, Player)> {
        (to, position.1.other()).into()
    }
}

impl Hints for Ring {
    type Key = (u8, Player);
    fn key(&self, position: &(u8, Player)) -> (u8, Player) {
        *position
    }
    fn index_count(&self) -> Option<u64> {
        Some(u64::from(OUT) + 1)
    }
    fn is_dense(&self) -> bool {
        true
    }
    fn index(&self, position: &(u8, Player)) -> Option<u64> {
        Some(position.0.into())
    }
    fn at_index(&self, index: u64) -> Option<(u8, Player)> {
        Some((index as u8, Player::First))
    }
}

/// Builds a table of a ring in which all cells on the ring are changed.
fn ring(exit: Option<Ending>, on_the_ring: Option<Value>) -> Result<u64, Option<Fault>> {
    let game = Ring { exit };
    let bench = Bench::new();
    bench.build(&game, "ring", &bench.solve(&game, &Scope::All));
    let mut parts = Parts::of(&std::fs::read(bench.file()).unwrap());
    if let Some(value) = on_the_ring {
        parts.blocks[0].cells[..RING as usize].fill(Coding::new(1, false).encode(value).unwrap());
    }
    let table = Table::from_bytes(parts.write()).unwrap();
    let verified = verify_scope(&game, &table, &Scope::All, Crew::new(1), &mut Control::default());
    verified.map(|verified| verified.positions).map_err(|error| match error {
        VerifyError::Wrong { fault, .. } => Some(fault),
        VerifyError::Table(_) | VerifyError::Unsolvable(_) => None,
    })
}

#[test]
fn values_that_support_each_other_in_a_circle_are_found() {
    // endless play is a draw, and nothing else
    assert_eq!(ring(None, None), Ok(7));
    assert_eq!(ring(None, Some(Value::Tie)), Err(Some(Fault::Circle { found: Value::Tie })));
    assert!(matches!(ring(None, Some(Value::Win { plies: 3 })), Err(Some(Fault::Value { .. }))));
    // with a way out to a tie, it is a tie for all, and not a draw
    assert_eq!(ring(Some(Ending::Tie), None), Ok(7));
    assert!(matches!(ring(Some(Ending::Tie), Some(Value::Draw)), Err(Some(Fault::Value { .. }))));
    // with a way out to a win, one side has it, and it is not a draw
    assert_eq!(ring(Some(Ending::Loss), None), Ok(7));
    assert!(matches!(ring(Some(Ending::Loss), Some(Value::Draw)), Err(Some(Fault::Value { .. }))));
}

#[test]
fn tables_of_other_versions_are_refused() {
    let opened = open("nim");
    with_game!(opened, |game| {
        let bench = Bench::new();
        bench.build(game, "nim", &bench.solve(game, &Scope::of_game(game)));
        let parts = Parts::of(&std::fs::read(bench.file()).unwrap());
        let told = |field: &str, value: serde_json::Value| {
            let mut parts = parts.clone();
            parts.header[field] = value;
            let table = Table::from_bytes(parts.write()).unwrap();
            table.check_game(&game.into()).err().map(|error| error.to_string())
        };
        assert_eq!(told("version", 1.into()), None);
        let other =
            |of| Some(format!("expected a table of version 1 of the {of}, found one of version 2; build it anew"));
        assert_eq!(told("version", 2.into()), other("rules"));
        assert_eq!(told("numbering", serde_json::json!({ "own": 2 })), other("numbering"));
    });
}
