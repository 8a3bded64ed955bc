//! A counter that rises with every move, so that no position can come again: a sum of weights of the facts that hold.
//!
//! It is found and proved at once. For everything that the roles can do together, the rules tell which values the fields of a position
//! may have before and after; weights are sought for which the sum rises in the worst of these cases. Fields are taken to hold one value
//! each, which is so at all positions that have packed bits; engines and checkers look at the counter at every move in any case.

mod cases;
mod implied;
mod meter;
mod study;
mod weigh;

use crate::net::{Codes, Field, Net};
use cases::Cases;
pub use meter::Meter;
use weigh::{shifted, steps, weigh};

/// Weights of facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The facts that have a weight other than 0, each with it.
    pub weights: Vec<(usize, i32)>,
    /// The least sum that there can be.
    pub least: i32,
}

impl Counter {
    /// Finds a counter of a game whose positions have a bit for each fact; these are the fields in which one fact excludes the others.
    pub fn find(net: &Net, codes: &Codes) -> Option<Counter> {
        let fields = Fields::new(codes, net.next.len());
        let mut cases = Cases::new(net, &fields)?;
        let weights = match steps(&fields, cases.alone()) {
            Some(weights) => weights,
            None => {
                cases.study()?;
                weigh(&fields, cases)?
            }
        };
        let weights = shifted(&fields, weights);
        let places = fields.of.iter().enumerate();
        let weights = places.map(|(fact, &(field, value))| (fact, weights[field as usize][value as usize]));
        Some(Counter::new(weights.collect(), codes))
    }

    /// The counter that a text tells. Facts that never change need no weight.
    pub fn told(weights: &[(String, i32)], facts: &[String], codes: &Codes) -> Counter {
        let place = |text: &String| facts.iter().position(|fact| fact == text);
        Counter::new(weights.iter().filter_map(|(fact, weight)| Some((place(fact)?, *weight))).collect(), codes)
    }

    /// The counter with these weights.
    pub fn new(mut weights: Vec<(usize, i32)>, codes: &Codes) -> Counter {
        weights.retain(|(_, weight)| *weight != 0);
        weights.sort_unstable();
        let mut counter = Counter { weights, least: 0 };
        let least = |field: &Field| {
            let none = field.may_be_empty.then_some(0);
            field.codes.iter().map(|&(fact, _)| counter.weight(fact)).chain(none).min().unwrap_or(0)
        };
        counter.least = codes.fields().iter().map(least).sum();
        counter
    }

    fn weight(&self, fact: usize) -> i32 {
        self.weights.binary_search_by_key(&fact, |&(fact, _)| fact).map_or(0, |at| self.weights[at].1)
    }

    /// The layer with this sum of weights. Sums below the least are of positions without packed bits.
    fn layer(&self, sum: i32) -> u32 {
        sum.saturating_sub(self.least).max(0) as u32
    }
}

/// What something that the roles do together may change: fields, each with pairs of values before and after.
type Effect = Vec<(u32, Vec<(u8, u8)>)>;

/// Values of a field as a set.
type Values = u128;

/// The fields of positions, each with its values: the facts in it, and that none of them holds.
struct Fields {
    /// For each fact, its field and its value there.
    of: Vec<(u32, u32)>,
    /// For each field, its facts in the order of their values.
    facts: Vec<Vec<usize>>,
    /// All values of each field; the last one may be that no fact holds.
    all: Vec<Values>,
}

impl Fields {
    /// Facts that have no field with few enough values have one of their own, where a fact excludes nothing.
    fn new(codes: &Codes, count: usize) -> Fields {
        let mut fields = Fields { of: vec![(0, 0); count], facts: vec![], all: vec![] };
        for field in codes.fields() {
            let facts: Vec<usize> = field.codes.iter().map(|&(fact, _)| fact).collect();
            match facts.len() < Values::BITS as usize {
                true => fields.add(facts, field.may_be_empty),
                false => facts.into_iter().for_each(|fact| fields.add(vec![fact], true)),
            }
        }
        fields
    }

    fn add(&mut self, facts: Vec<usize>, may_be_empty: bool) {
        for (value, &fact) in facts.iter().enumerate() {
            self.of[fact] = (self.facts.len() as u32, value as u32);
        }
        let values = facts.len() + usize::from(may_be_empty);
        self.all.push(Values::MAX >> (Values::BITS as usize - values));
        self.facts.push(facts);
    }

    /// The value that says that no fact of a field holds, if there is one.
    fn none(&self, field: usize) -> Option<usize> {
        let none = self.facts[field].len();
        (self.all[field] >> none & 1 == 1).then_some(none)
    }
}

/// The members of a set.
fn members(mut values: Values) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let value = values.trailing_zeros();
        values &= values.wrapping_sub(1);
        (value < Values::BITS).then_some(value as usize)
    })
}
