//! The layout of a certificate file, version 1: prefix, header, moves, footer. FORMATS.md tells it byte by byte.

use crate::{CertificateError, Header};
use flate2::{Decompress, FlushDecompress, Status};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::Path;

/// The first bytes of every certificate.
pub(crate) const MAGIC: [u8; 8] = *b"PPPROOF\n";

/// The version that this program writes and reads.
pub(crate) const VERSION: u32 = 1;

/// Magic, version and the length of the header.
const PREFIX: u64 = 16;

/// How many positions and how many numbers there are, and the checksum of all before it.
const FOOTER: u64 = 8 + 8 + 4;

/// No header is longer.
const LONGEST_HEADER: u32 = 1 << 20;

/// How much a certificate has in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions walked, for all claims together.
    pub positions: u64,
    /// Numbers: moves chosen, and plies declared.
    pub numbers: u64,
}

impl Counts {
    pub(crate) fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.positions.to_le_bytes());
        bytes[8..].copy_from_slice(&self.numbers.to_le_bytes());
        bytes
    }
}

/// A certificate file whose frame is in order: the magic, the version, the checksum and the header.
pub struct Certificate<R = BufReader<File>> {
    /// What it is about.
    pub header: Header,
    /// How much it promises to have.
    pub counts: Counts,
    /// Its length in bytes.
    pub bytes: u64,
    body: Take<R>,
}

impl Certificate {
    /// Opens a certificate. Reads the whole file once, for the checksum.
    pub fn open(path: &Path) -> Result<Certificate, CertificateError> {
        let file = File::open(path).map_err(|error| CertificateError::io(path, error))?;
        Certificate::read(BufReader::with_capacity(1 << 16, file), path)
    }
}

impl<R: BufRead + Seek> Certificate<R> {
    /// The same for anything that can be read; `path` is for errors.
    pub fn read(mut file: R, path: &Path) -> Result<Certificate<R>, CertificateError> {
        let io = |error| CertificateError::io(path, error);
        let bytes = file.seek(SeekFrom::End(0)).and_then(|end| file.rewind().map(|()| end)).map_err(io)?;
        let mut prefix = vec![];
        (&mut file).take(PREFIX).read_to_end(&mut prefix).map_err(io)?;
        if !prefix.starts_with(&MAGIC) {
            let found = match prefix.len() {
                0 => "an empty file".to_string(),
                n => format!("{:?}", String::from_utf8_lossy(&prefix[..n.min(MAGIC.len())])),
            };
            return Err(CertificateError::NotACertificate { found });
        }
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | byte as u64);
        let cut = |expected| CertificateError::Truncated { expected, found: bytes };
        if bytes < PREFIX + FOOTER {
            return Err(cut(PREFIX + FOOTER));
        }
        let version = number(&prefix[8..12]) as u32;
        if version != VERSION {
            return Err(CertificateError::Version { expected: VERSION, found: version });
        }
        let header_length = number(&prefix[12..16]);
        if header_length > LONGEST_HEADER.into() {
            let expected = format!("a header of at most {LONGEST_HEADER} bytes");
            return Err(CertificateError::header(expected, header_length.to_string()));
        }
        let body = PREFIX + header_length;
        if bytes < body + FOOTER {
            return Err(cut(body + FOOTER));
        }
        let expected = checksum(&mut file, &prefix, bytes - 4 - PREFIX).map_err(io)?;
        let mut footer = [0; FOOTER as usize];
        file.seek(SeekFrom::Start(bytes - FOOTER)).and_then(|_| file.read_exact(&mut footer)).map_err(io)?;
        let found = number(&footer[16..]) as u32;
        if found != expected {
            return Err(CertificateError::Checksum { expected, found });
        }
        let mut text = vec![0; header_length as usize];
        file.seek(SeekFrom::Start(PREFIX)).and_then(|_| file.read_exact(&mut text)).map_err(io)?;
        let header = Header::from_text(&text)?;
        let counts = Counts { positions: number(&footer[..8]), numbers: number(&footer[8..16]) };
        Ok(Certificate { header, counts, bytes, body: file.take(bytes - FOOTER - body) })
    }

    /// The numbers, in their order.
    pub(crate) fn numbers(self) -> Numbers<R> {
        let inflated = Inflated { body: self.body, state: Decompress::new(true), is_at_end: false };
        Numbers { stream: BufReader::with_capacity(1 << 16, inflated), read: 0 }
    }
}

fn checksum(file: &mut impl BufRead, prefix: &[u8], mut length: u64) -> io::Result<u32> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(prefix);
    while length > 0 {
        let buffer = file.fill_buf()?;
        let used = buffer.len().min(usize::try_from(length).unwrap_or(usize::MAX));
        if used == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        checksum.update(&buffer[..used]);
        file.consume(used);
        length -= used as u64;
    }
    Ok(checksum.finalize())
}

/// What a zlib stream contains. Unlike the decoders of flate2 it insists on a complete stream with nothing after it.
struct Inflated<R> {
    body: Take<R>,
    state: Decompress,
    is_at_end: bool,
}

impl<R: BufRead> Read for Inflated<R> {
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

/// The numbers of a certificate: seven bits a byte, the low ones first, the high bit of a byte says that more follow.
pub(crate) struct Numbers<R> {
    stream: BufReader<Inflated<R>>,
    /// How many have been read.
    pub(crate) read: u64,
}

impl<R: BufRead> Numbers<R> {
    /// The next number; `None` at the end.
    #[inline]
    pub(crate) fn next(&mut self) -> io::Result<Option<u64>> {
        let (mut number, mut shift) = (0u64, 0);
        loop {
            let Some(&byte) = self.stream.fill_buf()?.first() else {
                return if shift == 0 { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            };
            self.stream.consume(1);
            if shift > 56 {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a number of more than nine bytes"));
            }
            number |= ((byte & 0x7F) as u64) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                self.read += 1;
                return Ok(Some(number));
            }
        }
    }
}
