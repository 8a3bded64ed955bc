//! `perfectplay solve`: the exact value of a position and of each move.

use crate::args::{GameArgs, PositionArgs, SearchArgs, can_be_written};
use crate::checkpoint::CheckpointArgs;
use crate::cmd::batch;
use crate::cmd::certificate::{self, CertificateReport};
use crate::failure::{Failure, UNANSWERED, tell};
use crate::progress::{Interrupt, ProgressLine};
use indicatif::HumanCount;
use perfectplay::check::Terms;
use perfectplay::games::{Opened, Playable};
use perfectplay::report::{self, Report};
use perfectplay::{
    Bounds, Cancel, Control, Crew, Engine, Equipped, Estimation, Goal, Limits, Outcome, Record, RootMove, Solution,
    SolveError, Value, main_line, solve_for, value_of, with_game,
};
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

impl QuestionArgs {
    /// Asks an engine.
    pub fn ask<G: Playable>(
        self,
        game: &G,
        record: &Record<G>,
        engine: &mut (dyn Engine<G> + Send),
        control: &mut Control,
    ) -> Result<Solution<G::Move>, SolveError<G::Position>> {
        let goal = self.goal(game, record);
        match self.value_only {
            true => value_of(engine, record.position(), goal, control),
            false => solve_for(engine, record.position(), goal, control),
        }
    }

    fn goal<G: Playable>(self, game: &G, record: &Record<G>) -> Goal {
        if self.outcome { Goal::Outcome { lead: record.lead(game) } } else { Goal::Exact }
    }

    /// Whether a solution answers all of it.
    pub fn is_answered<G: Playable>(self, game: &G, record: &Record<G>, solution: &Solution<G::Move>) -> bool {
        solution.answers(self.goal(game, record), game.scored())
    }

    /// Whether best play can be told.
    fn wants_line(self) -> bool {
        !self.outcome && !self.value_only
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => {
        if args.batch {
            batch::run(game, &opened, &args.search, args.question, args.threads.map(usize::from))
        } else {
            run_one(game, &opened, args)
        }
    })
}

fn run_one<G: Equipped>(game: &G, opened: &Opened, args: &Args) -> Result<ExitCode, Failure> {
    let record = args.position.read(game)?;
    args.certificate.as_deref().map_or(Ok(()), |file| can_be_written("--certificate", file))?;
    args.checkpoint.check()?;
    if args.search.wants_estimate() {
        return estimate(game, opened, &record, args);
    }
    let table = args.search.table(opened)?;
    let crew = args.threads.map_or_else(Crew::default, |threads| Crew::new(threads.into()));
    let engine = args.search.engine(game, table.as_ref(), 1, crew)?;
    let mut engine = args.checkpoint.keep(engine, game, opened, &record)?;
    let terms = args.search.terms(crew);
    let certificate = args.certificate.as_deref().map(|file| (file, terms));
    let request = Request { question: args.question, limits: args.search.limits(), json: args.json, certificate };
    let answered = answer(game, opened, &record, &mut engine, &request);
    let saved = engine.end(answered.is_ok() && !engine.was_stopped());
    let code = answered?;
    if saved? {
        tell("not complete; the same command goes on from the checkpoint");
    }
    Ok(code)
}

/// What is wanted of an answer.
pub struct Request<'r> {
    pub question: QuestionArgs,
    pub limits: Limits,
    pub json: bool,
    pub certificate: Option<(&'r Path, Terms)>,
}

/// A report with the certificate of what it says.
#[derive(Serialize)]
struct CertifiedReport<'r, O: Serialize> {
    #[serde(flatten)]
    report: Report<O>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'r CertificateReport>,
}

/// Prints the answer of an engine about one position.
pub fn answer<G: Equipped>(
    game: &G,
    opened: &Opened,
    record: &Record<G>,
    engine: &mut (dyn Engine<G> + Send),
    request: &Request,
) -> Result<ExitCode, Failure> {
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(request.limits, &cancel, record.lead(game));
    let unsolvable = |error| Failure::unsolvable(game, &error);
    let solution = request.question.ask(game, record, engine, &mut control).map_err(unsolvable)?;
    let certify = |wanted| certificate::of_solution(game, opened, record, engine, &solution, wanted, &mut control);
    let certificate = match request.certificate.map(certify).transpose() {
        Err(Failure::Stopped(what)) if cancel.is_cancelled() => {
            drop(progress);
            tell(&what);
            return Ok(exit_code(&cancel, false));
        }
        certificate => certificate?,
    };
    let mut out = std::io::stdout().lock();
    if request.json {
        drop(progress);
        let report = Report::new(opened.entry.name, &opened.options, game, record, &solution);
        let report = CertifiedReport { report, certificate: certificate.as_ref() };
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let line = match request.question.wants_line() {
            true => main_line(engine, record.position(), 1000, &mut control).map_err(unsolvable)?,
            false => vec![],
        };
        drop(progress);
        let is_cut = control.stopped().is_some();
        write!(out, "{}", for_people(game, record, &solution, &line, is_cut))?;
        if let Some(certificate) = certificate {
            writeln!(out, "{certificate}")?;
        }
    }
    let is_answered = request.question.is_answered(game, record, &solution);
    Ok(exit_code(&cancel, is_answered))
}

/// Prints an estimate of one position.
fn estimate<G: Equipped>(game: &G, opened: &Opened, record: &Record<G>, args: &Args) -> Result<ExitCode, Failure> {
    let exact_only = [("--checkpoint", args.checkpoint.is_given()), ("--value-only", args.question.value_only)];
    if let Some((flag, _)) = exact_only.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::Input(format!("{flag}: expected an exact engine, found --engine estimate")));
    }
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let lead = record.lead(game);
    let mut control = progress.control(args.search.estimate_limits(), &cancel, lead);
    let estimation = args.search.estimate(game, 1)?.think(record.position(), lead, &mut control);
    let estimation = estimation.map_err(|error| Failure::unsolvable(game, &error))?;
    drop(progress);
    let mut out = std::io::stdout().lock();
    if args.json {
        let report = Report::estimated(opened.entry.name, &opened.options, game, record, &estimation);
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}\n\n{}\n", game.draw(record), report::estimated_sentence(game, record, &estimation))?;
        if !estimation.tries.is_empty() {
            write!(out, "\n{}", estimated_move_table(game, record, &estimation))?;
        }
        write!(out, "{}", last_line(&estimation.shown))?;
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

/// The answer as a text; best play may have been cut off by a limit.
fn for_people<G: Playable>(
    game: &G,
    record: &Record<G>,
    solution: &Solution<G::Move>,
    line: &[G::Move],
    is_cut: bool,
) -> String {
    let mut text = format!("{}\n\n{}\n", game.draw(record), report::sentence(game, record, solution));
    if !solution.moves.is_empty() {
        text += &format!("\n{}", move_table(game, record, solution));
    }
    if !line.is_empty() {
        let line: Vec<String> = line.iter().map(|&mv| game.write_move(mv)).collect();
        let and_so_on = match solution.value() {
            _ if is_cut => " … as far as the limits allow",
            Some(Value::Draw) => " … and so on for ever",
            _ => "",
        };
        text += &format!("\nBest play: {}{and_so_on}\n", line.join(" "));
    }
    text + &last_line(solution)
}

/// How much work it was.
fn last_line<M>(solution: &Solution<M>) -> String {
    let seconds = solution.elapsed.as_secs_f64();
    format!("\n{} positions in {seconds:.3} s ({})\n", HumanCount(solution.nodes), solution.engine)
}

/// The moves and their values, best first, a line for each value.
pub fn move_table<G: Playable>(game: &G, record: &Record<G>, solution: &Solution<G::Move>) -> String {
    let lead = record.lead(game);
    let mut moves: Vec<&RootMove<G::Move>> = solution.moves.iter().collect();
    moves.sort_by_key(|mv| std::cmp::Reverse((mv.bounds.at_least.worth(), mv.bounds.at_most.worth())));
    let words =
        |bounds: Bounds| settled_words(bounds).unwrap_or_else(|| format!("not proved: {}", report::between(bounds)));
    table_of(game, record, moves.into_iter().map(|mv| (words(mv.bounds.with_lead(lead)), mv.mv)))
}

/// The moves and how they did in an estimate, best first.
pub fn estimated_move_table<G: Playable>(game: &G, record: &Record<G>, estimation: &Estimation<G::Move>) -> String {
    let lead = record.lead(game);
    let mut moves: Vec<_> = estimation.shown.moves.iter().zip(&estimation.tries).collect();
    moves.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score).then(b.visits.cmp(&a.visits)));
    let words = |bounds, score| settled_words(bounds).unwrap_or_else(|| report::about_percent(score));
    table_of(game, record, moves.into_iter().map(|(mv, tries)| (words(mv.bounds.with_lead(lead), tries.score), mv.mv)))
}

/// A value in words, if it is proved who wins.
fn settled_words(bounds: Bounds) -> Option<String> {
    Some(match (bounds.value(), bounds.outcome()) {
        (Some(Value::Margin(0)), _) => Value::Tie.to_string(),
        (Some(value @ Value::Margin(_)), _) => format!("{} ({value})", value.outcome().name()),
        (Some(value), _) => value.to_string(),
        (None, Some(Outcome::Win | Outcome::Loss)) => report::between(bounds),
        (None, _) => return None,
    })
}

/// Moves with what is said of them, a line for those of which the same is said in a row.
fn table_of<G: Playable>(game: &G, record: &Record<G>, moves: impl Iterator<Item = (String, G::Move)>) -> String {
    let mover = game.player_name(game.turn(record.position()));
    let mut rows: Vec<(String, Vec<String>)> = vec![];
    for (value, mv) in moves {
        match rows.last_mut() {
            Some((last, texts)) if *last == value => texts.push(game.write_move(mv)),
            _ => rows.push((value, vec![game.write_move(mv)])),
        }
    }
    let width = rows.iter().map(|(value, _)| value.len()).max().unwrap_or(0);
    let row = |(value, moves): &(String, Vec<String>)| format!("  {value:<width$}  {}\n", moves.join(" "));
    format!("Moves of {mover}:\n{}", rows.iter().map(row).collect::<String>())
}
