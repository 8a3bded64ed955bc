//! Writing a table from a strong solution.

use crate::TableError;
use crate::format::{self, FOOTER, Header, MAGIC, PREFIX, SectionHeader, TableNumbering, TableScope, VERSION};
use crate::index::{ENTRY, Entry};
use perfectplay_game::files::Summed;
use perfectplay_game::{Hints, Setting};
use perfectplay_solve::{Control, Crew, Numbering, Section, Strong};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::Mutex;

/// What a table is to be about.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The name of the game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, Setting>,
    /// Which positions it has.
    pub scope: TableScope,
}

/// A text that names a job, for the work folder: with other rules or numbers, it is another one.
pub fn job_name<G: Hints>(job: &Job, game: &G) -> String {
    let scope = serde_json::to_string(&job.scope).expect("a scope can be written as JSON");
    let options = serde_json::to_string(&job.options).expect("options can be written as JSON");
    let versions = format!("rules {}, numbering {}", game.version(), game.index_version());
    let text = game.text().map(|text| format!(", by {text:?}")).unwrap_or_default();
    format!("{} {options} {scope} {versions}{text}", job.game)
}

/// Positions in a block.
const BLOCK_SIZE: u64 = 1 << 15;

/// How hard zstd tries.
const LEVEL: i32 = 9;

/// Blocks that are packed together, for each thread.
const BATCH: usize = 16;

/// Writes a table. The same solution gives the same bytes.
///
/// # Errors
///
/// If it cannot be written, or the control stops it; what has been written is of no use then.
///
/// # Panics
///
/// If the positions have no numbers.
pub fn build<'g, G: Hints<Position: Sync + Send> + Sync + 'g>(
    to: &mut dyn Write,
    numbering: impl Into<Numbering<'g, G>>,
    job: &Job,
    strong: &Strong,
    crew: Crew,
    control: &mut Control,
) -> Result<(), TableError> {
    control.stage("writing the table");
    let mut file = Summed::new(BufWriter::new(to));
    write(&mut file, &numbering.into(), job, strong, crew, control).map_err(|error| match error {
        Broken::Io(error) => error.into(),
        Broken::Stopped => TableError::Stopped,
    })?;
    Ok(file.flush()?)
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

fn write<G: Hints<Position: Sync + Send> + Sync>(
    file: &mut Summed<BufWriter<&mut dyn Write>>,
    numbering: &Numbering<G>,
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
        version: numbering.game().version(),
        options: job.options.clone(),
        rules: numbering.game().text().map(str::to_string),
        scope: job.scope.clone(),
        numbering: match numbering.is_discovered() {
            true => TableNumbering::Discovered,
            false => TableNumbering::Own(numbering.game().index_version()),
        },
        scored: numbering.game().scored(),
        cell_bytes: strong.cell_bytes(),
        index_count: numbering.count().expect("a numbering"),
        block_size: BLOCK_SIZE,
        sections: sections.iter().map(section).collect(),
    };
    let text = header.write();
    let mut prefix = Vec::with_capacity(PREFIX);
    prefix.extend_from_slice(&MAGIC);
    prefix.extend_from_slice(&VERSION.to_le_bytes());
    prefix.extend_from_slice(&(text.len() as u32).to_le_bytes());
    file.write_all(&prefix)?;
    file.write_all(&text)?;
    let checksum = file.checksum();
    file.write_all(&checksum.to_le_bytes())?;

    let mut entries: Vec<Entry> = vec![];
    for section in &sections {
        let files = strong.read(section)?;
        let blocks = section.count.div_ceil(BLOCK_SIZE) as usize;
        for first in (0..blocks).step_by(BATCH * crew.threads()) {
            let size = (blocks - first).min(BATCH * crew.threads());
            let packed: Vec<Mutex<(u64, Vec<u8>)>> = (0..size).map(|_| Mutex::default()).collect();
            let own = || None;
            crew.run(size, control, own, |reader, nth| {
                let reader = match reader {
                    Some(reader) => reader,
                    None => reader.insert(files.reader()?),
                };
                let at = (first + nth) as u64 * BLOCK_SIZE;
                let count = (section.count - at).min(BLOCK_SIZE) as usize;
                let (numbers, mut cells) = reader.read(at, count)?;
                if !section.is_listed {
                    fill_gaps(numbering, &numbers, &mut cells, strong.cell_bytes());
                }
                let raw = format::pack(section.is_listed.then_some(&numbers), &cells);
                let bytes = zstd::bulk::compress(&raw, LEVEL)?;
                *packed[nth].lock().expect("nobody panics with the lock") = (numbers[0], bytes);
                Ok::<u64, Broken>(count as u64)
            })?;
            for packed in packed {
                let (first, bytes) = packed.into_inner().expect("nobody panics with the lock");
                let (offset, length) = (file.written(), bytes.len() as u32);
                entries.push(Entry { first, offset, length, checksum: crc32fast::hash(&bytes) });
                file.write_all(&bytes)?;
            }
        }
    }
    let mut index = Vec::with_capacity(ENTRY * entries.len());
    entries.iter().for_each(|entry| index.extend_from_slice(&entry.to_bytes()));
    let offset = file.written();
    file.write_all(&index)?;
    let mut footer = Vec::with_capacity(FOOTER);
    footer.extend_from_slice(&offset.to_le_bytes());
    footer.extend_from_slice(&crc32fast::hash(&index).to_le_bytes());
    file.write_all(&footer)?;
    let checksum = file.checksum();
    file.write_all(&checksum.to_le_bytes())?;
    file.write_all(&MAGIC)?;
    Ok(())
}

/// Gives cells without a position what stands before them: it is not read, and packs well.
fn fill_gaps<G: Hints>(numbering: &Numbering<G>, numbers: &[u64], cells: &mut [u8], cell_bytes: usize) {
    for (at, &number) in numbers.iter().enumerate() {
        if numbering.position(number).is_none() {
            let (before, here) = cells.split_at_mut(at * cell_bytes);
            match before.last_chunk::<1>() {
                Some(_) => here[..cell_bytes].copy_from_slice(&before[(at - 1) * cell_bytes..]),
                None => here[..cell_bytes].fill(1),
            }
        }
    }
}
