//! Work on all cores: numbered jobs, under one control.

use crate::Control;
use crate::team::join;
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
    pub fn run<T, E: From<Interrupted> + Send>(
        self,
        jobs: usize,
        control: &mut Control,
        own: impl Fn() -> T + Sync,
        job: impl Fn(&mut T, usize) -> Result<u64, E> + Sync,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let visited = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let failure: Mutex<Option<(usize, E)>> = Mutex::new(None);
        let work = |mut watch: Option<&mut Control>| {
            let mut may_go_on = |positions: u64| {
                let all = visited.fetch_add(positions, Ordering::Relaxed) + positions;
                watch.as_mut().is_none_or(|control| {
                    visited.fetch_sub(all, Ordering::Relaxed);
                    control.advance(all)
                })
            };
            let mut things = own();
            let _stop_others = StopOnPanic(&stop);
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= jobs {
                    break;
                }
                let result = match job(&mut things, number) {
                    Ok(positions) if may_go_on(positions) => Ok(()),
                    Ok(_) => Err(Interrupted.into()),
                    Err(halt) => Err(halt),
                };
                if let Err(halt) = result {
                    stop.store(true, Ordering::Relaxed);
                    let mut first = failure.lock().expect("nobody panics with the lock");
                    if first.as_ref().is_none_or(|(earlier, _)| number < *earlier) {
                        *first = Some((number, halt));
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads().min(jobs)).map(|_| scope.spawn(|| work(None))).collect();
            work(Some(&mut *control));
            others.into_iter().for_each(join);
        });
        match failure.into_inner().expect("nobody panics with the lock") {
            Some((_, halt)) => Err(halt),
            None if !control.advance(visited.into_inner()) => Err(Interrupted.into()),
            None => Ok(()),
        }
    }
}
