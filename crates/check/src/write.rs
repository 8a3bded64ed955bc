//! Writing a certificate: the walk of a strategy, with a note of everything it says.

use crate::format::Counts;
use crate::walk::{Demand, Strategy, Terms, Trouble, walk};
use crate::{CertificateError, Header, Trusted};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use perfectplay_game::Notation;
use perfectplay_game::files::{Summed, push_varint};
use std::io::{self, BufWriter, Write};

/// Writes the certificate of the claims in a header, with a strategy that is good for all of them. The strategy is walked, so
/// one that fails is noticed here; what has been written until then is of no use.
///
/// # Errors
///
/// If the strategy fails, the walk is stopped, or nothing can be written.
pub fn write<G: Trusted + Notation, S: Strategy<G::Position>>(
    to: &mut dyn Write,
    game: &G,
    header: &Header,
    strategy: &mut S,
    terms: Terms,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Counts, WriteError<G::Position, S::Error>> {
    let record = header.subject(game)?;
    let mut notes = Notes::begin(to, header).map_err(CertificateError::from)?;
    for &claim in &header.claims {
        let before = notes.counts.positions;
        let mut noted = Noted { strategy: &mut *strategy, notes: &mut notes };
        let positions = walk(game, &record, claim, &mut noted, terms, &mut |walked| watch(before + walked));
        notes.counts.positions += positions.map_err(|trouble| match trouble {
            Trouble::Claim(unfit) => WriteError::File(CertificateError::Claim(unfit)),
            Trouble::At(fault, demand) => WriteError::Refuted(Trouble::At(fault, demand)),
            Trouble::Strategy(Failed::Strategy(error), demand) => WriteError::Refuted(Trouble::Strategy(error, demand)),
            Trouble::Strategy(Failed::Io(error), _) => WriteError::File(error.into()),
            Trouble::Stopped => WriteError::Refuted(Trouble::Stopped),
        })?;
    }
    Ok(notes.finish().map_err(CertificateError::from)?)
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
struct Noted<'f, 'w, S> {
    strategy: &'f mut S,
    notes: &'f mut Notes<'w>,
}

enum Failed<E> {
    Strategy(E),
    Io(io::Error),
}

impl<P, S: Strategy<P>> Strategy<P> for Noted<'_, '_, S> {
    type Error = Failed<S::Error>;

    fn choose(&mut self, demand: &Demand<P>) -> Result<u64, Self::Error> {
        let choice = self.strategy.choose(demand).map_err(Failed::Strategy)?;
        self.notes.varint(choice).map_err(Failed::Io)?;
        Ok(choice)
    }

    fn declare(&mut self, demand: &Demand<P>) -> Result<u32, Self::Error> {
        let plies = self.strategy.declare(demand).map_err(Failed::Strategy)?;
        self.notes.varint(plies.into()).map_err(Failed::Io)?;
        Ok(plies)
    }
}

/// A certificate that is being written.
struct Notes<'w> {
    to: ZlibEncoder<Summed<BufWriter<&'w mut dyn Write>>>,
    counts: Counts,
    bytes: Vec<u8>,
}

impl<'w> Notes<'w> {
    fn begin(to: &'w mut dyn Write, header: &Header) -> io::Result<Notes<'w>> {
        let mut to = Summed::new(BufWriter::new(to));
        to.write_all(&header.to_bytes())?;
        Ok(Notes { to: ZlibEncoder::new(to, Compression::best()), counts: Counts::default(), bytes: vec![] })
    }

    #[inline]
    fn varint(&mut self, varint: u64) -> io::Result<()> {
        self.bytes.clear();
        push_varint(&mut self.bytes, varint);
        self.counts.varints += 1;
        self.to.write_all(&self.bytes)
    }

    fn finish(self) -> io::Result<Counts> {
        let mut to = self.to.finish()?;
        to.write_all(&self.counts.to_bytes())?;
        to.write_all(&to.checksum().to_le_bytes())?;
        to.flush()?;
        Ok(self.counts)
    }
}
