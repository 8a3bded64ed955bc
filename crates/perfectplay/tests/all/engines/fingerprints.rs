//! Node counts of fixed jobs: a silent change of the search shows here.

use crate::common::{open, with_game};
use perfectplay_game::{Game, Notation, Outcome, Target, Value};
use perfectplay_games::{TixTax, WonBoards};
use perfectplay_solve::{AlphaBeta, Control, Crew, Engine, Goal, ProofNumber};

#[test]
fn fixed_jobs_take_the_same_nodes() {
    let text = include_str!("../../data/fingerprints.txt");
    let rerun = |line: &str| {
        let [_, _, game_text, position] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            return line.to_string();
        };
        let opened = open(game_text);
        with_game!(opened, |game| {
            let record = game.read_position(position).unwrap();
            let mut engine = AlphaBeta::new(game, 64 << 20).unwrap();
            let mut control = Control::default();
            let value = engine.bounds(record.position(), Goal::Exact, &mut control).unwrap().value().unwrap();
            format!("{} | {value} | {game_text} | {position}", control.nodes()).trim_end().to_string()
        })
    };
    let lines: Vec<String> = text.lines().map(|l| if l.starts_with('#') { l.to_string() } else { rerun(l) }).collect();
    assert_eq!(lines.join("\n").trim_end(), text.trim_end(), "the new figures:\n{}", lines.join("\n"));
}

#[test]
fn proof_number_search_takes_the_same_nodes() {
    let game = TixTax::new(WonBoards::Closed);
    let mut engine = ProofNumber::new(&game, 64 << 20, Crew::new(1)).unwrap();
    for (plies, nodes) in [(19, 303), (21, 9192)] {
        let mut control = Control::default();
        let win = Goal::Whether { at_least: Target::of(Value::Win { plies }) };
        let bounds = engine.bounds(&game.start(), win, &mut control).unwrap();
        assert_eq!(bounds.at_most, Value::Win { plies: plies + 1 });
        assert_eq!(control.nodes(), nodes, "within {plies} plies");
    }
    let late = "1x1oo1xx1/x1ooox2o/xo1xx4/3o3ox/1xox1o2x/oo3ox1x/xxoox2oo/xx4o2/oo1oxx2x g2";
    let record = game.read_position(late).unwrap();
    let mut control = Control::default();
    let bounds = engine.bounds(record.position(), Goal::Outcome { lead: 0 }, &mut control).unwrap();
    assert_eq!((bounds.outcome(), control.nodes()), (Some(Outcome::Tie), 37624));
}
