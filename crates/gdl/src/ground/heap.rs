//! Names with arguments, each stored once, so that equal ones have equal numbers: terms, and atoms.

use super::terms::TermId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Names with arguments, by number.
#[derive(Default)]
pub struct Heap {
    nodes: Vec<Node>,
    arguments: Vec<TermId>,
    /// All numbers, with a part of what they are found by.
    numbers: HashTable<(u32, u32)>,
}

struct Node {
    name: u32,
    /// Where its arguments end; they begin where those of the one before end.
    end: u32,
}

impl Heap {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of a name with arguments, and whether it is new.
    pub fn make(&mut self, name: u32, arguments: &[TermId]) -> (u32, bool) {
        if let Some(known) = self.find(name, arguments) {
            return (known, false);
        }
        let number = self.nodes.len() as u32;
        self.arguments.extend_from_slice(arguments);
        self.nodes.push(Node { name, end: self.arguments.len() as u32 });
        let hash = hash(name, arguments);
        self.numbers.insert_unique(spread(hash), (number, hash), |&(_, hash)| spread(hash));
        (number, true)
    }

    /// The number of a name with arguments, if it has one.
    pub fn find(&self, name: u32, arguments: &[TermId]) -> Option<u32> {
        let hash = hash(name, arguments);
        let is_same = |&(number, other): &(u32, u32)| {
            other == hash && self.name(number) == name && self.arguments(number) == arguments
        };
        self.numbers.find(spread(hash), is_same).map(|&(number, _)| number)
    }

    /// The name.
    pub fn name(&self, number: u32) -> u32 {
        self.nodes[number as usize].name
    }

    /// The arguments.
    pub fn arguments(&self, number: u32) -> &[TermId] {
        span(&self.nodes, &self.arguments, number)
    }
}

fn span<'a>(nodes: &[Node], arguments: &'a [TermId], number: u32) -> &'a [TermId] {
    let at = number as usize;
    let start = if at == 0 { 0 } else { nodes[at - 1].end };
    &arguments[start as usize..nodes[at].end as usize]
}

fn hash(name: u32, arguments: &[TermId]) -> u32 {
    let mut hasher = FxHasher::default();
    (name, arguments).hash(&mut hasher);
    hasher.finish() as u32
}

/// As many bits as tables want.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
