//! What can go wrong, what is said about it, and the exit code: 1 if there is no answer, 2 if the input is bad.

use perfectplay::games::OptionError;
use perfectplay::{MemoryTooSmall, Notation, NotationError, Record, SolveError};
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// Why a command gives up.
#[derive(Debug, Error)]
pub enum Failure {
    /// The input is not what it should be.
    #[error("{0}")]
    Input(String),
    /// The question has no answer here.
    #[error("{0}")]
    NoAnswer(String),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// A failure of the solver, with the position in the game's notation.
    pub fn unsolvable<G: Notation>(game: &G, error: &SolveError<G::Position>) -> Self {
        let position = game.write_position(&Record::at(error.position.clone()));
        Failure::NoAnswer(format!("{}, at position {position}", error.premise))
    }

    /// Prints one line on stderr.
    pub fn report(&self) -> ExitCode {
        let code = match self {
            Failure::Input(_) => 2,
            Failure::NoAnswer(_) => 1,
            // whoever reads the output has gone away; there is nobody to tell
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Io(_) => 1,
        };
        eprintln!("error: {self}");
        ExitCode::from(code)
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<MemoryTooSmall> for Failure {
    fn from(error: MemoryTooSmall) -> Self {
        Failure::Input(error.to_string())
    }
}
