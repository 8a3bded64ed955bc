//! The desk where searches are ordered: clients wait in turn for a few workers, the same question is searched once, and
//! answers are remembered.
//!
//! Whoever orders a search gets a [`Ticket`]. A search that nobody holds a ticket of any more is stopped. Beside the workers
//! there is one in the [quick lane](Lane::Quick), who tries what waits for a moment: short questions need not wait for long
//! ones, whoever has asked those.

use crate::clients::{Client, Place};
use crate::failure::Failure;
use crate::proof::{Published, Walk};
use crate::search::{Answer, Order, Search, Standing, proof_key};
use crate::turns::Turns;
use crate::work;
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
    place: Place,
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
        if self.desk.room().leave(self.place.client, &self.search) {
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

/// Where a worker takes searches from, and how long he keeps at one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// To the end.
    Main,
    /// For a moment; what takes longer goes back to wait for a worker of the main lane.
    Quick,
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
    waiting: Turns<Search>,
    /// Searches that others can have a share in.
    under_way: HashMap<String, UnderWay>,
    /// Those in the main lane.
    at_work: Vec<AtWork>,
    /// Workers of the main lane with nothing to do.
    idle: usize,
    is_closed: bool,
}

/// A search with those who hold tickets of it.
struct UnderWay {
    search: Arc<Search>,
    holders: Vec<Client>,
}

/// A search that a worker is at.
struct AtWork {
    search: Arc<Search>,
    /// Whose it is: he whose turn it was, or one who has inherited it.
    client: Client,
}

impl Room {
    fn under_way(&mut self, search: &Search) -> Option<&mut UnderWay> {
        self.under_way.get_mut(&search.key).filter(|shared| std::ptr::eq(&*shared.search, search))
    }

    /// No longer shares a search; another one may have taken its place already.
    fn forget(&mut self, search: &Search) {
        if self.under_way(search).is_some() {
            self.under_way.remove(&search.key);
        }
    }

    /// A share in the same search, if it is under way.
    fn share(&mut self, client: Client, key: &str) -> Option<Arc<Search>> {
        let shared = self.under_way.get_mut(key)?;
        let is_new = !shared.holders.contains(&client);
        shared.holders.push(client);
        let search = shared.search.clone();
        if is_new && self.waiting.has(&search) {
            self.waiting.join(client, search.clone());
        }
        Some(search)
    }

    /// A ticket is given back. What was the client's passes to another one who has a share in it. Whether that changes
    /// anything for others.
    fn leave(&mut self, client: Client, search: &Arc<Search>) -> bool {
        let Some(shared) = self.under_way(search) else { return false };
        let place = shared.holders.iter().position(|holder| *holder == client).expect("holders are known");
        shared.holders.remove(place);
        if shared.holders.contains(&client) {
            return false;
        }
        match shared.holders.first().copied() {
            Some(heir) => {
                let own = |at_work: &&mut AtWork| Arc::ptr_eq(&at_work.search, search) && at_work.client == client;
                self.at_work.iter_mut().filter(own).for_each(|at_work| at_work.client = heir);
            }
            None => {
                search.cancel.cancel();
                self.under_way.remove(&search.key);
            }
        }
        self.waiting.leave(client, search);
        self.tell_places();
        true
    }

    /// Tells all who wait how many are before them.
    fn tell_places(&self) {
        let mut told: Vec<&Arc<Search>> = vec![];
        for search in self.waiting.in_order() {
            if !told.iter().any(|other| Arc::ptr_eq(other, search)) {
                search.update(|standing| standing.ahead = Some(told.len()));
                told.push(search);
            }
        }
    }

    /// Takes the next search for a worker. A client has some of the workers, and so have all long searches together.
    fn take(&mut self, lane: Lane, workers: usize) -> Option<Arc<Search>> {
        let (most, at_work, has_idle) = (workers.saturating_sub(1).max(1), &self.at_work, self.idle > 0);
        let of_client = |client: Client| at_work.iter().filter(|at_work| at_work.client == client).count();
        let long_ones = at_work.iter().filter(|at_work| at_work.search.order.is_long()).count();
        let is_for_main =
            |client: Client, search: &Search| of_client(client) < most && (!search.order.is_long() || long_ones < most);
        let (client, search) = match lane {
            Lane::Main => self.waiting.take(is_for_main)?,
            Lane::Quick => {
                // what a worker without work can begin is left to him
                let is_left = |client, search: &Search| has_idle && is_for_main(client, search);
                self.waiting.take(|client, search| search.may_be_short() && !is_left(client, search))?
            }
        };
        if lane == Lane::Main {
            self.at_work.push(AtWork { search: search.clone(), client });
        }
        self.tell_places();
        Some(search)
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
        for lane in std::iter::repeat_n(Lane::Main, means.workers).chain([Lane::Quick]) {
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
    pub fn order(self: &Arc<Self>, order: Order, place: Place) -> Result<Ticket, Failure> {
        let remembered = order.key()?;
        // a search that is stopped sooner or tells less is another one
        let key = format!("{remembered} {} {:?}", order.is_long(), order.limit);
        let client = place.client;
        let ticket = |search: Arc<Search>| Ticket { search, desk: self.clone(), place };
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
        room.tell_places();
        drop(room);
        self.news.notify_all();
        Ok(ticket(search))
    }

    /// The next search for a worker, as soon as there is one; none when the desk closes.
    pub fn take(&self, lane: Lane) -> Option<Arc<Search>> {
        let mut room = self.room();
        loop {
            if room.is_closed {
                return None;
            }
            if let Some(search) = room.take(lane, self.means.workers) {
                search.update(|standing| standing.ahead = None);
                // what was left to this worker may be for others now
                self.news.notify_all();
                return Some(search);
            }
            let is_main = usize::from(lane == Lane::Main);
            room.idle += is_main;
            room = self.news.wait(room).expect("nobody panics in the room");
            room.idle -= is_main;
        }
    }

    /// A worker is done with a search.
    pub fn done(&self, search: &Search, outcome: Result<Answer, Failure>) {
        let mut room = self.room();
        room.at_work.retain(|at_work| !std::ptr::eq(&*at_work.search, search));
        // whoever asks again may have a better answer
        room.forget(search);
        drop(room);
        search.update(|standing| standing.outcome = Some(outcome));
        self.news.notify_all();
    }

    /// A search takes too long for the quick lane, and waits again for the main one, if anybody still wants it.
    pub fn put_back(&self, search: &Arc<Search>) {
        search.took_longer();
        let mut room = self.room();
        if room.is_closed {
            drop(room);
            return self.done(search, Err(Failure::stopped()));
        }
        let holders = room.under_way(search).map(|shared| shared.holders.clone()).unwrap_or_default();
        let mut waiting: Vec<Client> = vec![];
        for client in holders {
            if !waiting.contains(&client) {
                room.waiting.rejoin(client, search.clone());
                waiting.push(client);
            }
        }
        room.tell_places();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::{Place, Table};
    use crate::search::{Aim, Task};
    use std::time::Duration;

    fn client(number: u8) -> Client {
        Client::at([127, 0, 0, number].into())
    }

    /// A room in which clients have ordered the searches with these keys.
    fn room(orders: &[(u8, &str)]) -> Room {
        let mut room = Room::default();
        for &(number, key) in orders {
            if room.share(client(number), key).is_none() {
                let table = Table::open("nim", &[]).expect("a game");
                let order = Order { table, task: Task::One(Aim::Report, Place::default()), limit: Duration::MAX };
                let search = Search::new(order, key.to_string(), key.to_string(), None);
                let holders = vec![client(number)];
                room.under_way.insert(key.to_string(), UnderWay { search: search.clone(), holders });
                room.waiting.join(client(number), search);
            }
        }
        room
    }

    fn keys(room: &mut Room, lane: Lane, workers: usize) -> Vec<String> {
        std::iter::from_fn(|| room.take(lane, workers)).map(|search| search.key.clone()).collect()
    }

    #[test]
    fn a_client_has_all_workers_but_one() {
        let orders = [(1, "a"), (1, "b"), (1, "c"), (2, "d"), (2, "e"), (3, "f")];
        assert_eq!(keys(&mut room(&orders), Lane::Main, 2), ["a", "d", "f"]);
        assert_eq!(keys(&mut room(&orders), Lane::Main, 3), ["a", "d", "f", "b", "e"]);
        assert_eq!(keys(&mut room(&orders), Lane::Main, 1), ["a", "d", "f"], "a single worker is for all");
    }

    #[test]
    fn a_search_passes_to_another_who_wants_it() {
        let mut room = room(&[(1, "a"), (1, "b"), (2, "a")]);
        let shared = room.take(Lane::Main, 2).unwrap();
        assert!(room.take(Lane::Main, 2).is_none(), "the first client has a worker");
        assert!(room.leave(client(1), &shared));
        assert!(!shared.cancel.is_cancelled());
        assert_eq!(keys(&mut room, Lane::Main, 2), ["b"], "now that is the second client's");
        assert!(room.leave(client(2), &shared));
        assert!(shared.cancel.is_cancelled());
        assert!(!room.leave(client(2), &shared), "it is over");
    }

    /// One who asks for what is far behind in the line of another does not wait there.
    #[test]
    fn a_shared_search_begins_at_the_first_turn() {
        let mut room = room(&[(1, "a"), (1, "b"), (1, "c"), (2, "c")]);
        assert_eq!(keys(&mut room, Lane::Main, 4), ["a", "c", "b"]);
    }

    #[test]
    fn the_quick_lane_leaves_to_workers_what_they_can_begin() {
        let mut room = room(&[(1, "a"), (1, "b"), (2, "c")]);
        room.idle = 2;
        assert!(room.take(Lane::Quick, 2).is_none());
        assert_eq!(room.take(Lane::Main, 2).unwrap().key, "a");
        room.idle = 1;
        let quick = room.take(Lane::Quick, 2).unwrap();
        assert_eq!(quick.key, "b", "its client has a worker already");
        while quick.may_be_short() {
            quick.took_longer();
        }
        room.waiting.rejoin(client(1), quick);
        room.idle = 0;
        assert_eq!(keys(&mut room, Lane::Quick, 2), ["c"], "nothing is tried for ever");
    }
}
