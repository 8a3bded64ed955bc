//! Who may ask, and what every answer says: hosts and origins, limits on requests, and headers for safety.
//!
//! A page from elsewhere must not use this server behind the back of whoever is at the browser. So requests have to name a
//! host that is ours (a foreign name that resolves to this machine is refused), and those that a foreign page makes are
//! refused, except for links to pages that people follow.

use crate::access::Access;
use crate::clients::Client;
use crate::failure::Failure;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
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

/// The two ends of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// Where the request comes from.
    pub peer: SocketAddr,
    /// The address of ours that was called.
    pub own: SocketAddr,
}

/// Headers by which proxies tell for whom they ask.
const FORWARDING: [&str; 4] = ["x-forwarded-for", "forwarded", "via", "x-real-ip"];

/// Who may ask.
#[derive(Clone, Debug)]
pub struct Guard {
    hosts: Vec<String>,
    access: Access,
    trusts_proxy: bool,
}

impl Guard {
    /// For a server with these names besides those of the own machine.
    pub fn new(names: &[String], access: Access, trusts_proxy: bool) -> Self {
        let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_string);
        let hosts = own.into_iter().chain(names.iter().map(|name| name.to_ascii_lowercase())).collect();
        Guard { hosts, access, trusts_proxy }
    }

    /// Whether a host names this server. An address of ours that was called is one: no foreign name is behind it.
    fn knows(&self, host: &str, own: IpAddr) -> bool {
        let name = without_port(host);
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name)) || literal(name) == Some(own.to_canonical())
    }

    /// The client for whom a request is made: the nearest one that a trusted proxy tells of, else whoever is connected.
    fn client(&self, request: &Parts, ends: Ends) -> Client {
        let told = request.headers.get_all(FORWARDING[0]).iter().next_back();
        let nearest = told.filter(|_| self.trusts_proxy).and_then(|list| list.to_str().ok()?.rsplit(',').next());
        let address = nearest.map(str::trim).and_then(|text| {
            let with_port = text.parse::<SocketAddr>().ok().map(|address| address.ip());
            with_port.or_else(|| literal(text)).or_else(|| text.parse().ok())
        });
        Client::at(address.unwrap_or(ends.peer.ip()))
    }

    /// Whether a request was made on this machine, by all that can be told: a proxy here may ask for others.
    fn is_from_here(&self, request: &Parts, ends: Ends) -> bool {
        let name = without_port(text(request, header::HOST));
        let names_here = name.eq_ignore_ascii_case("localhost") || literal(name).is_some_and(|ip| ip.is_loopback());
        let is_forwarded = self.trusts_proxy || FORWARDING.iter().any(|name| request.headers.contains_key(*name));
        ends.peer.ip().to_canonical().is_loopback() && names_here && !is_forwarded
    }

    /// Refuses requests that are not for us, that another site makes, or that lack the token.
    fn check(&self, request: &Parts, ends: Ends) -> Result<(), Box<Response>> {
        let refuse = |expected: &str, found: &str| {
            let error = format!("expected {expected}, found {found:?}");
            Err(Box::new(Failure::new(StatusCode::FORBIDDEN, error).into_response()))
        };
        let length = request.uri.path_and_query().map_or(0, |uri| uri.as_str().len());
        if length > LONGEST_URI {
            let error = format!("expected an address of at most {LONGEST_URI} bytes, found {length}");
            return Err(Box::new(Failure::new(StatusCode::URI_TOO_LONG, error).into_response()));
        }
        let host = text(request, header::HOST);
        let is_named_otherwise = request.uri.authority().is_some_and(|named| named.as_str() != host);
        if is_named_otherwise || !self.knows(host, ends.own.ip()) {
            return refuse("a host that this server knows (--allow-host adds one)", host);
        }
        if request.headers.contains_key(header::ORIGIN) {
            let origin = text(request, header::ORIGIN);
            let is_own = origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == Some(host);
            if !is_own {
                return refuse("a request from the own page", origin);
            }
        }
        let path = request.uri.path();
        let is_page = path == "/" || path.starts_with("/play/") || path.starts_with("/page/");
        let fetch = |name: &'static str| text(request, HeaderName::from_static(name));
        // what another port of this machine serves is foreign, too
        let is_foreign = !matches!(fetch("sec-fetch-site"), "" | "same-origin" | "none");
        let is_link = (fetch("sec-fetch-mode"), fetch("sec-fetch-dest")) == ("navigate", "document");
        if is_foreign && !(is_page && is_link && request.method == Method::GET) {
            return refuse("a request from the own page", "one from another site");
        }
        self.access.check(request, is_page, self.is_from_here(request, ends), ends.own.port())
    }
}

/// A header as a text; an empty one if it is not there, and none that anyone knows if it is there twice.
fn text(request: &Parts, name: HeaderName) -> &str {
    let mut values = request.headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => "",
        (Some(value), None) => value.to_str().unwrap_or("?"),
        (Some(_), Some(_)) => "?",
    }
}

/// The host without its port.
fn without_port(host: &str) -> &str {
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        _ => host,
    }
}

/// The address that a host is, in brackets if it is one of IPv6.
fn literal(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => inside.parse().ok().map(IpAddr::V6),
        None => host.parse().ok().map(IpAddr::V4),
    }
}

/// Checks a request before, and sets the headers of the answer after.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let ends = *parts.extensions.get::<Ends>().expect("the server tells the ends of a connection");
    let mut response = match guard.check(&parts, ends) {
        Ok(()) => {
            let client = guard.client(&parts, ends);
            parts.extensions.insert(client);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(refusal) => *refusal,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Token;

    type Header = (&'static str, &'static str);

    const HOST: Header = ("host", "localhost:7878");

    fn parts(path: &str, headers: &[Header]) -> Parts {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(axum::body::Body::empty()).unwrap().into_parts().0
    }

    fn ends(peer: &str, own: &str) -> Ends {
        let socket = |ip: &str| SocketAddr::new(ip.parse().unwrap(), 7878);
        Ends { peer: socket(peer), own: socket(own) }
    }

    fn here() -> Ends {
        ends("127.0.0.1", "127.0.0.1")
    }

    fn open() -> Guard {
        Guard::new(&["games.example".to_string()], Access::Open, false)
    }

    fn is_welcome(path: &str, headers: &[Header]) -> bool {
        open().check(&parts(path, headers), here()).is_ok()
    }

    #[test]
    fn own_hosts_are_known_and_no_others() {
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:1", "[::1]:7878", "[::1]", "games.example:80"] {
            assert!(is_welcome("/api", &[("host", host)]), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:7878",
            "localhost:",
            "::1",
            ":80",
            "0.0.0.0:7878",
            "192.0.2.7:7878",
        ] {
            assert!(!is_welcome("/api", &[("host", host)]), "{host}");
        }
        assert!(!is_welcome("/api", &[]));
    }

    #[test]
    fn the_address_that_was_called_is_a_host() {
        let is_welcome = |host, own| open().check(&parts("/", &[("host", host)]), ends("192.0.2.9", own)).is_ok();
        assert!(is_welcome("192.0.2.7:7878", "192.0.2.7"));
        assert!(is_welcome("192.0.2.7:7878", "::ffff:192.0.2.7"));
        assert!(is_welcome("[2001:db8::1]:7878", "2001:db8::1"));
        assert!(!is_welcome("192.0.2.8:7878", "192.0.2.7"));
        assert!(!is_welcome("0.0.0.0:7878", "192.0.2.7"));
        assert!(!is_welcome("machine.example:7878", "192.0.2.7"));
    }

    #[test]
    fn foreign_pages_are_refused() {
        assert!(is_welcome("/api/games", &[HOST, ("origin", "http://localhost:7878")]));
        // one of two is ours, and nobody knows which one counts
        assert!(!is_welcome(
            "/api/games",
            &[HOST, ("origin", "http://localhost:7878"), ("origin", "http://evil.example")]
        ));
        assert!(!is_welcome("/api/games", &[HOST, ("sec-fetch-site", "none"), ("sec-fetch-site", "cross-site")]));
        assert!(!is_welcome("/api/games", &[HOST, ("host", "evil.example")]));
        assert!(!is_welcome("http://evil.example/api/games", &[HOST]));
        assert!(is_welcome("http://localhost:7878/api/games", &[HOST]));
        for origin in ["http://evil.example", "null", "http://localhost", "http://localhost:7879", "localhost:7878"] {
            assert!(!is_welcome("/api/games", &[HOST, ("origin", origin)]), "{origin}");
        }
    }

    /// Links lead to pages, and to nothing else; what is embedded leads nowhere.
    #[test]
    fn foreign_sites_reach_pages_by_links_alone() {
        let fetch =
            |site, mode, dest| [HOST, ("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
        for site in ["cross-site", "same-site", "something-new"] {
            let link = fetch(site, "navigate", "document");
            for page in ["/", "/play/nim", "/page/main.js"] {
                assert!(is_welcome(page, &link), "{site}: a link to {page}");
            }
            for path in ["/api/games", "/api/games/nim/analysis", "/api", "/nothing", "/play", "/%61pi/games"] {
                assert!(!is_welcome(path, &link), "{site}: a link to {path}");
            }
            for (mode, dest) in [
                ("navigate", "iframe"),
                ("navigate", "frame"),
                ("navigate", "object"),
                ("no-cors", "image"),
                ("cors", "empty"),
            ] {
                for path in ["/", "/play/nim", "/api/games/nim/solve"] {
                    assert!(!is_welcome(path, &fetch(site, mode, dest)), "{site}: {mode} {dest} of {path}");
                }
            }
        }
        for site in ["same-origin", "none"] {
            assert!(is_welcome("/api/games", &fetch(site, "cors", "empty")), "{site}");
        }
    }

    fn status(access: &Access, trusts_proxy: bool, path: &str, headers: &[Header], ends: Ends) -> u16 {
        let guard = Guard::new(&[], access.clone(), trusts_proxy);
        let headers: Vec<Header> = [HOST]
            .into_iter()
            .filter(|_| !headers.iter().any(|(name, _)| *name == "host"))
            .chain(headers.iter().copied())
            .collect();
        guard.check(&parts(path, &headers), ends).map_or_else(|response| response.status().as_u16(), |()| 200)
    }

    /// Nothing but the token makes up for being elsewhere, and what only looks like this machine is elsewhere.
    #[test]
    fn other_machines_need_the_token() {
        let access = Access::TokenFromElsewhere(Token::new("sesame").unwrap());
        let status =
            |trusts_proxy, headers: &[Header], ends| status(&access, trusts_proxy, "/api/games", headers, ends);
        let (far, host) = (ends("192.0.2.9", "192.0.2.7"), ("host", "192.0.2.7:7878"));
        assert_eq!(status(false, &[], here()), 200);
        assert_eq!(status(false, &[], ends("::1", "::1")), 200);
        assert_eq!(status(false, &[host], far), 401);
        assert_eq!(status(false, &[host, ("authorization", "Bearer sesame")], far), 200);
        assert_eq!(status(false, &[host, ("authorization", "Bearer sesamE")], far), 401);
        assert_eq!(status(false, &[host, ("authorization", "Bearer ")], far), 401);
        assert_eq!(status(false, &[host, ("cookie", "a=b; perfectplay-7878=sesame")], far), 200);
        assert_eq!(status(false, &[host, ("cookie", "perfectplay-7879=sesame")], far), 401);
        assert_eq!(status(false, &[("x-forwarded-for", "127.0.0.1")], here()), 401, "a proxy");
        assert_eq!(status(false, &[("via", "1.1 proxy")], here()), 401, "a proxy");
        assert_eq!(status(true, &[("x-forwarded-for", "127.0.0.1")], here()), 401, "anybody can write that");
        assert_eq!(status(true, &[], here()), 401);
        assert_eq!(status(false, &[("host", "0.0.0.0:7878")], ends("127.0.0.1", "0.0.0.0")), 401);
        assert_eq!(status(false, &[host], ends("127.0.0.1", "192.0.2.7")), 401);
    }

    #[test]
    fn a_given_token_is_for_everybody() {
        let access = Access::Token(Token::new("sesame").unwrap());
        let status = |path: &str, headers: &[Header]| status(&access, false, path, headers, here());
        assert_eq!(status("/", &[]), 401);
        assert_eq!(status("/api/games", &[("authorization", "Bearer sesame")]), 200);
        assert_eq!(status("/?token=sesame", &[]), 303);
        assert_eq!(status("/?token=sesam", &[]), 401);
        assert_eq!(status("/api/games?token=sesame", &[]), 401, "links are for pages");
        assert_eq!(status("//evil.example/?token=sesame", &[]), 401);
    }

    #[test]
    fn a_link_leaves_the_token_as_a_cookie() {
        let access = Access::Token(Token::new("sesame").unwrap());
        let request = parts("/play/nim?heaps=1,2&token=sesame&moves=1:1", &[HOST]);
        let response = Guard::new(&[], access, false).check(&request, here()).unwrap_err();
        assert_eq!(response.headers()[header::LOCATION], "/play/nim?heaps=1,2&moves=1:1");
        let cookie = "perfectplay-7878=sesame; Path=/; HttpOnly; SameSite=Strict";
        assert_eq!(response.headers()[header::SET_COOKIE], cookie);
    }

    #[test]
    fn the_client_is_the_nearest_that_a_trusted_proxy_tells_of() {
        let client = |trusts_proxy, headers: &[Header]| {
            Guard::new(&[], Access::Open, trusts_proxy).client(&parts("/", headers), here())
        };
        let at = |ip: &str| Client::at(ip.parse().unwrap());
        let told = |list| [("x-forwarded-for", list)];
        assert_eq!(client(false, &told("192.0.2.1")), at("127.0.0.1"));
        assert_eq!(client(true, &told("192.0.2.1")), at("192.0.2.1"));
        assert_eq!(client(true, &told("10.0.0.1, 192.0.2.1")), at("192.0.2.1"), "the rest may be made up");
        assert_eq!(client(true, &[told("10.0.0.1")[0], told("192.0.2.1")[0]]), at("192.0.2.1"));
        for list in ["192.0.2.1:5000", "[2001:db8::1]:5000", "2001:db8::1", "[2001:db8::1]"] {
            assert_ne!(client(true, &told(list)), at("127.0.0.1"), "{list}");
        }
        assert_eq!(client(true, &told("unknown")), at("127.0.0.1"));
    }
}
