//! Writing a table from a strong solution.

use crate::TableError;
use crate::format::{self, FOOTER, Header, MAGIC, PREFIX, SectionHeader, TableScope, VERSION};
use crate::index::{ENTRY, Entry};
use perfectplay_game::Hints;
use perfectplay_solve::{Control, Crew, Section, Strong};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;

/// What a table is to be about.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The name of the game.
    pub game: String,
    /// Its options.
    pub options: serde_json::Value,
    /// Which positions it has.
    pub scope: TableScope,
}

/// A text that names a job, for the work folder.
pub fn job_name(job: &Job) -> String {
    let scope = serde_json::to_string(&job.scope).expect("a scope can be written as JSON");
    format!("{} {} {scope}", job.game, job.options)
}

/// Positions in a block.
const BLOCK_SIZE: u64 = 1 << 15;

/// How hard zstd tries.
const LEVEL: i32 = 9;

/// Blocks that are packed together, for each thread.
const BATCH: usize = 16;

/// A file to which a checksum is kept.
struct Checked {
    file: BufWriter<File>,
    checksum: crc32fast::Hasher,
    written: u64,
}

impl Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.written += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}

/// Writes a table; the file appears when it is complete. The same solution gives the same bytes.
pub fn build<G: Hints + Sync>(
    path: &Path,
    game: &G,
    job: &Job,
    strong: &Strong,
    crew: Crew,
    control: &mut Control,
) -> Result<(), TableError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let io = |error| TableError::Io { path: path.to_path_buf(), error };
    control.stage("writing the table");
    let file = File::create(part).map_err(io)?;
    let mut file = Checked { file: BufWriter::new(file), checksum: crc32fast::Hasher::new(), written: 0 };
    write(&mut file, game, job, strong, crew, control).map_err(|error| match error {
        Broken::Io(error) => io(error),
        Broken::Stopped => TableError::Stopped,
    })?;
    let file = file.file.into_inner().map_err(|error| io(error.into_error()))?;
    file.sync_all().and_then(|()| fs::rename(part, path)).map_err(io)
}

/// Why a table is not written.
enum Broken {
    Io(io::Error),
    Stopped,
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Broken::Io(error)
    }
}

impl From<perfectplay_solve::Interrupted> for Broken {
    fn from(_: perfectplay_solve::Interrupted) -> Self {
        Broken::Stopped
    }
}

fn write<G: Hints + Sync>(
    file: &mut Checked,
    game: &G,
    job: &Job,
    strong: &Strong,
    crew: Crew,
    control: &mut Control,
) -> Result<(), Broken> {
    let sections = strong.sections();
    let section =
        |section: &Section| SectionHeader { layer: section.layer, count: section.count, is_listed: section.is_listed };
    let header = Header {
        game: job.game.clone(),
        options: job.options.clone(),
        scope: job.scope.clone(),
        scored: game.scored(),
        cell_bytes: strong.cell_bytes(),
        index_count: game.index_count().expect("a numbering"),
        block_size: BLOCK_SIZE,
        sections: sections.iter().map(section).collect(),
    };
    let text = header.write();
    let mut prefix = Vec::with_capacity(PREFIX);
    prefix.extend_from_slice(&MAGIC);
    prefix.extend_from_slice(&VERSION.to_le_bytes());
    prefix.extend_from_slice(&(text.len() as u32).to_le_bytes());
    file.write(&prefix)?;
    file.write(&text)?;
    let checksum = file.checksum.clone().finalize();
    file.write(&checksum.to_le_bytes())?;

    let mut entries: Vec<Entry> = vec![];
    for section in &sections {
        let files = strong.read(section)?;
        let blocks = section.count.div_ceil(BLOCK_SIZE) as usize;
        for first in (0..blocks).step_by(BATCH * crew.threads()) {
            let size = (blocks - first).min(BATCH * crew.threads());
            let packed: Vec<Mutex<(u64, Vec<u8>)>> = (0..size).map(|_| Mutex::default()).collect();
            let own = || None;
            crew.run(size, control, own, |reader, place| {
                let reader = match reader {
                    Some(reader) => reader,
                    None => reader.insert(files.reader()?),
                };
                let at = (first + place) as u64 * BLOCK_SIZE;
                let count = (section.count - at).min(BLOCK_SIZE) as usize;
                let (numbers, mut cells) = reader.read(at, count)?;
                if !section.is_listed {
                    fill_gaps(game, &numbers, &mut cells, strong.cell_bytes());
                }
                let raw = format::pack(section.is_listed.then_some(&numbers), &cells);
                let bytes = zstd::bulk::compress(&raw, LEVEL)?;
                *packed[place].lock().expect("nobody panics with the lock") = (numbers[0], bytes);
                Ok::<u64, Broken>(count as u64)
            })?;
            for packed in packed {
                let (first, bytes) = packed.into_inner().expect("nobody panics with the lock");
                let (offset, length) = (file.written, bytes.len() as u32);
                entries.push(Entry { first, offset, length, checksum: crc32fast::hash(&bytes) });
                file.write(&bytes)?;
            }
        }
    }
    let mut index = Vec::with_capacity(ENTRY * entries.len());
    entries.iter().for_each(|entry| index.extend_from_slice(&entry.to_bytes()));
    let offset = file.written;
    file.write(&index)?;
    let mut footer = Vec::with_capacity(FOOTER);
    footer.extend_from_slice(&offset.to_le_bytes());
    footer.extend_from_slice(&crc32fast::hash(&index).to_le_bytes());
    file.write(&footer)?;
    let checksum = file.checksum.clone().finalize();
    file.write(&checksum.to_le_bytes())?;
    file.write(&MAGIC)?;
    Ok(())
}

/// Gives cells without a position what stands before them: it is not read, and packs well.
fn fill_gaps<G: Hints>(game: &G, numbers: &[u64], cells: &mut [u8], cell_bytes: usize) {
    for (place, &number) in numbers.iter().enumerate() {
        if game.at_index(number).is_none() {
            let (before, here) = cells.split_at_mut(place * cell_bytes);
            match before.last_chunk::<1>() {
                Some(_) => here[..cell_bytes].copy_from_slice(&before[(place - 1) * cell_bytes..]),
                None => here[..cell_bytes].fill(1),
            }
        }
    }
}
