//! Values by yes-or-no questions, "is it worth at least so much?", for the engines that answer those.

use crate::halt::Halt;
use crate::{Control, Goal};
use perfectplay_game::{Bounds, MARGIN_LIMIT, Target, Value};
use std::fmt::Debug;

/// Asks one question after the other until the goal is reached or the control stops it. An answer of at least the target
/// is a lower bound of the worth, an answer below is an upper bound. If the most plies that can pass are given, it is first
/// asked whether the end comes soon.
pub(crate) fn narrow<P: Debug>(
    goal: Goal,
    scored: bool,
    most_plies: Option<u32>,
    bounds: &mut Bounds,
    control: &mut Control,
    mut ask: impl FnMut(Target, &mut Control) -> Result<i32, Halt<P>>,
) -> Result<(), Halt<P>> {
    let mut low = bounds.at_least.worth();
    let mut high = bounds.at_most.worth();
    let mut guess = 0;
    let mut search = Gallop::default();
    while let Some(target) = next_target(goal, scored, most_plies, low, high, guess) {
        let target = if goal == Goal::Exact && scored { search.further(target, low, high) } else { target };
        guess = ask(target, control)?;
        search.heard(target, guess);
        if target.is_reached_by(guess) {
            low = low.max(guess);
        } else {
            high = high.min(guess);
        }
        *bounds = Bounds { at_least: Value::from_worth(low, scored), at_most: Value::from_worth(high, scored) };
        control.shown(*bounds);
    }
    Ok(())
}

/// Larger and larger steps, after many answers in a row that all went the same way: the margin may be anywhere.
#[derive(Default)]
struct Gallop {
    is_reached: bool,
    /// How many answers there were in a row, all yes or all no.
    row: u32,
}

/// After so many answers in a row the steps begin to grow.
const PATIENCE: u32 = 12;

impl Gallop {
    fn heard(&mut self, target: Target, worth: i32) {
        let is_reached = target.is_reached_by(worth);
        self.row = if is_reached == self.is_reached { self.row + 1 } else { 0 };
        self.is_reached = is_reached;
    }

    fn further(&self, target: Target, low: i32, high: i32) -> Target {
        let step = 1 << self.row.saturating_sub(PATIENCE).min(30);
        let further = if self.is_reached { low.saturating_add(step) } else { high.saturating_sub(step - 1) };
        if step == 1 { target } else { Target::at_least(further.clamp(low + 1, high)) }
    }
}

/// Whether bounds are as much as a goal asks for.
pub(crate) fn is_reached(goal: Goal, scored: bool, bounds: Bounds) -> bool {
    next_target(goal, scored, None, bounds.at_least.worth(), bounds.at_most.worth(), 0).is_none()
}

/// What to ask next of a value between `low` and `high`, one of which is `guess`; nothing if the goal is reached.
fn next_target(goal: Goal, scored: bool, most_plies: Option<u32>, low: i32, high: i32, guess: i32) -> Option<Target> {
    if low >= high {
        return None;
    }
    let even = match goal {
        Goal::Whether { at_least } => return at_least.is_open(low, high).then_some(at_least),
        Goal::Exact if scored => {
            return Some(Target::at_least((guess + (guess == low) as i32).clamp(low + 1, high)));
        }
        Goal::Outcome { lead } if scored => lead.saturating_neg(),
        _ => 0,
    };
    let soon = most_plies.filter(|_| !scored && low < 0 && high > 0).and_then(|plies| ends_soon(plies, low, high));
    if soon.is_some() {
        soon
    } else if low <= even && high > even {
        Some(Target::above(even))
    } else if high == even {
        Some(Target::at_least(even))
    } else if goal != Goal::Exact {
        None
    } else if low == MARGIN_LIMIT {
        Some(Target::at_least(high)) // won, but nothing is known of how fast: is it so fast?
    } else if high == -MARGIN_LIMIT {
        Some(Target::above(low))
    } else {
        // how many plies the win takes
        let slowest = if low > 0 { low + 1 } else { high };
        Some(Target::at_least(if high - low <= FEW_PLIES { slowest } else { low + (high - low + 1) / 2 }))
    }
}

/// Of so few plies, it is first asked whether the end comes as late as possible: mostly it does.
const FEW_PLIES: i32 = 12;

/// Whether the game is won, and whether it is lost, within half of the plies that can pass: that is shown soon where it is
/// so, and where it is not, not much is lost.
fn ends_soon(most_plies: u32, low: i32, high: i32) -> Option<Target> {
    let half = (most_plies / 2).min(MARGIN_LIMIT as u32 / 2);
    let win = Target::of(Value::Win { plies: half });
    [win, win.turned()].into_iter().find(|target| target.is_open(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// However far away the value is, and however little more the answers tell than was asked, few of them are enough.
    #[test]
    fn far_values_are_found_by_few_questions() {
        let far =
            [Value::Margin(400_000_000), Value::Margin(-70_000), Value::Win { plies: 17 }, Value::Loss { plies: 9 }];
        for (value, more) in far.into_iter().flat_map(|value| [0, 1, 3, 10].map(|more| (value, more))) {
            let truth = value.worth();
            let mut questions = 0;
            let ask = |target: Target, _: &mut Control| {
                questions += 1;
                Ok::<_, Halt<Infallible>>(match target.is_reached_by(truth) {
                    true => target.worth().saturating_add(more).min(truth),
                    false => (target.worth() - 1).saturating_sub(more).max(truth),
                })
            };
            let mut bounds = Bounds::UNKNOWN;
            let found = narrow(Goal::Exact, true, None, &mut bounds, &mut Control::default(), ask);
            assert!(found.is_ok() && bounds == Bounds::exactly(value), "{bounds:?} of {value:?}");
            assert!(questions < 1000, "{questions} questions about {value:?} with {more} more");
        }
    }
}
