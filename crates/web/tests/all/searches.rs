//! Long searches: they are followed, shared, stopped, and never in the way of short ones.

use crate::client::{Events, Server};
use serde_json::Value;
use std::time::Duration;

/// A question that takes longer than any test.
const LONG: &str = "/api/games/tixtax/analysis";

/// The same about another position.
fn long(number: usize) -> String {
    let file = ["a", "b", "c", "d", "e", "f", "g", "h", "i"][number % 9];
    format!("{LONG}?moves={file}{}", 1 + number / 9)
}

fn wait_for(events: &mut Events, name: &str) -> Value {
    events.find(|(event, _)| event == name).unwrap_or_else(|| panic!("no {name}")).1
}

#[test]
fn a_quick_answer_comes_at_once_and_the_stream_ends() {
    let server = Server::start();
    for _ in 0..2 {
        let events: Vec<(String, Value)> = server.events("/api/games/nim/analysis").collect();
        let told: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).filter(|&name| name != "queued").collect();
        assert_eq!(told, ["report", "end"]);
        assert!(events.iter().any(|(_, report)| report["status"] == "proved" && report["value"] == "win"));
    }
}

#[test]
fn a_long_analysis_tells_of_progress_estimates_and_ends_with_bounds() {
    let server = Server::with(|config| config.limit = Duration::from_secs(5));
    let events: Vec<(String, Value)> = server.events(LONG).collect();
    let nodes: Vec<u64> =
        events.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.len() > 2 && nodes.is_sorted(), "{nodes:?}");
    let reports: Vec<&Value> = events.iter().filter(|(name, _)| name == "report").map(|(_, data)| data).collect();
    assert!(reports.len() > 5, "what is estimated is told again and again: {}", reports.len());
    assert!(reports.iter().all(|report| report["status"] == "bounded"));
    let is_estimated =
        |report: &&&Value| report["estimated_sentence"].as_str().is_some_and(|words| words.starts_with("Estimated"));
    assert_eq!(reports.iter().filter(is_estimated).count(), reports.len(), "an estimate never disappears");
    let playouts: Vec<u64> = reports.iter().map(|report| report["playouts"].as_u64().unwrap()).collect();
    assert!(playouts.is_sorted() && playouts[0] < *playouts.last().unwrap(), "{playouts:?}");
    assert_eq!(events.last().unwrap().0, "end");
}

/// The tree of the estimate is still there for the next analysis of the position; one who asks for a time has that.
#[test]
fn an_analysis_goes_on_with_the_estimate() {
    let server = Server::with(|config| config.limit = Duration::from_secs(600));
    let playouts = || {
        let events: Vec<(String, Value)> = server.events(&format!("{LONG}?limit_seconds=2")).collect();
        let of_report = |(_, report): &(String, Value)| report["playouts"].as_u64();
        let playouts: Vec<u64> = events.iter().filter_map(of_report).collect();
        assert!(events.iter().any(|(name, _)| name == "progress"));
        (playouts[0], *playouts.last().unwrap())
    };
    let ((_, last), (first, _)) = (playouts(), playouts());
    assert!(first > last, "{first} after {last}");
}

/// Of several workers, the one who knows the game is asked.
#[test]
fn questions_about_a_game_go_to_the_worker_who_has_it() {
    let nodes = |server: &Server, moves: &str| {
        let answer = server.json(&format!("/api/games/connect-four/solve?cols=5&rows=4&moves={moves}"));
        assert_eq!(answer["status"], "proved");
        answer["nodes"].as_u64().unwrap()
    };
    let start = || Server::with(|config| config.threads = 4);
    let cold = nodes(&start(), "3");
    let server = start();
    nodes(&server, "");
    let warm = nodes(&server, "3");
    assert!(warm < cold / 4, "{warm} and {cold} nodes");
}

#[test]
fn short_questions_do_not_wait_for_long_ones() {
    let server = Server::start();
    // others come when it has the worker, or it may have to wait for them
    let mut running = server.events(&long(0));
    wait_for(&mut running, "progress");
    let mut streams: Vec<Events> = (1..5).map(|number| server.events(&long(number))).collect();
    let queued = wait_for(&mut streams[3], "queued");
    assert!(queued["ahead"].as_u64().unwrap() > 0);
    assert_eq!(server.json("/api/games/nim/solve")["status"], "proved");
}

#[test]
fn leaving_stops_the_search() {
    let server = Server::with(|config| config.threads = 1);
    for number in 0..20 {
        let mut events = server.events(&long(number));
        wait_for(&mut events, "progress");
        drop(events);
        // the only worker is free again, long before the limit
        let mut next = server.events("/api/games/nim/analysis");
        assert_eq!(wait_for(&mut next, "report")["status"], "proved");
    }
}

#[test]
fn a_plain_question_is_stopped_as_well_when_nobody_waits() {
    use std::io::Write;
    let server = Server::with(|config| config.threads = 1);
    for number in 0..5 {
        let mut stream = server.connect();
        let path = long(number).replace("analysis", "solve");
        stream.write_all(server.request("GET", &path, &[], "").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        drop(stream);
        assert_eq!(server.json("/api/games/nim/solve?heaps=2,2")["status"], "proved");
    }
}

#[test]
fn the_same_question_is_searched_once() {
    let server = Server::with(|config| (config.threads, config.limit) = (2, Duration::from_secs(4)));
    let streams: Vec<Events> = (0..8).map(|_| server.events(LONG)).collect();
    let last_reports: Vec<Value> = streams
        .into_iter()
        .map(|events| events.filter(|(name, _)| name == "report").last().expect("a report").1)
        .collect();
    assert!(last_reports.iter().all(|report| *report == last_reports[0]), "nodes and seconds, too");
}

#[test]
fn one_who_leaves_does_not_stop_the_search_of_another() {
    let server = Server::with(|config| (config.threads, config.limit) = (1, Duration::from_secs(4)));
    let (one, mut other) = (server.events(LONG), server.events(LONG));
    wait_for(&mut other, "progress");
    drop(one);
    let last = other.filter(|(name, _)| name == "report").last().expect("a report").1;
    assert_eq!(last["status"], "bounded");
    assert!(last["seconds"].as_f64().unwrap() >= 4.0);
}

#[test]
fn whoever_asks_too_much_is_told_when_to_come_again() {
    let server = Server::with(|config| config.threads = 1);
    let streams: Vec<Events> = (0..16).map(|number| server.events(&long(number))).collect();
    for path in [long(20), long(0), long(20).replace("analysis", "solve")] {
        let answer = server.get(&path);
        assert_eq!(answer.status, 429, "{}", answer.body);
        assert!(answer.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
        assert!(answer.error().contains("one client"), "{}", answer.body);
    }
    assert_eq!(server.get(&long(0).replace("analysis", "position")).status, 200, "looking costs nothing");
    let other = server.client(2);
    assert_eq!(other.json("/api/games/nim/solve")["status"], "proved", "others are not concerned");
    drop(streams);
}

/// Also with a single worker: whatever waits is tried for a moment beside the long search.
#[test]
fn short_questions_are_answered_beside_a_long_one() {
    let server = Server::with(|config| config.threads = 1);
    let mut running = server.events(&long(0));
    wait_for(&mut running, "progress");
    assert_eq!(server.json("/api/games/nim/solve")["status"], "proved");
    assert_eq!(server.json("/api/games/nim/line?heaps=1,2,3")["line"].as_array().unwrap().len(), 6);
    assert!(server.json("/api/games/nim/proof?heaps=1,2,3")["claims"].is_array());
    let many = server.post("/api/games/nim/solve", r#"{"queries":[{},{"position":"1,1,1"},{"position":"x"}]}"#);
    assert_eq!(many.json()["answers"].as_array().unwrap().len(), 3);
    assert_eq!(server.get("/api/games/nim/solve?position=x").status, 400);
    assert_eq!(
        server.json(&long(1).replace("analysis", "solve").replace('?', "?limit_seconds=0.1&"))["status"],
        "bounded"
    );
    wait_for(&mut running, "progress");
}

/// What a moment is not enough for waits for the worker, and is searched to the end then.
#[test]
fn what_takes_longer_waits_for_its_turn() {
    let server = Server::with(|config| (config.threads, config.limit) = (1, Duration::from_secs(2)));
    let mut first = server.events(&long(0));
    wait_for(&mut first, "progress");
    let second = server.client(2).json(&long(1).replace("analysis", "solve"));
    assert!(second["seconds"].as_f64().unwrap() >= 2.0);
    let first: Vec<Value> = first.filter(|(name, _)| name == "report").map(|(_, report)| report).collect();
    assert_eq!(first.last().unwrap()["status"], "bounded", "it was over by then");
}

#[test]
fn stopping_the_server_ends_what_is_under_way() {
    let mut server = Server::with(|config| config.threads = 1);
    let mut running = server.events(&long(0));
    wait_for(&mut running, "progress");
    let waiting = server.events(&long(1));
    server.stop();
    let ends: Vec<Vec<String>> = [running, waiting].map(|events| events.map(|(name, _)| name).collect()).into();
    for names in ends {
        assert_eq!(names.last().map(String::as_str), Some("end"), "{names:?}");
    }
}

/// A value can be proved before all moves are: such an answer says so, and is not kept for those who have more time.
#[test]
fn what_is_not_complete_is_not_remembered() {
    let server = Server::start();
    let path = "/api/games/connect-four/solve?cols=5&rows=4";
    for limit in ["0", "0.001", "0.002", "0.004", "0.008", "0.016", "0.032", "0.064"] {
        let answer = server.json(&format!("{path}&limit_seconds={limit}"));
        let is_all = answer["moves"].as_array().unwrap().iter().all(|mv| mv.get("at_least").is_none());
        assert_eq!(answer["complete"], is_all, "{answer}");
    }
    let whole = server.json(path);
    assert_eq!((&whole["status"], &whole["complete"]), (&"proved".into(), &true.into()));
}
