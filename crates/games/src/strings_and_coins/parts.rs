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
    of: [Lengths; KINDS],
}

/// Parts that are given away in the same manner. Of one kind, a smallest may be given away first: if another has `k` coins
/// more, then it makes a difference of just `k` for whoever gets it, now or later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PartKind {
    /// Chains of one or two coins, and loops of two: nothing can be left.
    Short,
    /// Loops of three coins: nothing can be left.
    Triple,
    /// Longer chains, of which two coins can be left.
    Chain,
    /// Longer loops, of which four coins can be left.
    Loop,
}

pub(super) const KINDS: usize = 4;

impl PartKind {
    #[inline]
    pub fn of_chain(coins: u8) -> PartKind {
        if coins <= 2 { PartKind::Short } else { PartKind::Chain }
    }

    #[inline]
    pub fn of_loop(coins: u8) -> PartKind {
        match coins {
            2 => PartKind::Short,
            3 => PartKind::Triple,
            _ => PartKind::Loop,
        }
    }

    /// What the one who gives away a part of this kind gets in all, if the rest is worth `rest` to the player who has to move
    /// there.
    #[inline]
    fn after_giving(self, coins: u8, rest: i8) -> i8 {
        let coins = coins as i8;
        match self {
            PartKind::Short | PartKind::Triple => -coins - rest,
            PartKind::Chain => 2 - coins - (2 + rest).abs(),
            PartKind::Loop => 4 - coins - (4 + rest).abs(),
        }
    }
}

/// Numbers of coins, the largest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    coins: [u8; MAX_STRINGS / 2],
    count: usize,
}

impl Lengths {
    pub const NONE: Lengths = Lengths { coins: [0; MAX_STRINGS / 2], count: 0 };

    #[inline]
    pub fn largest_first(&self) -> &[u8] {
        &self.coins[..self.count]
    }

    #[inline]
    pub fn add(&mut self, coins: u8) {
        let mut at = self.count;
        while at > 0 && self.coins[at - 1] < coins {
            self.coins[at] = self.coins[at - 1];
            at -= 1;
        }
        self.coins[at] = coins;
        self.count += 1;
    }
}

/// There are fewer sets of parts than this with the largest of each kind. Short parts have at least 2 strings, triples 3, the
/// others 4, so 2 (short + 1) + 3 (triples + 1) + 4 (chains + 1) + 4 (loops + 1) is at most 63 + 13, and the product of the
/// numbers in brackets is largest if the four terms are equal: 19⁴ / (2 × 3 × 4 × 4).
const MOST_REMAINDERS: usize = 1358;

impl Parts {
    pub const NONE: Parts = Parts { of: [Lengths::NONE; KINDS] };

    #[inline]
    pub fn add(&mut self, kind: PartKind, coins: u8) {
        self.of[kind as usize].add(coins);
    }

    /// What the parts are worth to the player who has to cut one. What is left at any time are the largest of each kind, so there
    /// are few remainders to look at.
    pub fn value(&self) -> i32 {
        let [short, triples, chains, loops] = self.of.each_ref().map(|lengths| lengths.count + 1);
        let mut values = [0i8; MOST_REMAINDERS];
        for at in 1..short * triples * chains * loops {
            let mut best = i8::MIN;
            let mut consider = |kind: PartKind, count: usize, step: usize| {
                if count > 0 {
                    let coins = self.of[kind as usize].coins[count - 1];
                    best = best.max(kind.after_giving(coins, values[at - step]));
                }
            };
            consider(PartKind::Short, at % short, 1);
            consider(PartKind::Triple, at / short % triples, short);
            consider(PartKind::Chain, at / (short * triples) % chains, short * triples);
            consider(PartKind::Loop, at / (short * triples * chains), short * triples * chains);
            values[at] = best;
        }
        values[short * triples * chains * loops - 1].into()
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
                Part::Chain(coins) => sum.add(PartKind::of_chain(coins), coins),
                Part::Loop(coins) => sum.add(PartKind::of_loop(coins), coins),
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
        for [short, triples, chains, loops] in
            [[31, 0, 0, 0], [0, 21, 0, 0], [0, 0, 15, 0], [0, 0, 0, 15], [8, 5, 4, 4], [9, 6, 3, 3], [7, 5, 5, 3]]
        {
            let mut parts = Parts::NONE;
            (0..short).for_each(|_| parts.add(PartKind::Short, 1));
            (0..triples).for_each(|_| parts.add(PartKind::Triple, 3));
            (0..chains).for_each(|_| parts.add(PartKind::Chain, 3));
            (0..loops).for_each(|_| parts.add(PartKind::Loop, 4));
            let coins = short + 3 * triples + 3 * chains + 4 * loops;
            assert_eq!(parts.value().rem_euclid(2), coins % 2);
        }
    }
}
