//! A server for a test, and clients for it.

use perfectplay::{Doors, Shelf};
use perfectplay_web::{Access, Config, serve};
use serde_json::Value;
use socket2::{Domain, Socket, Type};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::ops::Deref;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// A server that stops when it goes out of scope.
pub struct Server {
    client: Client,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// A server with two workers whose searches may take very long.
    pub fn start() -> Server {
        Server::with(|_| ())
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Server {
        let mut config = Config {
            doors: Arc::new(Doors::ours()),
            listen: ([127, 0, 0, 1], 0).into(),
            threads: 2,
            memory: 256 << 20,
            least_memory: 12 << 20,
            limit: Duration::from_secs(3600),
            hosts: vec![],
            access: Access::Open,
            trusts_proxy: false,
            certificates: vec![],
            tables: Shelf::default(),
        };
        change(&mut config);
        let (ready_in, ready_out) = mpsc::channel();
        let (stop_in, stop_out) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let ready = move |address| ready_in.send(address).expect("the test waits");
            serve(&config, ready, async { drop(stop_out.await) }).expect("a server");
        });
        let address = ready_out.recv().expect("an address");
        let client = Client { address, source: Ipv4Addr::LOCALHOST };
        Server { client, stop: Some(stop_in), thread: Some(thread) }
    }

    /// The client at 127.0.0.`number`; the server itself stands for the first one.
    pub fn client(&self, number: u8) -> Client {
        Client { address: self.address, source: Ipv4Addr::new(127, 0, 0, number) }
    }

    /// Stops the server and waits until it has.
    pub fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server does not panic");
        }
    }
}

impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// Someone who asks a server.
#[derive(Clone, Copy)]
pub struct Client {
    pub address: SocketAddr,
    source: Ipv4Addr,
}

impl Client {
    /// A connection that gives up after a minute.
    pub fn connect(&self) -> TcpStream {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        socket.bind(&SocketAddr::new(self.source.into(), 0).into()).expect("an address of this machine");
        socket.connect(&self.address.into()).expect("a connection");
        let stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// Sends bytes as they are, and reads the answer.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // a server that has refused already does not read on
        let _ = stream.write_all(request);
        Answer::read(stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.raw(self.request("GET", path, headers, "").as_bytes())
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.raw(self.request("POST", path, &[("content-type", "application/json")], body).as_bytes())
    }

    /// The JSON object at a path.
    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// The text of a request that closes the connection.
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let has_host = headers.iter().any(|(name, _)| *name == "host");
        let host = if has_host { String::new() } else { format!("host: {}\r\n", self.address) };
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    }

    /// Sends a request whose answer nobody reads yet.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.request(method, path, &[], body).as_bytes()).expect("a request");
        stream
    }

    /// A stream of events.
    pub fn events(&self, path: &str) -> Events {
        let stream = self.ask("GET", path, "");
        let mut lines = BufReader::new(stream);
        let mut status = String::new();
        lines.read_line(&mut status).expect("a status");
        assert!(status.contains("200"), "{status}");
        Events(lines)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What a server answered.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn read(mut stream: TcpStream) -> Answer {
        let mut bytes = vec![];
        // a connection that is cut after the answer has still brought it
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_string() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The message of an error.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().expect("an error").to_string()
    }
}

/// Events of a stream, one after the other: name and data.
pub struct Events(BufReader<TcpStream>);

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = String::new();
        let mut line = String::new();
        while self.0.read_line(&mut line).expect("a stream that goes on") > 0 {
            if let Some(event) = line.trim_end().strip_prefix("event: ") {
                name = event.to_string();
            } else if let Some(data) = line.trim_end().strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).expect("JSON")));
            }
            line.clear();
        }
        None
    }
}
