//! The opponent. All that is known of a position comes from here as a report: exact if that is within reach, else estimated.

use crate::args::SearchArgs;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use crate::terminal::Hush;
use perfectplay::door::OwnedSession;
use perfectplay::report::MoveReport;
use perfectplay::{Control, Door, Limits, Means, Outcome, Place, Question, Report, Session};
use std::sync::Arc;
use std::time::Duration;

/// One part in so many of the opponent's time is for solving, the rest for an estimate if that fails.
const SOLVING: u32 = 4;

/// One part in so many is for a look back at the person's move.
const LOOKING_BACK: u32 = 20;

/// How long the opponent still thinks if Ctrl-C stops it before it has begun an estimate.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Whoever plays against the person.
pub struct Opponent {
    pub door: Arc<dyn Door>,
    session: OwnedSession,
    /// What the session may use, so that there can be another one when positions have taken all memory.
    means: Means,
    search: SearchArgs,
    /// What is left of the limits of a move after the look back.
    left: Limits,
    interrupt: Interrupt,
    /// The person did not want to wait for the end of the look back.
    is_hurried: bool,
}

impl Opponent {
    pub fn new(
        door: Arc<dyn Door>,
        session: OwnedSession,
        means: Means,
        search: SearchArgs,
        interrupt: Interrupt,
    ) -> Self {
        let left = search.limits();
        Opponent { door, session, means, search, left, interrupt, is_hurried: false }
    }

    /// Solves the position, or estimates it if that takes too long.
    pub fn think(&mut self, here: &Place) -> Result<Report, Failure> {
        let (progress, _hush) = (ProgressLine::new(), Hush::new());
        let mut cancel = self.interrupt.for_search();
        if std::mem::take(&mut self.is_hurried) {
            cancel.cancel();
        }
        let mut left = std::mem::replace(&mut self.left, self.search.limits());
        if !self.search.wants_estimate() {
            let mut control = progress.control(part(self.search.limits(), SOLVING), &cancel, self.door.lead(here)?);
            if let Some(report) = self.solve(here, &mut control)?.filter(is_enough) {
                self.interrupt.search_is_over();
                return Ok(report);
            }
            left = less(left, &control);
        }
        if cancel.is_cancelled() {
            // whoever presses Ctrl-C wants a move at once, but hardly one without any thought
            cancel = self.interrupt.for_search();
            left.time = Some(AT_ONCE);
        }
        let mut control = progress.control(left, &cancel, self.door.lead(here)?);
        let mut news = |report: &dyn Fn() -> Report| progress.note(&report());
        let estimate = self.ask(|session| session.estimate(here, &mut news, &mut control));
        self.interrupt.search_is_over();
        Ok(estimate?)
    }

    /// What can be found out quickly about a position that the person has left.
    pub fn look_back(&mut self, there: &Place) -> Result<Option<Report>, Failure> {
        if self.search.wants_estimate() {
            return Ok(None);
        }
        let (progress, _hush) = (ProgressLine::new(), Hush::new());
        let cancel = self.interrupt.for_search();
        let mut control = progress.control(part(self.search.limits(), LOOKING_BACK), &cancel, self.door.lead(there)?);
        let report = self.solve(there, &mut control)?;
        self.left = less(self.left, &control);
        self.is_hurried = cancel.is_cancelled();
        self.interrupt.search_is_over();
        Ok(report)
    }

    /// What has been shown of a position when the control stops; nothing if it is too large for that.
    fn solve(&mut self, here: &Place, control: &mut Control) -> Result<Option<Report>, Failure> {
        match self.ask(|session| session.solve(here, Question::default(), control)) {
            Ok(report) => Ok(Some(report)),
            // too large to be solved is no reason not to play
            Err(error) if error.is_about_size() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Asks the session that has room.
    fn ask<R>(&mut self, question: impl FnOnce(&mut dyn Session) -> R) -> R {
        let is_full = self.session.with(|session| session.is_full());
        // a table is of the positions that there are now
        if let Some(door) = is_full.then(|| self.door.renewed()).flatten()
            && let Ok(tables) = self.search.tables(&*door)
            && let Ok(session) = OwnedSession::new(door.clone(), Means { tables, ..self.means.clone() })
        {
            (self.door, self.session) = (door, session);
        }
        self.session.with(question)
    }
}

/// One part in so many.
fn part(whole: Limits, of: u32) -> Limits {
    Limits { nodes: whole.nodes.map(|nodes| nodes / u64::from(of)), time: whole.time.map(|time| time / of) }
}

/// What a search has left.
fn less(limits: Limits, used: &Control) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(used.nodes())),
        time: limits.time.map(|time| time.saturating_sub(used.elapsed())),
    }
}

/// The move that the opponent makes, and what there is to say about it unless it is proved to be best.
pub fn choice(report: &Report) -> Option<(String, &'static str)> {
    let (choice, doubt) = match &report.guess {
        None => (favourite(report).map(|mv| mv.mv.clone()), " (not proved to be best)"),
        Some(guess) => (guess.choice.clone(), " (estimated to be best)"),
    };
    let choice = choice?;
    let doubt = if report.best.contains(&choice) { "" } else { doubt };
    Some((choice, doubt))
}

/// The move of which the most is proved; of equally good ones the first.
pub fn favourite(report: &Report) -> Option<&MoveReport> {
    let liking = |mv: &&MoveReport| (mv.bounds.at_least.worth(), mv.bounds.at_most.worth(), mv.promise);
    report.moves.iter().rev().max_by_key(liking)
}

/// Whether a report, complete or not, has a move that is known to give what can be had.
fn is_enough(report: &Report) -> bool {
    let outcome = report.bounds.outcome();
    let kept = favourite(report).map(|mv| mv.bounds.at_least.outcome());
    report.bounds.value().is_some() || (outcome == Some(Outcome::Win) && kept == outcome)
}
