//! What is said about a move of the person that gave something away, if both values are proved.

use super::opponent::favourite;
use super::paint::Tone;
use perfectplay::{Bounds, Outcome, Report, Value};

/// What the person could have had, and has now.
struct GivenAway<'l> {
    /// What was shown of the position before the move, for the person.
    before: Bounds,
    /// What was shown of the move.
    after: Bounds,
    /// The better move.
    better: &'l str,
    opponent: &'l str,
    /// The move has ended the game.
    is_over: bool,
}

/// A remark on the move that the person made where the report was known, if it was not as good as others.
pub fn remark(report: &Report, played: &str, opponent: &str, is_over: bool) -> Option<(Tone, String)> {
    let after = report.moves.iter().find(|mv| mv.mv == played)?.bounds;
    let better = favourite(report)?;
    let others = report.best.iter().filter(|best| **best != better.mv).count();
    let better = match others {
        0 => better.mv.clone(),
        _ => format!("{} (or {others} more)", better.mv),
    };
    GivenAway { before: report.bounds, after, better: &better, opponent, is_over }.words()
}

impl GivenAway<'_> {
    fn words(&self) -> Option<(Tone, String)> {
        let (had, has) = (self.before.at_least, self.after.at_most);
        if has.worth() >= had.worth() {
            return None;
        }
        if rank(has) < rank(had) {
            let now = self.now().map(|now| format!("; {now}")).unwrap_or_default();
            return Some((Tone::Bad, format!("That was a mistake: {}{now}.", self.could())));
        }
        // how fast or by how much is known only of exact values
        let (had, has) = (self.before.value()?, self.after.value()?);
        let with = format!("with {}", self.better);
        let words = match (had, has) {
            (Value::Win { .. }, Value::Win { .. }) => {
                format!("There was a faster win: in {} {with}, not {}.", plies(had)?, has.plies()?)
            }
            (Value::Loss { .. }, Value::Loss { .. }) => {
                format!("You could have held out longer: for {} {with}, not {}.", plies(had)?, has.plies()?)
            }
            (Value::Margin(had), Value::Margin(has)) => match had > 0 {
                true => format!("You could have won by {had} {with}; now it is by {has}."),
                false => format!("You could have lost by only {} {with}; now it is by {}.", -had, -has),
            },
            _ => return None,
        };
        Some((Tone::Doubtful, words))
    }

    /// What could have been had.
    fn could(&self) -> String {
        let (value, with) = (self.before.value(), self.better);
        match self.before.at_least.outcome() {
            Outcome::Tie if value.is_none() => format!("at least a tie was to be had with {with}"),
            Outcome::Tie => format!("you could have had a tie with {with}"),
            Outcome::Draw => format!("you could have had a draw by endless play with {with}"),
            _ => format!("you could have won{} with {with}", value.map(extent).unwrap_or_default()),
        }
    }

    /// What there is now instead.
    fn now(&self) -> Option<String> {
        let value = self.after.value().map(one_ply_later);
        match self.after.outcome() {
            _ if self.is_over => None,
            Some(Outcome::Loss) => Some(format!("now {} wins{}", self.opponent, value.map(extent).unwrap_or_default())),
            Some(Outcome::Tie) => Some("now it is a tie".to_string()),
            Some(Outcome::Draw) => Some("now it is a draw by endless play".to_string()),
            _ => Some("now it is a tie at best".to_string()),
        }
    }
}

/// Who gets the better of it, as a number; a tie and a draw are equally good.
fn rank(value: Value) -> i32 {
    match value.outcome() {
        Outcome::Loss => -1,
        Outcome::Tie | Outcome::Draw => 0,
        Outcome::Win => 1,
    }
}

/// How fast or by how much somebody wins: " in 7 plies", " by 3".
fn extent(value: Value) -> String {
    match value.margin() {
        Some(margin) => format!(" by {}", margin.abs()),
        None => plies(value).map(|plies| format!(" in {plies}")).unwrap_or_default(),
    }
}

fn plies(value: Value) -> Option<String> {
    value.plies().map(|plies| format!("{plies} {}", if plies == 1 { "ply" } else { "plies" }))
}

fn one_ply_later(value: Value) -> Value {
    match value {
        Value::Loss { plies } => Value::Loss { plies: plies.saturating_sub(1) },
        Value::Win { plies } => Value::Win { plies: plies.saturating_sub(1) },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: fn(u32) -> Value = |plies| Value::Win { plies };
    const LOSS: fn(u32) -> Value = |plies| Value::Loss { plies };

    fn words(before: Bounds, after: Bounds) -> Option<String> {
        let given = GivenAway { before, after, better: "4", opponent: "Yellow", is_over: false };
        given.words().map(|(_, words)| words)
    }

    fn exact(before: Value, after: Value) -> String {
        words(Bounds::exactly(before), Bounds::exactly(after)).unwrap_or_default()
    }

    #[test]
    fn a_half_point_or_more_is_a_mistake() {
        assert_eq!(
            exact(WIN(7), Value::Tie),
            "That was a mistake: you could have won in 7 plies with 4; now it is a tie."
        );
        assert_eq!(
            exact(WIN(1), LOSS(2)),
            "That was a mistake: you could have won in 1 ply with 4; now Yellow wins in 1 ply."
        );
        assert_eq!(
            exact(Value::Draw, LOSS(9)),
            "That was a mistake: you could have had a draw by endless play with 4; now Yellow wins in 8 plies."
        );
        assert_eq!(
            exact(Value::Margin(3), Value::Margin(-1)),
            "That was a mistake: you could have won by 3 with 4; now Yellow wins by 1."
        );
        let ended = GivenAway {
            before: Bounds::exactly(Value::Tie),
            after: Bounds::exactly(LOSS(1)),
            better: "4",
            opponent: "Yellow",
            is_over: true,
        };
        assert_eq!(ended.words().unwrap().1, "That was a mistake: you could have had a tie with 4.");
    }

    #[test]
    fn what_is_slower_or_smaller_is_told_mildly() {
        assert_eq!(exact(WIN(7), WIN(11)), "There was a faster win: in 7 plies with 4, not 11.");
        assert_eq!(exact(LOSS(12), LOSS(6)), "You could have held out longer: for 12 plies with 4, not 6.");
        assert_eq!(exact(Value::Margin(3), Value::Margin(1)), "You could have won by 3 with 4; now it is by 1.");
        assert_eq!(
            exact(Value::Margin(-1), Value::Margin(-3)),
            "You could have lost by only 1 with 4; now it is by 3."
        );
    }

    #[test]
    fn nothing_is_said_of_what_is_not_proved_or_not_worse() {
        for (before, after) in [(WIN(7), WIN(7)), (Value::Tie, Value::Draw), (LOSS(4), LOSS(4))] {
            assert_eq!(exact(before, after), "");
        }
        let some = |at_least, at_most| Bounds { at_least, at_most };
        assert_eq!(words(Bounds::UNKNOWN, Bounds::exactly(Value::Tie)), None);
        assert_eq!(words(some(Value::Tie, WIN(9)), some(LOSS(4), Value::Tie)), None);
        // wins whose lengths are not known
        assert_eq!(words(some(WIN(20), WIN(5)), some(WIN(40), WIN(22))), None);
        // who wins may be known where it is not known how fast
        assert_eq!(
            words(some(WIN(20), WIN(5)), some(LOSS(4), Value::Tie)).unwrap(),
            "That was a mistake: you could have won with 4; now it is a tie at best."
        );
        assert_eq!(
            words(some(Value::Tie, WIN(5)), some(LOSS(4), LOSS(10))).unwrap(),
            "That was a mistake: at least a tie was to be had with 4; now Yellow wins."
        );
    }
}
