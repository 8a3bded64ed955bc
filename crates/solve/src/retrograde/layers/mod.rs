//! Games whose positions have layers that rise with every move, layer by layer, in files: first forwards, to discover the
//! positions of each layer as a sorted list of numbers; then backwards, to settle them by the layers that they lead to. For an
//! opening, layers that lead beyond its last one are searched.
//!
//! Only a hash table of one list is in memory at a time, or a part of it if it does not fit; files are read and written
//! from beginning to end.

mod coming;
mod discover;
mod search;
mod settle;
mod slots;

use super::numbering::Numbering;
use super::numbers::NumberWidth;
use super::state::Layer;
use super::store::Store;
use crate::Crew;
use perfectplay_game::Hints;

/// So many positions are one job for a thread.
const CHUNK: u64 = 1 << 12;

/// A job under way: all that its two halves need.
pub(crate) struct Layers<'a, G: Hints> {
    game: &'a G,
    /// The game's own.
    numbering: Numbering<'a, G>,
    /// The last layer of an opening.
    last: Option<u32>,
    room: Room<'a>,
}

/// What the job has whatever the game is.
struct Room<'a> {
    crew: Crew,
    /// For everything that grows with the game.
    memory: usize,
    width: NumberWidth,
    store: &'a mut Store,
}

impl<'a, G: Hints> Layers<'a, G> {
    pub(crate) fn new(
        numbering: Numbering<'a, G>,
        last: Option<u32>,
        crew: Crew,
        memory: usize,
        store: &'a mut Store,
    ) -> Self {
        let width = NumberWidth::for_count(numbering.counted());
        Layers { game: numbering.game(), numbering, last, room: Room { crew, memory, width, store } }
    }

    /// The layers that are known.
    pub(crate) fn list(&self) -> &[Layer] {
        &self.room.store.state.layers
    }
}

/// The jobs that a list of so many positions makes.
fn chunks(count: u64) -> usize {
    count.div_ceil(CHUNK) as usize
}

/// Where a job begins and how many it has, in a list of so many positions.
fn chunk(nth: usize, count: u64) -> (u64, usize) {
    let first = nth as u64 * CHUNK;
    (first, (count - first).min(CHUNK) as usize)
}
