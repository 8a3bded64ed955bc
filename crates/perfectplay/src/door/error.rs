//! What can be wrong with a question, or stands in the way of its answer.

use perfectplay_check::CertificateError;
use perfectplay_game::{Notation, NotationError, TooManyPositions};
use perfectplay_solve::{MemoryTooSmall, Premise, SolveError, StrongError, report};
use perfectplay_table::{ExportError, TableError};
use std::fmt::Debug;
use std::io;
use std::path::PathBuf;
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
    #[error("the checker rejects the certificate, so nothing is proved: {0}")]
    Rejected(String),
    /// A certificate does not prove what it claims. What is said begins with the place, or with a colon.
    #[error("not verified{0}")]
    NotVerified(String),
    /// A certificate cannot be read or written, or claims what it cannot.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A value in a table is wrong.
    #[error("{0}")]
    WrongTable(String),
    /// The game has no numbering, so that there are no tables of it.
    #[error("{0}")]
    NoNumbering(String),
    /// Another job is at work in the folder.
    #[error("{0}")]
    InUse(String),
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
            StrongError::NoNumbering => DoorError::NoNumbering(error.to_string()),
            StrongError::InUse { .. } => DoorError::InUse(error.to_string()),
        }
    }

    /// That a job is at work in a folder.
    pub fn in_use(folder: PathBuf) -> Self {
        DoorError::InUse(StrongError::<()>::InUse { folder }.to_string())
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
