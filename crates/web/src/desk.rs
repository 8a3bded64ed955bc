//! The desk where searches are ordered: clients wait in turn for a few workers, the same question is searched once, and
//! answers are remembered.
//!
//! Whoever orders a search gets a [`Ticket`]. A search that nobody holds a ticket of any more is stopped. Beside the workers
//! there is one in the [quick lane](Lane::Quick), who tries what waits for a moment: short questions need not wait for long
//! ones, whoever has asked those.

use crate::clients::{Client, Permit};
use crate::failure::Failure;
use crate::proof::Published;
use crate::room::{Lane, Room, UnderWay, Worker};
use crate::search::{Answer, Order, Search, Standing, proof_key};
use crate::work;
use perfectplay::door::{OpenTable, Walk};
use perfectplay::{Door, Shelf};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use tokio::sync::watch;

/// A share in a search. The search is stopped when the last one is gone.
pub struct Ticket {
    search: Arc<Search>,
    desk: Arc<Desk>,
    /// Who holds it, and what it counts for.
    permit: Permit,
}

impl Ticket {
    /// To hear how the search goes on.
    pub fn watch(&self) -> watch::Receiver<Standing> {
        self.search.watch()
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
        if self.desk.room().leave(self.permit.client, &self.search) {
            self.desk.news.notify_all();
        }
    }
}

/// How much the desk may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Searches at the same time, besides the quick lane.
    pub workers: usize,
    /// Bytes for one search.
    pub memory_of_search: usize,
    /// Bytes for one in the quick lane.
    pub memory_of_quick_search: usize,
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
    proofs: HashMap<String, Arc<dyn Walk>>,
    /// Tables that are asked before anything is searched.
    tables: Shelf,
}

impl Desk {
    /// A desk with its workers.
    pub fn open(means: Means, published: &[Published], tables: Shelf) -> Result<Arc<Desk>, Failure> {
        const USUAL_ANSWER: u64 = 2048;
        let memory = means.memory_of_answers as u64;
        let answers = Cache::with_weighter((memory / USUAL_ANSWER) as usize, memory, Size);
        let key = |one: &Published| Ok((proof_key(&one.subject, &one.place)?, one.proof.clone()));
        let proofs = published.iter().map(key).collect::<Result<_, Failure>>()?;
        let desk = Arc::new(Desk { means, room: Mutex::default(), news: Condvar::new(), answers, proofs, tables });
        for lane in std::iter::repeat_n(Lane::Main, means.workers).chain([Lane::Quick]) {
            desk.room().frees(Worker { lane, game: None });
            let desk = desk.clone();
            std::thread::spawn(move || work::work(&desk, lane));
        }
        Ok(desk)
    }

    /// Bytes for one search.
    pub fn memory_of(&self, lane: Lane) -> usize {
        match lane {
            Lane::Main => self.means.memory_of_search,
            Lane::Quick => self.means.memory_of_quick_search,
        }
    }

    /// Threads for one search: nobody needs those of workers without work.
    pub fn threads_of(&self, lane: Lane) -> usize {
        match lane {
            Lane::Main => (self.means.workers / self.room().at_work.len().max(1)).max(1),
            Lane::Quick => 1,
        }
    }

    /// How many threads a search may ever have.
    pub fn most_threads(&self) -> usize {
        self.means.workers
    }

    /// The tables of a game.
    pub fn tables_of(&self, door: &dyn Door) -> Arc<[OpenTable]> {
        self.tables.tables_of(door).into()
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.room.lock().expect("nobody panics in the room")
    }

    /// An answer that is remembered.
    pub fn recall(&self, key: &str) -> Option<Answer> {
        self.proofs.get(key).map(|proof| Answer::Proof(proof.clone())).or_else(|| self.answers.get(key))
    }

    /// Remembers an answer.
    pub fn remember(&self, key: String, answer: Answer) {
        self.answers.insert(key, answer);
    }

    /// Orders a search, or takes a share in the same one if it is under way; one that is known already is over at once.
    pub fn order(self: &Arc<Self>, order: Order, permit: Permit) -> Result<Ticket, Failure> {
        let remembered = order.key()?;
        // a search that is stopped sooner or tells less is another one
        let key = format!("{remembered} {} {:?}", order.is_long(), order.limit);
        let client = permit.client;
        let ticket = |search: Arc<Search>| Ticket { search, desk: self.clone(), permit };
        let known = self.recall(&remembered);
        if known.is_some() {
            return Ok(ticket(Search::new(order, remembered, key, known)));
        }
        let mut room = self.room();
        if room.is_closed {
            return Err(Failure::stopped());
        }
        if let Some(search) = room.share(client, &key) {
            return Ok(ticket(search));
        }
        let search = Search::new(order, remembered, key.clone(), None);
        room.under_way.insert(key, UnderWay { search: search.clone(), holders: vec![client] });
        room.waiting.join(client, search.clone());
        room.tell_turns();
        drop(room);
        self.news.notify_all();
        Ok(ticket(search))
    }

    /// The next search for a worker, as soon as there is one; none when the desk closes.
    pub fn take(&self, worker: Worker) -> Option<Arc<Search>> {
        let mut room = self.room();
        loop {
            if room.is_closed {
                return None;
            }
            if let Some(search) = room.take(worker, self.means.workers) {
                search.update(|standing| standing.ahead = None);
                // what was left to this worker may be for others now
                self.news.notify_all();
                return Some(search);
            }
            room = self.news.wait(room).expect("nobody panics in the room");
        }
    }

    /// A worker is done with a search.
    pub fn done(&self, worker: Worker, search: &Search, outcome: Result<Answer, Failure>) {
        let mut room = self.room();
        room.frees(worker);
        room.at_work.retain(|at_work| !std::ptr::eq(&*at_work.search, search));
        // whoever asks again may have a better answer
        room.forget(search);
        drop(room);
        search.update(|standing| standing.outcome = Some(outcome));
        self.news.notify_all();
    }

    /// A search takes too long for the quick lane, and waits again for the main one, if anybody still wants it.
    pub fn put_back(&self, worker: Worker, search: &Arc<Search>) {
        search.took_longer();
        let mut room = self.room();
        if room.is_closed {
            drop(room);
            return self.done(worker, search, Err(Failure::stopped()));
        }
        let holders = room.under_way(search).map(|shared| shared.holders.clone()).unwrap_or_default();
        let mut waiting: Vec<Client> = vec![];
        for client in holders {
            if !waiting.contains(&client) {
                room.waiting.rejoin(client, search.clone());
                waiting.push(client);
            }
        }
        room.tell_turns();
        drop(room);
        self.news.notify_all();
    }

    /// Stops all searches and sends the workers home.
    pub fn close(&self) {
        let mut room = self.room();
        room.is_closed = true;
        let waiting = room.waiting.clear();
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
