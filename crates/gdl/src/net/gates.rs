//! Conditions as gates, each stored once: equal conditions are one gate, and what is always or never true is gone.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Not;

/// What a gate tells, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wire(u32);

impl Wire {
    /// Never.
    pub const FALSE: Wire = Wire(0);
    /// Always.
    pub const TRUE: Wire = Wire(1);

    /// What a gate tells.
    pub fn of(gate: usize) -> Wire {
        Wire((gate as u32) << 1)
    }

    /// The gate.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it tells the opposite of the gate.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Wire {
    type Output = Wire;

    fn not(self) -> Wire {
        Wire(self.0 ^ 1)
    }
}

/// What a gate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate<'g> {
    /// Never true.
    Never,
    /// Given from outside; this one of the inputs.
    Input(u32),
    /// The least that fits what it is [closed](Gates::close) with, which may depend on the gate itself.
    Loop(u32),
    /// All of these.
    And(&'g [Wire]),
}

/// All gates.
pub struct Gates {
    kinds: Vec<Kind>,
    wires: Vec<Wire>,
    numbers: HashTable<u32>,
    /// The group of each input, if it belongs to one.
    groups: Vec<Option<u32>>,
    /// The inputs of each group, of which exactly one is true.
    members: Vec<Vec<Wire>>,
    loops: Vec<Wire>,
}

#[derive(Clone, Copy)]
enum Kind {
    Never,
    Input(u32),
    Loop(u32),
    /// From the first of the wires to before the second.
    And(u32, u32),
}

impl Gates {
    /// No gates yet, but one that is never true.
    pub fn new() -> Gates {
        let numbers = HashTable::new();
        Gates { kinds: vec![Kind::Never], wires: vec![], numbers, groups: vec![], members: vec![], loops: vec![] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// What a gate is.
    pub fn gate(&self, gate: usize) -> Gate<'_> {
        match self.kinds[gate] {
            Kind::Never => Gate::Never,
            Kind::Input(input) => Gate::Input(input),
            Kind::Loop(number) => Gate::Loop(number),
            Kind::And(from, to) => Gate::And(&self.wires[from as usize..to as usize]),
        }
    }

    /// One more input.
    pub fn input(&mut self) -> Wire {
        self.groups.push(None);
        self.add(Kind::Input(self.groups.len() as u32 - 1))
    }

    /// So many more inputs, of which exactly one is true at any time.
    pub fn exclusive_inputs(&mut self, count: usize) -> Vec<Wire> {
        let group = self.members.len() as u32;
        let wires: Vec<Wire> = (0..count).map(|_| self.input()).collect();
        let from = self.groups.len() - count;
        self.groups[from..].fill(Some(group));
        self.members.push(wires.clone());
        wires
    }

    /// A gate that is told later what it is.
    pub fn open_loop(&mut self) -> Wire {
        self.loops.push(Wire::FALSE);
        self.add(Kind::Loop(self.loops.len() as u32 - 1))
    }

    /// Tells what the gate of a loop is.
    pub fn close(&mut self, opened: Wire, definition: Wire) {
        let Kind::Loop(number) = self.kinds[opened.gate()] else { unreachable!("only loops are closed") };
        self.loops[number as usize] = definition;
    }

    /// What a loop was closed with.
    pub fn definition(&self, number: u32) -> Wire {
        self.loops[number as usize]
    }

    /// All of these.
    pub fn and(&mut self, mut wires: Vec<Wire>) -> Wire {
        self.exclude(&mut wires);
        wires.sort_unstable();
        wires.dedup();
        if wires.first() == Some(&Wire::FALSE) || wires.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Wire::FALSE;
        }
        wires.retain(|&wire| wire != Wire::TRUE);
        match wires[..] {
            [] => Wire::TRUE,
            [wire] => wire,
            _ => self.find_or_add(&wires),
        }
    }

    /// Any of these.
    pub fn or(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        let opposites = wires.into_iter().map(|wire| !wire).collect();
        !self.and(opposites)
    }

    fn find_or_add(&mut self, wires: &[Wire]) -> Wire {
        let Gates { kinds, wires: stored, numbers, .. } = self;
        let inputs = |gate: u32| match kinds[gate as usize] {
            Kind::And(from, to) => &stored[from as usize..to as usize],
            _ => &[],
        };
        if let Some(&known) = numbers.find(hash(wires), |&gate| inputs(gate) == wires) {
            return Wire::of(known as usize);
        }
        let from = stored.len() as u32;
        stored.extend_from_slice(wires);
        kinds.push(Kind::And(from, stored.len() as u32));
        let gate = kinds.len() as u32 - 1;
        let rehash = |&gate: &u32| match kinds[gate as usize] {
            Kind::And(from, to) => hash(&stored[from as usize..to as usize]),
            _ => 0,
        };
        numbers.insert_unique(rehash(&gate), gate, rehash);
        Wire::of(gate as usize)
    }

    fn add(&mut self, kind: Kind) -> Wire {
        self.kinds.push(kind);
        Wire::of(self.kinds.len() - 1)
    }

    fn group(&self, wire: Wire) -> Option<u32> {
        match self.kinds[wire.gate()] {
            Kind::Input(input) => self.groups[input as usize],
            _ => None,
        }
    }

    /// Says the same with fewer wires, by what groups tell: one that is true rules out the others, and most of them being false
    /// means that one of the others is true.
    fn exclude(&mut self, wires: &mut Vec<Wire>) {
        let mut seen: Vec<(u32, Option<Wire>, usize)> = vec![];
        for &wire in &*wires {
            let Some(group) = self.group(wire) else { continue };
            let at = seen.iter().position(|(other, ..)| *other == group).unwrap_or_else(|| {
                seen.push((group, None, 0));
                seen.len() - 1
            });
            match (wire.is_inverted(), seen[at].1) {
                (true, _) => seen[at].2 += 1,
                (false, Some(other)) if other != wire => return *wires = vec![Wire::FALSE],
                (false, _) => seen[at].1 = Some(wire),
            }
        }
        for (group, chosen, denied) in seen {
            match chosen {
                Some(chosen) => {
                    wires.retain(|&wire| wire == !chosen || !wire.is_inverted() || self.group(wire) != Some(group))
                }
                None if 2 * denied > self.members[group as usize].len() + 1 => {
                    let (mut denied, mut rest): (Vec<Wire>, Vec<Wire>) =
                        wires.iter().partition(|&&wire| self.group(wire) == Some(group));
                    denied.sort_unstable();
                    let members = self.members[group as usize].iter().copied();
                    let left: Vec<Wire> = members.filter(|&member| denied.binary_search(&!member).is_err()).collect();
                    rest.push(self.or(left));
                    *wires = rest;
                }
                None => {}
            }
        }
    }
}

fn hash(wires: &[Wire]) -> u64 {
    let mut hasher = FxHasher::default();
    wires.hash(&mut hasher);
    hasher.finish()
}
