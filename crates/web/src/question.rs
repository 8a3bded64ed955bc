//! Reading a request: the game with its options, the position, and what else is asked for.

use crate::failure::Failure;
use perfectplay::{Door, Doors, Place, Setting};
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

/// A game set up with its options.
#[derive(Clone)]
pub struct Subject {
    /// The game.
    pub door: Arc<dyn Door>,
    /// Its name and all settings; the same for the same game.
    pub name: String,
}

impl Subject {
    /// Sets a game up, for the position of a place.
    pub fn open(doors: &Doors, name: &str, options: &[(String, String)], place: &Place) -> Result<Subject, Failure> {
        Ok(Subject::of(doors.fitted(doors.open(name, options)?, place.position.as_deref())?))
    }

    /// Sets a game up from settings that are no texts any more, for the position of a place.
    pub fn reopen(
        doors: &Doors,
        name: &str,
        settings: &BTreeMap<String, Setting>,
        place: &Place,
    ) -> Result<Subject, Failure> {
        Ok(Subject::of(doors.fitted(doors.reopen(name, settings)?, place.position.as_deref())?))
    }

    /// A game that is set up.
    pub fn of(door: Arc<dyn Door>) -> Subject {
        let options = serde_json::to_string(door.options()).expect("options can be written as JSON");
        Subject { name: format!("{} {options}", door.about().name), door }
    }

    /// The same game for one bench, where its positions can take memory of their own.
    pub fn renewed(&self) -> Subject {
        Subject { door: self.door.renewed().unwrap_or_else(|| self.door.clone()), name: self.name.clone() }
    }

    /// What tells a position of this game from all others.
    pub fn key(&self, place: &Place) -> Result<String, Failure> {
        Ok(format!("{} {}", self.name, self.door.identity(place)?))
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
