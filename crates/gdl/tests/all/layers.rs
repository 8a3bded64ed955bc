//! Layers that are found in the rules: they rise with every move, and are the same when they come from a comment.

use crate::data::{folder, read, visit};
use perfectplay_game::{Options, Playable, Visitor};
use perfectplay_gdl::{Limits, Objective, Sheet};
use perfectplay_solve::{AlphaBeta, Control, Crew, Engine, EngineKind, Goal, Premise, value_of};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The sheets of this crate, and those for users.
pub fn sheets() -> Vec<PathBuf> {
    let folders = [folder(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|name| name == "kif"));
    files.sort();
    files
}

/// Looks at the moves of so many positions from the start on, and of some random games: whether there are layers, and how many moves
/// were seen.
struct Rising(usize);

impl Visitor for Rising {
    type Output = Option<usize>;

    fn visit<G: Playable>(self, game: G, _: &Options) -> Option<usize> {
        game.layer(&game.start())?;
        let mut moves = 0;
        let mut look = |position: &G::Position| -> Vec<G::Position> {
            let next: Vec<_> = game.moves(position).map(|mv| game.play(position, mv).position).collect();
            next.iter().for_each(|next| assert!(game.layer(next) > game.layer(position), "{position:?} {next:?}"));
            moves += next.len();
            next
        };
        let mut seen: HashSet<G::Position> = [game.start()].into();
        let mut open = vec![game.start()];
        while let Some(position) = open.pop().filter(|_| seen.len() < self.0) {
            open.extend(look(&position).into_iter().filter(|next| seen.insert(next.clone())));
        }
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..50 {
            let mut position = game.start();
            while let Some(next) = random.choice(look(&position)) {
                position = next;
            }
        }
        Some(moves)
    }
}

#[test]
fn layers_rise() {
    for path in sheets() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let moves = visit(&read(&path), Objective::Nobody, Rising(3000)).unwrap();
        assert_eq!(moves.is_some(), name != "finger-game", "{name}");
        assert!(moves.is_none_or(|moves| moves > 50), "{name}");
    }
}

/// The layers of the positions of some random games.
struct Heights;

impl Visitor for Heights {
    type Output = Vec<Option<u32>>;

    fn visit<G: Playable>(self, game: G, _: &Options) -> Vec<Option<u32>> {
        let mut random = fastrand::Rng::with_seed(9);
        let mut heights = vec![];
        for _ in 0..10 {
            let mut position = game.start();
            for _ in 0..100 {
                heights.push(game.layer(&position));
                let Some(mv) = random.choice(game.moves(&position).collect::<Vec<_>>()) else { break };
                position = game.play(&position, mv).position;
            }
        }
        heights
    }
}

#[test]
fn a_text_that_tells_its_layers_has_the_same() {
    for path in sheets() {
        let text = read(&path);
        let told = Sheet::read(&text, &Limits::default()).unwrap().text;
        assert_eq!(told.contains("; perfectplay: layer "), !path.ends_with("finger-game.kif"), "{}", path.display());
        assert_eq!(Sheet::read(&told, &Limits::default()).unwrap().text, told);
        let heights = |text: &str| visit(text, Objective::Nobody, Heights).unwrap();
        assert_eq!(heights(&text), heights(&told), "{}", path.display());
    }
}

/// What counts may be there at first and gone later: that no fact holds is worth more then.
#[test]
fn counters_that_vanish() {
    let text = "(role a) (role b) (init (turn a)) (init (left 3)) (less 1 2) (less 2 3)
        (<= (legal ?r go) (true (turn ?r))) (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (next (left ?n)) (true (left ?m)) (less ?n ?m))
        (<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
        (<= some (true (left ?n))) (<= terminal (not some)) (<= (goal ?r 50) (role ?r))";
    let heights: Vec<u32> = visit(text, Objective::Both, Heights).unwrap().into_iter().map(Option::unwrap).collect();
    assert!(heights.chunks(4).all(|game| game.is_sorted_by(|one, other| one < other)), "{heights:?}");
    assert_eq!(heights.len(), 40);
}

/// A file may have the line above what is found, and nothing below it.
#[test]
fn layers_are_found_below_an_empty_heading() {
    let text = read(&folder().join("mnk_3_3_3.kif"));
    let found = |text: &str| Sheet::read(text, &Limits::default()).unwrap().text;
    let empty = format!("{text}\n; perfectplay: found\n");
    assert_eq!(found(&empty), found(&text));
}

/// What alpha-beta finds wrong.
struct Wrong;

impl Visitor for Wrong {
    type Output = Option<Premise>;

    fn visit<G: Playable>(self, game: G, _: &Options) -> Option<Premise> {
        let mut engine = AlphaBeta::with_crew(&game, 1 << 24, Crew::new(1)).unwrap();
        engine.bounds(&game.start(), Goal::Exact, &mut Control::default()).err().map(|error| error.premise)
    }
}

#[test]
fn layers_that_are_told_wrongly_are_found_out() {
    let text = read(&folder().join("mnk_3_3_3.kif"));
    let told = Sheet::read(&text, &Limits::default()).unwrap().text;
    let fact = told.split("; perfectplay: layer ").nth(1).unwrap().split(['(', ')']).nth(1).unwrap();
    let few = format!("{text}\n; perfectplay: layer 1 ({fact})\n");
    assert_eq!(visit(&few, Objective::Both, Wrong), Ok(Some(Premise::LayerDoesNotRise)));
    assert_eq!(visit(&told, Objective::Both, Wrong), Ok(None));
    let error = |remark: &str| Sheet::read(&format!("(role a)\n  ;; perfectplay: {remark}"), &Limits::default()).err();
    for (remark, message) in [
        ("layer", "2:19: expected \"layer\", a number, and facts, or \"board\" and a fact, found \"layer\""),
        ("layer one (a)", "2:19: expected a whole number behind \"layer\", found \"one\""),
        ("layer 1 (a) (b) (a)", "2:19: expected one weight of a, found two"),
        (
            "layer 600000000 (a) (b)",
            "2:19: expected weights that add up to 1073741824 at most, without their signs, found more",
        ),
        (
            "layer -2147483648 (a)",
            "2:19: expected weights that add up to 1073741824 at most, without their signs, found more",
        ),
        ("layer 1 (a", "2:19: expected a closing parenthesis for this one, found the end of the text"),
        ("board", "2:19: expected \"layer\", a number, and facts, or \"board\" and a fact, found \"board\""),
    ] {
        assert_eq!(error(remark).unwrap().to_string(), message);
    }
}

/// Whether all engines find the same value.
struct Agreement;

impl Visitor for Agreement {
    type Output = Vec<String>;

    fn visit<G: Playable>(self, game: G, _: &Options) -> Vec<String> {
        let mut values: Vec<String> = EngineKind::ALL
            .into_iter()
            .map(|kind| {
                let mut engine = kind.start(&game, 1 << 28, Crew::new(2)).unwrap();
                let bounds = value_of(&mut *engine, &game.start(), Goal::Exact, &mut Control::default()).unwrap();
                format!("{}", bounds.value().unwrap())
            })
            .collect();
        values.dedup();
        values
    }
}

#[test]
fn all_engines_agree() {
    let small = |path: &PathBuf| {
        !["tixtax", "finger-game", "triangle-war", "four-by-three"]
            .iter()
            .any(|name| path.ends_with(format!("{name}.kif")))
    };
    for path in sheets().iter().filter(|path| small(path)) {
        let values = visit(&read(path), Objective::Both, Agreement).unwrap();
        assert_eq!(values.len(), 1, "{}: {values:?}", path.display());
    }
}
