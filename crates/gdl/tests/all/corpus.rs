//! Public rule sheets, from a folder that `PERFECTPLAY_RULES` names: counts and values by other programs, found by checksum.

use crate::data::{Layers, Solved, folder, numbers, read, rows, visit};
use perfectplay_gdl::Objective;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut HashMap<String, PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|name| name == "kif" || name == "gdl") {
            let sum = Sha256::digest(std::fs::read(&path).unwrap());
            found.insert(sum.iter().map(|byte| format!("{byte:02x}")).collect(), path);
        }
    }
}

/// The rows of a table whose files are there; none, and a word about it, if there is no folder.
fn present(table: &str) -> Vec<(HashMap<String, String>, String)> {
    let Some(corpus) = std::env::var_os("PERFECTPLAY_RULES") else {
        eprintln!("skipped: PERFECTPLAY_RULES names no folder of public rule sheets");
        return vec![];
    };
    let mut found = HashMap::new();
    files(Path::new(&corpus), &mut found);
    let rows = rows(&folder().join(table)).into_iter();
    rows.filter_map(|row| found.get(&row["sha256"]).map(|path| (row.clone(), read(path)))).collect()
}

#[test]
fn counts() {
    let rows = present("public-perft.tsv");
    let mut agreed = 0;
    for (row, text) in &rows {
        let [sequences, distinct, finished] =
            ["sequences_d1..", "distinct_states_d1..", "terminal_states_d1.."].map(|name| numbers(&row[name]));
        match visit(text, Objective::Nobody, Layers(sequences.len())) {
            Ok(layers) => {
                for (at, layer) in layers.iter().enumerate() {
                    assert_eq!(Some(layer.sequences), sequences[at], "{} {at}", row["game"]);
                    assert_eq!(Some(layer.distinct), distinct[at], "{} {at}", row["game"]);
                    assert!(finished[at].is_none_or(|count| count == layer.finished), "{} {at}", row["game"]);
                }
                agreed += 1;
            }
            Err(error) => eprintln!("{}: {error}", row["game"]),
        }
    }
    eprintln!("{agreed} of {} sheets", rows.len());
}

#[test]
fn values() {
    let rows = present("public-values.tsv");
    for (row, text) in &rows {
        let is_constant = row["class"] != "not-constant-sum";
        for (role, column) in
            row["roles"].split(',').zip(["value_role1", "value_role2"]).take(if is_constant { 1 } else { 2 })
        {
            let expected: i32 = row[column].parse().unwrap();
            let objective = if is_constant { Objective::Both } else { Objective::Role(role) };
            let started = std::time::Instant::now();
            let (first, goal, states, finished) = visit(text, objective, Solved).unwrap();
            eprintln!("{} {role}: {goal}, {states} positions, {:.1?}", row["game"], started.elapsed());
            let goal = if first == role { goal } else { 100 - goal };
            assert_eq!(goal, expected, "{}", row["game"]);
            let counts = ["states", "terminal_states"].map(|name| row[name].parse().ok());
            assert_eq!([Some(states), Some(finished)], counts, "{}", row["game"]);
        }
    }
}
