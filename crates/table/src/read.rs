//! Opening a table and reading its blocks, through a memory map: a probe reads one block.

use crate::TableError;
use crate::format::{self, Block, FOOTER, Header, MAGIC, PREFIX, TableNumbering, TableScope, VERSION, u32_at, u64_at};
use crate::index::{ENTRY, Index};
use memmap2::Mmap;
use perfectplay_game::{Hints, Notation, Options, Record, Setting, Value};
use perfectplay_solve::{Coding, Numbering, Scope};
use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;
use std::path::Path;

/// A table that is open.
#[derive(Debug)]
pub struct Table {
    bytes: Bytes,
    header: Header,
    index: Index,
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
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no sound table.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let io = |source| TableError::Io { path: Some(path.to_path_buf()), source };
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
    ///
    /// # Errors
    ///
    /// If it is no sound table.
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
        let header = Header::read(&bytes[PREFIX..header_end])?;
        header.check((footer - index) / ENTRY)?;
        let index = Index::read(&bytes[index..footer], &header, header_end as u64 + 4..index as u64)?;
        let coding = Coding::new(header.cell_bytes, header.scored);
        Ok(Table { header, index, coding, checked: footer + 12, bytes })
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
    ///
    /// # Panics
    ///
    /// If there is no such section.
    pub fn section_blocks(&self, section: usize) -> Range<usize> {
        self.index.blocks(section)
    }

    /// Refuses a table of another game, or of one with other options.
    ///
    /// # Errors
    ///
    /// If it is one.
    pub fn check_name(&self, game: &str, options: &Options) -> Result<(), TableError> {
        let name = |game: &str, settings: &BTreeMap<String, Setting>| {
            let options = serde_json::to_string(settings).expect("options can be written as JSON");
            format!("{game} {options}")
        };
        let (expected, found) = (name(game, &options.settings()), name(&self.header.game, &self.header.options));
        if found == expected { Ok(()) } else { Err(TableError::Foreign { expected, found }) }
    }

    /// Refuses a table whose header speaks of the game as it is not. All that read positions do this first.
    ///
    /// # Errors
    ///
    /// If it does.
    pub fn check_game<G: Hints>(&self, numbering: &Numbering<G>) -> Result<(), TableError> {
        let game = numbering.game();
        let own = TableNumbering::Own(game.index_version());
        let expected = if numbering.is_discovered() { TableNumbering::Discovered } else { own };
        let has_layers = game.layer(&game.start()).is_some();
        let count = numbering.count().unwrap_or(0);
        if self.header.rules.as_deref() != game.text() {
            let expected = format!("{} by the rules that are given", self.header.game);
            return Err(TableError::Header { expected, found: "other rules".to_string() });
        }
        self.check_facts(game.version(), game.scored(), expected, count, has_layers)
    }

    fn check_facts(
        &self,
        version: u32,
        scored: bool,
        numbering: TableNumbering,
        count: u64,
        has_layers: bool,
    ) -> Result<(), TableError> {
        let header = &self.header;
        if header.version != version {
            return Err(TableError::OtherVersion { of: "rules", expected: version, found: header.version });
        }
        if let (TableNumbering::Own(expected), TableNumbering::Own(found)) = (numbering, header.numbering)
            && found != expected
        {
            return Err(TableError::OtherVersion { of: "numbering", expected, found });
        }
        // an array of all numbers does without
        let layers = header.sections.iter().find(|section| section.is_listed).map(|section| section.layer.is_some());
        let facts = [
            ("scored", scored.to_string(), header.scored.to_string()),
            ("numbering", format!("{numbering:?}"), format!("{:?}", header.numbering)),
            ("index_count", count.to_string(), header.index_count.to_string()),
            ("layers", has_layers.to_string(), layers.unwrap_or(has_layers).to_string()),
        ];
        match facts.into_iter().find(|(_, expected, found)| expected != found) {
            None => Ok(()),
            Some((name, expected, found)) => {
                Err(TableError::Header { expected: format!("{name} {expected} by the rules"), found })
            }
        }
    }

    /// The positions that the table says it has.
    ///
    /// # Errors
    ///
    /// If the game does not have them.
    pub fn scope<G: Notation>(&self, game: &G) -> Result<Scope<G::Position>, TableError> {
        let roots = self.roots(game)?;
        let roots = roots.map(|roots| roots.iter().map(|root| root.position().clone()).collect::<Vec<_>>());
        Ok(match (roots, &self.header.scope) {
            (Some(mut roots), TableScope::Opening { plies, .. }) => {
                Scope::Opening { from: roots.remove(0), plies: *plies }
            }
            (Some(roots), _) => Scope::From(roots),
            (None, _) => Scope::All,
        })
    }

    /// The positions from which it has what can be reached, unless it has all positions.
    ///
    /// # Errors
    ///
    /// If the game does not have them.
    pub fn roots<G: Notation>(&self, game: &G) -> Result<Option<Vec<Record<G>>>, TableError> {
        let texts = match &self.header.scope {
            TableScope::All => return Ok(None),
            TableScope::From(texts) => &texts[..],
            TableScope::Opening { from, .. } => std::slice::from_ref(from),
        };
        let read = |text: &String| {
            let record = game
                .read_position(text)
                .map_err(|error| TableError::Header { expected: error.expected, found: error.found })?;
            let expected = game.write_position(&record);
            if expected == *text { Ok(record) } else { Err(TableError::Header { expected, found: text.clone() }) }
        };
        texts.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// Checks the checksum of the whole file.
    ///
    /// # Errors
    ///
    /// If it is wrong.
    pub fn check_file(&self) -> Result<(), TableError> {
        check("the file", u32_at(&self.bytes, self.checked), &self.bytes[..self.checked])
    }

    /// Reads a block.
    ///
    /// # Errors
    ///
    /// If it is damaged.
    ///
    /// # Panics
    ///
    /// If there is no such block.
    pub fn block(&self, block: usize) -> Result<Block, TableError> {
        let outline = self.index.outline(&self.header, block);
        let packed = &self.bytes[outline.entry.offset as usize..][..outline.entry.length as usize];
        check(&format!("block {block}"), outline.entry.checksum, packed)?;
        let cell_bytes = self.header.cell_bytes;
        // a step takes at most ten bytes
        let most = outline.count * (if outline.is_listed { 10 } else { 0 } + cell_bytes);
        let raw = zstd::bulk::decompress(packed, most).ok();
        let unpacked = raw.and_then(|raw| format::unpack(&raw, outline, cell_bytes));
        unpacked.ok_or(TableError::Block { block })
    }

    /// The section in which positions of this layer are.
    #[inline]
    pub(crate) fn section_of(&self, layer: Option<u32>) -> Option<usize> {
        match &self.header.sections[..] {
            [only] if only.layer.is_none() => Some(0),
            sections => sections.binary_search_by_key(&layer, |section| section.layer).ok(),
        }
    }

    /// The block that has a number, if any has, in the section of this layer.
    #[inline]
    pub fn block_of(&self, layer: Option<u32>, number: u64) -> Option<usize> {
        self.index.block_of(self.section_of(layer)?, number)
    }

    /// Looks a position up. All answers come from here, whether they are given or verified; `read` gives the content of a
    /// block.
    #[inline]
    pub(crate) fn find<'b, G: Hints, E>(
        &self,
        numbering: &Numbering<G>,
        position: &G::Position,
        read: impl FnOnce(usize) -> Result<&'b Block, E>,
    ) -> Result<Option<Found>, E> {
        let Some(number) = numbering.number(position) else { return Ok(None) };
        let Some(block) = self.block_of(numbering.game().layer(position), number) else { return Ok(None) };
        let content = read(block)?;
        Ok(content.find(number).map(|at| Found { block, at, cell: content.cell(at) }))
    }

    /// The value in a cell; `None` if it holds none.
    pub fn decode(&self, cell: u32) -> Option<Value> {
        self.coding.decode(cell)
    }
}

/// A position that was looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) block: usize,
    pub(crate) at: usize,
    pub(crate) cell: u32,
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn check(part: &str, expected: u32, bytes: &[u8]) -> Result<(), TableError> {
    let found = crc32fast::hash(bytes);
    let part = || part.to_string();
    if found == expected { Ok(()) } else { Err(TableError::Checksum { part: part(), expected, found }) }
}
