//! The server: takes connections, a bounded number of them and none that dawdle, until it is told to stop.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections at the same time; more have to wait.
const MOST_CONNECTIONS: usize = 2048;

/// How long the head of a request may take to arrive, and how long a connection may lie idle.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long answers under way may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// The largest head of a request.
const LARGEST_HEAD: usize = 32 << 10;

/// Serves until `stop` is ready; then calls `closing`, and lets the answers under way come to their end.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, closing: impl FnOnce()) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let place = places.clone().acquire_owned().await.expect("the semaphore stays open");
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    rest_after(&error).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // small answers at once; if that cannot be set, they come a little later
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(LARGEST_HEAD)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // whoever breaks a connection off knows it
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    closing();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// A moment's rest where trying again at once would do no good: no more files can be opened, say.
async fn rest_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
