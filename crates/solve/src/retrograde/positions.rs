//! Positions that are numbered in the order in which they come.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A set of positions, each with its number in the order in which they came.
#[derive(Debug)]
pub(crate) struct Positions<P> {
    list: Vec<P>,
    numbers: HashTable<u32>,
}

impl<P> Default for Positions<P> {
    fn default() -> Self {
        Positions { list: vec![], numbers: HashTable::new() }
    }
}

impl<P: Eq + Hash> Positions<P> {
    /// Bytes for a position when the list and the hash table have just doubled.
    pub(crate) const ROOM: usize = 2 * size_of::<P>() + 40;

    /// The positions in their order.
    pub(crate) fn list(&self) -> &[P] {
        &self.list
    }

    /// The number of a position.
    #[inline]
    pub(crate) fn number(&self, position: &P) -> Option<usize> {
        let hash = FxBuildHasher.hash_one(position);
        self.numbers.find(hash, |&number| self.list[number as usize] == *position).map(|&number| number as usize)
    }

    /// The number of a position, the next one if it is new.
    pub(crate) fn enter(&mut self, position: P) -> usize {
        if let Some(number) = self.number(&position) {
            return number;
        }
        let number = self.list.len();
        let hash = FxBuildHasher.hash_one(&position);
        self.list.push(position);
        let list = &self.list;
        self.numbers.insert_unique(hash, number as u32, |&number| FxBuildHasher.hash_one(&list[number as usize]));
        number
    }

    /// Forgets all but the first ones.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
        self.numbers.retain(|number| (*number as usize) < count);
    }
}
