//! Games to choose from, each behind its door.

use super::Door;
use super::face::Face;
use perfectplay_check::Header;
use perfectplay_game::{About, OptionError, Options, Playable, Registry, Setting, Visitor};
use perfectplay_table::Table;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

/// A list of games, by name, that anybody can add to.
///
/// Engines are generic, and compiled for each game on its own. That takes long, so it is done once for all front ends, here.
#[derive(Default)]
pub struct Doors {
    games: Registry<Arc<dyn Door>>,
    /// Texts that certificates and tables may ask for.
    #[cfg(feature = "rules")]
    rules: Vec<String>,
}

impl Deref for Doors {
    type Target = Registry<Arc<dyn Door>>;

    fn deref(&self) -> &Self::Target {
        &self.games
    }
}

/// Puts a game behind its door.
struct AsDoor(Arc<About>);

impl Visitor for AsDoor {
    type Output = Arc<dyn Door>;

    fn visit<G: Playable>(self, game: G, options: &Options) -> Arc<dyn Door> {
        Arc::new(Face::new(game, self.0, options.clone()))
    }
}

impl Doors {
    /// The games of Perfectplay.
    #[cfg(feature = "games")]
    pub fn ours() -> Doors {
        let mut doors = Doors::default();
        doors.games.extend(perfectplay_games::entries(), |about| AsDoor(about.clone()));
        doors
    }

    /// With one more game, which takes the place of others of the same name. It is set up with the settings of its options,
    /// which it may replace by what they stand for.
    #[must_use]
    pub fn with<G: Playable>(
        mut self,
        about: About,
        open: impl Fn(&mut Options) -> Result<G, OptionError> + Send + Sync + 'static,
    ) -> Doors {
        self.games.add(about, move |about, options| {
            let game = open(options)?;
            Ok(AsDoor(about.clone()).visit(game, options))
        });
        self
    }

    /// Adds the game that rules describe. The label has its name and title; the rest is told by the rules, which are read within
    /// limits.
    ///
    /// # Errors
    ///
    /// If the text describes no game of ours.
    #[cfg(feature = "rules")]
    pub fn add_rules(
        &mut self,
        label: About,
        text: &str,
        limits: &perfectplay_gdl::Limits,
    ) -> Result<(), perfectplay_gdl::RulesError> {
        self.keep_rules(text);
        perfectplay_gdl::add(&mut self.games, label, text, limits, |about| AsDoor(about.clone()))
    }

    /// Keeps the text of rules for certificates and tables that have only its hash, because it is too long.
    #[cfg(feature = "rules")]
    pub fn keep_rules(&mut self, text: &str) {
        if perfectplay_gdl::is_long(text) {
            self.rules.push(text.to_string());
        }
    }

    /// The game that a file is about, which may bring its rules along.
    fn of_file(
        &self,
        name: &str,
        rules: Option<&str>,
        options: &BTreeMap<String, Setting>,
    ) -> Result<Arc<dyn Door>, OptionError> {
        match rules {
            None => self.reopen_exactly(name, options),
            #[cfg(feature = "rules")]
            Some(text) => {
                perfectplay_gdl::reopen_exactly(name, text, &self.rules, options, |about| AsDoor(about.clone()))
            }
            #[cfg(not(feature = "rules"))]
            Some(_) => Err(OptionError::MissingGame { name: name.to_string() }),
        }
    }

    /// The game, set up for the position with this text, if there is one: what is set as usual gives way to what the text asks for.
    ///
    /// # Errors
    ///
    /// If it asks for something that there is not.
    pub fn fitted(&self, door: Arc<dyn Door>, position: Option<&str>) -> Result<Arc<dyn Door>, OptionError> {
        let Some(position) = position.filter(|_| door.about().fitting.is_some()) else { return Ok(door) };
        match self.games.fitted(&door.about().name, &door.options().settings(), position)? {
            Some(settings) => self.reopen(&door.about().name, &settings),
            None => Ok(door),
        }
    }

    /// The game that a certificate is about.
    ///
    /// # Errors
    ///
    /// If it is not here, or has other options.
    pub fn of_certificate(&self, header: &Header) -> Result<Arc<dyn Door>, OptionError> {
        self.of_file(&header.game, header.rules.as_deref(), &header.options)
    }

    /// The game that a table is about.
    ///
    /// # Errors
    ///
    /// If it is not here, or has other options.
    pub fn of_table(&self, table: &Table) -> Result<Arc<dyn Door>, OptionError> {
        let header = table.header();
        self.of_file(&header.game, header.rules.as_deref(), &header.options)
    }
}
