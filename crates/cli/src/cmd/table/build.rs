//! `perfectplay table build`: solves a game strongly and writes the table.

use crate::args::{GameArgs, PROGRAM, PositionArgs, ThreadArgs, can_be_written, read_size};
use crate::failure::{Failure, Reworded, tell};
use crate::progress::{Interrupt, ProgressLine, positions};
use indicatif::{HumanBytes, HumanCount};
use perfectplay::door::TableJob;
use perfectplay::files::Draft;
use perfectplay::{DoorError, Doors, InUse, Limits, Notice, Plan, Table, is_in_use};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solve a game strongly, and write the value of every position to a table.
///
/// The table has all positions of games with a dense numbering (such as finger-game, quixo, chess-ending, dots-and-boxes)
/// if they fit into the memory, and of other games all that can be reached from the start, or with --plies the first of these. Ctrl-C, a full disk or the end of the program lose at most
/// the layer under way (of a book, what was found since it was saved last): the same command with --resume goes on.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Where to write the table.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Replace a file that is there.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    position: PositionArgs,
    /// A book: only the positions of the first N plies. Those of the last of them are searched, and the others follow from
    /// these; any game whose moves lead on and never back.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000), conflicts_with = "reachable")]
    plies: Option<u32>,
    /// Only positions that can be reached from the start, also in a game with a dense numbering.
    #[arg(long, conflicts_with_all = ["position", "moves"])]
    reachable: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Memory for the whole program, such as 512M or 2G. What does not fit is worked out in files.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = read_size, allow_negative_numbers = true)]
    memory: usize,
    /// Go on with a job that was stopped.
    #[arg(long)]
    resume: bool,
    /// The folder for files on the way (default: the name of the table with .work behind it). It is removed in the end.
    #[arg(long, value_name = "FOLDER")]
    work: Option<PathBuf>,
    /// How often to save games without layers, and the search for a book, on the way, in seconds.
    #[arg(long, value_name = "S", default_value_t = 60)]
    save_every: u64,
}

/// The least that hash tables, lists and the packing of blocks need.
const LEAST: usize = 24 << 20;

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let door = args.game.open(doors)?;
    if args.memory < PROGRAM + LEAST {
        let (least, given) = ((PROGRAM + LEAST) >> 20, args.memory);
        return Err(Failure::input(format!("--memory: expected at least {least}M for a table, found {given} bytes")));
    }
    can_be_written("--out", &args.out)?;
    let folder = args.work.clone().unwrap_or_else(|| with_ending(&args.out, ".work"));
    if is_in_use(&folder)? {
        return Err(DoorError::from(InUse { folder }).into());
    }
    if !args.resume && folder.exists() {
        return Err(Failure::input(format!(
            "expected no folder {}, found one: give --resume to go on with the job that was stopped there, or remove it",
            folder.display()
        )));
    }
    // a job that was begun with --force goes on without it
    let goes_on = args.resume && folder.exists();
    if args.out.exists() && !args.force && !goes_on {
        return Err(Failure::input(format!(
            "--out: expected no file {}, found one: give --force to replace it, or another name",
            args.out.display()
        )));
    }
    let place = args.position.place(&*door)?;
    let job = TableJob {
        plies: args.plies,
        from: (args.position.is_given() || args.reachable).then_some(place),
        folder: folder.clone(),
        resume: args.resume,
        crew: args.threads.crew(),
        memory: args.memory - PROGRAM,
        save_every: Duration::from_secs(args.save_every),
    };
    let started = Instant::now();
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(Limits::default(), &cancel, 0);
    let mut announce = |notice: &Notice| {
        progress.suspend(|| match notice {
            Notice::Plan(plan) => tell(&plan_text(plan, &folder)),
            Notice::Unsound(unsound) => tell(&unsound.to_string()),
            // nobody waits for a notice
            _ => {}
        });
    };
    let result = Draft::create(&args.out).map_err(DoorError::from).and_then(|mut draft| {
        door.build_table(&job, &mut draft, &mut announce, &mut control)?;
        Ok(draft.finish()?)
    });
    let result = result.map_err(Failure::from);
    drop(progress);
    match result {
        Ok(()) => {
            let table = Table::open(&args.out)?;
            let bits = 8.0 * table.size() as f64 / table.header().cells().max(1) as f64;
            tell(&format!(
                "{}: {} cells in {} ({bits:.2} bits each), {:.1} s",
                args.out.display(),
                HumanCount(table.header().cells()),
                HumanBytes(table.size()),
                started.elapsed().as_secs_f64()
            ));
            Ok(ExitCode::SUCCESS)
        }
        Err(_) if cancel.is_cancelled() => {
            tell("stopped; the same command with --resume goes on");
            Ok(ExitCode::from(130))
        }
        Err(Failure::Io(error)) => {
            let words = format!("{error}; once that is mended, the same command with --resume goes on");
            Err(Failure::no_answer(Reworded::new(words, error)))
        }
        Err(failure) => Err(failure),
    }
}

fn plan_text(plan: &Plan, folder: &Path) -> String {
    let layers = plan.layers.map(|layers| format!(" in {layers} layers")).unwrap_or_default();
    let (all, disk) = (positions(plan.positions), HumanBytes(plan.work_bytes));
    format!("{all}{layers}; files of about {disk} in {}", folder.display())
}

/// The path with something behind its name.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
