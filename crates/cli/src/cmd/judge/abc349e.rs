//! AtCoder ABC 349 E: who wins weighted tic-tac-toe from the empty board.

use super::find_table_of;
use super::tokens::{Tokens, wrong};
use crate::failure::Failure;
use perfectplay::door::OpenTable;
use perfectplay::games::WeightedTicTacToe;
use perfectplay::{Control, DoorError, Game, Goal, Outcome, contest};
use std::io::Write;
use std::path::Path;
use std::thread;

const MAX_WEIGHT: i64 = 1_000_000_000;

/// Answers one board: nine integers.
///
/// # Errors
///
/// If the input is not such a board, or the answer cannot be written.
pub fn answer(input: &str, table: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    let weights = read_board(&mut Tokens::of_input(input))?;
    Ok(writeln!(out, "{}", winner(&weights, table)?)?)
}

/// Answers a board on each line; stops at the first bad one.
///
/// # Errors
///
/// If a line is not such a board, or an answer cannot be written.
pub fn answer_batch(input: &str, table: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    let lines: Vec<&str> = input.lines().collect();
    if lines.is_empty() {
        return Err(Failure::input("expected a board of nine integers on each line, found an empty input"));
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let chunk = lines.len().div_ceil(threads);
    let answers: Vec<(String, Option<Failure>)> = thread::scope(|scope| {
        let answer = |(i, lines)| scope.spawn(move || answer_lines(lines, i * chunk + 1, table));
        let workers: Vec<_> = lines.chunks(chunk).enumerate().map(answer).collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).collect()
    });
    for (text, failure) in answers {
        out.write_all(text.as_bytes())?;
        if let Some(failure) = failure {
            return Err(failure);
        }
    }
    Ok(())
}

/// The answers up to the first bad line.
fn answer_lines(lines: &[&str], first_line: usize, table: Option<&Path>) -> (String, Option<Failure>) {
    let mut answers = String::new();
    for (line, line_number) in lines.iter().zip(first_line..) {
        let winner = read_board(&mut Tokens::of_line(line, line_number)).and_then(|weights| winner(&weights, table));
        match winner {
            Ok(winner) => {
                answers.push_str(winner);
                answers.push('\n');
            }
            Err(failure) => return (answers, Some(failure)),
        }
    }
    (answers, None)
}

fn read_board(tokens: &mut Tokens) -> Result<[i64; 9], Failure> {
    let mut weights = [0; 9];
    for (i, weight) in weights.iter_mut().enumerate() {
        *weight = tokens.int(&format!("weight {} of 9", i + 1), -MAX_WEIGHT, MAX_WEIGHT)?;
    }
    let location = tokens.last_location();
    tokens.end()?;
    let sum: i64 = weights.iter().sum();
    if sum % 2 == 0 {
        let expected = "weights with an odd sum, so that there is a winner";
        return Err(wrong(expected, &format!("the even sum {sum}"), location));
    }
    Ok(weights)
}

fn winner(weights: &[i64; 9], table: Option<&Path>) -> Result<&'static str, Failure> {
    let game = WeightedTicTacToe::new(3, 3, 3, weights);
    let table = table.map(|path| table_of(path, weights)).transpose()?;
    let mut engine = contest::of_board(&game, table.as_ref().map(OpenTable::table))?;
    let bounds = engine.bounds(&game.start(), Goal::Outcome { lead: 0 }, &mut Control::default());
    Ok(match bounds.map_err(|error| DoorError::unsolvable(&game, &error))?.outcome() {
        Some(Outcome::Win) => "Takahashi",
        _ => "Aoki",
    })
}

/// The table of the board with these weights.
fn table_of(path: &Path, weights: &[i64; 9]) -> Result<OpenTable, Failure> {
    let weights = weights.map(|weight| weight.to_string()).join(",");
    find_table_of("weighted-tic-tac-toe", &[("weights", weights.as_str())], path)
}
