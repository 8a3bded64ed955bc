//! The command `perfectplay` as a library: [`run`] is the program, for any games; [`main!`] makes a program of a game of one's own.
//!
//! ```no_run
//! use perfectplay::{About, Doors, Plain};
//! # use perfectplay::{Ending, Game, Notation, Player, Step};
//! # #[derive(Clone)] struct Matches(u32);
//! # impl Game for Matches {
//! #     type Position = (u32, Player);
//! #     type Move = u32;
//! #     fn start(&self) -> (u32, Player) { (self.0, Player::First) }
//! #     fn turn(&self, at: &(u32, Player)) -> Player { at.1 }
//! #     fn ending(&self, at: &(u32, Player)) -> Option<Ending> { (at.0 == 0).then_some(Ending::Loss) }
//! #     fn moves(&self, at: &(u32, Player)) -> impl Iterator<Item = u32> { 1..=at.0.min(3) }
//! #     fn play(&self, at: &(u32, Player), take: u32) -> Step<(u32, Player)> { (at.0 - take, at.1.other()).into() }
//! # }
//! # impl Notation for Matches { fn write_move(&self, take: u32) -> String { take.to_string() } }
//! use perfectplay::Kind;
//!
//! fn main() -> std::process::ExitCode {
//!     let about = About::new("matches").option("heap", Kind::Int(1, 100), "21", "matches in the heap");
//!     let doors = Doors::default().with(about, |options| Ok(Plain(Matches(options.int("heap") as u32))));
//!     perfectplay_cli::run(doors)
//! }
//! ```

mod args;
mod batch;
mod certificate;
mod checkpoint;
pub mod cmd;
mod failure;
mod moves;
mod progress;
mod rules;
mod shelf;
mod terminal;

pub use failure::Failure;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
pub use perfectplay::Doors;
use perfectplay::{About, Notation, Plain, Playable};
use std::process::ExitCode;
use std::sync::Arc;

/// The exact truth about two-player games with perfect information: who wins with best play, by how much, how fast,
/// and with which move.
///
/// Values are always for the side to move; a ply is one move of one player.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(cmd::games::Args),
    Solve(cmd::solve::Args),
    Play(cmd::play::Args),
    Perft(cmd::perft::Args),
    Prove(cmd::prove::Args),
    Check(perfectplay_checker::Args),
    #[cfg(feature = "games")]
    Judge(cmd::judge::Args),
    Table(cmd::table::Args),
    Survey(cmd::survey::Args),
    Serve(cmd::serve::Args),
    Completions(cmd::completions::Args),
    Man(cmd::completions::ManArgs),
}

/// Runs the command with the arguments of the process, for these games.
pub fn run(mut doors: Doors) -> ExitCode {
    let cli = match command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let added = match &cli.command {
        Command::Serve(args) => rules::add_all(&mut doors, &args.rules),
        Command::Check(args) => rules::keep_all(&mut doors, &args.rules),
        Command::Table(args) => rules::keep_all(&mut doors, &args.rules),
        _ => Ok(()),
    };
    if let Err(failure) = added {
        return ExitCode::from(failure.report());
    }
    let doors = &Arc::new(doors);
    let result = rules::catch(|| match cli.command {
        Command::Games(args) => cmd::games::run(&args, doors),
        Command::Solve(args) => cmd::solve::run(&args, doors),
        Command::Play(args) => cmd::play::run(&args, doors),
        Command::Perft(args) => cmd::perft::run(&args, doors),
        Command::Prove(args) => cmd::prove::run(&args, doors),
        Command::Check(args) => {
            Ok(perfectplay_checker::run(&args, &|header| Ok(doors.of_certificate(header)?.checker())))
        }
        #[cfg(feature = "games")]
        Command::Judge(args) => cmd::judge::run(&args),
        Command::Table(args) => cmd::table::run(&args, doors),
        Command::Survey(args) => cmd::survey::run(&args, doors),
        Command::Serve(args) => cmd::serve::run(&args, doors),
        Command::Completions(args) => cmd::completions::run(&args, doors),
        Command::Man(args) => cmd::completions::run_man(&args),
    });
    match result {
        Ok(code) => code,
        Err(failure) => ExitCode::from(failure.report()),
    }
}

/// The command for one game without hints, beside those of Perfectplay if the feature `games` is on; the name of the type, in
/// small letters with hyphens, is that of the game.
pub fn run_own<G>(game: impl Fn() -> G + Send + Sync + 'static) -> ExitCode
where
    Plain<G>: Playable,
    G: Notation,
{
    #[cfg(feature = "games")]
    let doors = Doors::ours();
    #[cfg(not(feature = "games"))]
    let doors = Doors::default();
    let about = About::of_type::<G>();
    let example = format!("{} solve {}", program(), about.name);
    run(doors.with(about.example(&example), move |_| Ok(Plain(game()))))
}

/// The command, by the name of the program. One with another name tells which version of Perfectplay is in it.
pub(crate) fn command() -> clap::Command {
    let (program, version) = (program(), env!("CARGO_PKG_VERSION"));
    let version = if program == NAME { version.to_string() } else { format!("({NAME} {version})") };
    Cli::command().name(program).version(version)
}

const NAME: &str = "perfectplay";

/// What the program is called.
pub(crate) fn program() -> String {
    let path = std::env::args_os().next().map(std::path::PathBuf::from);
    let name = path.as_ref().and_then(|path| path.file_stem()).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| NAME.to_string())
}

/// The whole command for a game of one's own: `perfectplay_cli::main!(Matches(21));` is all that a program needs beside its rules.
///
/// The game needs [`Game`](perfectplay::Game) and the text of a move ([`Notation`]). For more (options, hints, a title, several games)
/// there is [`run`].
#[macro_export]
macro_rules! main {
    ($game:expr) => {
        fn main() -> ::std::process::ExitCode {
            $crate::run_own(|| $game)
        }
    };
}

/// Help and version as they are, and mistakes in the arguments in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
        // whoever reads it may have gone away
        let _ = error.print();
        return ExitCode::from(error.exit_code() as u8);
    }
    failure::tell(&format!("{} (--help tells more)", one_line(error)));
    ExitCode::from(2)
}

/// What is wrong with the arguments, and what may have been meant.
fn one_line(error: &clap::Error) -> String {
    use clap::error::ContextKind::{
        InvalidArg, InvalidValue, SuggestedArg, SuggestedSubcommand, SuggestedValue, ValidValue,
    };
    use clap::error::ContextValue;
    let told = |kind| error.get(kind).map(ToString::to_string).filter(|words| !words.is_empty());
    let mut line = match (told(InvalidArg), told(InvalidValue), told(ValidValue)) {
        (Some(arg), Some(found), Some(words)) => {
            format!("error: invalid value '{found}' for '{arg}': expected {words}, found {found:?}")
        }
        _ => {
            let text = error.to_string();
            let first_paragraph = text.split("\n\n").next().unwrap_or_default();
            first_paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
        }
    };
    let meant =
        [SuggestedSubcommand, SuggestedArg, SuggestedValue].into_iter().find_map(|kind| match error.get(kind)? {
            ContextValue::String(word) => Some(word),
            // the likeliest comes last
            ContextValue::Strings(words) => words.last(),
            _ => None,
        });
    if let Some(meant) = meant {
        line += &format!("; did you mean {meant}?");
    }
    line
}
