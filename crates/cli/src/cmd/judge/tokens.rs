//! Words of a judge's input, with their locations for error messages.

use crate::failure::{Failure, Reworded};

/// The words of a text, one after the other.
pub struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// Number of the next word in its line, from 1.
    word: usize,
    /// What the end of the text is called.
    end: &'static str,
}

impl<'a> Tokens<'a> {
    /// The words of the whole input.
    pub fn of_input(text: &'a str) -> Self {
        Tokens { rest: text, line: 1, word: 1, end: "the end of the input" }
    }

    /// The words of the line with this number.
    pub fn of_line(text: &'a str, line: usize) -> Self {
        Tokens { rest: text, line, word: 1, end: "the end of the line" }
    }

    /// The next word with its location, or the location where the input ends.
    fn next(&mut self) -> (Option<&'a str>, Location) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        let newlines = skipped.bytes().filter(|&b| b == b'\n').count();
        if newlines > 0 {
            self.line += newlines;
            self.word = 1;
        }
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        self.rest = &trimmed[end..];
        let location = Location { line: self.line, word: self.word };
        self.word += 1;
        ((end > 0).then(|| &trimmed[..end]), location)
    }

    /// The next word as a whole number of the given range; `what` says what it stands for.
    pub fn int(&mut self, what: &str, min: i64, max: i64) -> Result<i64, Failure> {
        let (word, location) = self.next();
        let int = word.and_then(|word| word.parse().ok()).filter(|n| (min..=max).contains(n));
        let expected = || format!("{what}, a whole number from {min} to {max}");
        int.ok_or_else(|| wrong(&expected(), &word.map_or(self.end.to_string(), quoted), location))
    }

    /// Makes sure that nothing follows.
    pub fn end(&mut self) -> Result<(), Failure> {
        match self.next() {
            (None, _) => Ok(()),
            (Some(word), location) => Err(wrong("nothing more", &quoted(word), location)),
        }
    }

    /// The location of the word that was read last.
    pub fn last_location(&self) -> Location {
        Location { line: self.line, word: self.word - 1 }
    }
}

/// Where a word stands.
#[derive(Clone, Copy)]
pub struct Location {
    line: usize,
    word: usize,
}

/// A word that is not what it should be.
pub fn wrong(expected: &str, found: &str, location: Location) -> Failure {
    let Location { line, word } = location;
    Failure::input(format!("expected {expected}, found {found} (line {line}, word {word})"))
}

fn quoted(word: &str) -> String {
    const SHOWN: usize = 40;
    let cut: String = word.chars().take(SHOWN).collect();
    if cut.len() < word.len() { format!("{cut:?}…") } else { format!("{cut:?}") }
}

/// The bytes as text.
pub fn text_of(bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        let byte = error.as_bytes()[at];
        let words =
            format!("expected text in UTF-8, found the byte 0x{byte:02x} (line {line}, byte {} of the input)", at + 1);
        Failure::input(Reworded::new(words, error.utf8_error()))
    })
}
