//! Jobs with their input, and what is known of the answers.

use crate::jobs::{Job, Question};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Where the test sets are, and how much of them is wanted.
pub struct Data<'a> {
    pub folder: &'a Path,
    pub lines: Option<usize>,
    /// For files that are thrown away.
    pub scratch: &'a Path,
}

/// A job with its input.
pub struct Task {
    /// What does the same in a shell.
    pub command: String,
    /// How our program is run: once, or once for each position.
    pub runs: Vec<Run>,
    /// All positions, a line each, for others.
    pub input: String,
    expected: Expected,
}

/// Arguments and input for our program.
pub struct Run {
    pub args: Vec<String>,
    pub input: String,
}

enum Expected {
    Start(&'static str),
    Scores(Vec<i64>),
    Outcomes,
    Table(u64),
}

/// What our program has found.
pub struct Answer {
    pub text: String,
    pub nodes: Option<u64>,
    /// Who wins each position.
    outcomes: Vec<String>,
}

impl Task {
    /// What is to be done.
    pub fn new(job: &Job, data: &Data) -> Result<Task, String> {
        let mut args: Vec<String> = job.ask.split(' ').map(String::from).collect();
        args.extend(["--threads".to_string(), job.threads.to_string()]);
        if !job.memory.is_empty() {
            args.extend(["--memory".to_string(), job.memory.to_string()]);
        }
        let with = |more: &[&str]| [&args[..], &more.iter().map(ToString::to_string).collect::<Vec<_>>()].concat();
        let told = |args: &[String]| format!("perfectplay {}", args.join(" "));
        let read = |file: &str| {
            let path = data.folder.join(file);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let once = |args: Vec<String>, input: &str| vec![Run { args, input: input.to_string() }];
        Ok(match job.question {
            Question::Start(known) => {
                let runs = once(with(&["--json"]), "");
                Task { command: told(&runs[0].args), runs, input: "\n".to_string(), expected: Expected::Start(known) }
            }
            Question::Scores(file, first) => {
                let text = read(file)?;
                let lines = text.lines().take(first.min(data.lines.unwrap_or(usize::MAX)));
                let (positions, scores): (Vec<&str>, Vec<i64>) = lines.map(read_line).collect::<Result<_, _>>()?;
                let input: String = positions.iter().map(|position| format!("{position}\n")).collect();
                let runs = once(with(&["--batch"]), &input);
                let command = format!("head -n {} {file} | cut -d' ' -f1 | {}", scores.len(), told(&runs[0].args));
                Task { command, runs, input, expected: Expected::Scores(scores) }
            }
            Question::Outcomes(file, plies) => {
                let text = read(file)?;
                let late = text.lines().filter_map(|line| late_position(line, plies));
                let positions: Vec<&str> = late.take(data.lines.unwrap_or(usize::MAX)).collect();
                let run =
                    |position: &&str| Run { args: with(&["--json", "--position", position]), input: String::new() };
                Task {
                    command: format!(
                        "{} --position P, for each P of ply {plies} or later in {file}",
                        told(&with(&["--json"]))
                    ),
                    runs: positions.iter().map(run).collect(),
                    input: positions.iter().map(|position| format!("{position}\n")).collect(),
                    expected: Expected::Outcomes,
                }
            }
            Question::Table(cells) => {
                let file = data.scratch.join("table").display().to_string();
                let runs = once(with(&["--out", &file, "--force"]), "");
                let command = told(&with(&["--out", "FILE"]));
                Task { command, runs, input: String::new(), expected: Expected::Table(cells) }
            }
        })
    }

    /// Reads what our program prints; an error if it is not what is known.
    pub fn read_ours(&self, stdout: &str, stderr: &str) -> Result<Answer, String> {
        if let Expected::Table(cells) = self.expected {
            // the name of the file says nothing
            let told = stderr.trim().rsplit(": ").next().unwrap_or_default();
            let count: String = told.split(' ').next().unwrap_or_default().chars().filter(|&c| c != ',').collect();
            return match count == cells.to_string() {
                true => Ok(Answer { text: told.to_string(), nodes: None, outcomes: vec![] }),
                false => Err(format!("expected {cells} cells, found {stderr}")),
            };
        }
        let answers: Result<Vec<Value>, _> = stdout.lines().map(serde_json::from_str).collect();
        let answers = answers.map_err(|error| format!("expected JSON, found {error}"))?;
        let is_open = |answer: &&Value| match self.expected {
            Expected::Outcomes => answer["value"] == "unknown",
            _ => answer["status"] != "proved",
        };
        if let Some(unsolved) = answers.iter().find(is_open) {
            return Err(format!("expected a proved value, found {unsolved}"));
        }
        let nodes = Some(answers.iter().filter_map(|answer| answer["nodes"].as_u64()).sum());
        let outcomes: Vec<String> =
            answers.iter().filter_map(|answer| answer["value"].as_str().map(String::from)).collect();
        let text = match &self.expected {
            Expected::Start(known) => {
                let text = answers.first().map(in_words).unwrap_or_default();
                if !text.starts_with(known) {
                    return Err(format!("expected {known}, found {text}"));
                }
                text
            }
            Expected::Scores(scores) => self.compare(scores, &answers)?,
            _ => ["win", "tie", "loss"].map(|value| format!("{value} {}", count(&outcomes, value))).join(", "),
        };
        Ok(Answer { text, nodes, outcomes })
    }

    /// Compares our scores with those that are known.
    fn compare(&self, scores: &[i64], answers: &[Value]) -> Result<String, String> {
        let found: Vec<Option<i64>> = answers.iter().map(|answer| answer["score"].as_i64()).collect();
        if found.len() != scores.len() {
            return Err(format!("expected {} answers, found {}", scores.len(), found.len()));
        }
        let mut lines = self.input.lines().zip(scores).zip(&found);
        match lines.find(|((_, score), found)| **found != Some(**score)) {
            None => Ok(all_right(scores.len())),
            Some(((position, score), found)) => {
                let found = found.map_or("none".to_string(), |score| score.to_string());
                Err(format!("{position}: expected the score {score}, found {found}"))
            }
        }
    }

    /// What another program has answered: its last line, or how many of its answers are right, or those that we found as well.
    pub fn read_theirs(&self, stdout: &str, ours: &Answer) -> String {
        let right = match &self.expected {
            Expected::Start(_) | Expected::Table(_) => {
                let last = stdout.lines().rfind(|line| !line.trim().is_empty());
                return last.unwrap_or("nothing").trim().replace('|', "/");
            }
            Expected::Scores(scores) => {
                stdout.lines().zip(scores).filter(|(line, score)| agrees(line, **score)).count()
            }
            Expected::Outcomes => {
                stdout.lines().zip(&ours.outcomes).filter(|(line, outcome)| agrees_on_win(line, outcome)).count()
            }
        };
        let all = self.input.lines().count();
        if right == all { all_right(right) } else { format!("{right} of {all} are right") }
    }
}

fn read_line(line: &str) -> Result<(&str, i64), String> {
    let (position, score) = line.split_once(' ').unwrap_or((line, ""));
    let score = score.parse().map_err(|_| format!("expected moves and a score, found {line:?}"))?;
    Ok((position, score))
}

/// The position of a line such as `POSITION # ply 40, random`, if it is so many plies from the start or more.
fn late_position(line: &str, plies: u32) -> Option<&str> {
    let (position, remark) = line.split_once('#')?;
    let ply = remark.trim().strip_prefix("ply ")?.split(',').next()?.parse::<u32>().ok()?;
    (ply >= plies).then(|| position.trim())
}

fn count(outcomes: &[String], value: &str) -> usize {
    outcomes.iter().filter(|outcome| *outcome == value).count()
}

fn all_right(answers: usize) -> String {
    format!("all {answers} are right")
}

fn last_word(line: &str) -> &str {
    line.split_whitespace().last().unwrap_or_default()
}

/// Whether a line ends in this score, or in who wins.
fn agrees(line: &str, score: i64) -> bool {
    match last_word(line) {
        "win" => score > 0,
        "tie" => score == 0,
        "loss" => score < 0,
        last => last.parse() == Ok(score),
    }
}

/// Whether a line ends in win just if that is the outcome: other programs may not tell ties and losses apart.
fn agrees_on_win(line: &str, outcome: &str) -> bool {
    let last = last_word(line);
    matches!(last, "win" | "tie" | "loss") && (last == "win") == (outcome == "win")
}

/// The value in a JSON object of ours: "win in 41 plies, score 1".
fn in_words(answer: &Value) -> String {
    let value = answer["value"].as_str().unwrap_or_default();
    let extent = match (answer["margin"].as_i64(), answer["plies"].as_i64()) {
        _ if matches!(value, "tie" | "draw") => String::new(),
        (Some(margin), _) => format!(" by {}", margin.abs()),
        (None, Some(plies)) => format!(" in {plies} plies"),
        (None, None) => String::new(),
    };
    let score = answer["score"].as_i64().map(|score| format!(", score {score}")).unwrap_or_default();
    format!("{value}{extent}{score}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::choose;

    #[test]
    fn peers_may_tell_the_score_or_who_wins() {
        for line in ["-3", "4455 -3", "loss"] {
            assert!(agrees(line, -3), "{line}");
            assert!(!agrees(line, 3), "{line}");
        }
        assert!(!agrees("", 0));
        assert!(agrees_on_win("win", "win") && agrees_on_win("loss", "tie") && agrees_on_win("tie", "loss"));
        assert!(!agrees_on_win("win", "tie") && !agrees_on_win("loss", "win") && !agrees_on_win("stopped", "tie"));
    }

    #[test]
    fn late_positions_are_told_by_remarks() {
        assert_eq!(late_position("9/9 a1 # ply 40, random", 36), Some("9/9 a1"));
        assert_eq!(late_position("9/9 a1 # ply 32, good", 36), None);
        assert_eq!(late_position("# Positions by chance", 36), None);
    }

    #[test]
    fn a_known_value_must_be_found() {
        let data = Data { folder: Path::new("."), lines: None, scratch: Path::new(".") };
        let task = |name: &str| Task::new(choose(&[name.to_string()]).unwrap()[0], &data).unwrap();
        let empty = task("connect-four-empty");
        let answer = |plies: u32| format!(r#"{{"value":"win","plies":{plies},"score":1,"status":"proved","nodes":7}}"#);
        let found = empty.read_ours(&answer(41), "").unwrap();
        assert_eq!((found.text.as_str(), found.nodes), ("win in 41 plies, score 1", Some(7)));
        assert!(empty.read_ours(&answer(39), "").is_err());
        assert!(empty.read_ours(&answer(41).replace("proved", "bounded"), "").is_err());
        let table = task("quixo-4x4");
        assert!(table.read_ours("", "t: 43,046,721 cells in 1.37 MiB\n").is_ok());
        assert!(table.read_ours("", "t: 3,046,721 cells in 1.37 MiB\n").is_err());
    }
}
