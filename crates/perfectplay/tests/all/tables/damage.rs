//! Damaged, foreign and future files get an error that says what was expected and found, never a panic or a wrong answer.

use perfectplay_game::Game;
use perfectplay_games::WeightedTicTacToe;
use perfectplay_solve::Scope;
use perfectplay_table::{Table, TableError};

use super::bench::Bench;
use crate::common::open;

fn bytes_of_a_table() -> Vec<u8> {
    let game: WeightedTicTacToe = open("weighted-tic-tac-toe rows=2").of_type();
    let bench = Bench::new();
    bench.build(&game, "weighted-tic-tac-toe", &bench.solve(&game, &Scope::From(vec![game.start()])));
    std::fs::read(bench.file()).unwrap()
}

/// Opens a table and reads all of it.
fn read_all(bytes: Vec<u8>) -> Result<(), TableError> {
    let table = Table::from_bytes(bytes)?;
    (0..table.header().blocks()).try_for_each(|block| table.block(block).map(drop))?;
    table.check_file()
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = bytes_of_a_table();
    assert!(read_all(bytes.clone()).is_ok());
    let mut random = fastrand::Rng::with_seed(1);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << random.u8(..8);
        let error = read_all(changed).expect_err(&format!("byte {at}")).to_string();
        assert!(error.contains("expected") && error.contains("found"), "byte {at}: {error}");
    }
}

#[test]
fn every_cut_is_noticed() {
    let bytes = bytes_of_a_table();
    for length in 0..bytes.len() {
        let error = read_all(bytes[..length].to_vec()).expect_err(&format!("{length} bytes"));
        assert!(error.to_string().contains("found"), "{length} bytes: {error}");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(read_all(longer).is_err());
}

#[test]
fn foreign_and_future_files_are_told_apart() {
    let bytes = bytes_of_a_table();
    assert!(matches!(read_all(b"PNG and so on, a long text".to_vec()), Err(TableError::NotATable { .. })));
    assert!(matches!(read_all(vec![]), Err(TableError::NotATable { .. })));
    for version in [1, 3] {
        let mut other = bytes.clone();
        other[8] = version;
        let refused = read_all(other).unwrap_err();
        assert!(
            matches!(refused, TableError::Version { expected: 2, found } if found == u32::from(version)),
            "{refused}"
        );
    }
}

/// Headers that are well signed but make no sense.
#[test]
fn impossible_headers_are_refused() {
    let bytes = bytes_of_a_table();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let header = std::str::from_utf8(&bytes[16..16 + length]).unwrap();
    for (from, to) in [
        ("\"cell_bytes\":1", "\"cell_bytes\":3"),
        ("\"block_size\":32768", "\"block_size\":0"),
        ("\"block_size\":32768", "\"block_size\":99999999999"),
        ("\"count\":1,", "\"count\":18446744073709551615,"),
        ("\"layer\":1,", "\"layer\":0,"),
        ("\"layer\":1,", "\"layer\":null,"),
        ("\"scored\":false", "\"scored\":7"),
        ("\"index_count\":729", "\"index_count\":0"),
    ] {
        assert!(header.contains(from), "{from} in {header}");
        let other = header.replacen(from, to, 1);
        let mut file = bytes[..12].to_vec();
        file.extend((other.len() as u32).to_le_bytes());
        file.extend(other.as_bytes());
        let checksum = crc32fast::hash(&file);
        file.extend(checksum.to_le_bytes());
        let shift = other.len() as i64 - length as i64;
        let footer = bytes.len() - 24;
        let index = i64::from_le_bytes(bytes[footer..footer + 8].try_into().unwrap());
        for (at, byte) in bytes.iter().enumerate().skip(16 + length + 4) {
            if at < footer || at >= footer + 8 {
                file.push(*byte);
            } else if at == footer {
                file.extend((index + shift).to_le_bytes());
            }
        }
        assert!(read_all(file).is_err(), "{to}");
    }
}
