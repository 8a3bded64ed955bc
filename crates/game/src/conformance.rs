//! Checks that a game keeps the promises of its traits, on positions met in random play.
//!
//! One function a trait; run all that apply in a test of the game. Each returns the first broken promise it finds,
//! with the position.

use crate::{Bounded, Bounds, Ending, Game, Indexed, Keyed, Layered, Notation, Player, Record, Reversible, Symmetric};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::hash::BuildHasher;
use thiserror::Error;

/// How many positions to look at.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Number of random games.
    pub games: usize,
    /// A game is given up after so many moves.
    pub longest: usize,
    /// Fixes the random choices.
    pub seed: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Sample { games: 100, longest: 200, seed: 1 }
    }
}

/// A promise that the game does not keep.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{promise}: {detail} at {position}")]
pub struct Violation {
    /// The promise.
    pub promise: &'static str,
    /// How it is broken.
    pub detail: String,
    /// Where.
    pub position: String,
}

impl Sample {
    /// Plays the random games and shows every position met to `look`.
    pub fn visit<G: Game>(
        &self,
        game: &G,
        mut look: impl FnMut(&Record<G>) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        for _ in 0..self.games {
            let mut record = Record::new(game);
            look(&record)?;
            for _ in 0..self.longest {
                let Some(mv) = random.choice(game.moves(record.position()).collect::<Vec<_>>()) else { break };
                if record.play(game, mv).is_err() {
                    return broken(record.position(), "every generated move plays", format!("{mv:?} does not"));
                }
                look(&record)?;
            }
        }
        Ok(())
    }
}

fn broken<P: std::fmt::Debug, T>(
    position: &P,
    promise: &'static str,
    detail: impl Into<String>,
) -> Result<T, Violation> {
    Err(Violation { promise, detail: detail.into(), position: format!("{position:?}") })
}

/// The rules themselves: a move exists exactly while the game goes on, no move is listed twice, the same question
/// gets the same answer, the first player begins, and gains occur only in scored games.
pub fn rules<G: Game>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let start = game.start();
    if game.turn(&start) != Player::First {
        return broken(&start, "the first player begins", "it is the second player's turn");
    }
    sample.visit(game, |record| {
        let position = record.position();
        let moves: Vec<G::Move> = game.moves(position).collect();
        match (moves.is_empty(), game.ending(position)) {
            (true, None) => return broken(position, "no moves means finished", "no move and no ending"),
            (false, Some(ending)) => {
                return broken(position, "finished means no moves", format!("{ending:?} and {} moves", moves.len()));
            }
            _ => {}
        }
        if let Some(i) = (1..moves.len()).find(|&i| moves[..i].contains(&moves[i])) {
            return broken(position, "each move is listed once", format!("{:?} is listed twice", moves[i]));
        }
        if !moves.iter().copied().eq(game.moves(position)) {
            return broken(position, "moves come in the same order", "a second listing differs");
        }
        let turn = game.turn(position);
        for mv in moves {
            let step = game.play(position, mv);
            let again = game.play(position, mv);
            if step != again || game.turn(&step.position) != game.turn(&again.position) {
                return broken(position, "a move always leads to the same position", format!("{mv:?} does not"));
            }
            if step.position == *position {
                return broken(position, "a move changes the position", format!("{mv:?} does not"));
            }
            if step.gain != 0 && !game.scored() {
                return broken(position, "gains occur only in scored games", format!("{mv:?} gains {}", step.gain));
            }
        }
        if game.turn(position) != turn {
            return broken(position, "the turn is read from the position", "it changed while the moves were played");
        }
        Ok(())
    })
}

/// Notation: moves and positions survive being written and read, and different moves have different texts.
pub fn notation<G: Notation>(game: &G, sample: &Sample) -> Result<(), Violation> {
    const PROMISE: &str = "notation survives a round trip";
    sample.visit(game, |record| {
        let position = record.position();
        for mv in game.moves(position) {
            let text = game.write_move(mv);
            if text.is_empty() || text.contains(|c: char| c == ',' || c.is_whitespace()) {
                return broken(position, "a move's text has no commas and spaces", format!("{text:?}"));
            }
            match game.read_move(position, &text) {
                Ok(read) if read == mv => {}
                other => return broken(position, PROMISE, format!("move {mv:?} as {text:?} is read as {other:?}")),
            }
        }
        let text = game.write_position(record);
        let read = match game.read_position(&text) {
            Ok(read) => read,
            Err(error) => return broken(position, PROMISE, format!("position {text:?} is refused: {error}")),
        };
        if game.write_position(&read) != text {
            return broken(position, PROMISE, format!("{text:?} becomes {:?}", game.write_position(&read)));
        }
        if game.tells_turn() && (read.position() != position || read.lead(game) != record.lead(game)) {
            return broken(position, PROMISE, format!("{text:?} is read as {:?}", read.position()));
        }
        let moves = |r: &Record<G>| game.moves(r.position()).map(|mv| game.write_move(mv)).collect::<Vec<_>>();
        if game.ending(read.position()) != game.ending(position) || moves(&read) != moves(record) {
            return broken(position, PROMISE, format!("{text:?} is read with other moves or another ending"));
        }
        let replayed = record.moves().map(|mv| game.write_move(mv)).collect::<Vec<_>>().join(",");
        match game.read_moves(&replayed) {
            Ok(again) if again.position() == position => Ok(()),
            _ => broken(position, "a list of moves leads to the position", format!("{replayed:?} does not")),
        }
    })
}

/// Any text at all is refused, or read as a position that is written and read again as itself; and so are moves.
pub fn any_text<G: Notation>(game: &G, text: &str) -> Result<(), Violation> {
    for record in [game.read_position(text), game.read_moves(text)].into_iter().flatten() {
        let written = game.write_position(&record);
        match game.read_position(&written) {
            Ok(again) if game.write_position(&again) == written => {}
            other => {
                let detail =
                    format!("{text:?} is written as {written:?}, which is read as {:?}", other.map(|_| "another"));
                return broken(record.position(), "accepted text survives a round trip", detail);
            }
        }
        if game.ending(record.position()).is_none() != game.moves(record.position()).next().is_some() {
            return broken(record.position(), "no moves means finished", format!("{text:?} is neither or both"));
        }
    }
    let start = game.start();
    match game.read_move(&start, text) {
        Ok(mv) if !game.moves(&start).any(|legal| legal == mv) => {
            broken(&start, "a move that is read is legal", format!("{text:?} is read as {mv:?}"))
        }
        _ => Ok(()),
    }
}

/// Symmetry: a representative represents itself, and has the same ending, as many moves, and equivalent successors
/// with the same gains and the same change of turn. Successors that may have several representatives are equivalent as
/// far as the shape of the next plies tells.
pub fn symmetry<G: Symmetric>(game: &G, sample: &Sample) -> Result<(), Violation> {
    sample.visit(game, |record| {
        let position = record.position();
        let canonical = game.canonical(position);
        if game.canonical(&canonical) != canonical {
            return broken(position, "a representative represents itself", format!("{canonical:?} does not"));
        }
        if game.ending(position) != game.ending(&canonical) {
            return broken(position, "symmetry keeps endings", format!("{canonical:?} ends differently"));
        }
        let successors = |from: &G::Position| {
            let mut found: HashMap<_, i32> = HashMap::new();
            for mv in game.moves(from) {
                let step = game.play(from, mv);
                let again = game.moves_again(from, &step.position);
                *found.entry((game.canonical(&step.position), step.gain, again)).or_default() += 1;
            }
            found
        };
        let are_equivalent = successors(position) == successors(&canonical)
            || (!game.has_one_representative() && shape(game, position, 2) == shape(game, &canonical, 2));
        if !are_equivalent {
            return broken(position, "symmetry keeps moves", format!("{canonical:?} has other successors"));
        }
        Ok(())
    })
}

/// A number that tells game trees of so many plies apart by endings, gains, turns and numbers of moves.
fn shape<G: Game>(game: &G, position: &G::Position, plies: u32) -> u64 {
    let below = |mv| {
        let step = game.play(position, mv);
        let again = game.moves_again(position, &step.position);
        (step.gain, again, if plies == 0 { 0 } else { shape(game, &step.position, plies - 1) })
    };
    let mut moves: Vec<(i32, bool, u64)> = game.moves(position).map(below).collect();
    moves.sort_unstable();
    FxBuildHasher.hash_one((game.ending(position), moves))
}

/// Keys: equal exactly when the positions are equal, among the positions and representatives met.
pub fn key<G: Keyed + Symmetric>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let mut by_key: HashMap<G::Key, G::Position> = HashMap::new();
    sample.visit(game, |record| {
        for position in [record.position().clone(), game.canonical(record.position())] {
            let key = game.key(&position);
            if key != game.key(&position.clone()) {
                return broken(&position, "equal positions have equal keys", "two keys for one position");
            }
            let known = by_key.entry(key).or_insert_with(|| position.clone());
            if *known != position {
                return broken(&position, "different positions have different keys", format!("{known:?} has its key"));
            }
        }
        Ok(())
    })
}

/// Bounds: those of a position fit those of its moves, and nobody wins sooner than the position allows. (Whether the bounds
/// hold, only solving can tell.)
pub fn bounds<G: Bounded>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let known =
        |position: &G::Position| game.final_value(position).map_or_else(|| game.bounds(position), Bounds::exactly);
    sample.visit(game, |record| {
        let position = record.position();
        let here = known(position);
        let after = |mv| {
            let step = game.play(position, mv);
            known(&step.position).before(game.moves_again(position, &step.position), step.gain)
        };
        let best_move = game.moves(position).map(after).reduce(Bounds::or).unwrap_or(here);
        let both = here.and(best_move);
        if both.at_least.worth() > both.at_most.worth() {
            return broken(
                position,
                "bounds fit those of the moves",
                format!("{here:?}, but by the moves {best_move:?}"),
            );
        }
        not_won_too_soon(game, record)
    })
}

/// If the record ends with a win, none of its positions said that it takes longer.
fn not_won_too_soon<G: Bounded>(game: &G, record: &Record<G>) -> Result<(), Violation> {
    let turn = game.turn(record.position());
    let winner = match game.ending(record.position()) {
        Some(Ending::Win) => turn,
        Some(Ending::Loss) => turn.other(),
        _ => return Ok(()),
    };
    let mut position = record.first().clone();
    for (plies, mv) in (1..=record.moves().len() as u32).rev().zip(record.moves()) {
        let least = game.least_plies_to_win(&position, winner);
        if least > plies {
            return broken(&position, "nobody wins too soon", format!("{winner:?} in {plies} plies, not {least}"));
        }
        position = game.play(&position, mv).position;
    }
    Ok(())
}

/// Layers: the layer rises with every move and does not fall by symmetry, or there is none anywhere.
pub fn layers<G: Layered + Symmetric>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let has_layers = game.layer(&game.start()).is_some();
    sample.visit(game, |record| {
        let position = record.position();
        let layer = game.layer(position);
        if layer.is_some() != has_layers {
            return broken(position, "all positions have a layer or none has", format!("{layer:?}"));
        }
        if game.layer(&game.canonical(position)) < layer {
            return broken(position, "the layer does not fall by symmetry", format!("{layer:?}"));
        }
        for mv in game.moves(position) {
            let next = game.layer(&game.play(position, mv).position);
            if next.is_some() != has_layers {
                return broken(position, "all positions have a layer or none has", format!("{next:?} after {mv:?}"));
            }
            if has_layers && next <= layer {
                return broken(position, "the layer rises with every move", format!("{layer:?} to {next:?} by {mv:?}"));
            }
        }
        Ok(())
    })
}

/// Numbers: within range, and the position that stands for a number has it, and has the same layer, the same ending, and
/// the same moves up to the numbers of what they lead to.
pub fn index<G: Indexed + Layered>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let Some(count) = game.index_count() else { return Ok(()) };
    sample.visit(game, |record| {
        let position = record.position();
        let index = game.index(position);
        if index >= count {
            return broken(position, "a number is below the count", format!("{index} of {count}"));
        }
        let Some(found) = game.at_index(index) else {
            return broken(position, "a number leads back to a position", format!("{index} leads to none"));
        };
        let features = |position: &G::Position| {
            let mut moves: Vec<(u64, i32, bool)> = vec![];
            for mv in game.moves(position) {
                let step = game.play(position, mv);
                moves.push((game.index(&step.position), step.gain, game.moves_again(position, &step.position)));
            }
            moves.sort_unstable();
            (game.index(position), game.layer(position), game.ending(position), game.sharers(position), moves)
        };
        let (here, there) = (features(position), features(&found));
        if here != there {
            let detail = format!("{index} leads to {found:?}: {there:?}, not {here:?}");
            return broken(position, "positions share a number only by symmetry", detail);
        }
        Ok(())
    })
}

/// Moves backwards: those to a position lead back, and all that lead back lead to it.
pub fn unmoves<G: Reversible + Indexed>(game: &G, sample: &Sample) -> Result<(), Violation> {
    sample.visit(game, |record| {
        let position = record.position();
        let mut before = vec![];
        for mv in game.moves(position) {
            let reached = game.play(position, mv).position;
            before.clear();
            if !game.unmoves(&reached, &mut before) {
                return Ok(());
            }
            if !before.contains(position) {
                return broken(position, "a move can be taken back", format!("not {mv:?} from {reached:?}"));
            }
        }
        before.clear();
        game.unmoves(position, &mut before);
        for earlier in &before {
            let is_met = game.ending(earlier).is_none()
                && (game.index_count().is_none() || game.at_index(game.index(earlier)).is_some());
            if is_met && !game.moves(earlier).any(|mv| game.play(earlier, mv).position == *position) {
                return broken(position, "a move taken back can be made again", format!("not from {earlier:?}"));
            }
        }
        Ok(())
    })
}
