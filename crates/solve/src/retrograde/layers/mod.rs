//! Games whose positions have layers that rise with every move, layer by layer, in files: first forwards, to discover the
//! positions of each layer as a sorted list of numbers; then backwards, to settle them by the layers that they lead to.
//!
//! Only a hash table of one list is in memory at a time, or a part of it if it does not fit; files are read and written
//! from beginning to end.

mod discover;
mod settle;
mod slots;

use super::numbering::Numbering;
use super::numbers::NumberWidth;
use super::store::Store;
use crate::Crew;
use perfectplay_game::Hints;

/// So many positions are one job for a thread.
const CHUNK: u64 = 1 << 12;

/// A job under way: all that its two halves need.
pub(crate) struct Layers<'a, G: Hints> {
    pub(crate) game: &'a G,
    /// The game's own.
    pub(crate) numbering: Numbering<'a, G>,
    pub(crate) crew: Crew,
    /// For everything that grows with the game.
    pub(crate) memory: usize,
    pub(crate) store: &'a mut Store,
}

impl<G: Hints> Layers<'_, G> {
    fn width(&self) -> NumberWidth {
        NumberWidth::for_count(self.numbering.counted())
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
