//! A position as people name it.

use perfectplay_game::{Notation, NotationError, Record, notation};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A position, as a text and moves from there; the start of the game if there is no text.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, Option<String>>")]
pub struct Place {
    /// The text of the position; without one it is the start.
    pub position: Option<String>,
    /// The moves made from there, separated by commas.
    pub moves: Option<String>,
}

impl TryFrom<BTreeMap<String, Option<String>>> for Place {
    type Error = String;

    fn try_from(mut fields: BTreeMap<String, Option<String>>) -> Result<Place, String> {
        let (position, moves) = (fields.remove("position").flatten(), fields.remove("moves").flatten());
        match fields.pop_first() {
            Some((name, _)) => Err(format!("expected position or moves, found {name:?}")),
            None => Ok(Place { position, moves }),
        }
    }
}

impl Place {
    /// The position with this text.
    pub fn position(text: impl Into<String>) -> Place {
        Place { position: Some(text.into()), moves: None }
    }

    /// The position after these moves from the start, separated by commas.
    pub fn moves(text: impl Into<String>) -> Place {
        Place { position: None, moves: Some(text.into()) }
    }

    /// The record that leads to the position.
    pub(crate) fn read<G: Notation>(&self, game: &G) -> Result<Record<G>, NotationError> {
        Ok(self.read_with_start(game)?.0)
    }

    /// The same, and how many of its moves were made before the given ones.
    pub(crate) fn read_with_start<G: Notation>(&self, game: &G) -> Result<(Record<G>, usize), NotationError> {
        let Some(text) = &self.position else {
            return Ok((read_moves(game, self.moves.as_deref().unwrap_or_default())?, 0));
        };
        let mut record = game.read_position(text)?;
        let before = record.moves().len();
        if let Some(moves) = &self.moves {
            notation::play_typed(game, &mut record, notation::comma_list(moves))?;
        }
        Ok((record, before))
    }

    /// The place that a text names: a position or a list of moves; one that could be both is a position. "position " or "moves "
    /// before it says which of the two it is.
    pub(crate) fn guess<G: Notation>(game: &G, text: &str) -> Result<Place, NotationError> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("" | "position" | "moves", "") => return Ok(Place::default()),
            ("position", position) => return Ok(Place::position(position.trim())),
            ("moves", moves) => return Ok(Place::moves(moves.trim())),
            _ => {}
        }
        let Err(as_position) = game.read_position(text) else { return Ok(Place::position(text)) };
        let Err(as_moves) = read_moves(game, text) else { return Ok(Place::moves(text)) };
        // the reading that came further is the one that was meant
        let is_list_of_moves = as_moves.at.as_deref().is_some_and(|at| at != "move 1");
        Err(if is_list_of_moves { as_moves } else { as_position })
    }
}

/// The record of a game that begins at the start and has these moves, as they are written or as people type them.
fn read_moves<G: Notation>(game: &G, text: &str) -> Result<Record<G>, NotationError> {
    game.read_moves(text).or_else(|error| {
        let mut record = Record::new(game);
        match notation::play_typed(game, &mut record, notation::comma_list(text)) {
            Ok(()) => Ok(record),
            // the reading that came further is the one that was meant
            Err(typed) => Err(if record.moves().len() > 0 { typed } else { error }),
        }
    })
}
