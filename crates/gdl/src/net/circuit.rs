//! Gates in the order in which they are worked out, for many positions at once.
//!
//! All gates are conjunctions of some wires and of the opposites of others. Those of one level depend on lower levels alone; among
//! them those of the same shape follow each other, so that the loops over them take the same turns again and again.

use super::gates::{Gate, Gates, Wire};
use super::ripple::{Node, Ripple};
use crate::ground::components;
use std::ops::Range;

/// What a wire carries: the truth at many positions at once.
pub trait Signal: Copy + PartialEq {
    /// Nowhere.
    const FALSE: Self;
    /// Everywhere.
    const TRUE: Self;
    /// Where both are true.
    fn and(self, other: Self) -> Self;
    /// Where it is true, and the other is not.
    fn and_not(self, other: Self) -> Self;
}

/// 64 positions in each number.
impl<const W: usize> Signal for [u64; W] {
    const FALSE: Self = [0; W];
    const TRUE: Self = [u64::MAX; W];

    #[inline]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at] & other[at])
    }

    #[inline]
    fn and_not(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at] & !other[at])
    }
}

/// Where to read what a wire carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tap {
    pub(super) slot: u32,
    inverted: bool,
}

impl Tap {
    /// What the wire carries.
    #[inline]
    pub fn read<S: Signal>(self, slots: &[S]) -> S {
        let signal = slots[self.slot as usize];
        if self.inverted { S::TRUE.and_not(signal) } else { signal }
    }
}

/// A part of all gates, in order.
pub struct Circuit {
    steps: Vec<Step>,
    /// The slots that the gates read, gate after gate.
    reads: Vec<u32>,
    slots: usize,
    inputs: usize,
    outputs: Vec<Tap>,
}

enum Step {
    /// Gates of the same shape, into slots that follow each other.
    Run { slots: Range<u32>, reads: u32, plain: u32, inverted: u32 },
    /// Gates that depend on each other, again and again until little changes, and then those that depend on what does. Their
    /// slots begin with those of the loops.
    Loop { steps: Vec<Step>, slots: Range<u32>, closed: Vec<Tap>, ripple: Ripple },
}

/// A pass over all gates of a loop is worth it if one loop in so many has changed.
const MANY: usize = 16;

impl Circuit {
    /// Whatever these wires depend on. Slots of inputs come first.
    pub fn new(gates: &Gates, inputs: usize, outputs: &[Wire]) -> Circuit {
        Layout::new(gates, inputs).circuit(outputs)
    }

    /// Room for what the wires carry; inputs have the first slots but one.
    pub fn slots<S: Signal>(&self) -> Vec<S> {
        vec![S::FALSE; self.slots]
    }

    /// The slots of the inputs.
    pub fn inputs<'s, S>(&self, slots: &'s mut [S]) -> &'s mut [S] {
        &mut slots[1..=self.inputs]
    }

    /// Where the outputs are, in their order.
    pub fn outputs(&self) -> &[Tap] {
        &self.outputs
    }

    /// How many wires are read in one pass.
    pub fn size(&self) -> usize {
        self.reads.len()
    }

    /// Works out all gates; how many wires are read.
    pub fn run<S: Signal>(&self, slots: &mut [S]) -> usize {
        self.run_steps(&self.steps, slots)
    }

    fn run_steps<S: Signal>(&self, steps: &[Step], slots: &mut [S]) -> usize {
        let mut work = 0;
        for step in steps {
            match step {
                Step::Run { slots: own, reads, plain, inverted } => {
                    let (done, rest) = slots.split_at_mut(own.start as usize);
                    let count = own.len();
                    let width = (plain + inverted) as usize;
                    let reads = &self.reads[*reads as usize..][..count * width];
                    work += reads.len();
                    run(done, &mut rest[..count], reads, *plain as usize, width);
                }
                Step::Loop { steps, slots: own, closed, ripple } => {
                    slots[own.start as usize..own.end as usize].fill(S::FALSE);
                    let mut changed = vec![];
                    loop {
                        work += self.run_steps(steps, slots) + closed.len();
                        changed.clear();
                        for (slot, tap) in own.clone().zip(closed) {
                            let signal = tap.read(slots);
                            if signal != slots[slot as usize] {
                                slots[slot as usize] = signal;
                                changed.push(slot);
                            }
                        }
                        if changed.len() * MANY <= closed.len() {
                            work += ripple.run(slots, &self.reads, changed.into_iter());
                            break;
                        }
                    }
                }
            }
        }
        work
    }
}

/// Works out gates of one shape.
#[inline]
fn run<S: Signal>(done: &[S], own: &mut [S], reads: &[u32], plain: usize, width: usize) {
    match (plain, width) {
        (2, 2) => run_shape::<S, 2, 2>(done, own, reads),
        (1, 2) => run_shape::<S, 1, 2>(done, own, reads),
        (0, 2) => run_shape::<S, 0, 2>(done, own, reads),
        (3, 3) => run_shape::<S, 3, 3>(done, own, reads),
        (2, 3) => run_shape::<S, 2, 3>(done, own, reads),
        (1, 3) => run_shape::<S, 1, 3>(done, own, reads),
        (0, 3) => run_shape::<S, 0, 3>(done, own, reads),
        _ => {
            for (slot, reads) in own.iter_mut().zip(reads.chunks_exact(width)) {
                let (plain, inverted) = reads.split_at(plain);
                let all = plain.iter().fold(S::TRUE, |all, &read| all.and(done[read as usize]));
                *slot = inverted.iter().fold(all, |all, &read| all.and_not(done[read as usize]));
            }
        }
    }
}

#[inline]
fn run_shape<S: Signal, const PLAIN: usize, const WIDTH: usize>(done: &[S], own: &mut [S], reads: &[u32]) {
    for (slot, reads) in own.iter_mut().zip(reads.as_chunks::<WIDTH>().0) {
        let mut all = S::TRUE;
        for (at, &read) in reads.iter().enumerate() {
            let signal = done[read as usize];
            all = if at < PLAIN { all.and(signal) } else { all.and_not(signal) };
        }
        *slot = all;
    }
}

/// Gates on their way into slots.
struct Layout<'g> {
    gates: &'g Gates,
    inputs: usize,
    slot: Vec<u32>,
    next: u32,
    reads: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl<'g> Layout<'g> {
    fn new(gates: &'g Gates, inputs: usize) -> Self {
        let mut slot = vec![NONE; gates.len()];
        for (gate, slot) in slot.iter_mut().enumerate() {
            match gates.gate(gate) {
                Gate::Never => *slot = 0,
                Gate::Input(input) => *slot = input + 1,
                _ => {}
            }
        }
        Layout { gates, inputs, slot, next: inputs as u32 + 1, reads: vec![] }
    }

    fn circuit(mut self, outputs: &[Wire]) -> Circuit {
        let needed = self.needed(outputs);
        let gates = self.gates;
        let edges = |at: usize, list: &mut Vec<usize>| match gates.gate(needed[at]) {
            Gate::And(wires) => list.extend(wires.iter().filter_map(|wire| needed.binary_search(&wire.gate()).ok())),
            Gate::Loop(number) => list.extend(needed.binary_search(&gates.definition(number).gate()).ok()),
            _ => {}
        };
        let components: Vec<Vec<usize>> = components(needed.len(), edges)
            .into_iter()
            .map(|component| component.into_iter().map(|at| needed[at]).collect())
            .collect();
        // a component is on the level above all that it depends on
        let mut levels = vec![0u32; gates.len()];
        let mut by_level: Vec<Vec<Vec<usize>>> = vec![];
        for component in components {
            let level =
                component.iter().flat_map(|&gate| self.reads_of(gate)).map(|gate| levels[gate]).max().unwrap_or(0);
            component.iter().for_each(|&gate| levels[gate] = level + 1);
            if by_level.len() <= level as usize {
                by_level.resize(level as usize + 1, vec![]);
            }
            by_level[level as usize].push(component);
        }
        let mut steps = vec![];
        for level in by_level {
            let is_plain =
                |component: &Vec<usize>| !matches!(gates.gate(component[0]), Gate::Loop(_)) && component.len() == 1;
            let (plain, looped): (Vec<_>, Vec<_>) = level.into_iter().partition(is_plain);
            self.place(plain.into_iter().flatten().collect(), &mut steps);
            for component in looped {
                let step = self.place_loop(component);
                steps.push(step);
            }
        }
        let outputs = outputs.iter().map(|&wire| self.tap(wire)).collect();
        Circuit { steps, reads: self.reads, slots: self.next as usize, inputs: self.inputs, outputs }
    }

    /// The gates that these wires depend on and that are no inputs, in order.
    fn needed(&self, outputs: &[Wire]) -> Vec<usize> {
        let mut seen = vec![false; self.gates.len()];
        let mut open: Vec<usize> = outputs.iter().map(|wire| wire.gate()).collect();
        while let Some(gate) = open.pop() {
            if !std::mem::replace(&mut seen[gate], true) {
                open.extend(self.reads_of(gate));
            }
        }
        (0..seen.len()).filter(|&gate| seen[gate] && self.slot[gate] == NONE).collect()
    }

    fn reads_of(&self, gate: usize) -> impl Iterator<Item = usize> + use<'g> {
        let (wires, closed) = match self.gates.gate(gate) {
            Gate::And(wires) => (wires, None),
            Gate::Loop(number) => (&[][..], Some(self.gates.definition(number))),
            Gate::Never | Gate::Input(_) => (&[][..], None),
        };
        wires.iter().copied().chain(closed).map(|wire| wire.gate())
    }

    fn tap(&self, wire: Wire) -> Tap {
        Tap { slot: self.slot[wire.gate()], inverted: wire.is_inverted() }
    }

    /// Gives slots to gates none of which depends on another.
    fn place(&mut self, mut list: Vec<usize>, steps: &mut Vec<Step>) {
        let gates = self.gates;
        let shape = |gate| match gates.gate(gate) {
            Gate::And(wires) => {
                let inverted = wires.iter().filter(|wire| wire.is_inverted()).count();
                ((wires.len() - inverted) as u32, inverted as u32)
            }
            _ => unreachable!("only conjunctions are placed in runs"),
        };
        list.sort_unstable_by_key(|&gate| (shape(gate), gate));
        for run in list.chunk_by(|&one, &other| shape(one) == shape(other)) {
            let (plain, inverted) = shape(run[0]);
            let (slots, reads) = (self.next..self.next + run.len() as u32, self.reads.len() as u32);
            for &gate in run {
                let Gate::And(wires) = gates.gate(gate) else { continue };
                for is_inverted in [false, true] {
                    let chosen = wires.iter().filter(|wire| wire.is_inverted() == is_inverted);
                    self.reads.extend(chosen.map(|wire| self.slot[wire.gate()]));
                }
                self.slot[gate] = self.next;
                self.next += 1;
            }
            steps.push(Step::Run { slots, reads, plain, inverted });
        }
    }

    /// Gives slots to gates that depend on each other: first to the loops, and then to the others, level by level.
    fn place_loop(&mut self, component: Vec<usize>) -> Step {
        let (loops, mut rest): (Vec<usize>, Vec<usize>) =
            component.into_iter().partition(|&gate| matches!(self.gates.gate(gate), Gate::Loop(_)));
        let start = self.next;
        for &gate in &loops {
            self.slot[gate] = self.next;
            self.next += 1;
        }
        let slots = start..self.next;
        let mut steps = vec![];
        while !rest.is_empty() {
            let (ready, waiting): (Vec<usize>, Vec<usize>) =
                rest.into_iter().partition(|&gate| self.reads_of(gate).all(|read| self.slot[read] != NONE));
            self.place(ready, &mut steps);
            rest = waiting;
        }
        let definition = |&gate: &usize| match self.gates.gate(gate) {
            Gate::Loop(number) => self.tap(self.gates.definition(number)),
            _ => unreachable!("only loops are closed"),
        };
        let closed: Vec<Tap> = loops.iter().map(definition).collect();
        let mut nodes: Vec<Node> = closed.iter().copied().map(Node::Same).collect();
        for step in &steps {
            let Step::Run { slots, reads, plain, inverted } = step else { continue };
            let (plain, width) = (*plain, plain + inverted);
            nodes.extend((0..slots.len() as u32).map(|at| Node::All { reads: reads + at * width, plain, width }));
        }
        Step::Loop { ripple: Ripple::new(start, nodes, &self.reads), steps, slots, closed }
    }
}
