//! `perfectplay prove`: a claim about a position, with a certificate that anyone can check.

use crate::args::{GameArgs, PositionArgs, SearchArgs, Share, ThreadArgs, can_be_written};
use crate::certificate::{CertificateReport, write_certificate};
use crate::checkpoint::{CheckpointArgs, Unkept};
use crate::cmd::solve::exit_code;
use crate::failure::{Failure, Reworded, tell};
use crate::progress::{Interrupt, ProgressLine, positions};
use perfectplay::Options;
use perfectplay::check::{CertificateError, Claim, Gets, Side, UnfitClaim};
use perfectplay::{DoorError, Doors, door};
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
                Err(Failure::input("--within: expected a claim about a win or a loss, found another"))
            }
            _ => Ok(claims),
        }
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Proof<'p> {
    game: &'p str,
    options: &'p Options,
    position: &'p str,
    claims: &'p [Claim],
    status: &'static str,
    engine: &'static str,
    engine_reason: &'static str,
    nodes: u64,
    seconds: f64,
    certificate: &'p CertificateReport,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let door = args.game.open_for(doors, &args.position)?;
    can_be_written("--out", &args.out)?;
    args.checkpoint.check()?;
    let place = args.position.place(&*door)?;
    let asked = match args.claim {
        Some(asked) => door::Asked::Claims(asked.claims(args.within)?),
        None => door::Asked::Outcome,
    };
    if let door::Asked::Claims(claims) = &asked {
        door.check_claims(&place, claims).map_err(unfit)?;
    }
    let tables = args.search.tables(&*door)?;
    let crew = args.threads.crew();
    let (means, terms) = args.search.means_of_proofs(&tables, crew)?;
    let mut kept = args.checkpoint.session(&*door, &place, means).map_err(|error| match error {
        Unkept::Door(error) => args.search.no_session(error, Share::OF_PROOF, &tables),
        Unkept::Failed(failure) => failure,
    })?;
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(args.search.limits(), &cancel, door.lead(&place)?);
    let proved = write_certificate(&mut *kept.session, &place, &asked, &args.out, terms, &mut control);
    drop(progress);
    let certified = match proved {
        Ok(certified) => certified,
        Err(error @ (DoorError::Undecided | DoorError::Stopped(_))) => {
            let saved = if kept.end(false)? { "; the same command goes on from the checkpoint" } else { "" };
            tell(&format!("not proved: {error}{saved}"));
            return Ok(exit_code(&cancel, false));
        }
        Err(error) => return Err(unfit(error)),
    };
    kept.end(true)?;
    let header = certified.header.clone();
    let certificate = CertificateReport::of(&args.out, certified)?;
    let (nodes, seconds) = (control.nodes(), control.elapsed().as_secs_f64());
    let (engine, engine_reason) = kept.session.engine();
    let mut out = std::io::stdout().lock();
    if args.json {
        let proof = Proof {
            game: &header.game,
            options: door.options(),
            position: &header.position,
            claims: &header.claims,
            status: "proved",
            engine,
            engine_reason,
            nodes,
            seconds,
            certificate: &certificate,
        };
        serde_json::to_writer(&mut out, &proof).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{certificate}")?;
        writeln!(out, "{} in {seconds:.3} s ({engine})", positions(nodes))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Claims that say nothing about the game, by the option that is to blame.
fn unfit(error: DoorError) -> Failure {
    match error {
        DoorError::Certificate(CertificateError::Claim(unfit @ UnfitClaim::PliesInScoredGame { .. })) => {
            Failure::input(Reworded::new(format!("--within: {unfit}"), unfit))
        }
        DoorError::Certificate(CertificateError::Claim(unfit)) => {
            Failure::input(Reworded::new(format!("--claim: {unfit}"), unfit))
        }
        error => error.into(),
    }
}
