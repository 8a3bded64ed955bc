//! What a worker does: it takes orders from the desk, and keeps the engine as long as they are about the same game.
//!
//! All that an order takes is under its limit and can be cancelled, reading positions included.

use crate::desk::Desk;
use crate::failure::Failure;
use crate::proof;
use crate::question::Subject;
use crate::room::{Lane, Worker};
use crate::search::{Aim, Answer, Search, Task, report_key, to_json};
use axum::body::Bytes;
use perfectplay::report::ProgressReport;
use perfectplay::{Control, Crew, Limits, Means, Place, Progress, Question, Report, Session, networks};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a search may take in the quick lane.
const MOMENT: Duration = Duration::from_millis(300);

/// Time between two words about progress.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);

/// The longest line of best play that is told.
const LONGEST_LINE: usize = 1000;

/// The most that is written in answer to one request, in bytes.
const LARGEST_ANSWER: usize = 4 << 20;

/// Works until the desk closes.
pub fn work(desk: &Desk, lane: Lane) {
    let worker = Worker { lane, game: None };
    let current: Mutex<Option<Arc<Search>>> = Mutex::new(desk.take(worker));
    let in_hand = || current.lock().expect("nothing panics with the lock").clone();
    while let Some(search) = in_hand() {
        let subject = search.order.subject.renewed();
        let worked = catch_unwind(AssertUnwindSafe(|| Bench::new(&subject, desk, lane).serve(&current)));
        if let Err(panic) = worked {
            let failed = in_hand().expect("only a search panics");
            desk.done(worker, &failed, Err(Failure::panicked(&*panic)));
            *current.lock().expect("nothing panics with the lock") = desk.take(worker);
        }
    }
}

/// A worker's place, set up for one game.
struct Bench<'g> {
    subject: &'g Subject,
    desk: &'g Desk,
    lane: Lane,
    session: Result<Box<dyn Session + 'g>, Failure>,
}

impl<'g> Bench<'g> {
    fn new(subject: &'g Subject, desk: &'g Desk, lane: Lane) -> Self {
        let memory = desk.memory_of(lane);
        let means = Means {
            engine: None,
            memory: Some(memory / 4 * 3),
            memory_of_estimates: Some(memory / 4),
            network: networks::shipped_for(&*subject.door),
            crew: Crew::new(desk.most_threads()),
            seed: fastrand::u64(..),
            tables: desk.tables_of(&*subject.door),
        };
        let alone = Means { crew: Crew::new(1), ..means.clone() };
        // several threads need more memory than one
        let session = subject.door.session(means).or_else(|_| subject.door.session(alone)).map_err(Failure::from);
        Bench { subject, desk, lane, session }
    }

    /// Carries out the order in hand and all that follow about the same game.
    fn serve(&mut self, current: &Mutex<Option<Arc<Search>>>) {
        let in_hand = || current.lock().expect("nothing panics with the lock").clone();
        let mut search = in_hand();
        while let Some(order) = search.filter(|search| search.order.subject.name == self.subject.name) {
            let (outcome, is_whole) = self.attend(&order);
            let is_full = self.is_full();
            let worker = Worker { lane: self.lane, game: (!is_full).then_some(&self.subject.name) };
            match self.lane {
                Lane::Quick if !is_whole => self.desk.put_back(worker, &order),
                _ => self.desk.done(worker, &order, outcome),
            }
            *current.lock().expect("nothing panics with the lock") = self.desk.take(worker);
            if is_full {
                break;
            }
            search = in_hand();
        }
    }

    /// Whether there is no more room for positions; the next bench has a new game.
    fn is_full(&self) -> bool {
        self.session.as_ref().is_ok_and(|session| session.is_full())
    }

    /// Carries out an order, and tells whether more time and memory would make no difference.
    fn attend(&mut self, search: &Search) -> (Result<Answer, Failure>, bool) {
        let limit = match self.lane {
            Lane::Main => search.order.limit,
            Lane::Quick => search.order.limit.min(MOMENT),
        };
        let had_its_time = limit == search.order.limit;
        let mut is_short = false;
        let outcome = self.answer(search, limit, &mut is_short);
        let is_whole = match &outcome {
            Ok(_) => !is_short || had_its_time,
            Err(failure) => failure.is_about_input(),
        };
        (outcome, is_whole)
    }

    /// The answer to an order. `is_short` tells whether time or memory were missing.
    fn answer(&mut self, search: &Search, limit: Duration, is_short: &mut bool) -> Result<Answer, Failure> {
        match &search.order.task {
            Task::One(aim, place) => {
                let mut control = self.control(search, limit, self.subject.door.lead(place)?);
                let answer = self.answer_one(*aim, place, search, &mut control);
                *is_short = control.stopped().is_some();
                answer
            }
            Task::Many(places, each) => {
                let mut control = self.control(search, limit, 0);
                self.answer_many(places, *each, search, &mut control, is_short)
            }
        }
    }

    /// A control that keeps to a limit and to a share of the threads, listens to the switch of a search, and tells of its progress now
    /// and then if anybody follows it. The side to move has this lead.
    fn control<'s>(&self, search: &'s Search, limit: Duration, lead: i32) -> Control<'s> {
        let control = Control::new(Limits { nodes: None, time: Some(limit) })
            .with_cancel(search.cancel.clone())
            .with_most_threads(self.desk.threads_of(self.lane));
        let mut last = Instant::now();
        let tell = move |progress: &Progress| {
            if last.elapsed() >= BETWEEN_NEWS {
                last = Instant::now();
                let news = to_json(&ProgressReport::new(progress, lead));
                search.update(|standing| standing.progress = Some(news));
            }
        };
        if self.lane == Lane::Main { control.with_observer(tell) } else { control }
    }

    fn answer_one(
        &mut self,
        aim: Aim,
        place: &Place,
        search: &Search,
        control: &mut Control,
    ) -> Result<Answer, Failure> {
        let (answer, is_final) = match aim {
            // the quick lane has no time for estimates
            Aim::Analysis if self.lane == Lane::Main => self.analyse(place, search, control).map(settled)?,
            Aim::Report | Aim::Analysis => self.solve(place, control).map(settled)?,
            Aim::Line => {
                let line = self.session()?.line(place, LONGEST_LINE, control)?;
                (Answer::Json(to_json(&line)), control.stopped().is_none())
            }
            Aim::Proof => {
                let (subject, memory) = (self.subject, self.desk.memory_of(self.lane));
                let proof = proof::prove(subject, place, self.session()?, memory, control)?;
                (Answer::Proof(proof), true)
            }
        };
        if is_final {
            self.desk.remember(search.remembered.clone(), answer.clone());
        }
        Ok(answer)
    }

    /// An answer for each place, as far as the time and the size of the whole allow.
    fn answer_many(
        &mut self,
        places: &[Place],
        each: Duration,
        search: &Search,
        control: &mut Control,
        is_short: &mut bool,
    ) -> Result<Answer, Failure> {
        let mut texts: Vec<Bytes> = vec![];
        let mut size = 0;
        for place in places {
            let report = if search.cancel.is_cancelled() {
                return Err(Failure::stopped());
            } else if size > LARGEST_ANSWER {
                Err(Failure::no_answer(format!("expected answers of at most {LARGEST_ANSWER} bytes; ask for fewer")))
            } else if !control.advance(0) {
                Err(Failure::no_answer("expected an answer within the time of the whole request; ask for fewer"))
            } else {
                self.report_one_of_many(search, place, each, control)
            };
            *is_short |= report.as_ref().is_err_and(|failure| !failure.is_about_input());
            let text = report.unwrap_or_else(|failure| to_json(&failure));
            size += text.len();
            texts.push(text);
        }
        *is_short |= control.stopped().is_some();
        Ok(Answer::Json([&b"{\"answers\":["[..], &texts.join(&b',')[..], b"]}"].concat().into()))
    }

    fn session(&mut self) -> Result<&mut (dyn Session + 'g), Failure> {
        match &mut self.session {
            Ok(session) => Ok(&mut **session),
            Err(failure) => Err(failure.clone()),
        }
    }

    fn solve(&mut self, place: &Place, control: &mut Control) -> Result<Report, Failure> {
        Ok(self.session()?.solve(place, Question::default(), control)?)
    }

    /// Solves a position, estimates it beside if that takes a while, and tells what is known now and then. What is too large to be solved
    /// is estimated all the same.
    fn analyse(&mut self, place: &Place, search: &Search, control: &mut Control) -> Result<Report, Failure> {
        let session = self.session()?;
        let mut last = Instant::now();
        let mut tell = |report: &dyn Fn() -> Report| {
            if last.elapsed() < BETWEEN_NEWS {
                return;
            }
            let report = report();
            if report.guess.is_some() || report.moves.iter().any(|mv| mv.bounds.outcome().is_some()) {
                last = Instant::now();
                search.update(|standing| standing.report = Some(to_json(&report)));
            }
        };
        match session.analyse(place, Question::default(), &mut tell, control) {
            Err(error) if error.is_about_size() => Ok(session.estimate(place, &mut tell, control)?),
            answer => Ok(answer?),
        }
    }

    fn report_one_of_many(
        &mut self,
        search: &Search,
        place: &Place,
        limit: Duration,
        control: &mut Control,
    ) -> Result<Bytes, Failure> {
        let key = report_key(&search.order.subject, place)?;
        if let Some(Answer::Json(known)) = self.desk.recall(&key) {
            return Ok(known);
        }
        let part = Limits { nodes: None, time: Some(limit) };
        let report = control.slice(part, |control| self.solve(place, control))?;
        let text = to_json(&report);
        if report.complete {
            self.desk.remember(key, Answer::Json(text.clone()));
        }
        Ok(text)
    }
}

/// A report as an answer, and whether nothing can be added to it.
fn settled(report: Report) -> (Answer, bool) {
    (Answer::Json(to_json(&report)), report.complete)
}
