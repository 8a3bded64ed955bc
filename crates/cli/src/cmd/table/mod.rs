//! `perfectplay table`: strong solutions in files.

pub(crate) mod build;
mod export;
mod probe;
pub(crate) mod stats;
mod verify;

use crate::failure::Failure;
use clap::Subcommand;
use perfectplay::{Door, Table, TableError};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Build and use tables: the values of all positions of a game in a file.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    Probe(probe::Args),
    Verify(verify::Args),
    Stats(stats::Args),
    Export(export::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Export(args) => export::run(args),
    }
}

/// Opens a table and sets up its game.
pub(crate) fn open(path: &Path) -> Result<(Table, Arc<dyn Door>), Failure> {
    let table = Table::open(path)?;
    let header = table.header();
    let unknown = |found: String| TableError::Header { expected: "a game of this program".to_string(), found };
    let options = serde_json::from_value(header.options.clone()).map_err(|error| unknown(error.to_string()))?;
    let door = perfectplay::reopen(&header.game, &options).map_err(|error| unknown(error.to_string()))?;
    table.check_name(door.entry().name, door.options())?;
    Ok((table, door))
}
