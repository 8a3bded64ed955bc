//! What alpha-beta remembers of positions: in packed words where keys are packed into few bits, else by the whole key.
//!
//! Most positions are near the end and take a few nodes each. In a large table they push out nothing of worth, but in games whose
//! positions are [light](Hints::is_light) most of the time goes into waiting for the memory. So each thread has a small table for them there,
//! which stays in its cache. Which layers are near the end is seen by what their positions have taken so far.

use super::Known;
use super::layers::Layers;
use super::packed::Packed;
use crate::Premise;
use crate::transposition::hash_of;
use crate::transposition::shared::{self, SharedTranspositionTable};
use perfectplay_game::{Hints, KeyCodec};
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};

/// What is remembered.
pub(super) struct Memory<K> {
    table: Table<K>,
    /// What each thread has for itself.
    own: Vec<Mutex<Own>>,
}

/// The transposition table, shared by threads.
enum Table<K> {
    Packed(RwLock<Packed>),
    Whole(SharedTranspositionTable<K, Known>),
}

/// What one thread remembers.
struct Own {
    layers: Layers,
    /// For positions near the end.
    near: Option<Packed>,
    /// Whether positions near the end are in the small table.
    uses_near: bool,
}

/// A table of so many bytes stays in the cache.
const NEAR_ROOM: usize = 1 << 20;
/// One of so many does not.
const LARGE: usize = 4 << 20;

impl Own {
    /// Whether positions of this layer are in the small table.
    #[inline]
    fn is_near(&self, layer: Option<u32>) -> bool {
        self.uses_near && self.layers.take_few(layer)
    }

    /// Makes use of what was learned; of the small table, if the large one has outgrown the cache.
    fn adapt(&mut self, far: Option<&Packed>) {
        self.layers.adapt();
        if let (Some(near), Some(far)) = (&mut self.near, far) {
            near.relieve();
            self.uses_near = far.bytes() >= LARGE;
        }
    }
}

/// Where to look for a position.
#[derive(Clone)]
pub(super) struct Spot<K> {
    pub(super) key: K,
    pub(super) hash: u64,
    pub(super) is_near: bool,
}

/// The way of one thread to the table.
pub(super) struct Reader<'m, G: Hints> {
    game: &'m G,
    memory: &'m Memory<G::Key>,
    packed: Option<RwLockReadGuard<'m, Packed>>,
    own: Option<MutexGuard<'m, Own>>,
    /// So many entries it has added to the large table that are not counted there yet.
    added: usize,
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
        let bits = key_bits(game).filter(|&bits| Packed::least(bits) <= memory);
        // most of the memory is for the large table
        let room = NEAR_ROOM.min(memory / (16 * threads));
        let near_bits = bits.filter(|&bits| game.is_light() && Packed::least(bits) <= room);
        let own =
            || Own { layers: Layers::default(), near: near_bits.map(|bits| Packed::new(bits, room)), uses_near: false };
        let table = match bits {
            Some(bits) => {
                let for_near = if near_bits.is_some() { threads * room } else { 0 };
                Table::Packed(RwLock::new(Packed::new(bits, memory - for_near)))
            }
            None => {
                let nothing = Known { low: 0, high: 0 };
                Table::Whole(SharedTranspositionTable::new(threads, memory, game.key(&game.start()), nothing))
            }
        };
        Memory { table, own: (0..threads).map(|_| Mutex::new(own())).collect() }
    }

    pub(super) fn reader<'m, G: Hints<Key = K>>(&'m self, game: &'m G) -> Reader<'m, G> {
        let packed = match &self.table {
            Table::Packed(far) => Some(far.read().expect(POISON)),
            Table::Whole(_) => None,
        };
        let own = self.own.iter().find_map(|own| own.try_lock().ok());
        Reader { game, memory: self, packed, own, added: 0 }
    }
}

impl<K: Clone + Eq + Hash> Memory<K> {
    /// Writes all that took some work; nothing if keys cannot be written.
    pub(super) fn save(&self, codec: Option<&KeyCodec<'_, K>>, to: &mut dyn Write) -> io::Result<()> {
        let form = codec.map_or("", KeyCodec::form);
        match &self.table {
            Table::Packed(packed) => {
                shared::save_kind(&shared::kind(PACKED, form), to)?;
                shared::save_entries(&shared::write_plain, packed.read().expect(POISON).iter(), to)?;
                shared::save_end(to)
            }
            Table::Whole(table) => match codec {
                Some(codec) => {
                    table.save(&shared::kind(WHOLE, form), |key: &K, to: &mut dyn Write| codec.write(key, to), to)
                }
                None => Ok(()),
            },
        }
    }

    pub(super) fn load(&mut self, codec: Option<&KeyCodec<'_, K>>, from: &mut dyn Read) -> io::Result<()> {
        let form = codec.map_or("", KeyCodec::form);
        match &mut self.table {
            Table::Packed(packed) => {
                let packed = packed.get_mut().expect(POISON);
                shared::load_kind(&shared::kind(PACKED, form), from)?;
                shared::load_entries(shared::read_plain, from, |key, known, nodes| {
                    packed.count(packed.put(packed.stir(key), known, nodes));
                    packed.relieve();
                })
            }
            Table::Whole(table) => match codec {
                Some(codec) => table.load(&shared::kind(WHOLE, form), |from: &mut dyn Read| codec.read(from), from),
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
    /// Where to look for a position with this key, in this layer.
    ///
    /// # Errors
    ///
    /// If the key is not packed into as few bits as the game says.
    #[inline]
    pub(super) fn spot(&self, key: G::Key, layer: Option<u32>) -> Result<Spot<G::Key>, Premise> {
        let hash = match &self.packed {
            Some(packed) => match self.game.packed(&key) {
                Some(packed_key) if packed.fits(packed_key) => packed.stir(packed_key),
                _ => return Err(Premise::NotPacked { bits: packed.key_bits() }),
            },
            None => hash_of(&key),
        };
        let is_near = self.own.as_ref().is_some_and(|own| own.is_near(layer));
        Ok(Spot { key, hash, is_near })
    }

    /// What is known of the position at this spot.
    #[inline]
    pub(super) fn get(&self, spot: &Spot<G::Key>) -> Option<Known> {
        match (&self.packed, &self.memory.table) {
            _ if spot.is_near => self.near()?.get(spot.hash),
            (Some(packed), _) => packed.get(spot.hash),
            (None, Table::Whole(table)) => table.get(spot.hash, &spot.key),
            (None, Table::Packed(_)) => None,
        }
    }

    #[inline]
    fn near(&self) -> Option<&Packed> {
        self.own.as_ref()?.near.as_ref()
    }

    /// Whether positions of this layer, or of a later one, take many nodes.
    #[inline]
    pub(super) fn take_many(&self, layer: Option<u32>) -> bool {
        self.own.as_ref().is_some_and(|own| own.layers.take_many(layer))
    }

    /// Has the memory fetch what will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, spot: &Spot<G::Key>) {
        if let (Some(packed), false) = (&self.packed, spot.is_near) {
            packed.prefetch(spot.hash);
        }
    }

    /// Notes what is known of a position of this layer, after so many nodes of work.
    #[inline]
    pub(super) fn put(&mut self, spot: &Spot<G::Key>, layer: Option<u32>, known: Known, nodes: u64) {
        if let Some(own) = &mut self.own {
            own.layers.learn(layer, nodes);
        }
        match (&self.packed, &self.memory.table) {
            _ if spot.is_near => {
                self.near().into_iter().for_each(|near| near.count(near.put(spot.hash, known, nodes)));
            }
            (Some(packed), _) => self.added += packed.put(spot.hash, known, nodes),
            (None, Table::Whole(table)) => table.put(spot.hash, spot.key.clone(), known, nodes),
            (None, Table::Packed(_)) => {}
        }
    }

    /// Tells the table how many entries there are.
    fn count(&mut self) {
        let added = std::mem::take(&mut self.added);
        self.packed.iter().for_each(|packed| packed.count(added));
    }

    /// Lets go of the table for a moment, so that it can grow.
    pub(super) fn pause(&mut self) {
        self.count();
        if let Table::Packed(far) = &self.memory.table {
            let is_crowded = self.packed.take().is_some_and(|packed| packed.is_crowded());
            if is_crowded {
                // another thread may be faster
                far.write().expect(POISON).relieve();
            }
            self.packed = Some(far.read().expect(POISON));
        }
        if let Some(own) = &mut self.own {
            own.adapt(self.packed.as_deref());
        }
    }
}

impl<G: Hints> Drop for Reader<'_, G> {
    fn drop(&mut self) {
        self.count();
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
                    let spot = reader.spot(key, None).unwrap();
                    reader.put(&spot, None, fact(key, random.i32(0..100)), random.u64(..64));
                    let other = random.u64(..1 + step / 4);
                    if let Some(known) = reader.get(&reader.spot(other, None).unwrap()) {
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
        let kept: Vec<_> = (0..50_000).filter_map(|n| Some((n, reader.get(&reader.spot(n, None).unwrap())?))).collect();
        // at first there was room for 256
        assert!(kept.len() > 20_000, "{}", kept.len());
        assert!(kept.iter().all(|&(key, known)| is_fact(key, known)));
    }

    /// Layers whose positions take few nodes come to be near, others do not; what is near is known to its thread alone.
    #[test]
    fn layers_are_near_if_their_positions_take_few_nodes() {
        let game = &ConnectFour::new(7, 6, 4);
        let memory = &Memory::new(game, 2, 1 << 26);
        let mut reader = memory.reader(game);
        let nodes = |layer: u32| if layer < 20 { 1000 } else { 3 };
        // so many that the large table is larger than a cache
        for key in 0..400_000u64 {
            let layer = Some(key as u32 % 40);
            let spot = reader.spot(key, layer).unwrap();
            reader.put(&spot, layer, fact(key, 7), nodes(key as u32 % 40));
            if key % 1000 == 0 {
                reader.pause();
            }
        }
        reader.pause();
        for key in 400_000..410_000u64 {
            let layer = Some(key as u32 % 40);
            let spot = reader.spot(key, layer).unwrap();
            assert_eq!(spot.is_near, key % 40 >= 20);
            assert_eq!(reader.get(&spot), None);
            reader.put(&spot, layer, fact(key, 7), nodes(key as u32 % 40));
        }
        reader.pause();
        let is_kept = |reader: &Reader<_>, key: u64, layer| {
            let known = reader.get(&reader.spot(key, layer).unwrap());
            assert!(known.is_none_or(|known| known == fact(key, 7)));
            known.is_some()
        };
        let kept = |reader: &Reader<_>, near: bool| {
            let keys = (400_000..410_000u64).filter(|key| (key % 40 >= 20) == near);
            keys.filter(|&key| is_kept(reader, key, Some(key as u32 % 40))).count()
        };
        assert!(kept(&reader, true) > 4000 && kept(&reader, false) > 4000);
        let other = memory.reader(game);
        assert!(kept(&other, true) == 0 && kept(&other, false) > 4000);
        let Table::Packed(far) = &memory.table else { panic!("packed keys") };
        drop((reader, other));
        let near: usize = memory.own.iter().map(|own| own.lock().unwrap().near.as_ref().unwrap().most_bytes()).sum();
        assert!(far.read().unwrap().most_bytes() + near <= 1 << 26);
    }
}
