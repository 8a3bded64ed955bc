//! Weights for which whatever is done makes the sum rise.

use super::cases::{Case, Cases};
use super::{Effect, Fields, Values, members};

/// So many pairs of values may be looked at to find them, and as many to make them smaller.
const WORK: usize = 100_000_000;
/// So many times all cases are gone through before those that fail are looked at closer, and so many times that is done.
const PATIENCE: usize = 100;
const ROUNDS: usize = 20;

/// The weights of a field that counts by itself: one in which no value can come again, given the values that may follow each.
pub fn steps(fields: &Fields, after: &[Vec<Values>]) -> Option<Vec<Vec<i32>>> {
    let (field, order) = (0..fields.facts.len()).find_map(|field| {
        // what nothing follows that is not behind it already is next from the back
        let (mut behind, mut order): (Values, Vec<usize>) = (0, vec![]);
        while let Some(value) = members(fields.all[field] & !behind).find(|&value| after[field][value] & !behind == 0) {
            behind |= 1 << value;
            order.push(value);
        }
        (behind == fields.all[field]).then_some((field, order))
    })?;
    let mut weights = no_weights(fields);
    order.iter().rev().zip(0..).for_each(|(&value, weight)| weights[field][value] = weight);
    Some(weights)
}

fn no_weights(fields: &Fields) -> Vec<Vec<i32>> {
    let values = |field: usize| fields.facts[field].len() + usize::from(fields.none(field).is_some());
    (0..fields.facts.len()).map(|field| vec![0; values(field)]).collect()
}

/// For each field, weights of its values for which every effect raises the sum by one at least.
pub fn weigh(fields: &Fields, mut cases: Cases) -> Option<Vec<Vec<i32>>> {
    let mut scale = Scale { weights: no_weights(fields) };
    let mut work = 0;
    for round in 0.. {
        let size: usize = cases.list.iter().map(|case| size(&case.effect)).sum();
        let failing = (0..PATIENCE).map(|_| scale.balance(&cases.list)).take_while(|failing| *failing > 0).count();
        if failing < PATIENCE {
            break;
        }
        work += PATIENCE * (size + 1);
        if work > WORK || round == ROUNDS {
            return None;
        }
        cases.split(|effect| scale.rise(effect) <= 0)?;
    }
    scale.lighten(&cases.list);
    Some(scale.weights)
}

/// The same weights, but that of no fact is 0, because there is nothing to give it to; where there is always one, it is the least.
pub fn shifted(fields: &Fields, mut weights: Vec<Vec<i32>>) -> Vec<Vec<i32>> {
    for (field, weights) in weights.iter_mut().enumerate() {
        let zero = fields.none(field).map_or_else(|| weights.iter().copied().min().unwrap_or(0), |none| weights[none]);
        weights.iter_mut().for_each(|weight| *weight -= zero);
    }
    weights
}

fn size(effect: &Effect) -> usize {
    effect.iter().map(|(_, pairs)| pairs.len()).sum()
}

struct Scale {
    weights: Vec<Vec<i32>>,
}

impl Scale {
    /// The pair of values of each field that raises the sum least, and by how much.
    fn worst<'e>(&self, effect: &'e Effect) -> impl Iterator<Item = (usize, (u8, u8), i32)> + use<'_, 'e> {
        effect.iter().filter_map(|(field, pairs)| {
            let weights = &self.weights[*field as usize];
            let rise = |&(before, after): &(u8, u8)| weights[after as usize] - weights[before as usize];
            pairs.iter().map(|pair| (*field as usize, *pair, rise(pair))).min_by_key(|(.., rise)| *rise)
        })
    }

    fn rise(&self, effect: &Effect) -> i32 {
        self.worst(effect).map(|(.., rise)| rise).sum()
    }

    /// Changes weights wherever they fail, and says how often. That comes to an end if there are weights that do not.
    fn balance(&mut self, cases: &[Case]) -> usize {
        let mut failing = 0;
        for Case { effect, .. } in cases {
            if self.rise(effect) > 0 {
                continue;
            }
            failing += 1;
            let worst: Vec<_> = self.worst(effect).collect();
            for (field, (before, after), _) in worst {
                self.weights[field][after as usize] += 1;
                self.weights[field][before as usize] -= 1;
            }
        }
        failing
    }

    /// Makes weights smaller where nothing fails by that.
    fn lighten(&mut self, cases: &[Case]) {
        let mut by_field = vec![vec![]; self.weights.len()];
        for Case { effect, .. } in cases {
            effect.iter().for_each(|(field, _)| by_field[*field as usize].push(effect));
        }
        let (mut changed, mut work) = (true, 0);
        while std::mem::take(&mut changed) {
            for (field, effects) in by_field.iter().enumerate() {
                let least = self.weights[field].iter().copied().min().unwrap_or(0);
                for value in 0..self.weights[field].len() {
                    while self.weights[field][value] > least && work < WORK {
                        work += effects.iter().map(|effect| size(effect)).sum::<usize>();
                        self.weights[field][value] -= 1;
                        if effects.iter().any(|effect| self.rise(effect) <= 0) {
                            self.weights[field][value] += 1;
                            break;
                        }
                        changed = true;
                    }
                }
            }
        }
    }
}
