//! Alpha-beta finds the same with several threads, whether its table is too small, grows, or has room for everything.

use perfectplay_game::{Bounds, Game, Notation, Playable, Value};
use perfectplay_solve::{AlphaBeta, Control, Crew, Engine, Goal, Limits, solve};

use crate::common::{open, with_game};

/// Games with numbered keys, and games with whole keys; most take ten thousands of nodes.
const JOBS: [(&str, &str); 7] = [
    ("connect-four cols=5 rows=5", ""),
    ("connect-four cols=6 rows=5", "3"),
    ("dots-and-boxes rows=3 cols=3", ""),
    ("triangle-war side=4", ""),
    ("weighted-tic-tac-toe rows=4 cols=5 k=4", "5/5/5/5"),
    ("weighted-tic-tac-toe rows=4 cols=4 k=4", "4/4/4/4"),
    ("chomp rows=7 cols=8", "8,8,8,8,8,8,8"),
];

fn on_all_jobs(check: impl Fn(&str, &dyn Job)) {
    for (game_text, position) in JOBS {
        let opened = open(game_text);
        with_game!(opened, |game| {
            let position = *game.read_position(position).unwrap().position();
            check(game_text, &Asked { game, position });
        });
    }
}

/// A game and a position.
struct Asked<'g, G: Playable> {
    game: &'g G,
    position: G::Position,
}

trait Job {
    /// The least memory for an engine of so many threads.
    fn least_memory(&self, threads: usize) -> usize;

    /// The answers to questions that are asked one after the other, each with a limit on nodes; and the nodes of all.
    fn ask(&self, memory: usize, threads: usize, limits: &[Option<u64>]) -> (Vec<Bounds>, u64);

    fn value(&self, memory: usize, threads: usize) -> Value {
        let (bounds, _) = self.ask(memory, threads, &[None]);
        bounds[0].value().unwrap()
    }
}

impl<G: Playable> Job for Asked<'_, G> {
    fn least_memory(&self, threads: usize) -> usize {
        AlphaBeta::with_crew(self.game, 0, Crew::new(threads)).err().unwrap().least
    }

    fn ask(&self, memory: usize, threads: usize, limits: &[Option<u64>]) -> (Vec<Bounds>, u64) {
        let mut engine = AlphaBeta::with_crew(self.game, memory, Crew::new(threads)).unwrap();
        let mut nodes = 0;
        let mut ask = |&limit: &Option<u64>| {
            let mut control = Control::new(Limits { nodes: limit, time: None });
            let bounds = engine.bounds(&self.position, Goal::Exact, &mut control).unwrap();
            nodes += control.nodes();
            bounds
        };
        (limits.iter().map(&mut ask).collect(), nodes)
    }
}

#[test]
fn with_tables_of_all_sizes() {
    on_all_jobs(|name, job| {
        let value = job.value(256 << 20, 1);
        for threads in [1, 2, 4] {
            // the least has to replace entries all the time; more grows as it fills
            let least = job.least_memory(threads);
            for memory in [least, 4 * least, 64 << 20] {
                assert_eq!(job.value(memory, threads), value, "{name}: {threads} threads, {memory} bytes");
            }
        }
    });
}

#[test]
fn stopped_anywhere_they_say_nothing_false() {
    on_all_jobs(|name, job| {
        let (bounds, needed) = job.ask(64 << 20, 1, &[None]);
        let value = bounds[0].value().unwrap();
        for threads in [2, 4] {
            let limits = [0, 1, needed / 8, needed / 4, needed / 2].map(Some);
            for memory in [job.least_memory(threads), 64 << 20] {
                // one after the other, so that each begins with what the last has left
                let (found, _) = job.ask(memory, threads, &[&limits[..], &[None]].concat());
                for bounds in &found {
                    let shown = bounds.at_least.worth()..=bounds.at_most.worth();
                    assert!(shown.contains(&value.worth()), "{name}, {threads} threads: {bounds:?} for {value:?}");
                }
                assert_eq!(found.last().unwrap().value(), Some(value), "{name}, {threads} threads");
            }
        }
    });
}

/// Every move of a position, with a table that is warm from the others.
#[test]
fn all_moves_have_the_same_values() {
    let opened = open("connect-four cols=5 rows=5");
    with_game!(opened, |game| {
        let record = game.read_position("32").unwrap();
        let solved = |threads| {
            let mut engine = AlphaBeta::with_crew(game, 64 << 20, Crew::new(threads)).unwrap();
            let solution = solve(&mut engine, record.position(), &mut Control::default()).unwrap();
            solution.moves.iter().map(|root| root.bounds.value().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(solved(2), solved(1));
        assert_eq!(solved(4), solved(1));
    });
}

/// Only one thread of the crew is at work if the control says so: two threads never take the same nodes twice.
#[test]
fn a_control_allows_fewer_threads() {
    let opened = open("dots-and-boxes rows=3 cols=3");
    with_game!(opened, |game| {
        let ask = || {
            let mut engine = AlphaBeta::with_crew(game, 1 << 26, Crew::new(4)).unwrap();
            let mut control = Control::default().with_most_threads(1);
            let bounds = engine.bounds(&game.start(), Goal::Exact, &mut control).unwrap();
            (bounds, control.nodes())
        };
        let mut alone = AlphaBeta::new(game, 1 << 26).unwrap();
        let mut control = Control::default();
        let bounds = alone.bounds(&game.start(), Goal::Exact, &mut control).unwrap();
        for _ in 0..3 {
            assert_eq!(ask(), (bounds, control.nodes()));
        }
    });
}
