//! Table files: the bytes as they are, and sound tables forged as the bytes say. A table that verifies answers right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_table::Table;
use std::cell::RefCell;

#[allow(dead_code, unused_imports)] // the tests use more of it
#[path = "../../crates/perfectplay/tests/all/tables/bench.rs"]
mod bench;
#[path = "../../crates/games/tests/common/mod.rs"]
mod common;
#[path = "../../crates/perfectplay/tests/all/tables/forger.rs"]
mod forger;
#[allow(dead_code)]
#[path = "../../crates/perfectplay/tests/all/tables/forgeries.rs"]
mod forgeries;
#[path = "../../crates/perfectplay/tests/all/tables/judge.rs"]
mod judge;

/// A sound table, texts of positions, and the truth about them.
struct Victim {
    name: String,
    parts: forger::Parts,
    texts: Vec<String>,
    truth: judge::Truth,
}

thread_local! {
    static VICTIMS: RefCell<Vec<Victim>> = RefCell::new(victims());
}

fn victims() -> Vec<Victim> {
    let mut victims = vec![];
    judge::each_victim(|name, parts, texts, truth| {
        let (name, truth) = (name.to_string(), std::mem::take(truth));
        victims.push(Victim { name, parts: parts.clone(), texts: texts.to_vec(), truth });
    });
    victims
}

fuzz_target!(|data: &[u8]| {
    read_all(data.to_vec());
    let mut bytes = data.iter().copied();
    let mut choose = |below: usize| {
        let (low, high) = (bytes.next().unwrap_or(0), if below > 256 { bytes.next().unwrap_or(0) } else { 0 });
        usize::from(u16::from_le_bytes([low, high])) % below
    };
    VICTIMS.with_borrow_mut(|victims| {
        let number = choose(victims.len());
        let Victim { name, parts, texts, truth } = &mut victims[number];
        let mut forged = parts.clone();
        for _ in 0..=choose(6) {
            forgeries::forge(&mut forged, texts, &mut choose);
        }
        let file = forged.write();
        read_all(file.clone());
        let _ = judge::judge(file, truth, &|| format!("{name} by {data:?}"));
    });
});

/// Reads everything there is to read.
fn read_all(bytes: Vec<u8>) {
    let Ok(table) = Table::from_bytes(bytes) else { return };
    for block in 0..table.header().blocks() {
        if let Ok(block) = table.block(block) {
            for at in 0..block.len() {
                assert_eq!(block.find(block.number(at)), Some(at));
                table.decode(block.cell(at));
            }
        }
    }
    let _ = table.check_file();
}
