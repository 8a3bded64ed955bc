//! What a certificate claims: one side of a position gets at least so much.

use crate::Demand;
use perfectplay_game::{Bounds, Game, Notation, Outcome, Record, Target, Value};
use serde::{Deserialize, Serialize};
use thiserror::Error;

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

/// Why a claim says nothing about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum UnfitClaim {
    /// A win by margin has no place among wins by plies: neither is more than the other.
    #[error(
        "expected a claim without plies, because the game is scored and plies and margins have no common order, \
         found one within {plies} plies"
    )]
    PliesInScoredGame {
        /// The plies.
        plies: u32,
    },
    /// The game has no margins.
    #[error("expected a claim about a win or a loss, because the game is not scored, found one about a margin")]
    MarginWithoutScores,
    /// The walk could go round and round, and gain each time.
    #[error("expected a game with layers, because the game is scored, found one without")]
    ScoredCycle,
    /// No value is that large.
    #[error("expected numbers that values can have, found larger ones")]
    TooLarge,
}

impl Claim {
    /// What the claim demands at the position that a record has reached. This is where a claim gets its meaning: engines,
    /// writers and checkers all begin here.
    ///
    /// # Errors
    ///
    /// If the claim says nothing about the game.
    pub fn demand<G: Game>(self, game: &G, record: &Record<G>) -> Result<Demand<G::Position>, UnfitClaim> {
        let position = record.position().clone();
        let claimants_turn = self.side == Side::Mover;
        let need = match game.scored() {
            true if game.layer(&position).is_none() => return Err(UnfitClaim::ScoredCycle),
            true => {
                let lead_of_mover = record.lead(game);
                let lead = if claimants_turn { lead_of_mover } else { lead_of_mover.saturating_neg() };
                self.gets.margin_needed()?.checked_sub(lead).and_then(margin_target).ok_or(UnfitClaim::TooLarge)?
            }
            false => self.gets.target()?,
        };
        Ok(Demand { position, claimants_turn, need })
    }

    /// The claims that make up what is known of a position, the gains before it counted in: its value, or who wins if that is
    /// all; none if that is not known either.
    pub fn of_bounds(bounds: Bounds, scored: bool) -> Vec<Claim> {
        match bounds.value() {
            // how many plies a win by an ending takes cannot be claimed there
            Some(value) if !scored || value.margin().is_some() => Claim::of_value(value),
            _ => bounds.outcome().map_or(vec![], Claim::of_outcome),
        }
    }

    /// At least, and at most. A game that is over needs no second claim.
    fn of_value(value: Value) -> Vec<Claim> {
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

impl Gets {
    /// In a scored game: the final margin that is enough.
    fn margin_needed(self) -> Result<i32, UnfitClaim> {
        match self {
            Gets::Win { within: Some(plies) } | Gets::NotLoss { within: Some(plies) } => {
                Err(UnfitClaim::PliesInScoredGame { plies })
            }
            Gets::Win { within: None } => Ok(1),
            Gets::NotLoss { within: None } => Ok(0),
            Gets::Margin { at_least } => Ok(at_least),
        }
    }

    /// In a game without scores: what is enough.
    fn target(self) -> Result<Target, UnfitClaim> {
        let of_plies = |value: Value| match value.plies() {
            Some(plies) if plies < LONGEST => Ok(Target::of(value)),
            _ => Err(UnfitClaim::TooLarge),
        };
        match self {
            Gets::Win { within: Some(plies) } => of_plies(Value::Win { plies }),
            Gets::NotLoss { within: Some(plies) } => of_plies(Value::Loss { plies: plies.saturating_add(1) }),
            Gets::Win { within: None } => Ok(Target::WIN),
            Gets::NotLoss { within: None } => Ok(Target::NOT_LOSS),
            Gets::Margin { .. } => Err(UnfitClaim::MarginWithoutScores),
        }
    }
}

/// To get a margin, if values can have it.
fn margin_target(margin: i32) -> Option<Target> {
    let target = Target::of(Value::Margin(margin));
    (target.worth() == margin).then_some(target)
}

/// Claims may speak of fewer plies than this.
const LONGEST: u32 = 1 << 28;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_by_an_ending_in_a_scored_game_are_claimed_without_plies() {
        let won = Bounds::exactly(Value::Win { plies: 3 });
        let mover = |gets| Claim { side: Side::Mover, gets };
        assert_eq!(Claim::of_bounds(won, true), [mover(Gets::Win { within: None })]);
        assert_eq!(Claim::of_bounds(won, false)[0], mover(Gets::Win { within: Some(3) }));
        let led = Bounds::exactly(Value::Margin(3));
        assert_eq!(Claim::of_bounds(led, true)[0], mover(Gets::Margin { at_least: 3 }));
        assert_eq!(Claim::of_bounds(Bounds::UNKNOWN, true), []);
    }

    #[test]
    fn numbers_that_are_too_large_are_refused() {
        let (win, not_loss) =
            (|plies| Gets::Win { within: Some(plies) }, |plies| Gets::NotLoss { within: Some(plies) });
        for gets in [win(u32::MAX), win(LONGEST), not_loss(u32::MAX), not_loss(LONGEST - 1)] {
            assert_eq!(gets.target(), Err(UnfitClaim::TooLarge), "{gets:?}");
        }
        for gets in [win(LONGEST - 1), not_loss(LONGEST - 2)] {
            assert!(gets.target().is_ok(), "{gets:?}");
        }
        for margin in [i32::MAX, i32::MIN, 1 << 29, -(1 << 29)] {
            assert_eq!(margin_target(margin), None, "{margin}");
        }
    }
}
