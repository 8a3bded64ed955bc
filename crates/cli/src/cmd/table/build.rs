//! `perfectplay table build`: solves a game strongly and writes the table.

use crate::args::{GameArgs, PROGRAM, PositionArgs, ThreadArgs, can_be_written, read_size};
use crate::failure::{Failure, tell};
use crate::progress::{Interrupt, ProgressLine};
use indicatif::{HumanBytes, HumanCount};
use perfectplay::games::{Opened, Playable};
use perfectplay::table::{Job, TableScope, build, job_name};
use perfectplay::{
    Limits, Notice, Plan, Record, Scope, Strong, StrongError, Table, TableError, Workshop, is_in_use, with_game,
};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solve a game strongly, and write the value of every position to a table.
///
/// The table has all positions of games with a dense numbering (such as finger-game, quixo, chess-ending, dots-and-boxes)
/// if they fit into the memory, and of other games all that can be reached from the start. Ctrl-C, a full disk or the end of the program lose at most
/// the layer under way: the same command with --resume goes on.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Where to write the table.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
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
    /// How often to save games without layers on the way, in seconds.
    #[arg(long, value_name = "S", default_value_t = 60)]
    save_every: u64,
}

/// The least that hash tables, lists and the packing of blocks need.
const LEAST: usize = 24 << 20;

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => run_game(game, &opened, args))
}

fn run_game<G: Playable>(game: &G, opened: &Opened, args: &Args) -> Result<ExitCode, Failure> {
    if args.memory < PROGRAM + LEAST {
        let (least, given) = ((PROGRAM + LEAST) >> 20, args.memory);
        return Err(Failure::Input(format!("--memory: expected at least {least}M for a table, found {given} bytes")));
    }
    can_be_written("--out", &args.out)?;
    let folder = args.work.clone().unwrap_or_else(|| with_ending(&args.out, ".work"));
    if is_in_use(&folder)? {
        return Err(explain(game, StrongError::InUse { folder }));
    }
    if !args.resume && folder.exists() {
        return Err(Failure::Input(format!(
            "expected no folder {}, found one: give --resume to go on with the job that was stopped there, or remove it",
            folder.display()
        )));
    }
    let (scope, table_scope) = scope(game, args)?;
    let options = serde_json::to_value(&opened.options).map_err(io::Error::from)?;
    let mut job = Job { game: opened.entry.name.to_string(), options, scope: table_scope };
    let crew = args.threads.crew();
    let workshop = Workshop {
        folder: folder.clone(),
        job: job_name(&job),
        resume: args.resume,
        crew,
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
        });
    };
    let result = Strong::solve(game, &scope, &workshop, &mut announce, &mut control)
        .map_err(|error| explain(game, error))
        .and_then(|strong| {
            // all positions that did not fit into the memory were worked out from the start
            if job.scope == TableScope::All && strong.sections().iter().any(|section| section.is_listed) {
                job.scope = TableScope::From(vec![game.write_position(&Record::new(game))]);
            }
            build(&args.out, game, &job, &strong, crew, &mut control).map_err(|error| match error {
                TableError::Io { .. } => Failure::Io(io::Error::other(error)),
                other => other.into(),
            })?;
            Ok(strong.delete()?)
        });
    drop(progress);
    match result {
        Ok(_) => {
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
            Err(Failure::NoAnswer(format!("{error}; once that is mended, the same command with --resume goes on")))
        }
        Err(failure) => Err(failure),
    }
}

/// Which positions to solve, and how the table tells it.
fn scope<G: Playable>(game: &G, args: &Args) -> Result<(Scope<G::Position>, TableScope), Failure> {
    let record = args.position.read(game)?;
    let is_start = !args.position.is_given();
    if is_start && !args.reachable && game.is_dense() {
        return Ok((Scope::All, TableScope::All));
    }
    let text = game.write_position(&record);
    Ok((Scope::From(vec![*record.position()]), TableScope::From(vec![text])))
}

fn plan_text(plan: &Plan, folder: &Path) -> String {
    let layers = plan.layers.map(|layers| format!(" in {layers} layers")).unwrap_or_default();
    let (positions, disk) = (HumanCount(plan.positions), HumanBytes(plan.work_bytes));
    format!("{positions} positions{layers}; files of about {disk} in {}", folder.display())
}

pub(crate) fn explain<G: Playable>(game: &G, error: StrongError<G::Position>) -> Failure {
    match error {
        StrongError::Unsolvable(error) => Failure::unsolvable(game, &error),
        StrongError::Io(error) => Failure::Io(error),
        StrongError::Stopped(_) => TableError::Stopped.into(),
        StrongError::NoNumbering | StrongError::InUse { .. } => Failure::NoAnswer(error.to_string()),
    }
}

/// The path with something behind its name.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
