//! The games of the registry behind the door.
//!
//! Engines are generic, and compiled for each game on its own. That takes long, so it is done here, once for all front ends.

use crate::door::{Door, Face};
use perfectplay_games::{Opened, OptionError, Setting, registry, with_game};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Sets up the game with this name; options that are not given have their defaults.
///
/// # Errors
///
/// If there is no such game, or an option does not fit.
pub fn open<S: AsRef<str>>(name: &str, given: &[(S, S)]) -> Result<Arc<dyn Door>, OptionError> {
    Ok(door(registry::open(name, given)?))
}

/// Sets up a game from settings that were kept.
///
/// # Errors
///
/// If there is no such game, or an option does not fit.
pub fn reopen(name: &str, settings: &BTreeMap<String, Setting>) -> Result<Arc<dyn Door>, OptionError> {
    Ok(door(registry::reopen(name, settings)?))
}

fn door(opened: Opened) -> Arc<dyn Door> {
    let Opened { entry, options, game } = opened;
    with_game!(game, game => Arc::new(Face::new(game, entry, options)))
}
