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

/// How many slots have room for so many numbers.
fn slots_for(count: usize) -> usize {
    // rounded up, and one more, since the last one must find room, too
    ((count + 1) * 10 / FULL + 1 + SLACK).max(2 * SLACK)
}

/// There is no room for another entry.
#[derive(Debug)]
pub(super) struct Full;

impl Slots {
    /// Room for so many numbers with `shift` bits each.
    pub(super) fn with_room(count: usize, shift: u32) -> Slots {
        Slots { slots: (0..slots_for(count)).map(|_| AtomicU64::new(0)).collect(), shift, taken: AtomicUsize::new(0) }
    }

    /// The same memory, empty, with room for so many numbers.
    pub(super) fn reused(mut self, count: usize) -> Slots {
        let fresh = || AtomicU64::new(0);
        self.clear();
        self.slots.resize_with(slots_for(count), fresh);
        self
    }

    /// How many numbers there is room for.
    pub(super) fn room(&self) -> usize {
        (self.slots.len() - SLACK) * FULL / 10
    }

    /// The size of a table with room for so many numbers, in bytes.
    pub(super) fn bytes_for(count: usize) -> usize {
        size_of::<u64>() * slots_for(count)
    }

    /// How many numbers there are, once all threads have told.
    pub(super) fn len(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    #[inline]
    fn home(&self, number: u64) -> usize {
        let mixed = (number ^ number >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mixed ^ mixed >> 32) * self.slots.len() as u128) >> 64) as usize
    }

    /// The bits that stand with each of the numbers; zero for those that are not there.
    #[inline]
    pub(super) fn find_all(&self, numbers: &[u64], found: &mut Vec<u32>) {
        found.clear();
        self.look_up(numbers, |number, mut at, mut entry| {
            while entry >> self.shift != number && entry != 0 {
                (at, entry) = self.next(at);
            }
            found.push((entry & ((1 << self.shift) - 1)) as u32);
        });
    }

    /// Enters numbers with one bit each. `untold` is the thread's own count. Numbers that find no room are left over.
    #[inline]
    pub(super) fn insert_all(&self, numbers: &[u64], untold: &mut usize, left_over: &mut Vec<u64>) {
        self.look_up(numbers, |number, at, entry| {
            if self.insert_at(number << self.shift | 1, at, entry, untold).is_err() {
                left_over.push(number);
            }
        });
    }

    /// Enters a number, which keeps the bits that it came with first.
    #[inline]
    pub(super) fn insert(&self, number: u64, bits: u32, untold: &mut usize) -> Result<(), Full> {
        debug_assert!(bits != 0);
        let at = self.home(number);
        self.insert_at(number << self.shift | u64::from(bits), at, self.slots[at].load(Ordering::Relaxed), untold)
    }

    /// Reads the slots where the numbers should be, several at once, since each is far away.
    #[inline]
    fn look_up(&self, numbers: &[u64], mut each: impl FnMut(u64, usize, u64)) {
        const AT_ONCE: usize = 16;
        for numbers in numbers.chunks(AT_ONCE) {
            let mut homes = [(0, 0); AT_ONCE];
            for (&number, home) in numbers.iter().zip(&mut homes) {
                let at = self.home(number);
                *home = (at, self.slots[at].load(Ordering::Relaxed));
            }
            for (&number, &(at, entry)) in numbers.iter().zip(&homes) {
                each(number, at, entry);
            }
        }
    }

    #[inline]
    fn next(&self, at: usize) -> (usize, u64) {
        let at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        (at, self.slots[at].load(Ordering::Relaxed))
    }

    #[inline]
    fn insert_at(&self, new: u64, mut at: usize, mut entry: u64, untold: &mut usize) -> Result<(), Full> {
        loop {
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
            if entry >> self.shift == new >> self.shift {
                return Ok(());
            }
            (at, entry) = self.next(at);
        }
    }

    /// Adds a thread's own count to that of all.
    pub(super) fn tell(&self, untold: &mut usize) {
        self.taken.fetch_add(std::mem::take(untold), Ordering::Relaxed);
    }

    /// The numbers, in rising order.
    pub(super) fn sorted<'l>(&self, lists: &'l mut Lists) -> &'l [u64] {
        lists.numbers.clear();
        let entries = self.slots.iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&entry| entry != 0);
        lists.numbers.extend(entries.map(|entry| entry >> self.shift));
        lists.sort();
        &lists.numbers
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = 0);
        *self.taken.get_mut() = 0;
    }
}

/// A list of numbers, and one to sort it with. They are used again and again.
#[derive(Default)]
pub(super) struct Lists {
    numbers: Vec<u64>,
    other: Vec<u64>,
}

impl Lists {
    /// Sorts by digits of 11 bits, the lowest first.
    fn sort(&mut self) {
        const DIGIT: u32 = 11;
        let Lists { numbers, other } = self;
        if numbers.len() < 1 << DIGIT {
            return numbers.sort_unstable();
        }
        let highest = numbers.iter().fold(0, |all, number| all | number);
        other.resize(numbers.len(), 0);
        for low in (0..u64::BITS - highest.leading_zeros()).step_by(DIGIT as usize) {
            let digit = |number: u64| (number >> low & ((1 << DIGIT) - 1)) as usize;
            let mut starts = vec![0; 1 << DIGIT];
            numbers.iter().for_each(|&number| starts[digit(number)] += 1);
            let mut next = 0;
            for start in &mut starts {
                next += std::mem::replace(start, next);
            }
            for &number in numbers.iter() {
                let start = &mut starts[digit(number)];
                other[*start] = number;
                *start += 1;
            }
            std::mem::swap(numbers, other);
        }
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
                assert_eq!(slots.sorted(&mut Lists::default()), map.keys().copied().collect::<Vec<_>>());
                let numbers: Vec<u64> = (0..50_000).map(|_| random.u64(0..=highest)).collect();
                let mut found = vec![];
                slots.find_all(&numbers, &mut found);
                for (number, found) in numbers.iter().zip(found) {
                    assert_eq!(found, map.get(number).copied().unwrap_or(0));
                }
                assert_eq!(slots.len(), map.len());
                slots.clear();
                let mut found = vec![];
                slots.find_all(&[*map.keys().next().unwrap()], &mut found);
                assert_eq!(found, [0]);
            }
        }
    }

    #[test]
    fn has_room_for_what_it_should() {
        for count in (40_000..40_030).chain([0, 1, 7, 20_000]) {
            let slots = Slots::with_room(count, 8).reused(count);
            for number in 0..count as u64 {
                let mut untold = 0;
                assert!(slots.insert(number, 1, &mut untold).is_ok(), "{number} of {count}");
                slots.tell(&mut untold);
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
        let (mut left_over, mut found) = (vec![], vec![]);
        slots.insert_all(&[5, 1 << 30, 7], &mut untold, &mut left_over);
        slots.find_all(&[5, 1 << 30, 7], &mut found);
        assert_eq!((left_over, found), (vec![1 << 30], vec![1, 0, 1]));
    }
}
