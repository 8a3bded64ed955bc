//! The evaluator in checkers/gdl.py, which shares nothing with this crate, sees the same positions, moves and goals.

use crate::author::Author;
use crate::data::{folder, read};
use perfectplay_game::{Game, Notation};
use perfectplay_gdl::{Aim, Limits, RulesGame, Sheet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A random game: the choices made, and what is seen at each position.
struct Played {
    text: String,
    choices: Vec<usize>,
    seen: Vec<String>,
}

/// Plays a random game by some rules, if they are a game's and each of its roles has a goal.
fn play(text: &str, plies: usize, random: &mut fastrand::Rng) -> Option<Played> {
    let sheet = Arc::new(Sheet::read(text, &Limits::default()).ok()?);
    let game = RulesGame::<2>::new(sheet.clone(), Aim::Nothing).ok()?;
    let (mut position, mut choices, mut seen) = (game.start(), vec![], vec![]);
    loop {
        let mut facts = [game.facts(&position), sheet.always.clone()].concat();
        facts.sort();
        let facts = facts.join(" ");
        if let Some([one, other]) = position.seen().goals() {
            seen.push(format!("{facts}; over, {one} and {other}"));
            break;
        }
        if position.seen().flaw().is_some() {
            seen.push(format!("{facts}; no game"));
            break;
        }
        let moves: Vec<_> = game.moves(&position).collect();
        let names: Vec<String> = moves.iter().map(|&mv| game.write_move(mv)).collect();
        seen.push(format!("{facts}; {} moves, {}", position.seen().mover(), names.join(", ")));
        if choices.len() == plies {
            break;
        }
        choices.push(random.usize(..moves.len()));
        position = game.play(&position, moves[choices[choices.len() - 1]]).position;
    }
    Some(Played { text: text.to_string(), choices, seen })
}

/// Follows all games in Python.
fn compare(games: &[Played]) {
    let inputs = games.iter().map(|game| {
        let choices: Vec<String> = game.choices.iter().map(usize::to_string).collect();
        format!("{}\x1f{}", game.text, choices.join(" "))
    });
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/follow.py");
    let mut python = Command::new("python3");
    python.arg(script).env("PYTHONUTF8", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = python.spawn().expect("python3 runs; this test needs Python 3.9 or newer");
    let input = inputs.collect::<Vec<_>>().join("\x1e");
    let mut stdin = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    for game in games {
        for seen in &game.seen {
            assert_eq!(lines.next(), Some(&seen[..]), "{}\n{:?}", game.text, game.choices);
        }
    }
    assert!(output.status.success() && lines.next().is_none());
}

#[test]
fn games_of_files() {
    let mut random = fastrand::Rng::with_seed(21);
    let mut games = vec![];
    for folder in [folder(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|name| name == "kif") {
                let text = read(&path);
                games.extend((0..2).map(|_| play(&text, 40, &mut random).expect("a game of ours")));
            }
        }
    }
    assert!(games.len() > 40);
    compare(&games);
}

#[test]
fn games_of_random_rules() {
    let (mut author, mut random) = (Author::new(22), fastrand::Rng::with_seed(23));
    let games: Vec<Played> = (0..200).filter_map(|_| play(&author.write(), 12, &mut random)).collect();
    let plies: usize = games.iter().map(|game| game.choices.len()).sum();
    assert!(games.len() > 120 && plies > 500, "expected more than {} games with {plies} plies", games.len());
    compare(&games);
}
