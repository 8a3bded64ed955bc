//! The command `perfectplay`.

mod args;
mod cmd;
mod failure;
mod progress;
mod tokens;

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
    Judge(cmd::judge::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Games(args) => cmd::games::run(&args),
        Command::Solve(args) => cmd::solve::run(&args),
        Command::Play(args) => cmd::play::run(&args),
        Command::Perft(args) => cmd::perft::run(&args),
        Command::Judge(args) => cmd::judge::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
