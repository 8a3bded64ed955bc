//! The layout of a table file, version 1: header, blocks, index, footer. FORMATS.md tells it byte by byte.

use crate::TableError;
use serde::{Deserialize, Serialize};

/// The first bytes of every table, and its last ones.
pub(crate) const MAGIC: [u8; 8] = *b"PPTABLE\n";

/// The version that this program writes and reads.
pub(crate) const VERSION: u32 = 1;

/// Magic, version and the length of the header.
pub(crate) const PREFIX: usize = 16;

/// Where the index is, its checksum, the checksum of all before, and the magic again.
pub(crate) const FOOTER: usize = 8 + 4 + 4 + 8;

/// Bytes of an entry of the index.
pub(crate) const ENTRY: usize = 8 + 8 + 4 + 4;

/// The most positions that a block may have.
const LARGEST_BLOCK: u64 = 1 << 20;

/// What a table is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// Its options.
    pub options: serde_json::Value,
    /// Which positions the table has.
    pub scope: TableScope,
    /// Whether values are margins.
    pub scored: bool,
    /// Bytes of a cell.
    pub cell_bytes: usize,
    /// All numbers of positions are below this.
    pub index_count: u64,
    /// Positions in a block; the last one of a section may have fewer.
    pub block_size: u64,
    /// The sections, in the order of the layers.
    pub sections: Vec<SectionHeader>,
}

/// Which positions a table has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableScope {
    /// All that have a number.
    All,
    /// All that can be reached from these.
    From(Vec<String>),
}

/// A section of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SectionHeader {
    /// The layer of its positions, in games with layers.
    pub layer: Option<u32>,
    /// How many cells it has.
    pub count: u64,
    /// Whether the numbers are listed; if not, there is a cell for each number.
    pub is_listed: bool,
}

impl SectionHeader {
    /// How many blocks it has.
    pub fn blocks(&self, block_size: u64) -> usize {
        self.count.div_ceil(block_size) as usize
    }
}

impl Header {
    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.sections.iter().map(|section| section.blocks(self.block_size)).sum()
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        self.sections.iter().map(|section| section.count).sum()
    }

    /// Whether it makes sense; `room` is how many blocks the file has entries for.
    pub(crate) fn check(&self, room: usize) -> Result<(), TableError> {
        let wrong = |expected: &str, found: String| TableError::Header { expected: expected.to_string(), found };
        if ![1, 2, 4].contains(&self.cell_bytes) {
            return Err(wrong("cells of 1, 2 or 4 bytes", self.cell_bytes.to_string()));
        }
        if !(1..=LARGEST_BLOCK).contains(&self.block_size) {
            return Err(wrong("blocks of 1 to 1048576 positions", self.block_size.to_string()));
        }
        let mut blocks = 0u64;
        for section in &self.sections {
            let fits =
                if section.is_listed { section.count <= self.index_count } else { section.count == self.index_count };
            if !fits {
                let expected = format!("a section of at most {} positions", self.index_count);
                return Err(wrong(&expected, section.count.to_string()));
            }
            blocks = blocks.saturating_add(section.count.div_ceil(self.block_size));
        }
        let is_rising = self.sections.is_sorted_by(|a, b| a.layer < b.layer);
        let is_flat = matches!(&self.sections[..], [only] if only.layer.is_none());
        if !is_flat && (!is_rising || self.sections.iter().any(|s| s.layer.is_none() || !s.is_listed)) {
            return Err(wrong("one section, or sections of rising layers", "others".to_string()));
        }
        if blocks != room as u64 {
            return Err(wrong(&format!("{blocks} blocks"), room.to_string()));
        }
        Ok(())
    }
}

/// Where a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The number of its first position.
    pub(crate) first: u64,
    pub(crate) offset: u64,
    pub(crate) length: u32,
    pub(crate) checksum: u32,
}

impl Entry {
    pub(crate) fn to_bytes(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.first.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.offset.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.length.to_le_bytes());
        bytes[20..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Entry {
        Entry {
            first: u64_at(bytes, 0),
            offset: u64_at(bytes, 8),
            length: u32_at(bytes, 16),
            checksum: u32_at(bytes, 20),
        }
    }
}

/// The little-endian number at this place.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// The little-endian number at this place.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

/// Packs a block: the steps from each number to the next, if they are listed, and the cells.
pub(crate) fn pack(numbers: Option<&[u64]>, cells: &[u8]) -> Vec<u8> {
    let mut raw = Vec::with_capacity(2 * cells.len());
    for pair in numbers.unwrap_or_default().windows(2) {
        let mut step = pair[1] - pair[0] - 1;
        while step >= 128 {
            raw.push(step as u8 | 128);
            step >>= 7;
        }
        raw.push(step as u8);
    }
    raw.extend_from_slice(cells);
    raw
}

/// Unpacks a block of so many positions; `None` if it is none.
pub(crate) fn unpack(raw: &[u8], first: u64, count: usize, is_listed: bool, cell_bytes: usize) -> Option<Block> {
    let mut rest = raw;
    let mut numbers = vec![];
    if is_listed {
        numbers.reserve(count);
        numbers.push(first);
        let mut last = first;
        for _ in 1..count {
            let mut step = 0u64;
            for shift in (0..).step_by(7) {
                let (&byte, after) = rest.split_first()?;
                rest = after;
                step |=
                    u64::from(byte & 127).checked_shl(shift).filter(|bits| bits >> shift == u64::from(byte & 127))?;
                if byte < 128 {
                    break;
                }
            }
            last = last.checked_add(step)?.checked_add(1)?;
            numbers.push(last);
        }
    }
    (rest.len() == count * cell_bytes).then(|| Block { first, numbers, is_listed, cells: rest.to_vec(), cell_bytes })
}

/// Positions of a table with their cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    first: u64,
    numbers: Vec<u64>,
    is_listed: bool,
    cells: Vec<u8>,
    cell_bytes: usize,
}

impl Block {
    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len() / self.cell_bytes
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of the position at a place.
    pub fn number(&self, place: usize) -> u64 {
        if self.is_listed { self.numbers[place] } else { self.first + place as u64 }
    }

    /// What the cell at a place holds.
    pub fn cell(&self, place: usize) -> u32 {
        let bytes = &self.cells[place * self.cell_bytes..][..self.cell_bytes];
        bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte))
    }

    /// The place of a number.
    pub fn place(&self, number: u64) -> Option<usize> {
        if self.is_listed {
            self.numbers.binary_search(&number).ok()
        } else {
            number.checked_sub(self.first).map(|place| place as usize).filter(|&place| place < self.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_unpacked_as_they_were_packed() {
        let mut random = fastrand::Rng::with_seed(9);
        for round in 0..500 {
            let count = random.usize(1..200);
            let mut numbers: Vec<u64> = (0..count).map(|_| random.u64(..)).map(|n| n >> (n % 60)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let cell_bytes = [1, 2, 4][round % 3];
            let cells: Vec<u8> = (0..numbers.len() * cell_bytes).map(|_| random.u8(..)).collect();
            let raw = pack(Some(&numbers), &cells);
            let block = unpack(&raw, numbers[0], numbers.len(), true, cell_bytes).unwrap();
            for (place, &number) in numbers.iter().enumerate() {
                assert_eq!((block.number(place), block.place(number)), (number, Some(place)));
            }
            assert_eq!(block.cells, cells);
            // other bytes are refused or make another block, and never a panic
            let mut broken = raw.clone();
            broken[random.usize(..raw.len())] ^= 1 << random.u8(..8);
            let _ = unpack(&broken, numbers[0], numbers.len(), true, cell_bytes);
            assert_eq!(unpack(&raw[..raw.len() - 1], numbers[0], numbers.len(), true, cell_bytes), None);
        }
    }
}
