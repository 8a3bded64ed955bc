//! `perfectplay table verify`: checks a table against the rules of its game.

use super::OpenTable;
use crate::args::ThreadArgs;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use indicatif::HumanCount;
use perfectplay::games::Playable;
use perfectplay::table::{VerifyError, verify};
use perfectplay::{Limits, Record, Table, TableError, with_game};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a table against the rules of its game, and nothing else: the checksums, the value of every position, and that it
/// has the positions that it says it has.
///
/// Exit code 0 if all is right, 1 if a value is wrong, 2 if the file is not a sound table.
#[derive(clap::Args)]
pub struct Args {
    /// The table.
    file: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let OpenTable { table, opened } = super::open(&args.file)?;
    with_game!(&opened.game, game => run_game(game, &table, args))
}

fn run_game<G: Playable>(game: &G, table: &Table, args: &Args) -> Result<ExitCode, Failure> {
    let crew = args.threads.crew();
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let result = verify(game, table, crew, &mut control);
    drop(progress);
    match result {
        Ok(positions) => {
            let seconds = control.elapsed().as_secs_f64();
            writeln!(std::io::stdout(), "{} positions verified in {seconds:.1} s", HumanCount(positions))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(VerifyError::Table(TableError::Stopped)) if cancel.is_cancelled() => Ok(ExitCode::from(130)),
        Err(VerifyError::Table(error)) => Err(error.into()),
        Err(VerifyError::Wrong { fault, position }) => {
            let at = position.map(|position| game.write_position(&Record::at(position)));
            Err(Failure::NoAnswer(format!("{fault} (at {})", at.as_deref().unwrap_or("no position"))))
        }
    }
}
