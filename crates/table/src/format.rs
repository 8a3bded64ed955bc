//! The layout of a table file, version 2: header, blocks, index, footer. FORMATS.md tells it byte by byte.

use crate::TableError;
use crate::index::{Entry, Outline};
use perfectplay_game::Setting;
use perfectplay_game::files::{push_varint, take_varint};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first bytes of every table, and its last ones.
pub(crate) const MAGIC: [u8; 8] = *b"PPTABLE\n";

/// The version that this program writes and reads.
pub(crate) const VERSION: u32 = 2;

/// Magic, version and the length of the header.
pub(crate) const PREFIX: usize = 16;

/// Where the index is, its checksum, the checksum of all before, and the magic again.
pub(crate) const FOOTER: usize = 8 + 4 + 4 + 8;

/// The most positions that a block may have.
const LARGEST_BLOCK: u64 = 1 << 20;

/// What a table is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The [version](perfectplay_game::Game::version) of its rules.
    pub version: u32,
    /// Its options.
    pub options: BTreeMap<String, Setting>,
    /// The text of the rules, if the game comes from a file of rules and not from a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Which positions the table has.
    pub scope: TableScope,
    /// How its positions are numbered.
    pub numbering: TableNumbering,
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
    /// Those that can be reached from a position within so many plies: a book. Values of positions whose moves lead further come from
    /// a search. With the game's own numbers each move leads to the next layer.
    Opening {
        /// The position.
        from: String,
        /// So many plies.
        plies: u32,
    },
}

/// How the positions of a table are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TableNumbering {
    /// By the game, in this [version](perfectplay_game::Hints::index_version) of its numbering.
    Own(u32),
    /// In the order in which they are [discovered](perfectplay_solve::Discovery).
    Discovered,
}

/// A section of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    ///
    /// # Panics
    ///
    /// If `block_size` is 0.
    pub fn blocks(&self, block_size: u64) -> usize {
        self.count.div_ceil(block_size) as usize
    }
}

impl Header {
    /// Reads a header. Each has one text, so that no two readers take it for different things.
    pub(crate) fn read(text: &[u8]) -> Result<Header, TableError> {
        let unlike = |expected: String, found: String| TableError::Header { expected, found };
        let header: Header = serde_json::from_slice(text)
            .map_err(|error| unlike("a description of the table".to_string(), error.to_string()))?;
        let right = header.write();
        match text.iter().zip(&right).position(|(found, expected)| found != expected) {
            None if text.len() == right.len() => Ok(header),
            at => {
                let from = at.unwrap_or(text.len().min(right.len())).saturating_sub(10);
                let around = |text: &[u8]| {
                    let excerpt = &text[from..text.len().min(from + 40)];
                    format!("{:?}", String::from_utf8_lossy(excerpt))
                };
                Err(unlike(around(&right), around(text)))
            }
        }
    }

    /// Its text.
    pub(crate) fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a header can be written as JSON")
    }

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
            let fits = match section.is_listed {
                true => (1..=self.index_count).contains(&section.count),
                false => section.count == self.index_count && section.count > 0,
            };
            if !fits {
                let expected =
                    format!("a section of at most {} positions, and all if they are not listed", self.index_count);
                return Err(wrong(&expected, section.count.to_string()));
            }
            blocks = blocks.saturating_add(section.count.div_ceil(self.block_size));
        }
        let is_flat = matches!(&self.sections[..], [only] if only.layer.is_none());
        let is_layered = self.sections.is_sorted_by(|a, b| a.layer < b.layer)
            && self.sections.iter().all(|section| section.layer.is_some() && section.is_listed);
        if self.sections.is_empty() || !(is_flat || is_layered) {
            return Err(wrong("one section, or listed sections of rising layers", "others".to_string()));
        }
        let is_discovered = self.numbering == TableNumbering::Discovered;
        if is_discovered && (self.scope == TableScope::All || !is_flat || self.sections[0].is_listed) {
            let found = "another table".to_string();
            return Err(wrong(
                "positions to begin with and one array of cells, because positions were discovered",
                found,
            ));
        }
        if self.scope != TableScope::All && !is_discovered && self.sections.iter().any(|section| !section.is_listed) {
            return Err(wrong("listed sections where not all positions count", "one that is not".to_string()));
        }
        if matches!(self.scope, TableScope::Opening { .. }) && !is_discovered && !is_layered {
            return Err(wrong("sections of rising layers in a table of an opening", "others".to_string()));
        }
        if blocks != room as u64 {
            return Err(wrong(&format!("{blocks} blocks"), room.to_string()));
        }
        Ok(())
    }
}

/// The little-endian number that begins there.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// The little-endian number that begins there.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

/// Packs a block: the steps from each number to the next, if they are listed, and the cells.
pub(crate) fn pack(numbers: Option<&[u64]>, cells: &[u8]) -> Vec<u8> {
    let mut raw = Vec::with_capacity(2 * cells.len());
    for pair in numbers.unwrap_or_default().windows(2) {
        push_varint(&mut raw, pair[1] - pair[0] - 1);
    }
    raw.extend_from_slice(cells);
    raw
}

/// Unpacks a block; `None` if it is none, or not one of this outline.
pub(crate) fn unpack(raw: &[u8], outline: Outline, cell_bytes: usize) -> Option<Block> {
    let Outline { entry: Entry { first, .. }, count, is_listed, end } = outline;
    let mut rest = raw;
    let mut numbers = vec![];
    if is_listed {
        numbers.reserve(count);
        numbers.push(first);
        let mut last = first;
        for _ in 1..count {
            let step = take_varint(|| {
                let (&byte, after) = rest.split_first()?;
                rest = after;
                Some(byte)
            })?;
            last = last.checked_add(step)?.checked_add(1)?;
            numbers.push(last);
        }
        if last >= end {
            return None;
        }
    }
    (rest.len() == count * cell_bytes).then(|| {
        let milestones = numbers.iter().step_by(STRIDE).copied().collect();
        Block { first, numbers, milestones, is_listed, cells: rest.to_vec(), cell_bytes }
    })
}

/// A list of numbers is searched in two steps: among every so many first, which stay in the cache, then between two.
const STRIDE: usize = 64;

/// Positions of a table with their cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    first: u64,
    numbers: Vec<u64>,
    /// Some of the numbers.
    milestones: Vec<u64>,
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

    /// The number of the position that stands there.
    ///
    /// # Panics
    ///
    /// If the block lists its numbers, and has fewer.
    #[inline]
    pub fn number(&self, at: usize) -> u64 {
        if self.is_listed { self.numbers[at] } else { self.first + at as u64 }
    }

    /// What the cell there holds.
    ///
    /// # Panics
    ///
    /// If the block has fewer cells.
    #[inline]
    pub fn cell(&self, at: usize) -> u32 {
        if self.cell_bytes == 1 {
            return self.cells[at].into();
        }
        let bytes = &self.cells[at * self.cell_bytes..][..self.cell_bytes];
        bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte))
    }

    /// Where a number stands.
    #[inline]
    pub fn find(&self, number: u64) -> Option<usize> {
        if self.is_listed {
            let from = self.milestones.partition_point(|&milestone| milestone <= number).checked_sub(1)? * STRIDE;
            let to = self.numbers.len().min(from + STRIDE);
            self.numbers[from..to].binary_search(&number).ok().map(|at| from + at)
        } else {
            let at = usize::try_from(number.checked_sub(self.first)?).ok()?;
            Some(at).filter(|&at| at < self.len())
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
            let (first, end) = (numbers[0], numbers[numbers.len() - 1].saturating_add(1));
            let entry = Entry { first, offset: 0, length: 0, checksum: 0 };
            let outline = Outline { entry, count: numbers.len(), is_listed: true, end };
            let block = unpack(&raw, outline, cell_bytes).unwrap();
            for (at, &number) in numbers.iter().enumerate() {
                assert_eq!((block.number(at), block.find(number)), (number, Some(at)));
                for other in [number.wrapping_add(1), number.wrapping_sub(1), random.u64(..)] {
                    assert_eq!(block.find(other), numbers.binary_search(&other).ok());
                }
            }
            assert_eq!(block.cells, cells);
            // other bytes are refused or make another block, and never a panic
            let mut broken = raw.clone();
            broken[random.usize(..raw.len())] ^= 1 << random.u8(..8);
            let _ = unpack(&broken, outline, cell_bytes);
            assert_eq!(unpack(&raw[..raw.len() - 1], outline, cell_bytes), None);
            assert_eq!(unpack(&raw, Outline { end: end - 1, ..outline }, cell_bytes), None);
        }
    }
}
