//! The index of a table: which block has a number, and where in the file it stands.
//!
//! An index that is accepted tells of each number one block that may have it, and numbers of blocks do not overlap, so that
//! reading block after block and looking numbers up one by one find the same.

use crate::TableError;
use crate::format::{Header, SectionHeader, u32_at, u64_at};
use std::ops::Range;

/// Bytes of an entry.
pub(crate) const ENTRY: usize = 8 + 8 + 4 + 4;

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

    fn from_bytes(bytes: &[u8]) -> Entry {
        Entry {
            first: u64_at(bytes, 0),
            offset: u64_at(bytes, 8),
            length: u32_at(bytes, 16),
            checksum: u32_at(bytes, 20),
        }
    }
}

/// Where all blocks are.
#[derive(Debug)]
pub(crate) struct Index {
    entries: Vec<Entry>,
    /// The first block of each section, and the end.
    section_blocks: Vec<usize>,
    /// Whether the numbers of each section are listed.
    is_listed: Vec<bool>,
    block_size: u64,
}

/// What is known of a block before it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    pub(crate) entry: Entry,
    /// How many positions it has.
    pub(crate) count: usize,
    pub(crate) is_listed: bool,
    /// All its numbers are below this.
    pub(crate) end: u64,
}

impl Index {
    /// Reads the index of a table whose blocks stand in this part of the file; the header must be sound.
    pub(crate) fn read(bytes: &[u8], header: &Header, blocks: Range<u64>) -> Result<Index, TableError> {
        let entries: Vec<Entry> = bytes.chunks_exact(ENTRY).map(Entry::from_bytes).collect();
        let mut end = blocks.start;
        for (block, entry) in entries.iter().enumerate() {
            if entry.offset != end {
                return Err(wrong(block, format!("the place {end}"), entry.offset));
            }
            end += u64::from(entry.length);
        }
        if end != blocks.end {
            let expected = format!("blocks up to byte {}", blocks.end);
            return Err(TableError::Header { expected, found: end.to_string() });
        }
        let mut section_blocks = vec![0];
        for section in &header.sections {
            section_blocks.push(section_blocks[section_blocks.len() - 1] + section.blocks(header.block_size));
        }
        let is_listed = header.sections.iter().map(|section| section.is_listed).collect();
        let index = Index { entries, section_blocks, is_listed, block_size: header.block_size };
        for section in 0..header.sections.len() {
            for block in index.blocks(section) {
                index.check(header, section, block)?;
            }
        }
        Ok(index)
    }

    /// The numbers of a block begin where they have to, and leave room for all of it before the next.
    fn check(&self, header: &Header, section: usize, block: usize) -> Result<(), TableError> {
        let Outline { entry: Entry { first, .. }, count, is_listed, end } = self.outline(header, block);
        let before = (block - self.section_blocks[section]) as u64 * self.block_size;
        if !is_listed && first != before {
            return Err(wrong(block, format!("the first number {before}"), first));
        }
        if end.checked_sub(first).is_none_or(|room| room < count as u64) {
            return Err(wrong(block, format!("a first number that leaves room for {count} below {end}"), first));
        }
        Ok(())
    }

    /// The blocks of a section.
    pub(crate) fn blocks(&self, section: usize) -> Range<usize> {
        self.section_blocks[section]..self.section_blocks[section + 1]
    }

    /// What is known of a block.
    pub(crate) fn outline(&self, header: &Header, block: usize) -> Outline {
        let section = self.section_blocks.partition_point(|&first| first <= block) - 1;
        let SectionHeader { count, is_listed, .. } = header.sections[section];
        let before = (block - self.section_blocks[section]) as u64 * self.block_size;
        let end = match block + 1 < self.section_blocks[section + 1] {
            true => self.entries[block + 1].first,
            false => header.index_count,
        };
        let count = (count - before).min(self.block_size) as usize;
        Outline { entry: self.entries[block], count, is_listed, end }
    }

    /// The only block of a section that may have a number.
    #[inline]
    pub(crate) fn block_of(&self, section: usize, number: u64) -> Option<usize> {
        let blocks = self.blocks(section);
        if !self.is_listed[section] {
            let block = blocks.start as u64 + number / self.block_size;
            return Some(block as usize).filter(|block| blocks.contains(block));
        }
        let after = self.entries[blocks.clone()].partition_point(|entry| entry.first <= number);
        after.checked_sub(1).map(|at| blocks.start + at)
    }
}

fn wrong(block: usize, expected: String, found: u64) -> TableError {
    TableError::Index { block, expected, found }
}
