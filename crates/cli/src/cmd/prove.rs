//! `perfectplay prove`: a claim about a position, with a certificate that anyone can check.

use crate::args::{GameArgs, PositionArgs, SearchArgs};
use crate::cmd::solve::exit_code;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use indicatif::{HumanBytes, HumanCount};
use perfectplay::check::{Claim, Counts, Gets, Header, Side, Terms};
use perfectplay::games::{Opened, Playable};
use perfectplay::{CertifyError, Control, Engine, Goal, Outcome, Record, SolveError, certify, with_game};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prove a claim about a position, and write a certificate that `perfectplay check` verifies.
///
/// Without --claim it is found out whether the position is a win, a tie or a loss for the side to move, and that is
/// proved. Nothing is called proved before the checker has accepted the certificate. Exit code 1 if the claim is false or
/// no proof was found within the limits, 130 after Ctrl-C, 2 for bad input.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The claim, for the side to move: win, tie, loss, not-loss, not-win, margin>=K or margin<=K.
    #[arg(long, value_name = "CLAIM", value_parser = read_claim)]
    claim: Option<Asked>,
    /// With win or loss: the game is over within so many plies. With not-win or not-loss: not within so many plies.
    #[arg(long, value_name = "N", requires = "claim")]
    within: Option<u32>,
    /// Where to write the certificate.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
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
    fn claims(self, within: Option<u32>, scored: bool) -> Result<Vec<Claim>, Failure> {
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
            Asked::AtLeast(_) | Asked::AtMost(_) if !scored => Err(Failure::Input(
                "--claim: expected a scored game for a margin, found one without scores".to_string(),
            )),
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
    sentence: String,
    status: &'static str,
    engine: &'static str,
    engine_reason: &'static str,
    nodes: u64,
    seconds: f64,
    certificate: CertificateReport,
}

/// A certificate in a report.
#[derive(Serialize)]
pub struct CertificateReport {
    /// The file.
    pub file: String,
    /// Positions in it.
    pub positions: u64,
    /// Its size.
    pub bytes: u64,
}

impl CertificateReport {
    pub fn new(file: &std::path::Path, counts: Counts) -> std::io::Result<Self> {
        let bytes = std::fs::metadata(file)?.len();
        Ok(CertificateReport { file: file.display().to_string(), positions: counts.positions, bytes })
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => run_game(game, &opened, args))
}

/// The header of a certificate about a position, and the position as the checker will read it.
pub fn header<G: Playable>(
    game: &G,
    opened: &Opened,
    record: &Record<G>,
    claims: Vec<Claim>,
) -> Result<(Header, Record<G>), Failure> {
    let position = game.write_position(record);
    let read = game.read_position(&position).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let options = opened.options.iter().map(|(name, setting)| (name.to_string(), setting.clone())).collect();
    Ok((Header { game: opened.entry.name.to_string(), options, position, claims }, read))
}

fn run_game<G: Playable>(game: &G, opened: &Opened, args: &Args) -> Result<ExitCode, Failure> {
    let asked = args.claim.map(|asked| asked.claims(args.within, game.scored())).transpose()?;
    let (mut header, record) = header(game, opened, &args.position.read(game)?, asked.clone().unwrap_or_default())?;
    let table = args.search.table(opened)?;
    let goal = Goal::Outcome { lead: record.lead(game) };
    let mut engine = args.search.engine(game, table.as_ref(), 1)?;
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(args.search.limits(), &cancel, record.lead(game));
    let unsolvable = |error: SolveError<_>| Failure::unsolvable(game, &error);
    if asked.is_none() {
        match outcome(&mut *engine, &record, goal, &mut control).map_err(unsolvable)? {
            Some(found) => header.claims = found.claims(None, game.scored())?,
            None => return not_proved(&cancel, "it is not known who wins"),
        }
    }
    let terms = Terms { threads: 1, memory: args.search.memory(), most_positions: u64::MAX };
    let result = certify(&args.out, game, &header, &mut *engine, terms, &mut control);
    drop(progress);
    let sentences: Vec<String> = header.claims.iter().map(|claim| claim.sentence(game, &record)).collect();
    let sentence = sentences.join("; ");
    let counts = match result {
        Ok(counts) => counts,
        Err(CertifyError::Stopped) => return not_proved(&cancel, &format!("no proof found yet that {sentence}")),
        Err(CertifyError::Refuted) => return Err(Failure::NoAnswer(format!("it is not true that {sentence}"))),
        Err(CertifyError::Unsolvable(error)) => return Err(unsolvable(error)),
        Err(CertifyError::File(error)) => return Err(error.into()),
        Err(error) => return Err(Failure::NoAnswer(error.to_string())),
    };
    let certificate = CertificateReport::new(&args.out, counts)?;
    let (nodes, seconds) = (control.nodes(), control.elapsed().as_secs_f64());
    let mut out = std::io::stdout().lock();
    if args.json {
        let proof = Proof {
            game: opened.entry.name,
            options: &opened.options,
            position: &header.position,
            claims: &header.claims,
            sentence,
            status: "proved",
            engine: engine.name(),
            engine_reason: "",
            nodes,
            seconds,
            certificate,
        };
        serde_json::to_writer(&mut out, &proof).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let CertificateReport { file, positions, bytes } = certificate;
        writeln!(out, "Proved: {sentence}.")?;
        writeln!(out, "{file}: {} positions, {}, accepted by the checker", HumanCount(positions), HumanBytes(bytes))?;
        writeln!(out, "{} positions in {seconds:.3} s ({})", HumanCount(nodes), engine.name())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a position is a win, a tie or a loss for the side to move.
fn outcome<G: Playable>(
    engine: &mut dyn Engine<G>,
    record: &Record<G>,
    goal: Goal,
    control: &mut Control,
) -> Result<Option<Asked>, SolveError<G::Position>> {
    let lead = record.lead(engine.game());
    let bounds = engine.bounds(record.position(), goal, control)?.with_lead(lead);
    Ok(bounds.outcome().map(|outcome| match outcome {
        Outcome::Win => Asked::Win,
        Outcome::Tie | Outcome::Draw => Asked::Tie,
        Outcome::Loss => Asked::Loss,
    }))
}

fn not_proved(cancel: &perfectplay::Cancel, what: &str) -> Result<ExitCode, Failure> {
    crate::failure::tell(&format!("not proved: {what}"));
    Ok(if cancel.is_cancelled() { exit_code(cancel) } else { ExitCode::FAILURE })
}
