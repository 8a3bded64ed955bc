//! The table of proof-number search: shared by threads, and saved to files.

use super::{Numbers, Question};
use crate::transposition::{Table, hash_of};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard};

/// A table that threads share: parts with a lock each.
pub(super) struct SharedTable<K>(Vec<Mutex<Table<Question<K>, Numbers>>>);

impl<K: Copy + Eq + Hash> SharedTable<K> {
    /// The least memory of a part.
    pub(super) const LEAST: usize = Table::<Question<K>, Numbers>::LEAST;

    pub(super) fn new(parts: usize, memory: usize, any_key: K) -> Self {
        let part = || Mutex::new(Table::new(memory / parts, (any_key, 0), Numbers { yes: 1, no: 1 }));
        SharedTable((0..parts).map(|_| part()).collect())
    }

    /// The leading bits of a hash choose the bucket within the part, so the part is chosen by others.
    #[inline]
    fn part(&self, hash: u64) -> MutexGuard<'_, Table<Question<K>, Numbers>> {
        let part = (hash >> 16) as usize & (self.0.len() - 1);
        self.0[part].lock().expect("nobody panics with the lock")
    }

    #[inline]
    pub(super) fn get(&self, hash: u64, question: &Question<K>) -> Option<Numbers> {
        self.part(hash).get(hash, question)
    }

    /// Looks up many questions, each with what to do about an answer. In a table of one part the accesses to the memory
    /// overlap.
    #[inline]
    pub(super) fn get_all<'q>(&self, questions: impl Iterator<Item = (u64, &'q Question<K>, impl FnMut(Numbers))>)
    where
        K: 'q,
    {
        if let [only] = &self.0[..] {
            let only = only.lock().expect("nobody panics with the lock");
            questions.for_each(|(hash, question, tell)| only.get(hash, question).into_iter().for_each(tell));
        } else {
            questions.for_each(|(hash, question, tell)| self.get(hash, question).into_iter().for_each(tell));
        }
    }

    #[inline]
    pub(super) fn put(&self, hash: u64, question: Question<K>, numbers: Numbers, nodes: u64) {
        self.part(hash).put(hash, question, numbers, nodes);
    }
}

/// Entries that took less than two to the power of this are found again as fast as they are read.
const WORTH_SAVING: u8 = 1;

impl<K: Copy + Eq + Hash + Serialize + DeserializeOwned> SharedTable<K> {
    /// Writes all entries that took some work: for each the work, the question and the numbers. A work of zero is the end.
    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        for part in &self.0 {
            let part = part.lock().expect("nobody panics with the lock");
            for (question, numbers, work) in part.iter().filter(|(_, _, work)| *work >= WORTH_SAVING) {
                to.write_all(&postcard::to_stdvec(&(work, question, numbers)).map_err(io::Error::other)?)?;
            }
        }
        to.write_all(&[0])
    }

    /// Takes over entries that were saved.
    pub(super) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut scratch = [0; 256];
        loop {
            let mut work = [0];
            from.read_exact(&mut work)?;
            let [work] = work;
            if work == 0 {
                return Ok(());
            }
            let (entry, (_, _)): ((Question<K>, Numbers), _) =
                postcard::from_io((&mut *from, &mut scratch)).map_err(io::Error::other)?;
            let (question, numbers) = entry;
            self.put(hash_of(&question), question, numbers, 1 << work.min(62));
        }
    }
}
