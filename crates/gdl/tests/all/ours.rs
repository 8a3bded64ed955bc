//! The sheets in examples/rules, against games of the same rules that are written in Rust.

use crate::data::{Layers, numbers, read, rows, visit};
use perfectplay_game::{Game, Options, Playable, Player, Value, Visitor, distinct_positions};
use perfectplay_gdl::Objective;
use perfectplay_solve::{Control, Goal, Retrograde, value_of};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules")
}

struct Reachable;

impl Visitor for Reachable {
    type Output = u64;

    fn visit<G: Playable>(self, game: G, _: &Options) -> u64 {
        distinct_positions(&game, &game.start(), u32::MAX, 1 << 24, Clone::clone).unwrap().iter().sum()
    }
}

#[test]
fn every_sheet_has_its_counts() {
    let rows = rows(&crate::data::folder().join("examples.tsv"));
    let mut files: Vec<String> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.retain(|name| name.ends_with(".kif"));
    assert_eq!(rows.len(), files.len());
    for row in rows {
        let text = read(&folder().join(&row["file"]));
        let sequences = numbers(&row["sequences"]);
        let layers = visit(&text, Objective::Both, Layers(sequences.len())).unwrap();
        assert_eq!(layers.iter().map(|layer| Some(layer.sequences)).collect::<Vec<_>>(), sequences, "{}", row["file"]);
        if let Ok(positions) = row["positions"].parse::<u64>() {
            assert_eq!(visit(&text, Objective::Both, Reachable), Ok(positions), "{}", row["file"]);
        }
    }
}

/// How a sheet and a game are compared.
struct Comparison<'c> {
    game: &'c str,
    settings: &'c [(&'c str, &'c str)],
    /// The text that a move of the sheet has in the game.
    rename: fn(&str) -> String,
    /// What a point of the game is worth in the sheet.
    scale: i32,
    /// So many random games.
    games: usize,
    /// The last so many positions of a game are solved,
    solved_from: usize,
    /// if it had so many at least.
    least: usize,
}

impl Visitor for &Comparison<'_> {
    type Output = usize;

    fn visit<G: Playable>(self, rules: G, _: &Options) -> usize {
        perfectplay_games::visit(self.game, self.settings, Pair { rules: &rules, how: self }).unwrap()
    }
}

struct Pair<'c, R> {
    rules: &'c R,
    how: &'c Comparison<'c>,
}

impl<R: Playable> Visitor for Pair<'_, R> {
    type Output = usize;

    /// Plays random games in both, and compares each position; how many were solved.
    fn visit<G: Playable>(self, game: G, _: &Options) -> usize {
        let Pair { rules, how } = self;
        let mut random = fastrand::Rng::with_seed(11);
        let mut engines = (Retrograde::new(rules, 1 << 30).unwrap(), Retrograde::new(&game, 1 << 30).unwrap());
        let mut solved = 0;
        for _ in 0..how.games {
            let (mut ours, mut theirs) = (rules.start(), game.start());
            let mut path = vec![(ours.clone(), theirs.clone())];
            loop {
                assert_eq!(rules.turn(&ours), game.turn(&theirs));
                let ending = game.ending(&theirs).is_some();
                assert_eq!(rules.ending(&ours).is_some(), ending);
                if !game.scored() {
                    assert_eq!(rules.final_value(&ours), game.final_value(&theirs));
                }
                let moves: Vec<R::Move> = rules.moves(&ours).collect();
                let mut names: Vec<String> = moves.iter().map(|&mv| (how.rename)(&rules.write_move(mv))).collect();
                let mut others: Vec<String> = game.moves(&theirs).map(|mv| game.write_move(mv)).collect();
                let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) else { break };
                let name = (how.rename)(&rules.write_move(mv));
                names.sort();
                others.sort();
                assert_eq!(names, others);
                let other = game.read_move(&theirs, &name).unwrap();
                ours = rules.play(&ours, mv).position;
                theirs = game.play(&theirs, other).position;
                path.push((ours.clone(), theirs.clone()));
                if path.len() > 200 {
                    break;
                }
            }
            let last = if path.len() < how.least { 0 } else { how.solved_from };
            for (ours, theirs) in path.iter().rev().take(last) {
                let value = value_of(&mut engines.0, ours, Goal::Exact, &mut Control::default()).unwrap().value();
                let other = value_of(&mut engines.1, theirs, Goal::Exact, &mut Control::default()).unwrap().value();
                let scaled = other.map(|value| match value {
                    Value::Margin(margin) => Value::Margin(margin * how.scale),
                    value => value,
                });
                if !game.scored() {
                    assert_eq!(value, scaled);
                    solved += 1;
                } else if rules.ending(ours).is_none() {
                    // the sheet gives all points at the end, the game one by one
                    let lead = lead_of(&game, &path, theirs);
                    let Some(Value::Margin(margin)) = scaled else { panic!("a margin") };
                    assert_eq!(value, Some(Value::Margin(margin + how.scale * lead)));
                    solved += 1;
                }
            }
        }
        solved
    }
}

/// What the side to move has gained more than the other side on the way to a position.
fn lead_of<G: Game, P>(game: &G, path: &[(P, G::Position)], to: &G::Position) -> i32 {
    let mut lead = 0;
    for pair in path.windows(2) {
        if pair[0].1 == *to {
            break;
        }
        let step = game.moves(&pair[0].1).map(|mv| game.play(&pair[0].1, mv)).find(|step| step.position == pair[1].1);
        let gain = step.expect("a move on the way").gain;
        lead += if game.turn(&pair[0].1) == Player::First { gain } else { -gain };
    }
    if game.turn(to) == Player::First { lead } else { -lead }
}

fn compare(file: &str, how: &Comparison) {
    let solved = visit(&read(&folder().join(file)), Objective::Both, how).unwrap();
    assert!(solved >= how.games / 2, "{file}: expected more positions to be solved than {solved}");
}

fn words(text: &str) -> Vec<&str> {
    text.trim_matches(['(', ')']).split(' ').collect()
}

/// `(mark 1 2)` is the second square of the upper rank.
fn square(text: &str) -> String {
    let words = words(text);
    let (row, column): (u8, u8) = (words[1].parse().unwrap(), words[2].parse().unwrap());
    format!("{}{}", (b'a' + column - 1) as char, 4 - row)
}

const THREE: [(&str, &str); 0] = [];

#[test]
fn tic_tac_toe() {
    let how = Comparison {
        game: "weighted-tic-tac-toe",
        settings: &THREE,
        rename: square,
        scale: 1,
        games: 200,
        solved_from: 10,
        least: 0,
    };
    compare("tic-tac-toe.kif", &how);
    compare("weighted-tic-tac-toe.kif", &Comparison { settings: &[("weights", "1,2,3,4,5,6,7,8,9")], ..how });
    compare("four-by-three.kif", &Comparison { settings: &[("cols", "4")], games: 30, solved_from: 8, ..how });
}

#[test]
fn hex() {
    // red goes across here, and down there
    let rename = |text: &str| {
        let words = words(text);
        let (row, column): (u8, u8) = (words[1].parse().unwrap(), words[2].parse().unwrap());
        format!("{}{}", (b'a' + row - 1) as char, 4 - column)
    };
    compare(
        "hex.kif",
        &Comparison {
            game: "hex",
            settings: &[("size", "3")],
            rename,
            scale: 1,
            games: 200,
            solved_from: 10,
            least: 0,
        },
    );
}

#[test]
fn triangle_war() {
    let how = Comparison {
        game: "triangle-war",
        settings: &THREE,
        rename: str::to_string,
        scale: 10,
        games: 100,
        solved_from: 9,
        least: 0,
    };
    compare("triangle-war.kif", &how);
}

#[test]
fn finger_game() {
    let rename = |text: &str| {
        let side = |word: &str, letters: [char; 2]| letters[usize::from(word == "right")];
        let words = words(text);
        [side(words[1], ['a', 'b']), side(words[2], ['c', 'd'])].iter().collect()
    };
    compare(
        "finger-game.kif",
        &Comparison { game: "finger-game", settings: &THREE, rename, scale: 1, games: 20, solved_from: 50, least: 0 },
    );
}

#[test]
fn tixtax() {
    let rename = |text: &str| {
        const PLACES: [&str; 9] = ["nw", "n", "ne", "w", "m", "e", "sw", "s", "se"];
        let words = words(text);
        let [board, cell] = [1, 2].map(|at| PLACES.iter().position(|place| *place == words[at]).unwrap());
        let (row, column) = (3 * (board / 3) + cell / 3, 3 * (board % 3) + cell % 3);
        format!("{}{}", (b'a' + column as u8) as char, 9 - row)
    };
    compare(
        "tixtax.kif",
        &Comparison { game: "tixtax", settings: &THREE, rename, scale: 1, games: 100, solved_from: 5, least: 64 },
    );
}
