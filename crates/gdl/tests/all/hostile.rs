//! Texts that nobody would write: mutilated sheets are read, refused or played, and never break anything.

use crate::data::read;
use crate::layers::sheets;
use perfectplay_game::{Complaint, Game};
use perfectplay_gdl::{Aim, Limits, RulesGame, Sheet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

const SMALL: Limits = Limits { atoms: 20_000, literals: 200_000, attempts: 3_000_000 };

/// The words of a text, parentheses among them.
fn words(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split(';').next().unwrap_or_default()).collect();
    let spaced = code.join("\n").replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(String::from).collect()
}

/// Plays some random games as far as they go; what is wrong at a position is complained of, and nothing else breaks.
fn play(sheet: Sheet, random: &mut fastrand::Rng) -> bool {
    let sheet = Arc::new(sheet);
    let played = catch_unwind(AssertUnwindSafe(|| {
        let game = RulesGame::<4>::new(sheet, Aim::Nothing).ok()?;
        for _ in 0..3 {
            let mut position = game.start();
            for _ in 0..30 {
                let Some(mv) = random.choice(game.moves(&position).collect::<Vec<_>>()) else { break };
                let next = game.play(&position, mv).position;
                assert!(game.layer(&next) > game.layer(&position) || game.layer(&next).is_none(), "a layer that falls");
                position = next;
            }
        }
        Some(())
    }));
    match played {
        Ok(played) => played.is_some(),
        Err(panic) => Complaint::of(&*panic).map(|_| false).expect("nothing but complaints"),
    }
}

#[test]
fn mutilated_sheets_break_nothing() {
    let mut random = fastrand::Rng::with_seed(15);
    let sheets: Vec<Vec<String>> =
        sheets().iter().filter(|path| !path.ends_with("tixtax.kif")).map(|path| words(&read(path))).collect();
    let (mut refused, mut played) = (0, 0);
    let rounds = if std::env::var_os("PERFECTPLAY_LONG").is_some() { 1500 } else { 150 };
    for _ in 0..rounds {
        let mut words = sheets[random.usize(..sheets.len())].clone();
        for _ in 0..random.usize(1..4) {
            // mostly names, so that parentheses match
            let is_name = |at: &usize| !["(", ")"].contains(&&words[*at][..]);
            let places: Vec<usize> = (0..words.len()).filter(|at| random.u8(..50) == 0 || is_name(at)).collect();
            let (at, other) = (places[random.usize(..places.len())], places[random.usize(..places.len())]);
            match random.u8(..10) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, words[other].clone()),
                2..6 => words[at] = words[other].clone(),
                _ => words.swap(at, other),
            }
        }
        let text = words.join(" ");
        match Sheet::read(&text, &SMALL) {
            Ok(sheet) => played += usize::from(play(sheet, &mut random)),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > rounds / 8 && played > rounds / 8, "{refused} refused, {played} played");
}

/// Rules with very many conditions are refused before anything goes through all of them.
#[test]
fn many_conditions_are_refused_at_once() {
    let rules = |count: usize| {
        let conditions: String = (0..count).map(|at| format!("(n ?v{at}) ")).collect();
        format!("(role a) (role b) (n 0) (n 1) (legal a go) (legal b noop) (<= terminal {conditions})")
    };
    let refused = |count: usize| Sheet::read(&rules(count), &SMALL).err().unwrap().to_string();
    assert!(refused(300).contains("attempts, found more"), "{}", refused(300));
    assert!(refused(30_000).contains("expected at most 1000 variables in a rule, found more"), "{}", refused(30_000));
    let facts: String = (0..9000).map(|at| format!("(n {at}) ")).collect();
    let one = rules(1).replace("(n ?v0)", &facts);
    let message = Sheet::read(&one, &SMALL).err().unwrap().to_string();
    assert!(message.contains("expected at most 1000 conditions in a rule, found 9000"), "{message}");
}

/// Each rule becomes 4,096, which is few enough; all together are too many.
#[test]
fn alternatives_are_not_written_out_for_ever() {
    let either: String = (0..12).map(|at| format!("(or (a {at}) (b {at}))")).collect();
    let more: String = (0..20).map(|at| format!("(c {at})")).collect();
    let rules: String = (0..60).map(|at| format!("(<= (p {at}) {either} {more})\n")).collect();
    let error = Sheet::read(&format!("(role x) (role y)\n{rules}"), &SMALL).err().expect("a refusal").to_string();
    assert!(error.contains("when \"or\" is written out"), "{error}");
}
