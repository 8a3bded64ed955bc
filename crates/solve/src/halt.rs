//! Why work inside an engine ends before its time.

use crate::{Interrupted, Premise, SolveError};
use perfectplay_game::Bounds;
use std::convert::Infallible;
use std::fmt::Debug;

/// Why a search ends before it has an answer.
pub(crate) enum Halt<P: Debug> {
    /// The control said so.
    Stopped,
    /// The game cannot be solved this way.
    Failed(Box<SolveError<P>>),
    /// A value does not fit into a cell of this size.
    TooNarrow,
    /// A file cannot be read or written.
    Io(std::io::Error),
}

/// What comes of a job for a thread: how many positions it went through.
pub(crate) type Done<P> = Result<u64, Halt<P>>;

impl<P: Debug> Halt<P> {
    /// What an engine that needs no files answers: what it has shown, or what is wrong with the game.
    pub(crate) fn answer(self, shown: Bounds) -> Result<Bounds, SolveError<P>> {
        match self {
            Halt::Stopped => Ok(shown),
            Halt::Failed(error) => Err(*error),
            Halt::TooNarrow | Halt::Io(_) => unreachable!("there are wider cells, and no files"),
        }
    }
}

impl Halt<Infallible> {
    /// What has nothing to do with positions ends work on any.
    pub(crate) fn anywhere<P: Debug>(self) -> Halt<P> {
        match self {
            Halt::Stopped => Halt::Stopped,
            Halt::Failed(error) => match error.position {},
            Halt::TooNarrow => Halt::TooNarrow,
            Halt::Io(error) => Halt::Io(error),
        }
    }
}

impl<P: Debug> From<Interrupted> for Halt<P> {
    fn from(_: Interrupted) -> Self {
        Halt::Stopped
    }
}

impl<P: Debug> From<std::io::Error> for Halt<P> {
    fn from(error: std::io::Error) -> Self {
        Halt::Io(error)
    }
}

impl Premise {
    pub(crate) fn broken_at<P: Debug>(self, position: P) -> Halt<P> {
        Halt::Failed(Box::new(SolveError { premise: self, position }))
    }
}
