//! Rows that are exported tell what the table tells, in every format.

#[cfg(feature = "parquet")]
use parquet::file::reader::{FileReader, SerializedFileReader};
use perfectplay_game::{Options, Playable, Record};
use perfectplay_games::FingerGame;
use perfectplay_solve::report::Report;
use perfectplay_solve::{Control, Crew, Engine, Exhaustive, Limits, Retrograde, Scope, solve};
use perfectplay_table::{Export, ExportError, Format, Table, TableError, TableScope, export, stats};
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use super::bench::{Bench, table_of};
use crate::common::{instances, open, with_game};

/// What is written about a position.
#[derive(PartialEq, Eq, Debug)]
struct Row {
    position: String,
    to_move: String,
    value: String,
    plies: Option<u32>,
    margin: Option<i32>,
    number: u64,
    count: u64,
    best: Vec<String>,
}

const COLUMNS: [&str; 8] = ["position", "to_move", "value", "plies", "margin", "number", "count", "best"];

fn list(moves: &str) -> Vec<String> {
    moves.split(',').filter(|mv| !mv.is_empty()).map(str::to_string).collect()
}

/// What an engine says of a position, with all of its moves: value, plies and margin, and the best moves.
fn told<G: Playable>(
    game: &G,
    position: &G::Position,
    oracle: &mut dyn Engine<G>,
) -> (String, Option<u32>, Option<i32>, Vec<String>) {
    let solution = solve(oracle, position, &mut Control::default()).unwrap();
    let report = Report::new("", Options::default(), game, &Record::at(position.clone()), &solution);
    (report.known.value.to_string(), report.known.plies, report.known.margin, report.best)
}

fn rows_of_table<G: Playable>(game: &G, table: &Table) -> Vec<Row> {
    let mut rows = vec![];
    let mut oracle = Retrograde::new(game, 1 << 30).unwrap();
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
            let count = game.images(&position).len() as u64;
            let (word, plies, margin, best) = told(game, &position, &mut oracle);
            assert_eq!((&word[..], margin), (value.outcome().name(), value.margin()));
            rows.push(Row { position: text, to_move, value: word, plies, margin, number, count, best });
        }
    }
    rows
}

fn exported<G: Playable>(game: &G, table: &Table, asked: Export, threads: usize) -> (u64, Vec<u8>) {
    let mut out = vec![];
    let count = export(game, table, asked, &mut out, Crew::new(threads), &mut Control::default()).unwrap();
    (count, out)
}

/// Positions that are the same up to symmetry in one row.
fn together(format: Format) -> Export {
    Export { format, all: false }
}

/// Each in a row of its own.
fn rows_of_all<G: Playable>(game: &G, table: &Table) -> Vec<Row> {
    rows_of_jsonl(&exported(game, table, Export { format: Format::Jsonl, all: true }, 2).1)
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
    assert_eq!(records.remove(0), COLUMNS);
    let row = |record: Vec<String>| {
        let [position, to_move, value, plies, margin, number, count, best] = record.try_into().expect("eight fields");
        let (plies, margin, best) = (plies.parse().ok(), margin.parse().ok(), list(&best));
        let (number, count) = (number.parse().unwrap(), count.parse().unwrap());
        Row { position, to_move, value, plies, margin, number, count, best }
    };
    records.into_iter().map(row).collect()
}

fn rows_of_jsonl(text: &[u8]) -> Vec<Row> {
    let row = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object.as_object().unwrap().keys().eq(COLUMNS));
        let text = |name: &str| object[name].as_str().unwrap().to_string();
        Row {
            position: text("position"),
            to_move: text("to_move"),
            value: text("value"),
            plies: object["plies"].as_u64().map(|plies| plies as u32),
            margin: object["margin"].as_i64().map(|margin| margin as i32),
            number: object["number"].as_u64().unwrap(),
            count: object["count"].as_u64().unwrap(),
            best: object["best"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_string()).collect(),
        }
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
        let mut number = |name: &str| match next(name) {
            Field::ULong(number) => number,
            other => panic!("expected a number, found {other:?}"),
        };
        let (number, count) = (number("number"), number("count"));
        Row { position, to_move, value, plies, margin, number, count, best: list(&text(next("best"))) }
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
                let (count, out) = exported(game, &table, together(format), 2);
                assert_eq!(count, expected.len() as u64);
                assert_eq!(out, exported(game, &table, together(format), 1).1, "{line} {}", format.name());
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
    let (count, out) = exported(&game, &table, together(Format::Parquet), 2);
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
            let result =
                export(&game, &table, together(format), &mut Full(room), Crew::new(2), &mut Control::default());
            let Err(ExportError::Write(error)) = result else { panic!("{result:?}") };
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{}", format.name());
        }
        let mut control = Control::new(Limits { nodes: Some(10), time: None });
        let result = export(&game, &table, together(format), &mut io::sink(), Crew::new(2), &mut control);
        assert!(matches!(result, Err(ExportError::Table(TableError::Stopped))), "{result:?}");
    }
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let table = Table::from_bytes(damaged).unwrap();
    let result = export(&game, &table, together(Format::Csv), &mut io::sink(), Crew::new(2), &mut Control::default());
    assert!(matches!(result, Err(ExportError::Table(TableError::Checksum { .. }))), "{result:?}");
}

/// What tells positions apart that are not the same row. (Where a number stands for one position, its text may tell a history.)
type Identity = (Option<u64>, Option<String>);

fn identity<G: Playable>(game: &G, position: &G::Position) -> Identity {
    let text = (game.images(position).len() > 1).then(|| game.write_position(&Record::at(position.clone())));
    (game.index(position), text)
}

/// All positions that can be reached from these, found without any symmetry.
fn reachable<G: Playable>(game: &G, roots: &[G::Position], most: usize) -> Option<Vec<G::Position>> {
    let mut seen: HashSet<G::Position> = roots.iter().cloned().collect();
    let mut found = roots.to_vec();
    for next in 0.. {
        let Some(position) = found.get(next).cloned() else { break };
        if found.len() > most {
            return None;
        }
        let steps = game.moves(&position).map(|mv| game.play(&position, mv).position);
        found.extend(steps.filter(|reached| seen.insert(reached.clone())));
    }
    Some(found)
}

/// The rows of all positions by what tells them apart, each of which is there once.
fn by_identity<G: Playable>(game: &G, rows: Vec<Row>) -> BTreeMap<Identity, (G::Position, Row)> {
    let count = rows.len();
    let read = |row: Row| {
        let read = game.read_position(&row.position).unwrap().position().clone();
        let text = identity(game, &read).1;
        // texts do not tell which of two strings between the same coins is cut
        let position = if text.is_some() { read } else { game.at_index(row.number).unwrap() };
        ((Some(row.number), text), (position, row))
    };
    let rows: BTreeMap<Identity, (G::Position, Row)> = rows.into_iter().map(read).collect();
    assert_eq!(rows.len(), count, "each position once");
    rows
}

/// All positions that can be reached, or that have a number, and no others, with the values and best moves that an engine finds.
fn check_all<G: Playable>(line: &str, game: &G) -> bool {
    const MOST: usize = 40_000;
    let Some(reached) = reachable(game, &[game.start()], MOST).filter(|_| game.index_count().is_some()) else {
        return false;
    };
    let (table, _) = table_of(line, game);
    if table.header().cells() > MOST as u64 {
        return false;
    }
    let rows = rows_of_all(game, &table);
    let stored = rows_of_jsonl(&exported(game, &table, together(Format::Jsonl), 2).1);
    assert_eq!(stored.iter().map(|row| row.count).sum::<u64>(), rows.len() as u64, "{line}");
    let counted = stats(game, &table, Crew::new(1), &mut Control::default()).unwrap().positions.counted;
    assert_eq!(counted, rows.len() as u64, "{line}");
    let rows = by_identity(game, rows);
    let reached: HashSet<Identity> = reached.iter().map(|position| identity(game, position)).collect();
    assert!(reached.iter().all(|position| rows.contains_key(position)), "{line}");
    if Scope::of_game(game) != Scope::All {
        assert_eq!(reached.len(), rows.len(), "{line}");
    }
    let mut oracle = Retrograde::new(game, 1 << 30).unwrap();
    for (position, row) in rows.into_values() {
        assert_eq!(row.count, 1, "{line} {}", row.position);
        let expected = told(game, &position, &mut oracle);
        assert_eq!((row.value, row.plies, row.margin, row.best), expected, "{line} {}", row.position);
    }
    true
}

#[test]
fn all_positions_of_every_small_instance() {
    let mut checked = vec![];
    for (line, opened) in instances() {
        if with_game!(opened, |game| check_all(&line, game)) {
            checked.push(line);
        }
    }
    for game in ["weighted-tic-tac-toe", "connect-four", "quixo", "hex", "chomp", "nim", "dots-and-boxes"] {
        assert!(checked.iter().any(|line| line.starts_with(game)), "{game} is not among {checked:?}");
    }
}

fn check_from<G: Playable>(line: &str, game: &G) {
    let root = game.play(&game.start(), game.moves(&game.start()).next().unwrap()).position;
    let bench = Bench::new();
    let strong = bench.solve(game, &Scope::From(vec![root.clone()]));
    let text = game.write_position(&Record::at(root.clone()));
    let table = bench.build_scope(game, line, TableScope::From(vec![text]), &strong);
    let rows = by_identity(game, rows_of_all(game, &table));
    let images = game.images(&root);
    assert_eq!(images.len(), 2);
    let reached = reachable(game, &images, usize::MAX).unwrap();
    let reached: HashSet<Identity> = reached.iter().map(|position| identity(game, position)).collect();
    assert!(reached == rows.into_keys().collect());
}

/// From a position that is not symmetric: the table stands for the images of what can be reached, and they are written.
#[test]
fn all_positions_from_a_position() {
    let line = "connect-four cols=3 rows=3 k=3";
    with_game!(open(line), |game| check_from(line, game));
}

fn check_book<G: Playable>(line: &str, game: &G, plies: u32) {
    let bench = Bench::new();
    let strong = bench.solve(game, &Scope::Opening { from: game.start(), plies });
    let from = game.write_position(&Record::new(game));
    let table = bench.build_scope(game, line, TableScope::Opening { from, plies }, &strong);
    let mut oracle = Exhaustive::new(game, 1 << 28).unwrap();
    let last = game.layer(&game.start()).map(|layer| layer + plies);
    let mut is_met = [false; 2];
    for (position, row) in by_identity(game, rows_of_all(game, &table)).into_values() {
        let (value, length, margin, best) = told(game, &position, &mut oracle);
        let leads_beyond = game.moves(&position).any(|mv| game.layer(&game.play(&position, mv).position) > last);
        let best = if leads_beyond { vec![] } else { best };
        assert_eq!(
            (row.value, row.plies, row.margin, row.best),
            (value, length, margin, best),
            "{line} {}",
            row.position
        );
        is_met[usize::from(leads_beyond)] = true;
    }
    assert_eq!(is_met, [true; 2], "{line}");
}

/// Best moves of a book, as far as it has what they lead to.
#[test]
fn best_moves_of_a_book() {
    for (line, plies) in [("connect-four cols=4 rows=3 k=3", 4), ("dots-and-boxes", 3), ("weighted-tic-tac-toe", 2)] {
        with_game!(open(line), |game| check_book(line, game, plies));
    }
}
