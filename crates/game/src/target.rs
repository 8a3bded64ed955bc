//! What a position is asked to be worth: the yes-or-no questions of which values are made.

use crate::{Bounds, MARGIN_LIMIT, Value};
use serde::{Deserialize, Serialize};

/// A question about a position: is it [worth](Value::worth) at least so much to this side? (In other words: a threshold, or where a
/// null window lies.)
///
/// Either a side reaches its target, or the other side reaches the [turned](Target::turned) one:
///
/// ```
/// # use perfectplay_game::{Target, Value};
/// assert_eq!(Target::WIN.turned(), Target::NOT_LOSS);
/// let soon = Target::of(Value::Win { plies: 3 });
/// assert!(soon.is_reached_by(Value::Win { plies: 2 }.worth()));
/// assert!(soon.turned().is_reached_by(Value::Loss { plies: 4 }.worth()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct Target(i32);

impl Target {
    /// To win, however late; in scored games, by any margin from here on.
    pub const WIN: Target = Target(1);
    /// Not to lose.
    pub const NOT_LOSS: Target = Target::WIN.turned();

    /// To get this value, or a better one.
    #[inline]
    pub const fn of(value: Value) -> Target {
        Target(value.worth())
    }

    /// To get at least this worth.
    #[inline]
    pub const fn at_least(worth: i32) -> Target {
        Target(worth)
    }

    /// To get more than this worth.
    #[inline]
    pub const fn above(worth: i32) -> Target {
        Target(worth + 1)
    }

    /// The least worth that is enough.
    #[inline]
    pub const fn worth(self) -> i32 {
        self.0
    }

    /// The same question asked by the other side, whose answer is the opposite: worths are whole numbers, and what one side
    /// gets the other one loses.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Target {
        Target(1i32.saturating_sub(self.0))
    }

    /// What the position must be worth to which a move leads that gains `gain`, so that the target is reached before the move;
    /// both are for the same side.
    #[inline]
    #[must_use]
    pub fn after(self, gain: i32) -> Target {
        Target(if self.0 >= MARGIN_LIMIT {
            self.0.saturating_add(1)
        } else if self.0 <= -MARGIN_LIMIT {
            self.0.saturating_sub(1)
        } else {
            self.0.saturating_sub(gain).clamp(1 - MARGIN_LIMIT, MARGIN_LIMIT)
        })
    }

    /// Whether this worth is enough.
    #[inline]
    pub const fn is_reached_by(self, worth: i32) -> bool {
        worth >= self.0
    }

    /// Whether bounds on the worth leave the question open.
    #[inline]
    pub const fn is_open(self, low: i32, high: i32) -> bool {
        !self.is_reached_by(low) && self.is_reached_by(high)
    }

    /// The answer to the question, as far as bounds tell it.
    #[inline]
    pub const fn answer(self, bounds: Bounds) -> Option<bool> {
        if self.is_reached_by(bounds.at_least.worth()) {
            Some(true)
        } else if !self.is_reached_by(bounds.at_most.worth()) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether nothing less than a win, or a margin above zero, is enough.
    #[inline]
    pub const fn takes_a_win(self) -> bool {
        self.0 > 0
    }

    /// Whether it is asked how many plies a win or a loss by an ending takes.
    #[inline]
    pub const fn is_about_plies(self) -> bool {
        self.0.abs() >= MARGIN_LIMIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [Value; 9] = [
        Value::Loss { plies: 0 },
        Value::Loss { plies: 9 },
        Value::Margin(-3),
        Value::Margin(-1),
        Value::Tie,
        Value::Margin(1),
        Value::Margin(3),
        Value::Win { plies: 9 },
        Value::Win { plies: 0 },
    ];

    #[test]
    fn one_side_reaches_its_target_or_the_other_side_does() {
        for target in VALUES.map(Target::of).into_iter().chain([Target::WIN, Target::NOT_LOSS]) {
            assert_eq!(target.turned().turned(), target);
            assert_ne!(target.takes_a_win(), target.turned().takes_a_win());
            for value in VALUES {
                let other_reaches = target.turned().is_reached_by((-value).worth());
                assert_ne!(target.is_reached_by(value.worth()), other_reaches, "{target:?} {value}");
            }
        }
    }

    #[test]
    fn a_target_is_reached_exactly_when_it_is_reached_one_ply_later() {
        for target in VALUES.map(Target::of) {
            for value in VALUES {
                for gain in [-2, 0, 5] {
                    let gain = if value.margin().is_some() { gain } else { 0 };
                    let (before, later) = (value.before(true, gain), target.after(gain));
                    assert_eq!(
                        target.is_reached_by(before.worth()),
                        later.is_reached_by(value.worth()),
                        "{target:?} {value} {gain}"
                    );
                }
            }
        }
    }

    #[test]
    fn bounds_answer_or_leave_it_open() {
        for target in VALUES.map(Target::of) {
            for (i, at_least) in VALUES.into_iter().enumerate() {
                for at_most in VALUES.into_iter().skip(i) {
                    let answer = target.answer(Bounds { at_least, at_most });
                    let [low, high] = [at_least, at_most].map(|value| target.is_reached_by(value.worth()));
                    assert_eq!(answer, (low == high).then_some(low));
                    assert_eq!(answer.is_none(), target.is_open(at_least.worth(), at_most.worth()));
                }
            }
        }
    }

    #[test]
    fn above_is_the_next_target() {
        let target = Target::above(Value::Tie.worth());
        assert_eq!(target, Target::WIN);
        assert_eq!(target, Target::at_least(Value::Margin(1).worth()));
        assert!(Target::of(Value::Win { plies: 5 }).is_about_plies() && !target.is_about_plies());
    }

    #[test]
    fn it_is_written_as_its_worth() {
        for value in VALUES {
            let (target, worth) = (postcard::to_stdvec(&Target::of(value)), postcard::to_stdvec(&value.worth()));
            assert_eq!(target.unwrap(), worth.unwrap());
        }
    }
}
