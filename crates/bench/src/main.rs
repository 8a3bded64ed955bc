//! Long jobs of the command `perfectplay`, each as a process of its own, beside other programs; the figures go into
//! docs/benchmarks.md.

mod jobs;
mod machine;
mod measure;
mod peer;
mod report;
mod section;
mod task;

use clap::Parser;
use jobs::{Group, Job};
use measure::Measured;
use peer::Peer;
use report::Row;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use task::{Data, Run, Task};

/// Run long jobs of the release program, measure CPU time, memory and work, and put the figures into docs/benchmarks.md.
///
/// Each group of jobs has a section there, which is replaced by what was measured in this run. Answers that are known are
/// compared, and nothing is written if one differs.
#[derive(Parser)]
#[command(version, max_term_width = 110, after_help = EXAMPLES)]
struct Cli {
    /// Names of jobs or of groups of jobs; --list shows them.
    #[arg(required_unless_present = "list", value_name = "JOB")]
    jobs: Vec<String>,
    /// List the jobs by group.
    #[arg(long)]
    list: bool,
    /// Another program to measure beside ours, as JOB:NAME:COMMAND; can be given several times, and JOB may be a group.
    ///
    /// The command is run by the shell. It gets the positions of the job on stdin, a line each as the columns played, and
    /// should print a line for each that ends in the score of the position, or in win, tie or loss. If it prints the
    /// word nodes and a number on stderr, these are its nodes. Positions of TixTax are as in our files.
    #[arg(long = "peer", value_name = "JOB:NAME:COMMAND")]
    peers: Vec<Peer>,
    /// Measure every program so often, all of them in turn; the median is what counts.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only the first so many lines of each test set.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// Stop another program after so many seconds by the clock.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    peer_seconds: Option<u32>,
    /// The program to measure [default: it is built].
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Folder of the test sets.
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../perfectplay/tests/data"), hide_default_value = true)]
    data: PathBuf,
    /// The file whose sections are replaced; - prints them only.
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.md"), hide_default_value = true)]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  cargo run --release -p perfectplay-bench -- --list
  cargo run --release -p perfectplay-bench -- triangle-war dots-and-boxes-3x3 --out -
  cargo run --release -p perfectplay-bench -- connect-four --peer 'connect-four-empty:c4, 64 MB:/path/to/c4'
  cargo run --release -p perfectplay-bench -- test-sets --lines 50 --peer 'test-sets:Pons:/path/to/c4solver'";

/// Why nothing is written.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<(), Failure> {
    if cli.list {
        print!("{}", jobs::list());
        return Ok(());
    }
    let chosen = jobs::choose(&cli.jobs)?;
    for peer in &cli.peers {
        jobs::choose(std::slice::from_ref(&peer.job))?;
    }
    let program = match &cli.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    for group in Group::ALL {
        write(&cli.out, group, None)?;
    }
    let scratch = tempfile::tempdir()?;
    let data = Data { folder: &cli.data, lines: cli.lines.map(|lines| lines as usize), scratch: scratch.path() };
    let circumstances = machine::circumstances();
    for group in Group::ALL {
        let mut rows = vec![];
        for job in chosen.iter().filter(|job| job.group == group) {
            rows.extend(measure_job(job, &program, &data, cli)?);
        }
        if !rows.is_empty() {
            let body = report::section(group.name(), &circumstances, &rows);
            println!("{body}");
            write(&cli.out, group, Some(&body))?;
        }
    }
    Ok(())
}

/// Our program, then the others, and that again for each round; the medians.
fn measure_job(job: &Job, program: &Path, data: &Data, cli: &Cli) -> Result<Vec<Row>, Failure> {
    let task = Task::new(job, data)?;
    eprintln!("{}: {}", job.name, task.command);
    let peers: Vec<&Peer> = cli.peers.iter().filter(|peer| job.is_called(&peer.job)).collect();
    let (mut ours, mut theirs) = (vec![], peers.iter().map(|_| vec![]).collect::<Vec<_>>());
    for round in 1..=cli.rounds {
        let measured = run_ours(program, &task.runs).map_err(|failure| format!("{}: {failure}", job.name))?;
        ours.push(measured);
        for (peer, measured) in peers.iter().zip(&mut theirs) {
            eprintln!("{}: {}, round {round}", job.name, peer.name);
            measured.push(Measured::of(&mut peer.shell(cli.peer_seconds), &task.input)?);
        }
    }
    let by_clock = job.threads > 1;
    let ours = Measured::median(ours, by_clock);
    let answer =
        task.read_ours(&ours.stdout, &ours.stderr).map_err(|difference| format!("{}: {difference}", job.name))?;
    let rows = peers.iter().zip(theirs).map(|(peer, measured)| {
        let theirs = Measured::median(measured, by_clock);
        Row::theirs(peer, &theirs, task.read_theirs(&theirs.stdout, &answer), &ours, by_clock)
    });
    let rows: Vec<Row> = rows.collect();
    Ok([vec![Row::ours(&task.command, job, &ours, &answer)], rows].concat())
}

/// What all runs of our program take together.
fn run_ours(program: &Path, runs: &[Run]) -> Result<Measured, Failure> {
    let mut all: Option<Measured> = None;
    for run in runs {
        let measured = Measured::of(Command::new(program).args(&run.args), &run.input)?;
        if !measured.status.success() {
            return Err(format!("{}: {}", measured.status, measured.stderr.trim()).into());
        }
        all = Some(match all {
            Some(before) => before.and(measured),
            None => measured,
        });
    }
    all.ok_or_else(|| "expected positions, found none".into())
}

/// Builds the release program; where it is.
fn build() -> Result<PathBuf, Failure> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "-p", "perfectplay-cli", "--message-format", "json-render-diagnostics"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).stderr(Stdio::inherit()).output()?;
    let messages = String::from_utf8(output.stdout)?;
    let mut executables = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let program = executables.next_back().filter(|_| output.status.success());
    program.ok_or_else(|| "expected to build perfectplay, found errors".into())
}

/// Replaces the section of a group; without a body, only finds out whether that is possible.
fn write(out: &Path, group: Group, body: Option<&str>) -> Result<(), Failure> {
    if out == Path::new("-") {
        return Ok(());
    }
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", out.display());
    let text = fs::read_to_string(out).map_err(|error| failed(&error))?;
    let changed = section::replace(&text, group.name(), body.unwrap_or_default()).map_err(|error| failed(&error))?;
    if body.is_some() {
        fs::write(out, changed).map_err(|error| failed(&error))?;
    }
    Ok(())
}
