//! Every route does what the description says.

use crate::client::Server;
use perfectplay::games::abouts;
use serde_json::{Value, json};

#[test]
fn all_games_are_listed_with_options_and_boards() {
    let server = Server::start();
    let listed = server.json("/api/games");
    let games = listed["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, abouts().iter().map(|about| &about.name).collect::<Vec<_>>());
    for (game, about) in games.iter().zip(abouts()) {
        let scene =
            server.json(&format!("/api/games/{}/position?position={}", about.name, about.scene.replace(' ', "+")));
        assert_eq!(game["picture"], scene["picture"], "{} is shown in the midst of play", about.name);
        assert_eq!(game["options"].as_array().unwrap().len(), about.options.len());
        let rules = server.json(&format!("/api/games/{}", about.name));
        assert_eq!(rules["rules"], about.rules);
        assert_eq!(rules["title"], game["title"]);
        assert_eq!(rules["settings"].as_object().unwrap().len(), about.options.len());
    }
}

#[test]
fn large_answers_come_whole_compressed_or_not() {
    let server = Server::start();
    let large = "/api/games/nim/position?heaps=1000,1000";
    for path in ["/api/games", large] {
        let plain = server.get(path);
        assert_eq!(plain.header("content-length").unwrap(), plain.body.len().to_string(), "{path}");
        let compressed = server.get_with(path, &[("accept-encoding", "gzip")]);
        assert_eq!((compressed.status, compressed.header("content-encoding")), (200, Some("gzip")), "{path}");
        assert!(compressed.body.ends_with("\r\n0\r\n\r\n"), "{path}: the last chunk");
    }
}

#[test]
fn options_set_the_game_up() {
    let server = Server::start();
    let rules = server.json("/api/games/connect-four?cols=5&rows=4");
    assert_eq!(rules["settings"], json!({"cols": 5, "rows": 4, "k": 4}));
    assert_eq!(rules["options"][0]["kind"], "int");
    let small = "/api/games/hex?size=2";
    assert_eq!(
        server.json(small)["picture"],
        server.json("/api/games/hex/position?size=2")["picture"],
        "no scene fits"
    );
    let position = server.json("/api/games/nim/position?heaps=1%2C2&misere=true");
    assert_eq!(position["options"], json!({"heaps": [1, 2], "misere": true}));
    assert_eq!(position["legal"].as_array().unwrap().len(), 3);
}

#[test]
fn a_position_chooses_settings_that_are_not_told() {
    let server = Server::start();
    assert_eq!(server.json("/api/games/chess-ending")["fitted"], json!(["pieces"]));
    assert_eq!(server.json("/api/games/nim")["fitted"], json!([]));
    let queen = "position=8/8/8/8/8/k7/7Q/1K6+w";
    for route in ["/position", "/solve", ""] {
        let answer = server.json(&format!("/api/games/chess-ending{route}?{queen}"));
        assert_eq!(answer[if route.is_empty() { "settings" } else { "options" }]["pieces"], "KQK", "{route}");
    }
    let many = r#"{"queries": [{"position": "8/8/8/8/8/k7/7Q/1K6 w"}, {"position": "8/8/8/8/8/k7/7Q/1K6 w", "moves": "Qf4"}]}"#;
    let answers = server.post("/api/games/chess-ending/solve", many).json();
    assert_eq!((&answers["answers"][0]["plies"], &answers["answers"][1]["plies"]), (&json!(7), &json!(6)));
    let refused = server.get("/api/games/chess-ending/position?position=8/8/8/8/8/k7/7Q/1KQ5+w");
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("(KQK, KRK, KPK, KBNK)"), "{}", refused.body);
}

#[test]
fn positions_have_legal_moves_and_go_on_from_a_position() {
    let server = Server::start();
    let start = server.json("/api/games/weighted-tic-tac-toe/position");
    assert_eq!(start["legal"].as_array().unwrap().len(), 9);
    assert_eq!((&start["turn"], &start["ending"], &start["last"]), (&json!(0), &Value::Null, &Value::Null));
    let middle = server.json("/api/games/weighted-tic-tac-toe/play?moves=b2,a1&move=c3");
    assert_eq!(middle["moves"], json!(["b2", "a1", "c3"]));
    assert_eq!((&middle["turn"], &middle["last"]), (&json!(1), &json!("c3")));
    let text = middle["position"].as_str().unwrap();
    let on = server.json(&format!("/api/games/weighted-tic-tac-toe/position?position={text}&moves=a3"));
    assert_eq!(on["moves"], json!(["a3"]), "the moves since the position");
    assert_eq!(on["legal"].as_array().unwrap().len(), 5);
    let over = server.json("/api/games/weighted-tic-tac-toe/position?moves=a1,a2,b1,b2,c1");
    assert_eq!(over["ending"]["winner"], 0);
    assert_eq!(over["legal"], json!([]));
    let scored = server.json("/api/games/triangle-war/position?moves=1-2,1-3,2-3");
    assert_eq!((&scored["scored"], &scored["lead"]), (&json!(true), &json!(1)));
}

#[test]
fn clicks_name_spots_and_set_ups_read_back() {
    let server = Server::start();
    for about in abouts() {
        let position = server.json(&format!("/api/games/{}/position", about.name));
        let spots: Vec<&Value> =
            position["picture"]["spots"].as_array().unwrap().iter().map(|spot| &spot["name"]).collect();
        for legal in position["legal"].as_array().unwrap() {
            assert!(legal["clicks"].as_array().unwrap().iter().all(|click| spots.contains(&click)), "{}", about.name);
        }
    }
}

#[test]
fn a_report_is_the_object_of_solve() {
    let server = Server::start();
    let report = server.json("/api/games/connect-four/solve?cols=5&rows=4&moves=3,3");
    assert_eq!((&report["value"], &report["status"]), (&json!("tie"), &json!("proved")));
    assert_eq!(report["best"], json!(["3"]));
    assert_eq!(report["sentence"], "It is a tie with 3.");
    assert_eq!(report["moves"].as_array().unwrap().len(), 5);
    let bounded = server.json("/api/games/tixtax/solve?limit_seconds=0");
    assert_eq!(bounded["status"], "bounded");
}

#[test]
fn many_positions_are_answered_in_order() {
    let server = Server::start();
    let body = json!({"options": {"heaps": [1, 2, 3]}, "queries": [
        {}, {"position": "1,2,0"}, {"moves": "3:3"}, {"moves": "9:9"}, {"position": "1,1,0", "moves": "1:1"}
    ]});
    let answer = server.post("/api/games/nim/solve", &body.to_string());
    assert_eq!(answer.status, 200, "{}", answer.body);
    let answers = answer.json()["answers"].as_array().unwrap().clone();
    let values: Vec<&Value> = answers.iter().map(|answer| &answer["value"]).collect();
    assert_eq!(values, [&json!("loss"), &json!("win"), &json!("win"), &Value::Null, &json!("win")]);
    assert!(answers[3]["error"].as_str().unwrap().contains("9:9"));
    assert_eq!(answers[4]["to_move"], "Second");
    let alone = server.json("/api/games/nim/solve?heaps=1,2,3&position=1,1,0&moves=1:1");
    assert_eq!(alone, answers[4], "the same answer, remembered");
}

#[test]
fn best_play_is_told_to_the_end_or_to_the_first_repetition() {
    let server = Server::start();
    let line = server.json("/api/games/nim/line?heaps=1,2,3");
    assert_eq!((line["line"].as_array().unwrap().len(), &line["endless"]), (6, &json!(false)));
    let line = server.json("/api/games/finger-game/line?modulus=4");
    let report = server.json("/api/games/finger-game/solve?modulus=4");
    assert_eq!(line["endless"], report["value"] == "draw");
}

#[test]
fn the_page_comes_with_the_program() {
    let server = Server::start();
    for path in ["/", "/play/nim", "/play/nim?heaps=1,2"] {
        let page = server.get(path);
        assert_eq!(page.status, 200);
        assert!(page.body.contains("/page/main.js"), "{path}");
        assert!(page.header("content-type").unwrap().starts_with("text/html"));
        assert!(page.header("content-security-policy").unwrap().contains("script-src 'self'"));
    }
    let script = server.get("/page/main.js");
    let tag = script.header("etag").expect("a tag").to_string();
    assert_eq!(server.get_with("/page/main.js", &[("if-none-match", &tag)]).status, 304);
    for path in ["/page/", "/page/nothing.js", "/page/..%2FCargo.toml", "/page/tsconfig.json", "/page/types.d.ts"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert!(server.json("/api/openapi.json")["paths"].is_object());
}

#[test]
fn the_page_names_all_its_parts_so_that_they_come_at_once() {
    let page = Server::start().get("/").body;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let is_part = [".js", ".css", ".svg"].iter().any(|ending| name.ends_with(ending));
        assert!(!is_part || page.contains(&format!("\"/page/{name}\"")), "{name}");
    }
}

#[test]
fn the_description_knows_all_games_and_its_addresses_exist() {
    let server = Server::start();
    let description = server.json("/api/openapi.json");
    let names: Vec<String> = abouts().into_iter().map(|about| about.name).collect();
    assert_eq!(description["components"]["parameters"]["game"]["schema"]["enum"], json!(names));
    for (path, methods) in description["paths"].as_object().unwrap() {
        let address = path.replace("{game}", "nim");
        for method in ["get", "post"] {
            let request = server.request(&method.to_uppercase(), &address, &[], "");
            let is_described = methods.get(method).is_some();
            assert_eq!(server.raw(request.as_bytes()).status != 405, is_described, "{method} {path}");
        }
    }
}
