//! What alpha-beta remembers of positions: in packed words where keys are packed into few bits, else by the whole key.

use super::Known;
use super::packed::Packed;
use crate::Premise;
use crate::transposition::hash_of;
use crate::transposition::shared::{self, SharedTranspositionTable};
use perfectplay_game::{Hints, KeyCodec};
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::{RwLock, RwLockReadGuard};

/// The transposition table, shared by threads.
pub(super) enum Memory<K> {
    Packed(RwLock<Packed>),
    Whole(SharedTranspositionTable<K, Known>),
}

/// The way of one thread to the table.
pub(super) struct Reader<'m, G: Hints> {
    game: &'m G,
    memory: &'m Memory<G::Key>,
    packed: Option<RwLockReadGuard<'m, Packed>>,
}

const POISON: &str = "nobody panics with the lock";

/// The kinds of saved entries.
const PACKED: &str = "alpha-beta and a packed table";
const WHOLE: &str = "alpha-beta and a table of whole keys";

impl<K: Clone + Eq + Hash> Memory<K> {
    /// The least memory for a game and so many threads.
    pub(super) fn least<G: Hints<Key = K>>(game: &G, threads: usize) -> usize {
        let whole = SharedTranspositionTable::<K, Known>::least(threads);
        key_bits(game).map_or(whole, |bits| whole.min(Packed::least(bits)))
    }

    /// A table that stays within `memory` bytes, at least [`least`](Self::least).
    pub(super) fn new<G: Hints<Key = K>>(game: &G, threads: usize, memory: usize) -> Self {
        match key_bits(game) {
            Some(bits) if Packed::least(bits) <= memory => Memory::Packed(RwLock::new(Packed::new(bits, memory))),
            _ => {
                let nothing = Known { low: 0, high: 0 };
                Memory::Whole(SharedTranspositionTable::new(threads, memory, game.key(&game.start()), nothing))
            }
        }
    }

    pub(super) fn reader<'m, G: Hints<Key = K>>(&'m self, game: &'m G) -> Reader<'m, G> {
        let packed = match self {
            Memory::Packed(packed) => Some(packed.read().expect(POISON)),
            Memory::Whole(_) => None,
        };
        Reader { game, memory: self, packed }
    }
}

impl<K: Clone + Eq + Hash> Memory<K> {
    /// Writes all that took some work; nothing if keys cannot be written.
    pub(super) fn save(&self, codec: Option<&KeyCodec<'_, K>>, to: &mut dyn Write) -> io::Result<()> {
        match self {
            Memory::Packed(packed) => {
                shared::save_kind(PACKED, to)?;
                shared::save_entries(&shared::write_plain, packed.read().expect(POISON).iter(), to)?;
                shared::save_end(to)
            }
            Memory::Whole(table) => match codec {
                Some(codec) => table.save(
                    &shared::kind(WHOLE, codec.form()),
                    |key: &K, to: &mut dyn Write| codec.write(key, to),
                    to,
                ),
                None => Ok(()),
            },
        }
    }

    pub(super) fn load(&mut self, codec: Option<&KeyCodec<'_, K>>, from: &mut dyn Read) -> io::Result<()> {
        match self {
            Memory::Packed(packed) => {
                let packed = packed.get_mut().expect(POISON);
                shared::load_kind(PACKED, from)?;
                shared::load_entries(shared::read_plain, from, |key, known, nodes| {
                    packed.put(packed.stir(key), known, nodes);
                    packed.relieve();
                })
            }
            Memory::Whole(table) => match codec {
                Some(codec) => {
                    table.load(&shared::kind(WHOLE, codec.form()), |from: &mut dyn Read| codec.read(from), from)
                }
                None => Ok(()),
            },
        }
    }
}

/// How many bits keys are packed into, if they can be.
fn key_bits<G: Hints>(game: &G) -> Option<u32> {
    game.packed_bits().filter(|bits| (1..=u64::BITS).contains(bits))
}

impl<G: Hints> Reader<'_, G> {
    /// A number that says where to look for a key.
    ///
    /// # Errors
    ///
    /// If the key is not packed into as few bits as the game says.
    #[inline]
    pub(super) fn hash(&self, key: &G::Key) -> Result<u64, Premise> {
        match &self.packed {
            Some(packed) => match self.game.packed(key) {
                Some(packed_key) if packed.fits(packed_key) => Ok(packed.stir(packed_key)),
                _ => Err(Premise::NotPacked { bits: packed.key_bits() }),
            },
            None => Ok(hash_of(key)),
        }
    }

    /// What is known of the position with this key, whose [hash](Self::hash) is given.
    #[inline]
    pub(super) fn get(&self, hash: u64, key: &G::Key) -> Option<Known> {
        match (&self.packed, self.memory) {
            (Some(packed), _) => packed.get(hash),
            (None, Memory::Whole(table)) => table.get(hash, key),
            (None, Memory::Packed(_)) => None,
        }
    }

    /// Has the memory fetch what will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        if let Some(packed) = &self.packed {
            packed.prefetch(hash);
        }
    }

    /// Notes what is known of a position, after so many nodes of work.
    #[inline]
    pub(super) fn put(&self, hash: u64, key: G::Key, known: Known, nodes: u64) {
        match (&self.packed, self.memory) {
            (Some(packed), _) => packed.put(hash, known, nodes),
            (None, Memory::Whole(table)) => table.put(hash, key, known, nodes),
            (None, Memory::Packed(_)) => {}
        }
    }

    /// Lets go of the table for a moment, so that it can grow.
    pub(super) fn pause(&mut self) {
        if let Memory::Packed(packed) = self.memory {
            let is_crowded = self.packed.take().is_some_and(|packed| packed.is_crowded());
            if is_crowded {
                // another thread may be faster
                packed.write().expect(POISON).relieve();
            }
            self.packed = Some(packed.read().expect(POISON));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::packed::facts::{fact, is_fact};
    use super::*;
    use perfectplay_games::ConnectFour;

    /// Keys of 4 × 3 boards are numbers of 16 bits, of which all are used, so that a key that is taken for another shows.
    #[test]
    fn threads_read_what_was_written_while_the_table_grows() {
        let game = &ConnectFour::new(4, 3, 3);
        let memory = &Memory::new(game, 4, 1 << 22);
        let found: usize = std::thread::scope(|scope| {
            let work = |seed| {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut reader = memory.reader(game);
                let mut found = 0;
                for step in 0..200_000 {
                    // more and more keys
                    let key = random.u64(..1 + step / 4);
                    reader.put(reader.hash(&key).unwrap(), key, fact(key, random.i32(0..100)), random.u64(..64));
                    let other = random.u64(..1 + step / 4);
                    if let Some(known) = reader.get(reader.hash(&other).unwrap(), &other) {
                        assert!(is_fact(other, known), "{known:?} of {other}");
                        found += 1;
                    }
                    if step % 64 == 0 {
                        reader.pause();
                    }
                }
                found
            };
            let threads: Vec<_> = (0..4).map(|seed| scope.spawn(move || work(seed))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 100_000, "{found}");
        let reader = memory.reader(game);
        let kept: Vec<_> = (0..50_000).filter_map(|n| Some((n, reader.get(reader.hash(&n).unwrap(), &n)?))).collect();
        // at first there was room for 256
        assert!(kept.len() > 20_000, "{}", kept.len());
        assert!(kept.iter().all(|&(key, known)| is_fact(key, known)));
    }
}
