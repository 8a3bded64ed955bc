//! From rules without variables to gates.

use super::codes::Codes;
use super::gates::{Gates, Wire};
use super::order::Order;
use crate::ground::{AtomId, GroundLiteral, Program};
use crate::read::Relation;

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
pub fn build(order: &Order, codes: &Codes) -> Net {
    Builder::new(order.program, codes).build(order, codes)
}

struct Builder<'p> {
    program: &'p Program,
    gates: Gates,
    /// The wire of each atom that has one.
    wires: Vec<Option<Wire>>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program, codes: &Codes) -> Builder<'p> {
        let mut gates = Gates::new();
        let mut wires = vec![None; program.atoms.len()];
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
        Builder { program, gates, wires }
    }

    fn build(mut self, order: &Order, codes: &Codes) -> Net {
        for (component, is_loop) in order.components() {
            if is_loop {
                component.iter().for_each(|&atom| self.wires[atom as usize] = Some(self.gates.open_loop()));
            }
            for atom in component.iter().map(|&atom| atom as usize) {
                match self.wires[atom] {
                    Some(opened) if is_loop => {
                        let definition = self.define(order.bodies(atom));
                        self.gates.close(opened, definition);
                    }
                    Some(_) => {}
                    None => self.wires[atom] = Some(self.define(order.bodies(atom))),
                }
            }
        }
        self.finish(codes)
    }

    /// Whether all of any of these holds.
    fn define<'b>(&mut self, bodies: impl Iterator<Item = &'b [GroundLiteral]> + Clone) -> Wire {
        let wire = |literal: &GroundLiteral| {
            let wire = self.wires[literal.atom().0 as usize].unwrap_or(Wire::FALSE);
            if literal.holds() { wire } else { !wire }
        };
        if bodies.clone().all(|body| body.len() == 1) {
            let wires: Vec<Wire> = bodies.map(|body| wire(&body[0])).collect();
            return self.gates.or(wires);
        }
        let sets = bodies.map(|body| body.iter().map(wire).collect()).collect();
        any_of(&mut self.gates, sets)
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
    let mut counts = counts(&sets);
    let everywhere: Vec<Wire> =
        counts.iter().filter(|(_, count)| *count as usize == sets.len()).map(|&(wire, _)| wire).collect();
    if sets.len() > 1 && !everywhere.is_empty() {
        sets.iter_mut().for_each(|set| set.retain(|wire| everywhere.binary_search(wire).is_err()));
        let rest = any_of(gates, sets);
        return everywhere.into_iter().rfold(rest, |rest, wire| gates.and(vec![wire, rest]));
    }
    let mut found = vec![];
    while sets.len() > 1 {
        let most = counts.iter().max_by_key(|&&(wire, count)| (count, std::cmp::Reverse(wire)));
        let Some(&(shared, _)) = most.filter(|(_, count)| *count > 1) else { break };
        let (with, without): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set: &Vec<Wire>| set.binary_search(&shared).is_ok());
        sets = without;
        for wire in with.iter().flatten() {
            let at = counts.binary_search_by_key(wire, |&(wire, _)| wire).expect("all wires are counted");
            counts[at].1 -= 1;
        }
        let rest = with.into_iter().map(|set| set.into_iter().filter(|&wire| wire != shared).collect()).collect();
        let rest = any_of(gates, rest);
        found.push(gates.and(vec![shared, rest]));
    }
    found.extend(sets.into_iter().map(|set| gates.and(set)));
    gates.or(found)
}

/// How many of the sets have each wire, in the order of the wires.
fn counts(sets: &[Vec<Wire>]) -> Vec<(Wire, u32)> {
    let mut all: Vec<Wire> = sets.iter().flatten().copied().collect();
    all.sort_unstable();
    all.chunk_by(|one, other| one == other).map(|same| (same[0], same.len() as u32)).collect()
}
