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
