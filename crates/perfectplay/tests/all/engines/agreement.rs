//! Every engine, with and without the hints of the games, agrees with the exhaustive one on every game.

use perfectplay_game::conformance::Bare;
use perfectplay_game::{Bounds, Game, Playable, Record, Value};
use perfectplay_solve::{
    AlphaBeta, Control, Crew, Engine, Exhaustive, Goal, Limits, Premise, ProofNumber, Retrograde, solve,
};
use proptest::prelude::*;

use super::insight::Seen;
use crate::common::{instances, open, rounds, with_game};

const MEMORY: usize = 256 << 20;

fn exact<G: Game>(engine: &mut impl Engine<G>, position: &G::Position) -> Value {
    let bounds = engine.bounds(position, Goal::Exact, &mut Control::default()).unwrap();
    bounds.value().unwrap_or_else(|| panic!("{} gives {bounds:?}", engine.name()))
}

/// A position from random play that has at most so many positions below it, in a game without cycles.
pub fn small_position<G: Game>(game: &G, most: usize, random: &mut fastrand::Rng) -> Option<G::Position> {
    let mut record = Record::new(game);
    loop {
        let mut oracle = Exhaustive::new(game, MEMORY).unwrap().with_most_positions(most);
        match oracle.bounds(record.position(), Goal::Exact, &mut Control::default()) {
            Ok(_) => return Some(record.position().clone()),
            Err(error) if matches!(error.premise, Premise::TooManyPositions { .. }) => {}
            Err(error) => {
                assert!(matches!(error.premise, Premise::Cycle { .. }), "{error}");
                return None;
            }
        }
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        record.play(game, random.choice(moves).expect("an unfinished position")).unwrap();
    }
}

fn check_position<G: Playable>(name: &str, game: &G, position: &G::Position) {
    let mut oracle = Exhaustive::new(game, MEMORY).unwrap();
    let plain = Bare(game);
    let value = exact(&mut oracle, position);
    let mut alpha_beta = AlphaBeta::new(game, MEMORY).unwrap();
    let mut tiny = AlphaBeta::new(game, 2 << 20).unwrap();
    let mut without_hints = AlphaBeta::new(&plain, MEMORY).unwrap();
    let mut retrograde = Retrograde::new(game, MEMORY).unwrap();
    for threads in [1, 2] {
        let mut proof_number = ProofNumber::new(game, MEMORY, Crew::new(threads)).unwrap();
        assert_eq!(exact(&mut proof_number, position), value, "{name}: proof-number at {position:?}");
    }
    let mut tiny_numbers = ProofNumber::new(game, 16 << 20, Crew::new(1)).unwrap();
    let mut numbers_without_hints = ProofNumber::new(&plain, MEMORY, Crew::new(1)).unwrap();
    assert_eq!(exact(&mut tiny_numbers, position), value, "{name}: proof-number with a tiny table at {position:?}");
    assert_eq!(
        exact(&mut numbers_without_hints, position),
        value,
        "{name}: proof-number without hints at {position:?}"
    );
    assert_eq!(exact(&mut alpha_beta, position), value, "{name}: alpha-beta at {position:?}");
    assert_eq!(exact(&mut tiny, position), value, "{name}: alpha-beta with a tiny table at {position:?}");
    assert_eq!(exact(&mut without_hints, position), value, "{name}: alpha-beta without hints at {position:?}");
    assert_eq!(exact(&mut retrograde, position), value, "{name}: retrograde at {position:?}");
    for threads in [2, 4] {
        let mut engine = AlphaBeta::with_crew(game, MEMORY, Crew::new(threads)).unwrap();
        assert_eq!(exact(&mut engine, position), value, "{name}: {threads} threads at {position:?}");
    }

    // the whole answer, move by move, with tables warm from other positions
    let of_oracle = solve(&mut oracle, position, &mut Control::default()).unwrap();
    let of_alpha_beta = solve(&mut alpha_beta, position, &mut Control::default()).unwrap();
    assert_eq!(of_oracle.moves, of_alpha_beta.moves, "{name} at {position:?}");
    assert_eq!(of_oracle.best(), of_alpha_beta.best(), "{name} at {position:?}");
    let of_retrograde = solve(&mut retrograde, position, &mut Control::default()).unwrap();
    assert_eq!(of_oracle.moves, of_retrograde.moves, "{name} at {position:?}");

    // win, tie or loss alone, from any lead
    for lead in -3..=3 {
        let goal = Goal::Outcome { lead };
        let mut engine = AlphaBeta::new(game, MEMORY).unwrap();
        let bounds = engine.bounds(position, goal, &mut Control::default()).unwrap();
        assert_eq!(bounds.with_lead(lead).outcome(), Some(value.with_lead(lead).outcome()), "{name} at {position:?}");
        assert!(holds(bounds, value), "{name}: {bounds:?} for {value:?} at {position:?}");
    }

    // a stopped search says nothing false
    let needed = {
        let mut control = Control::default();
        AlphaBeta::new(game, MEMORY).unwrap().bounds(position, Goal::Exact, &mut control).unwrap();
        control.nodes()
    };
    for nodes in [0, 1, needed / 4, needed / 2, needed.saturating_sub(1)] {
        let mut control = Control::new(Limits { nodes: Some(nodes), time: None });
        let mut engine = AlphaBeta::new(game, MEMORY).unwrap();
        let stopped = solve(&mut engine, position, &mut control).unwrap();
        assert!(holds(stopped.bounds, value), "{name}: {:?} for {value:?} at {position:?}", stopped.bounds);
        for (mv, full) in stopped.moves.iter().zip(&of_oracle.moves) {
            assert!(holds(mv.bounds, full.bounds.value().unwrap()), "{name} at {position:?}");
        }
        // and the engine goes on as if nothing had happened
        assert_eq!(exact(&mut engine, position), value, "{name} at {position:?}");
    }
}

fn holds(bounds: Bounds, value: Value) -> bool {
    (bounds.at_least.worth()..=bounds.at_most.worth()).contains(&value.worth())
}

/// Bounds, insight and symmetry are right at every position of a random game from here on.
fn check_hints<G: Playable>(name: &str, game: &G, from: &G::Position, random: &mut fastrand::Rng) {
    let mut oracle = Exhaustive::new(game, MEMORY).unwrap();
    let mut position = from.clone();
    while game.ending(&position).is_none() {
        let value = exact(&mut oracle, &position);
        Seen::default().compare(name, game, &position, &mut oracle);
        assert_eq!(exact(&mut oracle, &game.canonical(&position)), value, "{name}: symmetry at {position:?}");
        let moves: Vec<G::Move> = game.moves(&position).collect();
        position = game.play(&position, random.choice(moves).unwrap()).position;
    }
}

#[test]
fn on_every_instance() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut checked = 0;
    for (name, opened) in instances() {
        with_game!(opened, |game| for _ in 0..rounds(8) {
            let Some(position) = small_position(game, 3000, &mut random) else { break };
            check_position(&name, game, &position);
            check_hints(&name, game, &position, &mut random);
            checked += 1;
        });
    }
    assert!(checked > 30 * rounds(8), "{checked}");
}

fn check_start(line: &str) {
    let opened = open(line);
    with_game!(opened, |game| check_position(line, game, &game.start()));
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(300) as u32, ..ProptestConfig::default() })]

    #[test]
    fn on_random_weights(weights in prop::collection::vec(-4i64..=4, 9), seed: u64) {
        let line = format!("weighted-tic-tac-toe weights={}", list(&weights));
        let opened = open(&line);
        let mut random = fastrand::Rng::with_seed(seed);
        with_game!(opened, |game| {
            let position = small_position(game, 1500, &mut random).unwrap();
            check_position(&line, game, &position);
        });
    }

    #[test]
    fn on_random_boards(rows in 1usize..5, cols in 1usize..5, k in 1usize..5, huge: bool, seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let weights: Vec<i64> = (0..rows * cols).map(|_| if huge { random.i64(-1_000_000_000..=1_000_000_000) } else { 0 }).collect();
        let line = format!("weighted-tic-tac-toe rows={rows} cols={cols} k={k} weights={}", list(&weights));
        let opened = open(&line);
        with_game!(opened, |game| {
            let position = small_position(game, 1500, &mut random).unwrap();
            check_position(&line, game, &position);
            check_hints(&line, game, &position, &mut random);
        });
    }

    #[test]
    fn on_random_graphs(edges in prop::collection::vec((0u8..5, 0u8..5), 1..10)) {
        let name = |end: u8| if end == 0 { "ground".to_string() } else { end.to_string() };
        let edges: Vec<String> =
            edges.iter().filter(|(a, b)| a != b).map(|&(a, b)| format!("{}-{}", name(a), name(b))).collect();
        prop_assume!(!edges.is_empty());
        check_start(&format!("strings-and-coins edges={}", edges.join(",")));
    }

    #[test]
    fn on_random_heaps(heaps in prop::collection::vec(0u16..6, 1..5), misere: bool) {
        check_start(&format!("nim heaps={} misere={misere}", list(&heaps)));
    }

    #[test]
    fn on_random_subtraction_sets(heap in 0u32..60, take in prop::collection::vec(1u32..12, 1..5), misere: bool) {
        check_start(&format!("subtraction heap={heap} take={} misere={misere}", list(&take)));
    }

    #[test]
    fn on_random_bars(rows in 1usize..5, cols in 1usize..5) {
        check_start(&format!("chomp rows={rows} cols={cols}"));
    }

    #[test]
    fn on_random_connect_four(cols in 1usize..8, rows in 1usize..7, k in 2usize..5, seed: u64) {
        let line = format!("connect-four cols={cols} rows={rows} k={k}");
        let opened = open(&line);
        let mut random = fastrand::Rng::with_seed(seed);
        with_game!(opened, |game| {
            let position = small_position(game, 1500, &mut random).unwrap();
            check_position(&line, game, &position);
            check_hints(&line, game, &position, &mut random);
        });
    }

    #[test]
    fn on_random_tixtax_endings(open_boards: bool, seed: u64) {
        let line = format!("tixtax won-boards={}", if open_boards { "open" } else { "closed" });
        let opened = open(&line);
        let mut random = fastrand::Rng::with_seed(seed);
        with_game!(opened, |game| {
            let position = small_position(game, 1500, &mut random).unwrap();
            check_position(&line, game, &position);
            check_hints(&line, game, &position, &mut random);
        });
    }
}
