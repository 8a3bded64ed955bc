//! What is wrong with a rules file, and where.

use std::fmt;
use thiserror::Error;

/// A place in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Rules that are none of a game of ours, or a position at which that shows.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}expected {expected}, found {found}", spot.map(|spot| format!("{spot}: ")).unwrap_or_default())]
pub struct RulesError {
    /// Where it stands in the text, if it stands anywhere.
    pub spot: Option<Spot>,
    /// What should have been there.
    pub expected: String,
    /// What was there.
    pub found: String,
}

impl RulesError {
    /// An error about something that stands in the text.
    pub fn at(spot: Spot, expected: impl Into<String>, found: impl Into<String>) -> RulesError {
        RulesError { spot: Some(spot), expected: expected.into(), found: found.into() }
    }

    /// An error about the rules as a whole.
    pub fn whole(expected: impl Into<String>, found: impl Into<String>) -> RulesError {
        RulesError { spot: None, expected: expected.into(), found: found.into() }
    }
}
