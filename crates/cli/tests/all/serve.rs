//! `perfectplay serve`: it tells its address, answers there, and stops when it is told to.

use crate::common::{output, perfectplay, refusal, text};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};

/// A server on a free port, and its address.
pub fn serve(more: &[&str]) -> (Child, String) {
    let mut child = perfectplay(&[&["serve", "--listen", "127.0.0.1:0"], more].concat()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    (child, address.to_string())
}

pub fn get(address: &str, path: &str) -> String {
    get_with(address, path, "")
}

/// The same with more lines in the head.
fn get_with(address: &str, path: &str, more: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{more}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

pub fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn it_answers_at_its_address_and_stops_at_ctrl_c() {
    let (mut child, address) = serve(&["--threads", "1", "--memory", "64M", "--limit-seconds", "1000"]);
    assert!(get(&address, "/").contains("<title>"));
    assert!(get(&address, "/api/games/nim/solve").contains("\"status\":\"proved\""));
    assert!(get(&address, "/api/games/TTT/solve").contains("\"game\":\"weighted-tic-tac-toe\""));
    let mut long = TcpStream::connect(&address).unwrap();
    write!(long, "GET /api/games/tixtax/analysis HTTP/1.1\r\nhost: {address}\r\n\r\n").unwrap();
    long.read_exact(&mut [0; 500]).unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0), "a search under way does not hold it up");
}

#[test]
fn games_of_rules_files_are_there_beside_the_others() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
    let (mut child, address) = serve(&["--threads", "1", "--memory", "64M", "--rules", rules]);
    let games = get(&address, "/api/games");
    assert!(games.contains("\"name\":\"tic-tac-toe\"") && games.contains("\"name\":\"tixtax\""));
    // a name of ours is taken by the file
    assert!(get(&address, "/api/games/nim/solve").contains("(leave a 1)"));
    assert!(get(&address, "/api/games/tic-tac-toe/position?moves=(mark%201%201)").contains("\"cell 1 1\""));
    interrupt(&child);
    child.wait().unwrap();
    let broken = concat!(env!("CARGO_MANIFEST_DIR"), "/../gdl/tests/data/reject");
    let message = refusal(&["serve", "--listen", "127.0.0.1:0", "--rules", broken], b"");
    assert!(message.contains("bad_arity.kif:23:1: expected 2 arguments"), "{message}");
}

/// The first address works as it is; the others have the token that other machines need. A proxy on this machine is one.
#[test]
fn beyond_this_machine_it_tells_who_can_reach_it_and_what_they_need() {
    let mut child = perfectplay(&["serve", "--listen", "0.0.0.0:0", "--allow-host", "games.example"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = lines.next().unwrap().split("http://").nth(1).unwrap().split('/').next().unwrap().to_string();
    let told: Vec<String> = lines.by_ref().take_while(|line| !line.contains("--allow-host")).collect();
    assert!(told[0].contains("Every machine that can reach this one"), "{told:?}");
    let token = told.last().unwrap().split("Bearer ").nth(1).unwrap().trim_end_matches("\".").to_string();
    assert!(token.len() >= 32, "{told:?}");
    for line in told.iter().filter(|line| line.contains("http://")) {
        assert!(line.ends_with(&format!("/?token={token}")) && !line.contains("0.0.0.0"), "{line}");
    }
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(get(&address, "/").contains("<title>"));
    let status = |more: &str| get_with(&address, "/api/games", more).split(' ').nth(1).unwrap().to_string();
    assert_eq!(status(""), "200");
    assert_eq!(status("x-forwarded-for: 192.0.2.1\r\n"), "401");
    assert_eq!(status(&format!("x-forwarded-for: 192.0.2.1\r\nauthorization: Bearer {token}\r\n")), "200");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_token_of_ones_own_is_in_the_address() {
    let mut child = perfectplay(&["serve", "--listen", "127.0.0.1:0", "--token", "open-sesame"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (address, path) = line.split("http://").nth(1).unwrap().split(' ').next().unwrap().split_once('/').unwrap();
    assert_eq!(path, "?token=open-sesame");
    assert!(get(address, "/").starts_with("HTTP/1.1 401"));
    assert!(get(address, "/?token=open-sesame").starts_with("HTTP/1.1 303"));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
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
    assert!(refusal(&["serve", "--token", "a b"], b"").contains("expected a token"));
}
