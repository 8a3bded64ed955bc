//! Other programs, which whoever runs the benchmark brings along.

use std::process::Command;
use std::str::FromStr;

/// A program to measure beside ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    /// The job, or group of jobs, that it does.
    pub job: String,
    /// What it is called in the report.
    pub name: String,
    /// For the shell. It is not in the report, since it means nothing on other machines.
    command: String,
}

impl FromStr for Peer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.splitn(3, ':').map(str::trim).collect();
        match parts[..] {
            [job, name, command] if !job.is_empty() && !name.is_empty() && !command.is_empty() => {
                Ok(Peer { job: job.to_string(), name: name.to_string(), command: command.to_string() })
            }
            _ => Err(format!("expected JOB:NAME:COMMAND, found {text:?}")),
        }
    }
}

impl Peer {
    /// The command, which is stopped after so many seconds.
    pub fn shell(&self, seconds: Option<u32>) -> Command {
        let shell = ["sh", "-c", &self.command];
        let Some(seconds) = seconds else {
            let mut command = Command::new(shell[0]);
            command.args(&shell[1..]);
            return command;
        };
        let mut command = Command::new("timeout");
        command.arg(seconds.to_string()).args(shell);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measured;

    #[test]
    fn is_read_from_its_three_parts() {
        let peer: Peer = "connect-four-empty:c4, 64 MB:/bin/c4 --from a:b".parse().unwrap();
        assert_eq!((peer.job.as_str(), peer.name.as_str()), ("connect-four-empty", "c4, 64 MB"));
        assert_eq!(peer.command, "/bin/c4 --from a:b");
        for bad in ["", "a", "a:b", "a:b:", ":b:c", "a: :c"] {
            assert!(bad.parse::<Peer>().unwrap_err().contains("JOB:NAME:COMMAND"), "{bad}");
        }
    }

    #[test]
    fn can_be_stopped() {
        let peer: Peer = "x:sleeper:sleep 100".parse().unwrap();
        assert!(Measured::of(&mut peer.shell(Some(1)), "").unwrap().stopped);
        let peer: Peer = "x:quick:echo 1".parse().unwrap();
        let quick = Measured::of(&mut peer.shell(Some(100)), "").unwrap();
        assert_eq!((quick.stdout.as_str(), quick.stopped), ("1\n", false));
    }
}
