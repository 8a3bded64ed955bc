//! An exact search with an estimate beside it, which lasts until the exact answer takes its place.

use crate::engine::follow;
use crate::{Control, Engine, Estimate, Estimation, Goal, Limits, Progress, Solution, Solvable, SolveError, Stop};
use std::cell::RefCell;
use std::time::Duration;

/// What is proved of a position, and what is estimated as long as that does not tell who wins by each move.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<M> {
    /// What is proved.
    pub solution: Solution<M>,
    /// What is estimated, within what is proved.
    pub estimation: Option<Estimation<M>>,
}

/// So long a search has its time for itself, or a quarter of its time if that is less.
const ALONE: Duration = Duration::from_secs(1);

/// From then on, one part in so many of the time is for the estimate, a turn after the other.
const PARTS: u32 = 4;

/// See [`PARTS`].
const TURN: Duration = Duration::from_millis(25);

/// After a search with a limit on positions an estimate has a quarter as many, but no more than this.
const MOST_NODES: u64 = 1_000_000;

/// Solves a position as far as the goal asks, where the side to move has this lead, and estimates it beside if that takes a while.
/// Tells what is known whenever that changes.
///
/// # Errors
///
/// If the game cannot be solved this way.
pub fn analyse<G: Solvable>(
    engine: &mut (impl Engine<G> + ?Sized),
    estimate: &mut Estimate<'_, G>,
    (position, lead): (&G::Position, i32),
    goal: Goal,
    news: &mut dyn FnMut(&Analysis<G::Move>),
    control: &mut Control,
) -> Result<Analysis<G::Move>, SolveError<G::Position>> {
    let limits = control.limits();
    let left = limits.time.map_or(Duration::MAX, |time| time.saturating_sub(control.elapsed()));
    let mut next = control.elapsed() + ALONE.min(left / PARTS);
    let control_of = control.beside_it();
    let turn = || control_of(Limits { nodes: None, time: Some(TURN) });
    let solution = Solution::unknown(engine, position);
    let beside = Beside { scored: engine.game().scored(), position, lead, estimate, solution, estimation: None, news };
    let beside = RefCell::new(beside);
    let work = |progress: &Progress| {
        // so that an answer within a number of positions is the same each time
        if limits.nodes.is_none() && progress.elapsed >= next {
            beside.borrow_mut().refine(turn());
            next = progress.elapsed + TURN * PARTS;
        }
    };
    let search =
        |control: &mut Control| follow(engine, position, goal, &mut |known| beside.borrow_mut().heed(known), control);
    let solution = control.beside(work, search)?;
    let mut beside = beside.into_inner();
    beside.heed(&solution);
    match control.stopped() {
        Some(Stop::Nodes) => {
            let nodes = limits.nodes.map(|nodes| (nodes / u64::from(PARTS)).min(MOST_NODES));
            beside.refine(control_of(Limits { nodes, time: None }));
        }
        Some(_) if beside.estimation.is_none() => beside.refine(turn()),
        _ => {}
    }
    Ok(Analysis { solution, estimation: beside.estimation })
}

/// What stands beside the search.
struct Beside<'b, 'g, G: Solvable> {
    scored: bool,
    position: &'b G::Position,
    lead: i32,
    estimate: &'b mut Estimate<'g, G>,
    solution: Solution<G::Move>,
    estimation: Option<Estimation<G::Move>>,
    news: &'b mut dyn FnMut(&Analysis<G::Move>),
}

impl<G: Solvable> Beside<'_, '_, G> {
    /// Takes what the search knows now.
    fn heed(&mut self, solution: &Solution<G::Move>) {
        self.solution = solution.clone();
        if self.estimation.take().is_some() {
            self.think(Control::new(Limits { nodes: Some(0), time: None }));
        }
        self.tell();
    }

    /// Goes on with the estimate, if there is still something to estimate.
    fn refine(&mut self, control: Control) {
        self.think(control);
        self.tell();
    }

    fn think(&mut self, mut control: Control) {
        if !self.solution.answers(Goal::Outcome { lead: self.lead }, self.scored) {
            let proved = &self.solution.moves;
            // what cannot be estimated can be solved all the same
            self.estimation = self.estimate.think_beside(self.position, self.lead, proved, &mut control).ok();
        }
    }

    fn tell(&mut self) {
        (self.news)(&Analysis { solution: self.solution.clone(), estimation: self.estimation.clone() });
    }
}
