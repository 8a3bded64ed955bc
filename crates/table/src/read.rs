//! Opening a table and reading its blocks, through a memory map: a probe reads one block.

use crate::TableError;
use crate::format::{self, Block, ENTRY, Entry, FOOTER, Header, MAGIC, PREFIX, SectionHeader, VERSION, u32_at, u64_at};
use memmap2::Mmap;
use perfectplay_game::Value;
use perfectplay_solve::Coding;
use std::fs::File;
use std::ops::Range;
use std::path::Path;

/// A table that is open.
#[derive(Debug)]
pub struct Table {
    bytes: Bytes,
    header: Header,
    entries: Vec<Entry>,
    /// The first block of each section, and the end.
    section_blocks: Vec<usize>,
    coding: Coding,
    /// Where the last checksum begins, which is of all before it.
    checked: usize,
}

/// A file in memory.
#[derive(Debug)]
enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

impl Table {
    /// Opens a table. It must not change while it is open.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let io = |error| TableError::Io { path: path.to_path_buf(), error };
        let file = File::open(path).map_err(io)?;
        if file.metadata().map_err(io)?.is_dir() {
            return Err(io(std::io::ErrorKind::IsADirectory.into()));
        }
        // SAFETY: the map is only read, and every length in it is checked. A file that another program cuts off while it
        // is open ends this one with a signal.
        #[expect(unsafe_code, reason = "mapping a file has no safe form")]
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        Table::of_bytes(Bytes::Mapped(map))
    }

    /// A table in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Table, TableError> {
        Table::of_bytes(Bytes::Owned(bytes))
    }

    fn of_bytes(bytes: Bytes) -> Result<Table, TableError> {
        let length = bytes.len();
        let truncated = |expected: usize| TableError::Truncated { expected: expected as u64, found: length as u64 };
        let magic = &bytes[..length.min(MAGIC.len())];
        if magic != &MAGIC[..magic.len()] || magic.is_empty() {
            let found = if magic.is_empty() { "an empty file".to_string() } else { format!("{:?}", lossy(magic)) };
            return Err(TableError::NotATable { found });
        }
        if length < PREFIX {
            return Err(truncated(PREFIX));
        }
        let version = u32_at(&bytes, 8);
        if version != VERSION {
            return Err(TableError::Version { expected: VERSION, found: version });
        }
        let header_end = PREFIX + u32_at(&bytes, 12) as usize;
        if length < header_end + 4 + FOOTER {
            return Err(truncated(header_end + 4 + FOOTER));
        }
        check("the header", u32_at(&bytes, header_end), &bytes[..header_end])?;
        let footer = length - FOOTER;
        if bytes[length - MAGIC.len()..] != MAGIC {
            return Err(truncated(length + 1));
        }
        let index = u64_at(&bytes, footer);
        let is_inside = (header_end as u64 + 4..=footer as u64).contains(&index);
        if !is_inside || !(footer as u64 - index).is_multiple_of(ENTRY as u64) {
            let expected = format!("an index of whole entries before byte {footer}");
            return Err(TableError::Header { expected, found: format!("one at byte {index}") });
        }
        let index = index as usize;
        check("the index", u32_at(&bytes, footer + 8), &bytes[index..footer])?;
        let header: Header = serde_json::from_slice(&bytes[PREFIX..header_end]).map_err(|error| {
            TableError::Header { expected: "a description of the table".to_string(), found: error.to_string() }
        })?;
        header.check((footer - index) / ENTRY)?;
        let entries: Vec<Entry> = bytes[index..footer].chunks_exact(ENTRY).map(Entry::from_bytes).collect();
        let mut end = header_end as u64 + 4;
        for (block, entry) in entries.iter().enumerate() {
            if entry.offset != end || entry.first >= header.index_count {
                return Err(TableError::Block { block });
            }
            end += u64::from(entry.length);
        }
        if end != index as u64 {
            return Err(TableError::Header { expected: format!("blocks up to byte {index}"), found: end.to_string() });
        }
        let mut section_blocks = vec![0];
        for section in &header.sections {
            section_blocks.push(section_blocks[section_blocks.len() - 1] + section.blocks(header.block_size));
        }
        let coding = Coding::new(header.cell_bytes, header.scored);
        Ok(Table { header, entries, section_blocks, coding, checked: footer + 12, bytes })
    }

    /// What the table is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The blocks of a section.
    pub fn section_blocks(&self, section: usize) -> Range<usize> {
        self.section_blocks[section]..self.section_blocks[section + 1]
    }

    /// Checks the checksum of the whole file.
    pub fn check_file(&self) -> Result<(), TableError> {
        check("the file", u32_at(&self.bytes, self.checked), &self.bytes[..self.checked])
    }

    /// Reads a block.
    pub fn block(&self, block: usize) -> Result<Block, TableError> {
        let Entry { first, offset, length, checksum } = self.entries[block];
        let packed = &self.bytes[offset as usize..][..length as usize];
        check(&format!("block {block}"), checksum, packed)?;
        let section = self.section_blocks.partition_point(|&first| first <= block) - 1;
        let SectionHeader { count, is_listed, .. } = self.header.sections[section];
        let before = (block - self.section_blocks[section]) as u64 * self.header.block_size;
        let count = (count - before).min(self.header.block_size) as usize;
        let cell_bytes = self.header.cell_bytes;
        // a step takes at most ten bytes
        let most = count * (if is_listed { 10 } else { 0 } + cell_bytes);
        let raw = zstd::bulk::decompress(packed, most).ok();
        let unpacked = raw.and_then(|raw| format::unpack(&raw, first, count, is_listed, cell_bytes));
        unpacked.ok_or(TableError::Block { block })
    }

    /// The block that has a number, if any has, in the section of this layer.
    pub fn block_of(&self, layer: Option<u32>, number: u64) -> Option<usize> {
        let section = match &self.header.sections[..] {
            [only] if only.layer.is_none() => 0,
            sections => sections.binary_search_by_key(&layer, |section| section.layer).ok()?,
        };
        let blocks = self.section_blocks(section);
        let after = self.entries[blocks.clone()].partition_point(|entry| entry.first <= number);
        after.checked_sub(1).map(|place| blocks.start + place)
    }

    /// The value in a cell; `None` if it holds none.
    pub fn decode(&self, cell: u32) -> Option<Value> {
        self.coding.decode(cell)
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn check(part: &str, expected: u32, bytes: &[u8]) -> Result<(), TableError> {
    let found = crc32fast::hash(bytes);
    let part = || part.to_string();
    if found == expected { Ok(()) } else { Err(TableError::Checksum { part: part(), expected, found }) }
}
