//! `perfectplay table list`: the tables that are at hand.

use super::stats::grouped;
use super::with_game;
use crate::failure::Failure;
use crate::shelf;
use indicatif::HumanBytes;
use perfectplay::door::{Source, is_at_once};
use perfectplay::table::{Header, TableScope};
use perfectplay::{Doors, Shelf};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show the tables that are at hand: those that come with the program, and those in your own folder.
///
/// `solve`, `play`, `prove` and `serve` ask them without being told to (--no-book leaves them out), and search what they do not have.
/// Your own folder is perfectplay/tables in the folder for data of programs (XDG_DATA_HOME, or .local/share in your home); the
/// environment variable PERFECTPLAY_TABLES names another one, or several, separated as in PATH. Files there end with .ppt. `perfectplay table
/// verify` and the other subcommands take the names of tables that come with the program instead of a file.
#[derive(clap::Args)]
pub struct Args {
    /// Other folders or tables to show (default: those that are at hand).
    paths: Vec<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// A table in the list.
#[derive(Serialize)]
struct Row {
    /// Its name, or the file.
    table: String,
    #[serde(flatten)]
    content: Option<Content>,
    /// Whether it is asked without being named.
    used: bool,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// What is in a table.
#[derive(Serialize)]
struct Content {
    game: String,
    options: BTreeMap<String, perfectplay::Setting>,
    scope: TableScope,
    cells: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct Listing {
    folders: Vec<PathBuf>,
    tables: Vec<Row>,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let shelf = match args.paths.is_empty() {
        true => shelf::at_hand(),
        false => args.paths.iter().fold(Shelf::default(), Shelf::with),
    };
    let tables: Vec<Row> = shelf.sources().iter().map(|source| row(source, doors)).collect();
    let listing = Listing { folders: shelf::folders(), tables };
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &listing).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", for_people(&listing, args.paths.is_empty()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn row(source: &Source, doors: &Doors) -> Row {
    let name = source.to_string();
    let table = match source.open() {
        Ok(table) => table,
        Err(error) => return Row { table: name, content: None, used: false, reason: Some(error.to_string()) },
    };
    let Header { game, options, scope, .. } = table.header().clone();
    let content = Content { game, options, scope, cells: table.header().cells(), bytes: table.size() };
    let reason = match is_at_once(table.header()) {
        true => with_game(table, doors).err().map(|failure| failure.to_string()),
        false => Some("its positions have to be discovered first: name it with --table".to_string()),
    };
    Row { table: name, content: Some(content), used: reason.is_none(), reason }
}

/// What a file tells of itself is not for the terminal to obey.
fn harmless(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

fn for_people(listing: &Listing, tells_folders: bool) -> String {
    let heads = ["table", "game", "positions", "cells", "size"].map(str::to_string);
    let rows: Vec<[String; 5]> = [heads].into_iter().chain(listing.tables.iter().map(cells)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 5] = std::array::from_fn(width);
    let cell = |(text, width): (&String, usize)| format!("{text:<width$}  ");
    let line = |row: &[String; 5]| row.iter().zip(widths).map(cell).collect::<String>().trim_end().to_string() + "\n";
    let mut text: String = rows.iter().map(line).collect();
    for row in &listing.tables {
        let reason = row.reason.as_ref().map(|reason| harmless(&format!("{}: not used: {reason}", row.table)));
        text += &reason.map(|reason| format!("\n{reason}\n")).unwrap_or_default();
    }
    if tells_folders {
        let folders: Vec<String> = listing.folders.iter().map(|folder| folder.display().to_string()).collect();
        text += &format!("\nYour own tables (*.ppt) are looked for in {}\n", folders.join(", "));
    }
    text
}

fn cells(row: &Row) -> [String; 5] {
    let Some(content) = &row.content else { return [&row.table[..], "?", "", "", ""].map(harmless) };
    let options: String = content.options.iter().map(|(name, setting)| format!(" {name}={setting}")).collect();
    let start = |text: &str| if text.is_empty() { "the start".to_string() } else { text.to_string() };
    let positions = match &content.scope {
        TableScope::All => "all".to_string(),
        TableScope::From(roots) => {
            format!("all from {}", roots.iter().map(|root| start(root)).collect::<Vec<_>>().join(" "))
        }
        TableScope::Opening { from, plies } => format!("{plies} plies from {}", start(from)),
    };
    let size = HumanBytes(content.bytes).to_string();
    let texts = [row.table.clone(), format!("{}{options}", content.game), positions, grouped(content.cells), size];
    texts.map(|text| harmless(&text))
}
