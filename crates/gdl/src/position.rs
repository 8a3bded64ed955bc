//! Positions of games from rules files: packed bits, or a number in the [pool](crate::pool::Pool), and what was seen of them.

use crate::judge::Flaw;
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

    /// A position at which this role is to move.
    #[inline]
    pub fn open(mover: usize) -> Seen {
        Seen(if mover == 1 { Seen::SECOND } else { 0 })
    }

    /// A finished position, at which the roles have reached this.
    pub fn finished(mover: usize, goals: [u8; 2]) -> Seen {
        Seen(Seen::open(mover).0 | (1 + 101 * u16::from(goals[0]) + u16::from(goals[1])))
    }

    /// A position with something wrong.
    pub fn flawed(flaw: Flaw) -> Seen {
        let number = Seen::ALL_FLAWS.iter().position(|other| *other == flaw).unwrap_or_default();
        Seen(Seen::FLAWS + number as u16)
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

/// So many bits can be packed into the words of a position.
pub fn room(words: usize) -> usize {
    64 * words - SEEN
}

/// Adds the words of the packed position with these bits.
#[inline]
pub fn write_packed(bits: &[u64], seen: Seen, words: usize, list: &mut Vec<u64>) {
    list.extend((0..words).map(|at| bits.get(at).copied().unwrap_or(0)));
    if let Some(last) = list.last_mut() {
        *last |= u64::from(seen.0) << (64 - SEEN);
    }
}

/// Adds the words of the position that has this number in the pool.
pub fn write_pooled(number: u64, seen: Seen, words: usize, list: &mut Vec<u64>) {
    write_packed(&[], Seen(seen.0 | Seen::POOLED), words, list);
    let at = list.len() - words;
    list[at] |= number;
}

/// What was seen of the position with these words.
#[inline]
pub fn seen(words: &[u64]) -> Seen {
    Seen((words[words.len() - 1] >> (64 - SEEN)) as u16 & !Seen::POOLED)
}

/// The number in the pool of the position with these words, if it is there.
#[inline]
pub fn number(words: &[u64]) -> Option<u64> {
    let is_pooled = words[words.len() - 1] >> (64 - SEEN) & u64::from(Seen::POOLED) != 0;
    is_pooled.then_some(words[0] & (u64::MAX >> SEEN))
}

impl<const N: usize> Position<N> {
    /// The position with these words.
    #[inline]
    pub fn new(words: &[u64]) -> Self {
        Position(std::array::from_fn(|at| words[at]))
    }

    /// What was seen of it.
    #[inline]
    pub fn seen(&self) -> Seen {
        seen(&self.0)
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
