//! The moves of a report as a text.

use perfectplay::Report;
use perfectplay::report::{MoveGuess, MoveReport, between, in_percent};
use std::cmp::Reverse;

/// Rows that are shown unless all are asked for.
pub const ROWS: usize = 12;

/// Moves that are named in a row of estimates.
const NAMED: usize = 20;

/// Moves of which the same is said.
struct Row<'r> {
    moves: Vec<&'r MoveReport>,
    /// What is proved; nothing to speak of if it is empty.
    proved: String,
    /// Whether that is not all: what is estimated is within it.
    is_open: bool,
}

/// The moves and their values, best first, a row for those of which the same is said: what is proved, and what is estimated where it is
/// open who wins. Estimated moves share a row if they cannot be told apart from the best of it.
pub fn move_table(report: &Report, most_rows: usize) -> String {
    let mut moves: Vec<&MoveReport> = report.moves.iter().collect();
    match report.guess {
        None => moves.sort_by_key(|mv| Reverse((mv.bounds.at_least.worth(), mv.bounds.at_most.worth()))),
        Some(_) => moves.sort_by(|a, b| liking(b).partial_cmp(&liking(a)).expect("numbers")),
    }
    let mut rows: Vec<Row> = vec![];
    for mv in moves {
        let row = Row::of(mv);
        match rows.last_mut() {
            Some(last) if last.takes(&row) => last.moves.push(mv),
            _ => rows.push(row),
        }
    }
    let more = rows.split_off(rows.len().min(most_rows));
    let texts: Vec<(String, String)> = rows.iter().map(|row| (row.words(), row.names())).collect();
    let width = texts.iter().map(|(words, _)| words.chars().count()).max().unwrap_or(0);
    let lines: String = texts.iter().map(|(words, names)| format!("  {words:<width$}  {names}\n")).collect();
    let left = match more.iter().map(|row| row.moves.len()).sum::<usize>() {
        0 => String::new(),
        1 => "  … and 1 more move\n".to_string(),
        count => format!("  … and {count} more moves\n"),
    };
    format!("Moves of {}:\n{lines}{left}", report.to_move)
}

/// By how much a move is liked: what it may be expected to bring, then what is known best.
fn liking(mv: &MoveReport) -> (f64, i32, u32) {
    let (estimate, visits) = mv.guess.as_ref().map_or((0.5, 0), |guess| (guess.estimate, guess.visits));
    let (least, most) = (mv.bounds.at_least.worth().signum(), mv.bounds.at_most.worth().signum());
    let score = if least == most { f64::from(least + 1) / 2.0 } else { estimate };
    (score, mv.bounds.at_least.worth(), visits)
}

impl<'r> Row<'r> {
    fn of(mv: &'r MoveReport) -> Self {
        let is_open = mv.guess.is_some() && mv.bounds.outcome().is_none();
        let can_be_all = mv.bounds.at_least.plies().is_some() && mv.bounds.at_most.plies().is_some();
        Row { moves: vec![mv], proved: if is_open && can_be_all { String::new() } else { between(mv.bounds) }, is_open }
    }

    /// Whether the only move of another row belongs here.
    fn takes(&self, other: &Row) -> bool {
        let best = || self.guesses().map(|guess| guess.interval[0]).next();
        let is_as_good =
            || other.guesses().next().is_some_and(|guess| best().is_none_or(|best| guess.interval[1] >= best));
        self.proved == other.proved && self.is_open == other.is_open && (!self.is_open || is_as_good())
    }

    fn guesses(&self) -> impl Iterator<Item = &'r MoveGuess> {
        self.moves.iter().filter_map(|mv| mv.guess.as_ref())
    }

    fn words(&self) -> String {
        if !self.is_open {
            return self.proved.clone();
        }
        let percents = || self.guesses().map(|guess| in_percent(guess.estimate));
        let (least, most) = (percents().min().unwrap_or(0), percents().max().unwrap_or(0));
        let about = if least == most { format!("about {most} %") } else { format!("about {least} to {most} %") };
        if self.proved.is_empty() { about } else { format!("{about}, {}", self.proved) }
    }

    fn names(&self) -> String {
        let most = if self.is_open { NAMED } else { usize::MAX };
        let names: Vec<&str> = self.moves.iter().take(most).map(|mv| mv.mv.as_str()).collect();
        match self.moves.len() - names.len() {
            0 => names.join(" "),
            more => format!("{} and {more} more", names.join(" ")),
        }
    }
}

#[cfg(test)]
#[cfg(feature = "games")]
mod tests {
    use super::*;
    use crate::args::PROGRAM;
    use perfectplay::{Bounds, Control, Crew, Doors, Means, Place, Question, Value};

    /// A report of twenty moves, each of another value.
    fn report() -> Report {
        let heap = ("heaps".to_string(), "20".to_string());
        let door = Doors::ours().open("nim", &[heap]).unwrap();
        let means = Means {
            engine: None,
            memory: Some(4 * PROGRAM),
            memory_of_estimates: None,
            network: None,
            crew: Crew::new(1),
            seed: 1,
            tables: Default::default(),
        };
        let mut session = door.session(means).unwrap();
        let mut report = session.solve(&Place::default(), Question::default(), &mut Control::default()).unwrap();
        assert_eq!(report.moves.len(), 20);
        for (at, mv) in report.moves.iter_mut().enumerate() {
            mv.bounds = Bounds::exactly(Value::Win { plies: 1 + 2 * at as u32 });
        }
        report
    }

    #[test]
    fn many_moves_are_a_dozen_rows_and_the_rest_on_request() {
        let report = report();
        let few = move_table(&report, ROWS);
        assert_eq!(few.lines().count(), 1 + ROWS + 1, "{few}");
        assert!(few.ends_with("  … and 8 more moves\n"), "{few}");
        let all = move_table(&report, usize::MAX);
        assert_eq!(all.lines().count(), 21, "{all}");
        assert!(all.starts_with(few.lines().take(1 + ROWS).collect::<Vec<_>>().join("\n").trim_end()), "{all}");
    }

    /// Those whose intervals reach the best of them, and not those below; what is proved beside it is told.
    #[test]
    fn estimated_moves_share_a_row_while_they_cannot_be_told_apart() {
        let mut report = report();
        report.guess = Some(perfectplay::report::Guess {
            sentence: None,
            choice: None,
            estimate: None,
            interval: None,
            leaders: vec![],
            estimated_line: vec![],
            playouts: 1,
        });
        for (at, mv) in report.moves.iter_mut().enumerate() {
            let estimate = if at < 5 { 0.8 - 0.02 * at as f64 } else { 0.3 };
            mv.bounds = match at {
                19 => Bounds { at_least: Value::Loss { plies: 2 }, at_most: Value::Tie },
                _ => Bounds::UNKNOWN,
            };
            mv.guess = Some(MoveGuess { estimate, interval: [estimate - 0.1, estimate + 0.1], visits: 30 - at as u32 });
        }
        let table = move_table(&report, ROWS);
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert_eq!(rows.len(), 3, "{table}");
        assert!(rows[0].starts_with("  about 72 to 80 % "), "{table}");
        // of equal figures the one of which more is known comes first
        assert!(rows[1].starts_with("  about 30 %, undecided, no win"), "{table}");
        assert!(rows[2].starts_with("  about 30 % "), "{table}");
    }
}
