//! The shape of what is left: how many strings the coins have, and the chains of coins that have two.

use super::StringsAndCoins;
use super::parts::PartKind;
use crate::bits::bits;

/// What is left of the graph, by the number of strings at the coins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Census {
    /// The strings that are not cut.
    pub uncut: u64,
    /// How many coins are left.
    pub coins: i32,
    /// The strings of coins that have no other: cutting one takes a coin.
    pub last: u64,
    /// Coins that have two strings.
    pairs: u64,
    /// Whether there are joints, coins that have three strings or more.
    pub has_joints: bool,
}

/// A longest row of coins with two strings each, where no coin can be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// How many coins.
    pub coins: u8,
    /// What it hangs from.
    kind: ChainKind,
    /// The string to cut if the chain is to be given away. After any cut the same coins are taken and the same is left, except that
    /// nothing can be left of a chain of two coins that is cut in the middle.
    pub opening: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChainKind {
    /// Both its ends are at the ground.
    Apart,
    /// It goes round and has no end.
    Loop,
    /// At least one end is at a joint.
    Attached,
}

/// A walk along a chain, from a string through one of its ends.
struct Walk {
    /// The strings passed, without the first.
    strings: u64,
    /// The first string passed.
    next: u8,
    coins: u8,
    stop: Stop,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Ground,
    Joint,
    Start,
}

impl Chain {
    /// What kind of independent part it is, if it is one.
    #[inline]
    pub fn part(&self) -> Option<PartKind> {
        match self.kind {
            ChainKind::Apart => Some(PartKind::of_chain(self.coins)),
            ChainKind::Loop => Some(PartKind::of_loop(self.coins)),
            ChainKind::Attached => None,
        }
    }
}

impl StringsAndCoins {
    #[inline]
    pub(super) fn census(&self, cut: u64) -> Census {
        let uncut = self.all() & !cut;
        let tally = self.degrees.tally(uncut);
        Census {
            uncut,
            coins: tally.coins(),
            last: self.degrees.strings_of(tally.one) & uncut,
            pairs: tally.two,
            has_joints: tally.more != 0,
        }
    }

    /// The strings of coins that have two.
    #[inline]
    pub(super) fn paired(&self, census: &Census) -> u64 {
        self.degrees.strings_of(census.pairs) & census.uncut
    }

    /// Whether this is the number of the ground.
    #[inline]
    pub(super) fn is_ground(&self, coin: u8) -> bool {
        coin as usize == self.coins.len()
    }

    /// The coin, or the ground, at the other end of a string.
    #[inline]
    pub(super) fn other_end(&self, string: u8, coin: u8) -> u8 {
        let [a, b] = self.ends[string as usize];
        a ^ b ^ coin
    }

    /// All chains, if no coin can be taken.
    #[inline]
    pub(super) fn chains(&self, census: &Census) -> impl Iterator<Item = Chain> {
        let (uncut, mut rest) = (census.uncut, self.paired(census));
        std::iter::from_fn(move || {
            let string = bits(rest).next()?;
            let (chain, strings) = self.chain_of(uncut, string);
            rest &= !strings;
            Some(chain)
        })
    }

    /// The chain that a string belongs to, and its strings.
    #[inline]
    fn chain_of(&self, uncut: u64, string: u8) -> (Chain, u64) {
        let first = self.walk(uncut, string, 0);
        if first.stop == Stop::Start {
            let chain = Chain { coins: first.coins, kind: ChainKind::Loop, opening: string };
            return (chain, first.strings | 1 << string);
        }
        let second = self.walk(uncut, string, 1);
        let opening = match (first.coins, second.coins) {
            (2, 0) => first.next,
            (0, 2) => second.next,
            _ => string,
        };
        let is_apart = first.stop == Stop::Ground && second.stop == Stop::Ground;
        let kind = if is_apart { ChainKind::Apart } else { ChainKind::Attached };
        let chain = Chain { coins: first.coins + second.coins, kind, opening };
        (chain, first.strings | second.strings | 1 << string)
    }

    /// The strings and the number of coins of a chain that hangs from nothing, if this string from the ground is one of its ends.
    #[inline]
    pub(super) fn chain_apart(&self, uncut: u64, end: u8) -> Option<(u64, u8)> {
        let [first, _] = self.ends[end as usize];
        let walk = self.walk(uncut, end, self.is_ground(first) as usize);
        (walk.stop == Stop::Ground).then_some((walk.strings | 1 << end, walk.coins))
    }

    #[inline]
    fn walk(&self, uncut: u64, start: u8, end: usize) -> Walk {
        let mut walk = Walk { strings: 0, next: start, coins: 0, stop: Stop::Ground };
        let mut string = start;
        let mut coin = self.ends[start as usize][end];
        while !self.is_ground(coin) {
            let others = self.coins[coin as usize] & uncut & !(1 << string);
            if !others.is_power_of_two() {
                walk.stop = Stop::Joint;
                break;
            }
            walk.coins += 1;
            string = others.trailing_zeros() as u8;
            if string == start {
                walk.stop = Stop::Start;
                break;
            }
            if walk.strings == 0 {
                walk.next = string;
            }
            walk.strings |= others;
            coin = self.other_end(string, coin);
        }
        walk
    }
}
