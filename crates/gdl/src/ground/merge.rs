//! Rules that differ in one condition are merged: alternatives become a relation of their own.
//!
//! `(<= (p ?x ?y) (or (q ?x) (r ?x)) (s ?x ?y))` are two rules, with a case for each of `q` and `r` and each `?y`. With `(<= (a ?x) (q ?x))`,
//! `(<= (a ?x) (r ?x))` and `(<= (p ?x ?y) (a ?x) (s ?x ?y))` it does not matter to `?y` which of them it is.

use crate::Spot;
use crate::read::{Atom, Literal, Relation, Rule, Rules, Term};
use rustc_hash::FxHashMap;

/// Rules with more conditions stay as they are.
const CONDITIONS: usize = 64;

/// What rules have in common that are one but for a condition about some variables.
type Frame = (Spot, Atom, Vec<Literal>, Vec<usize>);

/// Merges rules that were written as one, as far as it helps. New relations have names that no text can have.
pub fn merge(rules: &mut Rules) {
    let mut groups: FxHashMap<Frame, Vec<(usize, usize)>> = FxHashMap::default();
    let mut frames: Vec<Vec<Frame>> = vec![];
    for (at, rule) in rules.rules.iter().enumerate() {
        let found: Vec<(usize, Frame)> = frames_of(rule);
        found.iter().for_each(|(place, frame)| groups.entry(frame.clone()).or_default().push((at, *place)));
        frames.push(found.into_iter().map(|(_, frame)| frame).collect());
    }
    let mut merged = vec![false; rules.rules.len()];
    let mut added = vec![];
    for at in 0..merged.len() {
        let open = |frame: &&Frame| groups[*frame].iter().filter(|(rule, _)| !merged[*rule]).count();
        let Some(frame) = frames[at].iter().max_by_key(open).filter(|frame| !merged[at] && open(frame) > 1) else {
            continue;
        };
        let (spot, head, rest, variables) = frame;
        let relation = Relation(rules.relations.number(&format!("({})", rules.relations.len())));
        let part = Atom { relation, arguments: variables.iter().copied().map(Term::Variable).collect() };
        let rule = |head: &Atom, body| Rule {
            head: head.clone(),
            body,
            variables: rules.rules[at].variables.clone(),
            spot: *spot,
        };
        for &(of, place) in &groups[frame] {
            if !std::mem::replace(&mut merged[of], true) {
                added.push(rule(&part, vec![rules.rules[of].body[place].clone()]));
            }
        }
        added.push(rule(head, [&rest[..], &[Literal::Holds(part.clone())]].concat()));
    }
    let mut is_merged = merged.into_iter();
    rules.rules.retain(|_| !is_merged.next().unwrap_or_default());
    rules.rules.extend(added);
}

/// What is left of a rule without each of the conditions that speak of some variables but not of all.
fn frames_of(rule: &Rule) -> Vec<(usize, Frame)> {
    if rule.body.len() > CONDITIONS {
        return vec![];
    }
    let places = (0..rule.body.len()).filter(|&at| matches!(rule.body[at], Literal::Holds(_)));
    let frame = |at: usize| {
        let mut own = vec![];
        rule.body[at].variables(&mut |variable| own.push(variable));
        own.sort_unstable();
        own.dedup();
        let rest: Vec<Literal> = [&rule.body[..at], &rule.body[at + 1..]].concat();
        let mut more = false;
        let mut tell = |variable| more |= own.binary_search(&variable).is_err();
        rest.iter().for_each(|literal| literal.variables(&mut tell));
        more.then(|| (at, (rule.spot, rule.head.clone(), rest, own)))
    };
    places.filter_map(frame).collect()
}
