//! What becomes of a table that was forged: it is refused, or all its answers are right and it has what it says it has.

use perfectplay_game::{Game, Playable, Record, Value};
use perfectplay_solve::{AlphaBeta, Control, Crew, Engine, Goal, Retrograde, Scope};
use perfectplay_table::{Table, TableEngine, recheck, verify};
use std::collections::{BTreeMap, BTreeSet};

use super::bench::Bench;
use super::forger::Parts;
use crate::common::{open, try_open, with_game};

/// The truth about games: the value of every position, by its number.
#[derive(Default)]
pub struct Truth(BTreeMap<String, BTreeMap<u64, Value>>);

impl Truth {
    fn of<G: Playable>(&mut self, name: &str, game: &G) -> &BTreeMap<u64, Value> {
        self.0.entry(name.to_string()).or_insert_with(|| {
            let numbers = match Scope::of_game(game) {
                Scope::All => (0..game.index_count().unwrap()).filter(|&n| game.at_index(n).is_some()).collect(),
                scope => reachable(game, &scope),
            };
            let mut oracle = Retrograde::new(game, 1 << 30).unwrap().with_threads(1);
            let mut value = |number| {
                let position = game.at_index(number).unwrap();
                oracle.bounds(&position, Goal::Exact, &mut Control::default()).unwrap().value().unwrap()
            };
            numbers.into_iter().map(|number| (number, value(number))).collect()
        })
    }
}

/// The numbers of all positions that can be reached.
pub fn reachable<G: Playable>(game: &G, scope: &Scope<G::Position>) -> BTreeSet<u64> {
    let (roots, last) = match scope {
        Scope::All => panic!("there are more"),
        Scope::From(roots) => (&roots[..], None),
        Scope::Opening { from, plies } => (std::slice::from_ref(from), game.layer(from).map(|layer| layer + plies)),
    };
    let is_beyond = |position: &G::Position| last.is_some() && game.layer(position) > last;
    let mut found = BTreeSet::new();
    let mut open: Vec<u64> = roots.iter().map(|root| game.index(root).unwrap()).collect();
    while let Some(number) = open.pop() {
        if found.insert(number) {
            let position = game.at_index(number).unwrap();
            let next = game.moves(&position).map(|mv| game.play(&position, mv).position);
            open.extend(next.filter(|next| !is_beyond(next)).map(|next| game.index(&next).unwrap()));
        }
    }
    found
}

/// What becomes of a table: refused with this reason, or accepted. Panics if it is accepted and not right.
pub fn judge(bytes: Vec<u8>, truth: &mut Truth, what: &dyn Fn() -> String) -> Result<(), String> {
    let table = Table::from_bytes(bytes).map_err(|error| error.to_string())?;
    let header = table.header();
    let settings: Vec<_> = header.options.iter().map(|(name, setting)| (name.clone(), setting.to_string())).collect();
    let opened = try_open(&header.game, &settings).map_err(|error| error.to_string())?;
    let name = format!("{} {}", opened.name, serde_json::to_string(&opened.options).unwrap());
    table.header().check_name(&opened.name, &opened.options).map_err(|error| error.to_string())?;
    with_game!(opened, |game| {
        let (crew, control) = (Crew::new(1), &mut Control::default());
        let verified = verify(game, &table, crew, control).map_err(|error| error.to_string())?;
        let mut engine = AlphaBeta::new(game, 1 << 24).unwrap();
        let all = verified.searched as usize;
        let again = recheck(game, &table, &mut engine, all, crew, control).map_err(|error| error.to_string())?;
        assert_eq!(again, all, "{}", what());
        check_answers(game, &table, truth.of(&name, game), what);
        Ok(())
    })
}

/// Every position is asked for as `solve` does.
fn check_answers<G: Playable>(game: &G, table: &Table, truth: &BTreeMap<u64, Value>, what: &dyn Fn() -> String) {
    let promised = match table.scope(game).unwrap() {
        Scope::All => truth.keys().copied().collect(),
        scope => reachable(game, &scope),
    };
    let mut engine = TableEngine::new(game, table, None).unwrap();
    for (&number, &value) in truth {
        let position = game.at_index(number).unwrap();
        let found = engine.value(&position).unwrap();
        let expected = promised.contains(&number).then_some(value);
        assert_eq!(found, expected, "{}: {position:?} in a table that verifies", what());
    }
    let is_listed = table.header().sections.iter().any(|section| section.is_listed);
    assert!(!is_listed || table.header().cells() == promised.len() as u64, "{}: cells to spare", what());
}

/// A table to forge: small blocks, so that there are several, and texts of positions.
fn victim<G: Playable>(
    name: &str,
    game: &G,
    options: serde_json::Value,
    scope: Scope<G::Position>,
    size: usize,
) -> (Parts, Vec<String>) {
    let mut texts = vec![game.write_position(&Record::at(game.start()))];
    if let Some(mv) = game.moves(&game.start()).last() {
        texts.push(game.write_position(&Record::at(game.play(&game.start(), mv).position)));
    }
    let bench = Bench::new();
    bench.build(game, name, &bench.solve(game, &scope));
    let mut parts = Parts::of(&std::fs::read(bench.file()).unwrap());
    parts.header["options"] = options;
    match scope {
        Scope::All => {}
        Scope::From(_) => parts.header["scope"] = serde_json::json!({ "from": [texts[0]] }),
        Scope::Opening { plies, .. } => {
            parts.header["scope"] = serde_json::json!({ "opening": { "from": texts[0], "plies": plies } });
        }
    }
    (parts.repacked(size), texts)
}

/// Which positions a victim has.
enum Has {
    All,
    Reachable,
    Opening(u32),
}

/// One for each layout: name, which positions, how many in a block.
const VICTIMS: [(&str, Has, usize); 9] = [
    // an array for all numbers, without layers
    ("finger-game modulus=4", Has::All, 30),
    // the same with layers and scores
    ("dots-and-boxes rows=1 cols=2", Has::All, 16),
    // with cells of two bytes
    ("subtraction heap=130 take=1,7", Has::All, 15),
    // numbers in layers
    ("connect-four cols=3 rows=2 k=2", Has::Reachable, 3),
    // the same with scores
    ("dots-and-boxes rows=1 cols=1", Has::Reachable, 2),
    ("weighted-tic-tac-toe rows=2 cols=2 k=2", Has::Reachable, 1),
    // numbers in one list
    ("finger-game modulus=3", Has::Reachable, 4),
    // a book
    ("connect-four cols=3 rows=2 k=2", Has::Opening(3), 2),
    // one with scores
    ("dots-and-boxes rows=1 cols=1", Has::Opening(2), 1),
];

pub fn each_victim(mut attack: impl FnMut(&str, &Parts, &[String], &mut Truth)) {
    for (name, has, size) in VICTIMS {
        let opened = open(name);
        let options = serde_json::to_value(opened.options.settings()).unwrap();
        let (parts, texts) = with_game!(opened, |game| {
            let scope = match has {
                Has::All => Scope::All,
                Has::Reachable => Scope::From(vec![game.start()]),
                Has::Opening(plies) => Scope::Opening { from: game.start(), plies },
            };
            victim(&opened.name, game, options, scope, size)
        });
        assert!(parts.blocks.len() > 4, "{name}: {} blocks", parts.blocks.len());
        let mut truth = Truth::default();
        assert_eq!(judge(parts.write(), &mut truth, &|| name.to_string()), Ok(()), "{name}");
        attack(name, &parts, &texts, &mut truth);
    }
}
