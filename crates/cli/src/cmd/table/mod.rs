//! `perfectplay table`: strong solutions in files.

pub(crate) mod build;
mod export;
mod probe;
pub(crate) mod stats;
mod verify;

use crate::failure::Failure;
use clap::Subcommand;
use perfectplay::games::Opened;
use perfectplay::{Table, TableError, registry};
use std::path::Path;
use std::process::ExitCode;

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

/// A table that was opened, and the game that it is about.
pub(crate) struct OpenTable {
    pub(crate) table: Table,
    pub(crate) opened: Opened,
}

/// Opens a table and sets up its game.
pub(crate) fn open(path: &Path) -> Result<OpenTable, Failure> {
    let table = Table::open(path)?;
    let header = table.header();
    let unknown = |found: String| TableError::Header { expected: "a game of this program".to_string(), found };
    let options = serde_json::from_value(header.options.clone()).map_err(|error| unknown(error.to_string()))?;
    let opened = registry::reopen(&header.game, &options).map_err(|error| unknown(error.to_string()))?;
    table.check_name(opened.entry.name, &opened.options)?;
    Ok(OpenTable { table, opened })
}
