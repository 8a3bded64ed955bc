//! `perfectplay prove`: a claim about a position, with a certificate that anyone can check.

use crate::args::{GameArgs, PositionArgs, SearchArgs, ThreadArgs, can_be_written};
use crate::checkpoint::{CheckpointArgs, Kept};
use crate::cmd::certificate::{self, CertificateReport, Unproved};
use crate::cmd::solve::exit_code;
use crate::failure::{Failure, tell};
use crate::progress::{Interrupt, ProgressLine};
use indicatif::HumanCount;
use perfectplay::check::{Claim, Gets, Side, UnfitClaim};
use perfectplay::games::{Opened, Playable};
use perfectplay::{Bounds, Control, Engine, Equipped, Goal, Outcome, Record, with_game};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prove a claim about a position, and write a certificate that `perfectplay check` verifies.
///
/// Without --claim it is found out whether the position is a win, a tie or a loss for the side to move, and that is
/// proved. Nothing is called proved before the checker has accepted the certificate. Exit code 1 if the claim is false, 3 if no
/// proof was found within the limits, 130 after Ctrl-C, 2 for bad input.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The claim, for the side to move: win, tie, loss, not-loss, not-win, margin>=K or margin<=K.
    #[arg(long, value_name = "CLAIM", value_parser = read_claim)]
    claim: Option<Asked>,
    /// With win or loss: the game is over within so many plies. With not-win or not-loss: not within so many plies. Not in
    /// scored games, where plies and margins have no common order.
    #[arg(long, value_name = "N", requires = "claim")]
    within: Option<u32>,
    /// Where to write the certificate.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// A claim as it is asked for.
#[derive(Clone, Copy)]
enum Asked {
    Win,
    Tie,
    Loss,
    NotLoss,
    NotWin,
    AtLeast(i32),
    AtMost(i32),
}

fn read_claim(text: &str) -> Result<Asked, String> {
    let margin =
        |sign: &str| text.strip_prefix("margin").and_then(|rest| rest.trim().strip_prefix(sign)?.trim().parse().ok());
    match text {
        "win" => Ok(Asked::Win),
        "tie" | "draw" => Ok(Asked::Tie),
        "loss" => Ok(Asked::Loss),
        "not-loss" => Ok(Asked::NotLoss),
        "not-win" => Ok(Asked::NotWin),
        _ => margin(">=").map(Asked::AtLeast).or(margin("<=").map(Asked::AtMost)).ok_or_else(|| {
            format!("expected win, tie, loss, not-loss, not-win, margin>=K or margin<=K, found {text:?}")
        }),
    }
}

impl Asked {
    fn claims(self, within: Option<u32>) -> Result<Vec<Claim>, Failure> {
        let mover = |gets| Claim { side: Side::Mover, gets };
        let other = |gets| Claim { side: Side::Other, gets };
        let not_loss = Gets::NotLoss { within };
        let claims = match self {
            Asked::Win => vec![mover(Gets::Win { within })],
            Asked::Loss => vec![other(Gets::Win { within })],
            Asked::NotLoss => vec![mover(not_loss)],
            Asked::NotWin => vec![other(not_loss)],
            Asked::Tie => vec![mover(not_loss), other(not_loss)],
            Asked::AtLeast(at_least) => vec![mover(Gets::Margin { at_least })],
            Asked::AtMost(most) => vec![other(Gets::Margin { at_least: most.saturating_neg() })],
        };
        match self {
            Asked::Tie | Asked::AtLeast(_) | Asked::AtMost(_) if within.is_some() => {
                Err(Failure::Input("--within: expected a claim about a win or a loss, found another".to_string()))
            }
            _ => Ok(claims),
        }
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Proof<'p, O> {
    game: &'static str,
    options: O,
    position: &'p str,
    claims: &'p [Claim],
    status: &'static str,
    engine: &'static str,
    engine_reason: &'static str,
    nodes: u64,
    seconds: f64,
    certificate: &'p CertificateReport,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => run_game(game, &opened, args))
}

fn run_game<G: Equipped>(game: &G, opened: &Opened, args: &Args) -> Result<ExitCode, Failure> {
    can_be_written("--out", &args.out)?;
    args.checkpoint.check()?;
    let (mut header, record) = certificate::header(game, opened, &args.position.read(game)?)?;
    if let Some(asked) = args.claim {
        header.claims = asked.claims(args.within)?;
    }
    let questions = questions(game, &header.claims, &record)?;
    let table = args.search.table(opened)?;
    let crew = args.threads.crew();
    let engine = args.search.engine(game, table.as_ref(), 1, crew)?;
    let mut engine = args.checkpoint.keep(engine, game, opened, &record)?;
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(args.search.limits(), &cancel, record.lead(game));
    let outcome = search(game, &questions, &record, &mut engine, &mut control)?;
    if header.claims.is_empty() {
        header.claims = outcome.map(Claim::of_outcome).unwrap_or_default();
    }
    let proved = match header.claims.is_empty() {
        true => Err(Unproved::Stopped("it is not known yet who wins".to_string())),
        false => {
            let terms = args.search.terms(crew);
            certificate::prove(game, &header, &record, &mut engine, terms, &args.out, &mut control)
        }
    };
    let certificate = match proved {
        Ok(certificate) => certificate,
        Err(Unproved::Failed(failure)) => return Err(failure),
        Err(Unproved::Stopped(what)) => {
            drop(progress);
            let saved = if engine.end(false)? { "; the same command goes on from the checkpoint" } else { "" };
            tell(&format!("not proved: {what}{saved}"));
            return Ok(exit_code(&cancel, false));
        }
    };
    drop(progress);
    engine.end(true)?;
    let (nodes, seconds) = (control.nodes(), control.elapsed().as_secs_f64());
    let mut out = std::io::stdout().lock();
    if args.json {
        let proof = Proof {
            game: opened.entry.name,
            options: &opened.options,
            position: &header.position,
            claims: &header.claims,
            status: "proved",
            engine: engine.name(),
            engine_reason: engine.reason(),
            nodes,
            seconds,
            certificate: &certificate,
        };
        serde_json::to_writer(&mut out, &proof).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{certificate}")?;
        writeln!(out, "{} positions in {seconds:.3} s ({})", HumanCount(nodes), engine.name())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What has to be found out for the claims, or, if there are none, to know who wins.
fn questions<G: Playable>(game: &G, claims: &[Claim], record: &Record<G>) -> Result<Vec<Goal>, Failure> {
    if claims.is_empty() {
        return Ok(vec![Goal::Outcome { lead: record.lead(game) }]);
    }
    let whether = |claim: &Claim| match claim.demand(game, record) {
        Ok(demand) => Ok(Goal::Whether { at_least: demand.target() }),
        Err(unfit @ UnfitClaim::PliesInScoredGame { .. }) => Err(Failure::Input(format!("--within: {unfit}"))),
        Err(unfit) => Err(Failure::Input(format!("--claim: {unfit}"))),
    };
    claims.iter().map(whether).collect()
}

/// Searches until the questions are answered, or the control stops it.
fn search<G: Playable>(
    game: &G,
    questions: &[Goal],
    record: &Record<G>,
    engine: &mut Kept<G>,
    control: &mut Control,
) -> Result<Option<Outcome>, Failure> {
    let mut bounds = Bounds::UNKNOWN;
    for &goal in questions {
        let found = engine.bounds(record.position(), goal, control);
        bounds = bounds.and(found.map_err(|error| Failure::unsolvable(game, &error))?);
    }
    Ok(bounds.with_lead(record.lead(game)).outcome())
}
