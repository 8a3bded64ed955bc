//! `perfectplay solve --batch`: many positions, a line each, on all cores and with warm tables.

use crate::args::SearchArgs;
use crate::failure::Failure;
use perfectplay::games::{Opened, Playable};
use perfectplay::report::Report;
use perfectplay::{AnyEngine, Control, NotationError, Record, solve};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

/// Lines that may wait for a worker, and answers that may wait for an earlier one.
const WAITING: usize = 256;

pub fn run<G: Playable>(
    game: &G,
    opened: &Opened,
    search: &SearchArgs,
    threads: Option<usize>,
) -> Result<ExitCode, Failure> {
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let engines = (0..threads).map(|_| search.engine(game, threads)).collect::<Result<Vec<_>, _>>()?;
    let (line_in, line_out) = mpsc::sync_channel::<(usize, Vec<u8>)>(WAITING);
    let (answer_in, answer_out) = mpsc::sync_channel::<(usize, Answer)>(WAITING);
    let line_out = Mutex::new(line_out);
    thread::scope(|scope| {
        for mut engine in engines {
            let (line_out, answer_in) = (&line_out, answer_in.clone());
            scope.spawn(move || {
                loop {
                    let next = line_out.lock().expect("no worker panics with the lock").recv();
                    let Ok((number, line)) = next else { break };
                    let answer = answer(game, opened, &mut engine, search, &line);
                    if answer_in.send((number, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(answer_in);
        let reader = scope.spawn(move || -> std::io::Result<()> {
            let mut stdin = std::io::stdin().lock();
            for number in 0.. {
                let mut line = vec![];
                if stdin.read_until(b'\n', &mut line)? == 0 || line_in.send((number, line)).is_err() {
                    break;
                }
            }
            Ok(())
        });
        let all_good = write_in_order(answer_out)?;
        reader.join().expect("the reader does not panic")?;
        Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::from(1) })
    })
}

/// A JSON object, and whether it is an answer.
struct Answer {
    json: String,
    is_good: bool,
}

/// Prints the answers in the order of their lines; false if one of them is an error.
fn write_in_order(answers: mpsc::Receiver<(usize, Answer)>) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    let mut early: BTreeMap<usize, Answer> = BTreeMap::new();
    let mut next = 0;
    let mut all_good = true;
    for (number, answer) in answers {
        early.insert(number, answer);
        while let Some(answer) = early.remove(&next) {
            writeln!(out, "{}", answer.json)?;
            all_good &= answer.is_good;
            next += 1;
        }
        out.flush()?;
    }
    Ok(all_good)
}

fn answer<G: Playable>(
    game: &G,
    opened: &Opened,
    engine: &mut AnyEngine<'_, G>,
    search: &SearchArgs,
    line: &[u8],
) -> Answer {
    let mut report = || {
        let text = std::str::from_utf8(line).map_err(|_| "expected text in UTF-8, found other bytes".to_string())?;
        let record = read_line(game, text.trim()).map_err(|error| error.to_string())?;
        let mut control = Control::new(search.limits());
        let solution = solve(engine, record.position(), &mut control);
        let solution = solution.map_err(|error| Failure::unsolvable(game, &error).to_string())?;
        Ok(Report::new(opened.entry.name, &opened.options, game, &record, &solution))
    };
    let result: Result<_, String> = report();
    let json = match &result {
        Ok(report) => serde_json::to_string(report),
        Err(error) => serde_json::to_string(&BTreeMap::from([("error", error)])),
    };
    Answer { json: json.expect("reports can be written as JSON"), is_good: result.is_ok() }
}

/// A line is a position or a list of moves; one that could be both is a position.
fn read_line<G: Playable>(game: &G, text: &str) -> Result<Record<G>, NotationError> {
    if text.is_empty() {
        return Ok(Record::new(game));
    }
    if let Some(position) = text.strip_prefix("position ") {
        return game.read_position(position.trim());
    }
    if let Some(moves) = text.strip_prefix("moves ") {
        return game.read_moves(moves.trim());
    }
    game.read_position(text).or_else(|as_position| {
        game.read_moves(text).map_err(|as_moves| {
            // the reading that came further is the one that was meant
            let is_list_of_moves = as_moves.place.as_deref().is_some_and(|place| place != "move 1");
            if is_list_of_moves { as_moves } else { as_position }
        })
    })
}
