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

impl Measured {
    /// One after the other.
    pub fn and(self, next: Measured) -> Measured {
        Measured {
            cpu: self.cpu + next.cpu,
            wall: self.wall + next.wall,
            peak: self.peak.max(next.peak),
            stdout: self.stdout + &next.stdout,
            stderr: self.stderr + &next.stderr,
            status: next.status,
            stopped: self.stopped || next.stopped,
        }
    }

    /// The one in the middle, by CPU time or by the clock; one that failed, if there is one.
    pub fn median(mut measured: Vec<Measured>, by_clock: bool) -> Measured {
        if let Some(failed) = measured.iter().position(|one| !one.status.success()) {
            return measured.swap_remove(failed);
        }
        measured.sort_by_key(|one| if by_clock { one.wall } else { one.cpu });
        measured.swap_remove((measured.len() - 1) / 2)
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

    #[test]
    fn medians_and_sums() {
        let run = |text: &str| Measured::of(Command::new("sh").args(["-c", text]), "").unwrap();
        let took = |cpu: u64, wall: u64| {
            let [cpu, wall] = [cpu, wall].map(Duration::from_secs);
            Measured { cpu, wall, ..run(&format!("echo {}", cpu.as_secs())) }
        };
        let three = || vec![took(5, 1), took(1, 2), took(3, 3)];
        assert_eq!(Measured::median(three(), false).stdout, "3\n");
        assert_eq!(Measured::median(three(), true).stdout, "1\n");
        assert_eq!(Measured::median(vec![took(5, 1), run("exit 7"), took(3, 3)], true).status.code(), Some(7));
        let both = took(5, 1).and(took(3, 3));
        assert_eq!(
            (both.cpu, both.wall, both.stdout.as_str()),
            (Duration::from_secs(8), Duration::from_secs(4), "5\n3\n")
        );
    }
}
