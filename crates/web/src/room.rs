//! What is behind the lock of the [desk](crate::desk): the searches that wait, those at work and who holds tickets of them.

use crate::clients::Client;
use crate::search::Search;
use crate::turns::Turns;
use std::collections::HashMap;
use std::sync::Arc;

/// Where a worker takes searches from, and how long he keeps at one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// To the end.
    Main,
    /// For a moment; what takes longer goes back to wait for a worker of the main lane.
    Quick,
}

/// Somebody who searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worker<'g> {
    pub lane: Lane,
    /// The game that he has set up, with what he has found out about it.
    pub game: Option<&'g str>,
}

/// See above.
#[derive(Default)]
pub struct Room {
    pub waiting: Turns<Search>,
    /// Searches that others can have a share in.
    pub under_way: HashMap<String, UnderWay>,
    /// Those in the main lane.
    pub at_work: Vec<AtWork>,
    /// The games that workers of the main lane with nothing in hand have set up.
    pub free: Vec<Option<String>>,
    pub is_closed: bool,
}

/// A search with those who hold tickets of it.
pub struct UnderWay {
    pub search: Arc<Search>,
    pub holders: Vec<Client>,
}

/// A search that a worker is at.
pub struct AtWork {
    pub search: Arc<Search>,
    /// Whose it is: he whose turn it was, or one who has inherited it.
    pub client: Client,
}

impl Room {
    pub fn under_way(&mut self, search: &Search) -> Option<&mut UnderWay> {
        self.under_way.get_mut(&search.key).filter(|shared| std::ptr::eq(&*shared.search, search))
    }

    /// No longer shares a search; another one may have taken its place already.
    pub fn forget(&mut self, search: &Search) {
        if self.under_way(search).is_some() {
            self.under_way.remove(&search.key);
        }
    }

    /// A share in the same search, if it is under way.
    pub fn share(&mut self, client: Client, key: &str) -> Option<Arc<Search>> {
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
    pub fn leave(&mut self, client: Client, search: &Arc<Search>) -> bool {
        let Some(shared) = self.under_way(search) else { return false };
        let at = shared.holders.iter().position(|holder| *holder == client).expect("holders are known");
        shared.holders.remove(at);
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
        self.tell_turns();
        true
    }

    /// Tells all who wait how many are before them.
    pub fn tell_turns(&self) {
        let mut told: Vec<&Arc<Search>> = vec![];
        for search in self.waiting.in_order() {
            if !told.iter().any(|other| Arc::ptr_eq(other, search)) {
                search.update(|standing| standing.ahead = Some(told.len()));
                told.push(search);
            }
        }
    }

    /// A worker has nothing in hand until he takes a search.
    pub fn frees(&mut self, worker: Worker) {
        if worker.lane == Lane::Main {
            self.free.push(worker.game.map(String::from));
        }
    }

    /// Takes the next search for a worker who has nothing in hand. A client has some of the workers, and so have all long searches
    /// together.
    pub fn take(&mut self, worker: Worker, workers: usize) -> Option<Arc<Search>> {
        let (most, at_work, free) = (workers.saturating_sub(1).max(1), &self.at_work, &self.free);
        let of_client = |client: Client| at_work.iter().filter(|at_work| at_work.client == client).count();
        let long_ones = at_work.iter().filter(|at_work| at_work.search.order.is_long()).count();
        let is_for_main =
            |client: Client, search: &Search| of_client(client) < most && (!search.order.is_long() || long_ones < most);
        // what he has found out is worth more than a moment
        let is_for_another = |search: &Search| {
            let game = Some(search.order.subject.name.as_str());
            worker.game != game && free.iter().any(|free| free.as_deref() == game)
        };
        let (client, search) = match worker.lane {
            Lane::Main => self.waiting.take(|client, search| is_for_main(client, search) && !is_for_another(search))?,
            Lane::Quick => {
                // what a worker with nothing in hand can begin is left to him
                let is_left = |client, search: &Search| !free.is_empty() && is_for_main(client, search);
                self.waiting.take(|client, search| search.may_be_short() && !is_left(client, search))?
            }
        };
        if worker.lane == Lane::Main {
            let own = self.free.iter().position(|free| free.as_deref() == worker.game).expect("he had nothing in hand");
            self.free.swap_remove(own);
            self.at_work.push(AtWork { search: search.clone(), client });
        }
        self.tell_turns();
        Some(search)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Subject;
    use crate::search::{Aim, Order, Task};
    use perfectplay::{Doors, Place};
    use std::time::Duration;

    fn client(host: u8) -> Client {
        Client::at([127, 0, 0, host].into())
    }

    /// A room in which clients have ordered the searches with these keys.
    fn room(orders: &[(u8, &str)]) -> Room {
        let mut room = Room::default();
        for &(host, key) in orders {
            if room.share(client(host), key).is_none() {
                let subject = Subject::open(&Doors::ours(), "nim", &[], &Place::default()).expect("a game");
                let order = Order { subject, task: Task::One(Aim::Report, Place::default()), limit: Duration::MAX };
                let search = Search::new(order, key.to_string(), key.to_string(), None);
                let holders = vec![client(host)];
                room.under_way.insert(key.to_string(), UnderWay { search: search.clone(), holders });
                room.waiting.join(client(host), search);
            }
        }
        room
    }

    fn worker(lane: Lane) -> Worker<'static> {
        Worker { lane, game: None }
    }

    /// A worker who has had nothing in hand takes a search.
    fn take(room: &mut Room, lane: Lane, workers: usize) -> Option<Arc<Search>> {
        room.frees(worker(lane));
        let taken = room.take(worker(lane), workers);
        if taken.is_none() && lane == Lane::Main {
            room.free.pop();
        }
        taken
    }

    fn keys(room: &mut Room, lane: Lane, workers: usize) -> Vec<String> {
        std::iter::from_fn(|| take(room, lane, workers)).map(|search| search.key.clone()).collect()
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
        let shared = take(&mut room, Lane::Main, 2).unwrap();
        assert!(take(&mut room, Lane::Main, 2).is_none(), "the first client has a worker");
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
    fn a_search_goes_to_the_worker_who_has_its_game() {
        let mut room = room(&[(1, "a"), (2, "b")]);
        let nim = room.waiting.in_order().next().unwrap().order.subject.name.clone();
        let [first, second, third] = [None, Some("hex"), Some(&*nim)].map(|game| Worker { lane: Lane::Main, game });
        [first, second, third].into_iter().for_each(|worker| room.frees(worker));
        assert!(room.take(first, 3).is_none() && room.take(second, 3).is_none());
        assert_eq!(room.take(third, 3).unwrap().key, "a");
        assert_eq!(room.take(second, 3).unwrap().key, "b", "he is busy now");
        assert_eq!(room.free, [None]);
    }

    #[test]
    fn the_quick_lane_leaves_to_workers_what_they_can_begin() {
        let mut room = room(&[(1, "a"), (1, "b"), (2, "c")]);
        room.free = vec![None; 2];
        assert!(take(&mut room, Lane::Quick, 2).is_none());
        assert_eq!(take(&mut room, Lane::Main, 2).unwrap().key, "a");
        room.free = vec![None];
        let quick = take(&mut room, Lane::Quick, 2).unwrap();
        assert_eq!(quick.key, "b", "its client has a worker already");
        while quick.may_be_short() {
            quick.took_longer();
        }
        room.waiting.rejoin(client(1), quick);
        room.free = vec![];
        assert_eq!(keys(&mut room, Lane::Quick, 2), ["c"], "nothing is tried for ever");
    }
}
