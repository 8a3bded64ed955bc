//! What can be measured, and what is known of the answers.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// Jobs that share a section of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    ConnectFour,
    TestSets,
    DotsAndBoxes,
    TriangleWar,
    TicTacToe,
    LargeConnectFour,
}

impl Group {
    pub const ALL: [Group; 6] = [
        Group::ConnectFour,
        Group::TestSets,
        Group::DotsAndBoxes,
        Group::TriangleWar,
        Group::TicTacToe,
        Group::LargeConnectFour,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Group::ConnectFour => "connect-four",
            Group::TestSets => "test-sets",
            Group::DotsAndBoxes => "dots-and-boxes",
            Group::TriangleWar => "triangle-war",
            Group::TicTacToe => "tic-tac-toe",
            Group::LargeConnectFour => "large-connect-four",
        }
    }
}

/// A question to solve.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub name: &'static str,
    pub group: Group,
    game: &'static str,
    /// Settings of the game.
    settings: &'static [&'static str],
    pub threads: u16,
    pub memory: &'static str,
    question: Question,
}

#[derive(Clone, Copy, Debug)]
enum Question {
    /// The value of the start; if it is known from elsewhere, the answer begins with this.
    Start { known: &'static str },
    /// All positions of the file with the name of the job, which has lines of moves and score.
    File,
}

const fn start(
    group: Group,
    name: &'static str,
    (game, settings): (&'static str, &'static [&'static str]),
    (threads, memory): (u16, &'static str),
    known: &'static str,
) -> Job {
    Job { name, group, game, settings, threads, memory, question: Question::Start { known } }
}

const fn file(name: &'static str) -> Job {
    let (group, question) = (Group::TestSets, Question::File);
    Job { name, group, game: "connect-four", settings: &[], threads: 1, memory: "73M", question }
}

/// All jobs. Of the memory for Connect Four on 7×6 the table has 64 MiB and less than one more; the rest is for the program
/// and the stacks. Known values are those of docs/results.md; who wins Connect Four is in John Tromp's table
/// (<https://tromp.github.io/c4/c4.html>), and in how many plies on 7×6 in that of ChristopheSteininger/c4.
#[rustfmt::skip]
const JOBS: &[Job] = &[
    start(Group::ConnectFour, "connect-four-empty", ("connect-four", &[]), (1, "73M"), "win in 41 plies, score 1"),
    start(Group::ConnectFour, "connect-four-empty-2-threads", ("connect-four", &[]), (2, "74M"), "win in 41 plies, score 1"),
    file("connect-four-L3_R1"),
    file("connect-four-L2_R1"),
    file("connect-four-L2_R2"),
    file("connect-four-L1_R1"),
    file("connect-four-L1_R2"),
    file("connect-four-L1_R3"),
    start(Group::DotsAndBoxes, "dots-and-boxes-3x3", ("dots-and-boxes", &["rows=3", "cols=3"]), (1, "64M"), "loss by 3"),
    start(Group::DotsAndBoxes, "dots-and-boxes-4x4", ("dots-and-boxes", &["rows=4", "cols=4"]), (2, "4G"), "tie"),
    start(Group::TriangleWar, "triangle-war-3", ("triangle-war", &["side=3"]), (1, "64M"), "loss by 3"),
    start(Group::TriangleWar, "triangle-war-4", ("triangle-war", &["side=4"]), (1, "64M"), "loss by 2"),
    start(Group::TriangleWar, "triangle-war-5", ("triangle-war", &["side=5"]), (2, "2G"), "win by 1"),
    start(Group::TicTacToe, "tic-tac-toe-3x3-3", ("weighted-tic-tac-toe", &["rows=3", "cols=3", "k=3"]), (1, "64M"), "tie"),
    start(Group::TicTacToe, "tic-tac-toe-4x4-3", ("weighted-tic-tac-toe", &["rows=4", "cols=4", "k=3"]), (1, "64M"), "win in 5 plies"),
    start(Group::TicTacToe, "tic-tac-toe-4x4-4", ("weighted-tic-tac-toe", &["rows=4", "cols=4", "k=4"]), (1, "64M"), "tie"),
    start(Group::TicTacToe, "tic-tac-toe-5x5-4", ("weighted-tic-tac-toe", &["rows=5", "cols=5", "k=4"]), (2, "1G"), "tie"),
    start(Group::TicTacToe, "tic-tac-toe-5x5-5", ("weighted-tic-tac-toe", &["rows=5", "cols=5", "k=5"]), (2, "1G"), ""),
    start(Group::LargeConnectFour, "connect-four-6x7", ("connect-four", &["cols=6", "rows=7"]), (2, "1G"), "win"),
    start(Group::LargeConnectFour, "connect-four-7x7", ("connect-four", &["cols=7", "rows=7"]), (2, "4G"), "tie"),
    start(Group::LargeConnectFour, "connect-four-8x6", ("connect-four", &["cols=8", "rows=6"]), (2, "4G"), "loss"),
    start(Group::LargeConnectFour, "connect-four-8x7", ("connect-four", &["cols=8", "rows=7"]), (2, "4G"), "win"),
];

/// The jobs with their groups, for people.
pub fn list() -> String {
    let of_group = |group: Group| {
        let jobs = JOBS.iter().filter(move |job| job.group == group);
        jobs.fold(format!("{}\n", group.name()), |text, job| {
            format!("{text}    {:<30} threads {}, memory {}\n", job.name, job.threads, job.memory)
        })
    };
    Group::ALL.into_iter().map(of_group).collect()
}

/// The jobs with these names, or in groups with these names, in the order of the list.
pub fn choose(names: &[String]) -> Result<Vec<&'static Job>, String> {
    if let Some(unknown) = names.iter().find(|name| !JOBS.iter().any(|job| job.is_called(name))) {
        return Err(format!("expected a job or group of --list, found {unknown:?}"));
    }
    Ok(JOBS.iter().filter(|job| names.iter().any(|name| job.is_called(name))).collect())
}

/// Where the test sets are, and how much of them is wanted.
pub struct Data<'a> {
    pub folder: &'a Path,
    pub lines: Option<usize>,
}

/// A job with its input.
pub struct Task {
    /// What does the same in a shell.
    pub command: String,
    /// Arguments for our program.
    pub args: Vec<String>,
    /// Positions, a line each.
    pub input: String,
    expected: Expected,
}

enum Expected {
    Start { known: &'static str },
    Scores(Vec<i64>),
}

/// What our program has found.
pub struct Answer {
    pub text: String,
    pub nodes: u64,
}

impl Job {
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.group.name() == name
    }

    fn file_name(&self) -> String {
        format!("{}.txt", self.name)
    }

    /// What is to be done.
    pub fn task(&self, data: &Data) -> Result<Task, String> {
        let (input, expected) = match self.question {
            Question::Start { known } => ("\n".to_string(), Expected::Start { known }),
            Question::File => {
                let path = data.folder.join(self.file_name());
                let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let lines = text.lines().take(data.lines.unwrap_or(usize::MAX));
                let (positions, scores): (Vec<&str>, _) = lines.map(read_line).collect::<Result<_, _>>()?;
                (positions.iter().map(|position| format!("{position}\n")).collect(), Expected::Scores(scores))
            }
        };
        let mut args = vec!["solve".to_string(), self.game.to_string()];
        args.extend(self.settings.iter().flat_map(|&setting| ["--set".to_string(), setting.to_string()]));
        let form = if matches!(expected, Expected::Start { .. }) { "--json" } else { "--batch" };
        let (threads, memory) = (self.threads.to_string(), self.memory);
        let question = ["--engine", "alpha-beta", "--value-only", "--threads", &threads, "--memory", memory, form];
        args.extend(question.map(String::from));
        let source = match (self.question, data.lines) {
            (Question::Start { .. }, _) => String::new(),
            (Question::File, None) => format!("cut -d' ' -f1 {} | ", self.file_name()),
            (Question::File, Some(lines)) => format!("head -n {lines} {} | cut -d' ' -f1 | ", self.file_name()),
        };
        Ok(Task { command: format!("{source}perfectplay {}", args.join(" ")), args, input, expected })
    }
}

fn read_line(line: &str) -> Result<(&str, i64), String> {
    let (position, score) = line.split_once(' ').unwrap_or((line, ""));
    let score = score.parse().map_err(|_| format!("expected moves and a score, found {line:?}"))?;
    Ok((position, score))
}

impl Task {
    /// Reads what our program prints; an error if it is not what is known.
    pub fn read_ours(&self, stdout: &str) -> Result<Answer, String> {
        let answers: Result<Vec<Value>, _> = stdout.lines().map(serde_json::from_str).collect();
        let answers = answers.map_err(|error| format!("expected JSON, found {error}"))?;
        if let Some(unsolved) = answers.iter().find(|answer| answer["status"] != "proved") {
            return Err(format!("expected a proved value, found {unsolved}"));
        }
        let nodes = answers.iter().filter_map(|answer| answer["nodes"].as_u64()).sum();
        let text = match &self.expected {
            Expected::Start { known } => {
                let text = answers.first().map(in_words).unwrap_or_default();
                if !text.starts_with(known) {
                    return Err(format!("expected {known}, found {text}"));
                }
                text
            }
            Expected::Scores(scores) => {
                let found: Vec<_> = answers.iter().map(|answer| answer["score"].as_i64()).collect();
                let lines = self.input.lines().zip(scores).zip(&found);
                if let Some(((position, score), found)) =
                    lines.clone().find(|((_, score), found)| **found != Some(**score))
                {
                    return Err(format!(
                        "{position}: expected the score {score}, found {}",
                        found.map_or("none".to_string(), |score| score.to_string())
                    ));
                }
                if found.len() != scores.len() {
                    return Err(format!("expected {} answers, found {}", scores.len(), found.len()));
                }
                all_right(scores.len())
            }
        };
        Ok(Answer { text, nodes })
    }

    /// What another program has answered: its last line, or how many of its scores are right.
    pub fn read_theirs(&self, stdout: &str) -> String {
        let Expected::Scores(scores) = &self.expected else {
            let last = stdout.lines().rfind(|line| !line.trim().is_empty());
            return last.unwrap_or("nothing").trim().replace('|', "/");
        };
        let right = stdout.lines().zip(scores).filter(|(line, score)| agrees(line, **score)).count();
        match right == scores.len() {
            true => all_right(right),
            false => format!("{right} of {} scores are right", scores.len()),
        }
    }
}

fn all_right(scores: usize) -> String {
    format!("all {scores} scores are right")
}

/// Whether a line ends in this score, or in who wins.
fn agrees(line: &str, score: i64) -> bool {
    let last = line.split_whitespace().last().unwrap_or_default();
    match last {
        "win" => score > 0,
        "tie" => score == 0,
        "loss" => score < 0,
        _ => last.parse() == Ok(score),
    }
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

    #[test]
    fn jobs_have_names_of_their_own() {
        let mut names: Vec<&str> = JOBS.iter().map(|job| job.name).chain(Group::ALL.map(Group::name)).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(choose(&["chess".to_string()]).is_err());
        assert_eq!(choose(&["triangle-war".to_string(), "triangle-war-3".to_string()]).unwrap().len(), 3);
    }

    #[test]
    fn peers_may_tell_the_score_or_who_wins() {
        for line in ["-3", "4455 -3", "loss"] {
            assert!(agrees(line, -3), "{line}");
            assert!(!agrees(line, 3), "{line}");
        }
        assert!(!agrees("", 0));
    }

    #[test]
    fn a_known_value_must_be_found() {
        let task = JOBS[0].task(&Data { folder: Path::new("."), lines: None }).unwrap();
        let answer = |plies: u32| format!(r#"{{"value":"win","plies":{plies},"score":1,"status":"proved","nodes":7}}"#);
        let found = task.read_ours(&answer(41)).unwrap();
        assert_eq!((found.text.as_str(), found.nodes), ("win in 41 plies, score 1", 7));
        assert!(task.read_ours(&answer(39)).is_err());
        assert!(task.read_ours(&answer(41).replace("proved", "bounded")).is_err());
    }
}
