//! Rules in the form in which their cases are looked for.

use super::pattern::{AtomPattern, Pattern};
use super::terms::Terms;
use crate::Spot;
use crate::read::{Literal, Rule};

/// A rule made ready to be joined.
pub struct Plan {
    pub head: AtomPattern,
    pub conditions: Vec<AtomPattern>,
    pub exceptions: Vec<AtomPattern>,
    /// Two terms, and whether they have to be the same.
    pub comparisons: Vec<(Pattern, Pattern, bool)>,
    pub variables: usize,
    pub spot: Spot,
}

impl Plan {
    pub fn new(terms: &mut Terms, rule: &Rule) -> Plan {
        let head = AtomPattern::new(terms, &rule.head);
        let (variables, spot) = (rule.variables.len(), rule.spot);
        let mut plan = Plan { head, conditions: vec![], exceptions: vec![], comparisons: vec![], variables, spot };
        for literal in &rule.body {
            match literal {
                Literal::Holds(atom) => plan.conditions.push(AtomPattern::new(terms, atom)),
                Literal::Fails(atom) => plan.exceptions.push(AtomPattern::new(terms, atom)),
                Literal::Distinct(one, other) => {
                    plan.comparisons.push((Pattern::new(terms, one), Pattern::new(terms, other), false));
                }
                Literal::Same(one, other) => {
                    plan.comparisons.push((Pattern::new(terms, one), Pattern::new(terms, other), true));
                }
            }
        }
        plan
    }
}
