//! Large answers on their way: what clients have not read yet is kept for them, a bounded amount for each.

use crate::clients::{Allowance, Client, Place};
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
        let place =
            unread.take(client, length).map_err(|full| Failure::busy(full, "large answers that are not read"))?;
        slices(text, place)
    };
    let mut response = body.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    Ok(response)
}

/// The text slice by slice, as the connection takes them; the place is kept until the last one.
fn slices(text: Bytes, place: Place) -> Body {
    let slices = stream::unfold((text, place), |(mut rest, place)| async {
        // compressing and sending a slice takes a while, and others want to be served, too
        tokio::task::yield_now().await;
        let slice = rest.split_to(rest.len().min(SLICE));
        (!slice.is_empty()).then(|| (Ok::<_, Infallible>(slice), (rest, place)))
    });
    // compression asks once more after the end
    Body::from_stream(slices.fuse())
}
