//! The access token: what it looks like, who needs it, and how a browser and a program show it.
//!
//! A link with `?token=…` leaves the token with the browser as a cookie, which pages of other sites cannot make it send.

use crate::failure::Failure;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use constant_time_eq::constant_time_eq;
use std::fmt;
use std::io;

/// A text that opens the server.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The longest token.
const LONGEST: usize = 128;

/// Bytes of chance in a token that is made.
const CHANCE: usize = 16;

/// The parameter of a link.
const PARAMETER: &str = "token=";

impl Token {
    /// A token of one's own choice: letters, digits, `-`, `.`, `_` and `~`, which need no quoting anywhere.
    ///
    /// # Errors
    ///
    /// If it is empty, too long, or has other characters.
    pub fn new(text: &str) -> Result<Token, String> {
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c));
        if !(1..=LONGEST).contains(&text.len()) || !is_plain {
            return Err(format!("expected a token of 1 to {LONGEST} letters, digits, - . _ ~, found {text:?}"));
        }
        Ok(Token(text.to_string()))
    }

    /// A token that nobody can guess.
    ///
    /// # Errors
    ///
    /// If the system gives no random bytes.
    pub fn random() -> io::Result<Token> {
        let mut chance = [0; CHANCE];
        getrandom::fill(&mut chance)?;
        Ok(Token(chance.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token as it is.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Takes as long for a wrong text as for the right one.
    fn is(&self, text: &str) -> bool {
        constant_time_eq(self.0.as_bytes(), text.as_bytes())
    }
}

/// Logs do not tell it.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Who may use the server.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Access {
    /// Whoever reaches it.
    Open,
    /// Programs and browsers on this machine, and whoever shows the token.
    TokenFromElsewhere(Token),
    /// Whoever shows the token.
    Token(Token),
}

impl Access {
    /// Lets a request pass, or tells what to answer instead.
    ///
    /// # Errors
    ///
    /// If it does not pass.
    pub fn check(&self, request: &Parts, is_page: bool, is_from_here: bool, port: u16) -> Result<(), Box<Response>> {
        let token = match self {
            Access::Open => return Ok(()),
            Access::TokenFromElsewhere(_) if is_from_here => return Ok(()),
            Access::TokenFromElsewhere(token) | Access::Token(token) => token,
        };
        // cookies are for all ports of a host
        let cookie = format!("perfectplay-{port}=");
        let shown = [bearer(&request.headers), from_cookie(&request.headers, &cookie)];
        if shown.into_iter().flatten().any(|text| token.is(text)) {
            return Ok(());
        }
        let query = request.uri.query().unwrap_or_default();
        if is_page && query.split('&').filter_map(|pair| pair.strip_prefix(PARAMETER)).any(|text| token.is(text)) {
            return Err(Box::new(remembering(request.uri.path(), query, &format!("{cookie}{}", token.0))));
        }
        let error =
            "expected the access token (the link that the server has printed, or the header Authorization: Bearer …)";
        let mut refusal = Failure::new(StatusCode::UNAUTHORIZED, error).into_response();
        refusal.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        Err(Box::new(refusal))
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn from_cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(';')).find_map(|cookie| cookie.trim().strip_prefix(name))
}

/// Has the browser remember the token, and go on to the same page without it.
fn remembering(path: &str, query: &str, cookie: &str) -> Response {
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with(PARAMETER)).collect();
    let query = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
    let headers = [
        (header::LOCATION, format!("{path}{query}")),
        (header::SET_COOKIE, format!("{cookie}; Path=/; HttpOnly; SameSite=Strict")),
        (header::CACHE_CONTROL, "no-store".to_string()),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
