//! A table of bounds by exact key. It starts small, doubles as it fills, and once it has reached its size lets the
//! entries that took the least work go.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Slots that are tried for a key.
const BUCKET: usize = 4;
const FIRST_BUCKETS: usize = 1 << 8;

/// A key with what is known of it.
#[derive(Clone, Copy)]
struct Slot<K, V> {
    key: K,
    value: V,
    /// Logarithm of the nodes it took; 0 marks an empty slot.
    work: u8,
}

/// The table.
pub struct Table<K, V> {
    slots: Vec<Slot<K, V>>,
    /// An empty slot.
    blank: Slot<K, V>,
    used: usize,
    most_buckets: usize,
}

/// A hash whose bits are all good, the leading ones the best.
#[inline]
pub fn hash_of<K: Hash>(key: &K) -> u64 {
    FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<K: Copy + Eq + Hash, V: Copy> Table<K, V> {
    /// The least memory a table takes.
    pub const LEAST: usize = FIRST_BUCKETS * BUCKET * size_of::<Slot<K, V>>();

    /// A table that stays within `memory` bytes, at least [`LEAST`](Self::LEAST). `key` and `value` fill empty slots.
    pub fn new(memory: usize, key: K, value: V) -> Self {
        let blank = Slot { key, value, work: 0 };
        let buckets = (memory / (BUCKET * size_of::<Slot<K, V>>())).max(FIRST_BUCKETS);
        Table { slots: vec![blank; FIRST_BUCKETS * BUCKET], blank, used: 0, most_buckets: 1 << buckets.ilog2() }
    }

    #[inline]
    fn bucket(&self, hash: u64) -> usize {
        let buckets = self.slots.len() / BUCKET;
        (hash >> (64 - buckets.ilog2())) as usize * BUCKET
    }

    /// What is known of this key, whose [hash](hash_of) is given.
    #[inline]
    pub fn get(&self, hash: u64, key: &K) -> Option<V> {
        let first = self.bucket(hash);
        let slot = self.slots[first..first + BUCKET].iter().find(|slot| slot.work > 0 && slot.key == *key);
        slot.map(|slot| slot.value)
    }

    /// Notes what is known of a key, after so many nodes of work.
    #[inline]
    pub fn put(&mut self, hash: u64, key: K, value: V, nodes: u64) {
        self.note(hash, Slot { key, value, work: nodes.max(1).ilog2() as u8 + 1 });
    }

    #[inline]
    fn note(&mut self, hash: u64, slot: Slot<K, V>) {
        if self.used * 2 >= self.slots.len() && self.slots.len() / BUCKET < self.most_buckets {
            self.double();
        }
        self.insert(hash, slot);
    }

    #[inline]
    fn insert(&mut self, hash: u64, new: Slot<K, V>) {
        let first = self.bucket(hash);
        let bucket = &mut self.slots[first..first + BUCKET];
        let same = bucket.iter().position(|slot| slot.work > 0 && slot.key == new.key);
        let place = same.unwrap_or_else(|| (0..BUCKET).min_by_key(|&i| bucket[i].work).expect("a bucket has slots"));
        self.used += (bucket[place].work == 0) as usize;
        let work = if same.is_some() { new.work.max(bucket[place].work) } else { new.work };
        bucket[place] = Slot { work, ..new };
    }

    /// All that is known, with the logarithm of the nodes it took.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V, u8)> {
        self.slots.iter().filter(|slot| slot.work > 0).map(|slot| (&slot.key, &slot.value, slot.work - 1))
    }

    /// Twice as many buckets. The leading bits of a hash choose the bucket, so the entries of bucket b go to the
    /// buckets 2b and 2b + 1, and moving from the last bucket down needs no second table.
    #[cold]
    fn double(&mut self) {
        let old_buckets = self.slots.len() / BUCKET;
        self.slots.reserve_exact(self.slots.len());
        self.slots.resize(2 * old_buckets * BUCKET, self.blank);
        self.used = 0;
        for bucket in (0..old_buckets).rev() {
            let mut moved = [self.blank; BUCKET];
            let old = &mut self.slots[bucket * BUCKET..(bucket + 1) * BUCKET];
            moved.copy_from_slice(old);
            old.fill(self.blank);
            for slot in moved.into_iter().filter(|slot| slot.work > 0) {
                self.insert(hash_of(&slot.key), slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_nearly_everything_while_it_can_grow() {
        let mut table = Table::new(1 << 24, 0u64, 0);
        for key in (0..50_000u64).map(|n| n * n) {
            table.put(hash_of(&key), key, key + 1, 1);
        }
        let known: Vec<_> = (0..50_000u64).map(|n| n * n).map(|key| (key, table.get(hash_of(&key), &key))).collect();
        assert!(known.iter().filter(|(_, value)| value.is_some()).count() > 47_000);
        assert!(known.iter().all(|(key, value)| value.is_none_or(|value| value == key + 1)));
    }

    #[test]
    fn stays_within_its_memory_and_keeps_the_costly_entries() {
        let memory = 1 << 16;
        let mut table = Table::new(memory, 0u64, ());
        for key in 0..100_000u64 {
            table.put(hash_of(&key), key, (), if key < 100 { 1 << 20 } else { 1 });
        }
        assert!(table.slots.capacity() * size_of::<Slot<u64, ()>>() <= memory);
        assert!((0..100).all(|key: u64| table.get(hash_of(&key), &key).is_some()));
    }
}
