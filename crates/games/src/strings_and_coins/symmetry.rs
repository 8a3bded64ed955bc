//! Which positions are the same up to names: symmetries of the drawing, strings with the same ends, and coins that have
//! become alike.

use super::StringsAndCoins;
use crate::bits::{BitImages, bits};

/// The ways in which sets of cut strings are equivalent.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    /// Sets of strings with the same ends, which are interchangeable.
    twins: Vec<u64>,
    /// Symmetries of the whole graph. They map the first of several twins to the first of its image, and so on.
    images: BitImages,
    lookalikes: Vec<Lookalikes>,
}

/// Two coins that can change places as soon as the strings are cut in which their neighbours differ.
#[derive(Clone, Debug)]
struct Lookalikes {
    differing: u64,
    /// The strings of one and of the other coin that lead to the same neighbours.
    pairs: Vec<[u8; 2]>,
}

/// Coins that differ in more strings seldom become alike, so that it takes longer to look at them than it saves.
const MOST_DIFFERING: u32 = 2;

impl Symmetries {
    pub fn new(maps: &[Vec<usize>], coins: &[u64], ends: &[[u8; 2]]) -> Symmetries {
        let twins = twins(ends);
        let pairs_of_coins = (0..coins.len()).flat_map(|a| (a + 1..coins.len()).map(move |b| [a, b]));
        Symmetries {
            images: BitImages::new(ends.len(), &maps.iter().map(|map| keeping_order(map, &twins)).collect::<Vec<_>>()),
            twins,
            lookalikes: pairs_of_coins.filter_map(|pair| Lookalikes::new(pair, coins, ends)).collect(),
        }
    }

    /// The strings that have the same ends as an earlier one that is not cut.
    #[inline]
    pub fn later_twins(&self, uncut: u64) -> u64 {
        self.twins.iter().fold(0, |later, &group| {
            let left = group & uncut;
            later | left & left.wrapping_sub(1)
        })
    }

    /// Strings with the same ends are interchangeable: cut the first of them.
    #[inline]
    fn first_twins(&self, cut: u64) -> u64 {
        self.twins.iter().fold(cut, |cut, &group| {
            let mut kept = group;
            for _ in 0..(group & !cut).count_ones() {
                kept &= !(1 << (63 - kept.leading_zeros()));
            }
            cut & !group | kept
        })
    }

    /// Lets coins that are alike change places where that makes the set smaller.
    #[inline]
    fn swap_lookalikes(&self, cut: u64) -> u64 {
        self.lookalikes
            .iter()
            .fold(cut, |cut, coins| if coins.differing & !cut == 0 { coins.smaller(cut) } else { cut })
    }
}

impl Lookalikes {
    fn new([a, b]: [usize; 2], coins: &[u64], ends: &[[u8; 2]]) -> Option<Lookalikes> {
        let mut differing = coins[a] ^ coins[b];
        let mut pairs = vec![];
        // the first of several twins are those that are cut first, so the last ones are paired
        for string in bits(coins[a] & !coins[b]).rev() {
            let neighbour = |string: u8, coin: usize| {
                let [one, other] = ends[string as usize];
                one ^ other ^ coin as u8
            };
            let same = |&other: &u8| neighbour(other, b) == neighbour(string, a);
            if let Some(partner) = bits(coins[b] & differing).rev().find(same) {
                differing &= !(1 << string | 1 << partner);
                pairs.push([string, partner]);
            }
        }
        let is_useful = !pairs.is_empty() && differing.count_ones() <= MOST_DIFFERING;
        is_useful.then_some(Lookalikes { differing, pairs })
    }

    /// The smaller of two sets: this one, and the one with the coins in each other's place.
    fn smaller(&self, cut: u64) -> u64 {
        let swapped = self.pairs.iter().fold(cut, |cut, &[a, b]| {
            let differ = (cut >> a ^ cut >> b) & 1;
            cut ^ (differ << a | differ << b)
        });
        cut.min(swapped)
    }
}

/// Sets of strings with the same ends.
fn twins(ends: &[[u8; 2]]) -> Vec<u64> {
    let same = |a: [u8; 2], b: [u8; 2]| a == b || a == [b[1], b[0]];
    let group = |&a: &[u8; 2]| (0..ends.len()).filter(|&i| same(ends[i], a)).fold(0, |mask, i| mask | 1u64 << i);
    let mut groups: Vec<u64> = ends.iter().map(group).filter(|group| group.count_ones() > 1).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// The same symmetry, but twins keep their order. It makes no difference which of them is mapped to which.
fn keeping_order(map: &[usize], twins: &[u64]) -> Vec<usize> {
    let mut map = map.to_vec();
    for &group in twins {
        let mut images: Vec<usize> = bits(group).map(|string| map[string as usize]).collect();
        images.sort_unstable();
        for (string, image) in bits(group).zip(images) {
            map[string as usize] = image;
        }
    }
    map
}

impl StringsAndCoins {
    /// Strings with the same ends are alike, the drawing may have symmetries, and coins may have become
    /// alike. All of these make the set of cut strings smaller, as long as they can.
    #[inline]
    pub(super) fn smallest(&self, cut: u64) -> u64 {
        let mut cut = self.symmetries.first_twins(cut);
        loop {
            let smallest = self.symmetries.images.smallest(cut);
            cut = self.symmetries.swap_lookalikes(smallest);
            if cut == smallest {
                return cut;
            }
        }
    }
}
