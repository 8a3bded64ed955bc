//! Rules with many variables are split: what only some of the conditions speak of is worked out by a relation of its own.
//!
//! `(<= (p ?x) (q ?x ?y) (r ?y ?z) (s ?z))` has as many cases as there are ways to choose `?x`, `?y` and `?z`. With
//! `(<= (a ?y) (r ?y ?z) (s ?z))` and `(<= (p ?x) (q ?x ?y) (a ?y))` no rule speaks of more than two of them.

use crate::read::{Atom, Literal, Relation, Rule, Rules, Term};

/// Rules with more variables stay as they are.
const VARIABLES: usize = 128;

/// Splits all rules as far as it helps. New relations have names that no text can have.
pub fn split(rules: &mut Rules) {
    let mut open = std::mem::take(&mut rules.rules);
    open.reverse();
    while let Some(mut rule) = open.pop() {
        match if rule.variables.len() <= VARIABLES { find_part(&rule) } else { None } {
            Some(part) => {
                let relation = Relation(rules.relations.number(&format!("({})", rules.relations.len())));
                let apart = part.take_out(&mut rule, relation);
                open.extend([rule, apart]);
            }
            None => rules.rules.push(rule),
        }
    }
}

/// Conditions that can be worked out apart: those that are taken out, and those that stay but are needed there too.
struct Part {
    taken: Vec<usize>,
    needed: Vec<usize>,
    variables: u128,
}

impl Part {
    fn take_out(&self, rule: &mut Rule, relation: Relation) -> Rule {
        let elsewhere = |(at, literal): (usize, &Literal)| if self.taken.contains(&at) { 0 } else { mask(literal) };
        let shared = self.variables & (rule.body.iter().enumerate().map(elsewhere).fold(head_mask(rule), |a, b| a | b));
        let arguments = (0..rule.variables.len()).filter(|&variable| shared >> variable & 1 == 1).map(Term::Variable);
        let head = Atom { relation, arguments: arguments.collect() };
        let body = self.taken.iter().chain(&self.needed).map(|&at| rule.body[at].clone()).collect();
        let mut at = 0;
        rule.body.retain(|_| {
            at += 1;
            !self.taken.contains(&(at - 1))
        });
        rule.body.push(Literal::Holds(head.clone()));
        Rule { head, body, variables: rule.variables.clone(), spot: rule.spot }
    }
}

fn mask(literal: &Literal) -> u128 {
    let mut mask = 0;
    literal.variables(&mut |variable| mask |= 1 << variable);
    mask
}

fn head_mask(rule: &Rule) -> u128 {
    let mut mask = 0;
    rule.head.arguments.iter().for_each(|term| term.variables(&mut |variable| mask |= 1 << variable));
    mask
}

/// The part with the fewest variables that speaks of fewer than the whole rule.
fn find_part(rule: &Rule) -> Option<Part> {
    let masks: Vec<u128> = rule.body.iter().map(mask).collect();
    let head = head_mask(rule);
    let all = masks.iter().fold(head, |all, mask| all | mask);
    let parts = islands(&masks, !head).into_iter().chain(
        (0..rule.variables.len())
            .filter(|&variable| (all & !head) >> variable & 1 == 1)
            .map(|variable| (0..masks.len()).filter(|&at| masks[at] >> variable & 1 == 1).collect()),
    );
    parts
        .filter_map(|taken| with_needed(rule, &masks, taken))
        .filter(|part| part.variables != all)
        .min_by_key(|part| (part.variables.count_ones(), part.taken.len()))
}

/// The conditions that hang together by the variables of a mask; those without any such are none.
fn islands(masks: &[u128], linking: u128) -> Vec<Vec<usize>> {
    let mut islands: Vec<(u128, Vec<usize>)> = vec![];
    for (at, mask) in masks.iter().map(|mask| mask & linking).enumerate().filter(|(_, mask)| *mask != 0) {
        let (joined, apart): (Vec<_>, Vec<_>) = islands.into_iter().partition(|(other, _)| other & mask != 0);
        islands = apart;
        let mut merged = joined.into_iter().fold((mask, vec![]), |(mask, mut list), (other, more)| {
            list.extend(more);
            (mask | other, list)
        });
        merged.1.push(at);
        islands.push(merged);
    }
    islands.into_iter().map(|(_, list)| list).collect()
}

/// Adds conditions that tell what the variables are of which the taken ones only say what they are not.
fn with_needed(rule: &Rule, masks: &[u128], taken: Vec<usize>) -> Option<Part> {
    let holds = |&at: &usize| matches!(rule.body[at], Literal::Holds(_));
    let mut variables = taken.iter().fold(0, |all, &at| all | masks[at]);
    let mut bound = taken.iter().copied().filter(holds).fold(0, |all, at| all | masks[at]);
    let mut needed = vec![];
    while variables & !bound != 0 {
        let missing = variables & !bound;
        let at = (0..masks.len())
            .filter(holds)
            .filter(|&at| masks[at] & missing != 0)
            .min_by_key(|&at| (masks[at] & !variables).count_ones())?;
        needed.push(at);
        bound |= masks[at];
        variables |= masks[at];
    }
    Some(Part { taken, needed, variables })
}
