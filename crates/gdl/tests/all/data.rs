//! Files of the tests, and what visitors do with games.

use perfectplay_game::{Complaint, Options, Playable, Value, Visitor};
use perfectplay_gdl::{Objective, open};
use perfectplay_solve::{Control, Goal, Retrograde, value_of};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The folder of the tests' files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// A file as text; what is no UTF-8 stands in comments.
pub fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

/// The rows of a table with a header, by name of the column. Lines that begin with # are comments.
pub fn rows(path: &Path) -> Vec<HashMap<String, String>> {
    let text = read(path);
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| names.iter().map(|name| name.to_string()).zip(line.split('\t').map(String::from)).collect())
        .collect()
}

/// The numbers of a list with commas; `None` for a question mark.
pub fn numbers(text: &str) -> Vec<Option<u128>> {
    text.split(',').map(|number| number.parse().ok()).collect()
}

/// Opens a game; what its positions show to be wrong counts as well.
pub fn visit<V: Visitor>(text: &str, objective: Objective, visitor: V) -> Result<V::Output, String> {
    let result = catch_unwind(AssertUnwindSafe(|| open(text, objective, &Options::default(), visitor)));
    match result {
        Ok(opened) => opened.map_err(|error| error.to_string()),
        Err(panic) => Err(Complaint::of(&*panic).expect("nothing else panics").to_string()),
    }
}

/// For each depth: how many sequences of moves there are, how many positions they lead to, and how many of those are finished.
pub struct Layers(pub usize);

#[derive(Debug, PartialEq)]
pub struct Layer {
    pub sequences: u128,
    pub distinct: u128,
    pub finished: u128,
}

impl Visitor for Layers {
    type Output = Vec<Layer>;

    fn visit<G: Playable>(self, game: G, _options: &Options) -> Vec<Layer> {
        let mut layer = HashMap::from([(game.start(), 1u128)]);
        (0..self.0)
            .map(|_| {
                let (positions, counts): (Vec<G::Position>, Vec<u128>) = layer.drain().unzip();
                let mut next = HashMap::new();
                game.successors(&positions, &mut |at, step| *next.entry(step.position).or_default() += counts[at]);
                layer = next;
                let finished = layer.keys().filter(|position| game.ending(position).is_some()).count() as u128;
                Layer { sequences: layer.values().sum(), distinct: layer.len() as u128, finished }
            })
            .collect()
    }
}

/// The value of the start for the first role, as a goal; and how many positions there are and how many of them are finished.
pub struct Solved;

impl Visitor for Solved {
    type Output = (String, i32, usize, usize);

    fn visit<G: Playable>(self, game: G, _options: &Options) -> Self::Output {
        let mut engine = Retrograde::new(&game, 8 << 30).unwrap();
        let found = value_of(&mut engine, &game.start(), Goal::Exact, &mut Control::default()).unwrap();
        let goal = match found.value().expect("nothing stops the engine") {
            Value::Win { .. } => 100,
            Value::Loss { .. } => 0,
            Value::Tie | Value::Draw => 50,
            Value::Margin(margin) => (margin + 100) / 2,
        };
        let mut seen: std::collections::HashSet<G::Position> = [game.start()].into();
        let mut open = vec![game.start()];
        while !open.is_empty() {
            let mut next = vec![];
            game.successors(&open, &mut |_, step| {
                if seen.insert(step.position.clone()) {
                    next.push(step.position);
                }
            });
            open = next;
        }
        let finished = seen.iter().filter(|position| game.ending(position).is_some()).count();
        (game.players()[0].to_string(), goal, seen.len(), finished)
    }
}
