//! Matches between two estimates, with and without networks, at equal time of the processor.

use perfectplay_solve::network::Network;
use perfectplay_solve::{Clock, Control, Estimate, Limits, Solvable};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How a match is played.
pub struct Versus {
    /// Pairs of games with the same opening, in which both begin once.
    pub pairs: usize,
    pub limits: Limits,
    pub threads: usize,
    pub seed: u64,
}

/// Bytes for a tree.
const MEMORY: usize = 256 << 20;

/// Time of the processor that this thread has had.
pub fn own_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

impl Versus {
    /// Wins, ties and losses of the first player.
    pub fn play<G: Solvable>(&self, game: &G, networks: [Option<Arc<Network>>; 2]) -> [u32; 3] {
        let next = AtomicUsize::new(0);
        let results: Mutex<[u32; 3]> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let nth = next.fetch_add(1, Ordering::Relaxed);
                        if nth >= 2 * self.pairs {
                            return;
                        }
                        let points = self.game(game, &networks, nth);
                        let mut results = results.lock().expect("nobody panics with the lock");
                        results[2 - points] += 1;
                        let played: u32 = results.iter().sum();
                        if played.is_multiple_of(20) {
                            println!("{}", told(*results));
                        }
                    }
                });
            }
        });
        results.into_inner().expect("nobody panics with the lock")
    }

    /// The points of the first player in the nth game: 2 for a win.
    fn game<G: Solvable>(&self, game: &G, networks: &[Option<Arc<Network>>; 2], nth: usize) -> usize {
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_add(nth as u64 / 2));
        let mut players: Vec<Estimate<G>> = networks
            .iter()
            .map(|network| {
                Estimate::with_network(game, MEMORY, random.u64(..), || network.clone()).expect("enough memory")
            })
            .collect();
        let plies = random.usize(2..=4);
        let (mut position, mut lead, mut made) = (game.start(), 0, 0);
        loop {
            let turn = game.turn(&position).index();
            if let Some(value) = game.final_value(&position) {
                let points = (value.with_lead(lead).worth().signum() + 1) as usize;
                // the first player has the first turn in games of even number
                return if turn == nth % 2 { points } else { 2 - points };
            }
            let mv = if made < plies {
                random.choice(game.moves(&position).collect::<Vec<_>>()).expect("an unfinished position")
            } else {
                let mut control = Control::with_clock(self.limits, Clock::new(own_time));
                let player = &mut players[(turn + nth) % 2];
                let estimation = player.think(&position, lead, &mut control).expect("a game that keeps its promises");
                estimation.choice().expect("an unfinished position").0
            };
            let step = game.play(&position, mv);
            let again = game.moves_again(&position, &step.position);
            lead += step.gain;
            lead = if again { lead } else { -lead };
            position = step.position;
            made += 1;
        }
    }
}

/// A result in words, with the interval in which the score is in 95 of 100 cases.
pub fn told([wins, ties, losses]: [u32; 3]) -> String {
    let count = f64::from(wins + ties + losses);
    let score = (f64::from(wins) + f64::from(ties) / 2.0) / count;
    let square = (f64::from(wins) + f64::from(ties) / 4.0) / count - score * score;
    let reach = 1.96 * (square / count).sqrt();
    format!("{wins} wins, {ties} ties, {losses} losses: {:.1} % ± {:.1}", 100.0 * score, 100.0 * reach)
}
