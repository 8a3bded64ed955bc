//! Limits, cancelling and progress of a search.

use perfectplay_game::{Bounds, Heap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How far a search may go.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Time taken.
    pub time: Option<Duration>,
}

/// A switch that stops the searches that hold a clone of it.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Stops the searches, from any thread.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been used.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a search was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on nodes was reached.
    Nodes,
    /// The limit on time was reached.
    Time,
    /// Positions have taken all memory that there is for them.
    Memory,
    /// It was cancelled.
    Cancelled,
}

/// What an observer is told while a search runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'p> {
    /// Positions searched so far.
    pub nodes: u64,
    /// Time taken so far.
    pub elapsed: Duration,
    /// What has been shown of the value so far.
    pub bounds: Bounds,
    /// What the engine is at, if it has told.
    pub stage: &'p str,
}

type Observer<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// Positions between two polls of the limits, at most.
pub(crate) const INTERVAL: u64 = 1024;

/// The same where each of them may take memory.
const INTERVAL_WITH_HEAP: u64 = 16;

/// A part of a [control](Control) for work beside the search: knows the time and the switch.
#[derive(Clone, Debug)]
pub struct Watch {
    cancel: Cancel,
    clock: Clock,
    end: Option<Duration>,
}

impl Watch {
    /// Whether neither the switch was used nor the time is over.
    pub fn may_go_on(&self) -> bool {
        !self.cancel.is_cancelled() && self.end.is_none_or(|end| self.clock.now() < end)
    }
}

/// What tells the time. There are systems where only the front end has a clock, such as a browser.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// A clock that tells the time since some moment.
    pub const fn new(time: fn() -> Duration) -> Clock {
        Clock(time)
    }

    /// The time now.
    pub fn now(self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    /// The clock of the system.
    fn default() -> Self {
        static FIRST_LOOK: OnceLock<Instant> = OnceLock::new();
        Clock(|| FIRST_LOOK.get_or_init(Instant::now).elapsed())
    }
}

/// Watches over one search: counts, stops, reports.
pub struct Control<'a> {
    limits: Limits,
    clock: Clock,
    cancel: Cancel,
    heap: Option<(Heap, usize)>,
    most_threads: usize,
    observer: Option<Observer<'a>>,
    started: Duration,
    nodes: u64,
    next_poll: u64,
    stopped: Option<Stop>,
    bounds: Bounds,
    main_question: bool,
    stage: String,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Control::new(Limits::default())
    }
}

impl<'a> Control<'a> {
    /// Time runs from here.
    pub fn new(limits: Limits) -> Self {
        Control::with_clock(limits, Clock::default())
    }

    /// The same by another clock than that of the system.
    pub fn with_clock(limits: Limits, clock: Clock) -> Self {
        Control {
            limits,
            clock,
            cancel: Cancel::default(),
            heap: None,
            most_threads: usize::MAX,
            observer: None,
            started: clock.now(),
            nodes: 0,
            next_poll: 0,
            stopped: None,
            bounds: Bounds::UNKNOWN,
            main_question: true,
            stage: String::new(),
        }
    }

    /// Stops when this switch is used.
    #[must_use]
    pub fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Lets so many threads of an engine's crew work on a question at the most.
    #[must_use]
    pub fn with_most_threads(mut self, most_threads: usize) -> Self {
        self.most_threads = most_threads.max(1);
        self
    }

    /// How many threads may work on a question at the most.
    pub fn most_threads(&self) -> usize {
        self.most_threads
    }

    /// Stops when positions have taken more than so many bytes.
    pub fn set_heap(&mut self, heap: &Heap, most: usize) {
        self.heap = Some((heap.clone(), most));
    }

    /// Tells this function of the progress, many times a second.
    #[must_use]
    pub fn with_observer(mut self, observer: impl FnMut(&Progress) + 'a) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// For work beside the search that is to end with it.
    pub fn watch(&self) -> Watch {
        let end = self.limits.time.and_then(|time| self.started.checked_add(time));
        Watch { cancel: self.cancel.clone(), clock: self.clock, end }
    }

    /// Positions searched so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time taken so far.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// What tells the time.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Why the search was stopped, if it was.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Engines tell here what they have shown of the value they are asked for. The observer hears of it while the
    /// question is the main one.
    pub fn shown(&mut self, bounds: Bounds) {
        if self.main_question {
            self.bounds = bounds;
        }
    }

    /// Whether the questions from here on are about the position in question, or about others on the way.
    pub fn main_question(&mut self, main_question: bool) {
        self.main_question = main_question;
    }

    /// Engines with several stages tell here which one begins.
    pub fn stage(&mut self, stage: impl Into<String>) {
        self.stage = stage.into();
    }

    /// Runs a part of a search that stops after so many more positions or so much more time, too; afterwards the search as
    /// a whole may go on.
    pub fn slice<R>(&mut self, part: Limits, search: impl FnOnce(&mut Control<'a>) -> R) -> R {
        let whole = self.limits;
        let nodes = [whole.nodes, part.nodes.map(|nodes| self.nodes.saturating_add(nodes))];
        let time = [whole.time, part.time.map(|time| self.elapsed() + time)];
        self.limits = Limits { nodes: nodes.into_iter().flatten().min(), time: time.into_iter().flatten().min() };
        self.next_poll = self.nodes;
        let result = search(self);
        self.limits = whole;
        self.next_poll = self.nodes;
        let is_over = match self.stopped {
            Some(Stop::Nodes) => whole.nodes.is_some_and(|limit| self.nodes >= limit),
            Some(Stop::Time) => whole.time.is_some_and(|limit| self.elapsed() >= limit),
            Some(Stop::Memory | Stop::Cancelled) | None => true,
        };
        self.stopped = self.stopped.filter(|_| is_over);
        result
    }

    /// How far the search may go.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Makes controls for work beside the search, with the same clock and switch.
    pub fn beside_it(&self) -> impl Fn(Limits) -> Control<'static> + use<> {
        let (clock, cancel) = (self.clock, self.cancel.clone());
        move |limits| Control::with_clock(limits, clock).with_cancel(cancel.clone())
    }

    /// Runs a search with work beside it, which has a turn many times a second and is told of the progress.
    pub fn beside<R>(&mut self, mut work: impl FnMut(&Progress), search: impl FnOnce(&mut Control) -> R) -> R {
        let mut observer = self.observer.take();
        let mut inner = Control {
            cancel: self.cancel.clone(),
            heap: self.heap.clone(),
            stage: std::mem::take(&mut self.stage),
            observer: Some(Box::new(|progress: &Progress| {
                if let Some(observer) = &mut observer {
                    observer(progress);
                }
                work(progress);
            })),
            ..*self
        };
        let result = search(&mut inner);
        let Control { nodes, next_poll, stopped, bounds, main_question, .. } = inner;
        let stage = std::mem::take(&mut inner.stage);
        drop(inner);
        *self = Control {
            cancel: self.cancel.clone(),
            heap: self.heap.take(),
            observer,
            nodes,
            next_poll,
            stopped,
            bounds,
            main_question,
            stage,
            ..*self
        };
        result
    }

    /// Engines call this for every position they search; false if they have to stop.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.nodes >= self.next_poll && !self.poll() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// The same for many positions at once, searched already; a limit on nodes may be passed by as many.
    pub fn advance(&mut self, positions: u64) -> bool {
        self.nodes += positions;
        self.poll()
    }

    /// So many positions may be searched before the control wants to hear of them.
    pub(crate) fn until_poll(&self) -> u64 {
        self.next_poll.saturating_sub(self.nodes)
    }

    /// Whether the search may go on. For work that takes longer than a position does: looks at the limits at once.
    pub fn may_go_on(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = if self.cancel.is_cancelled() {
                Some(Stop::Cancelled)
            } else if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
                Some(Stop::Nodes)
            } else if self.limits.time.is_some_and(|limit| self.elapsed() >= limit) {
                Some(Stop::Time)
            } else if self.heap.as_ref().is_some_and(|(heap, most)| heap.bytes() > *most) {
                Some(Stop::Memory)
            } else {
                None
            };
        }
        self.stopped.is_none()
    }

    #[cold]
    fn poll(&mut self) -> bool {
        let may_go_on = self.may_go_on();
        if let Some(observer) = &mut self.observer {
            let (nodes, elapsed) = (self.nodes, self.clock.now().saturating_sub(self.started));
            observer(&Progress { nodes, elapsed, bounds: self.bounds, stage: &self.stage });
        }
        if may_go_on {
            let takes_memory = self.heap.as_ref().is_some_and(|(heap, _)| heap.bytes() > 0);
            let interval = if takes_memory { INTERVAL_WITH_HEAP } else { INTERVAL };
            self.next_poll = (self.nodes + interval).min(self.limits.nodes.unwrap_or(u64::MAX));
        }
        may_go_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_up_to_the_limit_exactly() {
        for limit in [0, 1, 1023, 1024, 1025, 5000] {
            let mut control = Control::new(Limits { nodes: Some(limit), time: None });
            while control.tick() {}
            assert_eq!(control.nodes(), limit);
            assert_eq!(control.stopped(), Some(Stop::Nodes));
            assert!(!control.tick());
        }
    }

    #[test]
    fn a_slice_ends_before_the_whole() {
        let mut control = Control::new(Limits { nodes: Some(100), time: None });
        for expected in [30, 60, 90, 100, 100] {
            control.slice(Limits { nodes: Some(30), time: None }, |control| while control.tick() {});
            assert_eq!(control.nodes(), expected);
            assert_eq!(control.stopped().is_some(), expected == 100);
        }
    }

    #[test]
    fn stops_when_cancelled() {
        let cancel = Cancel::default();
        let mut control = Control::default().with_cancel(cancel.clone());
        assert!(control.tick());
        cancel.cancel();
        while control.tick() {}
        assert_eq!(control.stopped(), Some(Stop::Cancelled));
    }
}
