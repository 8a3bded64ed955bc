//! `perfectplay table`: strong solutions in files.

pub(crate) mod build;
mod export;
mod list;
mod probe;
pub(crate) mod stats;
mod verify;

use crate::args::open_table;
use crate::failure::{Failure, Reworded};
use crate::shelf;
use clap::Subcommand;
use perfectplay::door::{OpenTable, Source};
use perfectplay::{Door, Doors, Table};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Build and use tables: the values of all positions of a game in a file.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// The rules file of a table that has only its hash, because the rules are too long.
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) rules: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    List(list::Args),
    Probe(probe::Args),
    Verify(verify::Args),
    Stats(stats::Args),
    Export(export::Args),
}

pub(crate) fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, doors),
        Command::List(args) => list::run(args, doors),
        Command::Probe(args) => probe::run(args, doors),
        Command::Verify(args) => verify::run(args, doors),
        Command::Stats(args) => stats::run(args, doors),
        Command::Export(args) => export::run(args, doors),
    }
}

/// The most bytes for the numbers of positions that have none of their own.
const MOST_FOR_NUMBERS: usize = 4 << 30;

/// Opens a table and sets up its game. A name that is no file may be that of a table that comes with the program.
pub(crate) fn open(path: &Path, doors: &Doors) -> Result<(OpenTable, Arc<dyn Door>), Failure> {
    let is_named = |source: &Source| Path::new(&source.to_string()) == path;
    let shipped = if path.exists() { None } else { shelf::shipped().sources().into_iter().find(is_named) };
    with_game(shipped.unwrap_or_else(|| Source::File(path.to_path_buf())).open()?, doors)
}

/// Makes a table ready to be asked, and sets up its game.
pub(crate) fn with_game(table: Table, doors: &Doors) -> Result<(OpenTable, Arc<dyn Door>), Failure> {
    let foreign = |error| Failure::input(Reworded::new(format!("the table cannot be used here: {error}"), error));
    let door = doors.of_table(&table).map_err(foreign)?;
    Ok((open_table(table, &*door, MOST_FOR_NUMBERS)?, door))
}
