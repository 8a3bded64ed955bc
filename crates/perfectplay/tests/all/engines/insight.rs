//! What games see without search is compared with the exact values.

use crate::common::rounds;
use perfectplay_game::{Bounds, Game, Playable, Record, Value};
use perfectplay_games::{ConnectFour, LargeConnectFour};
use perfectplay_solve::{AlphaBeta, Control, Engine, Exhaustive, Goal};
use std::collections::HashSet;

const MEMORY: usize = 1 << 30;

/// How often there was something to see.
#[derive(Default, Debug)]
pub struct Seen {
    /// Positions that the bounds settle, and positions that they leave open.
    settled: usize,
    open: usize,
    fewer_candidates: usize,
    /// The same after candidates and forced moves.
    settled_by_glance: usize,
    forced: usize,
}

impl Seen {
    /// Compares what is seen at an unfinished position, and after its candidates and the forced moves that follow.
    pub fn compare<G: Playable>(&mut self, name: &str, game: &G, position: &G::Position, oracle: &mut Exhaustive<G>) {
        let value = exact(oracle, position);
        let bounds = game.bounds(position);
        assert!(holds(bounds, value), "{name}: {bounds:?} for {value:?} at {position:?}");
        if bounds.value().is_some() {
            self.settled += 1;
            return;
        }
        self.open += 1;
        let candidates: Vec<G::Move> = game.candidates(position).map(|(mv, _)| mv).collect();
        let best = candidates.iter().map(|&mv| after(game, oracle, position, mv).worth()).max();
        assert_eq!(best, Some(value.worth()), "{name}: {candidates:?} at {position:?}");
        self.fewer_candidates += (candidates.len() < game.moves(position).count()) as usize;
        for mv in candidates {
            self.compare_glance(name, game, &game.play(position, mv).position, oracle);
        }
    }

    /// The same for a position to which a candidate or a forced move has led.
    fn compare_glance<G: Playable>(
        &mut self,
        name: &str,
        game: &G,
        position: &G::Position,
        oracle: &mut Exhaustive<G>,
    ) {
        let value = exact(oracle, position);
        let glance = game.glance(position);
        assert!(
            (glance.low..=glance.high).contains(&value.worth()),
            "{name}: {glance:?} for {value:?} at {position:?}"
        );
        if glance.low == glance.high {
            self.settled_by_glance += 1;
            return;
        }
        assert_eq!(game.ending(position), None, "{name}: {glance:?} at {position:?}");
        if let Some(mv) = glance.forced {
            self.forced += 1;
            let found = after(game, oracle, position, mv);
            assert_eq!(found.worth(), value.worth(), "{name}: {mv:?} is forced at {position:?}");
            self.compare_glance(name, game, &game.play(position, mv).position, oracle);
        }
    }

    fn assert_something_seen(&self, least: usize) {
        let all = [self.settled, self.open, self.fewer_candidates, self.settled_by_glance, self.forced];
        assert!(all.iter().all(|&times| times >= least), "{self:?}");
    }
}

fn exact<G: Game>(engine: &mut impl Engine<G>, position: &G::Position) -> Value {
    engine.bounds(position, Goal::Exact, &mut Control::default()).unwrap().value().unwrap()
}

/// What a legal move is worth for the side that makes it.
fn after<G: Playable>(game: &G, oracle: &mut Exhaustive<G>, position: &G::Position, mv: G::Move) -> Value {
    assert!(game.moves(position).any(|legal| legal == mv), "{mv:?} at {position:?}");
    let step = game.play(position, mv);
    exact(oracle, &step.position).before(game.moves_again(position, &step.position), step.gain)
}

fn holds(bounds: Bounds, value: Value) -> bool {
    (bounds.at_least.worth()..=bounds.at_most.worth()).contains(&value.worth())
}

/// Compares at all positions from one on.
fn compare_all<G: Playable>(name: &str, game: &G, start: &G::Position, seen: &mut Seen) {
    let mut oracle = Exhaustive::new(game, MEMORY).unwrap();
    let mut met = HashSet::from([start.clone()]);
    let mut next = vec![start.clone()];
    while let Some(position) = next.pop() {
        if game.ending(&position).is_none() {
            seen.compare(name, game, &position, &mut oracle);
        }
        let reached = game.moves(&position).map(|mv| game.play(&position, mv).position);
        next.extend(reached.filter(|position| met.insert(position.clone())));
    }
}

/// A position with so few free cells, by random play that avoids blunders for a random part of the game.
fn late_position<G: Playable>(game: &G, free: u32, random: &mut fastrand::Rng) -> Option<G::Position> {
    let mut record = Record::new(game);
    let careful_for = random.usize(..64);
    while game.plies_to_fill(record.position())? > free {
        let position = record.position();
        let is_open = game.ending(position).is_none() && game.bounds(position).value().is_none();
        let moves: Vec<G::Move> = if is_open && record.moves().len() < careful_for {
            game.candidates(position).map(|(mv, _)| mv).collect()
        } else {
            game.moves(position).collect()
        };
        record.play(game, random.choice(moves)?).unwrap();
    }
    Some(record.position().clone())
}

fn compare_late<G: Playable>(name: &str, game: &G, seen: &mut Seen, random: &mut fastrand::Rng) {
    for _ in 0..rounds(100) {
        if let Some(position) = late_position(game, 11, random) {
            compare_all(name, game, &position, seen);
        }
    }
}

#[test]
fn all_positions_of_small_connect_four_boards() {
    for (cols, rows, k) in
        [(4, 4, 3), (4, 4, 4), (3, 6, 3), (3, 6, 4), (6, 3, 3), (5, 3, 4), (4, 3, 3), (3, 5, 3), (4, 3, 4)]
    {
        let name = format!("{cols} × {rows}, {k} in a line");
        let mut seen = Seen::default();
        let game = ConnectFour::new(cols, rows, k);
        compare_all(&name, &game, &game.start(), &mut seen);
        seen.assert_something_seen(300);
    }
    // on large boards, with vertical lines alone, and with lines that are trivial or impossible
    for (cols, rows, k) in [(4, 3, 3), (3, 5, 3), (2, 8, 4), (2, 8, 3), (2, 8, 2), (1, 9, 3), (3, 4, 5), (3, 3, 1)] {
        let name = format!("{cols} × {rows}, {k} in a line, on large boards");
        let game = LargeConnectFour::new(cols, rows, k);
        compare_all(&name, &game, &game.start(), &mut Seen::default());
    }
}

#[test]
fn late_positions_of_larger_connect_four_boards() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut seen = Seen::default();
    let boards =
        [(5, 4, 4), (5, 4, 3), (4, 5, 3), (4, 5, 4), (6, 3, 4), (5, 5, 4), (6, 6, 4), (7, 6, 4), (7, 5, 4), (8, 7, 4)];
    for (cols, rows, k) in boards {
        let name = format!("{cols} × {rows}, {k} in a line");
        compare_late(&name, &ConnectFour::new(cols, rows, k), &mut seen, &mut random);
    }
    seen.assert_something_seen(100 * rounds(100));
    let mut seen = Seen::default();
    for (cols, rows, k) in [(5, 4, 4), (7, 6, 4), (8, 8, 4), (11, 5, 5), (16, 4, 5)] {
        let name = format!("{cols} × {rows}, {k} in a line, on large boards");
        compare_late(&name, &LargeConnectFour::new(cols, rows, k), &mut seen, &mut random);
    }
    seen.assert_something_seen(100 * rounds(100));
}

#[test]
fn connect_four_is_the_same_in_64_and_in_128_bits() {
    fn solved<G: Playable>(game: &G) -> (Value, u64) {
        let mut control = Control::default();
        let mut engine = AlphaBeta::new(game, 64 << 20).unwrap();
        let value = engine.bounds(&game.start(), Goal::Exact, &mut control).unwrap().value().unwrap();
        (value, control.nodes())
    }
    for (cols, rows, k) in [(4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 5, 4), (3, 6, 3), (6, 3, 4), (5, 5, 4), (2, 8, 3)] {
        let small = solved(&ConnectFour::new(cols, rows, k));
        assert_eq!(small, solved(&LargeConnectFour::new(cols, rows, k)), "{cols} × {rows}, {k} in a line");
    }
}
