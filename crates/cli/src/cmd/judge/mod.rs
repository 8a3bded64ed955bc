//! `perfectplay judge`: the contest problems that the project grew from, with byte-exact output.

pub mod abc349e;
pub mod poj1085;
mod tokens;

use crate::args::find_table;
use crate::failure::{Failure, Reworded, tell};
use clap::Subcommand;
use perfectplay::Doors;
use perfectplay::door::OpenTable;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokens::text_of;

/// Answer the data of a contest problem, from a file or from stdin.
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
        #[command(flatten)]
        input: InputArgs,
        /// Read a board (nine integers) from each line and answer a line each.
        #[arg(long)]
        batch: bool,
    },
    /// POJ 1085, Triangle War: the number of games, then for each the number of lines drawn and the lines.
    ///
    /// A line is a pair of dots in either order. Prints "Game K: A wins." or "Game K: B wins." for each game.
    Poj1085 {
        #[command(flatten)]
        input: InputArgs,
    },
}

/// Where the data is.
#[derive(clap::Args)]
struct InputArgs {
    /// The file with the data; stdin if there is none, or if it is -.
    file: Option<PathBuf>,
}

impl InputArgs {
    /// All of the data. Whoever has to type it is told so.
    fn read(&self) -> Result<String, Failure> {
        let file = self.file.as_deref().filter(|file| *file != Path::new("-"));
        let Some(file) = file else {
            if std::io::stdin().is_terminal() {
                tell("waiting for the data to be typed; Ctrl-D on a line of its own ends it (--help tells what it is)");
            }
            let mut bytes = vec![];
            std::io::stdin().lock().read_to_end(&mut bytes)?;
            return text_of(bytes);
        };
        let unread = |error| Failure::input(Reworded::new(format!("{}: {error}", file.display()), error));
        text_of(std::fs::read(file).map_err(unread)?)
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (Problem::Abc349e { input, .. } | Problem::Poj1085 { input }) = &args.problem;
    let input = input.read()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = match args.problem {
        Problem::Abc349e { batch: false, .. } => abc349e::answer(&input, args.table.as_deref(), &mut out),
        Problem::Abc349e { batch: true, .. } => abc349e::answer_batch(&input, args.table.as_deref(), &mut out),
        Problem::Poj1085 { .. } => poj1085::answer(&input, args.table.as_deref(), &mut out),
    };
    out.flush()?;
    result.map(|()| ExitCode::SUCCESS)
}

/// The table of a game with these options at a path, or in a folder.
fn find_table_of(game: &str, options: &[(&str, &str)], path: &Path) -> Result<OpenTable, Failure> {
    find_table(path, &*Doors::ours().open(game, options)?, 0)
}
