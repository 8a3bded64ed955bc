//! Large answers on their way: what clients have not read yet is kept for them, a bounded amount for each.

use crate::clients::{Allowance, Client, Permit};
use crate::failure::Failure;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use std::convert::Infallible;
use std::sync::Arc;

/// Answers up to this size are not counted: there are few connections, and each has one answer on its way.
const SMALL: usize = 64 << 10;

/// How much is given to a connection at a time.
const SLICE: usize = 16 << 10;

/// A JSON text as an answer. A large one has to find room among the answers that the client has not read yet.
pub fn json(text: Bytes, client: Client, unread: &Arc<Allowance>) -> Result<Response, Failure> {
    let length = text.len();
    let body = if length <= SMALL {
        Body::from(text)
    } else {
        let permit =
            unread.take(client, length).map_err(|full| Failure::busy(full, "large answers that are not read"))?;
        slices(text, permit)
    };
    let mut response = body.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    Ok(response)
}

/// The text slice by slice, as the connection takes them; the permit is kept until the last one.
fn slices(text: Bytes, permit: Permit) -> Body {
    let slices = stream::unfold((text, permit), |(mut rest, permit)| async {
        // compressing and sending a slice takes a while, and others want to be served, too
        tokio::task::yield_now().await;
        let slice = rest.split_to(rest.len().min(SLICE));
        (!slice.is_empty()).then(|| (Ok::<_, Infallible>(slice), (rest, permit)))
    });
    // compression asks once more after the end
    Body::from_stream(slices.fuse())
}
