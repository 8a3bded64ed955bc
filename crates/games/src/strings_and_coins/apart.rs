//! Keys that do not tell where the chains are that hang from nothing: only their lengths matter.
//!
//! Two of one length of which nothing can be left make no difference at all. Whenever a player gives away one of them, the other
//! player can take it and give away the second: then the first one has to move again, and both have got the same.

use super::StringsAndCoins;
use super::parts::{Lengths, PartKind};
use crate::bits::bits;

/// Numbers for sets of chains, as far as they matter. Of chains of which nothing can be left it matters whether they are even or
/// odd in number; a set of others comes after those that have only shorter ones.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    /// For each number of coins of a chain, and each number of coins in all, how many sets there are of shorter chains of which
    /// something can be left.
    sets: Vec<Vec<u64>>,
    coins: usize,
}

/// In so many ways the chains of one coin, and those of two, can be even or odd in number.
const PARITIES: u64 = 4;

impl Apart {
    /// For so many coins.
    pub fn new(coins: usize) -> Apart {
        let mut sets = vec![vec![1; coins + 1]];
        for chain in 0..=coins {
            let mut more: Vec<u64> = sets[chain].clone();
            if PartKind::of_chain(chain as u8) == PartKind::Chain {
                (chain..=coins).for_each(|all| more[all] = more[all].saturating_add(more[all - chain]));
            }
            sets.push(more);
        }
        Apart { sets, coins }
    }

    /// All numbers are below this one.
    pub fn numbers(&self) -> u64 {
        self.sets[self.coins + 1][self.coins].saturating_mul(PARITIES)
    }

    /// The number of a set of chains with so many coins each; 0 is the empty set.
    #[inline]
    fn number(&self, chains: impl Iterator<Item = u8>) -> u64 {
        let (mut lengths, mut odd) = (Lengths::NONE, 0);
        for coins in chains {
            match PartKind::of_chain(coins) {
                PartKind::Short => odd ^= 1 << (coins - 1),
                _ => lengths.add(coins),
            }
        }
        let (mut number, mut coins) = (0, self.coins);
        for &chain in lengths.largest_first() {
            number += self.sets[chain as usize][coins];
            coins -= chain as usize;
        }
        number * PARITIES + odd
    }
}

impl StringsAndCoins {
    /// The strings that are cut if those of chains that hang from nothing are left out, and the number of these chains.
    #[inline]
    pub(super) fn without_chains_apart(&self, cut: u64) -> (u64, u64) {
        let uncut = self.all() & !cut;
        let mut rest = cut;
        let mut ends = self.degrees.strings_of(self.degrees.tally(uncut).two) & uncut & self.at_ground;
        let number = self.apart.number(std::iter::from_fn(|| {
            let (strings, coins) = bits(ends).find_map(|end| self.chain_apart(uncut, end))?;
            // those before it hang from something
            ends &= !strings & u64::MAX << strings.trailing_zeros();
            rest |= strings;
            Some(coins)
        }));
        (rest, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Adds all sets of chains that begin with these.
    fn all_sets(chains: &mut Vec<u8>, room: u8, sets: &mut Vec<Vec<u8>>) {
        sets.push(chains.clone());
        for coins in chains.last().copied().unwrap_or(3)..=room {
            chains.push(coins);
            all_sets(chains, room - coins, sets);
            chains.pop();
        }
    }

    #[test]
    fn different_sets_have_different_numbers() {
        for coins in 0..=20u8 {
            let apart = Apart::new(coins.into());
            let mut sets = vec![];
            all_sets(&mut vec![], coins, &mut sets);
            let numbers: HashSet<u64> = sets.iter().map(|set| apart.number(set.iter().copied())).collect();
            assert_eq!(numbers.len(), sets.len());
            assert!(numbers.iter().all(|&number| number < apart.numbers() && number % PARITIES == 0));
            assert_eq!(apart.numbers(), sets.len() as u64 * PARITIES);
        }
    }

    #[test]
    fn neither_order_matters_nor_pairs_of_short_chains() {
        let apart = Apart::new(40);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let mut chains: Vec<u8> = (0..5).map(|_| random.u8(1..6)).collect();
            let number = apart.number(chains.iter().copied());
            let short = random.u8(1..3);
            chains.extend([short, short]);
            random.shuffle(&mut chains);
            assert_eq!(apart.number(chains.iter().copied()), number);
            chains.push(short);
            assert_ne!(apart.number(chains.iter().copied()), number);
        }
    }
}
