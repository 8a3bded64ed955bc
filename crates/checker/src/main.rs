//! The program `perfectplay-check`.

use clap::Parser;
use perfectplay_check::Checker;
use perfectplay_checker::{Args, run};
use perfectplay_game::{Options, Playable, Registry, Visitor};
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
    let args = Cli::parse().args;
    let mut files = vec![];
    if let Some(path) = &args.rules {
        match std::fs::read(path) {
            Ok(bytes) => files.push(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => {
                eprintln!("error: {}: {error}", path.display());
                return ExitCode::from(2);
            }
        }
    }
    run(&args, &|header| match &header.rules {
        None => games.reopen_exactly(&header.game, &header.options),
        Some(text) => perfectplay_gdl::reopen_exactly(&header.game, text, &files, &header.options, |_| AsChecker),
    })
}
