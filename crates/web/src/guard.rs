//! Who may ask, and what every answer says: hosts and origins, limits on requests, and headers for safety.
//!
//! A page from elsewhere must not use this server behind the back of whoever is at the browser. So requests have to name a
//! host that is ours (a foreign name that resolves to this machine is refused), and those that a foreign page makes are
//! refused, except for links that people follow.

use crate::failure::Failure;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The longest address of a request.
const LONGEST_URI: usize = 16 << 10;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Headers of all answers.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The names by which this server may be called.
#[derive(Clone, Debug)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Those of the own machine, and these.
    pub fn new(more: &[String]) -> Self {
        let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_string);
        Hosts(own.into_iter().chain(more.iter().map(|name| name.to_ascii_lowercase())).collect())
    }

    /// Whether a Host header, with or without a port, names this server.
    fn know(&self, host: &str) -> bool {
        let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
        let name = match host.rsplit_once(':') {
            Some((name, port)) if is_port(port) => name,
            _ => host,
        };
        self.0.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Refuses requests that are not for us, or that another site makes.
    fn check(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let refuse = |expected: &str, found: &str| {
            let error = format!("expected {expected}, found {found:?}");
            Err(Failure::new(StatusCode::FORBIDDEN, error))
        };
        let host = text(header::HOST).unwrap_or_default();
        if !self.know(host) {
            return refuse("a host that this server knows (--allow-host adds one)", host);
        }
        if let Some(origin) = text(header::ORIGIN) {
            let is_own = origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == Some(host);
            if !is_own {
                return refuse("a request from the own page", origin);
            }
        }
        let site = text(HeaderName::from_static("sec-fetch-site")).unwrap_or_default();
        let mode = text(HeaderName::from_static("sec-fetch-mode")).unwrap_or_default();
        if site == "cross-site" && mode != "navigate" {
            return refuse("a request from the own page", "one from another site");
        }
        Ok(())
    }
}

/// Checks a request before, and sets the headers of the answer after.
pub async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |uri| uri.as_str().len());
    let mut response = if length > LONGEST_URI {
        let error = format!("expected an address of at most {LONGEST_URI} bytes, found {length}");
        Failure::new(StatusCode::URI_TOO_LONG, error).into_response()
    } else {
        match hosts.check(request.headers()) {
            Ok(()) => next.run(request).await,
            Err(failure) => failure.into_response(),
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_welcome(headers: &[(&'static str, &'static str)]) -> bool {
        let pair = |&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
        Hosts::new(&["games.example".to_string()]).check(&headers.iter().map(pair).collect()).is_ok()
    }

    #[test]
    fn own_hosts_are_known_and_no_others() {
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:1", "[::1]:7878", "[::1]", "games.example:80"] {
            assert!(is_welcome(&[("host", host)]), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:7878", "localhost:", "::1", ":80"]
        {
            assert!(!is_welcome(&[("host", host)]), "{host}");
        }
        assert!(!is_welcome(&[]));
    }

    #[test]
    fn foreign_pages_are_refused() {
        let host = ("host", "localhost:7878");
        assert!(is_welcome(&[host, ("origin", "http://localhost:7878")]));
        for origin in ["http://evil.example", "null", "http://localhost", "http://localhost:7879", "localhost:7878"] {
            assert!(!is_welcome(&[host, ("origin", origin)]), "{origin}");
        }
        let cross = ("sec-fetch-site", "cross-site");
        assert!(is_welcome(&[host, cross, ("sec-fetch-mode", "navigate")]), "a link");
        assert!(!is_welcome(&[host, cross, ("sec-fetch-mode", "no-cors")]), "an image");
        assert!(is_welcome(&[host, ("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors")]));
    }
}
