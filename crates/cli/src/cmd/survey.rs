//! `perfectplay survey`: one game with many settings, each solved strongly and counted.

use crate::args::{GameArgs, PROGRAM, read_size};
use crate::cmd::table::stats::{aligned, grouped};
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use perfectplay::door::TableJob;
use perfectplay::files::Draft;
use perfectplay::report::in_short;
use perfectplay::table::{Stats, ValueCounts};
use perfectplay::{Cancel, Crew, Door, Doors, Limits, Table};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// Solve a game strongly for a range of settings, and count the values of all positions.
///
/// For each setting: the value of the start; how many positions are won, tied, drawn and lost for the side to move; and
/// the same for the positions with which a game may begin, where there are several, as in the finger game.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The option that varies, and its first and last value.
    #[arg(long, value_name = "KEY=A..B", value_parser = read_range)]
    vary: Range,
    /// Memory for the whole program, such as 512M or 2G.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = read_size, allow_negative_numbers = true)]
    memory: usize,
    /// Print a JSON object for each setting.
    #[arg(long)]
    json: bool,
}

/// An option with a range of values.
#[derive(Clone)]
struct Range {
    name: String,
    first: i64,
    last: i64,
}

fn read_range(text: &str) -> Result<Range, String> {
    let read = || {
        let (name, range) = text.split_once('=')?;
        let (first, last) = range.split_once("..")?;
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last).then(|| Range { name: name.trim().to_string(), first, last })
    };
    read().ok_or_else(|| format!("expected an option and two numbers, such as modulus=2..12, found {text:?}"))
}

/// What is counted for one setting.
#[derive(Serialize)]
struct Row<'a> {
    game: &'a str,
    setting: i64,
    #[serde(flatten)]
    stats: &'a Stats<String, String>,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let cancel = Interrupt::install().for_search();
    let mut out = std::io::stdout().lock();
    let mut rows = vec![];
    for setting in args.vary.first..=args.vary.last {
        let door = args.game.open_with(doors, &args.vary.name, &setting.to_string())?;
        let found = match count(&*door, args.memory, &cancel) {
            Err(_) if cancel.is_cancelled() => return Ok(ExitCode::from(130)),
            other => other?,
        };
        if args.json {
            let row = Row { game: &door.about().name, setting, stats: &found };
            serde_json::to_writer(&mut out, &row).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            rows.push((setting, found));
        }
    }
    if !args.json {
        write!(out, "{}", for_people(&args.vary.name, &rows))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn count(door: &dyn Door, memory: usize, cancel: &Cancel) -> Result<Stats<String, String>, Failure> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("table");
    let crew = Crew::default();
    let job = TableJob {
        plies: None,
        from: None,
        folder: folder.path().join("work"),
        resume: false,
        crew,
        memory: memory.saturating_sub(PROGRAM),
        save_every: Duration::MAX,
    };
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), cancel, 0);
    let mut draft = Draft::create(&out)?;
    door.build_table(&job, &mut draft, &mut |_| {}, &mut control)?;
    draft.finish()?;
    let table = door.open_table(Table::open(&out)?, job.memory, &mut control)?;
    Ok(door.count_table(&table, crew, &mut control)?)
}

fn for_people(option: &str, rows: &[(i64, Stats<String, String>)]) -> String {
    const VALUES: [&str; 4] = ["win", "tie", "draw", "loss"];
    let counts = |ValueCounts { win, tie, draw, loss }: ValueCounts| {
        [win, tie, draw, loss].map(|count| grouped(count.counted)).to_vec()
    };
    let table = |title: &str, values: &dyn Fn(&Stats<String, String>) -> Option<ValueCounts>| {
        let header = [option, "start", "positions"].into_iter().chain(VALUES).map(str::to_string).collect();
        let row = |(setting, stats): &(i64, Stats<String, String>)| {
            let values = values(stats)?;
            let start = stats.start.map_or("-".to_string(), |start| in_short(start.exact));
            Some([vec![setting.to_string(), start, grouped(values.total().counted)], counts(values)].concat())
        };
        let rows: Vec<Vec<String>> = rows.iter().filter_map(row).collect();
        if rows.is_empty() { String::new() } else { format!("{title}\n{}\n", aligned(header, rows.into_iter())) }
    };
    let have_several = rows.iter().any(|(_, stats)| stats.beginnings.is_some());
    let of_beginnings = |stats: &Stats<String, String>| {
        stats.beginnings.or(stats.start.filter(|_| have_several).map(|start| ValueCounts::one(start.exact.outcome())))
    };
    let beginnings = table("Positions with which a game may begin, for the side to move", &of_beginnings);
    let all = table("All positions, for the side to move", &|stats| Some(stats.values));
    format!("{beginnings}{all}").trim_end().to_string() + "\n"
}
