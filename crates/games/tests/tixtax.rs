//! TixTax against brute force: canonical forms, bounds and keys at every position of thousands of random endings.

use perfectplay_game::{Bounded, Game, Keyed, Layered, Notation, Player, Symmetric, Value};
use perfectplay_games::{TixTax, TixTaxPosition, WonBoards};
use std::collections::HashMap;

/// More taken squares than this, and canonical forms are not turned any more.
const TURNED_UP_TO: u32 = 16;

/// What the rules alone tell of a position.
#[derive(Clone, Copy)]
struct Truth {
    value: Value,
    /// For each player, the fewest plies to a win if both work for it.
    soonest: [u32; 2],
}

/// Solves by trying everything, with no hints.
struct BruteForce<'g> {
    game: &'g TixTax,
    known: HashMap<TixTaxPosition, Truth>,
}

impl BruteForce<'_> {
    fn truth(&mut self, position: &TixTaxPosition) -> Truth {
        if let Some(&truth) = self.known.get(position) {
            return truth;
        }
        let mut truth = Truth { value: Value::WORST, soonest: [u32::MAX; 2] };
        if let Some(value) = self.game.final_value(position) {
            truth.value = value;
            if value == Value::WORST {
                truth.soonest[self.game.turn(position).other().index()] = 0;
            }
        }
        for square in self.game.moves(position) {
            let after = self.truth(&self.game.play(position, square).position);
            let value = after.value.before(false, 0);
            if value.worth() > truth.value.worth() {
                truth.value = value;
            }
            for player in 0..2 {
                truth.soonest[player] = truth.soonest[player].min(after.soonest[player].saturating_add(1));
            }
        }
        self.known.insert(*position, truth);
        truth
    }
}

/// Positions from random games with at most so many moves to come, as far as empty squares of open boards tell.
fn endings(game: &TixTax, count: usize, most_empty: usize, seed: u64) -> Vec<TixTaxPosition> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = vec![];
    while found.len() < count {
        let mut position = game.start();
        while let Some(square) = random.choice(game.moves(&position).collect::<Vec<_>>()) {
            position = game.play(&position, square).position;
            let canonical_empty = 81 - game.layer(&game.canonical(&position)).unwrap() as usize;
            if canonical_empty <= most_empty && game.ending(&position).is_none() {
                found.push(position);
                break;
            }
        }
    }
    found
}

/// Everything is right at a position whose truth is known.
fn check(brute: &mut BruteForce, position: &TixTaxPosition, truth: Truth) {
    let game = brute.game;
    let canonical = game.canonical(position);
    let of_canonical = brute.truth(&canonical);
    assert_eq!(of_canonical.value, truth.value, "{position:?}");
    assert_eq!(of_canonical.soonest, truth.soonest, "{position:?}");
    assert_eq!(game.canonical(&canonical), canonical, "{position:?}");
    if game.layer(position) > Some(TURNED_UP_TO) {
        let successors = |from: &TixTaxPosition| -> Vec<(u8, TixTaxPosition)> {
            game.moves(from).map(|square| (square, game.canonical(&game.play(from, square).position))).collect()
        };
        assert_eq!(successors(position), successors(&canonical), "{position:?}");
    }
    if game.ending(position).is_some() {
        return;
    }
    let bounds = game.bounds(position);
    assert_eq!(bounds, game.bounds(&canonical), "{position:?}");
    let worths = bounds.at_least.worth()..=bounds.at_most.worth();
    assert!(worths.contains(&truth.value.worth()), "{bounds:?} for {:?} at {position:?}", truth.value);
    for soon in [Value::Win { plies: 1 }, Value::Loss { plies: 2 }] {
        assert_eq!(bounds.value() == Some(soon), truth.value == soon, "{bounds:?} at {position:?}");
    }
    for player in [Player::First, Player::Second] {
        let least = game.least_plies_to_win(position, player);
        let soonest = truth.soonest[player.index()];
        assert!(least <= soonest, "{player:?} wins in {soonest} plies, not {least}, at {position:?}");
        assert_eq!(least, game.least_plies_to_win(&canonical, player), "{position:?}");
    }
}

#[test]
fn hints_agree_with_brute_force() {
    // boards close early under one rule, so its endings have more choice
    for (rule, games) in [(WonBoards::Closed, 300), (WonBoards::Open, 2500)] {
        let game = TixTax::new(rule);
        let mut positions = 0;
        let mut seen = [0; 2];
        for ending in endings(&game, games, 9, 1) {
            let mut brute = BruteForce { game: &game, known: HashMap::new() };
            brute.truth(&ending);
            let mut by_key = HashMap::new();
            for (position, truth) in brute.known.clone() {
                check(&mut brute, &position, truth);
                assert_eq!(by_key.insert(game.key(&position), position), None, "{position:?}");
                positions += 1;
                seen[0] += (truth.value == Value::Win { plies: 1 }) as usize;
                seen[1] += (truth.value == Value::Loss { plies: 2 }) as usize;
            }
        }
        assert!(positions > 100_000 && seen.iter().all(|&count| count > 1000));
    }
}
