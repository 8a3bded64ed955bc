//! `perfectplay table verify`: checks a table against the rules of its game.

use crate::args::{ThreadArgs, read_size};
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine, positions};
use indicatif::HumanCount;
use perfectplay::door::Recheck;
use perfectplay::table::Verified;
use perfectplay::{DoorError, Doors, Limits, TableError};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a table against the rules of its game, and nothing else: the checksums, the value of every position, and that it
/// has the positions that it says it has.
///
/// In a book (see `perfectplay table build --plies`) the values of the last positions come from a search. It is told how many they
/// are, and some of them are searched again.
///
/// Exit code 0 if all is right, 1 if a value is wrong, 2 if the file is not a sound table.
#[derive(clap::Args)]
pub struct Args {
    /// The table.
    file: PathBuf,
    /// Search so many positions again, chosen by chance, of those whose values come from a search, in a book.
    #[arg(long, value_name = "N", default_value_t = 10)]
    recheck: usize,
    /// Memory for these searches, such as 512M or 2G.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = read_size, allow_negative_numbers = true)]
    memory: usize,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let (table, door) = super::open(&args.file, doors)?;
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let recheck = Recheck { positions: args.recheck, memory: args.memory };
    let result = door.verify_table(&table, recheck, args.threads.crew(), &mut control);
    drop(progress);
    match result {
        Ok(Verified { positions: verified, searched }) => {
            let seconds = control.elapsed().as_secs_f64();
            let by_search = match searched {
                0 => String::new(),
                _ => {
                    let again = HumanCount(searched.min(args.recheck as u64));
                    format!(
                        ", {} of them by values that come from a search, {again} of which were searched again",
                        HumanCount(searched)
                    )
                }
            };
            writeln!(std::io::stdout(), "{} verified in {seconds:.1} s{by_search}", positions(verified))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(DoorError::Table(TableError::Stopped)) if cancel.is_cancelled() => Ok(ExitCode::from(130)),
        Err(error) => Err(error.into()),
    }
}
