//! `perfectplay prove`: a claim about a position, with a certificate that anyone can check.

use crate::args::{GameArgs, PositionArgs, SearchArgs, ThreadArgs, can_be_written};
use crate::cmd::certificate::{self, CertificateReport, Unproved};
use crate::cmd::solve::exit_code;
use crate::failure::{Failure, tell};
use crate::progress::{Interrupt, ProgressLine};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use indicatif::HumanCount;
use perfectplay::check::{Claim, Gets, Header, Side};
use perfectplay::games::{Opened, Playable};
use perfectplay::{Bounds, Control, Engine, Goal, Limits, Outcome, Record, with_game};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

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
    #[command(flatten)]
    threads: ThreadArgs,
    /// A file for what the search has found so far, written when it is stopped and now and then. If it is there, the
    /// search goes on from it. It is removed in the end.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often to write the checkpoint, in seconds.
    #[arg(long, value_name = "S", default_value_t = 600)]
    save_every: u64,
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

fn run_game<G: Playable>(game: &G, opened: &Opened, args: &Args) -> Result<ExitCode, Failure> {
    can_be_written("--out", &args.out)?;
    args.checkpoint.as_deref().map_or(Ok(()), |file| can_be_written("--checkpoint", file))?;
    let (mut header, record) = certificate::header(game, opened, &args.position.read(game)?)?;
    if let Some(asked) = args.claim {
        header.claims = asked.claims(args.within, game.scored())?;
    }
    let table = args.search.table(opened)?;
    let crew = args.threads.crew();
    let mut engine = args.search.engine(game, table.as_ref(), 1, crew)?;
    let checkpoint = args.checkpoint.as_deref().map(|file| Checkpoint::new(file, &header));
    if let Some(checkpoint) = &checkpoint {
        checkpoint.load(&mut *engine)?;
    }
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(args.search.limits(), &cancel, record.lead(game));
    let save = |engine: &(dyn Engine<G> + Send)| checkpoint.as_ref().map_or(Ok(()), |file| file.save(engine));
    let outcome = search(game, &header, &record, &mut *engine, args.save_every, &mut control, &save)?;
    if header.claims.is_empty() {
        header.claims = outcome.map(Claim::of_outcome).unwrap_or_default();
    }
    let proved = match header.claims.is_empty() {
        true => Err(Unproved::Stopped("it is not known yet who wins".to_string())),
        false => {
            let terms = args.search.terms(crew);
            certificate::prove(game, &header, &record, &mut *engine, terms, &args.out, &mut control)
        }
    };
    let certificate = match proved {
        Ok(certificate) => certificate,
        Err(Unproved::Failed(failure)) => return Err(failure),
        Err(Unproved::Stopped(what)) => {
            drop(progress);
            save(&*engine)?;
            let saved = args.checkpoint.as_ref().map(|_| "; the same command goes on from the checkpoint");
            tell(&format!("not proved: {what}{}", saved.unwrap_or_default()));
            return Ok(if cancel.is_cancelled() { exit_code(&cancel) } else { ExitCode::FAILURE });
        }
    };
    drop(progress);
    if let Some(checkpoint) = &checkpoint {
        checkpoint.remove()?;
    }
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

/// Searches until the claims are settled, or, if there are none, until it is known who wins; saves now and then.
fn search<G: Playable>(
    game: &G,
    header: &Header,
    record: &Record<G>,
    engine: &mut (dyn Engine<G> + Send),
    save_every: u64,
    control: &mut Control,
    save: &dyn Fn(&(dyn Engine<G> + Send)) -> Result<(), Failure>,
) -> Result<Option<Outcome>, Failure> {
    let lead = record.lead(game);
    let part = Limits { nodes: None, time: Some(Duration::from_secs(save_every.max(1))) };
    let needs = header.claims.iter().map(|claim| {
        let wrong = || Failure::Input("--claim: expected numbers that values can have, found larger ones".to_string());
        let need = claim.need(game.scored(), lead).ok_or_else(wrong)?;
        Ok(Goal::Whether { at_least: if claim.side == Side::Mover { need } else { 1 - need } })
    });
    let mut goals = needs.collect::<Result<Vec<Goal>, Failure>>()?;
    if goals.is_empty() {
        goals.push(Goal::Outcome { lead });
    }
    let mut bounds = Bounds::UNKNOWN;
    for goal in goals {
        loop {
            let found = control.slice(part, |control| engine.bounds(record.position(), goal, control));
            bounds = bounds.and(found.map_err(|error| Failure::unsolvable(game, &error))?);
            if goal.is_reached(game.scored(), bounds) || control.stopped().is_some() {
                break;
            }
            save(engine)?;
        }
    }
    Ok(bounds.with_lead(lead).outcome())
}

/// A file with what a search has found so far.
struct Checkpoint<'c> {
    file: &'c Path,
    /// What it is about.
    job: String,
}

impl<'c> Checkpoint<'c> {
    fn new(file: &'c Path, header: &Header) -> Self {
        let Header { game, options, position, .. } = header;
        let job = serde_json::json!({ "game": game, "options": options, "position": position });
        Checkpoint { file, job: job.to_string() }
    }

    /// Takes over what the file has; there may be none yet.
    fn load<G: Playable>(&self, engine: &mut dyn Engine<G>) -> Result<(), Failure> {
        let file = match File::open(self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file.map_err(|error| self.failure(&error))?,
        };
        let mut from = BufReader::new(GzDecoder::new(BufReader::new(file)));
        let mut job = String::new();
        let unreadable = |error: io::Error| Failure::Input(self.failure(&error).to_string());
        (&mut from).take(1 << 20).read_line(&mut job).map_err(unreadable)?;
        if job.trim_end() != self.job {
            let file = self.file.display();
            let message = format!("--checkpoint: expected one of {}, found another in {file}", self.job);
            return Err(Failure::Input(message));
        }
        engine.load(&mut from).map_err(unreadable)?;
        // the checksum comes at the end
        io::copy(&mut from, &mut io::sink()).map_err(unreadable)?;
        Ok(())
    }

    /// The file is replaced when the new one is complete.
    fn save<G: Playable>(&self, engine: &(dyn Engine<G> + Send)) -> Result<(), Failure> {
        let mut part = self.file.as_os_str().to_owned();
        part.push(".part");
        let write = || -> io::Result<()> {
            let mut to = GzEncoder::new(BufWriter::new(File::create(&part)?), Compression::fast());
            writeln!(to, "{}", self.job)?;
            engine.save(&mut to)?;
            to.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            std::fs::rename(&part, self.file)
        };
        write().map_err(|error| self.failure(&error))
    }

    fn remove(&self) -> Result<(), Failure> {
        match std::fs::remove_file(self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.failure(&error)),
            _ => Ok(()),
        }
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::NoAnswer(format!("{}: {error}", self.file.display()))
    }
}
