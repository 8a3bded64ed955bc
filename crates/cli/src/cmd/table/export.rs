//! `perfectplay table export`: the positions of a table as rows, for other programs.

use crate::args::{ThreadArgs, one_of};
use crate::failure::{Failure, Reworded};
use crate::progress::{Interrupt, ProgressLine};
use clap::builder::TypedValueParser;
use perfectplay::files::Draft;
use perfectplay::table::{Export, Format};
use perfectplay::{DoorError, Doors, Limits, TableError};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write all positions of a table with their values, a row each.
///
/// The columns are position, to_move, value (win, tie, draw or loss, for the side to move), plies, margin, number, count and best.
/// Positions that are the same up to symmetry are written once, and counted; with --all each is written. The best moves are
/// separated by commas; the last positions of a book have none.
#[derive(clap::Args)]
pub struct Args {
    /// The table.
    file: PathBuf,
    /// The format: csv, jsonl (a JSON object a line) or parquet.
    #[arg(long, value_name = "F", hide_possible_values = true, value_parser = formats())]
    format: Format,
    /// Write every position, also those that are the same up to symmetry.
    #[arg(long)]
    all: bool,
    /// Where to write the rows (default for csv and jsonl: stdout).
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    one_of(Format::ALL.iter().map(|&format| (format.name(), format)).collect())
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    if args.format.name() == "parquet" && args.out.is_none() {
        return Err(Failure::input("expected --out FILE for parquet, which cannot go to stdout, found none"));
    }
    let (table, door) = super::open(&args.file, doors)?;
    let told = |error: io::Error| match &args.out {
        Some(path) => Failure::no_answer(Reworded::new(format!("{}: {error}", path.display()), error)),
        None => error.into(),
    };
    // a pipe opens when its reader does; until then Ctrl-C just ends the program
    let mut out = Out::open(args.out.as_deref()).map_err(told)?;
    let asked = Export { format: args.format, all: args.all };
    let crew = args.threads.crew();
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let result = door.export_table(&table, asked, &mut out, crew, &mut control);
    drop(progress);
    match result.and_then(|_| Ok(out.finish()?)) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(DoorError::Table(TableError::Stopped)) if cancel.is_cancelled() => Ok(ExitCode::from(130)),
        Err(DoorError::Io(error)) => Err(told(error)),
        Err(error) => Err(error.into()),
    }
}

/// Where the rows go.
enum Out {
    /// To stdout, or to what is there and no plain file, such as a pipe.
    Stream(BufWriter<Box<dyn Write + Send>>),
    /// To a file that appears when it is complete.
    File(BufWriter<Draft>),
}

impl Out {
    fn open(path: Option<&Path>) -> io::Result<Out> {
        let stream = |stream: Box<dyn Write + Send>| Ok(Out::Stream(BufWriter::new(stream)));
        match path {
            None => stream(Box::new(io::stdout())),
            Some(path) if path.exists() && !path.is_file() => stream(Box::new(File::options().write(true).open(path)?)),
            Some(path) => Ok(Out::File(BufWriter::new(Draft::create(path)?))),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Out::Stream(mut stream) => stream.flush(),
            Out::File(file) => file.into_inner().map_err(io::IntoInnerError::into_error)?.finish(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stream(stream) => stream.write(bytes),
            Out::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stream(stream) => stream.flush(),
            Out::File(file) => file.flush(),
        }
    }
}
