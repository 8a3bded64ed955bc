//! `perfectplay serve`: it tells its address, answers there, and stops when it is told to.

mod common;
use common::{output, perfectplay, refusal, text};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};

/// A server on a free port, and its address.
fn serve(more: &[&str]) -> (Child, String) {
    let mut child = perfectplay(&[&["serve", "--listen", "127.0.0.1:0"], more].concat()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    (child, address.to_string())
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn it_answers_at_its_address_and_stops_at_ctrl_c() {
    let (mut child, address) = serve(&["--threads", "1", "--memory", "64M", "--limit-seconds", "1000"]);
    assert!(get(&address, "/").contains("<title>"));
    assert!(get(&address, "/api/games/nim/solve").contains("\"status\":\"proved\""));
    let mut long = TcpStream::connect(&address).unwrap();
    write!(long, "GET /api/games/tixtax/analysis HTTP/1.1\r\nhost: {address}\r\n\r\n").unwrap();
    long.read_exact(&mut [0; 500]).unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0), "a search under way does not hold it up");
}

#[test]
fn an_address_that_is_taken_is_told() {
    let (mut child, address) = serve(&[]);
    let second = output(&["serve", "--listen", &address]);
    assert_eq!(second.status.code(), Some(1));
    assert!(text(&second.stderr).contains(&address), "{}", text(&second.stderr));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn bad_arguments_are_refused() {
    assert!(refusal(&["serve", "--listen", "nowhere"], b"").contains("nowhere"));
    assert!(refusal(&["serve", "--threads", "0"], b"").contains("0"));
    assert!(refusal(&["serve", "--memory", "1K"], b"").contains("expected at least"));
    assert!(refusal(&["serve", "--limit-seconds", "-1"], b"").contains("-1"));
}
