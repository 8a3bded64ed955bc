//! The command `perfectplay` as a library, so that its parts can be tested and fuzzed; the program is [`run`].

mod args;
mod checkpoint;
pub mod cmd;
mod failure;
mod progress;
mod tokens;

pub use failure::Failure;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

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
    Check(perfectplay::check::command::Args),
    Judge(cmd::judge::Args),
    Table(cmd::table::Args),
    Survey(cmd::survey::Args),
    Serve(cmd::serve::Args),
}

/// Runs the command with the arguments of the process.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let result = match cli.command {
        Command::Games(args) => cmd::games::run(&args),
        Command::Solve(args) => cmd::solve::run(&args),
        Command::Play(args) => cmd::play::run(&args),
        Command::Perft(args) => cmd::perft::run(&args),
        Command::Prove(args) => cmd::prove::run(&args),
        Command::Check(args) => return perfectplay::check::command::run(&args),
        Command::Judge(args) => cmd::judge::run(&args),
        Command::Table(args) => cmd::table::run(&args),
        Command::Survey(args) => cmd::survey::run(&args),
        Command::Serve(args) => cmd::serve::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(failure) => ExitCode::from(failure.report()),
    }
}

/// Help and version as they are, and mistakes in the arguments in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
        // whoever reads it may have gone away
        let _ = error.print();
        return ExitCode::from(error.exit_code() as u8);
    }
    let text = error.to_string();
    let first_paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first_paragraph.split_whitespace().collect();
    failure::tell(&format!("{} (--help tells more)", words.join(" ")));
    ExitCode::from(2)
}
