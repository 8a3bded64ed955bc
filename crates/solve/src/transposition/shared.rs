//! A transposition table that threads share, for keys of any kind; it can be saved to files.

use super::{TranspositionTable, hash_of};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard};

/// A transposition table that threads share: parts with a lock each.
pub(crate) struct SharedTranspositionTable<K, V>(Vec<Mutex<TranspositionTable<K, V>>>);

impl<K: Clone + Eq + Hash, V: Copy> SharedTranspositionTable<K, V> {
    /// The least memory for so many threads.
    pub(crate) fn least(threads: usize) -> usize {
        Self::parts(threads) * TranspositionTable::<K, V>::LEAST
    }

    fn parts(threads: usize) -> usize {
        if threads > 1 { 64 } else { 1 }
    }

    /// A table for so many threads that stays within `memory` bytes. `key` and `value` fill empty slots.
    pub(crate) fn new(threads: usize, memory: usize, key: K, value: V) -> Self {
        let parts = Self::parts(threads);
        SharedTranspositionTable(
            (0..parts).map(|_| Mutex::new(TranspositionTable::new(memory / parts, key.clone(), value))).collect(),
        )
    }

    /// The leading bits of a hash choose the bucket within the part, so the part is chosen by others.
    #[inline]
    fn part(&self, hash: u64) -> MutexGuard<'_, TranspositionTable<K, V>> {
        let part = (hash >> 16) as usize & (self.0.len() - 1);
        self.0[part].lock().expect("nobody panics with the lock")
    }

    #[inline]
    pub(crate) fn get(&self, hash: u64, key: &K) -> Option<V> {
        self.part(hash).get(hash, key)
    }

    /// Looks up many keys, each with what to do about what is known. In a table of one part the accesses to the memory
    /// overlap.
    #[inline]
    pub(crate) fn get_all<'k>(&self, keys: impl Iterator<Item = (u64, &'k K, impl FnMut(V))>)
    where
        K: 'k,
    {
        if let [only] = &self.0[..] {
            let only = only.lock().expect("nobody panics with the lock");
            keys.for_each(|(hash, key, tell)| only.get(hash, key).into_iter().for_each(tell));
        } else {
            keys.for_each(|(hash, key, tell)| self.get(hash, key).into_iter().for_each(tell));
        }
    }

    #[inline]
    pub(crate) fn put(&self, hash: u64, key: K, value: V, nodes: u64) {
        self.part(hash).put(hash, key, value, nodes);
    }
}

/// Entries that took less than two to the power of this are found again as fast as they are read.
const WORTH_SAVING: u32 = 1;

impl<K: Clone + Eq + Hash, V: Copy + Serialize + DeserializeOwned> SharedTranspositionTable<K, V> {
    pub(crate) fn save(&self, kind: &str, write_key: impl WriteKey<K>, to: &mut dyn Write) -> io::Result<()> {
        save_kind(kind, to)?;
        for part in &self.0 {
            let part = part.lock().expect("nobody panics with the lock");
            save_entries(&write_key, part.iter().map(|(key, value, work)| (key.clone(), *value, work.into())), to)?;
        }
        save_end(to)
    }

    pub(crate) fn load(&self, kind: &str, read_key: impl ReadKey<K>, from: &mut dyn Read) -> io::Result<()> {
        load_kind(kind, from)?;
        load_entries(read_key, from, |key, value, nodes| self.put(hash_of(&key), key, value, nodes))
    }
}

/// Writes a key.
pub(crate) trait WriteKey<K>: Fn(&K, &mut dyn Write) -> io::Result<()> {}
impl<K, F: Fn(&K, &mut dyn Write) -> io::Result<()>> WriteKey<K> for F {}

/// Reads a key.
pub(crate) trait ReadKey<K>: Fn(&mut dyn Read) -> io::Result<K> {}
impl<K, F: Fn(&mut dyn Read) -> io::Result<K>> ReadKey<K> for F {}

/// Writes what serde knows.
pub(crate) fn write_plain<T: Serialize>(value: &T, to: &mut dyn Write) -> io::Result<()> {
    to.write_all(&postcard::to_stdvec(value).map_err(io::Error::other)?)
}

/// Reads it again.
pub(crate) fn read_plain<T: DeserializeOwned>(from: &mut dyn Read) -> io::Result<T> {
    Ok(postcard::from_io((from, &mut [0; 256])).map_err(io::Error::other)?.0)
}

/// The name for entries whose keys are written in a form of their own.
pub(crate) fn kind(of: &str, form: &str) -> String {
    if form.is_empty() { of.to_string() } else { format!("{of}, {form}") }
}

/// Writes what kind of entries follow, so that no engine takes those of another for its own.
pub(crate) fn save_kind(kind: &str, to: &mut dyn Write) -> io::Result<()> {
    writeln!(to, "{kind}")
}

/// Refuses entries of another kind.
pub(crate) fn load_kind(kind: &str, from: &mut dyn Read) -> io::Result<()> {
    let mut found = vec![0; kind.len() + 1];
    match from.read_exact(&mut found) {
        Ok(()) if found == format!("{kind}\n").as_bytes() => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
        _ => Err(io::Error::other(format!("expected what a search with {kind} has saved, found something else"))),
    }
}

/// Writes all entries that took some work: for each the logarithm of its nodes, the key and the value.
pub(crate) fn save_entries<K, V: Serialize>(
    write_key: &impl WriteKey<K>,
    entries: impl Iterator<Item = (K, V, u32)>,
    to: &mut dyn Write,
) -> io::Result<()> {
    for (key, value, work) in entries.filter(|(_, _, work)| *work >= WORTH_SAVING) {
        to.write_all(&[work as u8])?;
        write_key(&key, to)?;
        write_plain(&value, to)?;
    }
    Ok(())
}

/// Writes what marks the end: a work of zero.
pub(crate) fn save_end(to: &mut dyn Write) -> io::Result<()> {
    to.write_all(&[0])
}

/// Reads entries up to the end: key, value and nodes.
pub(crate) fn load_entries<K, V: DeserializeOwned>(
    read_key: impl ReadKey<K>,
    from: &mut dyn Read,
    mut take: impl FnMut(K, V, u64),
) -> io::Result<()> {
    loop {
        let mut work = [0];
        from.read_exact(&mut work)?;
        let [work] = work;
        if work == 0 {
            return Ok(());
        }
        let key = read_key(from)?;
        take(key, read_plain(from)?, 1 << work.min(62));
    }
}
