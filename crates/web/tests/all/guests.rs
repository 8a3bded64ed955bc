//! Rules that clients bring along.

use crate::client::{Answer, Server};
use std::time::Duration;

fn rules(name: &str) -> String {
    let path = format!("{}/../../examples/rules/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn rules_are_played_like_any_game() {
    let server = Server::start();
    let brought = server.post("/api/rules?title=My%20nim", &rules("nim"));
    assert_eq!(brought.status, 200, "{}", brought.body);
    let welcome = brought.json();
    assert_eq!((welcome["title"].as_str(), welcome["problem"].as_str()), (Some("My nim"), None));
    let name = welcome["name"].as_str().unwrap();
    assert_eq!(server.json(&format!("/api/games/{name}"))["title"], "My nim");
    let report = server.json(&format!("/api/games/{name}/solve"));
    assert_eq!((&report["value"], &report["status"]), (&"win".into(), &"proved".into()));
    let many = server.post(&format!("/api/games/{name}/solve"), "{\"queries\":[{}]}");
    assert_eq!(many.json()["answers"][0]["value"], "win");
    assert_eq!(server.get(&format!("/api/games/{name}/proof")).status, 200);
    let listed = server.json("/api/games");
    assert!(listed["games"].as_array().unwrap().iter().all(|game| game["name"] != name), "nobody else is told");
    let again = server.post("/api/rules?title=My%20nim", &rules("nim")).json();
    assert_eq!(again["name"], name);
}

#[test]
fn what_is_no_game_is_refused() {
    let server = Server::start();
    for (text, expected) in [
        ("", "expected"),
        ("(role a", "1:1: expected"),
        ("(role a) (role b) (role c)", "expected two roles"),
        ("\u{0}\u{1}", "expected"),
        ("/etc/passwd", "expected"),
        ("(role a) (role b) (init (n 0)) (<= (next (n (s ?x))) (true (n ?x)))", "expected"),
    ] {
        let answer = server.post("/api/rules", text);
        assert_eq!(answer.status, 400, "{text}: {}", answer.body);
        assert!(answer.error().contains(expected), "{text}: {}", answer.body);
    }
    assert_eq!(server.post("/api/rules", &" ".repeat((256 << 10) + 1)).status, 413);
    assert_eq!(server.post("/api/rules?name=x", &rules("nim")).status, 400);
    assert_eq!(server.get("/api/rules").status, 405);
    assert_eq!(server.get("/api/games/rules-000000000000000000000000").status, 404);
}

/// A game whose goals make no one question has a problem, and can be asked two others.
#[test]
fn goals_that_do_not_add_up_are_a_matter_of_options() {
    let server = Server::start();
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../gdl/tests/data/reject/bad_not_constant_sum.kif"
    ));
    let welcome = server.post("/api/rules", &text.unwrap()).json();
    assert!(welcome["problem"].as_str().unwrap().contains("add up to the same"), "{welcome}");
    let name = welcome["name"].as_str().unwrap();
    assert_eq!(server.get(&format!("/api/games/{name}")).status, 400);
    assert_eq!(server.get(&format!("/api/games/{name}?objective=a")).status, 200);
}

/// Somebody who brings many games loses the oldest of his own, and nobody else loses one.
#[test]
fn room_for_games_is_shared() {
    let server = Server::start();
    let [one, other] = [2, 3].map(|number| server.client(number));
    let text = rules("tic-tac-toe");
    let kept = one.post("/api/rules", &text).json()["name"].as_str().unwrap().to_string();
    let names: Vec<String> = (0..20)
        .map(|round| {
            other.post(&format!("/api/rules?title={round}"), &text).json()["name"].as_str().unwrap().to_string()
        })
        .collect();
    assert_eq!(one.get(&format!("/api/games/{kept}")).status, 200);
    assert_eq!(other.get(&format!("/api/games/{}", names[19])).status, 200);
    assert_eq!(other.get(&format!("/api/games/{}", names[15])).status, 404);
}

/// Positions of many facts fill the memory of a search at once; it ends with what it has, and the next one begins afresh.
#[test]
fn searches_go_on_when_positions_have_taken_all_memory() {
    let server = Server::with(|config| (config.memory, config.threads) = (96 << 20, 1));
    let brought = server.post("/api/rules", include_str!("../../../gdl/tests/data/large/switches.kif")).json();
    let name = brought["name"].as_str().unwrap();
    // while the worker is busy, it is tried in the quick lane, which fills the memory as well
    let mut busy = server.client(2).events("/api/games/tixtax/analysis");
    assert!(busy.next().is_some());
    let waiting = server.ask("GET", &format!("/api/games/{name}/solve"), "");
    std::thread::sleep(Duration::from_secs(3));
    drop(busy);
    assert_eq!(Answer::read(waiting).json()["status"], "bounded");
    for _ in 0..3 {
        let report = server.json(&format!("/api/games/{name}/solve"));
        assert_eq!(report["status"], "bounded");
        assert!(report["nodes"].as_u64().unwrap() > 0, "{}", report["nodes"]);
    }
}
