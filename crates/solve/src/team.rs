//! Threads that work on the same question with a table in common, until the first of them has the answer.

use crate::control::INTERVAL;
use crate::halt::Halt;
use crate::transposition::STIRRING;
use crate::{Control, Crew};
use perfectplay_game::threads::side_by_side;
use std::fmt::Debug;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// What the threads share.
pub(crate) struct Team {
    stop: AtomicBool,
    nodes: AtomicU64,
    /// Where threads are at work, so that others go elsewhere: counts by a part of the hash. A count that two positions
    /// share does no harm.
    busy: Vec<AtomicU8>,
    /// After so many nodes of one thread the team stops.
    most_nodes: u64,
    has_had_enough: AtomicBool,
}

/// One of the threads.
pub(crate) struct Member<'t, 'c> {
    team: &'t Team,
    /// The first thread looks after the control.
    watch: Option<&'t mut Control<'c>>,
    nodes: u64,
    /// So many nodes are known to the team.
    told: u64,
    next_poll: u64,
}

const BUSY_BITS: u32 = 14;

/// So far from the root it matters that threads keep out of each other's way. Marks further on cost more than they save.
const MARKED_PLIES: usize = 8;

/// So often the first thread looks after the control when it has no work left.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A question that takes fewer nodes is answered sooner than other threads are started.
const NODES_ALONE: u64 = 2048;

/// Lets one thread work on the question for a moment, and then each thread of a crew. The answer is that of the thread that has one first.
pub(crate) fn work<R: Send, P: Debug + Send>(
    crew: Crew,
    control: &mut Control,
    job: impl Fn(&mut Member) -> Result<R, Halt<P>> + Sync,
) -> Result<R, Halt<P>> {
    let threads = crew.threads().min(control.most_threads());
    if threads > 1 {
        let alone = Team::new(1, NODES_ALONE);
        match alone.work(1, control, &job) {
            Err(Halt::Stopped) if alone.has_had_enough.into_inner() => {}
            answer => return answer,
        }
    }
    Team::new(threads, u64::MAX).work(threads, control, &job)
}

/// Lets each thread of a crew work by itself, until all have come to their end or one fails.
pub(crate) fn share<P: Debug + Send>(
    crew: Crew,
    control: &mut Control,
    job: impl Fn(&mut Member) -> Result<(), Halt<P>> + Sync,
) -> Result<(), Halt<P>> {
    let team = Team::new(1, u64::MAX);
    let at_work = AtomicUsize::new(crew.threads());
    let failure = Mutex::new(None);
    let run = |watch| {
        let stop_others = StopAtEnd(&team.stop);
        let mut member = Member { team: &team, watch, nodes: 0, told: 0, next_poll: 0 };
        match job(&mut member) {
            // a panic and a failure stop the others, an end does not
            Ok(()) => std::mem::forget(stop_others),
            Err(halt) => {
                let mut first = failure.lock().expect("nobody panics with the lock");
                *first = first.take().filter(|known| matches!(known, Halt::Failed(_))).or(Some(halt));
            }
        }
        at_work.fetch_sub(1, Ordering::Relaxed);
        while member.watch.is_some() && at_work.load(Ordering::Relaxed) > 0 && !team.stop.load(Ordering::Relaxed) {
            std::thread::sleep(BETWEEN_LOOKS);
            member.tell();
        }
    };
    let mut watch = Some(&mut *control);
    side_by_side(crew.threads() - 1, &|_| run(None), &mut || run(watch.take()));
    control.advance(team.nodes.into_inner());
    failure.into_inner().expect("nobody panics with the lock").map_or(Ok(()), Err)
}

impl Team {
    fn new(threads: usize, most_nodes: u64) -> Team {
        let counts = if threads > 1 { 1 << BUSY_BITS } else { 0 };
        Team {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            busy: (0..counts).map(|_| AtomicU8::new(0)).collect(),
            most_nodes,
            has_had_enough: AtomicBool::new(false),
        }
    }

    fn work<R: Send, P: Debug + Send>(
        &self,
        threads: usize,
        control: &mut Control,
        job: &(impl Fn(&mut Member) -> Result<R, Halt<P>> + Sync),
    ) -> Result<R, Halt<P>> {
        let results = Mutex::new(vec![]);
        let run = |nth: usize, watch| {
            let _stop_others = StopAtEnd(&self.stop);
            let result = job(&mut Member { team: self, watch, nodes: 0, told: 0, next_poll: 0 });
            results.lock().expect("nobody panics with the lock").push((nth, result));
        };
        let mut watch = Some(&mut *control);
        side_by_side(threads - 1, &|nth| run(nth, None), &mut || run(0, watch.take()));
        let results = results.into_inner().expect("nobody panics with the lock");
        control.advance(self.nodes.load(Ordering::Relaxed));
        let rank = |result: &Result<R, Halt<P>>| match result {
            Ok(_) => 0,
            Err(Halt::Failed(_)) => 1,
            Err(_) => 2,
        };
        let best = results.into_iter().min_by_key(|(nth, result)| (rank(result), *nth));
        best.expect("a crew has a thread").1
    }
}

/// Stops the others when a thread ends, by an answer or by a panic.
struct StopAtEnd<'s>(&'s AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Member<'_, '_> {
    /// Nodes of this thread.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether there are other threads.
    #[inline]
    pub(crate) fn has_others(&self) -> bool {
        !self.team.busy.is_empty()
    }

    /// To be called for every node; false if it is time to stop. Now and then `at_times` is called, too.
    #[inline]
    pub(crate) fn tick(&mut self, at_times: impl FnOnce()) -> bool {
        if self.nodes >= self.next_poll {
            at_times();
            if !self.tell() {
                return false;
            }
        }
        self.nodes += 1;
        true
    }

    /// The mark of a position near the root, if there are other threads. The hash may be a number of few bits.
    #[inline]
    fn mark(&self, hash: u64, ply: usize) -> Option<&AtomicU8> {
        let at = (hash.wrapping_mul(STIRRING) >> (u64::BITS - BUSY_BITS)) as usize;
        if ply <= MARKED_PLIES { self.team.busy.get(at) } else { None }
    }

    /// How many threads are at work at the position with this hash, so many plies from the root.
    #[inline]
    pub(crate) fn others_at(&self, hash: u64, ply: usize) -> u8 {
        self.mark(hash, ply).map_or(0, |mark| mark.load(Ordering::Relaxed))
    }

    /// Tells the others that this thread begins to work at the position with this hash, or ends.
    #[inline]
    pub(crate) fn begins(&self, hash: u64, ply: usize) {
        self.mark(hash, ply).into_iter().for_each(|mark| _ = mark.fetch_add(1, Ordering::Relaxed));
    }

    /// See [`begins`](Self::begins).
    #[inline]
    pub(crate) fn ends(&self, hash: u64, ply: usize) {
        self.mark(hash, ply).into_iter().for_each(|mark| _ = mark.fetch_sub(1, Ordering::Relaxed));
    }

    /// Tells the team of the nodes searched; false if it is time to stop.
    #[cold]
    fn tell(&mut self) -> bool {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        match &mut self.watch {
            Some(control) => {
                if !control.advance(new + self.team.nodes.swap(0, Ordering::Relaxed)) {
                    self.team.stop.store(true, Ordering::Relaxed);
                }
                self.next_poll = self.nodes + control.until_poll();
            }
            None => {
                self.team.nodes.fetch_add(new, Ordering::Relaxed);
                self.next_poll = self.nodes + INTERVAL;
            }
        }
        self.next_poll = self.next_poll.min(self.team.most_nodes);
        let goes_on = !self.team.stop.load(Ordering::Relaxed);
        if goes_on && self.nodes >= self.team.most_nodes {
            self.team.has_had_enough.store(true, Ordering::Relaxed);
            return false;
        }
        goes_on
    }
}

impl Drop for Member<'_, '_> {
    fn drop(&mut self) {
        self.tell();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    /// So many nodes, one after the other; how many threads there were.
    fn count(member: &mut Member, nodes: u64) -> Result<bool, Halt<()>> {
        let goes_on = (0..nodes).all(|_| member.tick(|| ()));
        if goes_on { Ok(member.has_others()) } else { Err(Halt::Stopped) }
    }

    #[test]
    fn threads_are_started_for_long_questions_only() {
        for (nodes, together) in [(1, false), (NODES_ALONE - 1, false), (NODES_ALONE, false), (NODES_ALONE + 1, true)] {
            let mut control = Control::default();
            let answer = work(Crew::new(2), &mut control, |member| count(member, nodes));
            assert_eq!(answer.ok(), Some(together), "{nodes} nodes");
        }
        let mut control = Control::new(Limits { nodes: Some(NODES_ALONE / 2), ..Limits::default() });
        assert!(work(Crew::new(2), &mut control, |member| count(member, 1 << 20)).is_err());
        assert!(control.nodes() <= NODES_ALONE);
    }

    #[test]
    fn marks_tell_positions_apart_by_numbers_of_few_bits_too() {
        let others = Team::new(2, u64::MAX).work(2, &mut Control::default(), &|member: &mut Member| {
            member.begins(0, MARKED_PLIES);
            let others_at = |hash: &u64| member.others_at(*hash, MARKED_PLIES) > 0;
            Ok::<_, Halt<()>>((
                others_at(&0),
                (1..1000).filter(others_at).count(),
                member.others_at(0, MARKED_PLIES + 1),
            ))
        });
        let (at_same, elsewhere, further_on) = others.ok().unwrap();
        assert!(at_same && elsewhere < 5 && further_on == 0);
    }
}
