//! Positions that are numbered in the order in which they come.

use crate::prefetch::prefetch;
use crate::transposition::hash_of;
use std::hash::Hash;

/// A set of positions, each with its number in the order in which they came.
#[derive(Debug)]
pub(crate) struct Positions<P> {
    list: Vec<P>,
    /// Numbers by hash, each in the first slot that is free from its own one on.
    slots: Vec<Slot>,
}

/// A number and a part of the hash of its position.
#[derive(Clone, Copy, Debug)]
struct Slot {
    number: u32,
    mark: u32,
}

const FREE: Slot = Slot { number: u32::MAX, mark: 0 };

/// The fewest slots; a power of two, as always.
const FEWEST: usize = 64;

/// So many positions are looked for side by side.
const ABREAST: usize = 32;

impl<P> Default for Positions<P> {
    fn default() -> Self {
        Positions { list: vec![], slots: vec![FREE; FEWEST] }
    }
}

impl<P> Positions<P> {
    /// Bytes for a position when the list and the slots have just doubled.
    pub(crate) const ROOM: usize = 2 * size_of::<P>() + 40;

    /// The positions in their order.
    pub(crate) fn list(&self) -> &[P] {
        &self.list
    }
}

impl<P: Clone + Eq + Hash> Positions<P> {
    /// The number of a position.
    pub(crate) fn number(&self, position: &P) -> Option<usize> {
        self.find(hash_of(position), position).ok()
    }

    /// The number of a position, the next one if it is new.
    pub(crate) fn enter(&mut self, position: &P) -> usize {
        self.enter_hashed(hash_of(position), position)
    }

    /// The numbers of many positions, as if they came one after the other. Much faster: what they wait for arrives together.
    pub(crate) fn enter_all(&mut self, positions: &[P], mut tell: impl FnMut(usize)) {
        let mut hashes = [0; ABREAST];
        for abreast in positions.chunks(ABREAST) {
            for (hash, position) in hashes.iter_mut().zip(abreast) {
                *hash = hash_of(position);
                prefetch(&self.slots[self.home(*hash)]);
            }
            for &hash in &hashes[..abreast.len()] {
                if let Some(likely) = self.list.get(self.slots[self.home(hash)].number as usize) {
                    prefetch(likely);
                }
            }
            for (&hash, position) in hashes.iter().zip(abreast) {
                tell(self.enter_hashed(hash, position));
            }
        }
    }

    /// Forgets all but the first ones.
    pub(crate) fn truncate(&mut self, count: usize) {
        if count < self.list.len() {
            self.list.truncate(count);
            self.spread_over(self.slots.len());
        }
    }

    #[inline]
    fn enter_hashed(&mut self, hash: u64, position: &P) -> usize {
        let free = match self.find(hash, position) {
            Ok(known) => return known,
            Err(free) => free,
        };
        let number = self.list.len();
        self.list.push(position.clone());
        self.slots[free] = slot(number, hash);
        // at most two thirds are taken, so that free ones are near
        if 3 * self.list.len() > 2 * self.slots.len() {
            self.spread_over(2 * self.slots.len());
        }
        number
    }

    /// The number of a position, or the slot for it.
    #[inline]
    fn find(&self, hash: u64, position: &P) -> Result<usize, usize> {
        let mark = slot(0, hash).mark;
        let mut at = self.home(hash);
        loop {
            let Slot { number, mark: other } = self.slots[at];
            if number == FREE.number {
                return Err(at);
            }
            if other == mark && self.list[number as usize] == *position {
                return Ok(number as usize);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// The slot that a hash belongs into.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (hash >> (u64::BITS - self.slots.len().ilog2())) as usize
    }

    /// Numbers all positions anew, in so many slots.
    fn spread_over(&mut self, count: usize) {
        self.slots.clear();
        self.slots.resize(count, FREE);
        for number in 0..self.list.len() {
            let hash = hash_of(&self.list[number]);
            let mut at = self.home(hash);
            while self.slots[at].number != FREE.number {
                at = (at + 1) & (count - 1);
            }
            self.slots[at] = slot(number, hash);
        }
    }
}

fn slot(number: usize, hash: u64) -> Slot {
    Slot { number: number as u32, mark: (hash >> 16) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn numbers_are_those_of_a_map() {
        let mut random = fastrand::Rng::with_seed(1);
        for most in [3, 100, 5000] {
            let mut positions = Positions::default();
            let mut numbers: HashMap<[u64; 2], usize> = HashMap::new();
            for _ in 0..300 {
                let batch: Vec<[u64; 2]> =
                    (0..random.usize(0..80)).map(|_| [random.u64(..most) << 40, random.u64(..2)]).collect();
                let mut told = vec![];
                positions.enter_all(&batch, |number| told.push(number));
                for (position, told) in batch.iter().zip(&told) {
                    let next = numbers.len();
                    assert_eq!(*numbers.entry(*position).or_insert(next), *told);
                    assert_eq!(positions.number(position), Some(*told));
                    assert_eq!(positions.list()[*told], *position);
                }
                assert_eq!(told.len(), batch.len());
                if random.u8(..20) == 0 {
                    let kept = random.usize(..=numbers.len());
                    positions.truncate(kept);
                    numbers.retain(|position, number| {
                        assert_eq!(positions.number(position), (*number < kept).then_some(*number));
                        *number < kept
                    });
                }
            }
            let new = [u64::MAX, 0];
            assert_eq!([positions.number(&new), Some(positions.enter(&new))], [None, Some(numbers.len())]);
        }
    }
}
