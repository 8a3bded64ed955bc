//! The checker of a game whatever its type, for front ends.

use crate::{
    Certificate, CertificateError, CheckError, Counts, Demand, Header, Reason, Terms, Trusted, Verdict, check,
};
use perfectplay_game::{Notation, Record};
use thiserror::Error;

/// Checks certificates of one game, and tells of them in words.
pub trait Checker: Send + Sync {
    /// What the claims of a certificate say, in words.
    ///
    /// # Errors
    ///
    /// If the header does not fit the game.
    fn sentence(&self, header: &Header) -> Result<String, CertificateError>;

    /// Checks a certificate. `watch` hears of the positions and may end it.
    ///
    /// # Errors
    ///
    /// If it does not prove what it claims.
    fn check_certificate(
        &self,
        certificate: Certificate,
        terms: Terms,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Counts, Rejection>;
}

/// Why a certificate is not accepted, in words.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The file makes no sense.
    #[error(transparent)]
    File(#[from] CertificateError),
    /// It does not prove what it claims.
    #[error("not verified{message}")]
    Unproved {
        /// What is wrong; begins with the place, or with a colon.
        message: String,
        /// Why it fails at a position, if it does.
        #[source]
        reason: Option<Reason>,
    },
    /// The watch said so.
    #[error("stopped before the end")]
    Stopped,
}

impl<G: Trusted + Notation + Send> Checker for G {
    fn sentence(&self, header: &Header) -> Result<String, CertificateError> {
        let record = header.subject(self)?;
        let claims: Vec<String> = header.claims.iter().map(|claim| claim.sentence(self, &record)).collect();
        Ok(claims.join("; "))
    }

    fn check_certificate(
        &self,
        certificate: Certificate,
        terms: Terms,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Counts, Rejection> {
        let subject = certificate.header.position.clone();
        check(self, certificate, terms, watch).map_err(|error| match error {
            CheckError::File(error) => Rejection::File(error),
            CheckError::Stopped => Rejection::Stopped,
            error => {
                let at = match &error {
                    CheckError::Refuted(_, demand) => format!(" at {}", spot(self, &subject, demand)),
                    _ => String::new(),
                };
                Rejection::Unproved { message: format!("{at}: {error}"), reason: error.reason() }
            }
        })
    }
}

/// A position as people know it, and what the claimant has to get there.
fn spot<G: Notation>(game: &G, subject: &str, demand: &Demand<G::Position>) -> String {
    let claimant = if demand.claimants_turn { "the side to move" } else { "the side not to move" };
    let needed = Verdict { worth: demand.need.worth(), scored: game.scored() };
    let position = game.write_position(&Record::at(demand.position.clone()));
    let position = if position.is_empty() { subject } else { &position };
    format!("{position} (where {claimant} has to get {needed})")
}
