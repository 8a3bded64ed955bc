//! The value of positions that fall into independent chains and loops.

use super::MAX_STRINGS;

/// Independent chains and loops of coins that have two strings each.
///
/// A chain runs from the ground to the ground. Whoever cuts a part first gives it away. The other player takes all of it and
/// has to move elsewhere; or leaves the last two coins of a chain, or the last four of a loop, by a cut that takes nothing, so
/// that the one who takes those has to move elsewhere. A chain of two is cut in the middle, so there and in all smaller parts
/// nothing can be left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    chains: Lengths,
    /// Loops of three coins, which are special: nothing can be left of them.
    triples: usize,
    /// Longer loops.
    loops: Lengths,
}

/// Numbers of coins, the largest first.
#[derive(Clone, Copy, Debug)]
struct Lengths {
    coins: [u8; MAX_STRINGS / 2],
    count: usize,
}

impl Lengths {
    const NONE: Lengths = Lengths { coins: [0; MAX_STRINGS / 2], count: 0 };

    #[inline]
    fn add(&mut self, coins: u8) {
        let mut place = self.count;
        while place > 0 && self.coins[place - 1] < coins {
            self.coins[place] = self.coins[place - 1];
            place -= 1;
        }
        self.coins[place] = coins;
        self.count += 1;
    }
}

/// The strings suffice for fewer parts than this: chains have at least 2, triples 3, longer loops 4 strings, and the product
/// of the numbers of each, plus one, is then at most (72 / 3 / 2) × (72 / 3 / 3) × (72 / 3 / 4).
const MOST_REMAINDERS: usize = 12 * 8 * 6;

impl Parts {
    pub const NONE: Parts = Parts { chains: Lengths::NONE, triples: 0, loops: Lengths::NONE };

    #[inline]
    pub fn add_chain(&mut self, coins: u8) {
        self.chains.add(coins);
    }

    /// Adds a loop; one of two coins is like a chain of two.
    #[inline]
    pub fn add_loop(&mut self, coins: u8) {
        match coins {
            2 => self.chains.add(2),
            3 => self.triples += 1,
            _ => self.loops.add(coins),
        }
    }

    /// What the parts are worth to the player who has to cut one.
    ///
    /// Of chains, a shortest may be cut first, and so for loops; so what is left at any time are the longest of each, and
    /// there are few remainders to look at.
    pub fn value(&self) -> i32 {
        let mut values = [0i8; MOST_REMAINDERS];
        let per_triple = self.loops.count + 1;
        let per_chain = per_triple * (self.triples + 1);
        let mut place = 0;
        for chains in 0..=self.chains.count {
            for triples in 0..=self.triples {
                for loops in 0..=self.loops.count {
                    if place == 0 {
                        place += 1;
                        continue;
                    }
                    let mut best = i8::MIN;
                    if chains > 0 {
                        let (coins, rest) = (self.chains.coins[chains - 1] as i8, values[place - per_chain]);
                        let lost = if coins <= 2 { coins + rest } else { coins - 2 + (2 + rest).abs() };
                        best = best.max(-lost);
                    }
                    if triples > 0 {
                        best = best.max(-3 - values[place - per_triple]);
                    }
                    if loops > 0 {
                        let (coins, rest) = (self.loops.coins[loops - 1] as i8, values[place - 1]);
                        best = best.max(4 - coins - (4 + rest).abs());
                    }
                    values[place] = best;
                    place += 1;
                }
            }
        }
        values[place - 1].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A part, for the plain computation that tries each of them.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Part {
        Chain(u8),
        Loop(u8),
    }

    fn plain_value(parts: &[Part], known: &mut HashMap<Vec<Part>, i32>) -> i32 {
        if let Some(&value) = known.get(parts) {
            return value;
        }
        let after_opening = |i: usize| {
            let mut rest = parts.to_vec();
            let part = rest.remove(i);
            let rest = plain_value(&rest, known);
            let (coins, left) = match part {
                Part::Chain(coins @ ..=2) | Part::Loop(coins @ ..=3) => (coins, None),
                Part::Chain(coins) => (coins, Some(2)),
                Part::Loop(coins) => (coins, Some(4)),
            };
            let take_all = i32::from(coins) + rest;
            let leave_some = left.map(|left| i32::from(coins) - 2 * left - rest);
            -leave_some.map_or(take_all, |value| value.max(take_all))
        };
        let value = (0..parts.len()).map(after_opening).max().unwrap_or(0);
        known.insert(parts.to_vec(), value);
        value
    }

    fn compare_all(parts: &mut Vec<Part>, kinds: &[Part], room: u8, known: &mut HashMap<Vec<Part>, i32>) {
        let mut sum = Parts::NONE;
        for part in parts.iter() {
            match *part {
                Part::Chain(coins) => sum.add_chain(coins),
                Part::Loop(coins) => sum.add_loop(coins),
            }
        }
        assert_eq!(sum.value(), plain_value(parts, known), "{parts:?}");
        for (i, &kind) in kinds.iter().enumerate() {
            let (Part::Chain(coins) | Part::Loop(coins)) = kind;
            if coins <= room {
                parts.push(kind);
                compare_all(parts, &kinds[i..], room - coins, known);
                parts.pop();
            }
        }
    }

    #[test]
    fn shortest_parts_may_be_opened_first() {
        let chains = (1..=21).map(Part::Chain);
        let kinds: Vec<Part> = chains.chain((2..=21).map(Part::Loop)).collect();
        compare_all(&mut vec![], &kinds, 21, &mut HashMap::new());
    }

    #[test]
    fn as_many_parts_as_there_can_be() {
        for [chains, triples, loops] in [[31, 0, 0], [0, 21, 0], [0, 0, 15], [11, 7, 5], [10, 5, 7]] {
            let mut parts = Parts::NONE;
            (0..chains).for_each(|_| parts.add_chain(1));
            (0..triples).for_each(|_| parts.add_loop(3));
            (0..loops).for_each(|_| parts.add_loop(4));
            let coins = chains + 3 * triples + 4 * loops;
            assert_eq!(parts.value().rem_euclid(2), coins % 2);
        }
    }
}
