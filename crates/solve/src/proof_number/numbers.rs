//! How far a question is from an answer.

use perfectplay_game::{Hints, Target, Value};
use serde::{Deserialize, Serialize};

/// How far a question is from an answer: a lower estimate of the positions that have to be settled for a yes and for a no.
/// Zero and [`NEVER`] are the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ProofNumbers {
    pub yes: u32,
    pub no: u32,
}

/// No amount of work shows it, because the opposite is shown.
pub(super) const NEVER: u32 = u32::MAX;

/// Not looked up yet.
pub(super) const UNKNOWN: ProofNumbers = ProofNumbers { yes: NEVER, no: NEVER };

/// The largest number of an open question.
pub(super) const MOST: u32 = u32::MAX / 4;

impl ProofNumbers {
    pub const YES: ProofNumbers = ProofNumbers { yes: 0, no: NEVER };
    pub const NO: ProofNumbers = ProofNumbers { yes: NEVER, no: 0 };

    pub fn answer(self) -> Option<bool> {
        match self {
            ProofNumbers { yes: 0, .. } => Some(true),
            ProofNumbers { no: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The same question asked by the other side.
    pub fn turned(self) -> ProofNumbers {
        ProofNumbers { yes: self.no, no: self.yes }
    }

    /// The same from the view of the side that made the move.
    #[inline]
    pub fn seen_from_before(self, again: bool) -> ProofNumbers {
        if again { self } else { self.turned() }
    }
}

/// The numbers of a question nothing is known of: one move for a yes, all moves for a no; and the further away a win can be
/// seen to be, the harder it is to show. If plies are counted, an answer is the further away the more of them there are to spare.
#[inline]
pub(super) fn first_guess<G: Hints>(game: &G, position: &G::Position, target: Target) -> ProofNumbers {
    const PER_PLY_TO_SPARE: u32 = 32;
    const PER_PLY_NEEDED: u32 = 8;
    const MOST_PLIES: u32 = 1 << 16;
    let mover = game.turn(position);
    let moves = game.moves(position).count().max(1) as u32;
    let winner = if target.takes_a_win() { mover } else { mover.other() };
    let least = game.least_plies_to_win(position, winner).min(MOST_PLIES);
    let within = |plies: u32| (PER_PLY_NEEDED * least, PER_PLY_TO_SPARE * plies.min(MOST_PLIES).saturating_sub(least));
    let (win, no_win) = match Value::from_worth(target.worth(), false) {
        Value::Win { plies } => within(plies),
        Value::Loss { plies } => within(plies - 1),
        _ => (least, 0),
    };
    let (yes, no) = if winner == mover { (win, no_win) } else { (no_win, win) };
    ProofNumbers { yes: 1 + yes, no: moves + no }
}
