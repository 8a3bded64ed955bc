//! The test table of small instances, for the tests of several crates.
#![allow(dead_code)] // each test file uses a part

use perfectplay_games::{Opened, registry};

/// Every instance of data/instances.txt with its text.
pub fn instances() -> Vec<(String, Opened)> {
    let lines = include_str!("../data/instances.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| (line.to_string(), open(line))).collect()
}

/// The game of a line such as `nim heaps=3,4 misere=true`.
pub fn open(line: &str) -> Opened {
    let mut words = line.split(' ');
    let name = words.next().unwrap();
    let option = |word: &str| {
        let (key, value) = word.split_once('=').unwrap();
        (key.to_string(), value.to_string())
    };
    registry::open(name, &words.map(option).collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{line}: {error}"))
}
