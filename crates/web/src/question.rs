//! Reading a request: the game with its options, the position, and what else is asked for.

use crate::failure::Failure;
use perfectplay::games::{Opened, Playable, Setting};
use perfectplay::{Game, Notation, Record, notation, registry, with_game};
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// Parameters of a request that are not options of the game.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Parameters {
    /// Where the position is.
    pub place: Place,
    /// `move`: the move to make.
    pub mv: Option<String>,
    /// `line`: the walk through a proof.
    pub line: Option<String>,
    /// `claim`: which claim of a proof.
    pub claim: usize,
    /// `limit_seconds`: how long a search may take.
    pub limit: Option<Duration>,
}

/// A position, as a text and moves from there.
#[derive(Clone, Default, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, Option<String>>")]
pub struct Place {
    /// The text of the position; without one it is the start.
    pub position: Option<String>,
    /// The moves made from there.
    pub moves: Option<String>,
}

/// A game set up with its options.
#[derive(Clone)]
pub struct Table {
    /// The game.
    pub opened: Arc<Opened>,
    /// Its name and all settings; the same for the same game.
    pub name: String,
}

impl Table {
    /// Sets a game up.
    pub fn open(name: &str, options: &[(String, String)]) -> Result<Table, Failure> {
        Ok(Table::of(registry::open(name, options)?))
    }

    /// Sets a game up from settings that are no texts any more.
    pub fn reopen(name: &str, settings: &BTreeMap<String, Setting>) -> Result<Table, Failure> {
        Ok(Table::of(registry::reopen(name, settings)?))
    }

    /// A game that is set up.
    pub fn of(opened: Opened) -> Table {
        let options = serde_json::to_string(&opened.options).expect("options can be written as JSON");
        Table { name: format!("{} {options}", opened.entry.name), opened: Arc::new(opened) }
    }

    /// What tells a position of this game from all others: its text, the turn and the lead, of which the text of some games
    /// says nothing.
    pub fn key(&self, place: &Place) -> Result<String, Failure> {
        with_game!(&self.opened.game, game => {
            let record = place.read(game)?;
            let (turn, lead) = (game.turn(record.position()), record.first_players_lead());
            Ok(format!("{} {} {turn:?} {lead}", self.name, game.write_position(&record)))
        })
    }
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
    /// The record that leads to the position.
    pub fn read<G: Playable>(&self, game: &G) -> Result<Record<G>, Failure> {
        Ok(self.read_with_start(game)?.0)
    }

    /// The same, and how many of its moves were made before the given ones.
    pub fn read_with_start<G: Playable>(&self, game: &G) -> Result<(Record<G>, usize), Failure> {
        let mut record = match &self.position {
            Some(text) => game.read_position(text)?,
            None => Record::new(game),
        };
        let before = record.moves().len();
        if let Some(moves) = &self.moves {
            notation::play_on(game, &mut record, notation::comma_list(moves))?;
        }
        Ok((record, before))
    }
}

/// Takes a query apart: the parameters, and the options of the game.
pub fn read_query(pairs: Vec<(String, String)>) -> Result<(Parameters, Vec<(String, String)>), Failure> {
    let mut parameters = Parameters::default();
    let mut options = vec![];
    let mut seen = HashSet::new();
    for (name, value) in pairs {
        if !seen.insert(name.clone()) {
            return Err(Failure::input(format!("expected each parameter once, found {name:?} twice")));
        }
        match name.as_str() {
            "position" => parameters.place.position = Some(value),
            "moves" => parameters.place.moves = Some(value),
            "move" => parameters.mv = Some(value),
            "line" => parameters.line = Some(value),
            "claim" => {
                let wrong = || Failure::input(format!("expected the number of a claim for \"claim\", found {value:?}"));
                parameters.claim = value.parse().map_err(|_| wrong())?;
            }
            "limit_seconds" => parameters.limit = Some(read_seconds(value.parse().ok(), &value)?),
            _ => options.push((name, value)),
        }
    }
    Ok((parameters, options))
}

/// A time limit.
pub fn read_seconds(seconds: Option<f64>, found: &str) -> Result<Duration, Failure> {
    let seconds = seconds.filter(|seconds| (0.0..=1e9).contains(seconds));
    let wrong =
        || Failure::input(format!("expected a number of seconds from 0 to 1e9 for \"limit_seconds\", found {found:?}"));
    Ok(Duration::from_secs_f64(seconds.ok_or_else(wrong)?))
}
