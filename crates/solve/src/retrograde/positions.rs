//! Positions that are numbered in the order in which they come.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
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
        let Positions { list, numbers } = self;
        let hash = FxBuildHasher.hash_one(&position);
        let hash_of = |&number: &u32| FxBuildHasher.hash_one(&list[number as usize]);
        match numbers.entry(hash, |&number| list[number as usize] == position, hash_of) {
            Entry::Occupied(known) => *known.get() as usize,
            Entry::Vacant(place) => {
                place.insert(list.len() as u32);
                list.push(position);
                list.len() - 1
            }
        }
    }

    /// Forgets all but the first ones.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
        self.numbers.retain(|number| (*number as usize) < count);
    }
}
