//! `perfectplay table`: strong solutions in files.

pub(crate) mod build;
mod export;
mod probe;
pub(crate) mod stats;
mod verify;

use crate::args::open_table;
use crate::failure::{Failure, Reworded};
use clap::Subcommand;
use perfectplay::door::OpenTable;
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
    Probe(probe::Args),
    Verify(verify::Args),
    Stats(stats::Args),
    Export(export::Args),
}

pub(crate) fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, doors),
        Command::Probe(args) => probe::run(args, doors),
        Command::Verify(args) => verify::run(args, doors),
        Command::Stats(args) => stats::run(args, doors),
        Command::Export(args) => export::run(args, doors),
    }
}

/// The most bytes for the numbers of positions that have none of their own.
const MOST_FOR_NUMBERS: usize = 4 << 30;

/// Opens a table and sets up its game.
pub(crate) fn open(path: &Path, doors: &Doors) -> Result<(OpenTable, Arc<dyn Door>), Failure> {
    let table = Table::open(path)?;
    let foreign = |error| Failure::input(Reworded::new(format!("the table cannot be used here: {error}"), error));
    let door = doors.of_table(&table).map_err(foreign)?;
    Ok((open_table(table, &*door, MOST_FOR_NUMBERS)?, door))
}
