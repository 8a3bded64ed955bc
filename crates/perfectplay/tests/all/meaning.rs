//! What claims mean, by brute force: whether one side can play so that every game ends as claimed. It knows nothing of worths,
//! bounds and targets; the fuzz target for certificates uses it, too.

use perfectplay_check::{Claim, Gets, Side};
use perfectplay_game::{Ending, Game, Player, Record};
use std::collections::HashMap;

/// Whether a claim about the position that a record has reached is true; `None` if it says nothing about the game. Games
/// that are scored must end; the others have at most `most_positions`.
pub fn holds<G: Game>(game: &G, record: &Record<G>, claim: Claim, most_positions: u32) -> Option<bool> {
    let mover = game.turn(record.position());
    let claimant = if claim.side == Side::Mover { mover } else { mover.other() };
    match (claim.gets, game.scored()) {
        (Gets::Win { within: Some(_) } | Gets::NotLoss { within: Some(_) }, true) | (Gets::Margin { .. }, false) => {
            None
        }
        (gets, true) => {
            let enough = |margin: i32| match gets {
                Gets::Win { .. } => margin > 0,
                Gets::NotLoss { .. } => margin >= 0,
                Gets::Margin { at_least } => margin >= at_least,
            };
            let lead = if claimant == Player::First { 1 } else { -1 } * record.first_players_lead();
            Some(gets_enough(game, claimant, record.position(), lead, &enough, &mut HashMap::new()))
        }
        (gets, false) => {
            // a win that can be forced at all never goes through a position twice
            let ever = 2 * most_positions;
            let wins = |player, plies| wins_within(game, player, record.position(), plies, &mut HashMap::new());
            Some(match gets {
                Gets::Win { within } => wins(claimant, within.unwrap_or(ever).min(ever)),
                Gets::NotLoss { within } => !wins(claimant.other(), within.unwrap_or(ever).min(ever)),
                Gets::Margin { .. } => unreachable!(),
            })
        }
    }
}

/// Who has won a finished game, if anyone has by the ending itself.
fn winner<G: Game>(game: &G, position: &G::Position) -> Option<Option<Player>> {
    let turn = game.turn(position);
    Some(match game.ending(position)? {
        Ending::Win => Some(turn),
        Ending::Loss => Some(turn.other()),
        Ending::Tie => None,
    })
}

type Known<G, K> = HashMap<(<G as Game>::Position, K), bool>;

/// Whether a player can win in so many plies, whatever the other one does.
fn wins_within<G: Game>(
    game: &G,
    player: Player,
    position: &G::Position,
    plies: u32,
    known: &mut Known<G, u32>,
) -> bool {
    if let Some(winner) = winner(game, position) {
        return winner == Some(player);
    }
    if plies == 0 {
        return false;
    }
    if let Some(&known) = known.get(&(position.clone(), plies)) {
        return known;
    }
    let mut wins = |mv| wins_within(game, player, &game.play(position, mv).position, plies - 1, known);
    let found = match game.turn(position) == player {
        true => game.moves(position).any(&mut wins),
        false => game.moves(position).all(&mut wins),
    };
    known.insert((position.clone(), plies), found);
    found
}

/// Whether a player who leads by so much can get a final margin that is enough, or win by an ending.
fn gets_enough<G: Game>(
    game: &G,
    player: Player,
    position: &G::Position,
    lead: i32,
    enough: &dyn Fn(i32) -> bool,
    known: &mut Known<G, i32>,
) -> bool {
    if let Some(winner) = winner(game, position) {
        return winner.map_or_else(|| enough(lead), |winner| winner == player);
    }
    if let Some(&known) = known.get(&(position.clone(), lead)) {
        return known;
    }
    let is_own = game.turn(position) == player;
    let mut gets = |mv| {
        let step = game.play(position, mv);
        let lead = if is_own { lead + step.gain } else { lead - step.gain };
        gets_enough(game, player, &step.position, lead, enough, known)
    };
    let found = if is_own { game.moves(position).any(&mut gets) } else { game.moves(position).all(&mut gets) };
    known.insert((position.clone(), lead), found);
    found
}
