//! Clients: who asks, and how much one of them may have at the same time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

/// Whoever asks from an address. A network of IPv6 is one client, because whoever has one of its addresses has them all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(IpAddr);

impl Client {
    /// The client at an address.
    pub fn at(address: IpAddr) -> Client {
        const NETWORK: u128 = !0 << 64;
        Client(match address.to_canonical() {
            IpAddr::V6(ip) => IpAddr::V6((ip.to_bits() & NETWORK).into()),
            ip => ip,
        })
    }
}

/// How much there is for clients: some for each, and a bounded amount in all.
pub struct Allowance {
    for_each: usize,
    in_all: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    by_client: HashMap<Client, usize>,
    in_all: usize,
}

/// Why there is no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// The client has taken what there is for one.
    ForClient,
    /// All clients together have taken what there is.
    InAll,
}

impl Allowance {
    /// So much for each client, and in all.
    pub fn new(for_each: usize, in_all: usize) -> Arc<Allowance> {
        Arc::new(Allowance { for_each, in_all, taken: Mutex::default() })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().expect("nothing panics with the lock")
    }

    /// So much for a client, until the permit is dropped.
    pub fn take(self: &Arc<Allowance>, client: Client, amount: usize) -> Result<Permit, Full> {
        let mut taken = self.taken();
        let own = taken.by_client.get(&client).copied().unwrap_or(0);
        if own + amount > self.for_each {
            return Err(Full::ForClient);
        }
        if taken.in_all + amount > self.in_all {
            return Err(Full::InAll);
        }
        taken.in_all += amount;
        taken.by_client.insert(client, own + amount);
        Ok(Permit { allowance: self.clone(), client, amount })
    }
}

/// What a client has taken.
pub struct Permit {
    allowance: Arc<Allowance>,
    /// Who has taken it.
    pub client: Client,
    amount: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.allowance.taken();
        taken.in_all -= self.amount;
        let own = taken.by_client.get_mut(&self.client).expect("who has a permit is known");
        *own -= self.amount;
        if *own == 0 {
            taken.by_client.remove(&self.client);
        }
    }
}

/// What takes a while on the server's own threads: each client gets one such thing after the other, so that those who have many
/// connections do not keep all threads.
#[derive(Default)]
pub struct Turnstile(Mutex<HashMap<Client, Arc<tokio::sync::Mutex<()>>>>);

impl Turnstile {
    /// Does something as soon as nothing else is done for this client.
    pub async fn pass<R>(&self, client: Client, work: impl FnOnce() -> R) -> R {
        let turn = self.clients().entry(client).or_default().clone();
        let result = {
            let _own = turn.lock().await;
            work()
        };
        let mut clients = self.clients();
        drop(turn);
        if clients.get(&client).is_some_and(|turn| Arc::strong_count(turn) == 1) {
            clients.remove(&client);
        }
        result
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<Client, Arc<tokio::sync::Mutex<()>>>> {
        self.0.lock().expect("nothing panics with the lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        Client::at(address.parse().unwrap())
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        assert_eq!(client("2001:db8:1:2:3::4"), client("2001:db8:1:2:ffff::"));
        assert_ne!(client("2001:db8:1:2::"), client("2001:db8:1:3::"));
        assert_ne!(client("127.0.0.1"), client("127.0.0.2"));
        assert_eq!(client("::ffff:127.0.0.1"), client("127.0.0.1"));
    }

    #[test]
    fn one_client_leaves_room_for_others() {
        let room = Allowance::new(2, 5);
        let [one, other] = ["127.0.0.1", "127.0.0.2"].map(client);
        let first = room.take(one, 1).ok().unwrap();
        let _second = room.take(one, 1).ok().unwrap();
        assert_eq!(room.take(one, 1).err(), Some(Full::ForClient));
        let _others = room.take(other, 2).ok().unwrap();
        drop(first);
        let _first = room.take(one, 1).ok().unwrap();
        assert_eq!(room.take(client("::1"), 2).err(), Some(Full::InAll));
        assert!(room.take(client("::1"), 1).is_ok());
        assert_eq!(room.taken().by_client.len(), 2, "nobody is remembered who has left");
    }
}
