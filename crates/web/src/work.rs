//! What a worker does: it takes orders from the desk, and keeps the engine as long as they are about the same game.

use crate::desk::{Aim, Answer, Desk, Search, Task, report_key, to_json};
use crate::failure::Failure;
use crate::proof;
use crate::question::Place;
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

/// How long an estimate takes.
const ESTIMATE: Duration = Duration::from_millis(2000);

/// The status of a report that nothing can be added to.
const PROVED: &str = "proved";

/// Time between two words about progress.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);

/// The longest line of best play that is told.
const LONGEST_LINE: usize = 1000;

/// Works until the desk closes.
pub fn work(desk: &Desk) {
    let current: Mutex<Option<Arc<Search>>> = Mutex::new(desk.take());
    let in_hand = || current.lock().expect("nothing panics with the lock").clone();
    while let Some(search) = in_hand() {
        let opened = search.order.table.opened.clone();
        let worked = catch_unwind(AssertUnwindSafe(|| {
            with_game!(&opened.game, game => Bench::new(game, &opened, desk).serve(&current));
        }));
        if worked.is_err() {
            let failed = in_hand().expect("only a search panics");
            let failure =
                Failure::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "the search failed; please report it");
            desk.done(&failed, Err(failure));
            *current.lock().expect("nothing panics with the lock") = desk.take();
        }
    }
}

/// A worker's place, set up for one game.
struct Bench<'g, G: Equipped> {
    game: &'g G,
    opened: &'g Opened,
    desk: &'g Desk,
    engine: Result<AnyEngine<'g, G>, MemoryTooSmall>,
    estimator: Result<AnyEstimator<'g, G>, MemoryTooSmall>,
}

impl<'g, G: Equipped> Bench<'g, G> {
    fn new(game: &'g G, opened: &'g Opened, desk: &'g Desk) -> Self {
        let memory = desk.means().memory_of_search;
        let engine = game.engine(None, memory / 4 * 3, Crew::new(1));
        let estimator = game.estimator(memory / 4, fastrand::u64(..));
        Bench { game, opened, desk, engine, estimator }
    }

    /// Carries out the order in hand and all that follow about the same game.
    fn serve(&mut self, current: &Mutex<Option<Arc<Search>>>) {
        let in_hand = || current.lock().expect("nothing panics with the lock").clone();
        let mut search = in_hand();
        let table = search.as_ref().map(|search| search.order.table.name.clone());
        while let Some(order) = search.filter(|search| Some(&search.order.table.name) == table.as_ref()) {
            let outcome = self.answer(&order);
            self.desk.done(&order, outcome);
            *current.lock().expect("nothing panics with the lock") = self.desk.take();
            search = in_hand();
        }
    }

    fn answer(&mut self, search: &Search) -> Result<Answer, Failure> {
        match &search.order.task {
            Task::One(aim, place) => self.answer_one(*aim, &place.read(self.game)?, search),
            Task::Many(places, each) => {
                let mut control = control(search, 0);
                let mut texts = vec![];
                for place in places {
                    let report = self.report_one_of_many(search, place, *each, &mut control);
                    texts.push(report.unwrap_or_else(|failure| to_json(&failure)));
                }
                Ok(Answer::Json([&b"{\"answers\":["[..], &texts.join(&b',')[..], b"]}"].concat().into()))
            }
        }
    }

    fn answer_one(&mut self, aim: Aim, record: &Record<G>, search: &Search) -> Result<Answer, Failure> {
        let mut control = control(search, record.lead(self.game));
        let (answer, is_final) = match aim {
            Aim::Report => self.solve(record, &mut control).map(settled)?,
            Aim::Analysis => self.analyse(record, search, &mut control).map(settled)?,
            Aim::Line => {
                let line = self.line(record, &mut control)?;
                (Answer::Json(to_json(&line)), control.stopped().is_none())
            }
            Aim::Proof => {
                let (game, memory) = (self.game, self.desk.means().memory_of_search);
                let proof = proof::prove(&search.order.table, game, record, self.engine()?, memory, &mut control)?;
                (Answer::Proof(proof), true)
            }
        };
        if is_final {
            self.desk.remember(search.remembered.clone(), answer.clone());
        }
        Ok(answer)
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
            Ok(solution) if solution.value().is_some() => return Ok(self.report(record, &solution)),
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
        if report.status == PROVED {
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
    (Answer::Json(to_json(&report)), report.status == PROVED)
}

fn too_small(error: &MemoryTooSmall) -> Failure {
    Failure::no_answer(format!("{error}; perfectplay serve --memory gives more"))
}

/// A control that keeps to the limit of a search, listens to its switch, and tells of its progress now and then. The side
/// to move has this lead.
fn control(search: &Search, lead: i32) -> Control<'_> {
    let mut last = Instant::now();
    let tell = move |progress: &Progress| {
        if last.elapsed() >= BETWEEN_NEWS {
            last = Instant::now();
            let news = to_json(&ProgressReport::new(progress, lead));
            search.update(|standing| standing.progress = Some(news));
        }
    };
    let limits = Limits { nodes: None, time: Some(search.order.limit) };
    Control::new(limits).with_cancel(search.cancel.clone()).with_observer(tell)
}
