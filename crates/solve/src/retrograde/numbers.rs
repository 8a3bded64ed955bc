//! Numbers in files, each in as many bytes as the largest needs.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

/// How many bytes a number takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberWidth(usize);

impl NumberWidth {
    /// Wide enough for numbers below this.
    pub(crate) fn for_count(count: u64) -> Self {
        NumberWidth(((u64::BITS - count.saturating_sub(1).leading_zeros()) as usize).div_ceil(8).max(1))
    }

    /// Bytes of a number.
    pub(crate) fn bytes(self) -> usize {
        self.0
    }

    /// Appends numbers to a file.
    pub(crate) fn write(self, numbers: &[u64], file: &mut impl Write) -> io::Result<()> {
        numbers.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()[..self.0]))
    }

    /// Reads `count` numbers from number `first` on.
    pub(crate) fn read_at(self, file: &mut File, first: u64, count: usize) -> io::Result<Vec<u64>> {
        let mut bytes = vec![0; count * self.0];
        file.seek(SeekFrom::Start(first * self.0 as u64))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.chunks_exact(self.0).map(number).collect())
    }

    /// All numbers of a file.
    pub(crate) fn read_all(self, file: File) -> impl Iterator<Item = io::Result<u64>> {
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut bytes = vec![0; self.0];
        std::iter::from_fn(move || match file.read_exact(&mut bytes) {
            Ok(()) => Some(Ok(number(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => Some(Err(error)),
        })
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        for (count, bytes) in [(0, 1), (1, 1), (256, 1), (257, 2), (1 << 30, 4), (1 << 32, 4), (u64::MAX, 8)] {
            assert_eq!(NumberWidth::for_count(count).0, bytes, "{count}");
            let mut written = vec![];
            let numbers = [0, count.saturating_sub(1), count / 2];
            NumberWidth::for_count(count).write(&numbers, &mut written).unwrap();
            assert_eq!(written.chunks_exact(bytes).map(number).collect::<Vec<_>>(), numbers);
        }
    }
}
