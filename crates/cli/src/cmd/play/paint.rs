//! Colours: each player's own, and those of good and bad news.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// What a text is about, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Nothing special; a player's name at the beginning has the player's colour.
    Plain,
    /// Good for the person.
    Good,
    /// Good for nobody.
    Even,
    /// Not as good as it could be.
    Doubtful,
    /// Bad for the person.
    Bad,
    /// Moves with their values, a line each.
    Values,
}

impl Tone {
    fn style(self, line: &str) -> Style {
        let colour = match self {
            Tone::Plain => return Style::new(),
            Tone::Good => AnsiColor::Green,
            Tone::Even | Tone::Doubtful => AnsiColor::Yellow,
            Tone::Bad => AnsiColor::Red,
            Tone::Values => match line.split_whitespace().next() {
                Some("win") => AnsiColor::Green,
                Some("tie" | "draw") => AnsiColor::Yellow,
                Some("loss") => AnsiColor::Red,
                _ => return Style::new(),
            },
        };
        colour.on_default()
    }
}

/// Knows the colours, and whether there are any.
pub struct Paint {
    is_on: bool,
    players: [PlayerPaint; 2],
}

struct PlayerPaint {
    name: String,
    /// The words of drawings that stand for what the player has.
    marks: Vec<String>,
    style: Style,
}

impl Paint {
    /// As stdout has it.
    pub fn for_stdout(players: &[String; 2], marks: &[String; 2]) -> Self {
        Paint::new(AutoStream::choice(&std::io::stdout()) != ColorChoice::Never, players, marks)
    }

    fn new(is_on: bool, players: &[String; 2], marks: &[String; 2]) -> Self {
        let paint = |player: usize| PlayerPaint {
            name: players[player].clone(),
            marks: marks[player].split_whitespace().map(str::to_string).collect(),
            style: style_of(&players[player], player),
        };
        Paint { is_on, players: [paint(0), paint(1)] }
    }

    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// The one mark of a player, if that is not the name.
    pub fn mark(&self, player: usize) -> Option<&str> {
        match &self.players[player] {
            PlayerPaint { name, marks, .. } if marks.len() == 1 && marks[0] != *name => Some(&marks[0]),
            _ => None,
        }
    }

    /// A text in the colour of a player.
    pub fn of_player(&self, player: usize, text: &str) -> String {
        self.painted(self.players[player].style.bold(), text)
    }

    /// A line of a text.
    pub fn line(&self, tone: Tone, line: &str) -> String {
        let is_word = |rest: &str| !rest.starts_with(|char: char| char.is_alphanumeric());
        let begins = |player: &usize| line.strip_prefix(&self.players[*player].name).is_some_and(is_word);
        match [0, 1].iter().find(|player| begins(player)) {
            Some(&player) if tone == Tone::Plain => {
                let (name, rest) = line.split_at(self.players[player].name.len());
                self.of_player(player, name) + rest
            }
            _ => self.painted(tone.style(line), line),
        }
    }

    /// A drawing, with what belongs to the players in their colours. What differs from the drawing before the last turn stands
    /// out, if it belongs to a player or is a line between dots.
    pub fn board(&self, drawing: &str, before: Option<&str>) -> String {
        if !self.is_on {
            return drawing.to_string();
        }
        let old: Vec<&str> = before.unwrap_or_default().lines().collect();
        let rows = drawing.lines().enumerate().map(|(nth, row)| self.row(row, old.get(nth).copied()));
        rows.collect::<Vec<_>>().join("\n")
    }

    fn row(&self, row: &str, old: Option<&str>) -> String {
        let old: Option<Vec<char>> = old.map(|old| old.chars().collect());
        let chars: Vec<char> = row.chars().collect();
        let mut start = 0;
        let words = chars.chunk_by(|&a, &b| Kind::of(a) == Kind::of(b)).map(|chars| {
            let word: String = chars.iter().collect();
            let is_new = old.as_ref().is_some_and(|old| !old.iter().skip(start).take(chars.len()).eq(chars));
            start += chars.len();
            match self.players.iter().find(|player| player.marks.contains(&word)) {
                Some(player) if is_new => self.painted(player.style.bold().invert(), &word),
                Some(player) => self.painted(player.style.bold(), &word),
                None if is_new && Kind::of(chars[0]) == Kind::Line => self.painted(Style::new().bold().invert(), &word),
                None => word,
            }
        });
        words.collect()
    }

    fn painted(&self, style: Style, text: &str) -> String {
        if self.is_on { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// What a drawing is made of.
#[derive(PartialEq, Eq)]
enum Kind {
    Blank,
    /// Between dots.
    Line,
    Word,
}

impl Kind {
    fn of(char: char) -> Kind {
        match char {
            ' ' => Kind::Blank,
            '\u{2500}'..='\u{257f}' => Kind::Line,
            _ => Kind::Word,
        }
    }
}

/// The colour that a player is named after, or one that fits the place in the list.
fn style_of(name: &str, player: usize) -> Style {
    let colour = match name.to_ascii_lowercase().as_str() {
        "red" => AnsiColor::Red,
        "yellow" => AnsiColor::Yellow,
        "green" => AnsiColor::Green,
        "blue" => AnsiColor::BrightBlue,
        "white" => return Style::new(),
        "black" => AnsiColor::Magenta,
        _ => [AnsiColor::BrightBlue, AnsiColor::Yellow][player],
    };
    colour.on_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: &str = "\u{1b}[1m\u{1b}[31m";
    const YELLOW: &str = "\u{1b}[1m\u{1b}[33m";
    const RESET: &str = "\u{1b}[0m";

    fn paint(is_on: bool) -> Paint {
        Paint::new(is_on, &["Red", "Yellow"].map(str::to_string), &["x", "o"].map(str::to_string))
    }

    #[test]
    fn marks_have_the_colours_of_their_players() {
        let drawing = "1  x . o\n   a b c\nox x2";
        let expected = format!("1  {RED}x{RESET} . {YELLOW}o{RESET}\n   a b c\nox x2");
        assert_eq!(paint(true).board(drawing, None), expected);
        assert_eq!(paint(false).board(drawing, Some("")), drawing);
    }

    #[test]
    fn what_is_new_stands_out() {
        let painted = |style: Style, text: &str| format!("{style}{text}{style:#}");
        let red = AnsiColor::Red.on_default().bold();
        let line = Style::new().bold().invert();
        assert_eq!(
            paint(true).board("x x .\n9  10───11\nx leads", Some("x . .\n9  10   11")),
            format!(
                "{} {} .\n9  10{}11\n{} leads",
                painted(red, "x"),
                painted(red.invert(), "x"),
                painted(line, "───"),
                painted(red, "x")
            )
        );
    }

    #[test]
    fn names_and_news() {
        let paint = paint(true);
        assert_eq!(paint.line(Tone::Plain, "Red plays 4."), format!("{RED}Red{RESET} plays 4."));
        assert_eq!(paint.line(Tone::Plain, "Reduced."), "Reduced.");
        assert_eq!(paint.line(Tone::Bad, "Red has won."), "\u{1b}[31mRed has won.\u{1b}[0m");
        assert_eq!(paint.line(Tone::Values, "  win in 3 plies  4"), "\u{1b}[32m  win in 3 plies  4\u{1b}[0m");
        assert_eq!((paint.mark(0), paint.mark(1)), (Some("x"), Some("o")));
    }
}
