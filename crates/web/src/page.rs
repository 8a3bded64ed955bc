//! The page: its files are in the folder `page` and part of the program.

use crate::failure::Failure;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "page"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.svg"]
struct Files;

/// The page itself.
pub async fn index(headers: HeaderMap) -> Response {
    file(Path("index.html".to_string()), headers).await
}

/// A file of the page; nothing if the browser has it already.
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = Files::get(&name) else {
        return Failure::new(StatusCode::NOT_FOUND, format!("expected a file of the page, found {name:?}"))
            .into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag = format!("\"{}\"", hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    };
    let about = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache"), (header::CONTENT_TYPE, kind)];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, file.data).into_response()
}
