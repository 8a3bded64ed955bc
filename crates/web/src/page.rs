//! The page: its files are in the folder `page` and part of the program.

use crate::failure::Failure;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The page itself.
pub async fn index(headers: HeaderMap) -> Response {
    file(Path("index.html".to_string()), headers).await
}

/// A file of the page; nothing if the browser has it already.
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => Some("text/html; charset=utf-8"),
        Some("css") => Some("text/css; charset=utf-8"),
        Some("js") => Some("text/javascript; charset=utf-8"),
        Some("svg") => Some("image/svg+xml"),
        _ => None,
    };
    let Some((kind, file)) = kind.zip(FILES.get_file(&name)) else {
        return Failure::new(StatusCode::NOT_FOUND, format!("expected a file of the page, found {name:?}"))
            .into_response();
    };
    let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(file.contents()), file.contents().len());
    let about = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache"), (header::CONTENT_TYPE, kind)];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or("");
    if known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, file.contents()).into_response()
}
