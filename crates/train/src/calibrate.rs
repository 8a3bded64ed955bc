//! How far estimates can be trusted: how often the move that seems best keeps what can be had, and how far percentages are from the truth.

use crate::positions::Known;
use crate::versus::own_time;
use perfectplay_game::Playable;
use perfectplay_solve::network::Network;
use perfectplay_solve::{Clock, Control, Estimate, Limits, Score};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Bytes for a tree.
const MEMORY: usize = 512 << 20;

/// Parts of the scale from 0 to 1.
const PARTS: usize = 5;

/// What came of some positions.
#[derive(Clone, Default)]
pub struct Tally {
    /// Positions, and those in which some move gives something away.
    positions: [usize; 2],
    /// Of either, those in which the chosen move keeps what can be had.
    kept: [usize; 2],
    /// Positions in which one move was told from all others, and those of them in which it keeps what can be had.
    alone: [usize; 2],
    /// By parts of the scale: the moves that were estimated to be there, the sums of what was estimated and of its ends, and of the truth.
    parts: [Part; PARTS],
}

#[derive(Clone, Copy, Default)]
struct Part {
    moves: usize,
    mean: f64,
    low: f64,
    high: f64,
    truth: f64,
}

impl Tally {
    /// Estimates all positions anew, each within so much time of the processor.
    pub fn of<G: Playable>(
        game: &G,
        network: Option<&Arc<Network>>,
        known: &[Known<G>],
        time: Duration,
        threads: usize,
    ) -> Self {
        let next = AtomicUsize::new(0);
        let tally = Mutex::new(Tally::default());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(known) = known.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let network = network.cloned();
                        let mut estimate = Estimate::with_network(game, MEMORY, 1, || network).expect("enough memory");
                        let limits = Limits { nodes: None, time: Some(time) };
                        let mut control = Control::with_clock(limits, Clock::new(own_time));
                        let lead = known.record.lead(game);
                        let found = estimate.think(known.record.position(), lead, &mut control);
                        let found = found.expect("a game that keeps its promises");
                        let choice = found.choice.expect("an unfinished position");
                        let scores: Vec<Score> = found.tries.iter().map(|tries| tries.score).collect();
                        tally.lock().expect("nobody panics with the lock").count(
                            known,
                            choice,
                            found.leaders.len(),
                            &scores,
                        );
                    }
                });
            }
        });
        tally.into_inner().expect("nobody panics with the lock")
    }

    fn count<G: Playable>(&mut self, known: &Known<G>, choice: usize, leaders: usize, scores: &[Score]) {
        let is_kept = known.worths[choice] == known.best();
        for (among, counts) in [true, known.has_a_choice()].into_iter().enumerate() {
            self.positions[among] += usize::from(counts);
            self.kept[among] += usize::from(counts && is_kept);
        }
        if leaders == 1 && scores.len() > 1 {
            self.alone[0] += 1;
            self.alone[1] += usize::from(is_kept);
        }
        for (score, truth) in scores.iter().zip(&known.worths) {
            let part = &mut self.parts[((score.mean * PARTS as f64) as usize).min(PARTS - 1)];
            part.moves += 1;
            part.mean += score.mean;
            part.low += score.low;
            part.high += score.high;
            part.truth += truth;
        }
    }

    /// A row of a table.
    pub fn row(&self) -> String {
        let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        let mut row = String::new();
        for among in 0..2 {
            let share = percent(self.kept[among], self.positions[among]);
            write!(row, " {share:.1} % of {} |", self.positions[among]).expect("writing to memory");
        }
        write!(row, " {:.1} % of {} |", percent(self.alone[1], self.alone[0]), self.alone[0])
            .expect("writing to memory");
        for part in &self.parts {
            let mean = |sum: f64| 100.0 * sum / part.moves.max(1) as f64;
            let [low, high, truth] = [part.low, part.high, part.truth].map(mean);
            // as they are shown
            let is_within = low.round() <= truth.round() && truth.round() <= high.round();
            let sign = if is_within { "" } else { " ✗" };
            write!(row, " {:.0} ({low:.0} to {high:.0}), truth {truth:.0}{sign} |", mean(part.mean))
                .expect("writing to memory");
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::Record;
    use perfectplay_games::{TixTax, WonBoards};

    #[test]
    fn what_is_counted_is_told() {
        let game = TixTax::new(WonBoards::Closed);
        let known = |worths: &[f64]| Known { record: Record::new(&game), worths: worths.to_vec() };
        let score = |mean: f64| Score { mean, low: mean - 0.1, high: mean + 0.1 };
        let mut tally = Tally::default();
        tally.count(&known(&[1.0, 0.0]), 0, 1, &[score(0.85), score(0.3)]);
        tally.count(&known(&[1.0, 0.0]), 1, 2, &[score(0.45), score(0.55)]);
        tally.count(&known(&[0.5, 0.5]), 1, 1, &[score(0.5), score(0.5)]);
        let parts = [
            "0 (0 to 0), truth 0",
            "30 (20 to 40), truth 0 ✗",
            "50 (40 to 60), truth 50",
            "0 (0 to 0), truth 0",
            "85 (75 to 95), truth 100 ✗",
        ];
        assert_eq!(tally.row(), format!(" 66.7 % of 3 | 50.0 % of 2 | 100.0 % of 2 | {} |", parts.join(" | ")));
    }
}
