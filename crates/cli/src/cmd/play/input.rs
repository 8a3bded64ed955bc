//! What a person types: lines that can be edited, completed and brought back in a terminal, and lines as they come elsewhere.

use super::command::Command;
use crate::failure::{Failure, Reworded};
use rustyline::completion::Completer;
use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::{BufRead, IsTerminal, Lines, StdinLock, Write};

/// What came.
pub enum Heard {
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Where lines come from.
pub enum Input {
    Plain(Lines<StdinLock<'static>>),
    /// With lines that were pasted, but not taken yet.
    Edited(Box<Editor<Words, MemHistory>>, VecDeque<String>),
}

impl Input {
    /// Lines of stdin, which can be edited in a terminal.
    pub fn new(is_edited: bool) -> Result<Self, Failure> {
        if !is_edited {
            return Ok(Input::Plain(std::io::stdin().lock().lines()));
        }
        let config = Config::builder().auto_add_history(true).bell_style(BellStyle::None);
        let config = config.completion_type(CompletionType::List).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).map_err(lost)?;
        editor.set_helper(Some(Words::default()));
        Ok(Input::Edited(Box::new(editor), VecDeque::new()))
    }

    /// The next line. The prompt comes plain and as it is shown; these moves can be completed.
    pub fn next(&mut self, prompt: &(String, String), moves: impl Iterator<Item = String>) -> Result<Heard, Failure> {
        match self {
            Input::Plain(lines) => {
                let is_typed = std::io::stdin().is_terminal();
                let mut out = std::io::stdout().lock();
                if is_typed {
                    write!(out, "{}", prompt.1)?;
                    out.flush()?;
                }
                let Some(line) = lines.next() else {
                    // the next prompt of the shell has a line of its own
                    if is_typed {
                        writeln!(out)?;
                    }
                    return Ok(Heard::End);
                };
                let other = |error| Reworded::new("expected text in UTF-8, found other bytes", error);
                Ok(Heard::Line(line.map_err(|error| Failure::input(other(error)))?))
            }
            Input::Edited(editor, pasted) => {
                if let Some(line) = pasted.pop_front() {
                    return Ok(Heard::Line(line));
                }
                let words = moves.chain(Command::names().map(str::to_string));
                editor.set_helper(Some(Words(words.collect())));
                match editor.readline(prompt) {
                    Ok(text) => {
                        pasted.extend(text.lines().map(str::to_string));
                        Ok(Heard::Line(pasted.pop_front().unwrap_or_default()))
                    }
                    Err(ReadlineError::Eof) => Ok(Heard::End),
                    Err(ReadlineError::Interrupted) => Ok(Heard::Interrupt),
                    Err(error) => Err(lost(error)),
                }
            }
        }
    }
}

/// The terminal cannot be read.
fn lost(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Io(error) => Failure::Io(error),
        error => Failure::Io(std::io::Error::other(error)),
    }
}

/// What can be completed.
#[derive(Default)]
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    /// The words that begin with what was typed, in either case.
    fn complete(&self, line: &str, at: usize, _: &Context) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..at].trim_start();
        let begins = |word: &&String| word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed));
        Ok((at - typed.len(), self.0.iter().filter(begins).cloned().collect()))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_in_either_case() {
        let words = Words(["a1", "a2", "B1", "hint", "ä1"].map(str::to_string).to_vec());
        let history = MemHistory::new();
        let complete = |line: &str| words.complete(line, line.len(), &Context::new(&history)).unwrap();
        assert_eq!(complete(" A"), (1, vec!["a1".to_string(), "a2".to_string()]));
        assert_eq!(complete("b"), (0, vec!["B1".to_string()]));
        assert_eq!(complete("").1.len(), 5);
        assert!(complete("x").1.is_empty());
    }
}
