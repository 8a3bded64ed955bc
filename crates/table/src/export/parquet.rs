//! Rows in Apache Parquet, a group of rows at a time.

use super::{COLUMNS, Row, Rows};
use crate::Header;
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

/// Rows that are kept until they are written as a group.
const GROUP: usize = 100_000;

/// The columns and their types.
const SCHEMA: &str = "message table {
    required binary position (string);
    required binary to_move (string);
    required binary value (string);
    optional int32 plies (integer(32, false));
    optional int32 margin (integer(32, true));
    required int64 number (integer(64, false));
    required int64 count (integer(64, false));
    required binary best (string);
}";

/// Rows on their way to a file.
pub(super) struct Parquet<W: Write + Send> {
    file: SerializedFileWriter<W>,
    group: Group,
}

/// Rows, column by column.
#[derive(Default)]
struct Group {
    position: Vec<ByteArray>,
    to_move: Vec<ByteArray>,
    value: Vec<ByteArray>,
    plies: Vec<Option<i32>>,
    margin: Vec<Option<i32>>,
    number: Vec<i64>,
    count: Vec<i64>,
    best: Vec<ByteArray>,
}

impl<W: Write + Send> Parquet<W> {
    /// A file that tells the game and its options in its metadata.
    pub(super) fn new(out: W, header: &Header) -> io::Result<Self> {
        let game = KeyValue::new("game".to_string(), header.game.clone());
        let options = KeyValue::new("options".to_string(), serde_json::to_string(&header.options)?);
        let [position, to_move, value, _, _, number, count, best] = COLUMNS.map(ColumnPath::from);
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(Default::default()))
            .set_dictionary_enabled(false)
            .set_column_dictionary_enabled(to_move, true)
            .set_column_dictionary_enabled(value, true)
            .set_column_dictionary_enabled(count, true)
            .set_column_dictionary_enabled(best, true)
            .set_column_encoding(position, Encoding::DELTA_BYTE_ARRAY)
            .set_column_encoding(number, Encoding::DELTA_BINARY_PACKED)
            .set_key_value_metadata(Some(vec![game, options]))
            .build();
        let schema = Arc::new(parse_message_type(SCHEMA).map_err(io_error)?);
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(io_error)?;
        Ok(Parquet { file, group: Group::default() })
    }

    fn write_group(&mut self) -> io::Result<()> {
        let group = mem::take(&mut self.group);
        let mut write = || {
            let mut rows = self.file.next_row_group()?;
            write_column::<_, ByteArrayType>(&mut rows, &group.position, None)?;
            write_column::<_, ByteArrayType>(&mut rows, &group.to_move, None)?;
            write_column::<_, ByteArrayType>(&mut rows, &group.value, None)?;
            for column in [&group.plies, &group.margin] {
                let present: Vec<i32> = column.iter().copied().flatten().collect();
                let levels: Vec<i16> = column.iter().map(|value| value.is_some().into()).collect();
                write_column::<_, Int32Type>(&mut rows, &present, Some(&levels))?;
            }
            write_column::<_, Int64Type>(&mut rows, &group.number, None)?;
            write_column::<_, Int64Type>(&mut rows, &group.count, None)?;
            write_column::<_, ByteArrayType>(&mut rows, &group.best, None)?;
            rows.close()
        };
        write().map(drop).map_err(io_error)
    }
}

impl<W: Write + Send> Rows for Parquet<W> {
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()> {
        for row in rows {
            let group = &mut self.group;
            group.position.push(row.position.into_bytes().into());
            group.to_move.push(row.to_move.into());
            group.value.push(row.known.value.into());
            // what is read as unsigned is stored with the same bits
            group.plies.push(row.known.plies.map(u32::cast_signed));
            group.margin.push(row.known.margin);
            group.number.push(row.number.cast_signed());
            group.count.push(row.count.cast_signed());
            group.best.push(row.best.into_bytes().into());
            if group.number.len() == GROUP {
                self.write_group()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if !self.group.number.is_empty() {
            self.write_group()?;
        }
        let mut out = self.file.into_inner().map_err(io_error)?;
        out.flush()
    }
}

/// Writes the next column of a group; `levels` are 1 where there is a value and 0 where there is none.
fn write_column<W: Write + Send, T: DataType>(
    rows: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column = rows.next_column()?.expect("a column of the schema");
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

/// What the system says, if that is the cause.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast() {
            Ok(error) => *error,
            Err(cause) => io::Error::other(cause),
        },
        error => io::Error::other(error),
    }
}
