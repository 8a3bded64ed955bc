//! Gates that depend on each other, worked out by following what changes: better than passes over all of them once little changes.

use super::circuit::{Signal, Tap};
use std::collections::VecDeque;

/// The gates of a loop with who reads them. Slots are counted from the first one of the loop.
pub struct Ripple {
    first: u32,
    nodes: Vec<Node>,
    /// The readers of each slot: from its place in `spans` to the next one.
    readers: Vec<u32>,
    spans: Vec<u32>,
}

/// How a slot is worked out.
#[derive(Clone, Copy)]
pub enum Node {
    /// It carries what another wire carries.
    Same(Tap),
    /// It is a conjunction: where its reads begin, how many of them are plain, and how many there are.
    All { reads: u32, plain: u32, width: u32 },
}

impl Node {
    fn read<S: Signal>(self, slots: &[S], all_reads: &[u32]) -> S {
        match self {
            Node::Same(tap) => tap.read(slots),
            Node::All { reads, plain, width } => {
                let reads = &all_reads[reads as usize..][..width as usize];
                let (plain, inverted) = reads.split_at(plain as usize);
                let all = plain.iter().fold(S::TRUE, |all, &read| all.and(slots[read as usize]));
                inverted.iter().fold(all, |all, &read| all.and_not(slots[read as usize]))
            }
        }
    }
}

impl Ripple {
    /// The gates in the slots from the first one on.
    pub fn new(first: u32, nodes: Vec<Node>, all_reads: &[u32]) -> Ripple {
        let mut pairs = vec![];
        for (reader, node) in nodes.iter().enumerate() {
            let reads = match node {
                Node::Same(tap) => std::slice::from_ref(&tap.slot),
                Node::All { reads, width, .. } => &all_reads[*reads as usize..][..*width as usize],
            };
            let own = reads.iter().filter_map(|read| read.checked_sub(first)).filter(|&at| (at as usize) < nodes.len());
            pairs.extend(own.map(|at| (at, reader as u32)));
        }
        pairs.sort_unstable();
        let mut spans = vec![0; nodes.len() + 1];
        pairs.iter().for_each(|&(at, _)| spans[at as usize + 1] += 1);
        (0..nodes.len()).for_each(|at| spans[at + 1] += spans[at]);
        Ripple { first, nodes, readers: pairs.into_iter().map(|(_, reader)| reader).collect(), spans }
    }

    /// Works out whatever depends on slots that have changed, until nothing changes any more; how many wires are read.
    pub fn run<S: Signal>(&self, slots: &mut [S], all_reads: &[u32], changed: impl Iterator<Item = u32>) -> usize {
        let mut waits = vec![false; self.nodes.len()];
        let mut queue: VecDeque<u32> = VecDeque::new();
        for slot in changed {
            waits[(slot - self.first) as usize] = true;
            queue.push_back(slot - self.first);
        }
        let mut work = 0;
        while let Some(at) = queue.pop_front() {
            waits[at as usize] = false;
            let readers = &self.readers[self.spans[at as usize] as usize..self.spans[at as usize + 1] as usize];
            for &reader in readers {
                let node = self.nodes[reader as usize];
                work += if let Node::All { width, .. } = node { width as usize } else { 1 };
                let signal = node.read(slots, all_reads);
                let slot = &mut slots[(self.first + reader) as usize];
                if *slot != signal {
                    *slot = signal;
                    if !std::mem::replace(&mut waits[reader as usize], true) {
                        queue.push_back(reader);
                    }
                }
            }
        }
        work
    }
}
