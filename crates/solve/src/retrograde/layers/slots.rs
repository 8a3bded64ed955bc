//! A hash table of numbers with a few bits each, which threads fill and search together.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Open addressing; an entry is a number with its bits below it, and never zero.
pub(super) struct Slots {
    slots: Vec<AtomicU64>,
    shift: u32,
    /// Entries, as far as threads have told.
    taken: AtomicUsize,
}

/// How full it may be, in tenths.
const FULL: usize = 7;

/// A thread tells how many entries are new after so many.
const TELL_AFTER: usize = 64;

/// Room for what threads have not told yet.
const SLACK: usize = 1 << 14;

/// There is no room for another entry.
#[derive(Debug)]
pub(super) struct Full;

impl Slots {
    /// Room for so many numbers with `shift` bits each.
    pub(super) fn with_room(count: usize, shift: u32) -> Slots {
        let slots = (count * 10 / FULL + SLACK).max(2 * SLACK);
        Slots { slots: (0..slots).map(|_| AtomicU64::new(0)).collect(), shift, taken: AtomicUsize::new(0) }
    }

    /// How many numbers there is room for.
    pub(super) fn room(&self) -> usize {
        (self.slots.len() - SLACK) * FULL / 10
    }

    /// The size of a table with room for so many numbers, in bytes.
    pub(super) fn bytes_for(count: usize) -> usize {
        size_of::<u64>() * (count * 10 / FULL + 2 * SLACK)
    }

    /// How many numbers there are, once all threads have told.
    pub(super) fn len(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    #[inline]
    fn home(&self, number: u64) -> usize {
        let mixed = (number ^ number >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (u128::from(mixed ^ mixed >> 32) * self.slots.len() as u128 >> 64) as usize
    }

    /// The bits that stand with a number.
    #[inline]
    pub(super) fn find(&self, number: u64) -> Option<u32> {
        let mut at = self.home(number);
        loop {
            let entry = self.slots[at].load(Ordering::Relaxed);
            if entry >> self.shift == number && entry != 0 {
                return Some((entry & ((1 << self.shift) - 1)) as u32);
            }
            if entry == 0 {
                return None;
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
    }

    /// Enters a number, which keeps the bits that it came with first. `untold` is the thread's own count.
    #[inline]
    pub(super) fn insert(&self, number: u64, bits: u32, untold: &mut usize) -> Result<(), Full> {
        debug_assert!(bits != 0);
        let new = number << self.shift | u64::from(bits);
        let mut at = self.home(number);
        loop {
            let mut entry = self.slots[at].load(Ordering::Relaxed);
            if entry == 0 {
                if *untold >= TELL_AFTER {
                    self.tell(untold);
                }
                if self.len() >= self.room() {
                    return Err(Full);
                }
                match self.slots[at].compare_exchange(0, new, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => {
                        *untold += 1;
                        return Ok(());
                    }
                    Err(other) => entry = other,
                }
            }
            if entry >> self.shift == number {
                return Ok(());
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
    }

    /// Adds a thread's own count to that of all.
    pub(super) fn tell(&self, untold: &mut usize) {
        self.taken.fetch_add(std::mem::take(untold), Ordering::Relaxed);
    }

    /// The numbers, in rising order.
    pub(super) fn sorted(&self) -> Vec<u64> {
        let mut numbers = Vec::with_capacity(self.len());
        numbers.extend(self.slots.iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&entry| entry != 0));
        numbers.iter_mut().for_each(|entry| *entry >>= self.shift);
        sort(&mut numbers);
        numbers
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = 0);
        *self.taken.get_mut() = 0;
    }
}

/// Sorts numbers by their digits of 11 bits, the lowest first.
fn sort(numbers: &mut Vec<u64>) {
    const DIGIT: u32 = 11;
    if numbers.len() < 1 << DIGIT {
        return numbers.sort_unstable();
    }
    let highest = numbers.iter().fold(0, |all, number| all | number);
    let mut other = vec![0; numbers.len()];
    for low in (0..u64::BITS - highest.leading_zeros()).step_by(DIGIT as usize) {
        let digit = |number: u64| (number >> low & ((1 << DIGIT) - 1)) as usize;
        let mut places = vec![0; 1 << DIGIT];
        numbers.iter().for_each(|&number| places[digit(number)] += 1);
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for &number in numbers.iter() {
            let place = &mut places[digit(number)];
            other[*place] = number;
            *place += 1;
        }
        std::mem::swap(numbers, &mut other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn holds_what_a_map_holds() {
        let mut random = fastrand::Rng::with_seed(5);
        for (highest, shift) in [(40_000, 8), (u64::MAX >> 8, 8), (1 << 30, 32), (1 << 40, 16)] {
            let mut slots = Slots::with_room(60_000, shift);
            for _ in 0..2 {
                let mut map = BTreeMap::new();
                let mut untold = 0;
                for _ in 0..50_000 {
                    let (number, bits) = (random.u64(0..=highest), random.u32(1..255));
                    map.entry(number).or_insert(bits);
                    slots.insert(number, bits, &mut untold).unwrap();
                }
                slots.tell(&mut untold);
                assert_eq!(slots.sorted(), map.keys().copied().collect::<Vec<_>>());
                for _ in 0..50_000 {
                    let number = random.u64(0..=highest);
                    assert_eq!(slots.find(number), map.get(&number).copied());
                }
                assert_eq!(slots.len(), map.len());
                slots.clear();
                assert_eq!(slots.find(*map.keys().next().unwrap()), None);
            }
        }
    }

    #[test]
    fn says_when_it_is_full() {
        let slots = Slots::with_room(10, 8);
        let mut untold = 0;
        let refused = (0..1 << 20).find(|&number| slots.insert(number, 1, &mut untold).is_err());
        assert!(refused.is_some_and(|number| number as usize >= slots.room()), "{refused:?}");
        // what is there is still found, and may come again
        assert_eq!(slots.find(5), Some(1));
        assert!(slots.insert(5, 1, &mut untold).is_ok());
    }
}
