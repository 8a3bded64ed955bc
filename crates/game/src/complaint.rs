//! What rules that are not in our hands say when they cannot go on.

use std::any::Any;
use std::fmt;
use std::panic::resume_unwind;

/// A position has shown that the rules are not those of a game. [`Game`](crate::Game) cannot fail, and nothing can be said from
/// there on: so it is passed on like a panic, but without a word on the console, and front ends say it as an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint(pub String);

impl Complaint {
    /// Gives up.
    pub fn raise(self) -> ! {
        resume_unwind(Box::new(self))
    }

    /// The complaint in what a panic has left, if that is one.
    pub fn of(panic: &(dyn Any + Send)) -> Option<&Complaint> {
        panic.downcast_ref()
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Complaint {}
