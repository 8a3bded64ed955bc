//! What follows from rules without variables, layer by layer, so that negation means something.

use super::atoms::AtomId;
use super::graph::components;
use super::program::{GroundLiteral, GroundRules};
use crate::{RulesError, Spot};

/// The error that something depends on its own negation.
pub fn unstratified(spot: Option<Spot>) -> RulesError {
    let expected = "negation of what does not depend on this".to_string();
    RulesError { spot, expected, found: "a relation that holds if it does not".to_string() }
}

/// Whether each atom holds; or an atom that depends on its own negation.
pub fn strata(atoms: usize, rules: &GroundRules) -> Result<Vec<bool>, AtomId> {
    let mut by_head = vec![vec![]; atoms];
    rules.iter().enumerate().for_each(|(at, rule)| by_head[rule.head.0 as usize].push(at));
    let mut holds = vec![false; atoms];
    let edges = |atom: usize, list: &mut Vec<usize>| {
        list.extend(by_head[atom].iter().flat_map(|&at| rules.rule(at).body).map(|literal| literal.atom().0 as usize));
    };
    let mut place = vec![usize::MAX; atoms];
    for (number, component) in components(atoms, edges).into_iter().enumerate() {
        component.iter().for_each(|&atom| place[atom] = number);
        let own: Vec<usize> = component.iter().flat_map(|&atom| by_head[atom].iter().copied()).collect();
        for &at in &own {
            let denied = |literal: &&GroundLiteral| !literal.holds() && place[literal.atom().0 as usize] == number;
            if let Some(literal) = rules.rule(at).body.iter().find(denied) {
                return Err(literal.atom());
            }
        }
        loop {
            let mut changed = false;
            for &at in &own {
                let rule = rules.rule(at);
                if !holds[rule.head.0 as usize]
                    && rule.body.iter().all(|literal| holds[literal.atom().0 as usize] == literal.holds())
                {
                    holds[rule.head.0 as usize] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }
    Ok(holds)
}
