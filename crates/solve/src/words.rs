//! What is not settled, as a person would say it.
//!
//! What bounds allow, and how it is said of the side to move (Red) and the other one (Blue); a bound that tells nothing is left out:
//!
//! | at least, at most | in a sentence | in short |
//! |---|---|---|
//! | nothing known | Undecided so far. | undecided |
//! | loss in 4, win in 4 | Undecided so far: neither side can force a win within 3 plies. | undecided, no win or loss within 3 plies |
//! | loss in 4, win in 5 | Undecided so far: neither side can force a win within 3 plies, nor Red within 4. | undecided, no win within 4 plies, no loss within 3 plies |
//! | loss in 4, – | Undecided so far: Blue cannot force a win within 3 plies. | undecided, no loss within 3 plies |
//! | tie, – | Red does not lose; undecided so far whether it wins. | undecided, no loss |
//! | tie, win in 5 | Red does not lose; undecided so far whether it wins, in 5 plies or more. | undecided, no loss, no win within 4 plies |
//! | loss in 4, tie | Red does not win; undecided so far whether Blue does, in 4 plies or more. | undecided, no win, no loss within 3 plies |
//! | tie, draw | Nobody wins; undecided so far whether it is a tie or a draw by endless play. | tie or draw |
//! | win in 41, win in 23 | Red wins, in 23 to 41 plies. | win in 23 to 41 plies |
//! | win in 41, – | Red wins within 41 plies. | win within 41 plies |
//! | a win, win in 23 | Red wins, in 23 plies or more. | win in 23 plies or more |
//! | a win, – | Red wins; how fast is not known yet. | win |
//! | loss in 4, loss in 8 | Blue wins, in 4 to 8 plies. | loss in 4 to 8 plies |
//! | margins -3, +5 | Undecided so far: the margin of Red is between -3 and +5. | undecided (margin -3 to +5) |
//! | margin -3, – | Undecided so far: the margin of Red is -3 or more. | undecided (margin -3 or more) |
//! | margins 0, +5 | Red does not lose; undecided so far whether it wins, by 5 at most. | undecided (margin 0 to +5) |
//! | margins -3, 0 | Red does not win; undecided so far whether Blue does, by 3 at most. | undecided (margin -3 to 0) |
//! | margins +2, +5 | Red wins by 2 to 5. | win (margin +2 to +5) |
//! | –, margin -2 | Blue wins by 2 or more. | loss (margin -2 or less) |
//!
//! In scored games an ending that wins is more than any margin.

use perfectplay_game::{Bounds, Outcome, Value};

/// What two bounds tell that differ.
enum Spread {
    /// Who gets the better of it, for the side to move, in so many plies at the least and at the most.
    Settled(Outcome, Option<u32>, Option<u32>),
    /// Nobody.
    Even,
    /// A margin of so much at the least and at the most.
    Margin(Option<i32>, Option<i32>),
    /// It is open who wins.
    Open {
        /// Whether the side to move can win.
        win: Chance,
        /// Whether the other side can.
        loss: Chance,
    },
}

/// Whether a side can still win.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chance {
    Never,
    /// It cannot force a win within so many plies.
    After(u32),
}

impl Chance {
    /// Of a bound on how well a side does: no better than this.
    fn of(bound: Value) -> Chance {
        match bound {
            Value::Win { .. } => bound.plies().map_or(Chance::Never, |plies| Chance::After(plies.saturating_sub(1))),
            Value::Tie | Value::Draw | Value::Loss { .. } => Chance::Never,
            Value::Margin(_) => Chance::After(0),
        }
    }

    /// "in 5 plies or more", with a comma in front; nothing if it may be at once.
    fn when(self) -> String {
        match self {
            Chance::After(plies @ 1..) => format!(", in {} plies or more", plies + 1),
            _ => String::new(),
        }
    }
}

impl Spread {
    fn of(Bounds { at_least, at_most }: Bounds) -> Spread {
        // every win takes a ply
        let least = |value: Value| value.plies().filter(|&plies| plies > 1);
        match (at_least, at_most) {
            (Value::Win { .. }, Value::Win { .. }) => Spread::Settled(Outcome::Win, least(at_most), at_least.plies()),
            (Value::Loss { .. }, Value::Loss { .. }) => {
                Spread::Settled(Outcome::Loss, least(at_least), at_most.plies())
            }
            (Value::Margin(low), Value::Margin(high)) => Spread::Margin(Some(low), Some(high)),
            (Value::Margin(low), _) => Spread::Margin(Some(low), None),
            (_, Value::Margin(high)) => Spread::Margin(None, Some(high)),
            _ => match (Chance::of(at_most), Chance::of(-at_least)) {
                (Chance::Never, Chance::Never) => Spread::Even,
                (win, loss) => Spread::Open { win, loss },
            },
        }
    }
}

/// What is known of the value of an unfinished position where these two are to move and not, as a sentence; the bounds differ.
pub(crate) fn not_settled(bounds: Bounds, scored: bool, mover: &str, other: &str) -> String {
    let said = match Spread::of(bounds) {
        Spread::Settled(outcome, least, most) => {
            let winner = if outcome == Outcome::Win { mover } else { other };
            match (least, most) {
                (Some(least), Some(most)) => format!("{winner} wins, in {least} to {most} plies"),
                (Some(least), None) => format!("{winner} wins, in {least} plies or more"),
                (None, Some(most)) => format!("{winner} wins within {}", count_plies(most)),
                (None, None) => format!("{winner} wins; how fast is not known yet"),
            }
        }
        // a game that is not over by an ending may be won by a margin, and soon
        Spread::Even | Spread::Open { .. } if scored => UNDECIDED.to_string(),
        Spread::Even => "Nobody wins; undecided so far whether it is a tie or a draw by endless play".to_string(),
        Spread::Margin(low, high) => margins(low, high, mover, other),
        Spread::Open { win, loss } => open(win, loss, mover, other),
    };
    said + "."
}

const UNDECIDED: &str = "Undecided so far";

fn margins(low: Option<i32>, high: Option<i32>, mover: &str, other: &str) -> String {
    let by = |least: i32, most: Option<i32>| match most {
        Some(most) if most == least => format!("by {most}"),
        Some(most) => format!("by {least} to {most}"),
        None => format!("by {least} or more"),
    };
    let at_most = |margin: Option<i32>| margin.map(|margin| format!(", by {margin} at most")).unwrap_or_default();
    let [least_of_other, most_of_other] = [high, low].map(|margin| margin.map(i32::saturating_neg));
    match (low, least_of_other) {
        (Some(least @ 1..), _) => format!("{mover} wins {}", by(least, high)),
        (_, Some(least @ 1..)) => format!("{other} wins {}", by(least, most_of_other)),
        (Some(0), _) => format!("{mover} does not lose; undecided so far whether it wins{}", at_most(high)),
        (_, Some(0)) => {
            format!("{mover} does not win; undecided so far whether {other} does{}", at_most(most_of_other))
        }
        _ => match (low.map(signed), high.map(signed)) {
            (Some(low), Some(high)) => {
                format!("{UNDECIDED}: the margin of {mover} is between {low} and {high}")
            }
            (Some(low), None) => format!("{UNDECIDED}: the margin of {mover} is {low} or more"),
            (None, Some(high)) => format!("{UNDECIDED}: the margin of {mover} is {high} or less"),
            (None, None) => UNDECIDED.to_string(),
        },
    }
}

fn open(win: Chance, loss: Chance, mover: &str, other: &str) -> String {
    let cannot = |who: &str, plies: u32| format!("{UNDECIDED}: {who} cannot force a win within {}", count_plies(plies));
    match (win, loss) {
        (_, Chance::Never) => format!("{mover} does not lose; undecided so far whether it wins{}", win.when()),
        (Chance::Never, _) => format!("{mover} does not win; undecided so far whether {other} does{}", loss.when()),
        (Chance::After(0), Chance::After(0)) => UNDECIDED.to_string(),
        (Chance::After(plies), Chance::After(0)) => cannot(mover, plies),
        (Chance::After(0), Chance::After(plies)) => cannot(other, plies),
        (Chance::After(of_mover), Chance::After(of_other)) => {
            let both = of_mover.min(of_other);
            let longer = match of_mover.cmp(&of_other) {
                std::cmp::Ordering::Equal => String::new(),
                std::cmp::Ordering::Greater => format!(", nor {mover} within {of_mover}"),
                std::cmp::Ordering::Less => format!(", nor {other} within {of_other}"),
            };
            format!("{UNDECIDED}: neither side can force a win within {}{longer}", count_plies(both))
        }
    }
}

/// Bounds in short, for the side to move: "win in 3 to 7 plies", "undecided, no loss". A value that is known is said as it is. (In scored
/// games a win or loss of which no margin is told is one by an ending.)
pub fn between(bounds: Bounds) -> String {
    if let Some(value) = bounds.value() {
        return in_short(value);
    }
    match Spread::of(bounds) {
        Spread::Settled(outcome, least, most) => {
            let name = outcome.name();
            match (least, most) {
                (Some(least), Some(most)) => format!("{name} in {least} to {most} plies"),
                (Some(least), None) => format!("{name} in {least} plies or more"),
                (None, Some(most)) => format!("{name} within {}", count_plies(most)),
                (None, None) => name.to_string(),
            }
        }
        Spread::Even => "tie or draw".to_string(),
        Spread::Margin(low, high) => {
            let outcome = bounds.outcome().map_or("undecided", Outcome::name);
            match (low.map(signed), high.map(signed)) {
                (Some(low), Some(high)) => format!("{outcome} (margin {low} to {high})"),
                (Some(low), None) => format!("{outcome} (margin {low} or more)"),
                (None, Some(high)) => format!("{outcome} (margin {high} or less)"),
                (None, None) => outcome.to_string(),
            }
        }
        Spread::Open { win: Chance::After(plies @ 1..), loss } if loss == Chance::After(plies) => {
            format!("undecided, no win or loss within {}", count_plies(plies))
        }
        Spread::Open { win, loss } => {
            let fact = |name: &str, chance: Chance| match chance {
                Chance::Never => format!(", no {name}"),
                Chance::After(0) => String::new(),
                Chance::After(plies) => format!(", no {name} within {}", count_plies(plies)),
            };
            match loss {
                Chance::Never => format!("undecided{}{}", fact("loss", loss), fact("win", win)),
                _ => format!("undecided{}{}", fact("win", win), fact("loss", loss)),
            }
        }
    }
}

/// A value in short: "win in 3 plies", "loss (margin -2)", "tie".
pub fn in_short(value: Value) -> String {
    match value {
        Value::Margin(0) => Value::Tie.to_string(),
        Value::Margin(_) => format!("{} ({value})", value.outcome().name()),
        _ => value.to_string(),
    }
}

/// "-3", "0" or "+5".
fn signed(margin: i32) -> String {
    if margin == 0 { "0".to_string() } else { format!("{margin:+}") }
}

/// "1 ply" or "3 plies".
pub(crate) fn count_plies(plies: u32) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::MARGIN_LIMIT;

    /// A text without its numbers, and the numbers.
    fn apart(text: &str) -> (String, Vec<i32>) {
        let (mut rest, mut numbers) = (String::new(), vec![]);
        for word in text.split(' ') {
            let number = word.trim_matches(['.', ',', '(', ')']);
            match number.parse() {
                Ok(found) => {
                    numbers.push(found);
                    rest += &word.replace(number, "#");
                }
                Err(_) => rest += word,
            }
            rest.push(' ');
        }
        (rest.trim_end().replace("ply", "plies"), numbers)
    }

    /// Whether what is said leaves room for a value.
    fn leaves(said: &str, value: Value) -> bool {
        let (text, numbers) = apart(said);
        let (won, lost) = (value.outcome() == Outcome::Win, value.outcome() == Outcome::Loss);
        // an ending that wins is more than any margin
        let margin = value.margin().unwrap_or(if won { MARGIN_LIMIT } else { -MARGIN_LIMIT });
        let within = |plies: i32| value.plies().is_some_and(|taken| taken <= plies as u32);
        let (red_within, blue_within) = (|plies| won && within(plies), |plies| lost && within(plies));
        let no_sooner = |plies: i32| value.plies().is_some_and(|taken| taken >= plies as u32);
        match (&text[..], &numbers[..]) {
            ("Undecided so far." | "undecided", []) => true,
            ("Undecided so far: neither side can force a win within # plies.", &[n])
            | ("undecided, no win or loss within # plies", &[n]) => !within(n),
            ("Undecided so far: neither side can force a win within # plies, nor Red within #.", &[n, more])
            | ("undecided, no win within # plies, no loss within # plies", &[more, n])
                if more > n =>
            {
                !within(n) && !red_within(more)
            }
            ("Undecided so far: neither side can force a win within # plies, nor Blue within #.", &[n, more])
            | ("undecided, no win within # plies, no loss within # plies", &[n, more]) => {
                !within(n) && !blue_within(more)
            }
            ("Undecided so far: Red cannot force a win within # plies.", &[n])
            | ("undecided, no win within # plies", &[n]) => !red_within(n),
            ("Undecided so far: Blue cannot force a win within # plies.", &[n])
            | ("undecided, no loss within # plies", &[n]) => !blue_within(n),
            ("Red does not lose; undecided so far whether it wins." | "undecided, no loss", []) => !lost,
            ("Red does not lose; undecided so far whether it wins, in # plies or more.", &[n]) => {
                !lost && (!won || no_sooner(n))
            }
            ("undecided, no loss, no win within # plies", &[n]) => !lost && !red_within(n),
            ("Red does not win; undecided so far whether Blue does." | "undecided, no win", []) => !won,
            ("Red does not win; undecided so far whether Blue does, in # plies or more.", &[n]) => {
                !won && (!lost || no_sooner(n))
            }
            ("undecided, no win, no loss within # plies", &[n]) => !won && !blue_within(n),
            ("Nobody wins; undecided so far whether it is a tie or a draw by endless play." | "tie or draw", []) => {
                !won && !lost
            }
            ("Red wins, in # to # plies." | "win in # to # plies", &[n, m]) => won && no_sooner(n) && within(m),
            ("Red wins within # plies." | "win within # plies", &[m]) => won && within(m),
            ("Red wins, in # plies or more." | "win in # plies or more", &[n]) => won && no_sooner(n),
            ("Red wins; how fast is not known yet." | "win", []) => won && value.plies().is_some(),
            ("Blue wins, in # to # plies." | "loss in # to # plies", &[n, m]) => lost && no_sooner(n) && within(m),
            ("Blue wins within # plies." | "loss within # plies", &[m]) => lost && within(m),
            ("Blue wins, in # plies or more." | "loss in # plies or more", &[n]) => lost && no_sooner(n),
            ("Blue wins; how fast is not known yet." | "loss", []) => lost && value.plies().is_some(),
            ("Undecided so far: the margin of Red is between # and #.", &[low, high])
            | ("undecided (margin # to #)", &[low, high]) => (low..=high).contains(&margin),
            ("Undecided so far: the margin of Red is # or more." | "undecided (margin # or more)", &[low]) => {
                margin >= low
            }
            ("Undecided so far: the margin of Red is # or less." | "undecided (margin # or less)", &[high]) => {
                margin <= high
            }
            ("Red does not lose; undecided so far whether it wins, by # at most.", &[most]) => {
                !lost && (0..=most).contains(&margin)
            }
            ("Red does not win; undecided so far whether Blue does, by # at most.", &[most]) => {
                !won && (-most..=0).contains(&margin)
            }
            ("Red wins by # to #.", &[low, high]) | ("win (margin # to #)", &[low, high]) if low > 0 => {
                (low..=high).contains(&margin)
            }
            ("Red wins by # or more." | "win (margin # or more)", &[low]) if low > 0 => margin >= low,
            ("Blue wins by # to #.", &[least, most]) if least > 0 => (-most..=-least).contains(&margin),
            ("loss (margin # to #)", &[low, high]) if high < 0 => (low..=high).contains(&margin),
            ("Blue wins by # or more.", &[least]) if least > 0 => margin <= -least,
            ("loss (margin # or less)", &[high]) if high < 0 => margin <= high,
            _ => panic!("{said}"),
        }
    }

    /// The bounds that differ, of these values.
    fn bounds(values: &[Value]) -> impl Iterator<Item = Bounds> {
        let pairs = values.iter().flat_map(|&at_least| values.iter().map(move |&at_most| (at_least, at_most)));
        let can_be = |(at_least, at_most): &(Value, Value)| at_least != at_most && at_least.worth() <= at_most.worth();
        pairs.filter(can_be).map(|(at_least, at_most)| Bounds { at_least, at_most })
    }

    fn allows(bounds: Bounds, value: Value) -> bool {
        (bounds.at_least.worth()..=bounds.at_most.worth()).contains(&value.worth())
    }

    fn ends(plies: impl IntoIterator<Item = u32>) -> Vec<Value> {
        plies.into_iter().flat_map(|plies| [Value::Loss { plies }, Value::Win { plies }]).collect()
    }

    #[test]
    fn what_is_said_is_what_bounds_allow() {
        const MOST: u32 = 6;
        let whenever = MARGIN_LIMIT as u32;
        let said = [ends((0..=MOST).chain([whenever])), vec![Value::Tie, Value::Draw]].concat();
        let possible = [ends(1..=MOST), vec![Value::Tie, Value::Draw]].concat();
        for bounds in bounds(&said) {
            let sentence = not_settled(bounds, false, "Red", "Blue");
            let short = between(bounds);
            for &value in &possible {
                assert_eq!(leaves(&sentence, value), allows(bounds, value), "{bounds:?}: {sentence} {value}");
                assert_eq!(leaves(&short, value), allows(bounds, value), "{bounds:?}: {short} {value}");
            }
        }
    }

    #[test]
    fn what_is_said_of_scored_games_is_what_bounds_allow() {
        let margins: Vec<Value> = (-5..=5).map(Value::Margin).collect();
        let possible = [ends(1..=3), margins.clone()].concat();
        for bounds in bounds(&[&[Value::WORST, Value::BEST], &margins[..]].concat()) {
            let sentence = not_settled(bounds, true, "Red", "Blue");
            let short = between(bounds);
            for &value in &possible {
                assert_eq!(leaves(&sentence, value), allows(bounds, value), "{bounds:?}: {sentence} {value}");
                assert_eq!(leaves(&short, value), allows(bounds, value), "{bounds:?}: {short} {value}");
            }
        }
        // of endings that come late it is not said when, but nothing that is wrong
        for bounds in bounds(&[ends((0..=3).chain([MARGIN_LIMIT as u32])), margins].concat()) {
            let sentence = not_settled(bounds, true, "Red", "Blue");
            let is_possible = |value: &&Value| allows(bounds, **value);
            for &value in possible.iter().filter(is_possible) {
                assert!(leaves(&sentence, value), "{bounds:?}: {sentence} {value}");
            }
        }
    }

    #[test]
    fn it_is_said_as_a_person_would() {
        let (loss, win) = (|plies| Value::Loss { plies }, |plies| Value::Win { plies });
        for (at_least, at_most, expected) in [
            (loss(4), win(4), "Undecided so far: neither side can force a win within 3 plies."),
            (loss(4), win(5), "Undecided so far: neither side can force a win within 3 plies, nor Red within 4."),
            (win(41), win(23), "Red wins, in 23 to 41 plies."),
            (Value::Tie, win(0), "Red does not lose; undecided so far whether it wins."),
            (loss(0), Value::Draw, "Red does not win; undecided so far whether Blue does."),
            (loss(2), win(1), "Undecided so far: Blue cannot force a win within 1 ply."),
        ] {
            assert_eq!(not_settled(Bounds { at_least, at_most }, false, "Red", "Blue"), expected);
        }
        let exactly = |value| between(Bounds::exactly(value));
        assert_eq!(exactly(Value::Margin(-2)), "loss (margin -2)");
        assert_eq!([Value::Margin(0), win(1), Value::Draw].map(exactly), ["tie", "win in 1 ply", "draw"]);
    }
}
