//! What can be wrong with a table file.

use perfectplay_solve::Interrupted;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a table cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It cannot be opened, read or written.
    #[error("{}{source}", path.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default())]
    Io {
        /// The file, if it is one.
        path: Option<PathBuf>,
        /// What the system says.
        source: io::Error,
    },
    /// It is something else.
    #[error("expected a table of Perfectplay, which begins with \"PPTABLE\", found {found}")]
    NotATable {
        /// How the file begins.
        found: String,
    },
    /// It is of a version that this program does not know.
    #[error(
        "expected a table of version {expected}, found version {found}; {} Perfectplay may read it",
        if found > expected { "a newer" } else { "an older" }
    )]
    Version {
        /// The version that this program knows.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// It is not complete.
    #[error("expected a table of at least {expected} bytes, found {found}; the file is cut off")]
    Truncated {
        /// How long it should be at the least.
        expected: u64,
        /// How long it is.
        found: u64,
    },
    /// A checksum is wrong.
    #[error("expected the checksum {expected:08x} for {part}, found {found:08x}; the file is damaged")]
    Checksum {
        /// What is damaged.
        part: String,
        /// The checksum in the file.
        expected: u32,
        /// The checksum of what is there.
        found: u32,
    },
    /// A block is not what it should be, though its checksum is right.
    #[error("expected a block of positions, found something else in block {block}")]
    Block {
        /// Which one it is.
        block: usize,
    },
    /// The index contradicts the header or itself.
    #[error("expected {expected} in the index of the table for block {block}, found {found}")]
    Index {
        /// The block.
        block: usize,
        /// What should be there.
        expected: String,
        /// What is there.
        found: u64,
    },
    /// The header contradicts itself, the file or the game.
    #[error("expected {expected} in the header of the table, found {found}")]
    Header {
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The game has other rules now, or gives positions other numbers.
    #[error("expected a table of version {expected} of the {of}, found one of version {found}; build it anew")]
    OtherVersion {
        /// What has the version: rules or numbering.
        of: &'static str,
        /// The version that this program has.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// It is a table of another game.
    #[error("expected a table of {expected}, found one of {found}")]
    Foreign {
        /// The game that was asked for, with its options.
        expected: String,
        /// The game of the table, with its options.
        found: String,
    },
    /// The control said that it is time to stop.
    #[error("stopped before the end")]
    Stopped,
}

impl From<io::Error> for TableError {
    fn from(source: io::Error) -> Self {
        TableError::Io { path: None, source }
    }
}

impl From<Interrupted> for TableError {
    fn from(_: Interrupted) -> Self {
        TableError::Stopped
    }
}
