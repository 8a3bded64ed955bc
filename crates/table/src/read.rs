//! Opening a table and reading its blocks, through a memory map: a probe reads one block.

use crate::TableError;
use crate::format::{self, Block, FOOTER, Header, MAGIC, PREFIX, TableNumbering, TableScope, VERSION, u32_at, u64_at};
use crate::index::{ENTRY, Index};
use memmap2::Mmap;
use perfectplay_game::{Hints, Notation, Options, Record, Setting, Value};
use perfectplay_solve::{Coding, Numbering, Scope};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A table that is open. A clone is the same table once more, and takes no memory.
#[derive(Clone, Debug)]
pub struct Table(Arc<Contents>);

#[derive(Debug)]
struct Contents {
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
    Held(Cow<'static, [u8]>),
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Held(bytes) => bytes,
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
        let (file, io) = open_file(path)?;
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
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Table, TableError> {
        Table::of_bytes(Bytes::Held(bytes.into()))
    }

    fn of_bytes(bytes: Bytes) -> Result<Table, TableError> {
        let length = bytes.len();
        let truncated = |expected: usize| TableError::Truncated { expected: expected as u64, found: length as u64 };
        let (header, header_end) = read_header(&bytes)?;
        if length < header_end + FOOTER {
            return Err(truncated(header_end + FOOTER));
        }
        let footer = length - FOOTER;
        if bytes[length - MAGIC.len()..] != MAGIC {
            return Err(truncated(length + 1));
        }
        let index = u64_at(&bytes, footer);
        let is_inside = (header_end as u64..=footer as u64).contains(&index);
        if !is_inside || !(footer as u64 - index).is_multiple_of(ENTRY as u64) {
            let expected = format!("an index of whole entries before byte {footer}");
            return Err(TableError::Header { expected, found: format!("one at byte {index}") });
        }
        let index = index as usize;
        check("the index", u32_at(&bytes, footer + 8), &bytes[index..footer])?;
        header.check((footer - index) / ENTRY)?;
        let index = Index::read(&bytes[index..footer], &header, header_end as u64..index as u64)?;
        let coding = Coding::new(header.cell_bytes, header.scored);
        Ok(Table(Arc::new(Contents { header, index, coding, checked: footer + 12, bytes })))
    }

    /// What the table is about.
    pub fn header(&self) -> &Header {
        &self.0.header
    }

    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.0.bytes.len() as u64
    }

    /// The blocks of a section.
    ///
    /// # Panics
    ///
    /// If there is no such section.
    pub fn section_blocks(&self, section: usize) -> Range<usize> {
        self.0.index.blocks(section)
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
        if self.0.header.rules.as_deref() != game.text() {
            let expected = format!("{} by the rules that are given", self.0.header.game);
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
        let header = &self.0.header;
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
        Ok(match (roots, &self.0.header.scope) {
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
        let texts = match &self.0.header.scope {
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
        check("the file", u32_at(&self.0.bytes, self.0.checked), &self.0.bytes[..self.0.checked])
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
        let outline = self.0.index.outline(&self.0.header, block);
        let packed = &self.0.bytes[outline.entry.offset as usize..][..outline.entry.length as usize];
        check(&format!("block {block}"), outline.entry.checksum, packed)?;
        let cell_bytes = self.0.header.cell_bytes;
        // a step takes at most ten bytes
        let most = outline.count * (if outline.is_listed { 10 } else { 0 } + cell_bytes);
        let raw = zstd::bulk::decompress(packed, most).ok();
        let unpacked = raw.and_then(|raw| format::unpack(&raw, outline, cell_bytes));
        unpacked.ok_or(TableError::Block { block })
    }

    /// The section in which positions of this layer are.
    #[inline]
    pub(crate) fn section_of(&self, layer: Option<u32>) -> Option<usize> {
        match &self.0.header.sections[..] {
            [only] if only.layer.is_none() => Some(0),
            sections => sections.binary_search_by_key(&layer, |section| section.layer).ok(),
        }
    }

    /// The block that has a number, if any has, in the section of this layer.
    #[inline]
    pub fn block_of(&self, layer: Option<u32>, number: u64) -> Option<usize> {
        self.0.index.block_of(self.section_of(layer)?, number)
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
        self.0.coding.decode(cell)
    }
}

impl Header {
    /// What the table in a file is about, from its first bytes alone: the rest may be damaged.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no table.
    pub fn of_file(path: &Path) -> Result<Header, TableError> {
        let (mut file, io) = open_file(path)?;
        let mut bytes = vec![];
        (&mut file).take(PREFIX as u64).read_to_end(&mut bytes).map_err(&io)?;
        if bytes.len() == PREFIX {
            let length = u64::from(u32_at(&bytes, 12)) + 4;
            file.take(length.min(LARGEST_HEADER)).read_to_end(&mut bytes).map_err(&io)?;
        }
        Ok(read_header(&bytes)?.0)
    }

    /// What the table in memory is about, likewise.
    ///
    /// # Errors
    ///
    /// If it is no table.
    pub fn of_bytes(bytes: &[u8]) -> Result<Header, TableError> {
        Ok(read_header(bytes)?.0)
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
        let (expected, found) = (name(game, &options.settings()), name(&self.game, &self.options));
        if found == expected { Ok(()) } else { Err(TableError::Foreign { expected, found }) }
    }
}

/// The most bytes of a header that are read from a file without opening the table.
const LARGEST_HEADER: u64 = 16 << 20;

/// A file to read, and what is said if that fails.
fn open_file(path: &Path) -> Result<(File, impl Fn(io::Error) -> TableError), TableError> {
    let failed = |source| TableError::Io { path: Some(path.to_path_buf()), source };
    let file = File::open(path).map_err(failed)?;
    match file.metadata().map_err(failed)?.is_dir() {
        true => Err(failed(io::ErrorKind::IsADirectory.into())),
        false => Ok((file, failed)),
    }
}

/// The header at the beginning of a file, and where it ends with its checksum.
fn read_header(bytes: &[u8]) -> Result<(Header, usize), TableError> {
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
    let version = u32_at(bytes, 8);
    if version != VERSION {
        return Err(TableError::Version { expected: VERSION, found: version });
    }
    let end = PREFIX + u32_at(bytes, 12) as usize;
    if length < end + 4 {
        return Err(truncated(end + 4));
    }
    check("the header", u32_at(bytes, end), &bytes[..end])?;
    Ok((Header::read(&bytes[PREFIX..end])?, end + 4))
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
