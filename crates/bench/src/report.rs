//! What was measured, as a table in Markdown.

use crate::jobs::Job;
use crate::measure::Measured;
use crate::peer::Peer;
use crate::task::Answer;
use indicatif::{HumanBytes, HumanCount};
use std::time::Duration;

const HEAD: &str = "\
| job | program | threads | memory allowed | CPU | wall | nodes | nodes a second of CPU | peak memory | answer | beside ours |
|---|---|---|---|---|---|---|---|---|---|---|
";

/// The section of a group: its name, the circumstances, and the table.
pub fn section(group: &str, circumstances: &str, rows: &[Row]) -> String {
    format!("### {group}\n\n{circumstances}\n\n{HEAD}{}", rows.iter().map(Row::to_line).collect::<String>())
}

/// A program at a job.
#[derive(Clone)]
pub struct Row {
    /// Command, program, threads, memory allowed.
    who: [String; 4],
    /// CPU, wall, nodes, nodes a second, peak memory.
    figures: [String; 5],
    answer: String,
    ratio: String,
}

impl Row {
    /// Our program.
    pub fn ours(command: &str, job: &Job, measured: &Measured, answer: &Answer) -> Row {
        let who = [format!("`{command}`"), "Perfectplay".into(), job.threads.to_string(), job.memory_allowed().into()];
        Row { who, figures: figures(measured, answer.nodes), answer: answer.text.clone(), ratio: String::new() }
    }

    /// Another program, beside ours, by CPU time or by the clock.
    pub fn theirs(peer: &Peer, theirs: &Measured, answer: String, ours: &Measured, by_clock: bool) -> Row {
        let who = [String::new(), peer.name.clone(), String::new(), String::new()];
        let figures = figures(theirs, nodes_told(&theirs.stderr));
        let [time, our_time] = [theirs, ours].map(|one| if by_clock { one.wall } else { one.cpu }.as_secs_f64());
        let ratio = format!("{:.2} ×{}", time / our_time.max(1e-9), if by_clock { " by the clock" } else { "" });
        match theirs.status.success() {
            true => Row { who, figures, answer, ratio },
            // what it took until then says nothing
            false if theirs.stopped => {
                let stopped = format!("stopped after {} s", seconds(theirs.wall));
                Row { who, figures: Default::default(), answer: stopped, ratio: String::new() }
            }
            false => Row { who, figures, answer: format!("failed ({})", theirs.status), ratio: String::new() },
        }
    }

    fn to_line(&self) -> String {
        let cells = self.who.iter().chain(&self.figures).chain([&self.answer, &self.ratio]);
        let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    }
}

fn figures(measured: &Measured, nodes: Option<u64>) -> [String; 5] {
    let speed = |nodes: u64| HumanCount((nodes as f64 / measured.cpu.as_secs_f64().max(1e-3)) as u64).to_string();
    [
        format!("{} s", seconds(measured.cpu)),
        format!("{} s", seconds(measured.wall)),
        nodes.map(|nodes| HumanCount(nodes).to_string()).unwrap_or_default(),
        nodes.map(speed).unwrap_or_default(),
        HumanBytes(measured.peak).to_string(),
    ]
}

/// With as many digits as mean something.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = if seconds < 1.0 { 3 } else { (2 - seconds.log10() as i32).max(0) as usize };
    format!("{seconds:.digits$}")
}

/// The number after the word "nodes".
fn nodes_told(text: &str) -> Option<u64> {
    let mut words = text.split_whitespace();
    words.find(|&word| word == "nodes")?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits() {
        let text = |millis| seconds(Duration::from_millis(millis));
        assert_eq!(
            [text(7), text(1234), text(12_345), text(123_456), text(1_234_567)],
            ["0.007", "1.23", "12.3", "123", "1235"]
        );
    }

    #[test]
    fn nodes_may_be_told() {
        assert_eq!(nodes_told("seconds 3.5 nodes 1000\n"), Some(1000));
        assert_eq!([nodes_told("1000 nodes"), nodes_told("")], [None, None]);
    }
}
