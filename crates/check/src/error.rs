//! What can be wrong with a certificate file before its strategy is looked at.

use crate::UnfitClaim;
use perfectplay_game::OptionError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file is not a certificate, or cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// It cannot be opened, read or written.
    #[error("{}{source}", path.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default())]
    Io {
        /// The file, if it is one.
        path: Option<PathBuf>,
        /// What the system says.
        source: io::Error,
    },
    /// It is something else.
    #[error("expected a certificate of Perfectplay, which begins with \"PPPROOF\", found {found}")]
    NotACertificate {
        /// How the file begins.
        found: String,
    },
    /// It is of a version that this program does not know.
    #[error(
        "expected a certificate of version {expected}, found version {found}; {} Perfectplay may read it",
        newer_or_older(*expected, *found)
    )]
    Version {
        /// The version that this program knows.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// It is not complete.
    #[error("expected a certificate of at least {expected} bytes, found {found}; the file is cut off")]
    Truncated {
        /// How long it should be at the least.
        expected: u64,
        /// How long it is.
        found: u64,
    },
    /// The checksum is wrong.
    #[error("expected the checksum {expected:08x} at the end, found {found:08x}; the file is damaged")]
    Checksum {
        /// The checksum of what is there.
        expected: u32,
        /// The checksum in the file.
        found: u32,
    },
    /// The header makes no sense.
    #[error("expected {expected} in the header of the certificate, found {found}")]
    Header {
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// It is of a version of the game that this program does not have.
    #[error(
        "expected a certificate of version {expected} of {game}, found one of version {found}; {} Perfectplay may read it",
        newer_or_older(*expected, *found)
    )]
    GameVersion {
        /// The game.
        game: String,
        /// The version that this program has.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// The game cannot be set up.
    #[error("the certificate cannot be checked here: {0}")]
    Game(#[from] OptionError),
    /// A claim says nothing about the game.
    #[error("no certificate can claim that: {0}")]
    Claim(#[source] UnfitClaim),
}

fn newer_or_older(expected: u32, found: u32) -> &'static str {
    if found > expected { "a newer" } else { "an older" }
}

impl CertificateError {
    pub(crate) fn header(expected: impl Into<String>, found: impl Into<String>) -> Self {
        CertificateError::Header { expected: expected.into(), found: found.into() }
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        CertificateError::Io { path: Some(path.to_path_buf()), source }
    }
}

impl From<io::Error> for CertificateError {
    fn from(source: io::Error) -> Self {
        CertificateError::Io { path: None, source }
    }
}
