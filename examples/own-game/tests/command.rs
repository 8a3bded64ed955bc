//! The whole command, for a game that Perfectplay does not know.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn own_game(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_own-game")).args(args).current_dir(folder).output().unwrap()
}

/// What the command prints, if it succeeds.
fn told(folder: &Path, args: &[&str]) -> String {
    let output = own_game(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Grundy numbers of rows, by the theory of impartial games: the first player wins unless the number is zero.
fn first_wins(pins: usize) -> bool {
    let mut numbers = vec![0];
    for row in 1..=pins {
        let mut reached = vec![];
        for fallen in 1..=row.min(2) {
            reached.extend((0..=row - fallen).map(|left| numbers[left] ^ numbers[row - fallen - left]));
        }
        numbers.push((0..).find(|number| !reached.contains(number)).unwrap());
    }
    numbers[pins] != 0
}

#[test]
fn solved_proved_and_tabulated() {
    let folder = tempfile::tempdir().unwrap();
    let told = |args: &[&str]| told(folder.path(), args);
    assert!(first_wins(10));
    assert_eq!(told(&["--version"]), format!("own-game (perfectplay {})\n", env!("CARGO_PKG_VERSION")));
    let answer = told(&["solve", "kayles"]);
    assert!(answer.contains("First wins in 7 plies with 5+6."), "{answer}");
    assert!(told(&["solve", "kayles", "--moves", "5+6", "--json"]).contains("\"value\":\"loss\""));
    assert!(told(&["perft", "kayles", "--depth", "2"]).contains("2 290"));

    assert!(told(&["prove", "kayles", "--out", "proof"]).contains("accepted by the checker"));
    let checked = told(&["check", "proof"]);
    assert!(checked.starts_with("kayles, the start: First, to move, wins.\nVERIFIED"), "{checked}");
    let header = std::fs::read(folder.path().join("proof")).unwrap();
    let header = String::from_utf8_lossy(&header[16..100]).into_owned();
    assert!(header.starts_with("{\"game\":\"kayles\",\"version\":1,\"options\":{},\"position\":\"\","), "{header}");

    told(&["table", "build", "kayles", "--out", "table"]);
    told(&["table", "verify", "table"]);
    let stats = told(&["table", "stats", "table"]);
    assert!(stats.contains("positions  1,904") && stats.contains("start      win in 7 plies"), "{stats}");
    assert!(told(&["table", "probe", "table", "--moves", "5+6"]).contains("First wins in 6 plies"));
    let rows = told(&["table", "export", "table", "--format", "csv"]);
    assert!(rows.contains("\n\"1,2+3\",First,"), "positions are lists of moves");
    // from a position on, and with the table as an engine
    told(&["table", "build", "kayles", "--moves", "5+6", "--out", "part"]);
    told(&["table", "verify", "part"]);
    let rows = told(&["table", "export", "part", "--format", "csv"]);
    assert!(rows.contains("\n5+6,Second,loss,6,") && rows.contains("\n\"5+6,1,2+3\",Second,"), "{rows}");
    let by_table = told(&["solve", "kayles", "--table", "part", "--moves", "5+6", "--json"]);
    assert!(by_table.contains("\"engine\":\"table\""), "{by_table}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |args: &[&str]| {
        let output = own_game(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let saved = ["solve", "kayles", "--checkpoint", "file", "--engine", "alpha-beta"];
    assert!(refused(&saved).contains("a game whose keys can be written, found kayles"), "{}", refused(&saved));
    assert!(refused(&["solve", "kayles", "--set", "pins=3"]).contains("it has none"));
    assert!(refused(&["solve", "kayles", "--moves", "11"]).contains("a legal move"));
}

#[test]
fn the_page_knows_the_game() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_own-game"))
        .args(["serve", "--listen", "127.0.0.1:0", "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /api/games/kayles/solve?moves=1 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(answer.contains("\"sentence\":\"Second wins in 7 plies with 6.\""), "{answer}");
}
