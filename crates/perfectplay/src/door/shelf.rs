//! Tables at hand: those that come with the program and those in folders, found by the game that they are of.

use super::{Door, OpenTable};
use perfectplay_solve::Control;
use perfectplay_table::{Header, Table, TableError, TableNumbering};
use std::fmt;
use std::path::{Path, PathBuf};

/// Tables to look through, in the order in which they are asked. It holds no open file: what has come into a folder since is found.
#[derive(Clone, Default, Debug)]
pub struct Shelf(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    One(Source),
    Folder(PathBuf),
}

/// Where a table is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// In the program, under this name.
    Shipped(&'static str, &'static [u8]),
    /// In a file.
    File(PathBuf),
}

impl Source {
    /// What the table is about.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no table.
    pub fn header(&self) -> Result<Header, TableError> {
        match self {
            Source::Shipped(_, bytes) => Header::of_bytes(bytes),
            Source::File(path) => Header::of_file(path),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no sound table.
    pub fn open(&self) -> Result<Table, TableError> {
        match self {
            Source::Shipped(_, bytes) => Table::from_bytes(*bytes),
            Source::File(path) => Table::open(path),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Shipped(name, _) => f.write_str(name),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

/// Whether a table can be asked at once, so that it may be used without being named: the positions of others have to be discovered
/// first, which takes time and memory.
pub fn is_at_once(header: &Header) -> bool {
    header.numbering != TableNumbering::Discovered
}

impl Shelf {
    /// The tables that come with Perfectplay.
    #[cfg(feature = "books")]
    pub fn shipped() -> Shelf {
        Shelf(crate::books::ALL.iter().map(|(name, bytes)| Part::One(Source::Shipped(name, bytes))).collect())
    }

    /// With a table behind the others, or with all that are in a folder.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>) -> Shelf {
        let path = path.into();
        self.0.push(if path.is_dir() { Part::Folder(path) } else { Part::One(Source::File(path)) });
        self
    }

    /// With all that are in a folder, if there is one.
    #[must_use]
    pub fn with_folder(mut self, path: impl Into<PathBuf>) -> Shelf {
        self.0.push(Part::Folder(path.into()));
        self
    }

    /// With those of another shelf behind the others.
    #[must_use]
    pub fn then(mut self, other: Shelf) -> Shelf {
        self.0.extend(other.0);
        self
    }

    /// Where there are tables, or files that should be; a folder that cannot be read has none.
    pub fn sources(&self) -> Vec<Source> {
        let of_part = |part: &Part| match part {
            Part::One(source) => vec![source.clone()],
            Part::Folder(path) => files(path).into_iter().map(Source::File).collect(),
        };
        self.0.iter().flat_map(of_part).collect()
    }

    /// The tables of a game that can be asked at once. Others, and what is no table, are passed over.
    pub fn tables_of(&self, door: &dyn Door) -> Vec<OpenTable> {
        let is_of_game = |header: &Header| header.check_name(&door.about().name, door.options()).is_ok();
        let fits = |source: &Source| source.header().is_ok_and(|header| is_at_once(&header) && is_of_game(&header));
        let sources = self.sources().into_iter().filter(fits);
        sources.filter_map(|source| door.open_table(source.open().ok()?, 0, &mut Control::default()).ok()).collect()
    }
}

/// The files of tables in a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "ppt") && path.is_file()).collect();
    files.sort_unstable();
    files
}
