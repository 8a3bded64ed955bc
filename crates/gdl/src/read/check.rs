//! Whether rules describe a game at all, as far as it can be seen before anything is derived from them.

use super::rules::{Literal, Relation, Rule, Rules, Term};
use crate::RulesError;
use std::collections::HashSet;

/// Rules may have so many conditions, each of which is taken inside the others.
const MOST_CONDITIONS: usize = 1000;

/// Looks at each rule, at what depends on what, and at the roles.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(rules: &Rules) -> Result<(), RulesError> {
    if rules.rules.is_empty() {
        return Err(RulesError::whole("rules of a game", "none"));
    }
    for rule in &rules.rules {
        check_places(rules, rule)?;
        check_variables(rule)?;
        if rule.body.len() > MOST_CONDITIONS {
            let found = rule.body.len().to_string();
            return Err(RulesError::at(rule.spot, format!("at most {MOST_CONDITIONS} conditions in a rule"), found));
        }
    }
    check_roles(rules)?;
    let forbidden = [
        (Relation::INIT, Relation::TRUE),
        (Relation::INIT, Relation::DOES),
        (Relation::LEGAL, Relation::DOES),
        (Relation::GOAL, Relation::DOES),
        (Relation::TERMINAL, Relation::DOES),
    ];
    let mut by_head = vec![vec![]; rules.relations.len()];
    rules.rules.iter().for_each(|rule| by_head[rule.head.relation.0 as usize].push(rule));
    for (from, to) in forbidden {
        check_independent(rules, &by_head, from, to)?;
    }
    let is_missing = |relation: &Relation| by_head[relation.0 as usize].is_empty();
    match [Relation::LEGAL, Relation::TERMINAL].into_iter().find(is_missing) {
        Some(relation) => Err(RulesError::whole(format!("a rule for {:?}", name(rules, relation)), "none")),
        None => Ok(()),
    }
}

fn name(rules: &Rules, relation: Relation) -> &str {
    rules.relations.name(relation.0)
}

/// What may be a head, and what may be a condition.
fn check_places(rules: &Rules, rule: &Rule) -> Result<(), RulesError> {
    let found = |relation| format!("{:?}", name(rules, relation));
    let head = rule.head.relation;
    if [Relation::TRUE, Relation::DOES].contains(&head) {
        return Err(RulesError::at(rule.spot, "a relation that rules may define", found(head)));
    }
    if head == Relation::ROLE && !rule.body.is_empty() {
        return Err(RulesError::at(rule.spot, "roles as facts", "a rule"));
    }
    let wrong = |literal: &&Literal| {
        literal.atom().is_some_and(|atom| [Relation::NEXT, Relation::INIT].contains(&atom.relation))
    };
    match rule.body.iter().find(wrong).and_then(Literal::atom) {
        Some(atom) => Err(RulesError::at(rule.spot, "conditions that hold now", found(atom.relation))),
        None => Ok(()),
    }
}

/// Every variable has to stand in a condition that holds, or it could be anything.
fn check_variables(rule: &Rule) -> Result<(), RulesError> {
    let mut bound = vec![false; rule.variables.len()];
    for literal in rule.body.iter().filter(|literal| matches!(literal, Literal::Holds(_))) {
        literal.variables(&mut |variable| bound[variable] = true);
    }
    let mut free = None;
    let mut tell = |variable: usize| {
        if !bound[variable] {
            free.get_or_insert(variable);
        }
    };
    rule.head.arguments.iter().for_each(|term| term.variables(&mut tell));
    rule.body.iter().for_each(|literal| literal.variables(&mut tell));
    match free {
        Some(variable) => {
            let expected = format!("a condition that holds and tells what {} is", rule.variables[variable]);
            Err(RulesError::at(rule.spot, expected, "none"))
        }
        None => Ok(()),
    }
}

fn check_roles(rules: &Rules) -> Result<(), RulesError> {
    let mut roles: HashSet<&Term> = HashSet::new();
    let mut last = None;
    for rule in rules.rules.iter().filter(|rule| rule.head.relation == Relation::ROLE) {
        let role = &rule.head.arguments[0];
        if let Term::Symbol(symbol) = role
            && rules.symbols.name(symbol.0).eq_ignore_ascii_case("random")
        {
            return Err(RulesError::at(rule.spot, "roles that choose", "the role \"random\""));
        }
        if roles.insert(role) {
            last = Some(rule);
        }
    }
    match (roles.len(), last) {
        (2, _) => Ok(()),
        (count, Some(rule)) => Err(RulesError::at(rule.spot, "two roles", count.to_string())),
        (_, None) => Err(RulesError::whole("two roles", "none")),
    }
}

/// One relation must not depend on another, in however many steps.
fn check_independent(rules: &Rules, by_head: &[Vec<&Rule>], from: Relation, to: Relation) -> Result<(), RulesError> {
    let mut reached = vec![false; rules.relations.len()];
    let mut open = vec![from];
    reached[from.0 as usize] = true;
    while let Some(relation) = open.pop() {
        for rule in &by_head[relation.0 as usize] {
            for atom in rule.body.iter().filter_map(Literal::atom) {
                if atom.relation == to {
                    let expected =
                        format!("{:?} to depend on nothing that uses {:?}", name(rules, from), name(rules, to));
                    return Err(RulesError::at(rule.spot, expected, "such a rule"));
                }
                if !std::mem::replace(&mut reached[atom.relation.0 as usize], true) {
                    open.push(atom.relation);
                }
            }
        }
    }
    Ok(())
}
