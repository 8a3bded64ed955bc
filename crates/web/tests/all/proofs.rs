//! Proofs are walked to every end, and hold there.

use crate::client::Server;
use serde_json::Value;

/// Walks everything that can come up, and counts the places.
fn walk(server: &Server, path: &str, claim: usize, line: &mut Vec<String>, deepest: usize) -> usize {
    let step = server.json(&format!("{path}&claim={claim}&line={}", line.join(",")));
    let node = &step["node"];
    assert_eq!(step["line"].as_array().unwrap().len(), line.len());
    if node["over"].is_string() || line.len() == deepest {
        return 1;
    }
    let follow = |mv: &Value, line: &mut Vec<String>| {
        line.push(mv.as_str().unwrap().to_string());
        let places = walk(server, path, claim, line, deepest);
        line.pop();
        places
    };
    if node["claimants_turn"] == true {
        match &node["move"] {
            Value::Null => {
                assert!(node["sentence"].as_str().unwrap().contains("evident"), "{path} {line:?}: {node}");
                1
            }
            mv => 1 + follow(mv, line),
        }
    } else {
        let replies = node["replies"].as_array().unwrap();
        assert!(!replies.is_empty(), "{path} {line:?}");
        1 + replies.iter().map(|reply| follow(&reply["move"], line)).sum::<usize>()
    }
}

#[test]
fn a_win_is_won_at_every_end() {
    let server = Server::start();
    let path = "/api/games/connect-four/proof?cols=4&rows=3&k=3";
    let first = server.json(path);
    assert_eq!(first["claims"][0]["claimant"], 0);
    assert!(first["claims"][0]["sentence"].as_str().unwrap().starts_with("Red, to move, wins within"), "{first}");
    let mut ends = vec![];
    collect_ends(&server, path, &mut vec![], &mut ends);
    assert!(ends.len() > 3);
    assert!(ends.iter().all(|end| end == "Red has won."), "{ends:?}");
}

fn collect_ends(server: &Server, path: &str, line: &mut Vec<String>, ends: &mut Vec<String>) {
    let step = server.json(&format!("{path}&line={}", line.join(",")));
    if let Some(over) = step["node"]["over"].as_str() {
        ends.push(over.to_string());
        return;
    }
    let own = step["node"]["move"].as_str().map(str::to_string);
    let replies = step["node"]["replies"].as_array().unwrap();
    let moves: Vec<String> =
        own.into_iter().chain(replies.iter().map(|r| r["move"].as_str().unwrap().into())).collect();
    assert!(!moves.is_empty());
    for mv in moves {
        line.push(mv);
        collect_ends(server, path, line, ends);
        line.pop();
    }
}

#[test]
fn every_kind_of_game_can_be_walked() {
    let server = Server::start();
    let places = |path: &str, deepest: usize| -> usize {
        let path = format!("/api/games/{path}");
        let claims = server.json(&path)["claims"].as_array().unwrap().len();
        (0..claims).map(|claim| walk(&server, &path, claim, &mut vec![], deepest)).sum()
    };
    assert!(places("weighted-tic-tac-toe/proof?moves=b2,a1,c3", 9) > 20);
    assert!(places("nim/proof?heaps=1,2,2", 9) > 10);
    assert!(places("subtraction/proof?heap=8", 9) > 5);
    assert!(places("chomp/proof?rows=2&cols=3", 9) > 5);
    assert!(places("triangle-war/proof?side=2&moves=1-2,2-4", 9) > 20, "moving again");
    assert!(places("finger-game/proof?modulus=4", 5) > 10, "play that may be endless");
    assert!(places("quixo/proof?size=3", 2) > 10);
}

#[test]
fn the_line_must_follow_the_strategy() {
    let server = Server::start();
    let path = "/api/games/nim/proof?heaps=1,2,2";
    let own = server.json(path)["node"]["move"].as_str().unwrap().to_string();
    assert_eq!(own, "1:1");
    let astray = server.get(&format!("{path}&line=2:1"));
    assert_eq!(astray.status, 400);
    assert!(astray.error().contains("expected the move of the strategy, 1:1"), "{}", astray.body);
}

#[test]
fn published_certificates_are_listed_and_walked() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../certificates");
    let server = Server::with(|config| {
        config.certificates =
            ["tixtax-closed-good-30.pproof", "tixtax-open-win-43.pproof"].map(|name| folder.join(name)).into();
    });
    for won_boards in ["closed", "open"] {
        let rules = server.json(&format!("/api/games/tixtax?won-boards={won_boards}"));
        assert_eq!(rules["proofs"].as_array().unwrap().len(), 1, "{won_boards}");
        let position = rules["proofs"][0]["position"].as_str().unwrap().replace(' ', "%20");
        let path = format!("/api/games/tixtax/proof?won-boards={won_boards}&position={position}");
        assert!(walk(&server, &path, 0, &mut vec![], 3) > 3, "{won_boards}");
    }
    assert_eq!(server.json("/api/games/nim")["proofs"], serde_json::json!([]));
}
