//! What can go wrong with a request, and how that is told: a status and `{"error": "expected …, found …"}`.

use crate::clients::Full;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perfectplay::{Complaint, DoorError, NotationError, OptionError};
use serde::Serialize;
use std::any::Any;

/// Why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    #[serde(skip)]
    status: StatusCode,
    error: String,
    /// When it is worth another try.
    #[serde(skip)]
    retry_after_seconds: Option<u32>,
}

impl Failure {
    /// A failure with this status.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Failure { status, error: error.into(), retry_after_seconds: None }
    }

    /// The request is not what it should be.
    pub fn input(error: impl Into<String>) -> Self {
        Failure::new(StatusCode::BAD_REQUEST, error)
    }

    /// The question makes sense, but has no answer here.
    pub fn no_answer(error: impl Into<String>) -> Self {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// The request is one too many.
    pub fn busy(full: Full, of: &str) -> Self {
        let error = match full {
            Full::ForClient => format!("expected less at the same time from one client, found too many {of}"),
            Full::InAll => format!("expected less at the same time from all clients, found too many {of}"),
        };
        let error = format!("{error}; try again when some of it is done");
        Failure { retry_after_seconds: Some(2), ..Failure::new(StatusCode::TOO_MANY_REQUESTS, error) }
    }

    /// Whether it was the request that was wrong, so that there is no use in trying again.
    pub fn is_about_input(&self) -> bool {
        self.status == StatusCode::BAD_REQUEST
    }

    /// The rules of a game, or what is built on them, panicked.
    pub fn panicked(panic: &(dyn Any + Send)) -> Self {
        if let Some(complaint) = Complaint::of(panic) {
            return Failure::no_answer(complaint.to_string());
        }
        let words =
            "the rules of the game or the program failed, and said why on the server's console; please report it";
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    }

    /// The search was given up.
    pub fn stopped() -> Self {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the search was stopped")
    }
}

impl From<DoorError> for Failure {
    fn from(error: DoorError) -> Self {
        match error {
            DoorError::Notation(error) => error.into(),
            DoorError::Input(error) => Failure::input(error),
            DoorError::Memory(error) => Failure::no_answer(format!("{error}; perfectplay serve --memory gives more")),
            error => Failure::no_answer(error.to_string()),
        }
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        let status = match error {
            OptionError::UnknownGame { .. } => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        Failure::new(status, error.to_string())
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Failure::input(error.to_string())
    }
}

impl From<Failure> for std::io::Error {
    fn from(failure: Failure) -> Self {
        std::io::Error::other(failure.error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self)).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
