//! Runs a program to its end, and tells what it took.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What a program took, its children included, and what it printed.
#[derive(Debug)]
pub struct Measured {
    pub cpu: Duration,
    pub wall: Duration,
    /// The most memory it had at a time, in bytes.
    pub peak: u64,
    pub stdout: String,
    pub stderr: String,
    pub status: ExitStatus,
    /// Whether it was stopped by `timeout`.
    pub stopped: bool,
}

impl Measured {
    /// Files take the place of pipes, so that nobody has to wait for the other.
    pub fn of(command: &mut Command, input: &str) -> io::Result<Measured> {
        let [mut stdin, stdout, stderr] = [tempfile::tempfile()?, tempfile::tempfile()?, tempfile::tempfile()?];
        stdin.write_all(input.as_bytes())?;
        stdin.rewind()?;
        command.stdin(stdin).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        let begin = Instant::now();
        let used = command.spawn()?.wait4()?;
        Ok(Measured {
            wall: begin.elapsed(),
            cpu: used.rusage.utime + used.rusage.stime,
            peak: used.rusage.maxrss,
            stdout: read(stdout)?,
            stderr: read(stderr)?,
            status: used.status,
            stopped: used.status.code() == Some(124),
        })
    }
}

fn read(mut file: File) -> io::Result<String> {
    let mut bytes = vec![];
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_and_its_children() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "cat; echo done >&2; sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'; exit 3"]);
        let measured = Measured::of(&mut shell, "a\nb\n").unwrap();
        assert_eq!((measured.stdout.as_str(), measured.stderr.as_str()), ("a\nb\n", "done\n"));
        assert_eq!((measured.status.code(), measured.stopped), (Some(3), false));
        assert!(measured.cpu > Duration::ZERO && measured.wall > Duration::ZERO && measured.peak > 100_000);
    }
}
