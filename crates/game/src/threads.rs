//! Work that several threads do side by side.

use std::panic::resume_unwind;

/// Calls a job on so many other threads, with the numbers from 1 on, while this thread does the first. If the job of a thread
/// panics, that panic goes on here. Compiled once for all jobs: each takes much longer than to be called.
pub fn side_by_side(others: usize, other: &(dyn Fn(usize) + Sync), first: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (1..=others).map(|nth| scope.spawn(move || other(nth))).collect();
        first();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
