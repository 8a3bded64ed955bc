//! Connect Four boards that no play can lead to: nothing an engine or the game takes for granted depends on the history.

use perfectplay_game::conformance::Bare;
use perfectplay_game::{Bounds, Playable, Value};
use perfectplay_games::{ConnectFour, LargeConnectFour};
use perfectplay_solve::{
    AlphaBeta, Control, Crew, Engine, Estimate, Exhaustive, Goal, Limits, ProofNumber, Retrograde, solve,
};
use std::collections::HashMap;

const MEMORY: usize = 64 << 20;

/// A board as the marks of its columns from the bottom.
type Columns = Vec<Vec<char>>;

/// Stones in random columns and of random colours, as many of both as there should be; so many cells stay free.
fn random_board(cols: usize, rows: usize, free: usize, random: &mut fastrand::Rng) -> Columns {
    let stones = cols * rows - free;
    let mut marks: Vec<char> = (0..stones).map(|number| ['x', 'o'][number % 2]).collect();
    random.shuffle(&mut marks);
    let mut columns = vec![vec![]; cols];
    for mark in marks {
        let open: Vec<usize> = (0..cols).filter(|&col| columns[col].len() < rows).collect();
        columns[random.choice(open).expect("a free cell")].push(mark);
    }
    columns
}

fn ranks(columns: &Columns, rows: usize) -> String {
    let rank = |row: usize| columns.iter().map(|column| column.get(row).copied().unwrap_or('.')).collect::<String>();
    (0..rows).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Whether the stones can have fallen in turn, lines or not.
fn can_have_fallen(columns: &mut Columns, known: &mut HashMap<Columns, bool>) -> bool {
    let stones: usize = columns.iter().map(Vec::len).sum();
    if stones == 0 {
        return true;
    }
    if let Some(&known) = known.get(columns) {
        return known;
    }
    let last = if stones.is_multiple_of(2) { 'o' } else { 'x' };
    let found = (0..columns.len()).any(|col| {
        let is_last = columns[col].last() == Some(&last);
        is_last && {
            columns[col].pop();
            let found = can_have_fallen(columns, known);
            columns[col].push(last);
            found
        }
    });
    known.insert(columns.clone(), found);
    found
}

fn holds(bounds: Bounds, value: Value) -> bool {
    (bounds.at_least.worth()..=bounds.at_most.worth()).contains(&value.worth())
}

/// All engines agree with the exhaustive one on so many boards.
fn check<G: Playable>(game: &G, boards: usize, mut next: impl FnMut() -> String) {
    let plain = Bare(game);
    let mut oracle = Exhaustive::new(&plain, MEMORY).unwrap();
    let mut alpha_beta = AlphaBeta::new(game, MEMORY).unwrap();
    let mut proof_number = ProofNumber::new(game, MEMORY, Crew::new(1)).unwrap();
    let mut retrograde = Retrograde::new(game, MEMORY).unwrap();
    let mut estimate = Estimate::new(game, MEMORY, 1).unwrap();
    let mut checked = 0;
    while checked < boards {
        let text = next();
        // a line of the side to move
        let Ok(record) = game.read_position(&text) else { continue };
        let position = record.position();
        let expected = solve(&mut oracle, position, &mut Control::default()).unwrap();
        let value = expected.value().unwrap();
        let engines: [&mut dyn Engine<G>; 3] = [&mut alpha_beta, &mut proof_number, &mut retrograde];
        for engine in engines {
            let found = solve(engine, position, &mut Control::default()).unwrap();
            assert_eq!((found.value(), &found.moves), (Some(value), &expected.moves), "{text}: {}", engine.name());
            assert_eq!(found.best(), expected.best(), "{text}: {}", engine.name());
        }
        assert!(game.ending(position).is_some() || holds(game.bounds(position), value), "{text}");
        let few = Limits { nodes: Some(50), time: None };
        let estimation = estimate.think(position, 0, &mut Control::new(few)).unwrap();
        assert!(holds(estimation.shown.bounds, value), "{text}: the estimate");
        let outcome = alpha_beta.bounds(position, Goal::Outcome { lead: 0 }, &mut Control::default()).unwrap();
        assert_eq!(outcome.outcome(), Some(value.outcome()), "{text}");
        checked += 1;
    }
}

#[test]
fn engines_agree_on_small_boards_that_cannot_have_come_about() {
    let mut random = fastrand::Rng::with_seed(3);
    for (cols, rows, k) in [(4, 4, 3), (4, 4, 4), (3, 5, 3), (5, 4, 4), (6, 2, 3), (4, 6, 4), (8, 1, 2), (5, 5, 4)] {
        let next = || loop {
            let free = random.usize(0..=(cols * rows - 4).min(9));
            let mut columns = random_board(cols, rows, free, &mut random);
            if rows == 1 || !can_have_fallen(&mut columns, &mut HashMap::new()) {
                return ranks(&columns, rows);
            }
        };
        check(&ConnectFour::new(cols, rows, k), 250, next);
    }
}

#[test]
fn engines_agree_on_large_boards() {
    let mut random = fastrand::Rng::with_seed(4);
    check(&ConnectFour::new(7, 6, 4), 500, || ranks(&random_board(7, 6, 9, &mut random), 6));
    check(&LargeConnectFour::new(8, 8, 5), 100, || ranks(&random_board(8, 8, 8, &mut random), 8));
}
