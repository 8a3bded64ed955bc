//! Checks that a game keeps the promises of its traits, on positions met in random play.
//!
//! One function a trait; run all that apply in a test of the game. Each returns the first broken promise it finds,
//! with the position.

mod bare;
mod hints;
mod picture;

use crate::{Game, Notation, Player, Record};
use thiserror::Error;

pub use bare::Bare;
pub use hints::{bounds, index, insight, key, layers, patterns, symmetry, unmoves};
pub use picture::picture;

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
    /// Plays the random games and shows every position met to `visit`.
    ///
    /// # Errors
    ///
    /// If `visit` finds something; it sees no more then.
    pub fn visit<G: Game>(
        &self,
        game: &G,
        mut visit: impl FnMut(&Record<G>) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        for _ in 0..self.games {
            let mut record = Record::new(game);
            visit(&record)?;
            for _ in 0..self.longest {
                let Some(mv) = random.choice(game.moves(record.position()).collect::<Vec<_>>()) else { break };
                if record.play(game, mv).is_err() {
                    return broken(record.position(), "every generated move plays", format!("{mv:?} does not"));
                }
                visit(&record)?;
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
///
/// # Errors
///
/// If one of these is not so.
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
///
/// # Errors
///
/// If one of these is not so.
pub fn notation<G: Notation>(game: &G, sample: &Sample) -> Result<(), Violation> {
    const PROMISE: &str = "notation survives a round trip";
    sample.visit(game, |record| {
        let position = record.position();
        for mv in game.moves(position) {
            let text = game.write_move(mv);
            if text.is_empty() || text.trim() != text || text.contains(|c: char| c == ',' || c.is_control()) {
                return broken(position, "a move's text has no commas, and no spaces around it", format!("{text:?}"));
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
///
/// # Errors
///
/// If it is read as something else.
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
