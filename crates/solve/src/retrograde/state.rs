//! What is finished of a job, and in which files. It is signed, so that damage shows.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Jobs of programs whose work folders are made up otherwise are not resumed.
const LAYOUT: u32 = 3;

/// What is finished, and of which job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    layout: u32,
    /// What the job is: the game, its options, where it begins.
    pub(crate) job: String,
    /// Bytes of a cell.
    pub(crate) cell_bytes: usize,
    /// The layers whose positions are known, rising.
    pub(crate) layers: Vec<Layer>,
    /// Whether these are all layers.
    pub(crate) discovered: bool,
    /// The numbers that count in a game without layers, if not all do.
    pub(crate) numbers: Option<Finished>,
    /// Flat arrays of cells, the latest last.
    pub(crate) saves: Vec<Save>,
    /// Whether everything is settled.
    pub(crate) settled: bool,
}

/// A layer of positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Layer {
    pub(crate) layer: u32,
    /// How many positions there are.
    pub(crate) count: u64,
    pub(crate) numbers: Finished,
    /// The layers that moves lead to, once they have been played.
    pub(crate) leads_to: Option<Vec<u32>>,
    /// The first cells of a layer that is searched, as many as there are.
    pub(crate) found: Option<Finished>,
    /// Once it is settled.
    pub(crate) cells: Option<Finished>,
}

/// A flat array as it was at some time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Save {
    /// Saves are numbered from 1 on.
    #[serde(rename = "number")]
    pub(crate) nth: u64,
    /// Wins and losses that take fewer plies are settled.
    pub(crate) plies: u32,
    pub(crate) cells: Finished,
}

/// A file that is complete.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) checksum: u32,
}

/// Why there is no state in a text.
#[derive(Debug)]
pub(crate) enum NoState {
    /// It is not as it was written.
    Damaged(String),
    /// It is of another version.
    Foreign { expected: String, found: String },
}

impl State {
    /// Nothing is finished.
    pub(crate) fn new(job: &str) -> State {
        State {
            layout: LAYOUT,
            job: job.to_string(),
            cell_bytes: 1,
            layers: vec![],
            discovered: false,
            numbers: None,
            saves: vec![],
            settled: false,
        }
    }

    /// The text with its checksum.
    pub(crate) fn write(&self) -> String {
        let state = serde_json::to_value(self).expect("a state can be written as JSON");
        let checksum = checksum(&state);
        serde_json::json!({ "state": state, "checksum": checksum }).to_string()
    }

    /// Reads what was written.
    pub(crate) fn read(text: &[u8]) -> Result<State, NoState> {
        #[derive(Deserialize)]
        struct Signed {
            state: Value,
            checksum: u32,
        }
        let damaged = |error: serde_json::Error| NoState::Damaged(error.to_string());
        let Signed { state, checksum: expected } = serde_json::from_slice(text).map_err(damaged)?;
        let found = checksum(&state);
        if found != expected {
            return Err(NoState::Damaged(format!("expected the checksum {expected:08x}, found {found:08x}")));
        }
        if state["layout"] != LAYOUT {
            let found = format!("layout {}", state["layout"]);
            return Err(NoState::Foreign { expected: format!("layout {LAYOUT}"), found });
        }
        serde_json::from_value(state).map_err(damaged)
    }
}

fn checksum(state: &Value) -> u32 {
    crc32fast::hash(state.to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        let file = |name: &str| Finished { name: name.to_string(), bytes: 77, checksum: 0xDEAD_BEEF };
        let mut state = State::new("nim {\"heaps\":[3]}");
        state.layers.push(Layer {
            layer: 3,
            count: 9,
            numbers: file("n"),
            leads_to: Some(vec![4]),
            found: None,
            cells: None,
        });
        state.saves.push(Save { nth: 2, plies: 57, cells: file("f") });
        state
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let text = state().write().into_bytes();
        assert_eq!(State::read(&text).unwrap(), state());
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut changed = text.clone();
                changed[at] ^= 1 << bit;
                // a name may be written in another way, and mean the same
                assert!(State::read(&changed).map_or(true, |read| read == state()), "byte {at}, bit {bit}");
            }
            assert!(matches!(State::read(&text[..at]), Err(NoState::Damaged(_))), "{at} bytes");
        }
    }

    #[test]
    fn another_version_is_told_apart() {
        let other = State { layout: LAYOUT + 1, ..state() };
        assert!(matches!(State::read(other.write().as_bytes()), Err(NoState::Foreign { .. })));
    }
}
