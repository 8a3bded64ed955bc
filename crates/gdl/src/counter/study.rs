//! What moves can do to the fields of a position: the values that each may have before and after.

use super::cases::Joint;
use super::{Effect, Fields, Values, members};
use crate::net::{Gate, Net, Wire};

/// Looks at all gates where something is known of the facts.
pub struct Study<'n> {
    pub net: &'n Net,
    pub fields: &'n Fields,
    /// The gates of the inputs.
    inputs: Vec<usize>,
    /// The gates that tell what is legal and what comes next, in order, and how many wires they read.
    gates: Vec<usize>,
    pub size: usize,
    /// What each gate is where something is known: a constant, or the same as another wire.
    seen: Vec<Wire>,
}

impl<'n> Study<'n> {
    pub fn new(net: &'n Net, fields: &'n Fields) -> Self {
        let mut needed = vec![false; net.gates.len()];
        let legal = net.moves.iter().flatten().map(|&(_, wire)| wire);
        let mut open: Vec<usize> =
            net.next.iter().copied().chain(legal).chain([net.terminal]).map(Wire::gate).collect();
        let mut size = 0;
        while let Some(gate) = open.pop() {
            if std::mem::replace(&mut needed[gate], true) {
                continue;
            }
            if let Gate::And(wires) = net.gates.gate(gate) {
                size += wires.len();
                open.extend(wires.iter().map(|wire| wire.gate()));
            }
        }
        let is_known = |gate: &usize| matches!(net.gates.gate(*gate), Gate::And(_));
        let gates = (0..needed.len()).filter(|&gate| needed[gate]).filter(is_known).collect();
        let is_input = |gate: &usize| matches!(net.gates.gate(*gate), Gate::Input(_));
        let inputs = (0..net.gates.len()).filter(is_input).collect();
        Study { net, fields, inputs, gates, size, seen: (0..net.gates.len()).map(Wire::of).collect() }
    }

    /// The values that each field may have after each of its values, whatever is done.
    pub fn alone(&mut self) -> Vec<Vec<Values>> {
        let all: Vec<Values> = self.fields.all.clone();
        let mut after = vec![];
        for (field, &values) in all.iter().enumerate() {
            let mut of_field = vec![0; Values::BITS as usize];
            for value in members(values) {
                self.set_inputs(&[(field as u32, 1 << value)], None);
                self.run();
                let is_over = self.read(self.net.terminal) == Wire::TRUE;
                of_field[value] = if is_over { 0 } else { self.next_values(field) };
            }
            after.push(of_field);
        }
        after
    }

    /// What two moves may do together where this is implied; `None` if they cannot be made there.
    pub fn effect(&mut self, joint: &Joint, alone: &[Vec<Values>]) -> Option<Effect> {
        let &(one, other, ref known) = joint;
        self.set_inputs(known, Some([one, other]));
        self.run();
        let legal = [self.net.moves[0][one].1, self.net.moves[1][other].1];
        if self.all_of(&[!self.net.terminal, legal[0], legal[1]]) == Some(Wire::FALSE) {
            return None;
        }
        let mut effect = vec![];
        for (field, facts) in self.fields.facts.iter().enumerate() {
            let is_same = |fact: usize| self.seen[self.inputs[fact]] == self.read(self.net.next[fact]);
            let same: Values =
                facts.iter().enumerate().map(|(value, &fact)| Values::from(is_same(fact)) << value).sum();
            if same.count_ones() as usize == facts.len() {
                continue;
            }
            let now = known.iter().find(|(other, _)| *other as usize == field);
            let now = now.map_or(self.fields.all[field], |&(_, values)| values);
            let next = self.next_values(field);
            let mut pairs = vec![];
            for before in members(now) {
                // what is the same fact before and after holds at both times or at neither
                let kept = if same >> before & 1 == 1 { 1 << before } else { !same };
                pairs.extend(members(next & alone[field][before] & kept).map(|after| (before as u8, after as u8)));
            }
            if pairs.is_empty() {
                return None;
            }
            if pairs.iter().any(|(before, after)| before != after) {
                effect.push((field as u32, pairs));
            }
        }
        Some(effect)
    }

    /// A value of a field on which it depends whether something changes that may.
    pub fn undecided(&self, effect: &Effect) -> Option<(u32, u32)> {
        let nexts = effect.iter().flat_map(|(field, _)| &self.fields.facts[*field as usize]);
        nexts
            .map(|&fact| self.net.next[fact])
            .find_map(|wire| self.fact_below(wire.gate()))
            .map(|fact| self.fields.of[fact])
    }

    /// A fact that is not known, and that a gate that is not known depends on.
    fn fact_below(&self, mut gate: usize) -> Option<usize> {
        loop {
            let is_open = |wire: &&Wire| self.seen[wire.gate()].gate() != Wire::FALSE.gate();
            gate = match self.net.gates.gate(gate) {
                Gate::And(wires) => wires.iter().find(is_open)?.gate(),
                Gate::Input(input) if self.seen[gate] == Wire::of(gate) => {
                    return Some(input as usize).filter(|&input| input < self.fields.of.len());
                }
                Gate::Never | Gate::Loop(_) | Gate::Input(_) => return None,
            };
        }
    }

    /// Sets what is known of facts, and what is done.
    fn set_inputs(&mut self, known: &[(u32, Values)], done: Option<[usize; 2]>) {
        let bits = self.fields.of.len();
        let places = done.map(|[one, other]| [bits + one, bits + self.net.moves[0].len() + other]);
        for (input, &gate) in self.inputs.iter().enumerate() {
            self.seen[gate] = match places {
                Some(done) if input >= bits && done.contains(&input) => Wire::TRUE,
                Some(_) if input >= bits => Wire::FALSE,
                _ => Wire::of(gate),
            };
        }
        for &(field, values) in known {
            for (value, &fact) in self.fields.facts[field as usize].iter().enumerate() {
                self.seen[self.inputs[fact]] = match values {
                    _ if values >> value & 1 == 0 => Wire::FALSE,
                    _ if values == 1 << value => Wire::TRUE,
                    _ => continue,
                };
            }
        }
    }

    fn read(&self, wire: Wire) -> Wire {
        let seen = self.seen[wire.gate()];
        if wire.is_inverted() { !seen } else { seen }
    }

    fn run(&mut self) {
        for at in 0..self.gates.len() {
            let gate = self.gates[at];
            if let Gate::And(wires) = self.net.gates.gate(gate) {
                self.seen[gate] = self.all_of(wires).unwrap_or(Wire::of(gate));
            }
        }
    }

    /// What all of these wires are together, if that is a constant or one of them.
    fn all_of(&self, wires: &[Wire]) -> Option<Wire> {
        let (mut all, mut is_one) = (Wire::TRUE, true);
        for &wire in wires {
            match self.read(wire) {
                Wire::FALSE => return Some(Wire::FALSE),
                seen if all == Wire::TRUE => all = seen,
                seen if all == !seen => return Some(Wire::FALSE),
                seen => is_one &= seen == Wire::TRUE || seen == all,
            }
        }
        is_one.then_some(all)
    }

    /// The values that a field may have next.
    fn next_values(&self, field: usize) -> Values {
        let mut values = self.fields.none(field).map_or(0, |none| 1 << none);
        for (value, &fact) in self.fields.facts[field].iter().enumerate() {
            match self.read(self.net.next[fact]) {
                Wire::FALSE => {}
                Wire::TRUE => return 1 << value,
                _ => values |= 1 << value,
            }
        }
        values
    }
}
