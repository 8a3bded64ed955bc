//! What can be seen of a position without search: bounds, forced cuts, and the cuts that deserve a thought.

use super::chains::{Census, Chain};
use super::free_coins::Taking;
use super::parts::{KINDS, Parts};
use super::{Cuts, StringsAndCoins};
use crate::bits::bits;
use perfectplay_game::{Bounds, Value};

fn within(low: i32, high: i32) -> Bounds {
    Bounds { at_least: Value::Margin(low), at_most: Value::Margin(high) }
}

impl StringsAndCoins {
    /// Where coins can be taken, that or leaving some. Elsewhere, the cuts that let the other player take nothing,
    /// each once for strings with the same ends; a cut of each chain; and of the parts that hang from nothing, only the
    /// smallest of each kind.
    #[inline]
    pub(super) fn worthwhile(&self, cuts: &Cuts) -> impl Iterator<Item = (u8, i32)> {
        let census = self.census(cuts.cut);
        let mut found = [(0, 0); 64];
        let mut count = 0;
        // the most promising first
        let mut add = |string: u8, promise: i32| {
            let mut at = count;
            while at > 0 && found[at - 1].1 < promise {
                found[at] = found[at - 1];
                at -= 1;
            }
            found[at] = (string, promise);
            count += 1;
        };
        if census.last != 0 {
            match self.taking(&census) {
                Taking::Forced(string) => add(string, 0),
                Taking::Choice { take, leave } => {
                    add(take, 1);
                    add(leave, 0);
                }
            }
        } else {
            for string in bits(census.uncut & !self.paired(&census) & !self.symmetries.later_twins(census.uncut)) {
                add(string, self.promise_of_quiet(&census, string));
            }
            let mut smallest = [None::<Chain>; KINDS];
            for chain in self.chains(&census) {
                match chain.part() {
                    None => add(chain.opening, promise_of_opening(&chain)),
                    Some(kind) => {
                        let known = &mut smallest[kind as usize];
                        if known.is_none_or(|known| chain.coins < known.coins) {
                            *known = Some(chain);
                        }
                    }
                }
            }
            for chain in smallest.into_iter().flatten() {
                add(chain.opening, promise_of_opening(&chain));
            }
        }
        found.into_iter().take(count)
    }

    /// Bounds, and a forced cut. Where all is chains and loops, the value. Where there is a choice of leaving coins, the two
    /// ways add up to zero, so the value is not negative, and it is as odd as the number of coins.
    #[inline]
    pub(super) fn sight(&self, cuts: &Cuts) -> (Bounds, Option<u8>) {
        let census = self.census(cuts.cut);
        let all = census.coins;
        if census.last != 0 {
            return match self.taking(&census) {
                Taking::Forced(string) => (within(-all, all), Some(string)),
                Taking::Choice { .. } => (within(all & 1, all), None),
            };
        }
        if !census.has_joints {
            return (Bounds::exactly(Value::Margin(self.value_of_parts(&census))), None);
        }
        (within(-all, all), None)
    }

    /// How soon to try a cut that lets the other player take nothing: soon if it makes chains, or makes them longer, and if it
    /// is inside. (The weights were chosen by the number of positions to look at, on boards and triangles.)
    #[inline]
    fn promise_of_quiet(&self, census: &Census, string: u8) -> i32 {
        let left = |coin: u8| self.coins[coin as usize] & census.uncut;
        let mut promise = self.inside[string as usize];
        for coin in self.ends[string as usize] {
            if self.is_ground(coin) || left(coin).count_ones() != 3 {
                continue;
            }
            promise += 3;
            for other in bits(left(coin) & !(1 << string)) {
                let neighbour = self.other_end(other, coin);
                if !self.is_ground(neighbour) && left(neighbour).count_ones() == 2 {
                    promise += 3;
                }
            }
        }
        promise
    }

    /// The value if all coins have two strings.
    #[inline]
    fn value_of_parts(&self, census: &Census) -> i32 {
        let mut parts = Parts::NONE;
        for chain in self.chains(census) {
            parts.add(chain.part().expect("no joints"), chain.coins);
        }
        parts.value()
    }
}

/// Give away short chains before long ones, and a single coin as soon as any quiet cut.
fn promise_of_opening(chain: &Chain) -> i32 {
    5 - 3 * i32::from(chain.coins)
}
