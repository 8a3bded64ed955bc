//! From rules without variables to gates.

use super::codes::Codes;
use super::gates::{Gates, Wire};
use crate::RulesError;
use crate::ground::{AtomId, GroundLiteral, Program, components};
use crate::read::Relation;
use rustc_hash::FxHashMap;

/// The gates of a game, and what they tell about a position and about what comes next.
pub struct Net {
    /// All gates. The first inputs are the bits of a position, then come the moves of the first role, then those of the second.
    pub gates: Gates,
    /// The atoms of the facts, and when they hold.
    pub facts: Vec<(AtomId, Wire)>,
    /// The bits of the start.
    pub start: Vec<bool>,
    /// For each role its moves, as arguments of `does`, and when they are legal.
    pub moves: [Vec<(AtomId, Wire)>; 2],
    /// The bits of the position that comes next.
    pub next: Vec<Wire>,
    /// Whether that position has no bits, because facts hold together that have one field.
    pub misfit: Wire,
    /// When the game is over.
    pub terminal: Wire,
    /// For each role the goals, and when they are reached.
    pub goals: [Vec<(AtomId, Wire)>; 2],
}

/// Builds the gates of a program. Facts that have no field never change.
///
/// # Errors
///
/// If something depends on its own negation.
pub fn build(program: &Program, codes: &Codes) -> Result<Net, RulesError> {
    Builder::new(program, codes).build(codes)
}

struct Builder<'p> {
    program: &'p Program,
    gates: Gates,
    /// The wire of each atom that has one.
    wires: Vec<Option<Wire>>,
    /// The rules of each atom: from the first to before the second in the list.
    rules: Vec<u32>,
    spans: Vec<u32>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program, codes: &Codes) -> Builder<'p> {
        let atoms = program.atoms.len();
        let mut spans = vec![0; atoms + 1];
        program.rules.iter().for_each(|rule| spans[rule.head.0 as usize + 1] += 1);
        (0..atoms).for_each(|at| spans[at + 1] += spans[at]);
        let mut rules = vec![0; program.rules.len()];
        let mut next = spans.clone();
        for (at, rule) in program.rules.iter().enumerate() {
            let slot = &mut next[rule.head.0 as usize];
            rules[*slot as usize] = at as u32;
            *slot += 1;
        }
        let mut gates = Gates::new();
        let mut wires = vec![None; atoms];
        let facts = program.atoms.members(Relation::TRUE);
        for &fact in facts {
            wires[fact.0 as usize] = Some(if program.is_start(fact) { Wire::TRUE } else { Wire::FALSE });
        }
        for field in codes.fields() {
            let bits: Vec<Wire> = (0..field.bits).map(|_| gates.input()).collect();
            for &(fact, code) in &field.codes {
                let has_code = bits.iter().enumerate().map(|(at, &bit)| if code >> at & 1 == 1 { bit } else { !bit });
                wires[facts[fact].0 as usize] = Some(gates.and(has_code.collect()));
            }
        }
        for role in program.roles() {
            let moves = program.moves(role);
            let inputs = gates.exclusive_inputs(moves.len());
            moves.iter().zip(inputs).for_each(|(atom, wire)| wires[atom.0 as usize] = Some(wire));
        }
        Builder { program, gates, wires, rules, spans }
    }

    fn rules_of(&self, atom: usize) -> &[u32] {
        &self.rules[self.spans[atom] as usize..self.spans[atom + 1] as usize]
    }

    fn build(mut self, codes: &Codes) -> Result<Net, RulesError> {
        let atoms = self.program.atoms.len();
        let edges = |atom: usize, list: &mut Vec<usize>| {
            let rules = self.rules_of(atom).iter().flat_map(|&at| self.program.rules.rule(at as usize).body);
            list.extend(rules.map(|literal| literal.atom().0 as usize));
        };
        let in_order = components(atoms, edges);
        let mut place = vec![0; atoms];
        for (number, component) in in_order.iter().enumerate() {
            component.iter().for_each(|&atom| place[atom] = number);
        }
        for (number, component) in in_order.iter().enumerate() {
            self.define(component, |literal| place[literal] == number)?;
        }
        Ok(self.finish(codes))
    }

    /// Defines atoms that depend on each other, or a single one.
    fn define(&mut self, component: &[usize], is_own: impl Fn(usize) -> bool) -> Result<(), RulesError> {
        let program = self.program;
        if let [atom] = *component
            && self.wires[atom].is_some()
        {
            return Ok(());
        }
        let bodies = |builder: &Self, atom: usize| -> Vec<&[GroundLiteral]> {
            builder.rules_of(atom).iter().map(|&at| program.rules.rule(at as usize).body).collect()
        };
        let depends_on_itself = component.iter().any(|&atom| {
            bodies(self, atom).iter().any(|body| body.iter().any(|literal| is_own(literal.atom().0 as usize)))
        });
        if depends_on_itself {
            for &atom in component {
                let denied = |literal: &GroundLiteral| !literal.holds() && is_own(literal.atom().0 as usize);
                if bodies(self, atom).iter().any(|body| body.iter().any(denied)) {
                    return Err(program.unstratified(AtomId(atom as u32)));
                }
                self.wires[atom] = Some(self.gates.open_loop());
            }
        }
        for &atom in component {
            let wire = |literal: &GroundLiteral| {
                let wire = self.wires[literal.atom().0 as usize].unwrap_or(Wire::FALSE);
                if literal.holds() { wire } else { !wire }
            };
            let sets: Vec<Vec<Wire>> = bodies(self, atom).iter().map(|body| body.iter().map(wire).collect()).collect();
            let definition = any_of(&mut self.gates, sets);
            match self.wires[atom] {
                Some(opened) => self.gates.close(opened, definition),
                None => self.wires[atom] = Some(definition),
            }
        }
        Ok(())
    }

    fn finish(self, codes: &Codes) -> Net {
        let Builder { program, mut gates, wires, .. } = self;
        let atoms = &program.atoms;
        // what has no wire depends on no position
        let fixed = |atom| if atoms.may_hold(atom) { Wire::TRUE } else { Wire::FALSE };
        let wire = |atom: Option<AtomId>| {
            atom.map_or(Wire::FALSE, |atom| wires[atom.0 as usize].unwrap_or_else(|| fixed(atom)))
        };
        let about = |relation, atom| atoms.find(relation, atoms.arguments(atom));
        let facts = atoms.members(Relation::TRUE);
        let (mut start, mut next, mut misfits) = (vec![], vec![], vec![]);
        for field in codes.fields() {
            let holds_next = |&(fact, code): &(usize, u32)| (wire(about(Relation::NEXT, facts[fact])), code);
            let now = field.codes.iter().find(|(fact, _)| program.is_start(facts[*fact])).map_or(0, |&(_, code)| code);
            let later: Vec<(Wire, u32)> = field.codes.iter().map(holds_next).collect();
            for bit in 0..field.bits {
                start.push(now >> bit & 1 == 1);
                next.push(gates.or(later.iter().filter(|(_, code)| code >> bit & 1 == 1).map(|&(wire, _)| wire)));
            }
            if field.codes.len() > 1 {
                misfits.push(misfit(&mut gates, &later, field.may_be_empty));
            }
        }
        let legal = |role| program.moves(role).into_iter().map(|mv| (mv, wire(about(Relation::LEGAL, mv)))).collect();
        let goals = |role| program.goals(role).into_iter().map(|goal| (goal, wire(Some(goal)))).collect();
        Net {
            facts: facts.iter().map(|&fact| (fact, wire(Some(fact)))).collect(),
            start,
            next,
            misfit: gates.or(misfits),
            moves: program.roles().map(legal),
            goals: program.roles().map(goals),
            terminal: wire(atoms.find(Relation::TERMINAL, &[])),
            gates,
        }
    }
}

/// Whether two of these are true, or none although one has to be.
fn misfit(gates: &mut Gates, wires: &[(Wire, u32)], may_be_empty: bool) -> Wire {
    let (mut any, mut two) = (Wire::FALSE, vec![]);
    for &(wire, _) in wires {
        two.push(gates.and(vec![any, wire]));
        any = gates.or([any, wire]);
    }
    if !may_be_empty {
        two.push(!any);
    }
    gates.or(two)
}

/// Whether all of any of these sets is true: what most of the sets share is asked once.
fn any_of(gates: &mut Gates, mut sets: Vec<Vec<Wire>>) -> Wire {
    for set in &mut sets {
        set.sort_unstable();
        set.dedup();
        set.retain(|&wire| wire != Wire::TRUE);
    }
    sets.retain(|set| !set.contains(&Wire::FALSE));
    sets.sort_unstable();
    sets.dedup();
    let mut found = vec![];
    while sets.len() > 1 {
        let mut counts: FxHashMap<Wire, u32> = FxHashMap::default();
        sets.iter().flatten().for_each(|&wire| *counts.entry(wire).or_default() += 1);
        let most = counts.into_iter().max_by_key(|&(wire, count)| (count, std::cmp::Reverse(wire)));
        let Some((shared, _)) = most.filter(|&(_, count)| count > 1) else { break };
        let (with, without) = sets.into_iter().partition(|set: &Vec<Wire>| set.binary_search(&shared).is_ok());
        sets = without;
        let rest = with.into_iter().map(|set| set.into_iter().filter(|&wire| wire != shared).collect()).collect();
        let rest = any_of(gates, rest);
        found.push(gates.and(vec![shared, rest]));
    }
    found.extend(sets.into_iter().map(|set| gates.and(set)));
    gates.or(found)
}
