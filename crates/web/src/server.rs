//! The server: takes connections, a bounded number of them and none that dawdle, until it is told to stop.

use crate::clients::{Allowance, Client};
use crate::guard::Ends;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

/// How long the head of a request may take to arrive, how long a connection may lie idle, and how long a client may read
/// nothing of an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long answers under way may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// The largest head of a request.
const LARGEST_HEAD: usize = 32 << 10;

/// Serves until `stop` is ready; then calls `closing`, and lets the answers under way come to their end. Connections beyond
/// those that the client may have are closed.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    connections: Arc<Allowance>,
    stop: impl Future<Output = ()>,
    closing: impl FnOnce(),
) {
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    rest_after(&error).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let Ok(permit) = connections.take(Client::at(peer.ip()), 1) else { continue };
        // a connection that is broken already has no address
        let Ok(own) = stream.local_addr() else { continue };
        let router = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Ends { peer, own });
            router.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(LARGEST_HEAD)
            .serve_connection(TokioIo::new(Box::pin(impatient(stream))), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // whoever breaks a connection off knows it
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    closing();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// A stream that is given up when the other end reads nothing.
fn impatient(stream: TcpStream) -> TimeoutStream<TcpStream> {
    // small answers at once; if that cannot be set, they come a little later
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(PATIENCE));
    stream
}

/// A moment's rest where trying again at once would do no good: no more files can be opened, say.
async fn rest_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
