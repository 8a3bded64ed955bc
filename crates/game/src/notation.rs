//! How moves, positions and values are written, and how moves and positions are read.

use crate::{Game, Player, Record, Value};
use thiserror::Error;

/// Text forms of moves and positions.
///
/// Writing a move is all a game has to provide: moves are then read by comparing with the legal ones, and a
/// position is written as the moves that led to it. Games with a notation of their own for positions override
/// [`write_position`](Notation::write_position) and [`read_position`](Notation::read_position).
pub trait Notation: Game + Sized {
    /// The text of a move. Different for the different legal moves of a position; without commas, line feeds,
    /// and spaces around it.
    fn write_move(&self, mv: Self::Move) -> String;

    /// The legal move with this text.
    ///
    /// # Errors
    ///
    /// If no legal move has it.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        self.moves(position).find(|&mv| self.write_move(mv) == text).ok_or_else(|| illegal_move(self, position, text))
    }

    /// The text of the position that a record has reached. A record that does not begin at the start needs
    /// [`moves_to`](Notation::moves_to), or the text is the debug form.
    fn write_position(&self, record: &Record<Self>) -> String {
        let moves = match *record.first() == self.start() {
            true => Some(record.moves().collect()),
            false => self.moves_to(record.position()),
        };
        moves.map_or_else(|| format!("{:?}", record.position()), |moves: Vec<_>| self.write_moves(&moves))
    }

    /// Some moves that lead from the start to a position whose history is not known, if the game can tell without much of a
    /// search: texts come from anywhere.
    fn moves_to(&self, _position: &Self::Position) -> Option<Vec<Self::Move>> {
        None
    }

    /// The text of a list of moves, as [`read_moves`](Notation::read_moves) reads it.
    fn write_moves(&self, moves: &[Self::Move]) -> String {
        moves.iter().map(|&mv| self.write_move(mv)).collect::<Vec<_>>().join(",")
    }

    /// The position with this text.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        self.read_moves(text)
    }

    /// The record of a game that begins at the start and has these moves, separated by commas.
    ///
    /// # Errors
    ///
    /// If one of them is not legal.
    fn read_moves(&self, text: &str) -> Result<Record<Self>, NotationError> {
        play_tokens(self, comma_list(text))
    }

    /// Whether the text of a position tells whose turn it is. If not (nim's `3,4,5` does not), reading gives the
    /// first player the move.
    fn tells_turn(&self) -> bool {
        true
    }

    /// The number by which players of this game call a value of a position, where they have such a custom.
    fn customary_score(&self, _position: &Self::Position, _value: Value) -> Option<i32> {
        None
    }

    /// A distance as players of this game tell it, for the value of a position: "mate in 16".
    fn distance_in_words(&self, _value: Value) -> Option<String> {
        None
    }

    /// What a final margin means in words of the game, for the player who has it: "goal 75".
    fn margin_in_words(&self, _player: Player, _margin: i32) -> Option<String> {
        None
    }

    /// A drawing of the position for people, several lines of text.
    fn draw(&self, record: &Record<Self>) -> String {
        let text = self.write_position(record);
        if text.is_empty() { "the start".to_string() } else { text }
    }

    /// For each player, the words of a [drawing](Notation::draw) that stand for what the player has, separated by blanks. They
    /// mean nothing else there.
    fn marks(&self) -> [String; 2] {
        self.players().map(str::to_string)
    }
}

/// The items of a list that is separated by commas; a blank text has none.
pub fn comma_list(text: &str) -> impl Iterator<Item = &str> {
    let is_blank = text.trim().is_empty();
    text.split(',').map(str::trim).filter(move |_| !is_blank)
}

/// Plays moves given as texts, from the start of the game.
///
/// # Errors
///
/// If one of them is not legal.
pub fn play_tokens<'a, G: Notation>(
    game: &G,
    tokens: impl Iterator<Item = &'a str>,
) -> Result<Record<G>, NotationError> {
    let mut record = Record::new(game);
    play_each(game, &mut record, tokens, G::read_move)?;
    Ok(record)
}

/// Plays moves that people have typed, [in either case](read_typed_move), from where a record stands.
///
/// # Errors
///
/// If one of them is not legal; those before it have been played then.
pub fn play_typed<'a, G: Notation>(
    game: &G,
    record: &mut Record<G>,
    tokens: impl Iterator<Item = &'a str>,
) -> Result<(), NotationError> {
    play_each(game, record, tokens, read_typed_move)
}

fn play_each<'a, G: Notation>(
    game: &G,
    record: &mut Record<G>,
    tokens: impl Iterator<Item = &'a str>,
    read: impl Fn(&G, &G::Position, &str) -> Result<G::Move, NotationError>,
) -> Result<(), NotationError> {
    for (i, token) in tokens.enumerate() {
        let mv = read(game, record.position(), token).map_err(|e| e.at(format!("move {}", i + 1)))?;
        if record.play(game, mv).is_err() {
            return Err(illegal_move(game, record.position(), token).at(format!("move {}", i + 1)));
        }
    }
    Ok(())
}

/// The legal move that a person has typed: the one with this text, else the only one that has it in other capital and small
/// letters.
///
/// # Errors
///
/// If there is none.
pub fn read_typed_move<G: Notation>(game: &G, position: &G::Position, text: &str) -> Result<G::Move, NotationError> {
    let mut error = match game.read_move(position, text) {
        Err(error) if text.contains(|char: char| char.is_ascii_alphabetic()) => error,
        result => return result,
    };
    let mut alike = game.moves(position).filter(|&mv| game.write_move(mv).eq_ignore_ascii_case(text));
    match (alike.next(), alike.next()) {
        (Some(only), None) => return Ok(only),
        (Some(one), Some(other)) => {
            let either = format!("{} or {}", game.write_move(one), game.write_move(other));
            error = NotationError { expected: either, ..error };
        }
        (None, _) => {}
    }
    Err(error)
}

/// The move that a game has read from a text, if it is legal and written so. Games with many moves read them by this: writing
/// all of them to compare with takes long.
///
/// # Errors
///
/// If it is not.
pub fn legal_move<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
    read: Option<G::Move>,
) -> Result<G::Move, NotationError> {
    let is_legal = |mv: &G::Move| game.moves(position).any(|legal| legal == *mv) && game.write_move(*mv) == text;
    read.filter(is_legal).ok_or_else(|| illegal_move(game, position, text))
}

fn illegal_move<G: Notation>(game: &G, position: &G::Position, text: &str) -> NotationError {
    const SHOWN: usize = 12;
    let legal: Vec<String> = game.moves(position).take(SHOWN + 1).map(|mv| game.write_move(mv)).collect();
    let expected = match legal.len() {
        0 => "no further move, because the game is over".to_string(),
        n if n > SHOWN => format!("a legal move such as {}", legal[..SHOWN].join(" ")),
        _ => format!("a legal move ({})", legal.join(" ")),
    };
    NotationError::new(expected, text)
}

/// A text that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, found {found}{}", at.as_ref().map(|at| format!(" ({at})")).unwrap_or_default())]
pub struct NotationError {
    /// What should have stood there.
    pub expected: String,
    /// What stood there, quoted.
    pub found: String,
    /// Where that is.
    pub at: Option<String>,
}

impl NotationError {
    /// An error about the text that was found.
    pub fn new(expected: impl Into<String>, found: &str) -> Self {
        const SHOWN: usize = 60;
        let found = match found.chars().count() {
            0 => "nothing".to_string(),
            n if n > SHOWN => format!("{:?}…", found.chars().take(SHOWN).collect::<String>()),
            _ => format!("{found:?}"),
        };
        NotationError { expected: expected.into(), found, at: None }
    }

    /// The same error with where it is, if that was not told yet.
    #[must_use]
    pub fn at(mut self, at: impl Into<String>) -> Self {
        self.at.get_or_insert_with(|| at.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Step};

    /// Letters that can be said once.
    struct Letters(&'static [&'static str]);

    impl Game for Letters {
        type Position = Vec<usize>;
        type Move = usize;

        fn start(&self) -> Vec<usize> {
            vec![]
        }

        fn turn(&self, said: &Vec<usize>) -> Player {
            if said.len().is_multiple_of(2) { Player::First } else { Player::Second }
        }

        fn ending(&self, said: &Vec<usize>) -> Option<Ending> {
            (said.len() == self.0.len()).then_some(Ending::Loss)
        }

        fn moves(&self, said: &Vec<usize>) -> impl Iterator<Item = usize> {
            (0..self.0.len()).filter(|letter| !said.contains(letter))
        }

        fn play(&self, said: &Vec<usize>, letter: usize) -> Step<Vec<usize>> {
            [&said[..], &[letter]].concat().into()
        }
    }

    impl Notation for Letters {
        fn write_move(&self, letter: usize) -> String {
            self.0[letter].to_string()
        }
    }

    #[test]
    fn typed_moves_are_read_in_either_case_where_that_is_clear() {
        let game = Letters(&["a1", "B", "b", "Ba"]);
        let read = |said: &[usize], text| read_typed_move(&game, &said.to_vec(), text);
        assert_eq!(read(&[], "A1"), Ok(0));
        assert_eq!((read(&[], "B"), read(&[], "b")), (Ok(1), Ok(2)));
        assert_eq!((read(&[], "BA"), read(&[2], "b")), (Ok(3), Ok(1)));
        assert!(read(&[0], "A1").is_err() && read(&[], "c").is_err());
        let doubtful = Letters(&["no-op", "NO-OP"]);
        let error = read_typed_move(&doubtful, &vec![], "No-Op").unwrap_err();
        assert_eq!(error.to_string(), "expected no-op or NO-OP, found \"No-Op\"");
        // files are read as they were written
        assert!(game.read_moves("A1").is_err() && game.read_moves("a1,Ba,B").is_ok());
    }
}
