//! From rules with variables to rules without: all cases that can come about.
//!
//! Relations that depend on no position are worked out once and for all. For the others, every atom that may hold at some
//! position is found, starting with those of the first position: what may hold next may hold, and what may be legal may be done. Each
//! case of a rule is found exactly once, when the youngest of the atoms that it rests on is.

mod atoms;
mod demand;
mod graph;
mod heap;
mod join;
mod known;
mod merge;
mod pattern;
mod plan;
mod program;
mod split;
mod strata;
mod terms;

pub use atoms::AtomId;
pub use graph::components;
pub use program::{GroundLiteral, Program};

use crate::RulesError;
use crate::read::{Relation, Rules};
use join::Grounder;

/// How much grounding may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So many atoms.
    pub atoms: usize,
    /// So many conditions in all cases of all rules.
    pub literals: usize,
    /// So many attempts to match a condition with an atom, and looks at conditions to find the one to go on with.
    pub attempts: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { atoms: 8_000_000, literals: 60_000_000, attempts: 400_000_000 }
    }
}

/// All cases of all rules.
///
/// Rules are worked out as far as they ask for each other. What is asked can be more than there is, and can even grow for ever where what
/// holds does not: if that comes to an end by the limits, all that holds is worked out, within half of the attempts.
///
/// # Errors
///
/// If they are too many, or something depends on its own negation.
pub fn ground(mut rules: Rules, limits: &Limits) -> Result<Program, RulesError> {
    let written = rules.relations.len();
    merge::merge(&mut rules);
    split::split(&mut rules);
    ground_as_asked(rules.clone(), written, limits).or_else(|error| {
        let half = Limits { attempts: limits.attempts / 2, ..*limits };
        // what the rules are asked for is the better reason
        ground_as_written(rules, &half).map_err(|_| error)
    })
}

fn ground_as_asked(mut rules: Rules, written: usize, limits: &Limits) -> Result<Program, RulesError> {
    let components = relations_in_order(&rules);
    let mut grounder = settled(&rules, &components, limits)?;
    let asked = grounder.restrict(&mut rules, written, &components.moving);
    grounder.spread(&[components.moving, asked].concat())?;
    Ok(grounder.finish(rules))
}

/// The same for rules as they are written; without being split, those with many variables have many more cases, and so have relations
/// that are worked out in full.
///
/// # Errors
///
/// If they are too many, or something depends on its own negation.
pub fn ground_as_written(rules: Rules, limits: &Limits) -> Result<Program, RulesError> {
    let components = relations_in_order(&rules);
    let mut grounder = settled(&rules, &components, limits)?;
    grounder.spread(&components.moving)?;
    Ok(grounder.finish(rules))
}

fn settled<'l>(rules: &Rules, components: &Components, limits: &'l Limits) -> Result<Grounder<'l>, RulesError> {
    let mut grounder = Grounder::new(rules, limits);
    for component in &components.fixed {
        grounder.settle(component)?;
    }
    Ok(grounder)
}

/// Relations in the order in which they can be worked out.
struct Components {
    /// Those that depend on no position; relations that depend on each other together.
    fixed: Vec<Vec<Relation>>,
    /// All others.
    moving: Vec<Relation>,
}

/// Only relations that matter to a game.
fn relations_in_order(rules: &Rules) -> Components {
    let count = rules.relations.len();
    let mut depends = vec![vec![]; count];
    for rule in &rules.rules {
        let body = rule.body.iter().filter_map(|literal| literal.atom()).map(|atom| atom.relation.0 as usize);
        depends[rule.head.relation.0 as usize].extend(body);
    }
    depends.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    let mut matters = vec![false; count];
    let mut open =
        [Relation::ROLE, Relation::INIT, Relation::NEXT, Relation::LEGAL, Relation::GOAL, Relation::TERMINAL]
            .map(|relation| relation.0 as usize)
            .to_vec();
    while let Some(relation) = open.pop() {
        if !std::mem::replace(&mut matters[relation], true) {
            open.extend(&depends[relation]);
        }
    }
    let mut moves = vec![false; count];
    // what is asked of every position is asked even where it is always so
    [Relation::TRUE, Relation::DOES, Relation::NEXT, Relation::LEGAL, Relation::GOAL, Relation::TERMINAL]
        .iter()
        .for_each(|of| moves[of.0 as usize] = true);
    let mut fixed = vec![];
    for component in components(count, |relation, list| list.extend(&depends[relation])) {
        if component.iter().any(|&relation| moves[relation] || depends[relation].iter().any(|&on| moves[on])) {
            component.iter().for_each(|&relation| moves[relation] = true);
        } else if matters[component[0]] {
            fixed.push(component.iter().map(|&relation| Relation(relation as u32)).collect());
        }
    }
    let moving = (0..count).filter(|&relation| moves[relation] && matters[relation]);
    Components { fixed, moving: moving.map(|relation| Relation(relation as u32)).collect() }
}
