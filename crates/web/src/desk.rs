//! The desk where searches are ordered: a bounded queue, a few workers, one search for the same question, and a memory of
//! answers.
//!
//! Whoever orders a search gets a [`Ticket`]. A search that nobody holds a ticket of any more is stopped.

use crate::failure::Failure;
use crate::proof::{Published, Walk};
use crate::question::{Place, Table};
use crate::work;
use axum::body::Bytes;
use perfectplay::Cancel;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::time::Duration;
use tokio::sync::watch;

/// A search that is wanted.
pub struct Order {
    /// The game.
    pub table: Table,
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
    fn is_long(&self) -> bool {
        matches!(self.task, Task::One(Aim::Analysis, _))
    }

    /// What the answer is remembered by.
    fn key(&self) -> Result<String, Failure> {
        Ok(match &self.task {
            Task::One(Aim::Report | Aim::Analysis, place) => report_key(&self.table, place)?,
            Task::One(Aim::Line, place) => format!("line {}", self.table.key(place)?),
            Task::One(Aim::Proof, place) => proof_key(&self.table, place)?,
            Task::Many(places, each) => format!("many {} {places:?} {each:?}", self.table.name),
        })
    }
}

/// What the report about a position is remembered by.
pub fn report_key(table: &Table, place: &Place) -> Result<String, Failure> {
    Ok(format!("report {}", table.key(place)?))
}

/// What the proof about a position is remembered by.
fn proof_key(table: &Table, place: &Place) -> Result<String, Failure> {
    Ok(format!("proof {}", table.key(place)?))
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
    /// What is estimated, until more is known.
    pub estimate: Option<Bytes>,
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
    key: String,
    /// Stops it.
    pub cancel: Cancel,
    standing: watch::Sender<Standing>,
}

impl Search {
    /// Changes how it stands, and tells everyone who waits.
    pub fn update(&self, change: impl FnOnce(&mut Standing)) {
        self.standing.send_modify(change);
    }
}

/// A share in a search. The search is stopped when the last one is gone.
pub struct Ticket {
    search: Arc<Search>,
    desk: Arc<Desk>,
}

impl Ticket {
    /// To hear how the search goes on.
    pub fn watch(&self) -> watch::Receiver<Standing> {
        self.search.standing.subscribe()
    }

    /// What comes of the search in the end.
    pub async fn outcome(&self) -> Result<Answer, Failure> {
        let mut standing = self.watch();
        let ended = standing.wait_for(|standing| standing.outcome.is_some()).await;
        ended.ok().and_then(|standing| standing.outcome.clone()).unwrap_or_else(|| Err(Failure::stopped()))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.search.cancel.cancel();
        let mut room = self.desk.room();
        room.waiting.retain(|waiting| !Arc::ptr_eq(waiting, &self.search));
        room.forget(&self.search);
    }
}

/// How much the desk may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Searches at the same time.
    pub workers: usize,
    /// Searches that may wait.
    pub queue: usize,
    /// Bytes for one search.
    pub memory_of_search: usize,
    /// Bytes for answers that are remembered.
    pub memory_of_answers: usize,
}

/// See above.
pub struct Desk {
    means: Means,
    room: Mutex<Room>,
    news: Condvar,
    answers: Cache<String, Answer, Size>,
    /// Proofs that are always there.
    shelf: HashMap<String, Arc<dyn Walk>>,
}

/// What is behind the lock.
#[derive(Default)]
struct Room {
    waiting: VecDeque<Arc<Search>>,
    under_way: HashMap<String, UnderWay>,
    long_ones: usize,
    is_closed: bool,
}

/// A search that others can have a share in.
struct UnderWay {
    search: Arc<Search>,
    ticket: Weak<Ticket>,
}

impl Room {
    /// No longer shares a search; another one may have taken its place already.
    fn forget(&mut self, search: &Search) {
        if self.under_way.get(&search.key).is_some_and(|shared| std::ptr::eq(&*shared.search, search)) {
            self.under_way.remove(&search.key);
        }
    }

    /// Tells all who wait how many are before them.
    fn tell_places(&self) {
        for (place, search) in self.waiting.iter().enumerate() {
            search.update(|standing| standing.ahead = Some(place));
        }
    }
}

impl Desk {
    /// A desk with its workers.
    pub fn open(means: Means, published: &[Published]) -> Result<Arc<Desk>, Failure> {
        const USUAL_ANSWER: u64 = 2048;
        let memory = means.memory_of_answers as u64;
        let answers = Cache::with_weighter((memory / USUAL_ANSWER) as usize, memory, Size);
        let key = |one: &Published| Ok((proof_key(&one.table, &one.place)?, one.proof.clone()));
        let shelf = published.iter().map(key).collect::<Result<_, Failure>>()?;
        let desk = Arc::new(Desk { means, room: Mutex::default(), news: Condvar::new(), answers, shelf });
        for _ in 0..means.workers {
            let desk = desk.clone();
            std::thread::spawn(move || work::work(&desk));
        }
        Ok(desk)
    }

    /// How much it may use.
    pub fn means(&self) -> Means {
        self.means
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.room.lock().expect("nobody panics in the room")
    }

    /// An answer that is remembered.
    pub fn recall(&self, key: &str) -> Option<Answer> {
        self.shelf.get(key).map(|proof| Answer::Proof(proof.clone())).or_else(|| self.answers.get(key))
    }

    /// Remembers an answer.
    pub fn remember(&self, key: String, answer: Answer) {
        self.answers.insert(key, answer);
    }

    /// Orders a search, or takes a share in the same one if it is under way; one that is known already is over at once.
    pub fn order(self: &Arc<Self>, order: Order) -> Result<Arc<Ticket>, Failure> {
        let remembered = order.key()?;
        // a search that is stopped sooner or tells less is another one
        let key = format!("{remembered} {} {:?}", order.is_long(), order.limit);
        let known = self.recall(&remembered);
        let mut room = self.room();
        if let Some(ticket) = room.under_way.get(&key).and_then(|shared| shared.ticket.upgrade()) {
            return Ok(ticket);
        }
        let standing = Standing { outcome: known.clone().map(Ok), ..Standing::default() };
        let standing = watch::Sender::new(standing);
        let search = Arc::new(Search { order, remembered, key: key.clone(), cancel: Cancel::default(), standing });
        let ticket = Arc::new(Ticket { search: search.clone(), desk: self.clone() });
        if known.is_some() {
            // its end takes the lock
            drop(room);
            return Ok(ticket);
        }
        if room.is_closed || room.waiting.len() >= self.means.queue {
            let is_closed = room.is_closed;
            drop(room);
            return Err(if is_closed { Failure::stopped() } else { Failure::busy() });
        }
        room.under_way.insert(key, UnderWay { search: search.clone(), ticket: Arc::downgrade(&ticket) });
        room.waiting.push_back(search);
        room.tell_places();
        drop(room);
        self.news.notify_all();
        Ok(ticket)
    }

    /// The next search for a worker, as soon as there is one; none when the desk closes.
    pub fn take(&self) -> Option<Arc<Search>> {
        let most_long_ones = self.means.workers.saturating_sub(1).max(1);
        let mut room = self.room();
        loop {
            if room.is_closed {
                return None;
            }
            let may_begin = |search: &Arc<Search>| !search.order.is_long() || room.long_ones < most_long_ones;
            if let Some(place) = room.waiting.iter().position(may_begin) {
                let search = room.waiting.remove(place).expect("it is there");
                room.long_ones += usize::from(search.order.is_long());
                room.tell_places();
                search.update(|standing| standing.ahead = None);
                return Some(search);
            }
            room = self.news.wait(room).expect("nobody panics in the room");
        }
    }

    /// A worker is done with a search.
    pub fn done(&self, search: &Search, outcome: Result<Answer, Failure>) {
        let mut room = self.room();
        room.long_ones -= usize::from(search.order.is_long());
        // whoever asks again may have a better answer
        room.forget(search);
        drop(room);
        search.update(|standing| standing.outcome = Some(outcome));
        self.news.notify_all();
    }

    /// Stops all searches and sends the workers home.
    pub fn close(&self) {
        let mut room = self.room();
        room.is_closed = true;
        let waiting: Vec<_> = room.waiting.drain(..).collect();
        room.under_way.values().for_each(|shared| shared.search.cancel.cancel());
        drop(room);
        for search in waiting {
            search.update(|standing| standing.outcome = Some(Err(Failure::stopped())));
        }
        self.news.notify_all();
    }
}

/// How much memory an answer takes, about.
#[derive(Clone)]
struct Size;

impl Weighter<String, Answer> for Size {
    fn weight(&self, key: &String, answer: &Answer) -> u64 {
        const OVERHEAD: usize = 200;
        let size = match answer {
            Answer::Json(text) => text.len(),
            Answer::Proof(proof) => proof.memory(),
        };
        (key.len() + size + OVERHEAD) as u64
    }
}
