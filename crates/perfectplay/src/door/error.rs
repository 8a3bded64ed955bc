//! What can be wrong with a question, or stands in the way of its answer.

use perfectplay_check::{CertificateError, Reason};
use perfectplay_game::{Notation, NotationError, TooManyPositions};
use perfectplay_solve::{InUse, MemoryTooSmall, NoNumbering, Premise, SolveError, StrongError, report};
use perfectplay_table::{ExportError, Fault, TableError};
use std::fmt::Debug;
use std::io;
use thiserror::Error;

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DoorError {
    /// What is asked for is not there.
    #[error("{0}")]
    Input(String),
    /// A text is no position, or no move of it.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// There is less memory than an engine needs to begin with.
    #[error(transparent)]
    Memory(#[from] MemoryTooSmall),
    /// The game breaks a premise of the engine.
    #[error("{message}")]
    Unsolvable {
        /// The premise.
        #[source]
        premise: Premise,
        /// What is wrong, and at which position.
        message: String,
    },
    /// There are more positions to count than fit.
    #[error(transparent)]
    Counting(#[from] TooManyPositions),
    /// A claim is false.
    #[error("it is not true that {sentence}")]
    Refuted {
        /// What was claimed.
        sentence: String,
    },
    /// It is not known who wins.
    #[error("it is not known yet who wins")]
    Undecided,
    /// The control came before the answer.
    #[error("{0}")]
    Stopped(String),
    /// The checker does not accept what an engine found.
    #[error("the checker rejects the certificate, so nothing is proved: {message}")]
    Rejected {
        /// What is wrong.
        message: String,
        /// Why it fails at a position, if it does.
        #[source]
        reason: Option<Reason>,
    },
    /// A proof needs more memory.
    #[error("no certificate: {0}")]
    NoRoom(String),
    /// A certificate does not prove what it claims.
    #[error("not verified: {message}")]
    NotVerified {
        /// What is wrong.
        message: String,
        /// Why it fails at a position, if it does.
        #[source]
        reason: Option<Reason>,
    },
    /// A certificate cannot be read or written, or claims what it cannot.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A value in a table is wrong.
    #[error("{message}")]
    WrongTable {
        /// What is wrong, and at which position.
        message: String,
        /// What is wrong there.
        #[source]
        fault: Fault,
    },
    /// The game has no numbering, so that there are no tables of it.
    #[error(transparent)]
    NoNumbering(#[from] NoNumbering),
    /// Another job is at work in the folder.
    #[error(transparent)]
    InUse(#[from] InUse),
    /// Something cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl DoorError {
    /// That a premise is broken, with the position in the notation of the game.
    pub fn unsolvable<G: Notation>(game: &G, error: &SolveError<G::Position>) -> Self {
        DoorError::Unsolvable { premise: error.premise, message: report::no_answer(game, error) }
    }

    pub(crate) fn strong<G: Notation>(game: &G, error: StrongError<G::Position>) -> Self {
        match error {
            StrongError::Unsolvable(error) => DoorError::unsolvable(game, &error),
            StrongError::Io(error) => DoorError::Io(error),
            StrongError::Stopped(_) => DoorError::Table(TableError::Stopped),
            StrongError::NoNumbering(error) => DoorError::NoNumbering(error),
            StrongError::InUse(error) => DoorError::InUse(error),
        }
    }

    /// Whether a position is too large to be solved here, so that there is nothing but an estimate.
    pub fn is_about_size(&self) -> bool {
        matches!(
            self,
            DoorError::Unsolvable { premise: Premise::TooManyPositions { .. } | Premise::TooDeep { .. }, .. }
        )
    }
}

impl From<ExportError> for DoorError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Table(error) => DoorError::Table(error),
            ExportError::Write(error) => DoorError::Io(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error;

    fn root<'e>(mut error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
        while let Some(source) = error.source() {
            error = source;
        }
        error
    }

    #[test]
    fn errors_keep_their_source() {
        let broken = || io::Error::other("a broken disk");
        let unreadable = || Some(Reason::Unreadable(broken()));
        let errors = [
            DoorError::NotVerified { message: String::new(), reason: unreadable() },
            DoorError::Rejected { message: String::new(), reason: unreadable() },
            DoorError::Certificate(broken().into()),
            DoorError::Table(broken().into()),
        ];
        for error in &errors {
            assert!(root(error).is::<io::Error>(), "{error:?}");
        }
        let unsolvable = DoorError::Unsolvable { premise: Premise::NoMove, message: String::new() };
        assert_eq!(root(&unsolvable).downcast_ref(), Some(&Premise::NoMove));
        let wrong = DoorError::WrongTable { message: String::new(), fault: Fault::NoValue };
        assert_eq!(root(&wrong).downcast_ref(), Some(&Fault::NoValue));
    }
}
