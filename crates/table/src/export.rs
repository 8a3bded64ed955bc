//! Writing the positions of a table as rows, for other programs: CSV, JSON lines or Parquet.

#[cfg(feature = "parquet")]
mod parquet;
mod values;

use crate::{Table, TableError, TableScope};
use perfectplay_game::{Hints, Notation, Record, Value};
use perfectplay_solve::report::KnownValue;
use perfectplay_solve::{Control, Crew, Interrupted, Numbering};
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::sync::Mutex;
use thiserror::Error;
use values::Values;

/// A format of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Comma-separated values with a line of headings, quoted as in RFC 4180; lines end with a line feed.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// Apache Parquet; with the feature `parquet`.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// All formats.
    pub const ALL: &[Format] = &[
        Format::Csv,
        Format::Jsonl,
        #[cfg(feature = "parquet")]
        Format::Parquet,
    ];

    /// "csv", "jsonl" or "parquet".
    pub fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
            #[cfg(feature = "parquet")]
            Format::Parquet => "parquet",
        }
    }
}

/// What is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Export {
    /// The format of the rows.
    pub format: Format,
    /// Whether positions that are the same up to symmetry have a row each, and not one together.
    pub all: bool,
}

/// Why the rows are not all written.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The rows cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
}

impl From<Interrupted> for ExportError {
    fn from(_: Interrupted) -> Self {
        TableError::Stopped.into()
    }
}

/// The headings, in the order of the fields of a [`Row`].
const COLUMNS: [&str; 8] = ["position", "to_move", "value", "plies", "margin", "number", "count", "best"];

/// What is written about a position.
#[derive(Debug, Serialize)]
struct Row<'g> {
    position: String,
    to_move: &'g str,
    #[serde(flatten)]
    known: KnownValue,
    number: u64,
    /// How many positions it stands for.
    count: u64,
    /// The best moves, separated by commas.
    #[serde(serialize_with = "as_list")]
    best: String,
}

/// The moves of a text; none has a comma in it.
fn as_list<S: Serializer>(moves: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.split(',').filter(|mv| !mv.is_empty()))
}

impl<'g> Row<'g> {
    /// The row of a position that stands for so many, with its number.
    fn new<G: Notation + Hints>(
        values: &Values<'_, 'g, G>,
        record: &Record<G>,
        value: Value,
        (number, count): (u64, usize),
    ) -> Result<Self, TableError> {
        let (game, table) = (values.numbering.game(), values.table);
        let best = match (values.best(record.position(), value)?, &table.header().scope) {
            (Some(best), _) => best,
            // the last positions of a book
            (None, TableScope::Opening { .. }) => vec![],
            (None, _) => {
                let block = table.block_of(game.layer(record.position()), number);
                return Err(TableError::Block { block: block.unwrap_or(0) });
            }
        };
        let text = game.write_position(record);
        // where the players are alike, the text may have the other one to move
        let as_read = game.read_position(&text).ok().filter(|_| game.tells_turn());
        let turn = game.turn(as_read.as_ref().unwrap_or(record).position());
        Ok(Row {
            to_move: game.player_name(turn),
            position: text,
            known: KnownValue::at(game, record.position(), value),
            number,
            count: count as u64,
            best: best.iter().map(|&mv| game.write_move(mv)).collect::<Vec<_>>().join(","),
        })
    }
}

/// Where rows go.
trait Rows {
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()>;

    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// So many positions are one job for a thread.
const CHUNK: usize = 1 << 10;

/// So many jobs are done before their rows are written, so that few wait for it.
const WAVE: usize = 16;

/// Writes all positions of a table in the order of the table; gives the number of rows. What moves lead to is kept in memory: in games
/// with layers the blocks of the next ones, else all.
///
/// # Errors
///
/// If the table cannot be read, or the rows cannot be written, or the control stops it.
pub fn export<'g, G>(
    numbering: impl Into<Numbering<'g, G>>,
    table: &Table,
    asked: Export,
    out: &mut (dyn Write + Send),
    crew: Crew,
    control: &mut Control,
) -> Result<u64, ExportError>
where
    G: Notation<Position: Send + Sync> + Hints + Sync + 'g,
{
    let numbering = numbering.into();
    table.check_game(&numbering)?;
    control.stage("exporting");
    let mut values = Values::new(numbering, table);
    let mut rows: Box<dyn Rows + '_> = match asked.format {
        Format::Csv => Box::new(Csv::new(out)?),
        Format::Jsonl => Box::new(Jsonl(out)),
        #[cfg(feature = "parquet")]
        Format::Parquet => Box::new(parquet::Parquet::new(out, table.header())?),
    };
    let mut written = 0;
    for section in 0..table.header().sections.len() {
        values.forget_before(section);
        for block in table.section_blocks(section) {
            let length = values.block(block)?.len();
            for wave in (0..length).step_by(WAVE * CHUNK) {
                let end = length.min(wave + WAVE * CHUNK);
                let chunks: Vec<Mutex<Vec<Row>>> = (wave..end).step_by(CHUNK).map(|_| Mutex::default()).collect();
                let own = || ();
                crew.run(chunks.len(), control, own, |(), chunk| {
                    let first = wave + chunk * CHUNK;
                    let places = first..end.min(first + CHUNK);
                    let count = places.len() as u64;
                    let mut found = vec![];
                    for at in places {
                        rows_at(&values, section, block, at, asked.all, &mut found)?;
                    }
                    *chunks[chunk].lock().expect("nobody panics with the lock") = found;
                    Ok::<u64, ExportError>(count)
                })?;
                for chunk in chunks {
                    let chunk = chunk.into_inner().expect("nobody panics with the lock");
                    written += chunk.len() as u64;
                    rows.write(chunk)?;
                }
            }
        }
    }
    rows.finish()?;
    Ok(written)
}

/// Adds the rows for one place of a block; none for a number without a position.
fn rows_at<'g, G: Notation + Hints>(
    values: &Values<'_, 'g, G>,
    section: usize,
    block: usize,
    at: usize,
    all: bool,
    rows: &mut Vec<Row<'g>>,
) -> Result<(), TableError> {
    let (numbering, table, content) = (&values.numbering, values.table, values.block(block)?);
    let header = &table.header().sections[section];
    let number = content.number(at);
    let (record, value) = match (numbering.record(number), table.decode(content.cell(at))) {
        (None, _) if !header.is_listed => return Ok(()),
        (Some(record), Some(value)) => (record, value),
        _ => return Err(TableError::Block { block }),
    };
    if header.layer.is_some() && header.layer != numbering.game().layer(record.position()) {
        return Err(TableError::Block { block });
    }
    let images = numbering.images(record.position());
    if all && images.len() > 1 {
        for image in images {
            rows.push(Row::new(values, &Record::at(image), value, (number, 1))?);
        }
    } else {
        rows.push(Row::new(values, &record, value, (number, images.len()))?);
    }
    Ok(())
}

/// A JSON object a line.
struct Jsonl<W>(W);

impl<W: Write> Rows for Jsonl<W> {
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()> {
        for row in rows {
            serde_json::to_writer(&mut self.0, &row)?;
            self.0.write_all(b"\n")?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

/// Comma-separated values.
struct Csv<W>(W);

impl<W: Write> Csv<W> {
    fn new(mut out: W) -> io::Result<Self> {
        writeln!(out, "{}", COLUMNS.join(","))?;
        Ok(Csv(out))
    }
}

/// A field, in quotes if it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

impl<W: Write> Rows for Csv<W> {
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()> {
        fn optional(field: Option<impl ToString>) -> String {
            field.map(|field| field.to_string()).unwrap_or_default()
        }
        for Row { position, to_move, known, number, count, best } in rows {
            let [position, to_move, best] = [&position, to_move, &best].map(quoted);
            let (value, plies, margin) = (known.value, optional(known.plies), optional(known.margin));
            writeln!(self.0, "{position},{to_move},{value},{plies},{margin},{number},{count},{best}")?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_only_where_it_is_needed() {
        for (field, expected) in
            [("", ""), ("x2/1o1/3 x", "x2/1o1/3 x"), ("3,4", "\"3,4\""), ("say \"a\"", "\"say \"\"a\"\"\"")]
        {
            assert_eq!(quoted(field), expected);
        }
    }
}
