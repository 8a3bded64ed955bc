//! The layout of a certificate file, version 2: prefix, header, moves, footer. FORMATS.md tells it byte by byte.

use crate::{CertificateError, Header};
use flate2::{Decompress, FlushDecompress, Status};
use perfectplay_game::files;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::Path;

/// The first bytes of every certificate.
pub(crate) const MAGIC: [u8; 8] = *b"PPPROOF\n";

/// The version that this program writes and reads.
pub(crate) const VERSION: u32 = 2;

/// Magic, version and the length of the header.
const PREFIX: u64 = 16;

/// How many positions and how many varints there are, and the checksum of all before it.
const FOOTER: u64 = 8 + 8 + 4;

/// No header is longer.
const LONGEST_HEADER: u32 = 1 << 20;

/// How much a certificate has in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions walked, for all claims together.
    pub positions: u64,
    /// Varints: moves chosen, and plies declared.
    pub varints: u64,
}

impl Counts {
    pub(crate) fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.positions.to_le_bytes());
        bytes[8..].copy_from_slice(&self.varints.to_le_bytes());
        bytes
    }
}

/// Where a certificate is read from: a file, or anything else.
pub trait Source: BufRead + Seek + Send {}

impl<S: BufRead + Seek + Send> Source for S {}

/// A certificate whose frame is in order: the magic, the version, the checksum and the header.
pub struct Certificate<'s> {
    /// What it is about.
    pub header: Header,
    /// How much it promises to have.
    pub counts: Counts,
    /// Its length in bytes.
    pub bytes: u64,
    body: Take<Box<dyn Source + 's>>,
}

impl Certificate<'static> {
    /// Opens a file. Reads it whole once, for the checksum.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no certificate.
    pub fn open(path: &Path) -> Result<Certificate<'static>, CertificateError> {
        let file = File::open(path).map_err(|error| CertificateError::io(path, error))?;
        Certificate::read(BufReader::with_capacity(1 << 16, file)).map_err(|error| match error {
            CertificateError::Io { source, .. } => CertificateError::io(path, source),
            error => error,
        })
    }
}

impl<'s> Certificate<'s> {
    /// The same for anything that can be read.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no certificate.
    pub fn read(source: impl Source + 's) -> Result<Certificate<'s>, CertificateError> {
        let mut file: Box<dyn Source + 's> = Box::new(source);
        let bytes = file.seek(SeekFrom::End(0)).and_then(|end| file.rewind().map(|()| end))?;
        let mut prefix = vec![];
        (&mut file).take(PREFIX).read_to_end(&mut prefix)?;
        if !prefix.starts_with(&MAGIC) {
            let found = match prefix.len() {
                0 => "an empty file".to_string(),
                n => format!("{:?}", String::from_utf8_lossy(&prefix[..n.min(MAGIC.len())])),
            };
            return Err(CertificateError::NotACertificate { found });
        }
        let little_endian = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |high, &byte| high << 8 | byte as u64);
        let cut = |expected| CertificateError::Truncated { expected, found: bytes };
        if bytes < PREFIX + FOOTER {
            return Err(cut(PREFIX + FOOTER));
        }
        let version = little_endian(&prefix[8..12]) as u32;
        if version != VERSION {
            return Err(CertificateError::Version { expected: VERSION, found: version });
        }
        let header_length = little_endian(&prefix[12..16]);
        if header_length > LONGEST_HEADER.into() {
            let expected = format!("a header of at most {LONGEST_HEADER} bytes");
            return Err(CertificateError::header(expected, header_length.to_string()));
        }
        let body = PREFIX + header_length;
        if bytes < body + FOOTER {
            return Err(cut(body + FOOTER));
        }
        file.rewind()?;
        let expected = files::checksum(&mut (&mut file).take(bytes - 4))?;
        let mut footer = [0; FOOTER as usize];
        file.seek(SeekFrom::Start(bytes - FOOTER)).and_then(|_| file.read_exact(&mut footer))?;
        let found = little_endian(&footer[16..]) as u32;
        if found != expected {
            return Err(CertificateError::Checksum { expected, found });
        }
        let mut text = vec![0; header_length as usize];
        file.seek(SeekFrom::Start(PREFIX)).and_then(|_| file.read_exact(&mut text))?;
        let header = Header::from_text(&text)?;
        let counts = Counts { positions: little_endian(&footer[..8]), varints: little_endian(&footer[8..16]) };
        Ok(Certificate { header, counts, bytes, body: file.take(bytes - FOOTER - body) })
    }

    /// The numbers, in their order.
    pub(crate) fn varints(self) -> Varints<'s> {
        let inflated = Inflated { body: self.body, state: Decompress::new(true), is_at_end: false };
        Varints { stream: BufReader::with_capacity(1 << 16, inflated), read: 0 }
    }
}

/// What a zlib stream contains. Unlike the decoders of flate2 it insists on a complete stream with nothing after it.
struct Inflated<'s> {
    body: Take<Box<dyn Source + 's>>,
    state: Decompress,
    is_at_end: bool,
}

impl Read for Inflated<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.is_at_end {
            let input = self.body.fill_buf()?;
            let is_last = input.is_empty();
            let (taken, given) = (self.state.total_in(), self.state.total_out());
            let status = self.state.decompress(input, into, FlushDecompress::None)?;
            self.body.consume((self.state.total_in() - taken) as usize);
            self.is_at_end = status == Status::StreamEnd;
            let given = (self.state.total_out() - given) as usize;
            if given > 0 {
                return Ok(given);
            }
            if is_last && !self.is_at_end {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let is_all = self.body.fill_buf()?.is_empty();
        if is_all { Ok(0) } else { Err(io::Error::new(io::ErrorKind::InvalidData, "more after the zlib stream")) }
    }
}

/// The numbers of a certificate.
pub(crate) struct Varints<'s> {
    stream: BufReader<Inflated<'s>>,
    /// How many have been read.
    pub(crate) read: u64,
}

/// No number takes more bytes.
const LONGEST_VARINT: usize = 9;

impl Varints<'_> {
    /// The next number; `None` at the end.
    #[inline]
    pub(crate) fn next(&mut self) -> io::Result<Option<u64>> {
        let (mut taken, mut broken) = (0, None);
        let number = files::take_varint(|| {
            let byte = match self.stream.fill_buf() {
                Ok(bytes) => *bytes.first()?,
                Err(error) => {
                    broken = Some(error);
                    return None;
                }
            };
            self.stream.consume(1);
            taken += 1;
            Some(byte).filter(|_| taken <= LONGEST_VARINT)
        });
        match (number, broken) {
            (_, Some(error)) => Err(error),
            (Some(number), _) => {
                self.read += 1;
                Ok(Some(number))
            }
            (None, _) if taken == 0 => Ok(None),
            (None, _) if taken > LONGEST_VARINT => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "a number of more than nine bytes"))
            }
            (None, _) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}
