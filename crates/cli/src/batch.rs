//! `perfectplay solve --batch`: many positions, a line each, on all cores and with warm tables.

use crate::args::{SearchArgs, Share};
use crate::failure::{Failure, UNANSWERED};
use perfectplay::{Control, Crew, Door, Limits, Question, Session};
use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

/// Lines that may be under way: read, but not yet answered in print.
const UNDER_WAY: usize = 1024;

/// No position and no list of moves is as long as this.
const LONGEST_LINE: u64 = 1 << 20;

/// Answers line by line until the input ends, or nobody reads the answers any more.
///
/// The reader is a thread of its own that is left alone in the end: it may wait for input for ever.
pub fn run(
    door: &dyn Door,
    search: &SearchArgs,
    question: Question,
    threads: Option<usize>,
) -> Result<ExitCode, Failure> {
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let tables = search.tables(door)?;
    let share = Share::each_of(threads);
    let means = search.means(&tables, share, Crew::new(1))?;
    let session = |_| door.session(means.clone()).map_err(|error| search.no_session(error, share, &tables));
    let sessions = (0..threads).map(session).collect::<Result<Vec<_>, _>>()?;
    let (permit_in, permit_out) = mpsc::sync_channel(UNDER_WAY);
    (0..UNDER_WAY).for_each(|_| permit_in.send(()).expect("the channel has room"));
    let (line_in, line_out) = mpsc::sync_channel(UNDER_WAY);
    thread::spawn(move || read_lines(&permit_out, &line_in));
    let line_out = Arc::new(Mutex::new(line_out));
    thread::scope(|scope| {
        let (answer_in, answer_out) = mpsc::sync_channel(UNDER_WAY);
        for mut session in sessions {
            let (line_out, answer_in) = (line_out.clone(), answer_in.clone());
            scope.spawn(move || {
                loop {
                    let next = line_out.lock().expect("no worker panics with the lock").recv();
                    let Ok((nth, line)) = next else { break };
                    let answer = line.map(|line| answer(door, &mut *session, search.limits(), question, &line));
                    if answer_in.send((nth, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop((answer_in, line_out));
        let result = write_in_order(&answer_out, &permit_in);
        // workers that wait for a line end with the reader, which ends when it gets no more permits
        drop((permit_in, answer_out));
        match result {
            Ok(Tally { lines: 0, .. }) => {
                let message = "expected a position or a list of moves on each line, found an empty input";
                Err(Failure::input(message))
            }
            Ok(Tally { errors: 1.., .. }) => Ok(ExitCode::FAILURE),
            Ok(Tally { unanswered: 1.., .. }) => Ok(ExitCode::from(UNANSWERED)),
            Ok(_) => Ok(ExitCode::SUCCESS),
            // the reader may be waiting for input, and a worker for the reader
            Err(failure) => std::process::exit(failure.report().into()),
        }
    })
}

type Line = (usize, std::io::Result<Vec<u8>>);

/// Sends the lines of stdin with their numbers, one for each permit.
fn read_lines(permits: &mpsc::Receiver<()>, lines: &mpsc::SyncSender<Line>) {
    let mut stdin = std::io::stdin().lock();
    for nth in 0.. {
        let mut line = vec![];
        if permits.recv().is_err() {
            return;
        }
        let read = read_line_up_to(LONGEST_LINE, &mut stdin, &mut line);
        let is_last = !matches!(read, Ok(1..));
        if matches!(read, Ok(0)) || lines.send((nth, read.map(|_| line))).is_err() || is_last {
            return;
        }
    }
}

/// Reads a line, of which it keeps no more than so many bytes; how many bytes it read.
fn read_line_up_to(most: u64, input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<usize> {
    let kept = input.by_ref().take(most).read_until(b'\n', line)?;
    let is_cut = kept as u64 == most && !line.ends_with(b"\n");
    Ok(kept + if is_cut { input.skip_until(b'\n')? } else { 0 })
}

/// A JSON object, and what it is.
struct Answer {
    json: String,
    kind: Kind,
}

enum Kind {
    Answered,
    /// A limit came before.
    Unanswered,
    Error,
}

/// What came of a batch.
struct Tally {
    lines: usize,
    unanswered: usize,
    errors: usize,
}

/// Prints the answers in the order of their lines, and gives a permit to read another line for each.
fn write_in_order(
    answers: &mpsc::Receiver<(usize, std::io::Result<Answer>)>,
    permits: &mpsc::SyncSender<()>,
) -> Result<Tally, Failure> {
    let mut out = std::io::stdout().lock();
    let mut early = BTreeMap::new();
    let mut tally = Tally { lines: 0, unanswered: 0, errors: 0 };
    for (nth, answer) in answers {
        early.insert(nth, answer);
        while let Some(answer) = early.remove(&tally.lines) {
            let answer = answer?;
            writeln!(out, "{}", answer.json)?;
            tally.lines += 1;
            match answer.kind {
                Kind::Answered => {}
                Kind::Unanswered => tally.unanswered += 1,
                Kind::Error => tally.errors += 1,
            }
            // the reader may have come to the end
            let _ = permits.send(());
        }
        out.flush()?;
    }
    Ok(tally)
}

fn answer(
    door: &dyn Door,
    session: &mut (dyn Session + '_),
    limits: Limits,
    question: Question,
    line: &[u8],
) -> Answer {
    let mut report = || {
        let text = std::str::from_utf8(line).map_err(|_| "expected text in UTF-8, found other bytes".to_string())?;
        let place = door.guess_place(text.trim()).map_err(|error| error.to_string())?;
        let report = session.solve(&place, question, &mut Control::new(limits)).map_err(|error| error.to_string())?;
        let kind = if question.is_answered(&report) { Kind::Answered } else { Kind::Unanswered };
        Ok((report, kind))
    };
    let result: Result<_, String> = report();
    let (json, kind) = match result {
        Ok((report, kind)) => (serde_json::to_string(&report), kind),
        Err(error) => (serde_json::to_string(&BTreeMap::from([("error", error)])), Kind::Error),
    };
    Answer { json: json.expect("reports can be written as JSON"), kind }
}
