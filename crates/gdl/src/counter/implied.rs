//! What must be so at a position if a condition holds there: the values that fields may have.

use super::{Fields, Values};
use crate::net::{Gate, Gates, Wire};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Conditions that are nested deeper than this, or that are about more fields, tell less than they could; so do those that come after
/// so many others.
const DEEPEST: usize = 24;
const MOST: usize = 64;
const MOST_KNOWN: usize = 300_000;

/// For some fields, in their order, the values that they may have.
pub type Known = Rc<[(u32, Values)]>;

/// What is known where a condition holds; `None` if it cannot hold.
pub type Implied = Option<Known>;

/// Finds what conditions imply, and remembers it.
pub struct Implications<'n> {
    gates: &'n Gates,
    fields: &'n Fields,
    known: FxHashMap<(Wire, usize), Implied>,
}

impl<'n> Implications<'n> {
    pub fn new(gates: &'n Gates, fields: &'n Fields) -> Self {
        Implications { gates, fields, known: FxHashMap::default() }
    }

    /// What is implied if a wire is true.
    pub fn of(&mut self, wire: Wire) -> Implied {
        self.at_depth(wire, 0)
    }

    fn at_depth(&mut self, wire: Wire, depth: usize) -> Implied {
        if wire == Wire::FALSE {
            return None;
        }
        if depth > DEEPEST || self.known.len() > MOST_KNOWN {
            return Some(Rc::default());
        }
        if let Some(known) = self.known.get(&(wire, depth)) {
            return known.clone();
        }
        let found = match self.gates.gate(wire.gate()) {
            Gate::Input(input) => self.of_fact(input as usize, !wire.is_inverted()),
            Gate::And(wires) if wire.is_inverted() => {
                wires.iter().map(|&wire| self.at_depth(!wire, depth + 1)).reduce(either).unwrap_or(None)
            }
            Gate::And(wires) => wires
                .iter()
                .map(|&wire| self.at_depth(wire, depth + 1))
                .try_fold(Rc::default(), |all, one| both(&all, &one?)),
            Gate::Never | Gate::Loop(_) => Some(Rc::default()),
        };
        self.known.insert((wire, depth), found.clone());
        found
    }

    fn of_fact(&self, fact: usize, holds: bool) -> Implied {
        // the other inputs are moves
        let Some(&(field, value)) = self.fields.of.get(fact) else { return Some(Rc::default()) };
        let value = 1 << value;
        let values = if holds { value } else { self.fields.all[field as usize] & !value };
        (values != 0).then(|| Rc::from([(field, values)]))
    }
}

/// What holds if both conditions do.
pub fn both(one: &Known, other: &Known) -> Implied {
    let mut all: Vec<(u32, Values)> = Vec::with_capacity(one.len() + other.len());
    let (mut a, mut b) = (one.iter().peekable(), other.iter().peekable());
    while let Some(&(field, values)) = match (a.peek(), b.peek()) {
        (Some((left, _)), Some((right, _))) if left <= right => a.next(),
        (Some(_), None) => a.next(),
        _ => b.next(),
    } {
        match all.last_mut().filter(|(last, _)| *last == field) {
            Some((_, before)) => {
                *before &= values;
                if *before == 0 {
                    return None;
                }
            }
            None => all.push((field, values)),
        }
    }
    all.truncate(MOST);
    Some(all.into())
}

/// What holds if either condition does.
fn either(one: Implied, other: Implied) -> Implied {
    let (one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    let of_other = |field: u32| other.binary_search_by_key(&field, |&(field, _)| field).ok().map(|at| other[at].1);
    let shared = one.iter().filter_map(|&(field, values)| Some((field, values | of_other(field)?)));
    Some(shared.collect())
}
