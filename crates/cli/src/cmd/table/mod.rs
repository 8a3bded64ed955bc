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
    let setting = |(name, value): (&String, &serde_json::Value)| (name.clone(), written(value));
    let options: Vec<(String, String)> = header.options.as_object().into_iter().flatten().map(setting).collect();
    let opened = registry::open(&header.game, &options).map_err(|error| TableError::Header {
        expected: "a game of this program".to_string(),
        found: error.to_string(),
    })?;
    Ok(OpenTable { table, opened })
}

/// A setting as it is written on the command line.
fn written(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => items.iter().map(written).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
