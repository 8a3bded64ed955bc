//! Writing the positions of a table as rows, for other programs: CSV, JSON lines or Parquet.

#[cfg(feature = "parquet")]
mod parquet;

use crate::{Block, Table, TableError};
use perfectplay_game::{Hints, Notation, Record, Value};
use perfectplay_solve::{Control, Crew, Interrupted, Numbering};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Mutex;
use thiserror::Error;

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
const COLUMNS: [&str; 6] = ["position", "to_move", "value", "plies", "margin", "number"];

/// What is written about a position.
#[derive(Debug, Serialize)]
struct Row<'g> {
    position: String,
    to_move: &'g str,
    value: &'static str,
    plies: Option<u32>,
    margin: Option<i32>,
    number: u64,
}

impl<'g> Row<'g> {
    fn new<G: Notation>(game: &'g G, number: u64, record: &Record<G>, value: Value) -> Self {
        let text = game.write_position(record);
        // where the players are alike, the text may have the other one to move
        let as_read = game.read_position(&text).ok().filter(|_| game.tells_turn());
        let turn = game.turn(as_read.as_ref().unwrap_or(record).position());
        Row {
            to_move: game.player_name(turn),
            position: text,
            value: value.outcome().name(),
            plies: value.plies(),
            margin: value.margin(),
            number,
        }
    }
}

/// Where rows go.
trait Rows {
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()>;

    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// So many positions are one job for a thread.
const CHUNK: usize = 1 << 10;

/// Writes all positions of a table in the order of the table, block by block; gives their number.
///
/// # Errors
///
/// If the table cannot be read, or the rows cannot be written, or the control stops it.
pub fn export<'g, G>(
    numbering: impl Into<Numbering<'g, G>>,
    table: &Table,
    format: Format,
    out: &mut (dyn Write + Send),
    crew: Crew,
    control: &mut Control,
) -> Result<u64, ExportError>
where
    G: Notation<Position: Send + Sync> + Hints + Sync + 'g,
{
    let numbering = &numbering.into();
    table.check_game(numbering)?;
    control.stage("exporting");
    let mut rows: Box<dyn Rows + '_> = match format {
        Format::Csv => Box::new(Csv::new(out)?),
        Format::Jsonl => Box::new(Jsonl(out)),
        #[cfg(feature = "parquet")]
        Format::Parquet => Box::new(parquet::Parquet::new(out, table.header())?),
    };
    let mut written = 0;
    for section in 0..table.header().sections.len() {
        for block in table.section_blocks(section) {
            let content = table.block(block)?;
            let chunks: Vec<Mutex<Vec<Row>>> = (0..content.len().div_ceil(CHUNK)).map(|_| Mutex::default()).collect();
            let own = || ();
            crew.run(chunks.len(), control, own, |(), chunk| {
                let places = chunk * CHUNK..content.len().min((chunk + 1) * CHUNK);
                let count = places.len() as u64;
                let found: Option<Vec<Row>> =
                    places.filter_map(|at| row(numbering, table, section, &content, at)).collect();
                *chunks[chunk].lock().expect("nobody panics with the lock") =
                    found.ok_or(TableError::Block { block })?;
                Ok::<u64, ExportError>(count)
            })?;
            for chunk in chunks {
                let chunk = chunk.into_inner().expect("nobody panics with the lock");
                written += chunk.len() as u64;
                rows.write(chunk)?;
            }
        }
    }
    rows.finish()?;
    Ok(written)
}

/// The row for one position of a block: `None` for a number without a position, `Some(None)` if the block is not what it
/// should be.
fn row<'g, G: Notation + Hints>(
    numbering: &Numbering<'g, G>,
    table: &Table,
    section: usize,
    block: &Block,
    at: usize,
) -> Option<Option<Row<'g>>> {
    let game = numbering.game();
    let header = &table.header().sections[section];
    let number = block.number(at);
    match (numbering.record(number), table.decode(block.cell(at))) {
        (None, _) if !header.is_listed => None,
        (Some(record), Some(value)) if header.layer.is_none() || header.layer == game.layer(record.position()) => {
            Some(Some(Row::new(game, number, &record, value)))
        }
        _ => Some(None),
    }
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
        for Row { position, to_move, value, plies, margin, number } in rows {
            let (position, to_move) = (quoted(&position), quoted(to_move));
            writeln!(self.0, "{position},{to_move},{value},{},{},{number}", optional(plies), optional(margin))?;
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
