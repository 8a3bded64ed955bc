//! Those who wait: a line for each client, and the clients take turns.

use crate::clients::Client;
use std::collections::VecDeque;
use std::sync::Arc;

/// Things that clients wait for. One that several wait for is in the line of each, and is taken when the first of them has
/// his turn.
pub struct Turns<T> {
    /// Nobody is here twice, or without anything to wait for. Whoever is first has the next turn.
    lines: VecDeque<Line<T>>,
}

struct Line<T> {
    client: Client,
    waiting: VecDeque<Arc<T>>,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Turns { lines: VecDeque::new() }
    }
}

impl<T> Turns<T> {
    fn line(&mut self, client: Client) -> &mut VecDeque<Arc<T>> {
        let at = self.lines.iter().position(|line| line.client == client).unwrap_or_else(|| {
            self.lines.push_back(Line { client, waiting: VecDeque::new() });
            self.lines.len() - 1
        });
        &mut self.lines[at].waiting
    }

    /// A client waits for something, too.
    pub fn join(&mut self, client: Client, thing: Arc<T>) {
        self.line(client).push_back(thing);
    }

    /// A client waits for something again, before all else.
    pub fn rejoin(&mut self, client: Client, thing: Arc<T>) {
        self.line(client).push_front(thing);
    }

    /// A client does not wait for something any more.
    pub fn leave(&mut self, client: Client, thing: &Arc<T>) {
        self.line(client).retain(|waiting| !Arc::ptr_eq(waiting, thing));
        self.tidy();
    }

    fn tidy(&mut self) {
        self.lines.retain(|line| !line.waiting.is_empty());
    }

    /// Whether someone waits for this.
    pub fn has(&self, thing: &Arc<T>) -> bool {
        self.lines.iter().any(|line| line.waiting.iter().any(|waiting| Arc::ptr_eq(waiting, thing)))
    }

    /// Takes the first that may be taken, by the turns of the clients; and whose turn it was.
    pub fn take(&mut self, may_take: impl Fn(Client, &T) -> bool) -> Option<(Client, Arc<T>)> {
        let (at, thing) = self.lines.iter().enumerate().find_map(|(at, line)| {
            let thing = line.waiting.iter().find(|thing| may_take(line.client, thing))?;
            Some((at, thing.clone()))
        })?;
        let line = self.lines.remove(at).expect("it is there");
        let client = line.client;
        self.lines.push_back(line);
        self.lines.iter_mut().for_each(|line| line.waiting.retain(|waiting| !Arc::ptr_eq(waiting, &thing)));
        self.tidy();
        Some((client, thing))
    }

    /// All that is waited for, in the order of the turns if no more clients come.
    pub fn in_order(&self) -> impl Iterator<Item = &Arc<T>> {
        let rounds = self.lines.iter().map(|line| line.waiting.len()).max().unwrap_or(0);
        (0..rounds).flat_map(|round| self.lines.iter().filter_map(move |line| line.waiting.get(round)))
    }

    /// Sends all away.
    pub fn clear(&mut self) -> Vec<Arc<T>> {
        let all = self.in_order().cloned().collect();
        self.lines.clear();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clients() -> [Client; 3] {
        ["127.0.0.1", "127.0.0.2", "127.0.0.3"].map(|address| Client::at(address.parse().unwrap()))
    }

    fn taken(turns: &mut Turns<u32>) -> Vec<u32> {
        std::iter::from_fn(|| turns.take(|_, _| true)).map(|(_, thing)| *thing).collect()
    }

    #[test]
    fn clients_take_turns() {
        let [one, two, three] = clients();
        let mut turns = Turns::default();
        for (client, things) in [(one, 10..14), (two, 20..22), (three, 30..31)] {
            things.for_each(|thing| turns.join(client, Arc::new(thing)));
        }
        let foretold: Vec<u32> = turns.in_order().map(|thing| **thing).collect();
        assert_eq!(foretold, [10, 20, 30, 11, 21, 12, 13]);
        assert_eq!(taken(&mut turns), foretold);
    }

    #[test]
    fn who_comes_again_at_once_does_not_overtake() {
        let [one, two, _] = clients();
        let mut turns = Turns::default();
        turns.join(one, Arc::new(1));
        turns.join(two, Arc::new(2));
        assert_eq!(*turns.take(|_, _| true).unwrap().1, 1);
        turns.join(one, Arc::new(3));
        assert_eq!(taken(&mut turns), [2, 3]);
    }

    #[test]
    fn who_may_not_is_passed_over() {
        let [one, two, _] = clients();
        let mut turns = Turns::default();
        [1, 2].into_iter().for_each(|thing| turns.join(one, Arc::new(thing)));
        turns.join(two, Arc::new(3));
        assert_eq!(turns.take(|client, _| client != one).map(|(client, thing)| (client, *thing)), Some((two, 3)));
        assert_eq!(turns.take(|_, &thing| thing == 2).map(|(_, thing)| *thing), Some(2));
        assert!(turns.take(|client, _| client != one).is_none());
    }

    /// It is taken once, at the first turn of either, and the other goes on waiting when one leaves.
    #[test]
    fn several_wait_for_the_same() {
        let [one, two, _] = clients();
        let shared = Arc::new(9);
        let crowd = || {
            let mut turns = Turns::default();
            [1, 2].into_iter().for_each(|thing| turns.join(one, Arc::new(thing)));
            turns.join(one, shared.clone());
            turns.join(two, shared.clone());
            turns
        };
        assert_eq!(taken(&mut crowd()), [1, 9, 2]);
        let mut turns = crowd();
        turns.leave(two, &shared);
        assert_eq!(taken(&mut turns), [1, 2, 9]);
        let mut turns = crowd();
        turns.leave(one, &shared);
        assert!(turns.has(&shared));
        assert_eq!(taken(&mut turns), [1, 9, 2]);
    }
}
