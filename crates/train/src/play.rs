//! Games of an estimate with itself, and what there is to learn from them.

use crate::model::Sample;
use perfectplay_game::{Player, Value};
use perfectplay_solve::network::Network;
use perfectplay_solve::{Control, Estimate, Limits, Solvable};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How games are played.
pub struct Play {
    /// Games, the seed of the first, and how many threads play.
    pub games: usize,
    pub seed: u64,
    pub threads: usize,
    /// Moves made in the tree, for each move of a game.
    pub nodes: u64,
    /// At most so many moves are made by chance to begin with, and so many more by the share of visits.
    pub by_chance: usize,
    pub by_share: usize,
    /// How much moves are tried that do not seem best.
    pub exploration: f32,
    /// For each move of a game, so many positions of the tree are learnt from, too.
    pub of_tree: usize,
    /// How much what was reached in the end counts, against what a position seemed to be worth.
    pub end: f32,
}

/// Bytes for a tree and its network, of which that may take a quarter.
const MEMORY: usize = 256 << 20;

/// Positions of the tree are learnt from if they were visited so often.
const LEAST_VISITS: u32 = 8;

impl Play {
    /// The samples of all games, in their order.
    pub fn samples<G: Solvable>(&self, game: &G, network: Option<&Arc<Network>>) -> Vec<Sample> {
        assert!(Network::memory(&game.patterns()) <= MEMORY / 4, "a network that is left out teaches nothing");
        let next = AtomicUsize::new(0);
        let games: Mutex<Vec<(usize, Vec<Sample>)>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let nth = next.fetch_add(1, Ordering::Relaxed);
                        if nth >= self.games {
                            return;
                        }
                        let samples = self.game(game, network, self.seed.wrapping_add(nth as u64));
                        games.lock().expect("nobody panics with the lock").push((nth, samples));
                    }
                });
            }
        });
        let mut games = games.into_inner().expect("nobody panics with the lock");
        games.sort_unstable_by_key(|(nth, _)| *nth);
        games.into_iter().flat_map(|(_, samples)| samples).collect()
    }

    fn game<G: Solvable>(&self, game: &G, network: Option<&Arc<Network>>, seed: u64) -> Vec<Sample> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut estimate = Estimate::with_network(game, MEMORY, random.u64(..), || network.cloned())
            .expect("enough memory")
            .for_learning(self.exploration);
        let (mut position, mut lead) = (game.start(), 0);
        let by_chance = random.usize(..=self.by_chance);
        // who is to move, the patterns, and what it seems to be worth
        let mut seen: Vec<(Player, Vec<u16>, f32)> = vec![];
        let mut of_trees = vec![];
        let mut ply = 0;
        let end = loop {
            if let Some(value) = game.final_value(&position) {
                break value.with_lead(lead);
            }
            let turn = game.turn(&position);
            let moves: Vec<G::Move> = game.moves(&position).collect();
            let mv = if ply < by_chance {
                moves[random.usize(..moves.len())]
            } else {
                let mut control = Control::new(Limits { nodes: Some(self.nodes), time: None });
                let estimation = estimate.think(&position, lead, &mut control).expect("a game that keeps its promises");
                let bounds = estimation.shown.bounds.with_lead(lead);
                if let Some(value) = bounds.value().or(bounds.outcome().map(|_| bounds.at_least)) {
                    break value;
                }
                let (best, score) = estimation.choice().expect("an unfinished position");
                seen.push((turn, look(game, &position, lead, &mut random), score.mean as f32));
                let mut visited = 0;
                let mut chosen: Vec<(G::Position, i32, f64)> = vec![];
                estimate.each_visited(LEAST_VISITS, &mut |position, lead, score| {
                    // each of them has the same chance to stay
                    visited += 1;
                    let place = if chosen.len() < self.of_tree { chosen.len() } else { random.usize(..visited) };
                    if place == chosen.len() {
                        chosen.push((position.clone(), lead, score));
                    } else if let Some(place) = chosen.get_mut(place) {
                        *place = (position.clone(), lead, score);
                    }
                });
                of_trees.extend(chosen.iter().map(|(position, lead, score)| Sample {
                    seen: look(game, position, *lead, &mut random),
                    worth: *score as f32,
                }));
                let visits = estimation.tries.iter().map(|tries| u64::from(tries.visits));
                if ply < by_chance + self.by_share {
                    let mut at = random.u64(..visits.clone().sum::<u64>());
                    let mut chosen = best;
                    for (mv, visits) in moves.iter().zip(visits) {
                        if at < visits {
                            chosen = *mv;
                            break;
                        }
                        at -= visits;
                    }
                    chosen
                } else {
                    best
                }
            };
            let step = game.play(&position, mv);
            let again = game.moves_again(&position, &step.position);
            lead += step.gain;
            lead = if again { lead } else { -lead };
            position = step.position;
            ply += 1;
        };
        let worth = points(end);
        let turn = game.turn(&position);
        let sample = |(mover, seen, score): (Player, Vec<u16>, f32)| {
            let worth = if mover == turn { worth } else { 1.0 - worth };
            Sample { seen, worth: self.end * worth + (1.0 - self.end) * score }
        };
        seen.into_iter().map(sample).chain(of_trees).collect()
    }
}

/// The patterns of a position, turned by chance: what is the same when it is turned is worth the same.
fn look<G: Solvable>(game: &G, position: &G::Position, lead: i32, random: &mut fastrand::Rng) -> Vec<u16> {
    let image = random.choice(game.images(position)).expect("the position itself");
    let mut patterns = vec![0; game.patterns().places.len()];
    game.look(&image, lead, &mut patterns);
    patterns
}

/// What a value is worth: 1 for a win.
fn points(value: Value) -> f32 {
    (value.worth().signum() + 1) as f32 / 2.0
}
