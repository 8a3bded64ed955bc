//! Work on all cores: numbered jobs, under one control.

use crate::Control;
use perfectplay_game::threads::side_by_side;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The control said that it is time to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// A number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Crew(NonZero<usize>);

impl Default for Crew {
    /// As many threads as there are cores.
    fn default() -> Self {
        Crew(std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN))
    }
}

/// Stops the other threads if the rules of a game panic in one.
struct StopOnPanic<'s>(&'s AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Crew {
    /// So many threads, at least one.
    pub fn new(threads: usize) -> Self {
        Crew(NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN))
    }

    /// How many threads there are.
    pub fn threads(self) -> usize {
        self.0.get()
    }

    /// Does the jobs with the numbers below `jobs`, in about this order, each thread with things of its own. A job says
    /// how many positions it went through. Which thread does which job must make no difference.
    ///
    /// # Errors
    ///
    /// If a job fails, or the control stops them.
    pub fn run<T, E: From<Interrupted> + Send>(
        self,
        jobs: usize,
        control: &mut Control,
        own: impl Fn() -> T + Sync,
        job: impl Fn(&mut T, usize) -> Result<u64, E> + Sync,
    ) -> Result<(), E> {
        self.run_each(jobs, control, &|work: Work<'_, E>| {
            let mut things = own();
            work(&mut |nth| job(&mut things, nth));
        })
    }

    /// Compiled once for all kinds of jobs that fail alike.
    fn run_each<E: From<Interrupted> + Send>(
        self,
        jobs: usize,
        control: &mut Control,
        hand: &(dyn Fn(Work<'_, E>) + Sync),
    ) -> Result<(), E> {
        let failure: Mutex<Option<(usize, E)>> = Mutex::new(None);
        let note = |nth: usize, halt: E| {
            let mut first = failure.lock().expect("nobody panics with the lock");
            if first.as_ref().is_none_or(|(earlier, _)| nth < *earlier) {
                *first = Some((nth, halt));
            }
        };
        let done = self.share(jobs, control, &|share| {
            hand(&mut |job| share(&mut |nth| job(nth).map_err(|halt| note(nth, halt))));
        });
        match (failure.into_inner().expect("nobody panics with the lock"), done) {
            (Some((_, halt)), _) => Err(halt),
            (None, Err(interrupted)) => Err(interrupted.into()),
            (None, Ok(())) => Ok(()),
        }
    }

    /// Lets each thread do jobs until there are none, one fails, or the control says so. Compiled once for all kinds of jobs:
    /// each takes much longer than to be called.
    fn share(
        self,
        jobs: usize,
        control: &mut Control,
        hand: &(dyn Fn(Work<'_, ()>) + Sync),
    ) -> Result<(), Interrupted> {
        let next = AtomicUsize::new(0);
        let visited = AtomicU64::new(0);
        let (stop, interrupted) = (AtomicBool::new(false), AtomicBool::new(false));
        let work = |mut watch: Option<&mut Control>| {
            let mut may_go_on = |positions: u64| {
                let all = visited.fetch_add(positions, Ordering::Relaxed) + positions;
                watch.as_mut().is_none_or(|control| {
                    visited.fetch_sub(all, Ordering::Relaxed);
                    control.advance(all)
                })
            };
            let _stop_others = StopOnPanic(&stop);
            hand(&mut |job| {
                while !stop.load(Ordering::Relaxed) {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if nth >= jobs {
                        break;
                    }
                    let done = job(nth);
                    if done.is_ok_and(&mut may_go_on) {
                        continue;
                    }
                    interrupted.fetch_or(done.is_ok(), Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                }
            });
        };
        let others = self.threads().min(jobs).saturating_sub(1);
        side_by_side(others, &|_| work(None), &mut || work(Some(&mut *control)));
        let may_go_on = control.advance(visited.into_inner());
        if may_go_on && !interrupted.into_inner() { Ok(()) } else { Err(Interrupted) }
    }
}

/// Calls a job with its number again and again. The job says how many positions it went through, or why it failed.
type Work<'w, E> = &'w mut dyn FnMut(&mut dyn FnMut(usize) -> Result<u64, E>);
