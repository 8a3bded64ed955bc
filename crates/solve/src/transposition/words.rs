//! Many words of 64 bits that threads share, in memory that is there for them from the beginning, so that more of them can be taken
//! into use without moving any. What is not in use takes no memory.
//!
//! Where there are many, they stand in huge pages, if the system has some: a table is read all over the place, and with pages of the
//! usual size half of the time goes into finding out where they are.

use std::sync::atomic::AtomicU64;

/// Zeros, until something else is written.
pub(crate) struct Words {
    room: Room,
    used: usize,
}

impl Words {
    /// Room for so many words, of which none is in use.
    pub(crate) fn new(most: usize) -> Words {
        Words { room: Room::new(most), used: 0 }
    }

    /// So many are in use from now on; at most as many as there is room for.
    pub(crate) fn grow(&mut self, used: usize) {
        self.room.prepare(self.used, used);
        self.used = used;
    }

    /// For how many there is room: sometimes fewer than were asked for.
    pub(crate) fn most(&self) -> usize {
        self.room.len()
    }
}

impl std::ops::Deref for Words {
    type Target = [AtomicU64];

    /// Those in use. The first begins a line of the cache.
    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.room.words()[..self.used]
    }
}

#[cfg(unix)]
use mapped::Room;
#[cfg(not(unix))]
use plain::Room;

/// Pages of the system, which are zero and take no memory until they are written to.
#[cfg(unix)]
mod mapped {
    use memmap2::MmapMut;
    use std::sync::atomic::AtomicU64;

    pub(super) struct Room(MmapMut);

    /// From so many bytes on pages are huge: a huge one takes a while to be cleared.
    #[cfg(target_os = "linux")]
    const MANY: usize = 8 << 20;

    impl Room {
        /// As much of it as the system gives.
        pub(super) fn new(words: usize) -> Room {
            let bytes = (words * size_of::<AtomicU64>()).max(1);
            let halves = std::iter::successors(Some(bytes), |bytes| (*bytes > 1).then_some(bytes / 2));
            Room(halves.map(MmapMut::map_anon).find_map(Result::ok).expect("the system has memory"))
        }

        pub(super) fn len(&self) -> usize {
            self.0.len() / size_of::<AtomicU64>()
        }

        #[inline]
        pub(super) fn words(&self) -> &[AtomicU64] {
            #[expect(unsafe_code, reason = "bytes of a page that nothing else refers to are words, whatever they are")]
            unsafe {
                std::slice::from_raw_parts(self.0.as_ptr().cast(), self.len())
            }
        }

        /// Those that come into use may be in huge pages. If the system does not want to, it is as well.
        #[cfg(target_os = "linux")]
        pub(super) fn prepare(&mut self, before: usize, after: usize) {
            let [before, after] = [before, after].map(|words| words * size_of::<AtomicU64>());
            let from = before.max(MANY);
            if from < after {
                let _ = self.0.advise_range(memmap2::Advice::HugePage, from, after - from);
            }
        }

        #[cfg(not(target_os = "linux"))]
        pub(super) fn prepare(&mut self, _before: usize, _after: usize) {}
    }
}

/// The same where there are no such pages; words may move.
#[cfg(not(unix))]
mod plain {
    use std::sync::atomic::AtomicU64;

    pub(super) struct Room {
        words: Vec<AtomicU64>,
        most: usize,
    }

    impl Room {
        pub(super) fn new(most: usize) -> Room {
            Room { words: vec![], most }
        }

        pub(super) fn len(&self) -> usize {
            self.most
        }

        #[inline]
        pub(super) fn words(&self) -> &[AtomicU64] {
            &self.words
        }

        pub(super) fn prepare(&mut self, before: usize, after: usize) {
            self.words.reserve_exact(after - before);
            self.words.resize_with(after, AtomicU64::default);
        }
    }
}
