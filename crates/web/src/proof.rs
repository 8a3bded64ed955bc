//! Proofs: certificates that the checker has accepted, kept to be walked.

use crate::failure::Failure;
use crate::question::Subject;
use axum::http::StatusCode;
use perfectplay::check::{Certificate, Terms};
use perfectplay::door::{Asked, Walk};
use perfectplay::{Control, DoorError, Doors, Place, Session};
use std::fmt::Debug;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

/// The largest certificate that is kept in memory.
const MOST_POSITIONS: u64 = 1_000_000;

/// Proves the value of a position, or who wins if that is all that can be had in time.
pub fn prove(
    subject: &Subject,
    place: &Place,
    session: &mut (dyn Session + '_),
    memory: usize,
    control: &mut Control,
) -> Result<Arc<dyn Walk>, Failure> {
    let terms = Terms { threads: 1, memory, most_positions: MOST_POSITIONS };
    let mut file = Cursor::new(vec![]);
    session.prove(place, &Asked::Value, &mut file, terms, control).map_err(|error| match error {
        DoorError::Undecided => Failure::no_answer("no proof within the time: it is not known who wins"),
        error => unproved(error),
    })?;
    let certificate = Certificate::read(file).map_err(|error| internal(&error))?;
    subject.door.book(certificate, terms, &mut |_| control.advance(0)).map_err(unproved)
}

fn unproved(error: DoorError) -> Failure {
    match error {
        DoorError::Stopped(_) => Failure::no_answer("no proof within the time"),
        error @ (DoorError::Unsolvable { .. } | DoorError::Notation(_)) => error.into(),
        error => Failure::no_answer(format!("no proof: {error}")),
    }
}

/// A certificate from a file.
pub struct Published {
    /// The game it is about.
    pub subject: Subject,
    /// The position it is about.
    pub place: Place,
    /// What it proves, in words.
    pub sentence: String,
    /// The certificate.
    pub proof: Arc<dyn Walk>,
}

impl Published {
    /// Opens and checks a certificate.
    pub fn open(doors: &Doors, path: &Path, memory: usize) -> Result<Published, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
        let certificate = Certificate::open(path).map_err(|error| Failure::input(error.to_string()))?;
        let header = certificate.header.clone();
        let subject = Subject::of(doors.of_certificate(&header).map_err(|error| wrong(&error))?);
        // the other half is for what is kept of it
        let terms = Terms { threads: 1, memory: memory / 2, most_positions: certificate.counts.positions };
        let sentence = subject.door.checker().sentence(&header).map_err(|error| wrong(&error))?;
        let proof = subject.door.book(certificate, terms, &mut |_| true).map_err(|error| wrong(&error))?;
        Ok(Published { subject, place: Place::position(header.position), sentence, proof })
    }
}

fn internal(error: &dyn Debug) -> Failure {
    Failure::new(StatusCode::INTERNAL_SERVER_ERROR, format!("no proof: {error:?}"))
}
