//! `perfectplay judge`: the contest problems that the project grew from, with byte-exact output.

pub mod abc349e;
pub mod poj1085;
mod tokens;

use crate::args::find_table;
use crate::failure::Failure;
use clap::Subcommand;
use perfectplay::Doors;
use perfectplay::door::OpenTable;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokens::read_stdin;

/// Answer the data of a contest problem from stdin.
#[derive(clap::Args)]
pub struct Args {
    /// A table of the game (triangle-war, or weighted-tic-tac-toe with the weights of the board), or a folder of them.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
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

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let input = read_stdin()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = match args.problem {
        Problem::Abc349e { batch: false } => abc349e::answer(&input, args.table.as_deref(), &mut out),
        Problem::Abc349e { batch: true } => abc349e::answer_batch(&input, args.table.as_deref(), &mut out),
        Problem::Poj1085 => poj1085::answer(&input, args.table.as_deref(), &mut out),
    };
    out.flush()?;
    result.map(|()| ExitCode::SUCCESS)
}

/// The table of a game with these options at a path, or in a folder.
fn find_table_of(game: &str, options: &[(&str, &str)], path: &Path) -> Result<OpenTable, Failure> {
    find_table(path, &*Doors::ours().open(game, options)?, 0)
}
