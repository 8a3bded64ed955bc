//! `perfectplay solve`: the exact value of a position and of each move.

use crate::args::{GameArgs, PositionArgs, SearchArgs, Share, can_be_written};
use crate::batch;
use crate::certificate::{CertificateReport, write_certificate};
use crate::checkpoint::{CheckpointArgs, Unkept};
use crate::failure::{Failure, UNANSWERED, tell};
use crate::moves::{ROWS, move_table};
use crate::progress::{Interrupt, ProgressLine, positions};
use indicatif::HumanCount;
use perfectplay::check::Terms;
use perfectplay::door::Asked;
use perfectplay::{Cancel, Crew, Door, DoorError, Doors, Limits, Place, Question, Report, Session, Stop, Value};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Solve a position: its value, the value of each move, and best play.
///
/// Ctrl-C and the limits stop the search; the answer is then what has been shown so far (status "bounded", or "proved" if
/// that is the value, but not of every move). Exit code 0 if all that was asked is answered, 3 if a limit came before, 130
/// after Ctrl-C, 1 if there can be no answer, 2 for bad input.
///
/// With --engine estimate the answer is a guess (status "estimated", exit code 0), after ten seconds unless a limit says
/// otherwise.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Show all moves, however many lines they take.
    #[arg(long)]
    all: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Read a position or a list of moves from each line of stdin and print a JSON object for each, in order.
    ///
    /// An empty line is the start. A line may begin with "position " or "moves " to say which of the two it is. A bad
    /// line gives an object with "error", and exit code 1 at the end. Limits hold for each line; if one is not answered
    /// within them, the exit code is 3.
    #[arg(long, conflicts_with_all = ["position", "moves", "checkpoint"])]
    batch: bool,
    #[command(flatten)]
    question: QuestionArgs,
    /// Write a certificate of the value to this file, and check it; see `perfectplay prove`.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    /// Threads for --batch, alpha-beta and proof-number search (default: all cores).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Args {
    /// The most rows of moves that are shown.
    fn rows(&self) -> usize {
        if self.all { usize::MAX } else { ROWS }
    }
}

/// How much is asked about a position; by default the value of it and of each move.
#[derive(clap::Args, Clone, Copy, Default)]
pub struct QuestionArgs {
    /// Only who wins, not how fast or by how much; often much faster.
    #[arg(long)]
    outcome: bool,
    /// Only the value of the position, not that of each move; faster.
    #[arg(long)]
    value_only: bool,
}

impl From<QuestionArgs> for Question {
    fn from(args: QuestionArgs) -> Self {
        Question { outcome: args.outcome, value_only: args.value_only }
    }
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let door = args.game.open_for(doors, &args.position)?;
    match args.batch {
        true => batch::run(&*door, &args.search, args.question.into(), args.threads.map(usize::from)),
        false => run_one(&*door, args),
    }
}

fn run_one(door: &dyn Door, args: &Args) -> Result<ExitCode, Failure> {
    let place = args.position.place(door)?;
    args.certificate.as_deref().map_or(Ok(()), |file| can_be_written("--certificate", file))?;
    args.checkpoint.check()?;
    if args.search.wants_estimate() {
        return estimate(door, &place, args);
    }
    let tables = args.search.tables(door)?;
    let crew = args.threads.map_or_else(Crew::default, |threads| Crew::new(threads.into()));
    let (share, means, terms) = match &args.certificate {
        Some(_) => {
            let (means, terms) = args.search.means_of_proofs(&tables, crew)?;
            (Share::OF_PROOF, means, Some(terms))
        }
        None => (Share::ALL, args.search.means_of_analysis(door, &tables, crew)?, None),
    };
    let mut kept = args.checkpoint.session(door, &place, means).map_err(|error| match error {
        Unkept::Door(error) => args.search.no_session(error, share, &tables),
        Unkept::Failed(failure) => failure,
    })?;
    let certificate = args.certificate.as_deref().zip(terms);
    let question = args.question.into();
    let remark = args.game.remark(door);
    let request =
        Request { question, limits: args.search.limits(), json: args.json, certificate, remark, rows: args.rows() };
    let answered = answer(door, &place, &mut *kept.session, &request);
    let saved = kept.end(answered.as_ref().is_ok_and(|(_, was_stopped)| !was_stopped));
    let (code, _) = answered?;
    if saved? {
        tell("not complete; the same command goes on from the checkpoint");
    }
    Ok(code)
}

/// What is wanted of an answer.
pub struct Request<'r> {
    pub question: Question,
    pub limits: Limits,
    pub json: bool,
    pub certificate: Option<(&'r Path, Terms)>,
    /// What else is to be said to people.
    pub remark: Option<String>,
    /// The most rows of moves.
    pub rows: usize,
}

/// A report with the certificate of what it says.
#[derive(Serialize)]
struct CertifiedReport<'r> {
    #[serde(flatten)]
    report: &'r Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'r CertificateReport>,
}

/// The longest line of best play that is told.
const LONGEST_LINE: usize = 1000;

/// Prints the answer of a session about one position; and whether it was stopped before the whole answer.
pub fn answer(
    door: &dyn Door,
    place: &Place,
    session: &mut (dyn Session + '_),
    request: &Request,
) -> Result<(ExitCode, bool), Failure> {
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(request.limits, &cancel, door.lead(place)?);
    let report = session.analyse(place, request.question, &mut |report| progress.note(&report()), &mut control)?;
    let was_stopped = control.stopped().is_some();
    if control.stopped() == Some(Stop::Memory) {
        progress
            .suspend(|| tell("stopped: positions have taken all memory that there is for them; --memory gives more"));
    }
    let certify = |(file, terms): (&Path, Terms)| {
        let asked = Asked::Shown(report.bounds);
        let certified =
            write_certificate(session, place, &asked, file, terms, &mut control).map_err(|error| match error {
                DoorError::Undecided => Failure::Stopped("no certificate: it is not known who wins".to_string()),
                DoorError::Stopped(what) => Failure::Stopped(format!("no certificate: {what}")),
                error => error.into(),
            })?;
        CertificateReport::of(file, certified)
    };
    let certificate = match request.certificate.map(certify).transpose() {
        Err(Failure::Stopped(what)) if cancel.is_cancelled() => {
            drop(progress);
            tell(&what);
            return Ok((exit_code(&cancel, false), was_stopped));
        }
        certificate => certificate?,
    };
    let mut out = std::io::stdout().lock();
    if request.json {
        drop(progress);
        let report = CertifiedReport { report: &report, certificate: certificate.as_ref() };
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let line = match request.question == Question::default() {
            true => session.line(place, LONGEST_LINE, &mut control)?.line,
            false => vec![],
        };
        drop(progress);
        let is_cut = control.stopped().is_some();
        write!(
            out,
            "{}",
            for_people(&door.draw(place)?, &report, request.remark.as_deref(), request.rows, &line, is_cut)
        )?;
        if let Some(certificate) = certificate {
            writeln!(out, "{certificate}")?;
        }
    }
    Ok((exit_code(&cancel, request.question.is_answered(&report)), was_stopped))
}

/// Prints an estimate of one position.
fn estimate(door: &dyn Door, place: &Place, args: &Args) -> Result<ExitCode, Failure> {
    let exact_only = [("--checkpoint", args.checkpoint.is_given()), ("--value-only", args.question.value_only)];
    if let Some((flag, _)) = exact_only.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::input(format!("{flag}: expected an exact engine, found --engine estimate")));
    }
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(args.search.estimate_limits(), &cancel, door.lead(place)?);
    let session = door.session(args.search.means_of_estimates(door, Share::ALL)?);
    let mut session = session.map_err(|error| args.search.no_session(error, Share::ALL, &[]))?;
    let report = session.estimate(place, &mut |report| progress.note(&report()), &mut control)?;
    drop(progress);
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let remark = args.game.remark(door);
        write!(out, "{}", for_people(&door.draw(place)?, &report, remark.as_deref(), args.rows(), &[], false))?;
    }
    Ok(exit_code(&cancel, true))
}

/// 130 after Ctrl-C, as shells have it.
pub fn exit_code(cancel: &Cancel, is_answered: bool) -> ExitCode {
    ExitCode::from(match is_answered {
        _ if cancel.is_cancelled() => 130,
        true => 0,
        false => UNANSWERED,
    })
}

/// The answer as a text, with so many rows of moves at the most; best play may have been cut off by a limit.
fn for_people(
    board: &str,
    report: &Report,
    remark: Option<&str>,
    rows: usize,
    line: &[String],
    is_cut: bool,
) -> String {
    let mut text = format!("{board}\n\n{}\n", report.sentence);
    let guess = report.guess.as_ref();
    // of an estimate alone that is the sentence already
    if let Some(estimated) = guess.and_then(|guess| guess.sentence.as_ref()).filter(|_| report.status != "estimated") {
        text += &format!("{estimated}\n");
    }
    if let Some(remark) = remark {
        text += &format!("{remark}\n");
    }
    if !report.moves.is_empty() {
        text += &format!("\n{}", move_table(report, rows));
    }
    if let Some(guess) = guess.filter(|guess| guess.estimated_line.len() > 1) {
        text += &format!("\nPlay that seems best: {} …\n", guess.estimated_line.join(" "));
    }
    if !line.is_empty() {
        let and_so_on = match report.bounds.value() {
            _ if is_cut => " … as far as the limits allow",
            Some(Value::Draw) => " … and so on for ever",
            _ => "",
        };
        text += &format!("\nBest play: {}{and_so_on}\n", line.join(" "));
    }
    text + &format!("\n{}\n", effort(report))
}

/// What an answer took, and where it comes from.
pub fn effort(report: &Report) -> String {
    let (searched, seconds, engine) = (positions(report.nodes), report.seconds, report.engine);
    let playouts = report.guess.as_ref().map(|guess| format!(", {} playouts", HumanCount(guess.playouts.into())));
    format!("{searched} in {seconds:.3} s ({engine}){}", playouts.unwrap_or_default())
}
