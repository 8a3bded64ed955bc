//! The edge of an opening: positions whose moves lead out of it, and whose values are found by search, with one table for all.

use crate::halt::Halt;
use crate::{AlphaBeta, Control, Crew, Solvable};
use std::io;
use std::time::Duration;

/// So many positions for each thread are searched between two looks at the clock.
const TOGETHER: usize = 32;

/// The search, and how far it is.
pub(super) struct Edge<'g, G: Solvable> {
    engine: AlphaBeta<'g, G>,
    crew: Crew,
    what: String,
    /// When these positions were begun, and how many of them were done by then.
    begun: (Duration, u64),
    done: u64,
    count: u64,
}

impl<'g, G: Solvable> Edge<'g, G> {
    pub(super) fn new(game: &'g G, memory: usize, crew: Crew) -> Result<Self, Halt<G::Position>> {
        let engine = AlphaBeta::with_crew(game, memory, crew)
            .map_err(|too_small| io::Error::new(io::ErrorKind::OutOfMemory, too_small))?;
        Ok(Edge { engine, crew, what: String::new(), begun: Default::default(), done: 0, count: 0 })
    }

    /// So many positions are searched together.
    pub(super) fn together(&self) -> usize {
        TOGETHER * self.crew.threads()
    }

    /// The next positions to search: what they are, and how many, of which some are done.
    pub(super) fn begin(&mut self, what: String, done: u64, count: u64, control: &Control) {
        (self.what, self.done, self.count) = (what, done, count);
        self.begun = (control.clock().now(), done);
    }

    /// Searches some of them. Tells what each is worth, by its place, as soon as that is known, until the control stops it.
    pub(super) fn search(
        &mut self,
        positions: &[G::Position],
        control: &mut Control,
        found: &(impl Fn(usize, i32) + Sync),
    ) -> Result<(), Halt<G::Position>> {
        let time = control.clock().now().saturating_sub(self.begun.0);
        control.stage(stage(&self.what, self.done, self.count, time, self.done - self.begun.1));
        self.engine.values(positions, control, &|nth, value| found(nth, value.worth()))?;
        self.done += positions.len() as u64;
        Ok(())
    }
}

/// What is told on the way: how many positions are done, and how long the others are going to take if they are alike.
fn stage(what: &str, done: u64, count: u64, time: Duration, done_in_it: u64) -> String {
    let left = match done_in_it {
        0 => String::new(),
        done_in_it => {
            let seconds = time.as_secs_f64() / done_in_it as f64 * (count - done) as f64;
            format!(", {} left", rough(seconds as u64))
        }
    };
    format!("searching {what}, {done} of {count} positions{left}")
}

/// A time as a person would tell it.
fn rough(seconds: u64) -> String {
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5999 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h", (seconds + 1800) / 3600),
    }
}
