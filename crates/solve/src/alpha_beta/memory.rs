//! What alpha-beta remembers of positions: in packed words where keys are packed into few bits, else by the whole key.
//!
//! Most positions are near the end and take a few nodes each. In a large table they push out nothing of worth, but in games whose
//! positions are [light](Hints::is_light) most of the time goes into waiting for the memory. So each thread has a small table for them there,
//! which stays in its cache. Which layers are near the end is seen by what their positions have taken so far.

use super::Known;
use super::packed::Packed;
use crate::Premise;
use crate::transposition::hash_of;
use crate::transposition::shared::{self, SharedTranspositionTable};
use perfectplay_game::{Hints, KeyCodec};
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};

/// The transposition table, shared by threads.
pub(super) enum Memory<K> {
    Packed { far: RwLock<Packed>, near: Vec<Mutex<Near>> },
    Whole(SharedTranspositionTable<K, Known>),
}

/// What one thread remembers of positions near the end.
pub(super) struct Near {
    table: Packed,
    /// How many positions of each layer were searched, how many nodes they took, and whether they are near the end.
    layers: Vec<Layer>,
}

#[derive(Clone, Copy, Default)]
struct Layer {
    positions: u64,
    nodes: u64,
    is_near: bool,
}

/// A table of so many bytes stays in the cache.
const NEAR_ROOM: usize = 1 << 20;
/// One of so many does not.
const LARGE: usize = 4 << 20;
/// Positions that take fewer nodes on average are near the end; if this is the average of so many.
const NEAR_NODES: u64 = 32;
const ENOUGH: u64 = 64;
/// Later layers are never near.
const LAYERS: usize = 256;

impl Near {
    /// None if keys have too many bits for a table of so many bytes.
    fn new(key_bits: u32, room: usize) -> Option<Near> {
        (Packed::least(key_bits) <= room)
            .then(|| Near { table: Packed::new(key_bits, room), layers: vec![Layer::default(); LAYERS] })
    }

    #[inline]
    fn covers(&self, layer: Option<u32>) -> bool {
        layer.and_then(|layer| self.layers.get(layer as usize)).is_some_and(|layer| layer.is_near)
    }

    /// A position of this layer has taken so many nodes.
    #[inline]
    fn learn(&mut self, layer: Option<u32>, nodes: u64) {
        if let Some(layer) = layer.and_then(|layer| self.layers.get_mut(layer as usize)) {
            layer.positions += 1;
            layer.nodes += nodes;
        }
    }

    /// Makes use of what was learned, if the large table has outgrown the cache.
    fn adapt(&mut self, far: &Packed) {
        self.table.relieve();
        let is_large = far.bytes() >= LARGE;
        for layer in &mut self.layers {
            layer.is_near = is_large && layer.positions >= ENOUGH && layer.nodes < NEAR_NODES * layer.positions;
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
    near: Option<MutexGuard<'m, Near>>,
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
        match key_bits(game) {
            Some(bits) if Packed::least(bits) <= memory => {
                // most of the memory is for the large table
                let room = NEAR_ROOM.min(memory / (16 * threads));
                let small = if game.is_light() { threads } else { 0 };
                let near: Vec<Mutex<Near>> = (0..small).map_while(|_| Near::new(bits, room)).map(Mutex::new).collect();
                let far = Packed::new(bits, memory - near.len() * room);
                Memory::Packed { far: RwLock::new(far), near }
            }
            _ => {
                let nothing = Known { low: 0, high: 0 };
                Memory::Whole(SharedTranspositionTable::new(threads, memory, game.key(&game.start()), nothing))
            }
        }
    }

    pub(super) fn reader<'m, G: Hints<Key = K>>(&'m self, game: &'m G) -> Reader<'m, G> {
        let (packed, near) = match self {
            Memory::Packed { far, near } => {
                (Some(far.read().expect(POISON)), near.iter().find_map(|near| near.try_lock().ok()))
            }
            Memory::Whole(_) => (None, None),
        };
        Reader { game, memory: self, packed, near, added: 0 }
    }
}

impl<K: Clone + Eq + Hash> Memory<K> {
    /// Writes all that took some work; nothing if keys cannot be written.
    pub(super) fn save(&self, codec: Option<&KeyCodec<'_, K>>, to: &mut dyn Write) -> io::Result<()> {
        let form = codec.map_or("", KeyCodec::form);
        match self {
            Memory::Packed { far: packed, .. } => {
                shared::save_kind(&shared::kind(PACKED, form), to)?;
                shared::save_entries(&shared::write_plain, packed.read().expect(POISON).iter(), to)?;
                shared::save_end(to)
            }
            Memory::Whole(table) => match codec {
                Some(codec) => {
                    table.save(&shared::kind(WHOLE, form), |key: &K, to: &mut dyn Write| codec.write(key, to), to)
                }
                None => Ok(()),
            },
        }
    }

    pub(super) fn load(&mut self, codec: Option<&KeyCodec<'_, K>>, from: &mut dyn Read) -> io::Result<()> {
        let form = codec.map_or("", KeyCodec::form);
        match self {
            Memory::Packed { far: packed, .. } => {
                let packed = packed.get_mut().expect(POISON);
                shared::load_kind(&shared::kind(PACKED, form), from)?;
                shared::load_entries(shared::read_plain, from, |key, known, nodes| {
                    packed.count(packed.put(packed.stir(key), known, nodes));
                    packed.relieve();
                })
            }
            Memory::Whole(table) => match codec {
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
        let is_near = self.near.as_ref().is_some_and(|near| near.covers(layer));
        Ok(Spot { key, hash, is_near })
    }

    /// What is known of the position at this spot.
    #[inline]
    pub(super) fn get(&self, spot: &Spot<G::Key>) -> Option<Known> {
        match (&self.packed, &self.near, self.memory) {
            (_, Some(near), _) if spot.is_near => near.table.get(spot.hash),
            (Some(packed), ..) => packed.get(spot.hash),
            (None, _, Memory::Whole(table)) => table.get(spot.hash, &spot.key),
            (None, _, Memory::Packed { .. }) => None,
        }
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
        if let Some(near) = &mut self.near {
            near.learn(layer, nodes);
        }
        match (&self.packed, &self.near, self.memory) {
            (_, Some(near), _) if spot.is_near => near.table.count(near.table.put(spot.hash, known, nodes)),
            (Some(packed), ..) => self.added += packed.put(spot.hash, known, nodes),
            (None, _, Memory::Whole(table)) => table.put(spot.hash, spot.key.clone(), known, nodes),
            (None, _, Memory::Packed { .. }) => {}
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
        if let Memory::Packed { far, .. } = self.memory {
            let is_crowded = self.packed.take().is_some_and(|packed| packed.is_crowded());
            if is_crowded {
                // another thread may be faster
                far.write().expect(POISON).relieve();
            }
            self.packed = Some(far.read().expect(POISON));
        }
        if let (Some(near), Some(far)) = (&mut self.near, &self.packed) {
            near.adapt(far);
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
        let Memory::Packed { far, near } = memory else { panic!("packed keys") };
        drop((reader, other));
        let near: usize = near.iter().map(|near| near.lock().unwrap().table.most_bytes()).sum();
        assert!(far.read().unwrap().most_bytes() + near <= 1 << 26);
    }
}
