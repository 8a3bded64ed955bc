//! A player for matches with other programs, line by line: `newgame`, `play MOVE`, `go MILLISECONDS` (of the processor), which it answers
//! with `move MOVE`. Moves are numbers, as they are in the rules of the game.

use crate::versus::own_time;
use perfectplay_solve::network::Network;
use perfectplay_solve::{Clock, Control, Estimate, Limits, Solvable};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

/// Bytes for a tree.
const MEMORY: usize = 512 << 20;

/// Answers until the input ends. A move is told by its place among the names that `name` gives.
pub fn answer<G: Solvable>(game: &G, network: Option<Arc<Network>>, name: impl Fn(G::Move) -> String) {
    let mut random = fastrand::Rng::new();
    let mut start = || Estimate::with_network(game, MEMORY, random.u64(..), || network.clone()).expect("enough memory");
    let mut player = start();
    let (mut position, mut lead) = (game.start(), 0);
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let mut words = line.split_whitespace();
        let made = match (words.next(), words.next()) {
            (Some("newgame"), _) => {
                (position, lead) = (game.start(), 0);
                player = start();
                continue;
            }
            (Some("play"), Some(text)) => game.moves(&position).find(|&mv| name(mv) == text),
            (Some("go"), Some(milliseconds)) => {
                let time = Duration::from_millis(milliseconds.parse().expect("a number of milliseconds"));
                let mut control = Control::with_clock(Limits { nodes: None, time: Some(time) }, Clock::new(own_time));
                let estimation = player.think(&position, lead, &mut control).expect("a game that keeps its promises");
                estimation.choice().map(|(mv, score)| {
                    eprintln!("{} {:.3} of {} positions", name(mv), score.mean, control.nodes());
                    println!("move {}", name(mv));
                    std::io::stdout().flush().expect("somebody who listens");
                    mv
                })
            }
            _ => None,
        };
        let step = game.play(&position, made.unwrap_or_else(|| panic!("expected a legal move, found {line:?}")));
        lead += step.gain;
        lead = if game.moves_again(&position, &step.position) { lead } else { -lead };
        position = step.position;
    }
}
