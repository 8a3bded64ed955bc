//! What a certificate claims: one side of a position gets at least so much.

use perfectplay_game::{Notation, Outcome, Record, Value};
use serde::{Deserialize, Serialize};

/// One of the two sides of a position gets at least so much, whatever the other one does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// Whose claim it is.
    pub side: Side,
    /// What that side gets, or better.
    #[serde(flatten)]
    pub gets: Gets,
}

/// A side of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side to move.
    Mover,
    /// The other one.
    Other,
}

/// What a side can be sure of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "gets", rename_all = "kebab-case")]
pub enum Gets {
    /// It wins, if `within` is given in so many plies at the most.
    Win {
        /// Plies from the position on.
        #[serde(skip_serializing_if = "Option::is_none")]
        within: Option<u32>,
    },
    /// It does not lose, if `within` is given not in so many plies.
    NotLoss {
        /// Plies from the position on.
        #[serde(skip_serializing_if = "Option::is_none")]
        within: Option<u32>,
    },
    /// Its final margin is at least this (scored games), counting what was gained before the position.
    Margin {
        /// The margin.
        at_least: i32,
    },
}

impl Claim {
    /// The worth that the side has to get from the position on, if it leads by so much there; `None` if the numbers are
    /// larger than values can be.
    pub fn need(self, scored: bool, lead_of_mover: i32) -> Option<i32> {
        let lead = if self.side == Side::Mover { lead_of_mover } else { lead_of_mover.checked_neg()? };
        let margin = |margin: i32| {
            let value = Value::Margin(margin.checked_sub(lead)?);
            (value.margin() == Some(value.worth())).then_some(value.worth())
        };
        let of_plies = |value: Value| (value.plies()? < LONGEST).then_some(value.worth());
        match self.gets {
            Gets::Win { within: Some(plies) } => of_plies(Value::Win { plies }),
            Gets::NotLoss { within: Some(plies) } => of_plies(Value::Loss { plies: plies.checked_add(1)? }),
            Gets::Win { within: None } if scored => margin(1),
            Gets::Win { within: None } => Some(1),
            Gets::NotLoss { within: None } if scored => margin(0),
            Gets::NotLoss { within: None } => Some(0),
            Gets::Margin { at_least } if scored => margin(at_least),
            Gets::Margin { .. } => None,
        }
    }

    /// The claims that make up a value of the position, the gains before it counted in: at least, and at most. A game
    /// that is over needs no second one.
    pub fn of_value(value: Value) -> Vec<Claim> {
        let not_before = |plies: u32| plies.checked_sub(1).map(|plies| Gets::NotLoss { within: Some(plies) });
        let [mover, other] = match value {
            Value::Win { plies } => [Some(Gets::Win { within: Some(plies) }), not_before(plies)],
            Value::Loss { plies } => [not_before(plies), Some(Gets::Win { within: Some(plies) })],
            Value::Tie | Value::Draw => [Some(Gets::NotLoss { within: None }); 2],
            Value::Margin(margin) => [margin, -margin].map(|at_least| Some(Gets::Margin { at_least })),
        };
        let of = |side, gets: Option<Gets>| gets.map(|gets| Claim { side, gets });
        of(Side::Mover, mover).into_iter().chain(of(Side::Other, other)).collect()
    }

    /// The claims that make up an outcome for the side to move.
    pub fn of_outcome(outcome: Outcome) -> Vec<Claim> {
        let win = Gets::Win { within: None };
        let not_loss = Gets::NotLoss { within: None };
        match outcome {
            Outcome::Win => vec![Claim { side: Side::Mover, gets: win }],
            Outcome::Loss => vec![Claim { side: Side::Other, gets: win }],
            Outcome::Tie | Outcome::Draw => {
                [Side::Mover, Side::Other].map(|side| Claim { side, gets: not_loss }).to_vec()
            }
        }
    }

    /// The claim in words: "Red, to move, wins within 17 plies".
    pub fn sentence<G: Notation>(self, game: &G, record: &Record<G>) -> String {
        let mover = game.turn(record.position());
        let who = match self.side {
            Side::Mover => format!("{}, to move,", game.player_name(mover)),
            Side::Other => format!("{}, not to move,", game.player_name(mover.other())),
        };
        let plies = |n: u32| format!("{n} {}", if n == 1 { "ply" } else { "plies" });
        match self.gets {
            Gets::Win { within: None } => format!("{who} wins"),
            Gets::Win { within: Some(n) } => format!("{who} wins within {}", plies(n)),
            Gets::NotLoss { within: None } => format!("{who} does not lose"),
            Gets::NotLoss { within: Some(n) } => format!("{who} does not lose within {}", plies(n)),
            Gets::Margin { at_least } => format!("{who} gets a margin of at least {at_least:+}"),
        }
    }
}

/// Claims may speak of fewer plies than this.
const LONGEST: u32 = 1 << 28;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_are_worths() {
        let need = |gets, scored, lead| Claim { side: Side::Other, gets }.need(scored, lead);
        assert_eq!(need(Gets::Win { within: None }, false, 0), Some(1));
        assert_eq!(need(Gets::Win { within: Some(3) }, false, 0), Some(Value::Win { plies: 3 }.worth()));
        assert_eq!(need(Gets::NotLoss { within: Some(3) }, false, 0), Some(Value::Loss { plies: 4 }.worth()));
        assert_eq!(need(Gets::NotLoss { within: None }, true, 2), Some(2), "the other side is behind by two");
        assert_eq!(need(Gets::Margin { at_least: 5 }, true, -4), Some(1));
    }

    #[test]
    fn numbers_that_are_too_large_have_no_need() {
        for gets in [
            Gets::Win { within: Some(u32::MAX) },
            Gets::NotLoss { within: Some(u32::MAX) },
            Gets::Margin { at_least: i32::MAX },
            Gets::Margin { at_least: i32::MIN + 1 },
        ] {
            for side in [Side::Mover, Side::Other] {
                assert_eq!(Claim { side, gets }.need(true, 0), None, "{gets:?}");
                assert_eq!(Claim { side, gets }.need(true, -1), None, "{gets:?}");
            }
        }
    }
}
