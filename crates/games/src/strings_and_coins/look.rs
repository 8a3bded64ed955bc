//! What a learnt evaluation sees of strings and coins: which strings are left of each coin, of neighbours, of rings of four coins, and of
//! coins with all their neighbours; how many strings are left in all; and who leads.

use super::{Cuts, StringsAndCoins};
use crate::bits::bits;
use perfectplay_game::Patterns;

/// More strings have too many patterns.
const MOST_STRINGS: u32 = 12;

/// Groups of strings with all their patterns; those of as many strings share a table.
fn groups(coins: &[u64]) -> Vec<Vec<u64>> {
    let are_neighbours = |a: usize, b: usize| a != b && coins[a] & coins[b] != 0;
    let all = 0..coins.len();
    let mut groups: Vec<Vec<u64>> = vec![];
    let mut add = |these: Vec<u64>| {
        for size in 1..=MOST_STRINGS {
            let mut alike: Vec<u64> = these.iter().copied().filter(|group| group.count_ones() == size).collect();
            alike.sort_unstable();
            alike.dedup();
            if !alike.is_empty() {
                groups.push(alike);
            }
        }
    };
    add(coins.to_vec());
    let pairs = || all.clone().flat_map(|a| all.clone().map(move |b| (a, b))).filter(|&(a, b)| are_neighbours(a, b));
    add(pairs().map(|(a, b)| coins[a] | coins[b]).collect());
    let rings = pairs().flat_map(|(a, b)| {
        let (of_a, of_b) = (all.clone().filter(move |&d| are_neighbours(a, d)), all.clone());
        of_a.flat_map(move |d| of_b.clone().map(move |c| [a, b, c, d]))
            .filter(|&[a, b, c, d]| a != c && b != d && are_neighbours(b, c) && are_neighbours(c, d))
    });
    add(rings.map(|ring| ring.iter().fold(0, |group, &coin| group | coins[coin])).collect());
    let with_neighbours = |coin: usize| {
        all.clone().filter(|&other| are_neighbours(coin, other)).fold(coins[coin], |group, other| group | coins[other])
    };
    add(all.clone().map(with_neighbours).collect());
    groups
}

impl StringsAndCoins {
    #[inline]
    fn groups(&self) -> &[Vec<u64>] {
        self.groups.get_or_init(|| groups(&self.coins))
    }

    pub(super) fn places(&self) -> Patterns {
        let groups = self.groups().iter();
        let patterns = groups.fold(Patterns::default(), |all, these| all.with(these.len(), 1 << these[0].count_ones()));
        patterns.with(1, self.strings.len() + 1).with(1, 2 * self.coins.len() + 1)
    }

    #[inline]
    pub(super) fn look_at(&self, cuts: &Cuts, lead: i32, seen: &mut [u16]) {
        let left = self.all() & !cuts.cut;
        for (seen, &group) in seen.iter_mut().zip(self.groups().iter().flatten()) {
            let pattern = |pattern: u16, string: u8| pattern << 1 | (left >> string & 1) as u16;
            *seen = bits(group).fold(0, pattern);
        }
        let coins = self.coins.len() as i32;
        let [.., strings, ahead] = seen else { unreachable!("two places more") };
        *strings = left.count_ones() as u16;
        *ahead = (lead.clamp(-coins, coins) + coins) as u16;
    }
}
