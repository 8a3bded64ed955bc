//! Certificates of answers, for `prove` and `solve --certificate`.

use crate::failure::Failure;
use indicatif::{HumanBytes, HumanCount};
use perfectplay::check::{Claim, Header, Terms};
use perfectplay::games::{Opened, Playable};
use perfectplay::{CertifyError, Control, Engine, Equipped, Record, Solution};
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// A certificate that the checker has accepted.
#[derive(Serialize)]
pub struct CertificateReport {
    /// The file.
    pub file: String,
    /// Positions in it.
    pub positions: u64,
    /// Its size.
    pub bytes: u64,
    /// What it proves, for people.
    pub sentence: String,
}

impl fmt::Display for CertificateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, bytes) = (HumanCount(self.positions), HumanBytes(self.bytes));
        writeln!(f, "Proved: {}.", self.sentence)?;
        write!(f, "{}: {positions} positions, {bytes}, accepted by the checker", self.file)
    }
}

/// Why there is no certificate.
pub enum Unproved {
    /// The search was stopped.
    Stopped(String),
    Failed(Failure),
}

/// The header of a certificate about a position, and the position as the checker will read it.
pub fn header<G: Playable>(game: &G, opened: &Opened, record: &Record<G>) -> Result<(Header, Record<G>), Failure> {
    Header::about(opened, game, record).map_err(|error| Failure::NoAnswer(error.to_string()))
}

/// Proves the claims of a header.
pub fn prove<G: Equipped>(
    game: &G,
    header: &Header,
    record: &Record<G>,
    engine: &mut (dyn Engine<G> + Send),
    terms: Terms,
    file: &Path,
    control: &mut Control,
) -> Result<CertificateReport, Unproved> {
    let sentences: Vec<String> = header.claims.iter().map(|claim| claim.sentence(game, record)).collect();
    let sentence = sentences.join("; ");
    let counts = game.certify(file, header, engine, terms, control).map_err(|error| match error {
        CertifyError::Stopped => Unproved::Stopped(format!("no proof found yet that {sentence}")),
        CertifyError::Refuted => Unproved::Failed(Failure::NoAnswer(format!("it is not true that {sentence}"))),
        CertifyError::Unsolvable(error) => Unproved::Failed(Failure::unsolvable(game, &error)),
        CertifyError::File(error) => Unproved::Failed(error.into()),
        CertifyError::Rejected(_) => Unproved::Failed(Failure::NoAnswer(error.to_string())),
    })?;
    let bytes = std::fs::metadata(file).map_err(|error| Unproved::Failed(error.into()))?.len();
    Ok(CertificateReport { file: file.display().to_string(), positions: counts.positions, bytes, sentence })
}

/// A certificate of what a solution says: the value, or who wins if that is all there is.
pub fn of_solution<G: Equipped>(
    game: &G,
    opened: &Opened,
    record: &Record<G>,
    engine: &mut (dyn Engine<G> + Send),
    solution: &Solution<G::Move>,
    (file, terms): (&Path, Terms),
    control: &mut Control,
) -> Result<CertificateReport, Failure> {
    let (mut header, read) = header(game, opened, record)?;
    let bounds = solution.bounds.with_lead(record.lead(game));
    header.claims = Claim::of_bounds(bounds, game.scored());
    if header.claims.is_empty() {
        return Err(Failure::Stopped("no certificate: it is not known who wins".to_string()));
    }
    prove(game, &header, &read, engine, terms, file, control).map_err(|unproved| match unproved {
        Unproved::Stopped(what) => Failure::Stopped(format!("no certificate: {what}")),
        Unproved::Failed(failure) => failure,
    })
}
