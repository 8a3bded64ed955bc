//! The program `perfectplay-check`.

use clap::Parser;
use perfectplay_check::{Checker, Header};
use perfectplay_checker::{Args, run};
use perfectplay_game::{OptionError, Options, Playable, Registry, Visitor};
use std::process::ExitCode;
use std::sync::Arc;

/// Check a certificate of Perfectplay with the rules of the game alone.
///
/// Exit code 0 if it proves what it claims, 1 if it does not, 2 if the file is not a certificate.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Cli {
    #[command(flatten)]
    args: Args,
}

/// Takes of a game what certificates need.
struct AsChecker;

impl Visitor for AsChecker {
    type Output = Arc<dyn Checker>;

    fn visit<G: Playable>(self, game: G, _: &Options) -> Arc<dyn Checker> {
        Arc::new(game)
    }
}

fn main() -> ExitCode {
    let mut games = Registry::default();
    games.extend(perfectplay_games::entries(), |_| AsChecker);
    run(&Cli::parse().args, &|header| match &header.rules {
        None => games.reopen_exactly(&header.game, &header.options),
        Some(text) => by_rules(text, header),
    })
}

/// Sets up a game by the rules that a certificate brings along.
fn by_rules(text: &str, header: &Header) -> Result<Arc<dyn Checker>, OptionError> {
    let mut games = Registry::default();
    perfectplay_gdl::add(&mut games, &header.game, text, |_| AsChecker)
        .map_err(|error| OptionError::Rules { problem: error.to_string() })?;
    games.reopen_exactly(&header.game, &header.options)
}
