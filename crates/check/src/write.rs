//! Writing a certificate: the walk of a strategy, with a note of everything it says.

use crate::format::Counts;
use crate::walk::{Demand, Strategy, Terms, Trouble, walk};
use crate::{CertificateError, Header, Provable};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use perfectplay_game::Notation;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the certificate of the claims in a header, with a strategy that is good for all of them; the file appears when
/// it is complete. The strategy is walked, so one that fails is noticed here.
pub fn write<G: Provable + Notation, S: Strategy<G::Position>>(
    path: &Path,
    game: &G,
    header: &Header,
    strategy: &mut S,
    terms: Terms,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Counts, WriteError<G::Position, S::Error>> {
    let record = header.subject(game)?;
    let mut file = Draft::create(path, header)?;
    for &claim in &header.claims {
        let before = file.counts.positions;
        let mut noted = Noted { strategy: &mut *strategy, file: &mut file };
        let positions = walk(game, &record, claim, &mut noted, terms, &mut |walked| watch(before + walked));
        file.counts.positions += positions.map_err(|trouble| match trouble {
            Trouble::Claim(unfit) => WriteError::File(CertificateError::Claim(unfit)),
            Trouble::At(fault, demand) => WriteError::Refuted(Trouble::At(fault, demand)),
            Trouble::Strategy(Failed::Strategy(error), demand) => WriteError::Refuted(Trouble::Strategy(error, demand)),
            Trouble::Strategy(Failed::Io(error), _) => WriteError::File(CertificateError::io(path, error)),
            Trouble::Stopped => WriteError::Refuted(Trouble::Stopped),
        })?;
    }
    let counts = file.counts;
    file.finish()?;
    Ok(counts)
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum WriteError<P, E> {
    /// The strategy fails, or the walk was stopped.
    Refuted(Trouble<P, E>),
    /// The file cannot be written, or the header makes no sense.
    File(CertificateError),
}

impl<P, E> From<CertificateError> for WriteError<P, E> {
    fn from(error: CertificateError) -> Self {
        WriteError::File(error)
    }
}

/// A strategy whose words are written down.
struct Noted<'f, S> {
    strategy: &'f mut S,
    file: &'f mut Draft,
}

enum Failed<E> {
    Strategy(E),
    Io(io::Error),
}

impl<P, S: Strategy<P>> Strategy<P> for Noted<'_, S> {
    type Error = Failed<S::Error>;

    fn choose(&mut self, demand: &Demand<P>) -> Result<u64, Self::Error> {
        let choice = self.strategy.choose(demand).map_err(Failed::Strategy)?;
        self.file.number(choice).map_err(Failed::Io)?;
        Ok(choice)
    }

    fn declare(&mut self, demand: &Demand<P>) -> Result<u32, Self::Error> {
        let plies = self.strategy.declare(demand).map_err(Failed::Strategy)?;
        self.file.number(plies.into()).map_err(Failed::Io)?;
        Ok(plies)
    }
}

/// A certificate that is not complete yet, under another name.
struct Draft {
    path: PathBuf,
    draft: PathBuf,
    file: ZlibEncoder<Checked>,
    counts: Counts,
    is_finished: bool,
}

/// A file to which a checksum is kept.
struct Checked {
    file: BufWriter<File>,
    checksum: crc32fast::Hasher,
}

impl Write for Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Draft {
    fn create(path: &Path, header: &Header) -> Result<Draft, CertificateError> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(".part");
        let draft = PathBuf::from(draft);
        let io = |error| CertificateError::io(path, error);
        let file = File::create(&draft).map_err(io)?;
        let mut file = Checked { file: BufWriter::new(file), checksum: crc32fast::Hasher::new() };
        file.write_all(&header.to_bytes()).map_err(io)?;
        let file = ZlibEncoder::new(file, Compression::best());
        Ok(Draft { path: path.to_path_buf(), draft, file, counts: Counts::default(), is_finished: false })
    }

    #[inline]
    fn number(&mut self, mut number: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut length = 0;
        loop {
            bytes[length] = (number & 0x7F) as u8;
            number >>= 7;
            length += 1;
            if number == 0 {
                break;
            }
            bytes[length - 1] |= 0x80;
        }
        self.counts.numbers += 1;
        self.file.write_all(&bytes[..length])
    }

    fn finish(mut self) -> Result<(), CertificateError> {
        let result = self.complete();
        result.map_err(|error| CertificateError::io(&self.path, error))
    }

    fn complete(&mut self) -> io::Result<()> {
        self.file.try_finish()?;
        let file = self.file.get_mut();
        file.write_all(&self.counts.to_bytes())?;
        let checksum = file.checksum.clone().finalize();
        file.write_all(&checksum.to_le_bytes())?;
        file.flush()?;
        file.file.get_ref().sync_all()?;
        fs::rename(&self.draft, &self.path)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_finished {
            // nothing is lost if it stays
            let _ = fs::remove_file(&self.draft);
        }
    }
}
