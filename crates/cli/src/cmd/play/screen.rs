//! Where a game is shown: in a terminal the board and what is said about it are redrawn in one place, elsewhere they are plain
//! lines one after the other.

use super::paint::{Paint, Tone};
use super::wrap::{height, wrapped};
use crate::failure::Failure;
use crate::terminal;
use std::io::{IsTerminal, Write};

/// What is shown.
pub struct Screen {
    /// Whether it is drawn over itself.
    in_place: bool,
    pub paint: Paint,
    drawing: String,
    /// The drawing before the last turn.
    before: Option<String>,
    /// What happened in this turn.
    news: Vec<(Tone, String)>,
    /// What was answered last.
    answer: Vec<(Tone, String)>,
    /// Whether plain lines end with a blank one.
    is_blank: bool,
}

/// The cursor goes to the top left corner, and everything from there on is gone.
const CLEAR: &str = "\x1b[H\x1b[J";

impl Screen {
    pub fn new(paint: Paint) -> Result<Self, Failure> {
        let in_place = std::io::stdin().is_terminal() && terminal::can_be_drawn_on(&std::io::stdout());
        let screen = Screen {
            in_place,
            paint,
            drawing: String::new(),
            before: None,
            news: vec![],
            answer: vec![],
            is_blank: true,
        };
        if in_place {
            // what was there before goes up, and is not lost
            let (_, rows) = terminal::size();
            write!(std::io::stdout(), "{}", "\n".repeat(rows))?;
        }
        Ok(screen)
    }

    /// Whether it is drawn over itself, so that lines can be edited there.
    pub fn is_in_place(&self) -> bool {
        self.in_place
    }

    /// Shows a drawing from here on, and what has changed since the one before the last turn.
    pub fn show(&mut self, drawing: String, before: Option<String>) -> Result<(), Failure> {
        (self.drawing, self.before) = (drawing, before);
        self.show_again()
    }

    /// Shows the board once more.
    pub fn show_again(&mut self) -> Result<(), Failure> {
        if self.in_place {
            return self.redraw();
        }
        let blank = if self.is_blank { "" } else { "\n" };
        self.is_blank = true;
        print(&format!("{blank}{}\n\n", self.board()))
    }

    /// Nothing has changed, unless the window has.
    pub fn refresh(&self) -> Result<(), Failure> {
        if self.in_place { self.redraw() } else { Ok(()) }
    }

    fn board(&self) -> String {
        self.paint.board(&self.drawing, self.before.as_deref())
    }

    /// Something happened.
    pub fn tell(&mut self, tone: Tone, text: &str) -> Result<(), Failure> {
        self.news.push((tone, text.to_string()));
        self.print_or_redraw(tone, text)
    }

    /// Something more of what was told last happened; both together are this.
    pub fn tell_more(&mut self, tone: Tone, more: &str, together: &str) -> Result<(), Failure> {
        self.news.pop();
        self.news.push((tone, together.to_string()));
        self.print_or_redraw(tone, more)
    }

    /// Something was asked for.
    pub fn answer(&mut self, tone: Tone, text: &str) -> Result<(), Failure> {
        self.answer.push((tone, text.to_string()));
        self.print_or_redraw(tone, text)
    }

    /// What was answered is no longer of interest.
    pub fn forget_answer(&mut self) {
        self.answer.clear();
    }

    /// A new turn: what happened before is no longer of interest.
    pub fn forget_news(&mut self) {
        self.news.clear();
    }

    fn print_or_redraw(&mut self, tone: Tone, text: &str) -> Result<(), Failure> {
        if self.in_place {
            return self.redraw();
        }
        self.is_blank = false;
        let lines: Vec<String> = text.split('\n').map(|line| self.paint.line(tone, line)).collect();
        print(&format!("{}\n", lines.join("\n")))
    }

    /// The board, the news, the answer, and room for a prompt; blank lines between them as far as they fit.
    fn redraw(&self) -> Result<(), Failure> {
        let (columns, rows) = terminal::size();
        let lines_of = |notes: &[(Tone, String)]| -> Vec<(Tone, String)> {
            let lines = notes.iter().flat_map(|(tone, text)| text.split('\n').map(|line| (*tone, line)));
            lines.flat_map(|(tone, line)| wrapped(line, columns).into_iter().map(move |line| (tone, line))).collect()
        };
        let notes = [lines_of(&self.news), lines_of(&self.answer)];
        let painted = |lines: &Vec<(Tone, String)>| -> Vec<String> {
            lines.iter().map(|(tone, line)| self.paint.line(*tone, line)).collect()
        };
        let board = self.board().lines().map(str::to_string).collect();
        let mut parts: Vec<Vec<String>> = std::iter::once(board).chain(notes.iter().map(painted)).collect();
        parts.retain(|part| !part.is_empty());
        let plain = self.drawing.lines().chain(notes.iter().flatten().map(|(_, line)| &line[..]));
        // blank lines after the board, before the prompt, and between the others, as far as they fit with the prompt itself
        let room = rows.saturating_sub(height(plain, columns) + 1);
        let last = parts.len().saturating_sub(1);
        let is_followed_by_blank = |part: usize| match part {
            0 => room > 0,
            part if part == last => room > 1,
            _ => room > 2,
        };
        let after = |part: usize| if is_followed_by_blank(part) { "\r\n" } else { "" };
        let text: String =
            parts.iter().enumerate().map(|(nth, part)| part.join("\r\n") + "\r\n" + after(nth)).collect();
        print(&format!("{CLEAR}{text}"))
    }
}

/// Whoever reads it may be gone.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
