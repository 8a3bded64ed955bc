//! What is told while a position is being solved: true, more and more, and who wins before how fast.

use crate::common::{instances, rounds, with_game};
use perfectplay_game::{Bounds, Game, Playable, Record};
use perfectplay_solve::{AlphaBeta, Control, Engine, Exhaustive, Goal, Solution, follow, solve};

/// Follows one position; whether it was told of every move who wins before it was told of every move how fast.
fn check<G: Playable>(name: &str, game: &G, position: &G::Position) -> bool {
    let mut engine = AlphaBeta::new(game, 1 << 24).unwrap();
    let mut told: Vec<Solution<G::Move>> = vec![];
    let mut note = |known: &Solution<G::Move>| told.push(known.clone());
    let solution = follow(&mut engine, position, Goal::Exact, &mut note, &mut Control::default()).unwrap();
    let mut oracle = Exhaustive::new(game, 1 << 28).unwrap();
    let exact = solve(&mut oracle, position, &mut Control::default()).unwrap();
    let lies_within = |inner: Bounds, outer: Bounds| inner.and(outer) == inner;
    let mut before: Vec<Bounds> = vec![Bounds::UNKNOWN; exact.moves.len()];
    let mut outcomes_first = false;
    for known in &told {
        assert!(lies_within(exact.bounds, known.bounds), "{name}, {position:?}");
        let mut is_new = false;
        for ((mv, right), before) in known.moves.iter().zip(&exact.moves).zip(&mut before) {
            assert_eq!(mv.mv, right.mv);
            assert!(lies_within(right.bounds, mv.bounds), "{name}, {position:?}: {:?}", mv.mv);
            assert!(lies_within(mv.bounds, *before), "{name}, {position:?}: {:?}", mv.mv);
            is_new |= mv.bounds != *before;
            *before = mv.bounds;
        }
        assert!(is_new, "{name}, {position:?}: nothing new is told");
        let is_whole = known.moves.iter().all(|mv| mv.bounds.value().is_some());
        outcomes_first |= !is_whole && known.moves.iter().all(|mv| mv.bounds.outcome().is_some());
    }
    assert_eq!(solution.bounds, exact.bounds, "{name}, {position:?}");
    assert_eq!(solution.moves, exact.moves, "{name}, {position:?}");
    if let Some(last) = told.last() {
        assert_eq!(last.moves, exact.moves, "{name}, {position:?}");
    }
    outcomes_first
}

#[test]
fn news_is_true_and_new() {
    let mut random = fastrand::Rng::with_seed(17);
    let (mut asked, mut outcomes_first) = (0, 0);
    for (name, opened) in instances() {
        with_game!(opened, |game| {
            for _ in 0..rounds(24) {
                let mut record = Record::new(game);
                let plies = random.usize(0..12);
                while record.moves().len() < plies
                    && let Some(mv) = random.choice(game.moves(record.position()).collect::<Vec<_>>())
                {
                    record.play(game, mv).unwrap();
                }
                let position = record.position();
                let few = Exhaustive::new(game, 1 << 26).unwrap().with_most_positions(20_000);
                let is_small =
                    |mut engine: Exhaustive<_>| engine.bounds(position, Goal::Exact, &mut Control::default()).is_ok();
                if game.ending(position).is_none() && game.layer(position).is_some() && is_small(few) {
                    asked += 1;
                    outcomes_first += usize::from(check(&name, game, position));
                }
            }
        });
    }
    assert!(asked >= rounds(200) && outcomes_first >= rounds(20), "{outcomes_first} of {asked}");
}
