//! Rules that differ in one condition are merged: alternatives become a relation of their own.
//!
//! `(<= (p ?x ?y) (or (q ?x) (r ?x)) (s ?x ?y))` are two rules, with a case for each of `q` and `r` and each `?y`. With `(<= (a ?x) (q ?x))`,
//! `(<= (a ?x) (r ?x))` and `(<= (p ?x ?y) (a ?x) (s ?x ?y))` it does not matter to `?y` which of them it is.

use crate::read::{Atom, Literal, Relation, Rule, Rules, Term};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

/// Rules with more conditions stay as they are.
const CONDITIONS: usize = 64;

/// A rule without one of its conditions, which speaks of these variables, and not of all.
struct Frame<'r> {
    rule: &'r Rule,
    place: usize,
    variables: Vec<usize>,
}

impl<'r> Frame<'r> {
    fn new(rule: &'r Rule, place: usize) -> Option<Frame<'r>> {
        let Literal::Holds(atom) = &rule.body[place] else { return None };
        let variables = variables(atom);
        let frame = Frame { rule, place, variables };
        let mut has_more = false;
        let mut tell = |variable| has_more |= !frame.variables.contains(&variable);
        frame.rest().for_each(|literal| literal.variables(&mut tell));
        has_more.then_some(frame)
    }

    fn rest(&self) -> impl Iterator<Item = &'r Literal> {
        let (before, after) = self.rule.body.split_at(self.place);
        before.iter().chain(&after[1..])
    }
}

impl Hash for Frame<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rule.spot, &self.rule.head).hash(state);
        self.rest().for_each(|literal| literal.hash(state));
    }
}

impl PartialEq for Frame<'_> {
    fn eq(&self, other: &Self) -> bool {
        let is_one_rule = self.rule.spot == other.rule.spot && self.rule.head == other.rule.head;
        let speaks_of = |variable| other.variables.contains(variable);
        let same_variables = self.variables.len() == other.variables.len() && self.variables.iter().all(speaks_of);
        is_one_rule && same_variables && self.rest().eq(other.rest())
    }
}

impl Eq for Frame<'_> {}

/// Merges rules that were written as one, as far as it helps. New relations have names that no text can have.
pub fn merge(rules: &mut Rules) {
    let Rules { rules: list, relations, .. } = rules;
    let mut frames: FxHashMap<Frame, Vec<(usize, usize)>> = FxHashMap::default();
    for (at, rule) in list.iter().enumerate().filter(|(_, rule)| rule.body.len() <= CONDITIONS) {
        for frame in (0..rule.body.len()).filter_map(|place| Frame::new(rule, place)) {
            let place = frame.place;
            frames.entry(frame).or_default().push((at, place));
        }
    }
    let mut groups: Vec<(Frame, Vec<(usize, usize)>)> =
        frames.into_iter().filter(|(_, group)| group.len() > 1).collect();
    groups.sort_by_key(|(_, group)| (Reverse(group.len()), group[0]));
    let mut merged = vec![false; list.len()];
    let mut parts: FxHashMap<Vec<Literal>, Relation> = FxHashMap::default();
    let mut added = vec![];
    for (frame, mut group) in groups {
        group.retain(|&(at, _)| !merged[at]);
        if group.len() < 2 {
            continue;
        }
        group.iter().for_each(|&(at, _)| merged[at] = true);
        let rule =
            |head: Atom, body| Rule { head, body, variables: frame.rule.variables.clone(), spot: frame.rule.spot };
        let alternatives = group.iter().map(|&(at, place)| &list[at].body[place]);
        // what has the same alternatives elsewhere is the same
        let name = |variable| frame.variables.iter().position(|&other| other == variable).unwrap_or_default();
        let renamed: Vec<Literal> = alternatives.clone().map(|literal| renamed(literal, &name)).collect();
        let arguments: Vec<Term> = frame.variables.iter().copied().map(Term::Variable).collect();
        let relation = *parts.entry(renamed).or_insert_with(|| {
            let relation = Relation(relations.number(&format!("({})", relations.len())));
            let part = || Atom { relation, arguments: arguments.clone() };
            added.extend(alternatives.map(|literal| rule(part(), vec![literal.clone()])));
            relation
        });
        let part = Literal::Holds(Atom { relation, arguments });
        added.push(rule(frame.rule.head.clone(), frame.rest().cloned().chain([part]).collect()));
    }
    let mut is_merged = merged.into_iter();
    list.retain(|_| !is_merged.next().unwrap_or_default());
    list.extend(added);
}

/// A condition with other names for its variables.
fn renamed(literal: &Literal, name: &impl Fn(usize) -> usize) -> Literal {
    fn renamed_term(term: &Term, name: &impl Fn(usize) -> usize) -> Term {
        match term {
            Term::Variable(variable) => Term::Variable(name(*variable)),
            Term::Symbol(symbol) => Term::Symbol(*symbol),
            Term::Function(symbol, arguments) => {
                Term::Function(*symbol, arguments.iter().map(|term| renamed_term(term, name)).collect())
            }
        }
    }
    let mut literal = literal.clone();
    if let Literal::Holds(atom) = &mut literal {
        atom.arguments.iter_mut().for_each(|term| *term = renamed_term(term, name));
    }
    literal
}

/// The variables of an atom, in order.
fn variables(atom: &Atom) -> Vec<usize> {
    let mut found = vec![];
    let mut tell = |variable| {
        if !found.contains(&variable) {
            found.push(variable);
        }
    };
    atom.arguments.iter().for_each(|term| term.variables(&mut tell));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::parse;

    #[test]
    fn alternatives_are_one_relation() {
        let counts = |text: &str| {
            let mut rules = parse(text).unwrap();
            merge(&mut rules);
            let parts = rules.rules.iter().filter(|rule| rules.relations.name(rule.head.relation.0).starts_with('('));
            (rules.rules.len(), parts.count())
        };
        assert_eq!(counts("(<= (p ?x ?y) (or (q ?x) (r ?x)) (s ?x ?y))"), (3, 2));
        assert_eq!(
            counts("(<= (p ?x ?y) (or (q ?x) (r ?x)) (s ?x ?y)) (<= (t ?a ?b) (or (q ?b) (r ?b)) (s ?a ?b))"),
            (4, 2)
        );
        // nothing else is said, or of other variables, or in another rule
        assert_eq!(counts("(<= (p ?x) (or (q ?x) (r ?x)))"), (2, 0));
        assert_eq!(counts("(<= (p ?x ?y) (or (q ?x) (r ?y)) (s ?x ?y))"), (2, 0));
        assert_eq!(counts("(<= (p ?x) (q ?x) (s ?x ?y)) (<= (p ?x) (r ?x) (s ?x ?y))"), (2, 0));
    }
}
