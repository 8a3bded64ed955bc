//! Rows that are exported tell what the table tells, in every format.

#[cfg(feature = "parquet")]
use parquet::file::reader::{FileReader, SerializedFileReader};
use perfectplay_game::{Playable, Record};
use perfectplay_games::FingerGame;
use perfectplay_solve::{Control, Crew, Limits};
use perfectplay_table::{ExportError, Format, Table, TableError, export};
use std::io::{self, Write};

use super::bench::table_of;
use crate::common::{open, with_game};

/// Position, side to move, value, plies, margin, number.
type Row = (String, String, String, Option<u32>, Option<i32>, u64);

fn rows_of_table<G: Playable>(game: &G, table: &Table) -> Vec<Row> {
    let mut rows = vec![];
    for block in 0..table.header().blocks() {
        let content = table.block(block).unwrap();
        for at in 0..content.len() {
            let number = content.number(at);
            let Some(position) = game.at_index(number) else { continue };
            let value = table.decode(content.cell(at)).unwrap();
            let text = game.write_position(&Record::at(position.clone()));
            // the text leads back to the number, and tells whose turn it is if any text does
            let read = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(game.index(read.position()), Some(number), "{text}");
            let turn = game.turn(if game.tells_turn() { read.position() } else { &position });
            let to_move = game.player_name(turn).to_string();
            rows.push((text, to_move, value.outcome().name().to_string(), value.plies(), value.margin(), number));
        }
    }
    rows
}

fn exported<G: Playable>(game: &G, table: &Table, format: Format, threads: usize) -> (u64, Vec<u8>) {
    let mut out = vec![];
    let count = export(game, table, format, &mut out, Crew::new(threads), &mut Control::default()).unwrap();
    (count, out)
}

/// The fields of a text in CSV.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let fields = records.last_mut().unwrap();
        match c {
            '"' if is_quoted && rest.peek() == Some(&'"') => fields.last_mut().unwrap().extend(rest.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            '\n' if !is_quoted => records.push(vec![String::new()]),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    assert_eq!(records.pop(), Some(vec![String::new()]), "the last line ends");
    records
}

fn rows_of_csv(text: &[u8]) -> Vec<Row> {
    let mut records = read_csv(std::str::from_utf8(text).unwrap());
    assert_eq!(records.remove(0), ["position", "to_move", "value", "plies", "margin", "number"]);
    let row = |record: Vec<String>| {
        let [position, to_move, value, plies, margin, number] = record.try_into().expect("six fields");
        (position, to_move, value, plies.parse().ok(), margin.parse().ok(), number.parse().unwrap())
    };
    records.into_iter().map(row).collect()
}

fn rows_of_jsonl(text: &[u8]) -> Vec<Row> {
    let row = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object.as_object().unwrap().len(), 6);
        let text = |name: &str| object[name].as_str().unwrap().to_string();
        let plies = object["plies"].as_u64().map(|plies| plies as u32);
        let margin = object["margin"].as_i64().map(|margin| margin as i32);
        (text("position"), text("to_move"), text("value"), plies, margin, object["number"].as_u64().unwrap())
    };
    std::str::from_utf8(text).unwrap().lines().map(row).collect()
}

#[cfg(feature = "parquet")]
fn rows_of_parquet(bytes: Vec<u8>) -> Vec<Row> {
    use parquet::record::Field;
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    let row = |row: Result<parquet::record::Row, _>| {
        let mut columns = row.unwrap().into_columns().into_iter();
        let mut next = |expected: &str| {
            let (name, field) = columns.next().unwrap();
            assert_eq!(name, expected);
            field
        };
        let text = |field| match field {
            Field::Str(text) => text,
            other => panic!("expected a text, found {other:?}"),
        };
        let (position, to_move, value) = (text(next("position")), text(next("to_move")), text(next("value")));
        let plies = match next("plies") {
            Field::UInt(plies) => Some(plies),
            other => (other != Field::Null).then(|| panic!("expected plies, found {other:?}")),
        };
        let margin = match next("margin") {
            Field::Int(margin) => Some(margin),
            other => (other != Field::Null).then(|| panic!("expected a margin, found {other:?}")),
        };
        let Field::ULong(number) = next("number") else { panic!("expected a number") };
        (position, to_move, value, plies, margin, number)
    };
    reader.get_row_iter(None).unwrap().map(row).collect()
}

#[test]
fn every_format_is_read_back() {
    for line in ["weighted-tic-tac-toe", "finger-game modulus=5", "dots-and-boxes", "nim heaps=3,4,5", "quixo size=2"] {
        let opened = open(line);
        with_game!(opened, |game| {
            let (table, _) = table_of(line, game);
            let expected = rows_of_table(game, &table);
            for &format in Format::ALL {
                let (count, out) = exported(game, &table, format, 2);
                assert_eq!(count, expected.len() as u64);
                assert_eq!(out, exported(game, &table, format, 1).1, "{line} {}", format.name());
                let rows = match format {
                    Format::Csv => rows_of_csv(&out),
                    Format::Jsonl => rows_of_jsonl(&out),
                    #[cfg(feature = "parquet")]
                    Format::Parquet => rows_of_parquet(out),
                    other => panic!("expected a format that is read here, found {}", other.name()),
                };
                assert!(rows == expected, "{line} {}", format.name());
            }
        });
    }
}

/// More rows than a group of rows has; the file tells which game it is about.
#[cfg(feature = "parquet")]
#[test]
fn parquet_in_several_groups() {
    let game = FingerGame::new(20);
    let (table, _) = table_of("finger-game modulus=20", &game);
    let (count, out) = exported(&game, &table, Format::Parquet, 2);
    assert_eq!(count, 20 * 20 * (20 * 20 - 1));
    let reader = SerializedFileReader::new(bytes::Bytes::from(out.clone())).unwrap();
    assert_eq!(reader.num_row_groups(), 2);
    let told = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let told: Vec<(&str, Option<&str>)> = told.iter().map(|pair| (pair.key.as_str(), pair.value.as_deref())).collect();
    let header = table.header();
    let options = serde_json::to_string(&header.options).unwrap();
    assert_eq!(told, [("game", Some(header.game.as_str())), ("options", Some(options.as_str()))]);
    assert!(rows_of_parquet(out) == rows_of_table(&game, &table));
}

/// Takes so many bytes and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.0.min(bytes.len());
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_goes_wrong_is_told() {
    let game = FingerGame::new(9);
    let (table, bytes) = table_of("finger-game modulus=9", &game);
    for &format in Format::ALL {
        for room in [0, 1, 1000] {
            let result = export(&game, &table, format, &mut Full(room), Crew::new(2), &mut Control::default());
            let Err(ExportError::Write(error)) = result else { panic!("{result:?}") };
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{}", format.name());
        }
        let mut control = Control::new(Limits { nodes: Some(10), time: None });
        let result = export(&game, &table, format, &mut io::sink(), Crew::new(2), &mut control);
        assert!(matches!(result, Err(ExportError::Table(TableError::Stopped))), "{result:?}");
    }
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let table = Table::from_bytes(damaged).unwrap();
    let result = export(&game, &table, Format::Csv, &mut io::sink(), Crew::new(2), &mut Control::default());
    assert!(matches!(result, Err(ExportError::Table(TableError::Checksum { .. }))), "{result:?}");
}
