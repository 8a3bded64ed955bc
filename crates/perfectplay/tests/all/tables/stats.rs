//! Counts of small tables agree with a plain count of all positions.

use perfectplay_game::{Hints, Playable, Setting, Value};
use perfectplay_games::{ConnectFour, FingerGame, StringsAndCoins};
use perfectplay_solve::{Control, Crew, Engine, Exhaustive, Goal, Limits, Retrograde};
use perfectplay_table::{Count, Highlight, LayerCounts, Stats, Table, TableError, ValueCounts, picture, stats};
use std::collections::{BTreeMap, HashSet};

use super::bench::table_of;
use crate::common::{open, with_game};

/// All positions that can be reached from the start.
fn reachable<G: Playable>(game: &G) -> Vec<G::Position> {
    let mut seen = HashSet::from([game.start()]);
    let mut found = vec![game.start()];
    for next in 0.. {
        let Some(position) = found.get(next).cloned() else { break };
        for mv in game.moves(&position) {
            let reached = game.play(&position, mv).position;
            if seen.insert(reached.clone()) {
                found.push(reached);
            }
        }
    }
    found
}

/// How many positions there are of each kind.
#[derive(PartialEq, Debug, Default)]
struct Plain {
    values: BTreeMap<&'static str, u64>,
    finished: BTreeMap<&'static str, u64>,
    beginnings: BTreeMap<&'static str, u64>,
    wins: BTreeMap<u32, u64>,
    losses: BTreeMap<u32, u64>,
    margins: BTreeMap<i32, u64>,
    layers: BTreeMap<(u32, &'static str), u64>,
}

fn count<G: Playable>(game: &G, solved: &[(G::Position, Value)]) -> Plain {
    let mut plain = Plain::default();
    for (position, value) in solved {
        let name = value.outcome().name();
        *plain.values.entry(name).or_default() += 1;
        if game.ending(position).is_some() {
            *plain.finished.entry(name).or_default() += 1;
        }
        if game.may_begin(position) {
            *plain.beginnings.entry(name).or_default() += 1;
        }
        match *value {
            Value::Win { plies } => *plain.wins.entry(plies).or_default() += 1,
            Value::Loss { plies } => *plain.losses.entry(plies).or_default() += 1,
            Value::Margin(margin) => *plain.margins.entry(margin).or_default() += 1,
            Value::Tie | Value::Draw => {}
        }
        if let Some(layer) = game.layer(position) {
            *plain.layers.entry((layer, name)).or_default() += 1;
        }
    }
    if plain.beginnings.values().sum::<u64>() <= 1 {
        plain.beginnings.clear();
    }
    plain
}

fn by_name(values: &ValueCounts, part: fn(Count) -> u64) -> BTreeMap<&'static str, u64> {
    let counts = [("win", values.win), ("tie", values.tie), ("draw", values.draw), ("loss", values.loss)];
    counts.into_iter().map(|(name, count)| (name, part(count))).filter(|(_, count)| *count > 0).collect()
}

fn told<P, M>(stats: &Stats<P, M>, part: fn(Count) -> u64) -> Plain {
    let of_layer = |layer: &LayerCounts| {
        let number = layer.layer;
        by_name(&layer.values, part).into_iter().map(move |(name, count)| ((number, name), count))
    };
    let some = |(_, count): &(u32, u64)| *count > 0;
    Plain {
        values: by_name(&stats.values, part),
        finished: by_name(&stats.finished, part),
        beginnings: stats.beginnings.map(|values| by_name(&values, part)).unwrap_or_default(),
        wins: stats.distances.iter().map(|d| (d.plies, part(d.win))).filter(some).collect(),
        losses: stats.distances.iter().map(|d| (d.plies, part(d.loss))).filter(some).collect(),
        margins: stats.margins.iter().map(|m| (m.margin, part(m.count))).collect(),
        layers: stats.layers.iter().flat_map(of_layer).collect(),
    }
}

/// The line is played from the position to the end, and brings the value that is told.
fn check_line<G: Playable>(game: &G, highlight: &Highlight<G::Position, G::Move>) {
    let mut position = highlight.position.clone();
    let mut steps = vec![];
    for &mv in &highlight.line {
        assert!(game.moves(&position).any(|legal| legal == mv));
        let step = game.play(&position, mv);
        steps.push((game.moves_again(&position, &step.position), step.gain));
        position = step.position;
    }
    let end = game.final_value(&position).expect("a line to the end");
    let value = steps.into_iter().rev().fold(end, |value, (again, gain)| value.before(again, gain));
    assert_eq!(value, highlight.value.exact);
    assert_eq!(game.index(&highlight.position), Some(highlight.number));
}

/// The highlight is the first of the positions for which this is largest.
fn check_highlight<G: Playable>(
    game: &G,
    table: &Table,
    solved: &[(G::Position, Value)],
    highlight: Option<&Highlight<G::Position, G::Move>>,
    extent: impl Fn(Value) -> Option<i32>,
) {
    let rank = |position: &G::Position| {
        (game.layer(position).filter(|_| table.header().sections[0].layer.is_some()), game.index(position))
    };
    let most = solved.iter().filter_map(|(_, value)| extent(*value)).max();
    let all = solved.iter().filter(|(_, value)| most.is_some() && extent(*value) == most);
    assert_eq!(highlight.map(|highlight| rank(&highlight.position)), all.map(|(p, _)| rank(p)).min());
    if let Some(highlight) = highlight {
        assert_eq!(extent(highlight.value.exact), most);
        check_line(game, highlight);
    }
}

/// Compares the counts of a table with those of all these positions, solved by this engine.
fn check<G: Playable>(
    game: &G,
    table: &Table,
    positions: &[G::Position],
    engine: &mut dyn Engine<G>,
) -> Stats<G::Position, G::Move> {
    let control = &mut Control::default();
    let mut value = |position: &G::Position| engine.bounds(position, Goal::Exact, control).unwrap().value().unwrap();
    let solved: Vec<(G::Position, Value)> = positions.iter().map(|p| (p.clone(), value(p))).collect();
    let mut seen = HashSet::new();
    let mut stored = solved.clone();
    stored.retain(|(position, _)| seen.insert(game.index(position)));

    let found = stats(game, table, Crew::new(2), &mut Control::default()).unwrap();
    assert_eq!(told(&found, |count| count.counted), count(game, &solved));
    assert_eq!(told(&found, |count| count.stored), count(game, &stored));
    assert_eq!(found.positions, Count { stored: stored.len() as u64, counted: solved.len() as u64 });
    assert_eq!(found.bits_per_stored, Some(8.0 * table.size() as f64 / stored.len() as f64));
    assert_eq!(found.bits_per_counted, Some(8.0 * table.size() as f64 / solved.len() as f64));

    let open: Vec<&(G::Position, Value)> = solved.iter().filter(|(p, _)| game.ending(p).is_none()).collect();
    let moves: Vec<usize> = open.iter().map(|(position, _)| game.moves(position).count()).collect();
    let branching = found.branching.unwrap();
    assert_eq!(branching.most, *moves.iter().max().unwrap() as u64);
    assert_eq!(branching.mean, moves.iter().sum::<usize>() as f64 / open.len() as f64);
    let advantage: i32 = open.iter().map(|(_, value)| value.worth().signum()).sum();
    assert_eq!(found.advantage, Some(f64::from(advantage) / open.len() as f64));
    let start = solved.iter().find(|(position, _)| *position == game.start()).map(|(_, value)| *value);
    assert_eq!(found.start.map(|start| start.exact), start);

    let win_plies = |value: Value| value.plies().filter(|_| value.worth() > 0).map(|plies| plies as i32);
    check_highlight(game, table, &solved, found.longest_win.as_ref(), win_plies);
    let win_margin = |value: Value| value.margin().filter(|&margin| margin > 0);
    check_highlight(game, table, &solved, found.largest_margin.as_ref(), win_margin);

    let alone = stats(game, table, Crew::new(1), &mut Control::default()).unwrap();
    assert!(alone == found, "the crew makes no difference");
    found
}

fn check_reachable<G: Playable>(line: &str, game: &G, expected: Count) {
    let (table, _) = table_of(line, game);
    let found = check(game, &table, &reachable(game), &mut Exhaustive::new(game, 1 << 30).unwrap());
    assert_eq!(found.positions, expected, "{line}");
}

#[test]
fn tables_up_to_symmetry() {
    for (line, expected) in [
        ("weighted-tic-tac-toe", Count { stored: 765, counted: 5478 }),
        ("weighted-tic-tac-toe weights=1,2,1,2,5,2,1,2,1", Count { stored: 765, counted: 5478 }),
        ("connect-four cols=4 rows=4", Count { stored: 80_541, counted: 161_029 }),
    ] {
        with_game!(open(line), |game| check_reachable(line, game, expected));
    }
}

/// Whose turn it is makes no difference in a position of dots and boxes, and is not stored.
#[test]
fn margins_of_a_dense_table() {
    for line in ["dots-and-boxes", "dots-and-boxes rows=1 cols=3", "triangle-war side=2"] {
        let game: StringsAndCoins = open(line).of_type();
        let (table, _) = table_of(line, &game);
        let mut positions = reachable(&game);
        let mut seen = HashSet::new();
        positions.retain(|position| seen.insert(game.index(position)));
        let found = check(&game, &table, &positions, &mut Exhaustive::new(&game, 1 << 28).unwrap());
        assert!(!found.margins.is_empty() && found.distances.is_empty());
        let largest = found.largest_margin.unwrap();
        assert_eq!(largest.value.margin, found.margins.last().map(|last| last.margin));
    }
}

/// Numbers without a position are not counted, and every position without a free hand is a beginning.
#[test]
fn beginnings_and_gaps_of_the_finger_game() {
    for modulus in [4, 7] {
        let game = FingerGame::new(modulus);
        let (table, _) = table_of(&format!("finger-game modulus={modulus}"), &game);
        let numbers = 0..game.index_count().unwrap();
        let positions: Vec<_> = numbers.filter_map(|number| game.at_index(number)).collect();
        let found = check(&game, &table, &positions, &mut Retrograde::new(&game, 1 << 28).unwrap());
        let n = u64::from(modulus);
        assert_eq!(found.positions.stored, n.pow(4) - n.pow(2));
        assert_eq!(found.beginnings.unwrap().total().stored, (n - 1).pow(4));
        assert_eq!(found.finished.total().stored, n.pow(2) - 1);
        assert!(found.layers.is_empty());
    }
}

/// The names of the fields are part of the format.
#[test]
fn json() {
    let game = FingerGame::new(4);
    let (table, _) = table_of("finger-game modulus=4", &game);
    let found = stats(&game, &table, Crew::new(1), &mut Control::default()).unwrap();
    let json = serde_json::to_value(found.written(&game)).unwrap();
    let names: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = "positions bytes bits_per_stored bits_per_counted values finished start beginnings advantage \
                    branching longest_win largest_margin distances margins layers";
    assert_eq!(names.join(" "), expected);
    assert_eq!(json["positions"]["stored"], 240);
    assert_eq!(json["values"]["win"]["counted"], found.values.win.counted);
    let longest = &json["longest_win"];
    assert_eq!(longest["value"], "win");
    assert_eq!(longest["line"].as_array().unwrap().len() as u64, longest["plies"].as_u64().unwrap());
    assert!(json["start"]["value"].is_string() && json["largest_margin"].is_null());
    assert_eq!(json["distances"][0]["loss"]["stored"], 15);
}

#[test]
fn pictures_are_well_formed() {
    for line in [
        "weighted-tic-tac-toe",
        "weighted-tic-tac-toe rows=2 cols=3 k=9 weights=1000000000,1000000000,1000000000,-1000000000,0,0",
        "finger-game modulus=5",
        "dots-and-boxes",
        "subtraction heap=0",
        "nim heaps=500",
        "strings-and-coins edges=1-ground,1-ground,1-2,2-1,2-ground",
    ] {
        let opened = open(line);
        with_game!(opened, |game| {
            let (table, _) = table_of(line, game);
            let found = stats(game, &table, Crew::new(1), &mut Control::default()).unwrap();
            let mut header = table.header().clone();
            header.options = BTreeMap::from([("text".to_string(), Setting::Text("<\"&\u{1}'>".to_string()))]);
            let text = picture(&header, &found);
            let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{line}: {error}"));
            let root = document.root_element();
            assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
            let attribute = |node: &roxmltree::Node, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
            let (width, height) = (attribute(&root, "width"), attribute(&root, "height"));
            let bars: Vec<_> = root.descendants().filter(|node| node.has_tag_name("g")).collect();
            assert!(!bars.is_empty() && bars.len() <= 4 * 140, "{line}: {} bars", bars.len());
            for bar in bars.iter().flat_map(|bar| bar.children()).filter(|node| node.has_tag_name("rect")) {
                let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| attribute(&bar, name));
                assert!(x >= 0.0 && y >= 0.0 && w > 0.0 && h >= 0.0 && x + w <= width && y + h <= height, "{line}");
            }
            assert!(root.descendants().any(|node| node.text() == Some("text=<\"&'>")));
        });
    }
}

/// A limit stops the count, and a damaged block is told.
#[test]
fn stopped_or_damaged() {
    let line = "connect-four cols=4 rows=4";
    let game: ConnectFour = open(line).of_type();
    let (table, bytes) = table_of(line, &game);
    let mut control = Control::new(Limits { nodes: Some(100), time: None });
    assert!(matches!(stats(&game, &table, Crew::new(2), &mut control), Err(TableError::Stopped)));
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let table = Table::from_bytes(damaged).unwrap();
    let error = stats(&game, &table, Crew::new(2), &mut Control::default()).unwrap_err();
    assert!(matches!(error, TableError::Checksum { .. }), "{error}");
}
