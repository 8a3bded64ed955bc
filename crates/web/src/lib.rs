//! The page and the JSON interface of Perfectplay: play any game of the registry and see the value of every move.
//!
//! A request is read (`question`), then either looked at (`view`: games, positions, pictures) or ordered at the
//! `desk`, where a few workers search (`work`) and answers are remembered. A long search is followed as a
//! `stream` of events, a certificate is walked move by move (`proof`). The `guard` stands before all of it.

mod desk;
mod failure;
mod guard;
mod page;
mod proof;
mod question;
mod routes;
mod server;
mod stream;
mod view;
mod work;

use desk::{Desk, Means};
use guard::Hosts;
use proof::Published;
use routes::{Service, router};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Searches at the same time.
    pub threads: usize,
    /// Bytes for all searches and answers together.
    pub memory: usize,
    /// The longest that one request may search.
    pub limit: Duration,
    /// Names of this server besides those of the own machine.
    pub hosts: Vec<String>,
    /// Files of certificates that can be walked.
    pub certificates: Vec<PathBuf>,
}

/// Searches that may wait.
const QUEUE: usize = 64;

/// One part in so many of the memory is for answers.
const ANSWERS: usize = 8;

/// Serves until `stop` is ready. `ready` hears of the address as soon as requests are taken.
pub fn serve(config: &Config, ready: impl FnOnce(SocketAddr), stop: impl Future<Output = ()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let memory_of_answers = config.memory / ANSWERS;
    let open = |path: &PathBuf| Published::open(path, config.memory);
    let published: Arc<[Published]> = config.certificates.iter().map(open).collect::<Result<_, _>>()?;
    let means = Means {
        workers: config.threads,
        queue: QUEUE,
        memory_of_search: (config.memory - memory_of_answers) / config.threads,
        memory_of_answers,
    };
    let desk = Desk::open(means, &published)?;
    runtime.block_on(async {
        let taken = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", config.listen));
        let listener = TcpListener::bind(config.listen).await.map_err(taken)?;
        ready(listener.local_addr()?);
        let router = router(Service { desk: desk.clone(), limit: config.limit, published }, Hosts::new(&config.hosts));
        server::serve(listener, router, stop, || desk.close()).await;
        Ok(())
    })
}
