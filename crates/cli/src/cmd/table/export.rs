//! `perfectplay table export`: the positions of a table as rows, for other programs.

use crate::args::ThreadArgs;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use perfectplay::table::Format;
use perfectplay::{DoorError, Limits, TableError};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write all positions of a table with their values, a row each.
///
/// The columns are position, to_move, value (win, tie, draw or loss, for the side to move), plies, margin and number.
/// Positions that are the same up to symmetry are written once.
#[derive(clap::Args)]
pub struct Args {
    /// The table.
    file: PathBuf,
    /// The format: csv, jsonl (a JSON object a line) or parquet.
    #[arg(long, value_name = "F", value_parser = read_format)]
    format: Format,
    /// Where to write the rows (default for csv and jsonl: stdout).
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
}

fn read_format(text: &str) -> Result<Format, String> {
    let format = Format::ALL.into_iter().find(|format| format.name() == text);
    format.ok_or_else(|| format!("expected {}, found {text:?}", Format::ALL.map(Format::name).join(", ")))
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.format == Format::Parquet && args.out.is_none() {
        return Err(Failure::Input(
            "expected --out FILE for parquet, which cannot go to stdout, found none".to_string(),
        ));
    }
    let (table, door) = super::open(&args.file)?;
    let told = |error: io::Error| match &args.out {
        Some(path) => Failure::NoAnswer(format!("{}: {error}", path.display())),
        None => error.into(),
    };
    // a pipe opens when its reader does; until then Ctrl-C just ends the program
    let (out, draft) = open_out(args.out.as_deref()).map_err(told)?;
    let crew = args.threads.crew();
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let result = door.export_table(&table, args.format, Box::new(BufWriter::new(out)), crew, &mut control);
    drop(progress);
    match result.and_then(|_| Ok(draft.map_or(Ok(()), Draft::keep)?)) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(DoorError::Table(TableError::Stopped)) if cancel.is_cancelled() => Ok(ExitCode::from(130)),
        Err(DoorError::Io(error)) => Err(told(error)),
        Err(error) => Err(error.into()),
    }
}

/// Where the rows go: to stdout, to what is there and no plain file, such as a pipe, or to a file that appears when it is
/// complete.
fn open_out(path: Option<&Path>) -> io::Result<(Box<dyn Write + Send>, Option<Draft>)> {
    let Some(path) = path else { return Ok((Box::new(io::stdout()), None)) };
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Ok((Box::new(File::options().write(true).open(path)?), None));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let draft = Draft { part: part.into(), path: path.to_owned() };
    Ok((Box::new(File::create(&draft.part)?), Some(draft)))
}

/// A file that is not complete, and the name that it gets when it is. Left alone it goes, since it is of no use.
struct Draft {
    part: PathBuf,
    path: PathBuf,
}

impl Draft {
    fn keep(self) -> io::Result<()> {
        fs::rename(&self.part, &self.path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}
