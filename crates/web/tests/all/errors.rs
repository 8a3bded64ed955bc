//! Every error has its status and a message that says what was expected.

use crate::client::Server;
use perfectplay_web::{Access, Token};

#[test]
fn bad_questions_are_refused_with_a_reason() {
    let server = Server::start();
    let refused = [
        ("/api/games/connect-four?cols=0", "expected a whole number from 1 to"),
        ("/api/games/connect-four?colour=red", "expected an option of connect-four"),
        ("/api/games/connect-four?cols=5&cols=6", "twice"),
        ("/api/games/connect-four/position?moves=9", "expected a legal move"),
        ("/api/games/connect-four/position?moves=1,1,1,1,1,1,1", "(move 7)"),
        ("/api/games/weighted-tic-tac-toe/position?position=xxx/3/3", "expected"),
        ("/api/games/weighted-tic-tac-toe/solve?position=nonsense", "expected"),
        ("/api/games/nim/play", "expected a move in the parameter"),
        ("/api/games/nim/play?move=4:1", "expected a legal move"),
        ("/api/games/nim/solve?limit_seconds=-1", "expected a number of seconds"),
        ("/api/games/nim/solve?limit_seconds=soon", "expected a number of seconds"),
        ("/api/games/nim/analysis?moves=0:0", "expected a legal move"),
        ("/api/games/nim/line?position=99", "expected"),
        ("/api/games/nim/proof?claim=x", "expected the number of a claim"),
        ("/api/games/nim/proof?claim=7", "expected a claim from 0 to"),
        ("/api/games/nim/proof?heaps=1,2,3&line=9:9", "expected a legal move"),
        ("/api/games/nim/solve?heaps=%ff%fe", "expected"),
    ];
    for (path, expected) in refused {
        let answer = server.get(path);
        assert_eq!(answer.status, 400, "{path}: {}", answer.body);
        assert!(answer.error().contains(expected), "{path}: {}", answer.body);
    }
}

#[test]
fn bad_bodies_are_refused_with_a_reason() {
    let server = Server::start();
    let too_many = format!("{{\"queries\":[{}{{}}]}}", "{},".repeat(1000));
    let refused = [
        ("", "expected an object"),
        ("[]", "expected an object"),
        ("{}", "queries"),
        ("{\"queries\":{}}", "expected an object"),
        ("{\"queries\":[[null,null]]}", "expected an object"),
        ("{\"queries\":[{\"place\":\"a\"}]}", "expected position or moves"),
        ("{\"queries\":[],\"more\":1}", "more"),
        ("{\"queries\":[],\"limit_seconds\":-1}", "expected a number of seconds"),
        ("{\"queries\":[],\"options\":{\"heaps\":\"x\"}}", "expected whole numbers"),
        (&too_many, "expected at most 1000 queries, found 1001"),
    ];
    for (body, expected) in refused {
        let answer = server.post("/api/games/nim/solve", body);
        assert_eq!(answer.status, 400, "{body:.60}: {}", answer.body);
        assert!(answer.error().contains(expected), "{body:.60}: {}", answer.body);
    }
    assert_eq!(server.post("/api/games/nim/solve", &" ".repeat((1 << 20) + 1)).status, 413);
}

#[test]
fn what_is_not_there_is_not_found() {
    let server = Server::start();
    for path in
        ["/api", "/api/", "/api/game", "/api/games/go", "/api/games/go/solve", "/api/games/nim/answer", "/nothing"]
    {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.error().starts_with("expected"), "{path}: {}", answer.body);
    }
}

#[test]
fn other_methods_are_refused() {
    let server = Server::start();
    for path in
        ["/", "/api/games", "/api/games/nim", "/api/games/nim/position", "/api/games/nim/solve", "/api/openapi.json"]
    {
        let answer = server.raw(server.request("DELETE", path, &[], "").as_bytes());
        assert_eq!(answer.status, 405, "{path}");
        assert!(answer.header("allow").is_some(), "{path}: {}", answer.head);
        assert!(answer.error().contains("DELETE"), "{path}");
    }
}

#[test]
fn foreign_hosts_and_pages_are_refused() {
    let server = Server::with(|config| config.hosts = vec!["games.example".to_string()]);
    let status = |headers: &[(&str, &str)]| server.get_with("/api/games/nim/solve?heaps=1", headers).status;
    assert_eq!(status(&[("host", "games.example")]), 200);
    assert_eq!(status(&[("host", "evil.example")]), 403);
    assert_eq!(status(&[("host", "evil.example"), ("origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("origin", &format!("http://{}", server.address))]), 200);
    for site in ["cross-site", "same-site"] {
        let fetch = |mode, dest| [("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
        assert_eq!(status(&fetch("no-cors", "image")), 403);
        assert_eq!(status(&fetch("navigate", "iframe")), 403);
        assert_eq!(status(&fetch("navigate", "document")), 403, "links are for pages");
        assert_eq!(server.get_with("/", &fetch("navigate", "document")).status, 200);
        assert_eq!(server.get_with("/", &fetch("navigate", "iframe")).status, 403);
    }
    assert_eq!(
        status(&[("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")]),
        200
    );
    assert_eq!(server.get_with("/", &[("host", "evil.example")]).status, 403, "the page, too");
}

#[test]
fn a_token_is_asked_for_and_remembered() {
    let server = Server::with(|config| config.access = Access::Token(Token::new("open-sesame").unwrap()));
    for path in ["/", "/api/games", "/page/main.js", "/nothing"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 401, "{path}");
        assert_eq!(answer.header("www-authenticate"), Some("bearer"));
        assert!(answer.error().contains("access token"), "{path}: {}", answer.body);
    }
    assert_eq!(server.get_with("/api/games", &[("authorization", "Bearer open-sesame")]).status, 200);
    let link = server.get("/play/nim?token=open-sesame");
    assert_eq!((link.status, link.header("location")), (303, Some("/play/nim")));
    let cookie = link.header("set-cookie").unwrap().split(';').next().unwrap().to_string();
    for path in ["/play/nim", "/api/games"] {
        assert_eq!(server.get_with(path, &[("cookie", &cookie)]).status, 200);
    }
    assert_eq!(server.get("/?token=sesame").status, 401);
}

#[test]
fn addresses_and_heads_are_bounded() {
    let server = Server::start();
    let long = |length: usize| format!("/api/games/nim/solve?position={}", "1".repeat(length));
    let answer = server.get(&long(20_000));
    assert_eq!(answer.status, 414, "{}", answer.head);
    assert!(answer.error().contains("expected an address of at most"));
    assert!(matches!(server.get(&long(1_000_000)).status, 414 | 431));
    assert_eq!(server.get_with("/", &[("x-long", &"a".repeat(100_000))]).status, 431);
}

#[test]
fn questions_without_an_answer_say_why() {
    let server = Server::with(|config| config.memory = 16 << 20);
    let answer = server.get("/api/games/quixo/solve?size=5");
    assert_eq!(answer.status, 422, "{}", answer.body);
    let answer = server.get("/api/games/tixtax/proof?limit_seconds=0.1");
    assert_eq!(answer.status, 422);
    assert!(answer.error().contains("no proof within the time"));
}

#[test]
fn every_answer_has_the_headers_for_safety() {
    let server = Server::start();
    for (path, host) in
        [("/", "localhost"), ("/api/games", "localhost"), ("/nothing", "localhost"), ("/", "evil.example")]
    {
        let answer = server.get_with(path, &[("host", host)]);
        for name in ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"] {
            assert!(answer.header(name).is_some(), "{path} for {host}: {name}");
        }
    }
}
