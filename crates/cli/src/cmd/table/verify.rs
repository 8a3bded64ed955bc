//! `perfectplay table verify`: checks a table against the rules of its game.

use crate::args::ThreadArgs;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use indicatif::HumanCount;
use perfectplay::{DoorError, Doors, Limits, TableError};
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

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let (table, door) = super::open(&args.file, doors)?;
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let result = door.verify_table(&table, args.threads.crew(), &mut control);
    drop(progress);
    match result {
        Ok(positions) => {
            let seconds = control.elapsed().as_secs_f64();
            writeln!(std::io::stdout(), "{} positions verified in {seconds:.1} s", HumanCount(positions))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(DoorError::Table(TableError::Stopped)) if cancel.is_cancelled() => Ok(ExitCode::from(130)),
        Err(error) => Err(error.into()),
    }
}
