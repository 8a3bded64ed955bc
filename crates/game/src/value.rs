//! What a position is worth under best play, for the side to move.

use crate::Ending;
use std::fmt;
use std::ops::Neg;

/// Margins of [scored](crate::Game::scored) games must stay below this in size.
pub const MARGIN_LIMIT: i32 = 1 << 29;

/// The worth of a game won on the spot; each ply that a win takes costs one.
const WON: i32 = 1 << 30;

/// The exact value of a position for the side to move. Distances are in plies (single moves).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The other side wins; against the longest resistance that takes `plies`.
    Loss {
        /// Plies to the end.
        plies: u32,
    },
    /// The game ends and nobody wins.
    Tie,
    /// Neither side can force an end that it likes: play goes on for ever.
    Draw,
    /// Final gains of the side to move minus those of the other side, from here on (scored games).
    Margin(i32),
    /// The side to move wins, in `plies` at the latest.
    Win {
        /// Plies to the end.
        plies: u32,
    },
}

/// A value without distances and margins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// The game ends and nobody wins.
    Tie,
    /// Play goes on for ever.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The best value there is: won already.
    pub const BEST: Value = Value::Win { plies: 0 };
    /// The worst value there is: lost already.
    pub const WORST: Value = Value::Loss { plies: 0 };

    /// The value of a finished position.
    #[inline]
    pub fn of_ending(ending: Ending, scored: bool) -> Value {
        match ending {
            Ending::Loss => Value::Loss { plies: 0 },
            Ending::Win => Value::Win { plies: 0 },
            Ending::Tie if scored => Value::Margin(0),
            Ending::Tie => Value::Tie,
        }
    }

    /// The value one ply earlier, for the side that made the move: `again` says that it is still that side's
    /// turn after the move, `gain` is what the move brought.
    #[inline]
    #[must_use]
    pub fn before(self, again: bool, gain: i32) -> Value {
        match if again { self } else { -self } {
            Value::Loss { plies } => Value::Loss { plies: plies + 1 },
            Value::Win { plies } => Value::Win { plies: plies + 1 },
            Value::Margin(margin) => Value::Margin(margin.saturating_add(gain)),
            even => even,
        }
    }

    /// A number that orders values by how much the side to move likes them: faster wins, slower losses and
    /// larger margins are better; a tie and a draw are equally good.
    #[inline]
    pub const fn worth(self) -> i32 {
        match self {
            Value::Loss { plies } => longest(plies) - WON,
            Value::Win { plies } => WON - longest(plies),
            Value::Margin(margin) if margin >= MARGIN_LIMIT => MARGIN_LIMIT - 1,
            Value::Margin(margin) if margin <= -MARGIN_LIMIT => 1 - MARGIN_LIMIT,
            Value::Margin(margin) => margin,
            Value::Tie | Value::Draw => 0,
        }
    }

    /// The value with this [`worth`](Value::worth); values in between that are nobody's win belong to `scored` games.
    #[inline]
    pub fn from_worth(worth: i32, scored: bool) -> Value {
        if worth >= MARGIN_LIMIT {
            Value::Win { plies: (WON - worth) as u32 }
        } else if worth <= -MARGIN_LIMIT {
            Value::Loss { plies: (WON + worth) as u32 }
        } else if scored {
            Value::Margin(worth)
        } else {
            Value::Tie
        }
    }

    /// Who gets the better of it.
    pub fn outcome(self) -> Outcome {
        match self {
            Value::Loss { .. } => Outcome::Loss,
            Value::Win { .. } => Outcome::Win,
            Value::Tie => Outcome::Tie,
            Value::Draw => Outcome::Draw,
            Value::Margin(margin) => match margin.signum() {
                1 => Outcome::Win,
                -1 => Outcome::Loss,
                _ => Outcome::Tie,
            },
        }
    }

    /// Plies to the end, for wins and losses by an ending. The slowest of all wins stands for "a win, whenever that is",
    /// and has none; so does the slowest loss.
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Loss { plies } | Value::Win { plies } => Some(plies).filter(|&plies| plies < MARGIN_LIMIT as u32),
            _ => None,
        }
    }

    /// The margin, in scored games.
    pub fn margin(self) -> Option<i32> {
        match self {
            Value::Margin(margin) => Some(margin),
            _ => None,
        }
    }

    /// The value with a margin that was gained before added to it.
    #[must_use]
    pub fn with_lead(self, lead: i32) -> Value {
        match self {
            Value::Margin(margin) => Value::Margin(margin.saturating_add(lead)),
            other => other,
        }
    }
}

/// Plies up to the most that have a worth of their own.
const fn longest(plies: u32) -> i32 {
    if plies > MARGIN_LIMIT as u32 { MARGIN_LIMIT } else { plies as i32 }
}

/// The same value seen from the other side.
impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        match self {
            Value::Loss { plies } => Value::Win { plies },
            Value::Win { plies } => Value::Loss { plies },
            Value::Margin(margin) => Value::Margin(margin.saturating_neg()),
            even => even,
        }
    }
}

/// For example "win in 3 plies", "tie", "margin -2".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.plies()) {
            (Value::Margin(margin), _) => write!(f, "margin {margin:+}"),
            (value, None) => f.write_str(value.outcome().name()),
            (value, Some(1)) => write!(f, "{} in 1 ply", value.outcome().name()),
            (value, Some(plies)) => write!(f, "{} in {plies} plies", value.outcome().name()),
        }
    }
}

impl Outcome {
    /// "win", "tie", "draw" or "loss".
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::Tie => "tie",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        }
    }
}

/// What has been shown of a value: it lies between these two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The side to move gets this or better.
    pub at_least: Value,
    /// The side to move gets this or worse.
    pub at_most: Value,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds { at_least: Value::WORST, at_most: Value::BEST };

    /// The value is known.
    pub fn exactly(value: Value) -> Bounds {
        Bounds { at_least: value, at_most: value }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<Value> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// Win, tie, draw or loss, if that much is known.
    pub fn outcome(self) -> Option<Outcome> {
        let outcome = self.at_least.outcome();
        (outcome == self.at_most.outcome()).then_some(outcome)
    }

    /// The bounds one ply earlier, as in [`Value::before`].
    #[must_use]
    pub fn before(self, again: bool, gain: i32) -> Bounds {
        let (low, high) = if again { (self.at_least, self.at_most) } else { (self.at_most, self.at_least) };
        Bounds { at_least: low.before(again, gain), at_most: high.before(again, gain) }
    }

    /// Both bounds with a lead added, as in [`Value::with_lead`].
    #[must_use]
    pub fn with_lead(self, lead: i32) -> Bounds {
        Bounds { at_least: self.at_least.with_lead(lead), at_most: self.at_most.with_lead(lead) }
    }

    /// What both of two statements about the same value say together.
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { at_least: better(self.at_least, other.at_least), at_most: -better(-self.at_most, -other.at_most) }
    }

    /// The bounds of the better of two values, one within `self` and one within `other`.
    #[must_use]
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds { at_least: better(self.at_least, other.at_least), at_most: better(self.at_most, other.at_most) }
    }
}

fn better(a: Value, b: Value) -> Value {
    if b.worth() > a.worth() { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERED: [Value; 7] = [
        Value::Loss { plies: 0 },
        Value::Loss { plies: 9 },
        Value::Margin(-3),
        Value::Tie,
        Value::Margin(3),
        Value::Win { plies: 9 },
        Value::Win { plies: 0 },
    ];

    #[test]
    fn worth_orders_values_and_negation_reverses_them() {
        for pair in ORDERED.windows(2) {
            assert!(pair[0].worth() < pair[1].worth(), "{pair:?}");
            assert!((-pair[0]).worth() > (-pair[1]).worth(), "{pair:?}");
        }
    }

    #[test]
    fn worth_is_invertible() {
        for value in ORDERED {
            let scored = value.margin().is_some();
            assert_eq!(Value::from_worth(value.worth(), scored), value);
        }
    }

    #[test]
    fn one_ply_earlier() {
        let lost = Value::Loss { plies: 2 };
        assert_eq!(lost.before(false, 0), Value::Win { plies: 3 });
        assert_eq!(lost.before(true, 0), Value::Loss { plies: 3 });
        assert_eq!(Value::Margin(2).before(false, 1), Value::Margin(-1));
        assert_eq!(Value::Margin(2).before(true, 1), Value::Margin(3));
        assert_eq!(Value::Draw.before(false, 0), Value::Draw);
    }

    #[test]
    fn bounds_combine() {
        let low = Bounds { at_least: Value::Tie, at_most: Value::BEST };
        let high = Bounds { at_least: Value::WORST, at_most: Value::Tie };
        assert_eq!(low.and(high).value(), Some(Value::Tie));
        assert_eq!(low.or(high), low);
        assert_eq!(Bounds::UNKNOWN.and(high), high);
        assert_eq!(low.outcome(), None);
    }
}
