//! What a worker does: it takes orders from the desk, and keeps the engine as long as they are about the same game.
//!
//! All that an order takes is under its limit and can be cancelled, reading positions included.

use crate::desk::Desk;
use crate::failure::Failure;
use crate::proof;
use crate::question::Place;
use crate::room::Lane;
use crate::search::{Aim, Answer, Search, Task, report_key, to_json};
use axum::body::Bytes;
use perfectplay::games::{Opened, Options};
use perfectplay::report::{ProgressReport, Report};
use perfectplay::{
    AnyEngine, AnyEstimator, Control, Crew, Engine, Equipped, Goal, Limits, MemoryTooSmall, Premise, Progress, Record,
    Solution, SolveError, Value, main_line, solve, with_game,
};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long an analysis tries to solve a position before it estimates.
const FIRST_TRY: Duration = Duration::from_millis(1000);

/// How long a search may take in the quick lane.
const MOMENT: Duration = Duration::from_millis(300);

/// How long an estimate takes.
const ESTIMATE: Duration = Duration::from_millis(2000);

/// Time between two words about progress.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);

/// The longest line of best play that is told.
const LONGEST_LINE: usize = 1000;

/// The most that is written in answer to one request, in bytes.
const LARGEST_ANSWER: usize = 4 << 20;

/// Works until the desk closes.
pub fn work(desk: &Desk, lane: Lane) {
    let current: Mutex<Option<Arc<Search>>> = Mutex::new(desk.take(lane));
    let in_hand = || current.lock().expect("nothing panics with the lock").clone();
    while let Some(search) = in_hand() {
        let opened = search.order.table.opened.clone();
        let worked = catch_unwind(AssertUnwindSafe(|| {
            with_game!(&opened.game, game => Bench::new(game, &opened, desk, lane).serve(&current));
        }));
        if worked.is_err() {
            let failed = in_hand().expect("only a search panics");
            let failure =
                Failure::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "the search failed; please report it");
            desk.done(&failed, Err(failure));
            *current.lock().expect("nothing panics with the lock") = desk.take(lane);
        }
    }
}

/// A worker's place, set up for one game.
struct Bench<'g, G: Equipped> {
    game: &'g G,
    opened: &'g Opened,
    desk: &'g Desk,
    lane: Lane,
    engine: Result<AnyEngine<'g, G>, MemoryTooSmall>,
    estimator: Result<AnyEstimator<'g, G>, MemoryTooSmall>,
}

impl<'g, G: Equipped> Bench<'g, G> {
    fn new(game: &'g G, opened: &'g Opened, desk: &'g Desk, lane: Lane) -> Self {
        let memory = desk.memory_of(lane);
        let engine = game.engine(None, memory / 4 * 3, Crew::new(1));
        let estimator = game.estimator(memory / 4, fastrand::u64(..));
        Bench { game, opened, desk, lane, engine, estimator }
    }

    /// Carries out the order in hand and all that follow about the same game.
    fn serve(&mut self, current: &Mutex<Option<Arc<Search>>>) {
        let in_hand = || current.lock().expect("nothing panics with the lock").clone();
        let mut search = in_hand();
        let table = search.as_ref().map(|search| search.order.table.name.clone());
        while let Some(order) = search.filter(|search| Some(&search.order.table.name) == table.as_ref()) {
            let (outcome, is_whole) = self.attend(&order);
            match self.lane {
                Lane::Quick if !is_whole => self.desk.put_back(&order),
                _ => self.desk.done(&order, outcome),
            }
            *current.lock().expect("nothing panics with the lock") = self.desk.take(self.lane);
            search = in_hand();
        }
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
        let is_followed = self.lane == Lane::Main;
        match &search.order.task {
            Task::One(aim, place) => {
                let record = place.read(self.game)?;
                let mut control = control(search, limit, record.lead(self.game), is_followed);
                let answer = self.answer_one(*aim, &record, search, &mut control);
                *is_short = control.stopped().is_some();
                answer
            }
            Task::Many(places, each) => {
                let mut control = control(search, limit, 0, is_followed);
                self.answer_many(places, *each, search, &mut control, is_short)
            }
        }
    }

    fn answer_one(
        &mut self,
        aim: Aim,
        record: &Record<G>,
        search: &Search,
        control: &mut Control,
    ) -> Result<Answer, Failure> {
        let (answer, is_final) = match aim {
            // the quick lane has no time for estimates
            Aim::Analysis if self.lane == Lane::Main => self.analyse(record, search, control).map(settled)?,
            Aim::Report | Aim::Analysis => self.solve(record, control).map(settled)?,
            Aim::Line => {
                let line = self.line(record, control)?;
                (Answer::Json(to_json(&line)), control.stopped().is_none())
            }
            Aim::Proof => {
                let (game, memory) = (self.game, self.desk.memory_of(self.lane));
                let proof = proof::prove(&search.order.table, game, record, self.engine()?, memory, control)?;
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

    fn report(&self, record: &Record<G>, solution: &Solution<G::Move>) -> Report<&'g Options> {
        Report::new(self.opened.entry.name, &self.opened.options, self.game, record, solution)
    }

    fn engine(&mut self) -> Result<&mut (dyn Engine<G> + Send + 'g), Failure> {
        match &mut self.engine {
            Ok(engine) => Ok(&mut **engine),
            Err(error) => Err(too_small(error)),
        }
    }

    fn solve(&mut self, record: &Record<G>, control: &mut Control) -> Result<Report<&'g Options>, Failure> {
        let solution = solve(self.engine()?, record.position(), control);
        Ok(self.report(record, &solution.map_err(|error| Failure::unsolvable(self.game, &error))?))
    }

    /// Solves a position if that is quick; else estimates it, tells of that, and goes on solving.
    fn analyse(
        &mut self,
        record: &Record<G>,
        search: &Search,
        control: &mut Control,
    ) -> Result<Report<&'g Options>, Failure> {
        let limit = |time: Duration| Limits { nodes: None, time: Some(time) };
        let engine = self.engine()?;
        match control.slice(limit(FIRST_TRY), |control| solve(engine, record.position(), control)) {
            Ok(solution) if solution.answers(Goal::Exact, self.game.scored()) => {
                return Ok(self.report(record, &solution));
            }
            // too large to be solved can be estimated all the same
            Ok(_) | Err(SolveError { premise: Premise::TooManyPositions { .. } | Premise::TooDeep { .. }, .. }) => {}
            Err(error) => return Err(Failure::unsolvable(self.game, &error)),
        }
        if !search.cancel.is_cancelled() {
            let estimator = self.estimator.as_mut().map_err(|error| too_small(error))?;
            let lead = record.lead(self.game);
            let estimation =
                control.slice(limit(ESTIMATE), |control| estimator.think(record.position(), lead, control));
            let estimation = estimation.map_err(|error| Failure::unsolvable(self.game, &error))?;
            let (name, options) = (self.opened.entry.name, &self.opened.options);
            let estimate = Report::estimated(name, options, self.game, record, &estimation);
            search.update(|standing| standing.estimate = Some(to_json(&estimate)));
        }
        control.stage("");
        self.solve(record, control)
    }

    fn report_one_of_many(
        &mut self,
        search: &Search,
        place: &Place,
        limit: Duration,
        control: &mut Control,
    ) -> Result<Bytes, Failure> {
        let key = report_key(&search.order.table, place)?;
        if let Some(Answer::Json(known)) = self.desk.recall(&key) {
            return Ok(known);
        }
        let record = place.read(self.game)?;
        let part = Limits { nodes: None, time: Some(limit) };
        let report = control.slice(part, |control| self.solve(&record, control))?;
        let text = to_json(&report);
        if report.complete {
            self.desk.remember(key, Answer::Json(text.clone()));
        }
        Ok(text)
    }

    fn line(&mut self, record: &Record<G>, control: &mut Control) -> Result<Line, Failure> {
        let game = self.game;
        let engine = self.engine()?;
        let unsolvable = |error| Failure::unsolvable(game, &error);
        let line = main_line(engine, record.position(), LONGEST_LINE, control).map_err(unsolvable)?;
        let bounds = engine.bounds(record.position(), Goal::Exact, control).map_err(unsolvable)?;
        let endless = bounds.value() == Some(Value::Draw);
        Ok(Line { line: line.into_iter().map(|mv| game.write_move(mv)).collect(), endless })
    }
}

/// Best play.
#[derive(Serialize)]
struct Line {
    line: Vec<String>,
    endless: bool,
}

/// A report as an answer, and whether nothing can be added to it.
fn settled(report: Report<&Options>) -> (Answer, bool) {
    (Answer::Json(to_json(&report)), report.complete)
}

fn too_small(error: &MemoryTooSmall) -> Failure {
    Failure::no_answer(format!("{error}; perfectplay serve --memory gives more"))
}

/// A control that keeps to a limit, listens to the switch of a search, and tells of its progress now and then if anybody
/// follows it. The side to move has this lead.
fn control(search: &Search, limit: Duration, lead: i32, is_followed: bool) -> Control<'_> {
    let control = Control::new(Limits { nodes: None, time: Some(limit) }).with_cancel(search.cancel.clone());
    let mut last = Instant::now();
    let tell = move |progress: &Progress| {
        if last.elapsed() >= BETWEEN_NEWS {
            last = Instant::now();
            let news = to_json(&ProgressReport::new(progress, lead));
            search.update(|standing| standing.progress = Some(news));
        }
    };
    if is_followed { control.with_observer(tell) } else { control }
}
