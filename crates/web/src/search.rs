//! A search: what is ordered, what its answer is remembered by, how it stands, and what comes of it.

use crate::failure::Failure;
use crate::question::Subject;
use axum::body::Bytes;
use perfectplay::Cancel;
use perfectplay::Place;
use perfectplay::door::Walk;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// How often a search is tried for a moment: more than once, because a busy machine may be slow for a moment.
const TRIES: u32 = 3;

/// A search that is wanted.
pub struct Order {
    /// The game.
    pub subject: Subject,
    /// What is wanted.
    pub task: Task,
    /// How long it may take, once it has begun.
    pub limit: Duration,
}

/// What is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Something about a position.
    One(Aim, Place),
    /// Reports about many positions, each in the given time.
    Many(Vec<Place>, Duration),
}

/// What is wanted of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Its value and that of its moves.
    Report,
    /// The same, with estimates on the way; may take long.
    Analysis,
    /// Best play.
    Line,
    /// A certificate.
    Proof,
}

impl Order {
    /// Whether it may only take a part of the workers, so that others get their turn.
    pub fn is_long(&self) -> bool {
        matches!(self.task, Task::One(Aim::Analysis, _))
    }

    /// What the answer is remembered by.
    pub fn key(&self) -> Result<String, Failure> {
        Ok(match &self.task {
            Task::One(Aim::Report | Aim::Analysis, place) => report_key(&self.subject, place)?,
            Task::One(Aim::Line, place) => format!("line {}", self.subject.key(place)?),
            Task::One(Aim::Proof, place) => proof_key(&self.subject, place)?,
            Task::Many(places, each) => format!("many {} {places:?} {each:?}", self.subject.name),
        })
    }
}

/// What the report about a position is remembered by.
pub fn report_key(subject: &Subject, place: &Place) -> Result<String, Failure> {
    Ok(format!("report {}", subject.key(place)?))
}

/// What the proof about a position is remembered by.
pub fn proof_key(subject: &Subject, place: &Place) -> Result<String, Failure> {
    Ok(format!("proof {}", subject.key(place)?))
}

/// The answer to an order.
#[derive(Clone)]
pub enum Answer {
    /// A JSON text.
    Json(Bytes),
    /// A certificate that can be walked.
    Proof(Arc<dyn Walk>),
}

/// What is sent.
pub fn to_json(answer: &impl Serialize) -> Bytes {
    serde_json::to_vec(answer).expect("answers can be written as JSON").into()
}

/// How a search stands.
#[derive(Clone, Default)]
pub struct Standing {
    /// How many are before it in the queue, while it waits.
    pub ahead: Option<usize>,
    /// How far it has come.
    pub progress: Option<Bytes>,
    /// What is known or estimated so far, as a report.
    pub report: Option<Bytes>,
    /// What came of it.
    pub outcome: Option<Result<Answer, Failure>>,
}

/// A search that was ordered.
pub struct Search {
    /// The order.
    pub order: Order,
    /// What its answer is remembered by.
    pub remembered: String,
    /// What tells it from other searches.
    pub key: String,
    /// Stops it.
    pub cancel: Cancel,
    /// How often it was tried for a moment, and took longer.
    tries: AtomicU32,
    standing: watch::Sender<Standing>,
}

impl Search {
    /// A search for an order; it is over if the answer is known.
    pub fn new(order: Order, remembered: String, key: String, known: Option<Answer>) -> Arc<Search> {
        let standing = watch::Sender::new(Standing { outcome: known.map(Ok), ..Standing::default() });
        let (cancel, tries) = (Cancel::default(), AtomicU32::new(0));
        Arc::new(Search { order, remembered, key, cancel, tries, standing })
    }

    /// To hear how it goes on.
    pub fn watch(&self) -> watch::Receiver<Standing> {
        self.standing.subscribe()
    }

    /// Whether it may take no more than a moment, for all that is known.
    pub fn may_be_short(&self) -> bool {
        self.tries.load(Ordering::Relaxed) < TRIES
    }

    /// It was tried for a moment, and took longer.
    pub fn took_longer(&self) {
        self.tries.fetch_add(1, Ordering::Relaxed);
    }

    /// Changes how it stands, and tells everyone who waits.
    pub fn update(&self, change: impl FnOnce(&mut Standing)) {
        self.standing.send_modify(change);
    }
}
