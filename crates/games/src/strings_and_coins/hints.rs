//! What engines use of the game beyond its rules, and what it looks like.

use super::{Cuts, StringsAndCoins};
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::{Bounds, Glance, Hints, KeyCodec, Patterns, Player, Record};

impl Hints for StringsAndCoins {
    type Key = u64;

    /// The strings that are cut, and above them a tag: whose turn it is.
    #[inline]
    fn key(&self, cuts: &Cuts) -> u64 {
        self.tagged(cuts.cut, cuts.turn.index() as u64)
    }

    /// Without the chains that hang from nothing, for which there is a tag, if there is room for it.
    #[inline]
    fn canonical_key(&self, cuts: &Cuts) -> u64 {
        if self.tag_bits == 1 {
            return self.tagged(self.smallest(cuts.cut), 0);
        }
        let (cut, number) = self.without_chains_apart(cuts.cut);
        self.tagged(self.smallest(cut), number + (number > 0) as u64)
    }

    fn packed_bits(&self) -> Option<u32> {
        Some(self.strings.len() as u32 + self.tag_bits)
    }

    #[inline]
    fn packed(&self, key: &u64) -> Option<u64> {
        Some(*key)
    }

    #[inline]
    fn bounds(&self, cuts: &Cuts) -> Bounds {
        self.sight(cuts).0
    }

    fn plies_to_fill(&self, cuts: &Cuts) -> Option<u32> {
        Some((self.all() & !cuts.cut).count_ones())
    }

    /// Take coins first; leave a coin for the opponent last.
    #[inline]
    fn promise(&self, cuts: &Cuts, string: u8) -> i32 {
        let end = |&coin: &u64| match (coin & self.all() & !cuts.cut).count_ones() {
            1 => 8,
            2 => -1,
            _ => 0,
        };
        self.around[string as usize].iter().map(end).sum()
    }

    #[inline]
    fn glance(&self, cuts: &Cuts) -> Glance<u8> {
        let (bounds, forced) = self.sight(cuts);
        Glance { forced, ..Glance::new(bounds) }
    }

    #[inline]
    fn candidates(&self, cuts: &Cuts) -> impl Iterator<Item = (u8, i32)> {
        self.worthwhile(cuts)
    }

    fn index_count(&self) -> Option<u64> {
        Some(1 << self.strings.len())
    }

    fn is_dense(&self) -> bool {
        true
    }

    /// The sets of strings; whose turn it is makes no difference.
    #[inline]
    fn index(&self, cuts: &Cuts) -> Option<u64> {
        Some(cuts.cut)
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Cuts> {
        (index <= self.all()).then_some(Cuts { cut: index, turn: Player::First })
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, u64>> {
        Some(KeyCodec::serde().of_form("chains that hang from nothing apart"))
    }

    fn patterns(&self) -> Patterns {
        self.places()
    }

    #[inline]
    fn look(&self, cuts: &Cuts, lead: i32, seen: &mut [u16]) {
        self.look_at(cuts, lead, seen);
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn clicks(&self, mv: u8) -> Vec<String> {
        self.clicks_of(mv)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}

impl StringsAndCoins {
    #[inline]
    fn tagged(&self, cut: u64, tag: u64) -> u64 {
        cut | tag.unbounded_shl(self.strings.len() as u32)
    }
}
