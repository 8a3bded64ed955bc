//! `perfectplay judge`: the contest problems that the project grew from, with byte-exact output.

mod abc349e;
mod poj1085;

use crate::failure::Failure;
use clap::Subcommand;
use std::process::ExitCode;

/// Answer the data of a contest problem from stdin.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    problem: Problem,
}

#[derive(Subcommand)]
enum Problem {
    /// AtCoder ABC 349 E, weighted tic-tac-toe: nine integers; prints Takahashi or Aoki.
    ///
    /// The nine weights must have an odd sum, as in the problem, so that there is always a winner.
    Abc349e {
        /// Read a board (nine integers) from each line and answer a line each.
        #[arg(long)]
        batch: bool,
    },
    /// POJ 1085, Triangle War: the number of games, then for each the number of lines drawn and the lines.
    ///
    /// A line is a pair of dots in either order. Prints "Game K: A wins." or "Game K: B wins." for each game.
    Poj1085,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match args.problem {
        Problem::Abc349e { batch } => abc349e::run(batch)?,
        Problem::Poj1085 => poj1085::run()?,
    }
    Ok(ExitCode::SUCCESS)
}
