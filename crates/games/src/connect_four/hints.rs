//! What engines use of the game beyond its rules, and what it looks like.

use super::lines::{Bits, Other, Usual};
use super::{ConnectFourOn, Stones, with_shape};
use crate::each_once;
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::{Bounds, Glance, Hints, KeyCodec, Patterns, Record};

impl<B: Bits> Hints for ConnectFourOn<B> {
    type Key = B;

    #[inline]
    fn key(&self, stones: &Stones<B>) -> B {
        self.code(stones)
    }

    #[inline]
    fn canonical_key(&self, stones: &Stones<B>) -> B {
        let key = self.key(stones);
        key.min(self.mirrored(key))
    }

    fn packed_bits(&self) -> Option<u32> {
        let bits = self.cols * self.height();
        (bits <= 64).then_some(bits as u32)
    }

    #[inline]
    fn packed(&self, key: &B) -> Option<u64> {
        key.to_u64()
    }

    /// Wins with the next stone, double threats, and sides that can no longer win.
    fn is_light(&self) -> bool {
        true
    }

    #[inline]
    fn bounds(&self, stones: &Stones<B>) -> Bounds {
        with_shape!(self, shape => self.bounds_at(stones, shape))
    }

    fn plies_to_fill(&self, stones: &Stones<B>) -> Option<u32> {
        Some((self.full & !stones.all).count_ones())
    }

    /// Win, else prevent a loss, else stay in the middle.
    #[inline]
    fn promise(&self, stones: &Stones<B>, col: u8) -> i32 {
        let cell = self.landing(stones, col);
        if self.has_line(stones.own | cell) {
            2000
        } else if self.has_line((stones.own ^ stones.all) | cell) {
            1000
        } else {
            self.centrality(col)
        }
    }

    /// Moves that do not lose at once; if there is a threat, the one that answers it.
    #[inline]
    fn candidates(&self, stones: &Stones<B>) -> impl Iterator<Item = (u8, i32)> {
        let mut safe = with_shape!(self, shape => self.threats(stones, shape)).safe;
        std::iter::from_fn(move || {
            let col = *self.column_of.get(safe.trailing_zeros() as usize)?;
            safe = safe & (safe - B::one());
            Some((col, 3 * self.centrality(col)))
        })
    }

    #[inline]
    fn glance(&self, stones: &Stones<B>) -> Glance<u8> {
        with_shape!(self, shape => self.glance_at(stones, shape))
    }

    fn index_count(&self) -> Option<u64> {
        1u64.checked_shl((self.cols * self.height()) as u32)
    }

    /// The smaller of the keys of a position and its mirror image.
    #[inline]
    fn index(&self, stones: &Stones<B>) -> Option<u64> {
        self.packed(&self.canonical_key(stones))
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Stones<B>> {
        // the one above the topmost stone of each column, and all below it
        let key = B::from(index)?;
        let filled = self.fill.iter().fold(key, |bits, &(shift, below)| bits | ((bits >> shift) & below));
        let all = (filled >> 1) & self.full;
        let stones = Stones { own: key & all, all };
        let is_index = filled & self.bottom == self.bottom && self.key(&stones) == key;
        (is_index && self.is_balanced(&stones) && key <= self.mirrored(key)).then_some(stones)
    }

    fn images(&self, stones: &Stones<B>) -> Vec<Stones<B>> {
        each_once([*stones, Stones { own: self.mirrored(stones.own), all: self.mirrored(stones.all) }])
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, B>> {
        Some(KeyCodec::serde())
    }

    fn patterns(&self) -> Patterns {
        self.places()
    }

    #[inline]
    fn look(&self, stones: &Stones<B>, _lead: i32, seen: &mut [u16]) {
        self.look_at(stones, seen);
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
