//! Hostile requests with an honest client beside them: who is answered, in which order, how often, and within how much memory.
//! Clients are 127.0.0.2, 127.0.0.3 and so on. In a process of its own, one test at a time, so that its memory tells something.

#[path = "common/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;

use client::{Answer, Client, Events, Server};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// As many questions and connections as a client may have.
const QUESTIONS: usize = 16;
const CONNECTIONS: usize = 64;

/// Held while a test runs.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn attackers(server: &Server, count: u8) -> Vec<Client> {
    (2..2 + count).map(|number| server.client(number)).collect()
}

fn honest(server: &Server) -> Client {
    server.client(100)
}

/// Short questions, each of them new.
fn is_served(server: &Server, questions: std::ops::Range<usize>) -> bool {
    let honest = honest(server);
    questions
        .into_iter()
        .all(|number| honest.json(&format!("/api/games/nim/solve?heaps={number},2,3"))["status"] == "proved")
}

/// Whether nothing has come on a connection yet, which is open.
fn is_waiting(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a socket");
    let peeked = stream.peek(&mut [0]);
    stream.set_nonblocking(false).expect("a socket");
    peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

/// A question that takes longer than any test.
fn long(route: &str, number: usize) -> String {
    let file = ["a", "b", "c", "d", "e", "f", "g", "h", "i"][number % 9];
    format!("/api/games/tixtax/{route}?moves={file}{}", 1 + number / 9 % 9)
}

fn wait_for(events: &mut Events, name: &str) -> Value {
    events.find(|(event, _)| event == name).unwrap_or_else(|| panic!("no {name}")).1
}

/// A Connect Four board of 8 × 8 that play cannot lead to, because no first stone can have fallen; each number is another one.
fn board(number: usize) -> String {
    let pair = |bit: usize| if number >> bit & 1 == 1 { "xo" } else { "ox" };
    let top: String = (0..4).map(pair).collect();
    let next: String = (4..8).map(pair).collect();
    format!("8/{top}/{next}/xoxoxoxo/oxoxoxox/xoxoxoxo/xxxxxxxx/oooooooo")
}

const NO_LINES: &str = "cols=8&rows=8&k=64";

#[test]
fn boards_by_ranks_take_no_time() {
    let _alone = alone();
    let server = Server::with(|config| config.threads = 1);
    let queries: Vec<Value> = (0..60).map(|number| json!({"position": board(number)})).collect();
    let body = json!({"options": {"cols": 8, "rows": 8, "k": 64}, "queries": queries, "limit_seconds": 10});
    let attack = attackers(&server, 1)[0].ask("POST", "/api/games/connect-four/solve", &body.to_string());
    assert!(is_served(&server, 0..3));
    let answers = Answer::read(attack).json();
    let values: Vec<&Value> = answers["answers"].as_array().unwrap().iter().map(|answer| &answer["value"]).collect();
    assert_eq!(values, vec![&json!("tie"); 60]);
}

/// Reading a list is under the limit, too, and it ends when its client leaves.
#[test]
fn a_long_list_keeps_to_its_limit_and_ends_with_its_client() {
    let _alone = alone();
    let queries: Vec<Value> = (0..1000).map(|_| json!({})).collect();
    let body = json!({"queries": queries, "limit_seconds": 1}).to_string();
    let server = Server::with(|config| (config.threads, config.limit) = (1, Duration::from_secs(2)));
    let answer = server.client(2).post("/api/games/tixtax/solve", &body).json();
    let answers = answer["answers"].as_array().unwrap();
    let searched = answers.iter().filter(|answer| answer["status"] == "bounded").count();
    let refused = answers.iter().filter(|answer| answer["error"].as_str().is_some_and(|e| e.contains("ask for fewer")));
    assert_eq!((answers.len(), searched + refused.count()), (1000, 1000));
    assert!((1..=3).contains(&searched), "{searched}");

    let server = Server::with(|config| config.threads = 1);
    let attack = server.client(2).ask("POST", "/api/games/tixtax/solve", &body);
    assert!(is_served(&server, 0..3), "beside it");
    assert!(is_waiting(&attack));
    drop(attack);
    wait_for(&mut honest(&server).events(&long("analysis", 0)), "progress");
}

/// What is made without a search takes a while, too, if it is large: one such thing after the other is made for a client,
/// however many connections it has, so others are served in between.
#[test]
fn views_of_a_client_are_made_one_by_one() {
    let _alone = alone();
    let server = Server::start();
    let attacker = attackers(&server, 1)[0];
    let large = format!("/api/games/nim/position?heaps={}", ["1000"; 8].join(","));
    let request = attacker.request("GET", &large, &[], "").replace("connection: close\r\n", "");
    let ask = |_| {
        let mut stream = attacker.connect();
        stream.write_all(request.repeat(10).as_bytes()).unwrap();
        stream
    };
    let attack: Vec<TcpStream> = (0..CONNECTIONS).map(ask).collect();
    assert!(is_served(&server, 0..3));
    let waiting = attack.iter().filter(|stream| is_waiting(stream)).count();
    assert!(waiting > CONNECTIONS / 2, "{waiting}");
}

/// 70 requests of one client: some wait, the rest is refused, and none of it is in the way of others, whose long searches
/// begin at once, too.
#[test]
fn clients_take_turns() {
    let _alone = alone();
    let server = Server::start();
    let attacker = attackers(&server, 1)[0];
    let mut attack: Vec<TcpStream> = (0..64).map(|number| attacker.ask("GET", &long("solve", number), "")).collect();
    while attack.iter().filter(|stream| is_waiting(stream)).count() > QUESTIONS {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(is_served(&server, 0..5));
    let mut analysis = honest(&server).events(&long("analysis", 70));
    wait_for(&mut analysis, "progress");
    let (waiting, refused): (Vec<TcpStream>, Vec<TcpStream>) = attack.drain(..).partition(is_waiting);
    assert_eq!((waiting.len(), refused.len()), (QUESTIONS, 64 - QUESTIONS));
    assert!(refused.into_iter().all(|stream| Answer::read(stream).status == 429));
}

/// Several clients together hold all workers, for as long as the limit allows: short questions are answered all the same.
#[test]
fn a_gang_cannot_hold_all_workers() {
    let _alone = alone();
    let server = Server::start();
    let gang = attackers(&server, 3);
    let ask = |(number, client): (usize, &Client)| client.ask("GET", &long("solve", number), "");
    let attack: Vec<TcpStream> = gang.iter().cycle().take(3 * QUESTIONS).enumerate().map(ask).collect();
    assert!(is_served(&server, 0..5));
    assert!(attack.iter().all(is_waiting));
}

/// Also if they are all about the same question, which costs a single search.
#[test]
fn streams_of_a_client_are_counted() {
    let _alone = alone();
    let server = Server::start();
    let attacker = attackers(&server, 1)[0];
    let streams: Vec<TcpStream> = (0..20).map(|_| attacker.ask("GET", &long("analysis", 0), "")).collect();
    let status = |mut stream: &TcpStream| {
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        String::from_utf8_lossy(&head[9..]).into_owned()
    };
    let statuses: Vec<String> = streams.iter().map(status).collect();
    assert_eq!(statuses.iter().filter(|status| *status == "200").count(), QUESTIONS);
    assert_eq!(statuses.iter().filter(|status| *status == "429").count(), 20 - QUESTIONS);
    wait_for(&mut honest(&server).events(&long("analysis", 0)), "progress");
    assert!(is_served(&server, 0..3));
}

#[test]
fn connections_of_a_client_are_counted() {
    let _alone = alone();
    let server = Server::start();
    let attacker = attackers(&server, 1)[0];
    let connections: Vec<TcpStream> = (0..CONNECTIONS + 20).map(|_| attacker.connect()).collect();
    // the last one has been turned away when its end is seen
    let _ = connections.last().unwrap().peek(&mut [0]);
    assert!(is_served(&server, 0..3));
    assert_eq!(connections.iter().filter(|stream| is_waiting(stream)).count(), CONNECTIONS);
    drop(connections);
    // closed at once as long as the others have not been noticed to be gone
    while attacker.get("/api/games/nim").status == 0 {}
}

/// A client that asks and never reads is given up.
#[test]
fn what_is_never_read_is_not_kept() {
    let _alone = alone();
    let server = Server::start();
    let attacker = attackers(&server, 1)[0];
    let request = format!("GET /api/games HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    let mut attack: Vec<TcpStream> = (0..5).map(|_| attacker.connect()).collect();
    for stream in &mut attack {
        stream.write_all(request.repeat(400).as_bytes()).unwrap();
    }
    assert!(is_served(&server, 0..3));
    for stream in &mut attack {
        stream.set_nonblocking(true).unwrap();
        // until the server has closed the connection
        while stream.write(b"\r\n").map_or_else(|error| error.kind() == ErrorKind::WouldBlock, |_| true) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    assert!(is_served(&server, 3..6));
}

/// The largest that this process has been since the last call, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a size");
    std::fs::write("/proc/self/clear_refs", "5").expect("Linux");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

/// Whatever a client asks for costs little besides what the engines have: boards, large pictures that are not read, long lists
/// with large answers, and bodies.
#[test]
fn memory_is_bounded() {
    // the allocator keeps for each thread what the largest answer has taken there
    const ALLOWED: u64 = 80 << 10;
    let _alone = alone();
    let server = Server::with(|config| config.memory = 16 << 20);
    let attacker = attackers(&server, 1)[0];
    let large = "/api/games/nim/position?heaps=1000,1000,1000,1000,1000,1000,1000,1000";
    assert_eq!(attacker.get(large).status, 200);
    assert!(is_served(&server, 0..3));
    peak();
    let before = peak();
    let measure = |attack: &str| {
        assert!(is_served(&server, 0..3));
        let after = peak();
        assert!(after < before + ALLOWED, "{attack}: {before} KiB, then {after} KiB");
    };

    let path = |number| format!("/api/games/connect-four/position?{NO_LINES}&position={}", board(number));
    let boards: Vec<TcpStream> = (0..CONNECTIONS).map(|number| attacker.ask("GET", &path(number), "")).collect();
    assert!(boards.into_iter().all(|stream| Answer::read(stream).status == 200));
    measure("boards by ranks");

    let pictures: Vec<TcpStream> = (0..CONNECTIONS).map(|_| attacker.ask("GET", large, "")).collect();
    pictures.iter().for_each(|stream| drop(stream.peek(&mut [0])));
    measure("large pictures that nobody reads");
    drop(pictures);

    let heaps = vec![1000; 8];
    let queries: Vec<Value> = (0..1000).map(|number| json!({"moves": format!("1:{}", number + 1)})).collect();
    let body = json!({"options": {"heaps": heaps}, "queries": queries, "limit_seconds": 0}).to_string();
    let answer = attackers(&server, 2)[1].post("/api/games/nim/solve", &body);
    let (told, refused) = (answer.body.matches("\"status\"").count(), answer.body.matches("ask for fewer").count());
    assert_eq!((answer.status, told + refused), (200, 1000));
    drop(answer);
    measure("a list with large answers");

    let body = json!({"queries": vec![json!({"position": "1".repeat(200)}); 1000], "limit_seconds": 0}).to_string();
    let lists = attackers(&server, 3)[2];
    let lists: Vec<TcpStream> = (0..QUESTIONS).map(|_| lists.ask("POST", "/api/games/nim/solve", &body)).collect();
    assert!(lists.into_iter().all(|stream| matches!(Answer::read(stream).status, 200 | 429)));
    measure("long lists");
}
