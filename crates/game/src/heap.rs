//! Memory that positions take beside their own bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many bytes the positions of a game have taken that stand for rows kept elsewhere. They are given back with the game, so a
/// search has to end when there are too many of them.
#[derive(Clone, Debug)]
pub struct Heap {
    bytes: Arc<AtomicUsize>,
    part: usize,
}

impl Heap {
    /// Nothing yet. One part in so many of the memory of a search is to be left for it.
    pub fn new(part: usize) -> Heap {
        Heap { bytes: Arc::default(), part }
    }

    /// Tells how many bytes there are now.
    pub fn set(&self, bytes: usize) {
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// How many bytes there are.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// What is to be left for it of so much memory.
    pub fn share_of(&self, memory: usize) -> usize {
        memory / self.part
    }
}
