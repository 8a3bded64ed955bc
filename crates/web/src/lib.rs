//! The page and the JSON interface of Perfectplay: play any game and see the value of every move.
//!
//! A request is read (`question`), then either looked at (`view`: games, positions, pictures) or ordered at the
//! `desk`, where `clients` take `turns`, a few workers search (`work`) and answers are remembered. A long search is followed as a
//! `stream` of events, a certificate is walked move by move (`proof`). Clients may bring rules of their own (`guests`). The `guard` stands before all of it, and asks for a
//! token where there is one (`access`).

mod access;
mod clients;
mod desk;
mod failure;
mod guard;
mod guests;
mod page;
mod parcel;
mod proof;
mod question;
mod room;
mod routes;
mod search;
mod server;
mod stream;
mod turns;
mod view;
mod work;

pub use access::{Access, Token};
use clients::Allowance;
use desk::{Desk, Means};
use guard::Guard;
use guests::Guests;
use perfectplay::{Doors, Shelf};
use proof::Published;
use routes::{Service, description, router};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How to serve.
#[derive(Clone)]
pub struct Config {
    /// The games.
    pub doors: Arc<Doors>,
    /// Where to listen.
    pub listen: SocketAddr,
    /// Searches at the same time.
    pub threads: usize,
    /// Bytes for all searches, answers and certificates together.
    pub memory: usize,
    /// What searches and answers need of it at least.
    pub least_memory: usize,
    /// The longest that one request may ask to search.
    pub limit: Duration,
    /// Names of this server besides `localhost` and the addresses by which it is called.
    pub hosts: Vec<String>,
    /// Who may use it.
    pub access: Access,
    /// Whether all connections come from a proxy that tells for whom it asks, in X-Forwarded-For.
    pub trusts_proxy: bool,
    /// Files of certificates that can be walked.
    pub certificates: Vec<PathBuf>,
    /// Tables that are asked before anything is searched.
    pub tables: Shelf,
}

/// Connections of a client, and in all. A browser needs six.
const CONNECTIONS: (usize, usize) = (64, 2048);

/// Questions and streams of a client, and in all.
const QUESTIONS: (usize, usize) = (16, 256);

/// Bytes of large answers that a client has not read, and in all.
const UNREAD: (usize, usize) = (8 << 20, 32 << 20);

/// One part in so many of the memory is for answers, and another one for the quick lane.
const PART: usize = 8;

/// Serves until `stop` is ready. `ready` hears of the address as soon as requests are taken.
///
/// # Errors
///
/// If a certificate cannot be published, or there is too little memory, or the address is taken.
///
/// # Panics
///
/// If there are no threads to search with.
pub fn serve(config: &Config, ready: impl FnOnce(SocketAddr), stop: impl Future<Output = ()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut published = vec![];
    let mut memory = config.memory;
    for path in &config.certificates {
        let one = Published::open(&config.doors, path, memory)?;
        memory = memory.saturating_sub(one.proof.memory());
        if memory < config.least_memory {
            let error = format!(
                "{}: expected a certificate that leaves memory for searches; --memory gives more",
                path.display()
            );
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, error));
        }
        published.push(one);
    }
    let published: Arc<[Published]> = published.into();
    let part = memory / PART;
    let means = Means {
        workers: config.threads,
        memory_of_search: (memory - 2 * part) / config.threads,
        memory_of_quick_search: part,
        memory_of_answers: part,
    };
    let desk = Desk::open(means, &published, config.tables.clone())?;
    runtime.block_on(async {
        let taken = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", config.listen));
        let listener = TcpListener::bind(config.listen).await.map_err(taken)?;
        ready(listener.local_addr()?);
        let allow = |(for_each, in_all)| Allowance::new(for_each, in_all);
        let (questions, unread) = (allow(QUESTIONS), allow(UNREAD));
        let turnstile = Arc::default();
        let doors = config.doors.clone();
        let description = description(&doors);
        let service = Service {
            doors,
            guests: Arc::new(Guests::new()),
            description,
            desk: desk.clone(),
            limit: config.limit,
            published,
            questions,
            unread,
            turnstile,
        };
        let router = router(service, Guard::new(&config.hosts, config.access.clone(), config.trusts_proxy));
        // those of a proxy are those of all its clients
        let connections = allow(if config.trusts_proxy { (CONNECTIONS.1, CONNECTIONS.1) } else { CONNECTIONS });
        server::serve(listener, router, connections, stop, || desk.close()).await;
        Ok(())
    })
}
