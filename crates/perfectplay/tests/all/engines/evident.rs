//! What games call evident ends certificates, so it is compared with the exact values: at all positions below many small ones of
//! every instance, and at the forms that stand for them.

use super::agreement::small_position;
use crate::common::{instances, rounds, with_game};
use perfectplay_game::{Bounds, Game, Hints, Playable};
use perfectplay_solve::{Control, Engine, Exhaustive, Goal, Retrograde};
use std::collections::{BTreeMap, HashSet};

const MEMORY: usize = 64 << 20;

/// Compares at all positions that can be reached; at how many something is evident that the rules do not say of all.
fn compare<G: Playable>(name: &str, game: &G, from: &G::Position) -> usize {
    let mut oracle: Box<dyn Engine<G>> = match game.layer(from) {
        Some(_) => Box::new(Exhaustive::new(game, MEMORY).unwrap()),
        None => Box::new(Retrograde::new(game, MEMORY).unwrap().with_threads(1)),
    };
    let mut told = 0;
    let mut met = HashSet::from([from.clone()]);
    let mut next = vec![from.clone()];
    while let Some(position) = next.pop() {
        for form in [position.clone(), game.canonical(&position)] {
            if game.ending(&form).is_some() {
                continue;
            }
            let evident = game.evident(&form);
            let value = oracle.bounds(&form, Goal::Exact, &mut Control::default()).unwrap().value().unwrap();
            let range = evident.at_least.worth()..=evident.at_most.worth();
            assert!(range.contains(&value.worth()), "{name}: {evident:?} for {value:?} at {form:?}");
            told += usize::from(evident != Bounds::UNKNOWN);
        }
        let reached = game.moves(&position).map(|mv| game.play(&position, mv).position);
        next.extend(reached.filter(|position| met.insert(position.clone())));
    }
    told
}

#[test]
fn what_is_evident_is_true() {
    let mut random = fastrand::Rng::with_seed(14);
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for (name, opened) in instances() {
        with_game!(opened, |game| for _ in 0..rounds(8) {
            let is_small = game.index_count().is_some_and(|count| count < 30_000);
            // games with cycles have no small positions, unless they are small as a whole
            let position = small_position(game, 3000, &mut random).or(is_small.then(|| game.start()));
            let Some(position) = position else { break };
            *told.entry(name.clone()).or_default() += compare(&name, game, &position);
        });
    }
    assert!(told.len() > 30, "{told:?}");
    for name in ["tixtax", "tixtax won-boards=open"] {
        assert!(told[name] > 250 * rounds(8), "{told:?}");
    }
}
