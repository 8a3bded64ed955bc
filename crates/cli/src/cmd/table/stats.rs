//! `perfectplay table stats`: what a table tells about its game as a whole.

use crate::args::ThreadArgs;
use crate::failure::{Failure, Reworded};
use crate::progress::{Interrupt, ProgressLine};
use indicatif::{HumanBytes, HumanCount};
use perfectplay::door::OpenTable;
use perfectplay::report::in_short;
use perfectplay::table::{Count, Highlight, Stats, ValueCounts, picture};
use perfectplay::{Door, DoorError, Doors, Limits, Options, TableError};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count a table: its positions by value, distance, margin and layer, the moves they have, and the longest win.
///
/// Values are for the side to move. Positions that are the same up to symmetry are stored once; "counted" counts them all.
#[derive(clap::Args)]
pub struct Args {
    /// The table.
    file: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Draw the counts as bar charts, and write the picture to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let (table, door) = super::open(&args.file, doors)?;
    run_game(&*door, &table, args)
}

/// The counts with the game that they are about.
#[derive(Serialize)]
struct StatsReport<'a> {
    game: &'a str,
    options: &'a Options,
    #[serde(flatten)]
    stats: &'a Stats<String, String>,
}

fn run_game(door: &dyn Door, table: &OpenTable, args: &Args) -> Result<ExitCode, Failure> {
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let result = door.count_table(table, args.threads.crew(), &mut control);
    drop(progress);
    let found = match result {
        Ok(found) => found,
        Err(DoorError::Table(TableError::Stopped)) if cancel.is_cancelled() => return Ok(ExitCode::from(130)),
        Err(error) => return Err(error.into()),
    };
    if let Some(path) = &args.svg {
        std::fs::write(path, picture(table.table().header(), &found))
            .map_err(|error| Failure::no_answer(Reworded::new(format!("{}: {error}", path.display()), error)))?;
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let report = StatsReport { game: &door.about().name, options: door.options(), stats: &found };
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", for_people(door, &found))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn for_people(door: &dyn Door, stats: &Stats<String, String>) -> String {
    let options: String = door.options().iter().map(|(name, setting)| format!(" {name}={setting}")).collect();
    let mut text = format!("{}{options}\n\n", &door.about().name);
    text += &summary(stats);
    text += &format!("\nValues for the side to move\n{}", values(&kinds(stats)));
    for (title, highlight) in [("Longest win", &stats.longest_win), ("Largest margin", &stats.largest_margin)] {
        text += &highlight.as_ref().map(|found| story(title, found)).unwrap_or_default();
    }
    if !stats.distances.is_empty() {
        let header = ["plies", "wins", "losses"].map(str::to_string).to_vec();
        let row = |counts: &perfectplay::table::DistanceCounts| {
            vec![counts.plies.to_string(), grouped(counts.win.counted), grouped(counts.loss.counted)]
        };
        let rows = stats.distances.iter().map(row);
        text += &format!("\nDistances to the end (positions counted)\n{}", aligned(header, rows));
    }
    if !stats.margins.is_empty() {
        let header = ["margin", "positions"].map(str::to_string).to_vec();
        let rows = stats.margins.iter().map(|counts| vec![signed(counts.margin), grouped(counts.count.counted)]);
        text += &format!("\nMargins from the position on (positions counted)\n{}", aligned(header, rows));
    }
    if !stats.layers.is_empty() {
        let header = ["layer", "wins", "ties", "draws", "losses", "all"].map(str::to_string).to_vec();
        let row = |counts: &perfectplay::table::LayerCounts| {
            let ValueCounts { win, tie, draw, loss } = counts.values;
            let texts = [win, tie, draw, loss, counts.values.total()].map(|count| grouped(count.counted));
            [vec![counts.layer.to_string()], texts.to_vec()].concat()
        };
        let rows = stats.layers.iter().map(row);
        text += &format!("\nLayers, in most games the moves made (positions counted)\n{}", aligned(header, rows));
    }
    text
}

/// The numbers that stand alone, a line each.
fn summary(stats: &Stats<String, String>) -> String {
    let mut lines = vec![
        ("positions", with_stored(grouped(stats.positions.counted), grouped(stats.positions.stored))),
        ("file", HumanBytes(stats.bytes).to_string()),
    ];
    if let (Some(counted), Some(stored)) = (stats.bits_per_counted, stats.bits_per_stored) {
        lines.push(("bits each", with_stored(format!("{counted:.3}"), format!("{stored:.3}"))));
    }
    if let Some(start) = stats.start {
        lines.push(("start", in_short(start.exact)));
    }
    if let Some(advantage) = stats.advantage {
        let text = format!("{:+.1} % (wins minus losses, of unfinished positions)", 100.0 * advantage);
        lines.push(("to move", text));
    }
    if let Some(branching) = stats.branching {
        lines.push(("moves", format!("{:.2} on average, {} at most", branching.mean, grouped(branching.most))));
    }
    lines.iter().map(|(name, text)| format!("{name:<11}{text}\n")).collect()
}

/// What is counted and what is stored, if that is not the same.
fn with_stored(counted: String, stored: String) -> String {
    if counted == stored { counted } else { format!("{counted} ({stored} stored)") }
}

/// All positions, the finished ones, and those that a game may begin with.
fn kinds(stats: &Stats<String, String>) -> Vec<(&'static str, ValueCounts)> {
    let mut kinds = vec![("all", stats.values), ("finished", stats.finished)];
    kinds.extend(stats.beginnings.map(|values| ("beginnings", values)));
    kinds
}

/// One of the counts.
type Part = fn(&ValueCounts) -> Count;

fn values(kinds: &[(&'static str, ValueCounts)]) -> String {
    let is_up_to_symmetry = kinds.iter().any(|(_, values)| values.total().stored != values.total().counted);
    let stored = |text: String| is_up_to_symmetry.then_some(text);
    let mut header = vec![String::new()];
    for (name, _) in kinds {
        header.extend([name.to_string(), "share".to_string()]);
        header.extend(stored("stored".to_string()));
    }
    let columns: [(&str, Part); 5] = [
        ("win", |values| values.win),
        ("tie", |values| values.tie),
        ("draw", |values| values.draw),
        ("loss", |values| values.loss),
        ("sum", ValueCounts::total),
    ];
    let row = |(name, count): (&str, Part)| {
        let mut row = vec![name.to_string()];
        for (_, values) in kinds {
            let (here, all) = (count(values), values.total());
            let share = 100.0 * here.counted as f64 / all.counted.max(1) as f64;
            row.extend([grouped(here.counted), format!("{share:.1} %")]);
            row.extend(stored(grouped(here.stored)));
        }
        row
    };
    aligned(header, columns.into_iter().map(row))
}

/// A position that stands out, with best play.
fn story(title: &str, found: &Highlight<String, String>) -> String {
    let value = found.value.margin.map_or_else(|| in_short(found.value.exact), signed);
    let position = if found.position.is_empty() { "the start" } else { &found.position };
    format!("\n{title}: {value}\n  position   {position}\n  best play  {}\n", found.line.join(" "))
}

pub(crate) fn grouped(count: u64) -> String {
    HumanCount(count).to_string()
}

fn signed(margin: i32) -> String {
    if margin == 0 { "0".to_string() } else { format!("{margin:+}") }
}

/// Rows below a header, every column aligned on the right.
pub(crate) fn aligned(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let cell = |(text, width): (&String, &usize)| format!("  {text:>width$}");
    rows.iter().map(|row| row.iter().zip(&widths).map(cell).collect::<String>() + "\n").collect()
}
