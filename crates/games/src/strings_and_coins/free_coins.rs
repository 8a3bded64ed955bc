//! Coins that can be taken: when to take them without a thought, and when there is a choice.

use super::StringsAndCoins;
use super::chains::Census;
use crate::bits::bits;

/// What to do where a coin can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taking {
    /// No cut is better than this one.
    Forced(u8),
    /// One of two cuts is best.
    Choice {
        /// Takes a coin; the rest of the chain is then taken too.
        take: u8,
        /// Takes nothing, and leaves the last coins of the chain to the other player, who has to move after taking them.
        leave: u8,
    },
}

/// Where the string at a coin that can be taken leads.
enum Tail {
    /// Taking the coin is right, whatever else there is.
    Sure,
    /// The last two coins before the ground or a joint; the cut that leaves them.
    Two(u8),
    /// The last four coins of what was a loop; the cut that leaves them.
    Four(u8),
}

impl StringsAndCoins {
    /// What to do if coins can be taken.
    ///
    /// Taking a coin `c` is compared with any other cut `m`. If `m` takes nothing, the other player can take `c`
    /// after it. So `m` is worse than to take `c` and then play `m`, unless `m` would then have taken the neighbour of `c`: that is
    /// to leave `c` and its neighbour to the other player. This is to be considered only if nothing else is free afterwards, since
    /// the other player would take that as well: otherwise, taking `c`, one can still leave the later coins. As two coins
    /// are cheaper to leave than four, the four are taken if there is a choice. The order of taking makes no difference else.
    #[inline]
    pub(super) fn taking(&self, census: &Census) -> Taking {
        let mut two = None;
        let mut four = None;
        let mut tails = 0;
        for string in bits(census.last) {
            match self.tail(census.uncut, string) {
                Tail::Sure => return Taking::Forced(string),
                Tail::Two(leave) => {
                    two = Some((string, leave));
                    tails += 2;
                }
                Tail::Four(leave) => {
                    four = Some((string, leave));
                    // met from both ends
                    tails += 1;
                }
            }
        }
        let (take, leave) = four.or(two).expect("a coin that can be taken");
        if tails == 2 { Taking::Choice { take, leave } } else { Taking::Forced(take) }
    }

    #[inline]
    fn tail(&self, uncut: u64, string: u8) -> Tail {
        let [a, b] = self.ends[string as usize];
        // the other strings at a coin; none at the ground, or if the coin can be taken
        let beyond = |coin: u8, string: u8| match self.coins.get(coin as usize) {
            Some(strings) => strings & uncut & !(1 << string),
            None => 0,
        };
        let only = |strings: u64| strings.is_power_of_two().then(|| strings.trailing_zeros() as u8);
        let (next, after) = match (beyond(a, string), beyond(b, string)) {
            (0, after) => (b, after),
            (after, _) => (a, after),
        };
        let Some(leave) = only(after) else { return Tail::Sure };
        let third = self.other_end(leave, next);
        let after_third = beyond(third, leave);
        match only(after_third) {
            // the ground or a joint
            None if self.is_ground(third) || after_third != 0 => Tail::Two(leave),
            None => Tail::Sure,
            Some(string) => {
                let fourth = self.other_end(string, third);
                if !self.is_ground(fourth) && beyond(fourth, string) == 0 { Tail::Four(leave) } else { Tail::Sure }
            }
        }
    }
}
