//! Running the command in tests.
#![allow(dead_code)] // each test file uses a part

#[cfg(unix)]
pub mod terminal;

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_perfectplay");

/// The command, without input, and without what whoever runs the tests has in the folder of tables.
pub fn perfectplay(args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.env("PERFECTPLAY_TABLES", "");
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command without input.
pub fn output(args: &[&str]) -> Output {
    perfectplay(args).output().unwrap()
}

/// What was printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Starts the command; nothing is written to its stdin yet.
pub fn start(args: &[&str]) -> Child {
    perfectplay(args).stdin(Stdio::piped()).spawn().unwrap()
}

/// Runs the command with this input.
pub fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // a command that has seen enough closes the pipe
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The most memory the command has used while it ran.
#[cfg(target_os = "linux")]
pub fn peak_memory(args: &[&str]) -> u64 {
    let mut child = start(args);
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with("VmHWM:"));
        if let Some(kilobytes) =
            line.and_then(|line| line.split_whitespace().nth(1)).and_then(|n| n.parse::<u64>().ok())
        {
            peak = peak.max(kilobytes << 10);
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    peak
}

/// What it prints, if it succeeds.
pub fn stdout(args: &[&str], input: &str) -> String {
    let output = run(args, input.as_bytes());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What it prints if a limit comes before the whole answer.
pub fn unanswered(args: &[&str]) -> String {
    let output = output(args);
    assert_eq!(output.status.code(), Some(3), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The JSON object that it prints.
pub fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(args, "")).unwrap()
}

/// The one line on stderr with which it refuses bad input.
pub fn refusal(args: &[&str], input: &[u8]) -> String {
    let output = run(args, input);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    stderr
}
