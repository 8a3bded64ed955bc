//! Node counts of fixed jobs: a silent change of the search shows here.

use perfectplay_game::Notation;
use perfectplay_games::with_game;
use perfectplay_solve::{AlphaBeta, Control, Engine, Goal};

#[test]
fn fixed_jobs_take_the_same_nodes() {
    let text = include_str!("../data/fingerprints.txt");
    let rerun = |line: &str| {
        let [_, _, game_text, position] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            return line.to_string();
        };
        let opened = crate::common::open(game_text);
        with_game!(&opened.game, game => {
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
