//! What can be wrong with a certificate file before its strategy is looked at.

use crate::UnfitClaim;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file is not a certificate, or cannot be read or written.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// It cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("expected a certificate of Perfectplay, which begins with \"PPPROOF\", found {found}")]
    NotACertificate {
        /// How the file begins.
        found: String,
    },
    /// It is of a version that this program does not know.
    #[error("expected a certificate of version {expected}, found version {found}; a newer Perfectplay may read it")]
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
    /// A claim says nothing about the game.
    #[error("no certificate can claim that: {0}")]
    Claim(UnfitClaim),
}

impl CertificateError {
    pub(crate) fn header(expected: impl Into<String>, found: impl Into<String>) -> Self {
        CertificateError::Header { expected: expected.into(), found: found.into() }
    }

    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        CertificateError::Io { path: path.to_path_buf(), error }
    }
}
