//! Clients that are slow, that send nonsense, or that leave: the server goes on answering, and does not grow. In a process
//! of its own, one test at a time, so that its memory tells something.

#[path = "common/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;

use client::{Client, Server};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held while a test runs.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the server may use, and so much the process may grow, in KiB: tables fill up while searches go on.
const MEMORY: usize = 16 << 20;
const SLACK: u64 = 16 << 10;

/// The memory of this process, server and all, in KiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

/// Whether another client is answered.
fn is_answering(server: &Server) -> bool {
    server.client(9).json("/api/games/nim/solve")["status"] == "proved"
}

/// Nothing of this may add up: a first round fills buffers and pools, the same again must not cost more.
fn stays_flat(server: &Server, round: impl Fn()) {
    round();
    assert!(is_answering(server));
    let before = memory();
    round();
    round();
    assert!(is_answering(server));
    let after = memory();
    assert!(after < before + SLACK, "{before} KiB, then {after} KiB");
}

#[test]
fn malformed_requests_by_the_thousand() {
    let _alone = alone();
    let server = Server::with(|config| config.memory = MEMORY);
    let random = std::cell::RefCell::new(fastrand::Rng::with_seed(6));
    stays_flat(&server, || {
        let mut stream = server.connect();
        for number in 0..3400 {
            let length = random.borrow_mut().usize(0..200);
            let mut body: String = (0..length).map(|_| random.borrow_mut().char('\u{1}'..'\u{ff}')).collect();
            if number % 2 == 0 {
                body = format!("{{\"queries\":[{{\"moves\":{body:?}}},{body}");
            }
            let head = format!("POST /api/games/nim/solve HTTP/1.1\r\nhost: {}\r\n", server.address);
            let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
            stream.write_all(request.as_bytes()).expect("the server listens");
            let status = read_answer(&mut stream);
            assert!(status == 400, "{status} for {body:?}");
        }
    });
    for _ in 0..200 {
        let noise: Vec<u8> = (0..300).map(|_| random.borrow_mut().u8(..)).collect();
        let status = server.raw(&noise).status;
        assert!(matches!(status, 0 | 400 | 431), "{status}");
    }
    assert!(is_answering(&server));
}

/// Reads one answer of a connection that stays open, and gives its status.
fn read_answer(stream: &mut TcpStream) -> u16 {
    let mut head = vec![];
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("an answer");
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("text").to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    let mut body = vec![0; length.parse().expect("a number")];
    stream.read_exact(&mut body).expect("a body");
    head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status")
}

#[test]
fn streams_that_are_broken_off() {
    let _alone = alone();
    let server = Server::with(|config| config.memory = MEMORY);
    stays_flat(&server, || {
        for number in 0..300 {
            let mut stream = server.connect();
            let square = format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h", "i"][number % 9], 1 + number / 9 % 9);
            let path = format!("/api/games/tixtax/analysis?moves={square}");
            stream.write_all(server.request("GET", &path, &[], "").as_bytes()).expect("the server listens");
            if number % 3 == 0 {
                stream.read_exact(&mut [0; 100]).expect("the beginning of an answer");
            }
        }
    });
}

#[test]
fn slow_clients_are_turned_out() {
    let _alone = alone();
    let server = Server::start();
    let beginnings = [
        "".to_string(),
        "GET / HT".to_string(),
        format!("GET / HTTP/1.1\r\nhost: {}\r\n", server.address),
        format!("POST /api/games/nim/solve HTTP/1.1\r\nhost: {}\r\ncontent-length: 100\r\n\r\n{{", server.address),
    ];
    // as many of each as one client may have
    let clients: Vec<Client> = (1..=4).map(|number| server.client(number)).collect();
    let mut slow: Vec<TcpStream> = clients.iter().cycle().take(4 * 64).map(Client::connect).collect();
    for (stream, beginning) in slow.iter_mut().zip(beginnings.iter().cycle()) {
        stream.write_all(beginning.as_bytes()).expect("the server listens");
    }
    assert!(is_answering(&server), "while they dawdle");
    let mut ends: Vec<String> = vec![];
    for stream in &mut slow {
        let mut answer = vec![];
        stream.read_to_end(&mut answer).expect("the server closes the connection");
        ends.push(String::from_utf8_lossy(&answer).chars().take("HTTP/1.1 408".len()).collect());
    }
    // all bodies are those of one client, who has room for sixteen questions
    let count = |end: &str| ends.iter().filter(|one| *one == end).count();
    assert_eq!([count(""), count("HTTP/1.1 408"), count("HTTP/1.1 429")], [3 * 64, 16, 48], "{ends:?}");
    assert!(is_answering(&server));
}
