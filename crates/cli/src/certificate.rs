//! Certificates of answers, for `prove` and `solve --certificate`.

use crate::failure::Failure;
use crate::progress::positions;
use indicatif::HumanBytes;
use perfectplay::check::{CertificateError, Terms};
use perfectplay::door::{Asked, Certified};
use perfectplay::files::Draft;
use perfectplay::{Control, DoorError, Place, Session};
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// A certificate that the checker has accepted.
#[derive(Serialize)]
pub struct CertificateReport {
    /// The file.
    pub file: String,
    /// Positions in it.
    pub positions: u64,
    /// Its size.
    pub bytes: u64,
    /// What it proves, for people.
    pub sentence: String,
}

impl fmt::Display for CertificateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, bytes) = (positions(self.positions), HumanBytes(self.bytes));
        writeln!(f, "Proved: {}.", self.sentence)?;
        write!(f, "{}: {positions}, {bytes}, accepted by the checker", self.file)
    }
}

/// Proves something, and leaves the certificate in a file.
pub fn write_certificate(
    session: &mut (dyn Session + '_),
    place: &Place,
    asked: &Asked,
    file: &Path,
    terms: Terms,
    control: &mut Control,
) -> Result<Certified, DoorError> {
    let failed = |source| DoorError::Certificate(CertificateError::Io { path: Some(file.to_path_buf()), source });
    let mut draft = Draft::create(file).map_err(failed)?;
    let certified = session.prove(place, asked, &mut draft, terms, control).map_err(|error| match error {
        DoorError::Certificate(CertificateError::Io { source, .. }) => failed(source),
        error => error,
    })?;
    draft.finish().map_err(failed)?;
    Ok(certified)
}

impl CertificateReport {
    /// Of a certificate in this file.
    pub fn of(file: &Path, certified: Certified) -> Result<CertificateReport, Failure> {
        let bytes = std::fs::metadata(file)?.len();
        let Certified { sentence, counts, .. } = certified;
        Ok(CertificateReport { file: file.display().to_string(), positions: counts.positions, bytes, sentence })
    }
}
