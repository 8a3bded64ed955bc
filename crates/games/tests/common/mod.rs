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
    let options: Vec<(&str, &str)> = words.map(|word| word.split_once('=').unwrap()).collect();
    registry::open(name, &options).unwrap_or_else(|error| panic!("{line}: {error}"))
}
