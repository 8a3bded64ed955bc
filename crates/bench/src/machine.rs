//! The circumstances of a run: machine, commit and date.

use indicatif::HumanBytes;
use std::fs;
use std::process::Command;
use std::thread;

/// All of them in one line.
pub fn circumstances() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let cpu = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "an unknown processor".to_string());
    let memory = field("/proc/meminfo", "MemTotal").and_then(|text| text.trim_end_matches(" kB").parse::<u64>().ok());
    let memory = memory.map_or("unknown memory".to_string(), |kib| HumanBytes(kib << 10).to_string());
    let date = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    format!("{cores} cores of {cpu}, {memory}; commit {}; {date}.", commit())
}

/// The value of the first line "name: value" of a file.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let (_, value) = text.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == name)?;
    Some(value.trim().to_string())
}

/// The commit, with a plus if there are changes to it.
fn commit() -> String {
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|changes| !changes.is_empty());
    let commit = git(&["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "unknown".to_string());
    format!("{commit}{}", if changed { "+" } else { "" })
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
