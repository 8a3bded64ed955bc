//! Positions that have no packed form, each stored once under a number.

use hashbrown::HashTable;
use perfectplay_game::Heap;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::Mutex;

/// Rows of words by number. May be used by many threads.
pub struct Pool {
    rows: Mutex<Rows>,
    /// How much room they take.
    pub heap: Heap,
}

#[derive(Default)]
struct Rows {
    words: Vec<u64>,
    width: usize,
    count: u64,
    numbers: HashTable<u64>,
}

impl Pool {
    /// No rows yet.
    pub fn new(heap: Heap) -> Pool {
        Pool { rows: Mutex::default(), heap }
    }

    /// The number of a row, which may be a new one. All rows have the same length.
    pub fn number(&self, row: &[u64]) -> u64 {
        let rows = &mut *self.lock();
        rows.width = row.len();
        let Rows { words, width, count, numbers } = rows;
        let of = |words: &[u64], number: u64| -> u64 { hash(&words[number as usize * *width..][..*width]) };
        if let Some(&known) = numbers.find(hash(row), |&number| words[number as usize * *width..][..*width] == *row) {
            return known;
        }
        words.extend_from_slice(row);
        let number = *count;
        *count += 1;
        numbers.insert_unique(hash(row), number, |&number| of(words, number));
        self.heap.set(size_of::<u64>() * words.capacity() + numbers.allocation_size());
        number
    }

    /// The row with a number.
    pub fn row(&self, number: u64) -> Vec<u64> {
        let rows = self.lock();
        rows.words[number as usize * rows.width..][..rows.width].to_vec()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn hash(row: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    row.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_have_equal_numbers() {
        let pool = Pool::new(Heap::new(2));
        let mut random = fastrand::Rng::with_seed(3);
        let rows: Vec<[u64; 3]> = (0..500).map(|_| std::array::from_fn(|_| random.u64(..4))).collect();
        let numbers: Vec<u64> = rows.iter().map(|row| pool.number(row)).collect();
        for (one, number) in rows.iter().zip(&numbers) {
            assert_eq!(pool.row(*number), one);
            for (other, other_number) in rows.iter().zip(&numbers) {
                assert_eq!(one == other, number == other_number);
            }
        }
    }
}
