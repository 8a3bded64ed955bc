//! A transposition table: what is known of positions, by exact key. It starts small, doubles as it fills, and once it has
//! reached its size lets the entries that took the least work go.

pub(crate) mod shared;
pub(crate) mod words;

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Slots that are tried for a key.
const BUCKET: usize = 4;
const FIRST_BUCKETS: usize = 1 << 8;

/// A few keys with what is known of them. The tags are looked at first, so that a key that is not there costs one access
/// to the memory.
#[derive(Clone)]
struct Bucket<K, V> {
    /// A part of the hash; 0 marks an empty slot.
    tags: [u8; BUCKET],
    /// Logarithm of the nodes it took.
    work: [u8; BUCKET],
    slots: [(K, V); BUCKET],
}

/// The transposition table of one thread.
pub struct TranspositionTable<K, V> {
    buckets: Vec<Bucket<K, V>>,
    /// An empty bucket.
    blank: Bucket<K, V>,
    used: usize,
    most_buckets: usize,
}

/// Multiplying by it brings every bit into all higher ones.
pub const STIRRING: u64 = 0x9E37_79B9_7F4A_7C15;

/// A hash whose bits are all good, the leading ones the best.
#[inline]
pub fn hash_of<K: Hash>(key: &K) -> u64 {
    FxBuildHasher.hash_one(key).wrapping_mul(STIRRING)
}

/// The numbers below `count`, all over the place. A table that is read in this order and put into another one fills that
/// evenly, so that it grows before entries have to go.
pub fn scattered(count: usize) -> impl Iterator<Item = usize> {
    const PRIME: u64 = 0x9E37_79B1_85EB_CA87;
    let stride = (PRIME % count.max(1) as u64) as usize;
    (0..count).scan(0, move |next, _| {
        let here = *next;
        *next = (here + stride) % count;
        Some(here)
    })
}

/// The leading bits of a hash choose the bucket, so the tag is made of others.
#[inline]
fn tag_of(hash: u64) -> u8 {
    (hash >> 24) as u8 | 1
}

impl<K: Clone + Eq + Hash, V: Copy> TranspositionTable<K, V> {
    /// The least memory a table takes.
    pub const LEAST: usize = FIRST_BUCKETS * size_of::<Bucket<K, V>>();

    /// A table that stays within `memory` bytes, at least [`LEAST`](Self::LEAST). `key` and `value` fill empty slots.
    pub fn new(memory: usize, key: K, value: V) -> Self {
        let slots = std::array::from_fn(|_| (key.clone(), value));
        let blank = Bucket { tags: [0; BUCKET], work: [0; BUCKET], slots };
        let buckets = (memory / size_of::<Bucket<K, V>>()).max(FIRST_BUCKETS);
        TranspositionTable {
            buckets: vec![blank.clone(); FIRST_BUCKETS],
            blank,
            used: 0,
            most_buckets: 1 << buckets.ilog2(),
        }
    }

    #[inline]
    fn bucket_of(&self, hash: u64) -> usize {
        (hash >> (64 - self.buckets.len().ilog2())) as usize
    }

    /// What is known of this key, whose [hash](hash_of) is given.
    #[inline]
    pub fn get(&self, hash: u64, key: &K) -> Option<V> {
        let bucket = &self.buckets[self.bucket_of(hash)];
        let tag = tag_of(hash);
        let is_here = |&slot: &usize| bucket.tags[slot] == tag && bucket.slots[slot].0 == *key;
        (0..BUCKET).find(is_here).map(|slot| bucket.slots[slot].1)
    }

    /// Notes what is known of a key, after so many nodes of work.
    #[inline]
    pub fn put(&mut self, hash: u64, key: K, value: V, nodes: u64) {
        if self.used * 2 >= self.buckets.len() * BUCKET && self.buckets.len() < self.most_buckets {
            self.double();
        }
        self.insert(hash, key, value, nodes.max(1).ilog2() as u8);
    }

    #[inline]
    fn insert(&mut self, hash: u64, key: K, value: V, work: u8) {
        let bucket = self.bucket_of(hash);
        let bucket = &mut self.buckets[bucket];
        let tag = tag_of(hash);
        let same = (0..BUCKET).find(|&slot| bucket.tags[slot] == tag && bucket.slots[slot].0 == key);
        let cheapest = || {
            let cost = |&slot: &usize| (bucket.tags[slot] != 0, bucket.work[slot]);
            (0..BUCKET).min_by_key(cost).expect("a bucket has slots")
        };
        let slot = same.unwrap_or_else(cheapest);
        self.used += (bucket.tags[slot] == 0) as usize;
        bucket.work[slot] = if same.is_some() { work.max(bucket.work[slot]) } else { work };
        bucket.tags[slot] = tag;
        bucket.slots[slot] = (key, value);
    }

    /// All that is known, with the logarithm of the nodes it took.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V, u8)> {
        scattered(self.buckets.len()).flat_map(|bucket| self.buckets[bucket].iter())
    }

    /// Twice as many buckets. The leading bits of a hash choose the bucket, so the entries of bucket b go to the
    /// buckets 2b and 2b + 1, and moving from the last bucket down needs no second table.
    #[cold]
    fn double(&mut self) {
        let old_buckets = self.buckets.len();
        self.buckets.reserve_exact(old_buckets);
        self.buckets.resize(2 * old_buckets, self.blank.clone());
        self.used = 0;
        for bucket in (0..old_buckets).rev() {
            let moved = std::mem::replace(&mut self.buckets[bucket], self.blank.clone());
            for (slot, (key, value)) in moved.slots.into_iter().enumerate().filter(|(slot, _)| moved.tags[*slot] != 0) {
                self.insert(hash_of(&key), key, value, moved.work[slot]);
            }
        }
    }
}

impl<K, V> Bucket<K, V> {
    fn iter(&self) -> impl Iterator<Item = (&K, &V, u8)> {
        let used = (0..BUCKET).filter(|&slot| self.tags[slot] != 0);
        used.map(|slot| (&self.slots[slot].0, &self.slots[slot].1, self.work[slot]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_nearly_everything_while_it_can_grow() {
        let mut table = TranspositionTable::new(1 << 24, 0u64, 0);
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
        let mut table = TranspositionTable::new(memory, 0u64, ());
        for key in 0..100_000u64 {
            table.put(hash_of(&key), key, (), if key < 100 { 1 << 20 } else { 1 });
        }
        assert!(table.buckets.capacity() * size_of::<Bucket<u64, ()>>() <= memory);
        assert!((0..100).all(|key: u64| table.get(hash_of(&key), &key).is_some()));
    }
}
