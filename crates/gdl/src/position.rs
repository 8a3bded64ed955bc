//! Positions of games from rules files: packed bits, or a number in the [pool](crate::pool::Pool), and what was seen of them.

use crate::judge::{Flaw, Verdict};
use std::fmt;

/// So many bits at the end are for what was seen.
const SEEN: usize = 16;

/// A position in `N` words.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const N: usize>([u64; N]);

/// What was seen of a position: who is to move, and how it has ended if it has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seen(u16);

impl Seen {
    const POOLED: u16 = 1 << 15;
    const SECOND: u16 = 1 << 14;
    const STATUS: u16 = Seen::SECOND - 1;
    /// Statuses from here on are flaws.
    const FLAWS: u16 = 16_000;
    const ALL_FLAWS: [Flaw; 7] = [
        Flaw::Simultaneous,
        Flaw::Stuck(0),
        Flaw::Stuck(1),
        Flaw::NoGoal(0),
        Flaw::NoGoal(1),
        Flaw::TwoGoals(0),
        Flaw::TwoGoals(1),
    ];

    /// What a judge has said.
    pub fn new(verdict: Result<Verdict, Flaw>) -> Seen {
        match verdict {
            Ok(Verdict { mover, goals }) => {
                let status = goals.map_or(0, |[one, other]| 1 + 101 * u16::from(one) + u16::from(other));
                Seen(status | if mover == 1 { Seen::SECOND } else { 0 })
            }
            Err(flaw) => {
                let number = Seen::ALL_FLAWS.iter().position(|other| *other == flaw).unwrap_or_default();
                Seen(Seen::FLAWS + number as u16)
            }
        }
    }

    /// The role that is to move.
    #[inline]
    pub fn mover(self) -> usize {
        usize::from(self.0 & Seen::SECOND != 0)
    }

    /// Whether the game goes on, and nothing is wrong.
    #[inline]
    pub fn goes_on(self) -> bool {
        self.0 & Seen::STATUS == 0
    }

    /// What the roles have reached, if the game is over.
    pub fn goals(self) -> Option<[u8; 2]> {
        let status = self.0 & Seen::STATUS;
        (1..Seen::FLAWS).contains(&status).then(|| [((status - 1) / 101) as u8, ((status - 1) % 101) as u8])
    }

    /// Whether something is wrong although the game is not over.
    pub fn is_stuck(self) -> bool {
        matches!(self.flaw(), Some(Flaw::Simultaneous | Flaw::Stuck(_)))
    }

    /// What is wrong with the position.
    pub fn flaw(self) -> Option<Flaw> {
        let status = self.0 & Seen::STATUS;
        status.checked_sub(Seen::FLAWS).map(|number| Seen::ALL_FLAWS[usize::from(number)])
    }
}

impl<const N: usize> Position<N> {
    /// So many bits can be packed.
    pub const BITS: usize = 64 * N - SEEN;

    /// The packed position with these bits.
    pub fn packed(bits: &[u64], seen: Seen) -> Self {
        let mut words = [0; N];
        words[..bits.len()].copy_from_slice(bits);
        words[N - 1] |= u64::from(seen.0) << (64 - SEEN);
        Position(words)
    }

    /// The position that has this number in the pool.
    pub fn pooled(number: u64, seen: Seen) -> Self {
        let mut position = Position::packed(&[], Seen(seen.0 | Seen::POOLED));
        position.0[0] |= number;
        position
    }

    /// The same position, of which nothing had been seen yet.
    #[must_use]
    pub fn with(mut self, seen: Seen) -> Self {
        self.0[N - 1] |= u64::from(seen.0) << (64 - SEEN);
        self
    }

    /// What was seen of it.
    #[inline]
    pub fn seen(&self) -> Seen {
        Seen((self.0[N - 1] >> (64 - SEEN)) as u16 & !Seen::POOLED)
    }

    /// Its number in the pool, if it is there.
    #[inline]
    pub fn number(&self) -> Option<u64> {
        let is_pooled = self.0[N - 1] >> (64 - SEEN) & u64::from(Seen::POOLED) != 0;
        is_pooled.then_some(self.0[0] & (u64::MAX >> SEEN))
    }
}

/// The bits, with what was seen behind them.
impl<const N: usize> AsRef<[u64]> for Position<N> {
    #[inline]
    fn as_ref(&self) -> &[u64] {
        &self.0
    }
}

impl<const N: usize> fmt::Debug for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}
