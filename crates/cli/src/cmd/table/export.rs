//! `perfectplay table export`: the positions of a table as rows, for other programs.

use super::OpenTable;
use crate::args::ThreadArgs;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use perfectplay::games::Playable;
use perfectplay::table::{ExportError, Format, export};
use perfectplay::{Control, Crew, Limits, Table, TableError, with_game};
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
    let OpenTable { table, opened } = super::open(&args.file)?;
    with_game!(&opened.game, game => run_game(game, &table, args))
}

fn run_game<G: Playable>(game: &G, table: &Table, args: &Args) -> Result<ExitCode, Failure> {
    let crew = args.threads.crew();
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let result = match &args.out {
        Some(path) => to_file(game, table, args.format, path, crew, &mut control),
        None => export(game, table, args.format, BufWriter::new(io::stdout()), crew, &mut control),
    };
    drop(progress);
    match (result, &args.out) {
        (Ok(_), _) => Ok(ExitCode::SUCCESS),
        (Err(ExportError::Table(TableError::Stopped)), _) if cancel.is_cancelled() => Ok(ExitCode::from(130)),
        (Err(ExportError::Table(error)), _) => Err(error.into()),
        (Err(ExportError::Write(error)), None) => Err(error.into()),
        (Err(ExportError::Write(error)), Some(path)) => Err(Failure::NoAnswer(format!("{}: {error}", path.display()))),
    }
}

/// Writes to a file that appears when it is complete; what is there and no plain file, such as a pipe, is written to.
fn to_file<G: Playable>(
    game: &G,
    table: &Table,
    format: Format,
    path: &Path,
    crew: Crew,
    control: &mut Control,
) -> Result<u64, ExportError> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let out = BufWriter::new(File::options().write(true).open(path)?);
        return export(game, table, format, out, crew, control);
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let mut file = File::create(part)?;
    let result = export(game, table, format, BufWriter::new(&mut file), crew, control);
    let result = result.and_then(|rows| Ok(file.flush().and_then(|()| fs::rename(part, path)).map(|()| rows)?));
    if result.is_err() {
        // what is not complete is of no use; the error is told
        let _ = fs::remove_file(part);
    }
    result
}
