//! The checker in Python, with its own evaluator of rules, and the one in Rust come to the same verdict on games from rules files.

use crate::common::rounds;
use crate::python_checker::{Bench, Parts, Tally, python, random_position, verdict};
use perfectplay::check::{Claim, Gets, Side};
use perfectplay::{Record, Retrograde, Setting};
use perfectplay_gdl::{Aim, Limits, RulesGame, Sheet};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/rules/{name}.kif"));
    std::fs::read_to_string(path).unwrap()
}

fn game(text: &str) -> RulesGame<2> {
    let sheet = Sheet::read(text, &Limits::default()).unwrap();
    RulesGame::new(Arc::new(sheet), Aim::Sum(100)).unwrap()
}

fn bench(game: &RulesGame<2>) -> Bench<'_, RulesGame<2>> {
    let options = [("objective", Setting::Text("both".to_string()))];
    Bench::with(game, "rules", &options, |game| Box::new(Retrograde::new(game, 16 << 20).unwrap()))
}

/// A certificate of what tic-tac-toe is: not lost by the first player.
fn tic_tac_toe(bench: &Bench<RulesGame<2>>, game: &RulesGame<2>) -> Parts {
    let not_loss = Claim { side: Side::Mover, gets: Gets::NotLoss { within: None } };
    bench.write(&Record::new(game), &[not_loss]).expect("tic-tac-toe is a tie");
    Parts::read(&bench.file())
}

#[test]
fn positions_of_rules_files() {
    let mut random = fastrand::Rng::with_seed(31);
    for (name, plies) in [
        ("clobber", 4..8),
        ("connect-three", 3..9),
        ("domineering", 2..7),
        ("finger-game", 0..40),
        ("hex", 2..7),
        ("nim", 0..8),
        ("tic-tac-toe", 0..8),
        ("triangle-war", 10..16),
    ] {
        let game = game(&text(name));
        let bench = bench(&game);
        let (mut tally, mut tries) = (Tally::default(), 0);
        while tally.accepted < rounds(4) && tries < 100 {
            tries += 1;
            let plies = random.usize(plies.clone());
            if let Some(record) = random_position(&game, plies, &mut random) {
                tally.add(bench.try_position(&record, &mut random));
            }
        }
        assert!(tally.accepted > 0, "{name}");
    }
}

#[test]
fn certificates_with_other_rules() {
    let game = game(&text("tic-tac-toe"));
    let bench = bench(&game);
    let honest = tic_tac_toe(&bench, &game);
    let rules = honest.header["rules"].as_str().unwrap().to_string();
    let verdict_of = |rules: &str| {
        honest.with(|parts| parts.header["rules"] = json!(rules)).write(&bench.file());
        verdict(&bench.file())
    };
    assert_eq!(verdict_of(&rules), 0);
    for (from, to, expected) in [
        ("(role x)", "(Role x) ; \u{fc}\r\n", 0),
        ("(<= terminal (not open))", "(<= (TERMINAL) (not (open)))", 0),
        ("(goal ?role 100) (line ?role)", "(goal ?role 100) (or (line ?role) (and (line ?role) (line ?role)))", 0),
        ("(goal ?role 100) (line", "(goal ?role 0) (line", 2),
        ("(goal ?role 50)", "(goal ?role 60)", 2),
        ("(goal ?role 50)", "(goal ?role half)", 2),
        ("(goal ?role 50) (role ?role)", "(goal ?role 50) (role x) (role ?role)", 0),
        ("(<= terminal (not open))", "(<= terminal (not open) (true (control x)))", 2),
        ("(role o)", "(role o) (role p)", 2),
        ("(role o)", "", 2),
    ] {
        assert_eq!(rules.matches(from).count(), 1, "{from}");
        assert_eq!(verdict_of(&rules.replace(from, to)), expected, "{to}");
    }
    let swapped = rules.replace("(goal ?role 100)", "(goal ?role #)");
    let swapped = swapped.replace("(goal ?role 0)", "(goal ?role 100)").replace('#', "0");
    assert_eq!(verdict_of(&swapped), 1);
}

#[test]
fn other_options_positions_and_claims() {
    let game = game(&text("tic-tac-toe"));
    let bench = bench(&game);
    let honest = tic_tac_toe(&bench, &game);
    let verdict_with = |field: &str, value: serde_json::Value| {
        honest.with(|parts| parts.header[field] = value).write(&bench.file());
        verdict(&bench.file())
    };
    assert_eq!(verdict_with("game", json!("any name")), 0);
    for (objective, expected) in [("x", 0), ("o", 0), ("nobody", 0), ("z", 2), ("", 2)] {
        assert_eq!(verdict_with("options", json!({ "objective": objective })), expected, "{objective}");
    }
    for options in [json!({}), json!({"objective": 1}), json!({"objective": "both", "other": 1})] {
        assert_eq!(verdict_with("options", options), 2);
    }
    for position in ["(mark 1 1)", "(mark 1 1),(mark 1 2)"] {
        assert_eq!(verdict_with("position", json!(position)), 1, "{position}");
    }
    for position in [" ", ",", "(mark 1 1),", "(mark 4 4)", "(mark  1 1)", "noop", "(mark 1 1),(mark 1 1)"] {
        assert_eq!(verdict_with("position", json!(position)), 2, "{position}");
    }
    for claim in [
        json!({"side": "mover", "gets": "margin", "at_least": 0}),
        json!({"side": "mover", "gets": "margin"}),
        json!({"side": "mover", "gets": "not-loss", "at_least": 0}),
    ] {
        assert_eq!(verdict_with("claims", json!([claim])), 2, "{claim}");
    }
}

/// Positions are told one by one: where, whose turn, which move, and where to.
const GRAPH: &str = "
(role a) (role b)
(<= (turn ?place ?role) (edge ?place ?role ?move ?to))
(<= (legal ?role ?move) (true (at ?place)) (edge ?place ?role ?move ?to))
(<= (legal ?role noop) (role ?role) (true (at ?place)) (turn ?place ?other) (distinct ?role ?other))
(<= (next (at ?to)) (true (at ?place)) (does ?role ?move) (edge ?place ?role ?move ?to))
(<= terminal (true (at won))) (<= (goal a 100) (true (at won))) (<= (goal b 0) (true (at won)))
(<= terminal (true (at tied))) (<= (goal ?role 50) (role ?role) (true (at tied)))
";

/// The larger of two needs counts, whatever the order in which they come up; and wins come nearer with every move.
#[test]
fn certificates_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.pp");
    let write = |rules: &str, claim: serde_json::Value, numbers: &[u64], positions: u64| {
        let header = json!({
            "game": "graph", "version": 1, "options": {"objective": "both"}, "rules": format!("{GRAPH}{rules}"),
            "position": "", "claims": [claim],
        });
        Parts::new(header, numbers, positions).write(&file);
    };
    let win = |side: &str, plies: u64| json!({"side": side, "gets": "win", "within": plies});
    // round and round
    let circle = "(init (at x)) (edge x a go y) (edge x a stop tied) (edge y b back x)";
    write(circle, json!({"side": "mover", "gets": "win"}), &[4, 0, 3], 2);
    assert_eq!(verdict(&file), 1, "no end comes nearer");
    write(circle, json!({"side": "mover", "gets": "not-loss"}), &[0], 2);
    assert_eq!(verdict(&file), 0);
    write(circle, json!({"side": "mover", "gets": "not-loss", "within": 8}), &[9, 0, 9], 2);
    assert_eq!(verdict(&file), 0);
    write(circle, json!({"side": "mover", "gets": "not-loss", "within": 8}), &[8, 0, 9], 2);
    assert_eq!(verdict(&file), 1, "too little is declared");
    // b may go round by y to x, from where a wins in three plies; the second edge from y keeps it without layers
    let ways = "(init (at start)) (edge start b long y) (edge start b short x) (edge y a on x) (edge x a on u)
        (edge u b on v) (edge v a on won)";
    let cyclic = format!("{ways} (edge y a round start)");
    write(&cyclic, win("other", 5), &[5, 4, 0, 3, 0, 2, 1, 0], 5);
    assert_eq!(verdict(&file), 0);
    write(&cyclic, win("other", 4), &[4, 3, 0, 3, 0, 2, 1, 0], 5);
    assert_eq!(verdict(&file), 1, "five plies the long way");
    let layers = |weights: [i32; 6]| {
        let places = ["start", "y", "x", "u", "v", "won"].into_iter().zip(weights);
        let comments = places.map(|(place, weight)| format!("; perfectplay: layer {weight} (at {place})\n"));
        format!("{ways}\n{}", comments.collect::<String>())
    };
    let rising = layers([-3, 1, 2, 3, 5, 6]);
    for (rules, plies, expected) in
        [(&rising, 5, 0), (&rising, 4, 1), (&layers([0, 2, 1, 3, 4, 5]), 5, 1), (&layers([0, 1, 2, 2, 3, 4]), 5, 1)]
    {
        write(rules, win("other", plies), &[0, 0, 0], 5);
        assert_eq!(verdict(&file), expected, "{rules}");
    }
}

/// What takes for ever, or too much, is refused with a sentence.
#[test]
fn rules_that_want_too_much() {
    let game = game(&text("nim"));
    let bench = bench(&game);
    let win = Claim { side: Side::Mover, gets: Gets::Win { within: None } };
    bench.write(&Record::new(&game), &[win]).expect("nim is won");
    let honest = Parts::read(&bench.file());
    let rules = honest.header["rules"].as_str().unwrap().to_string();
    let names = "?a ?b ?c ?d ?e ?f ?g ?h ?i ?j ?k ?l ?m ?n ?o ?p".split(' ').collect::<Vec<_>>();
    let all: String = names.iter().map(|name| format!("(n {name}) ")).collect();
    for more in [
        "(".repeat(100_000),
        ")".to_string(),
        format!("(p {}a{})", "(f ".repeat(150_000), ")".repeat(150_000)),
        format!("(<= p {}q{})", "(not ".repeat(100_000), ")".repeat(100_000)),
        "(n 0) (<= (n (s ?x)) (n ?x)) (<= terminal (n 1))".to_string(),
        "(n 0) (<= (n (pair ?x ?x)) (n ?x)) (<= terminal (n 1))".to_string(),
        format!("(<= p {})", "(or (role a) (role b)) ".repeat(30)),
        format!("(n 0) (n 1) (n 2) (<= (p {}) {all}) (<= terminal (p {}))", names.join(" "), names.join(" ")),
        "(<= p (not q)) (<= q (not p)) (<= terminal p)".to_string(),
        "(<= (p ?x) (not (p ?x)) (role ?x)) (<= terminal (p ?x))".to_string(),
        "(<= p (distinct ?x a))".to_string(),
        "(p a) (p a b)".to_string(),
        "()".to_string(),
        "(<=)".to_string(),
        "((p) a)".to_string(),
        "(?p a)".to_string(),
        "(<= (true p) q)".to_string(),
        "(<= p (next q))".to_string(),
        "(<= (legal first x) (does first y))".to_string(),
        "; perfectplay: layer (heap a 1)".to_string(),
        "; perfectplay: layer 1 (heap a 1) (heap a 1)".to_string(),
    ] {
        honest.with(|parts| parts.header["rules"] = json!(format!("{rules}\n{more}"))).write(&bench.file());
        let (code, said) = python(&bench.file());
        let end = &more[..more.len().min(60)];
        assert!(code == 2 && said.starts_with("error: "), "{end}: {code} {said}");
    }
}
