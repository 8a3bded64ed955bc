//! A transposition table: bounds in words of 64 bits, which threads share without locks.
//!
//! A word holds all there is to an entry, so it is read and written in one piece. Packed keys are stirred by a function that
//! can be undone. The bucket tells a part of the stirred key and the word tells the rest, so no two keys are ever
//! mistaken for each other.
//!
//! So no race can make a wrong entry: whatever is read is a word that some thread wrote into this bucket as a whole, and
//! what it says is true of its key whenever it is read. Threads that write to one word at a time lose entries, or keep
//! two of one key, both true. What depends on the number of buckets is only done with the table to oneself (`&mut`).

use super::Known;
use super::code::{CODE_BITS, decode, encode_high, encode_low};
use crate::prefetch::prefetch;
use crate::transposition::words::Words;
use crate::transposition::{STIRRING, scattered};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Entries that are tried for a key.
const WAYS: usize = 4;
const BUCKET_SIZE: usize = WAYS * size_of::<u64>();
const FIRST_BUCKETS: u64 = 1 << 6;

const WORK_BITS: u32 = 5;
const FACT_BITS: u32 = WORK_BITS + 2 * CODE_BITS;
const REST_BITS: u32 = u64::BITS - FACT_BITS;

const fn ones(bits: u32) -> u64 {
    u64::MAX >> (u64::BITS - bits)
}

/// Odd, so that multiplying by them can be undone.
const FACTORS: [u64; 2] = [STIRRING, 0xD6E8_FEB8_6659_FD93];

/// The transposition table. A word is, from its last bit on: the logarithm of the work, at least 1; the bounds; and the rest of the
/// stirred key. An empty word is zero.
pub(super) struct Packed {
    words: Words,
    used: AtomicUsize,
    key_bits: u32,
    buckets: u64,
    most_buckets: u64,
}

impl Packed {
    /// The least memory for packed keys of so many bits, 1 to 64.
    pub(super) fn least(key_bits: u32) -> usize {
        first_buckets(key_bits).saturating_mul(BUCKET_SIZE as u64) as usize
    }

    /// A table that stays within `memory` bytes, at least [`least`](Self::least).
    pub(super) fn new(key_bits: u32, memory: usize) -> Self {
        let buckets = first_buckets(key_bits);
        // more buckets than keys are of no use
        let most_buckets = (memory / BUCKET_SIZE) as u64;
        let most_buckets = if key_bits < 48 { most_buckets.min(1 << key_bits) } else { most_buckets };
        let mut words = Words::new(WAYS * most_buckets.max(buckets) as usize);
        let most_buckets = (words.most() / WAYS) as u64;
        words.grow(WAYS * buckets as usize);
        Packed { words, used: AtomicUsize::new(0), key_bits, buckets, most_buckets }
    }

    /// So many bytes are in use.
    pub(super) fn bytes(&self) -> usize {
        self.buckets as usize * BUCKET_SIZE
    }

    /// So many bytes it may take.
    #[cfg(test)]
    pub(super) fn most_bytes(&self) -> usize {
        self.most_buckets as usize * BUCKET_SIZE
    }

    /// Whether a packed key has no more bits than it may have.
    #[inline]
    pub(super) fn fits(&self, key: u64) -> bool {
        key <= ones(self.key_bits)
    }

    /// How many bits packed keys have.
    pub(super) fn key_bits(&self) -> u32 {
        self.key_bits
    }

    /// Another key of as many bits, with every bit of the one in many bits of the other.
    #[inline]
    pub(super) fn stir(&self, key: u64) -> u64 {
        FACTORS.into_iter().fold(key, |x, factor| {
            let x = x.wrapping_mul(factor) & ones(self.key_bits);
            x ^ x >> self.key_bits.div_ceil(2)
        })
    }

    /// The key that was [stirred](Self::stir).
    fn unstir(&self, stirred: u64) -> u64 {
        FACTORS.into_iter().rev().fold(stirred, |x, factor| {
            let x = x ^ x.checked_shr(self.key_bits.div_ceil(2)).unwrap_or(0);
            x.wrapping_mul(inverse(factor)) & ones(self.key_bits)
        })
    }

    /// The bucket of a stirred key, and the rest of it. The keys of a bucket, times the number of buckets, are at
    /// least that number apart, so the last bits are not needed to tell them apart.
    #[inline]
    fn locate(&self, stirred: u64) -> (usize, u64) {
        let product = stirred as u128 * self.buckets as u128;
        let rest = (product as u64 & ones(self.key_bits)) >> self.buckets.ilog2();
        ((product >> self.key_bits) as usize, rest)
    }

    /// The stirred key that is [located](Self::locate) there.
    fn stirred_at(&self, bucket: usize, rest: u64) -> u64 {
        let product = (bucket as u128) << self.key_bits | (rest as u128) << self.buckets.ilog2();
        product.div_ceil(self.buckets as u128) as u64
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &[AtomicU64] {
        &self.words[WAYS * bucket..][..WAYS]
    }

    /// Has the memory fetch what will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, stirred: u64) {
        let (bucket, _) = self.locate(stirred);
        prefetch(&self.bucket(bucket)[0]);
    }

    /// What is known of the position with this packed key, which is given [stirred](Self::stir).
    #[inline]
    pub(super) fn get(&self, stirred: u64) -> Option<Known> {
        let (bucket, rest) = self.locate(stirred);
        let mut words = self.bucket(bucket).iter().map(|word| word.load(Ordering::Relaxed));
        words.find(|&word| word >> FACT_BITS == rest && word != 0).map(unpack)
    }

    /// Notes what is known of a position, after so many nodes of work. Tells how many entries more there are; these are still to be
    /// [counted](Self::count), now and then, since threads that count all the time wait for each other.
    #[inline]
    #[must_use]
    pub(super) fn put(&self, stirred: u64, known: Known, nodes: u64) -> usize {
        let work = (nodes.max(1).ilog2() + 1).min(ones(WORK_BITS) as u32);
        self.insert(stirred, pack(known) | work as u64)
    }

    /// So many entries more are in use.
    pub(super) fn count(&self, more: usize) {
        self.used.fetch_add(more, Ordering::Relaxed);
    }

    /// Puts facts in the place of those of the same position, or of those that took the least work.
    #[inline]
    fn insert(&self, stirred: u64, facts: u64) -> usize {
        let (bucket, rest) = self.locate(stirred);
        let bucket = self.bucket(bucket);
        let (mut slot, mut least, mut replaced) = (0, u64::MAX, 0);
        for (i, word) in bucket.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            let work = if word >> FACT_BITS == rest { 0 } else { word & ones(WORK_BITS) };
            if work < least {
                (slot, least, replaced) = (i, work, word);
            }
        }
        bucket[slot].store(rest << FACT_BITS | facts, Ordering::Relaxed);
        (replaced == 0) as usize
    }

    /// Whether the table has filled up so far that it should [grow](Self::relieve).
    pub(super) fn is_crowded(&self) -> bool {
        self.buckets < self.most_buckets && 2 * self.used.load(Ordering::Relaxed) >= self.words.len()
    }

    /// Grows if it is crowded.
    pub(super) fn relieve(&mut self) {
        if self.is_crowded() {
            self.grow();
        }
    }

    /// Up to twice as many buckets. A stirred key never comes to lie in an earlier bucket than before, so moving from
    /// the last bucket down needs no second table.
    fn grow(&mut self) {
        let before = self.buckets;
        let buckets = (2 * before).min(self.most_buckets);
        self.words.grow(WAYS * buckets as usize);
        let mut used = 0;
        for bucket in (0..before as usize).rev() {
            let words: [u64; WAYS] = std::array::from_fn(|i| self.words[WAYS * bucket + i].swap(0, Ordering::Relaxed));
            for word in words.into_iter().filter(|&word| word != 0) {
                self.buckets = before;
                let stirred = self.stirred_at(bucket, word >> FACT_BITS);
                self.buckets = buckets;
                used += self.insert(stirred, word & ones(FACT_BITS));
            }
        }
        self.buckets = buckets;
        *self.used.get_mut() = used;
    }

    /// All that is known, by packed key, with the logarithm of the nodes it took.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, Known, u32)> {
        let all = scattered(self.buckets as usize).flat_map(|bucket| WAYS * bucket..WAYS * (bucket + 1));
        let words = all.map(|i| (i, self.words[i].load(Ordering::Relaxed)));
        words.filter(|&(_, word)| word != 0).map(|(i, word)| {
            let key = self.unstir(self.stirred_at(i / WAYS, word >> FACT_BITS));
            (key, unpack(word), (word & ones(WORK_BITS)) as u32 - 1)
        })
    }
}

/// So many that the rest of a key fits into a word.
fn first_buckets(key_bits: u32) -> u64 {
    FIRST_BUCKETS.max(1 << key_bits.saturating_sub(REST_BITS))
}

/// What is to be multiplied to undo a multiplication.
fn inverse(odd: u64) -> u64 {
    // each step doubles the bits that are right, of which there are three at first
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

#[inline]
fn pack(known: Known) -> u64 {
    let code = |code: i32| code as u64 & ones(CODE_BITS);
    (code(encode_high(known.high)) << CODE_BITS | code(encode_low(known.low))) << WORK_BITS
}

#[inline]
fn unpack(word: u64) -> Known {
    let code = |shift: u32| {
        let leading = word << (u64::BITS - CODE_BITS - shift);
        decode((leading as i64 >> (u64::BITS - CODE_BITS)) as i32)
    };
    Known { low: code(WORK_BITS), high: code(WORK_BITS + CODE_BITS) }
}

#[cfg(test)]
mod tests {
    use super::facts::{fact, is_fact};
    use super::*;

    #[test]
    fn stirring_can_be_undone_and_bucket_and_rest_tell_keys_apart() {
        for bits in 1..=64 {
            let mut table = Packed::new(bits, usize::MAX);
            for buckets in [64, 65, 100, 127, 1 << 20, 3 << 20] {
                let buckets = buckets.max(first_buckets(bits));
                table.buckets = buckets;
                let mut random = fastrand::Rng::with_seed(bits as u64);
                for _ in 0..100 {
                    let key = random.u64(..) & ones(bits);
                    let stirred = table.stir(key);
                    assert_eq!(table.unstir(stirred), key, "{bits} bits");
                    let (bucket, rest) = table.locate(stirred);
                    assert!((bucket as u64) < buckets && rest <= ones(REST_BITS), "{bits} bits");
                    assert_eq!(table.stirred_at(bucket, rest), stirred, "{bits} bits, {buckets} buckets");
                }
            }
        }
    }

    #[test]
    fn all_keys_of_a_few_bits_differ_in_bucket_or_rest() {
        for bits in 1..=14 {
            let mut table = Packed::new(bits, 1 << 20);
            for buckets in [64, 77, 1000] {
                table.buckets = buckets;
                let located: std::collections::HashSet<_> =
                    (0..1 << bits).map(|n| table.locate(table.stir(n))).collect();
                assert_eq!(located.len(), 1 << bits);
            }
        }
    }

    #[test]
    fn keeps_nearly_everything_while_it_can_grow_and_stays_within_its_memory() {
        let memory = 1_300_000;
        let mut table = Packed::new(49, memory);
        let known = |key: u64| Known { low: -(key as i32 % 100), high: key as i32 % 50 };
        let keys = (0..60_000u64).map(|n| n * n * 9001);
        for key in keys.clone() {
            table.count(table.put(table.stir(key), known(key), 5));
            table.relieve();
        }
        assert!(table.words.len() * size_of::<u64>() <= memory);
        let kept = keys.clone().filter(|&key| table.get(table.stir(key)).is_some()).count();
        assert!(kept > 55_000, "{kept}");
        assert!(keys.clone().all(|key| table.get(table.stir(key)).is_none_or(|found| found == known(key))));
        assert_eq!(table.iter().count(), kept);
        assert!(table.iter().all(|(key, found, work)| found == known(key) && work == 2));
    }

    #[test]
    fn the_costly_entries_stay() {
        let table = Packed::new(30, Packed::least(30));
        for key in 0..100_000 {
            let _ = table.put(table.stir(key), Known { low: 0, high: 0 }, if key < 20 { 1 << 20 } else { 1 });
        }
        assert!((0..20).all(|key| table.get(table.stir(key)).is_some()));
    }

    /// Threads write changing facts about all keys of a few bits, and mostly about some of them, so that they meet all the
    /// time, and a key that is taken for another shows.
    #[test]
    fn threads_only_read_what_was_written_about_the_key() {
        let table = &Packed::new(12, Packed::least(12));
        let found: usize = std::thread::scope(|scope| {
            let work = |seed| {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut found = 0;
                for _ in 0..2_000_000 {
                    let few = random.bool();
                    let key = random.u64(..if few { 8 } else { 1 << 12 });
                    let state = random.i32(0..100);
                    let _ = table.put(table.stir(key), fact(key, state), random.u64(..64));
                    let other = random.u64(..if few { 8 } else { 1 << 12 });
                    if let Some(known) = table.get(table.stir(other)) {
                        assert!(is_fact(other, known), "{known:?} of {other}");
                        found += 1;
                    }
                }
                found
            };
            let threads: Vec<_> = (0..4).map(|seed| scope.spawn(move || work(seed))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 1000, "{found}");
        assert!(table.iter().all(|(key, known, _)| is_fact(key, known)));
    }
}

/// Facts for tests of threads: each part fits only the key and the other part.
#[cfg(test)]
pub(super) mod facts {
    use super::Known;

    pub(in super::super) fn fact(key: u64, state: i32) -> Known {
        Known { low: -state, high: (state + (key % 101) as i32) % 101 }
    }

    pub(in super::super) fn is_fact(key: u64, known: Known) -> bool {
        known == fact(key, -known.low)
    }
}
