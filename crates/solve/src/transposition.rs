//! A table of bounds by exact key. It starts small, doubles as it fills, and once it has reached its size lets the
//! entries that took the least work go.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Slots that are tried for a key.
const BUCKET: usize = 4;
const FIRST_BUCKETS: usize = 1 << 8;

/// What is known of a position.
#[derive(Clone, Copy)]
pub struct Entry<K> {
    key: K,
    /// Worth of the lower and the upper bound.
    pub low: i32,
    pub high: i32,
    /// Which move was best, by its place in the order of the game.
    pub best: u16,
    /// Logarithm of the nodes it took; 0 marks an empty slot.
    work: u8,
}

/// The table.
pub struct Table<K> {
    slots: Vec<Entry<K>>,
    /// An empty slot.
    blank: Entry<K>,
    used: usize,
    most_buckets: usize,
}

impl<K: Copy + Eq + Hash> Table<K> {
    /// The least memory a table takes.
    pub const LEAST: usize = FIRST_BUCKETS * BUCKET * size_of::<Entry<K>>();

    /// A table that stays within `memory` bytes, at least [`LEAST`](Self::LEAST). `any_key` fills empty slots.
    pub fn new(memory: usize, any_key: K) -> Self {
        let blank = Entry { key: any_key, low: 0, high: 0, best: 0, work: 0 };
        let buckets = (memory / (BUCKET * size_of::<Entry<K>>())).max(FIRST_BUCKETS);
        Table { slots: vec![blank; FIRST_BUCKETS * BUCKET], blank, used: 0, most_buckets: 1 << buckets.ilog2() }
    }

    #[inline]
    fn bucket(&self, key: &K) -> usize {
        let hash = FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let buckets = self.slots.len() / BUCKET;
        (hash >> (64 - buckets.ilog2())) as usize * BUCKET
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<Entry<K>> {
        let first = self.bucket(key);
        self.slots[first..first + BUCKET].iter().find(|slot| slot.work > 0 && slot.key == *key).copied()
    }

    /// Notes what is known of a position, after so many nodes of work.
    #[inline]
    pub fn put(&mut self, key: K, low: i32, high: i32, best: u16, nodes: u64) {
        if self.used * 2 >= self.slots.len() && self.slots.len() / BUCKET < self.most_buckets {
            self.double();
        }
        let work = nodes.max(1).ilog2() as u8 + 1;
        self.insert(Entry { key, low, high, best, work });
    }

    #[inline]
    fn insert(&mut self, entry: Entry<K>) {
        let first = self.bucket(&entry.key);
        let bucket = &mut self.slots[first..first + BUCKET];
        let same = bucket.iter().position(|slot| slot.work > 0 && slot.key == entry.key);
        let slot = same.unwrap_or_else(|| (0..BUCKET).min_by_key(|&i| bucket[i].work).expect("a bucket has slots"));
        self.used += (bucket[slot].work == 0) as usize;
        let work = if same.is_some() { entry.work.max(bucket[slot].work) } else { entry.work };
        bucket[slot] = Entry { work, ..entry };
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
            for entry in moved.into_iter().filter(|entry| entry.work > 0) {
                self.insert(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_nearly_everything_while_it_can_grow() {
        let mut table = Table::new(1 << 24, 0u64);
        for key in 0..50_000u64 {
            table.put(key * key, key as i32, key as i32 + 1, (key % 7) as u16, 1);
        }
        let kept = (0..50_000u64).filter(|key| table.get(&(key * key)).is_some());
        assert!(kept.count() > 47_000);
        for key in 0..50_000u64 {
            if let Some(entry) = table.get(&(key * key)) {
                assert_eq!((entry.low, entry.high, entry.best), (key as i32, key as i32 + 1, (key % 7) as u16));
            }
        }
    }

    #[test]
    fn stays_within_its_memory_and_keeps_the_costly_entries() {
        let memory = 1 << 16;
        let mut table = Table::new(memory, 0u64);
        for key in 0..100_000u64 {
            table.put(key, 0, 0, 0, if key < 100 { 1 << 20 } else { 1 });
        }
        assert!(table.slots.capacity() * size_of::<Entry<u64>>() <= memory);
        assert!((0..100).all(|key| table.get(&key).is_some()));
    }
}
