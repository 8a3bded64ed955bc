//! Games to choose from, each behind its door.

use super::Door;
use super::face::Face;
use perfectplay_check::Header;
use perfectplay_game::{About, OptionError, Options, Playable, Registry, Visitor};
use perfectplay_table::Table;
use std::ops::Deref;
use std::sync::Arc;

/// A list of games, by name, that anybody can add to.
///
/// Engines are generic, and compiled for each game on its own. That takes long, so it is done once for all front ends, here.
#[derive(Default)]
pub struct Doors(Registry<Arc<dyn Door>>);

impl Deref for Doors {
    type Target = Registry<Arc<dyn Door>>;

    fn deref(&self) -> &Self::Target {
        &self.0
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
        doors.0.extend(perfectplay_games::entries(), |about| AsDoor(about.clone()));
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
        self.0.add(about, move |about, options| {
            let game = open(options)?;
            Ok(AsDoor(about.clone()).visit(game, options))
        });
        self
    }

    /// The game that a certificate is about.
    ///
    /// # Errors
    ///
    /// If it is not here, or has other options.
    pub fn of_certificate(&self, header: &Header) -> Result<Arc<dyn Door>, OptionError> {
        self.reopen_exactly(&header.game, &header.options)
    }

    /// The game that a table is about.
    ///
    /// # Errors
    ///
    /// If it is not here, or has other options.
    pub fn of_table(&self, table: &Table) -> Result<Arc<dyn Door>, OptionError> {
        self.reopen_exactly(&table.header().game, &table.header().options)
    }
}
