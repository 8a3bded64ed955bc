//! Checking a certificate: the walk of the strategy in the file.

use crate::format::{Certificate, Counts, Varints};
use crate::walk::{Demand, Fault, Strategy, Terms, Trouble, walk};
use crate::{CertificateError, Trusted};
use perfectplay_game::Notation;
use std::io;
use thiserror::Error;

/// Checks a certificate for this game. The game must be the one that the header names.
///
/// # Errors
///
/// If it does not prove what it claims, or the watch ends it.
pub fn check<G: Trusted + Notation>(
    game: &G,
    certificate: Certificate,
    terms: Terms,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Counts, CheckError<G::Position>> {
    check_and_tell(game, certificate, terms, watch, &mut |_, _, _| ())
}

/// The same, and tells of each choice: the place of the claim, the position, and the place of the move.
pub(crate) fn check_and_tell<G: Trusted + Notation>(
    game: &G,
    certificate: Certificate,
    terms: Terms,
    watch: &mut dyn FnMut(u64) -> bool,
    tell: &mut impl FnMut(usize, &G::Position, u64),
) -> Result<Counts, CheckError<G::Position>> {
    let record = certificate.header.subject(game)?;
    let claims = certificate.header.claims.clone();
    let promised = certificate.counts;
    let mut script = Script { varints: certificate.varints(), claim: 0, tell };
    let mut positions = 0;
    for (nth, claim) in claims.into_iter().enumerate() {
        script.claim = nth;
        let terms = Terms { most_positions: promised.positions - positions, ..terms };
        let walked = walk(game, &record, claim, &mut script, terms, &mut |walked| watch(positions + walked));
        positions += walked.map_err(|trouble| match trouble {
            Trouble::Claim(unfit) => CheckError::File(CertificateError::Claim(unfit)),
            Trouble::At(fault, demand) => CheckError::Refuted(Reason::Fault(fault), demand),
            Trouble::Strategy(reason, demand) => CheckError::Refuted(reason, demand),
            Trouble::Stopped => CheckError::Stopped,
        })?;
    }
    let found = Counts { positions, varints: script.varints.read };
    let is_at_end = matches!(script.varints.next(), Ok(None));
    if found != promised || !is_at_end {
        return Err(CheckError::Counts { promised, found });
    }
    Ok(found)
}

/// The strategy in a file.
struct Script<'t, 's, T> {
    varints: Varints<'s>,
    claim: usize,
    tell: &'t mut T,
}

impl<T> Script<'_, '_, T> {
    fn next(&mut self) -> Result<u64, Reason> {
        match self.varints.next() {
            Ok(Some(varint)) => Ok(varint),
            Ok(None) => Err(Reason::Silent),
            Err(error) => Err(Reason::Unreadable(error)),
        }
    }
}

impl<P, T: FnMut(usize, &P, u64)> Strategy<P> for Script<'_, '_, T> {
    type Error = Reason;

    #[inline]
    fn choose(&mut self, demand: &Demand<P>) -> Result<u64, Reason> {
        let choice = self.next()?;
        (self.tell)(self.claim, &demand.position, choice);
        Ok(choice)
    }

    fn declare(&mut self, _: &Demand<P>) -> Result<u32, Reason> {
        let plies = self.next()?;
        u32::try_from(plies).map_err(|_| {
            let found = format!("a number of plies as large as {plies}");
            Reason::Unreadable(io::Error::new(io::ErrorKind::InvalidData, found))
        })
    }
}

/// Why a certificate fails at a position.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// The strategy fails.
    #[error(transparent)]
    Fault(Fault),
    /// The certificate ends before.
    #[error("expected a move for this position, found the end of the certificate")]
    Silent,
    /// The varints cannot be read.
    #[error("expected a number for this position, found something unreadable: {0}")]
    Unreadable(#[source] io::Error),
}

/// Why a certificate is not accepted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError<P: std::fmt::Debug> {
    /// The file makes no sense.
    #[error(transparent)]
    File(#[from] CertificateError),
    /// The strategy fails at a position.
    #[error("{0}")]
    Refuted(#[source] Reason, Demand<P>),
    /// All went well, but there is more or less than promised.
    #[error(
        "expected {} positions and {} numbers, found {} and {}{}",
        promised.positions, promised.varints, found.positions, found.varints,
        if promised == found { ", and not the end after them" } else { "" }
    )]
    Counts {
        /// What the file promises.
        promised: Counts,
        /// What was found.
        found: Counts,
    },
    /// The watch said so.
    #[error("stopped before the end")]
    Stopped,
}

impl<P: std::fmt::Debug> CheckError<P> {
    /// Why it fails at a position, if it does, without the position.
    pub fn reason(self) -> Option<Reason> {
        match self {
            CheckError::Refuted(reason, _) => Some(reason),
            CheckError::File(_) | CheckError::Counts { .. } | CheckError::Stopped => None,
        }
    }
}
