//! What can go wrong, what is said about it, and the exit code: 1 if there is no answer, 2 if the input is bad, 3 if a limit
//! came before the answer.

use perfectplay::OptionError;
use perfectplay::check::CertificateError;
use perfectplay::{DoorError, NotationError, TableError};
use std::io::{self, Write};
use thiserror::Error;

/// The exit code if a limit stopped what would have had an answer.
pub(crate) const UNANSWERED: u8 = 3;

/// An error, or no more than a text.
pub(crate) type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a command gives up.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// The input is not what it should be.
    #[error(transparent)]
    Input(Cause),
    /// The question has no answer here.
    #[error(transparent)]
    NoAnswer(Cause),
    /// A limit stopped it.
    #[error("{0}")]
    Stopped(String),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// An error that is told in other words.
#[derive(Debug, Error)]
#[error("{words}")]
pub(crate) struct Reworded {
    words: String,
    source: Cause,
}

impl Reworded {
    pub(crate) fn new(words: impl Into<String>, source: impl Into<Cause>) -> Self {
        Reworded { words: words.into(), source: source.into() }
    }
}

impl Failure {
    pub(crate) fn input(cause: impl Into<Cause>) -> Self {
        Failure::Input(cause.into())
    }

    pub(crate) fn no_answer(cause: impl Into<Cause>) -> Self {
        Failure::NoAnswer(cause.into())
    }

    /// Prints one line on stderr, and gives the exit code.
    pub(crate) fn report(&self) -> u8 {
        let code = match self {
            Failure::Input(_) => 2,
            Failure::NoAnswer(_) => 1,
            Failure::Stopped(_) => UNANSWERED,
            // whoever reads the output has gone away; there is nobody to tell
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Failure::Io(_) => 1,
        };
        tell(&format!("error: {self}"));
        code
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match &error {
            TableError::Io { source, .. } if source.kind() != io::ErrorKind::NotFound => Failure::no_answer(error),
            _ => Failure::input(error),
        }
    }
}

impl From<CertificateError> for Failure {
    fn from(error: CertificateError) -> Self {
        match &error {
            CertificateError::Io { .. } => Failure::no_answer(error),
            _ => Failure::input(error),
        }
    }
}

impl From<DoorError> for Failure {
    fn from(error: DoorError) -> Self {
        match error {
            DoorError::Notation(error) => error.into(),
            DoorError::Table(error) => error.into(),
            DoorError::Certificate(error) => error.into(),
            DoorError::Io(error) => Failure::Io(error),
            DoorError::Input(error) => Failure::input(error),
            DoorError::Stopped(what) => Failure::Stopped(what),
            error @ DoorError::Undecided => Failure::Stopped(error.to_string()),
            error => Failure::no_answer(error),
        }
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Failure::input(error)
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::input(error)
    }
}

/// Prints a line on stderr; if that fails, there is nobody to tell.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
