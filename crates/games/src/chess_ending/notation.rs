//! How chess moves and positions are written, read and drawn.

use super::{ChessEnding, ChessMove, ChessPosition, ENDINGS, Piece, PieceKind};
use crate::grid::Grid;
use perfectplay_game::notation::legal_move;
use perfectplay_game::registry::Choice;
use perfectplay_game::{Game, Notation, NotationError, Player, Record, Value};

pub(crate) const BOARD: Grid = Grid { rows: 8, cols: 8 };

/// The cell of the board for a square, and the other way round: the board is numbered from its top left.
pub(crate) fn flip(square: usize) -> usize {
    square ^ 56
}

impl PieceKind {
    /// Its letter as a white piece.
    pub(crate) fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q'][self as usize]
    }
}

impl ChessPosition {
    /// The letter of the piece on a square.
    pub(crate) fn letter(&self, square: usize) -> Option<char> {
        let here = |it: u8| usize::from(it) == square;
        if here(self.white_king) {
            return Some('K');
        }
        let piece = || self.pieces().find(|piece| here(piece.square)).map(|piece| piece.kind.letter());
        here(self.black_king).then_some('k').or_else(piece)
    }
}

impl ChessEnding {
    /// The letters that a position of this ending is written with.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        ['K', 'k'].into_iter().chain(self.kinds.concat().into_iter().map(PieceKind::letter))
    }

    /// The position with this text.
    pub(super) fn parse(&self, text: &str) -> Result<ChessPosition, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (ranks, turn) = match fields[..] {
            [ranks, turn] | [ranks, turn, "-", "-"] => (ranks, turn),
            [ranks, turn, "-", "-", clock, nth_move] if [clock, nth_move].iter().all(|n| n.parse::<u32>().is_ok()) => {
                (ranks, turn)
            }
            _ => {
                let expected = "the ranks of the board, a space and w or b; a FEN may go on with '- - 0 1'";
                return Err(NotationError::new(expected, text));
            }
        };
        let turn = match turn {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return Err(NotationError::new("w or b", turn).at("the side to move")),
        };
        let position = self.set_up(ranks, turn)?;
        self.validate(&position).map_err(|expected| NotationError::new(expected, text))?;
        Ok(position)
    }

    fn set_up(&self, ranks: &str, turn: Player) -> Result<ChessPosition, NotationError> {
        let kinds = || self.kinds.concat();
        let letters: Vec<char> = self.letters().collect();
        let (mut kings, mut pieces) = ([None; 2], [None; 2]);
        let mut is_double = false;
        for (cell, letter) in BOARD.read_marks(ranks, &letters)? {
            let square = flip(cell) as u8;
            is_double |= match kinds().into_iter().find(|kind| kind.letter() == letter) {
                Some(kind) => {
                    let at = usize::from(!self.kinds[0].contains(&kind));
                    pieces[at].replace(Piece { kind, square }).is_some()
                }
                None => kings[usize::from(letter == 'k')].replace(square).is_some(),
            };
        }
        match kings {
            [Some(white_king), Some(black_king)] if !is_double => {
                Ok(ChessPosition { white_king, black_king, pieces, turn })
            }
            _ => {
                let choice = |kinds: &&[PieceKind]| {
                    kinds.iter().map(|kind| kind.letter().to_string()).collect::<Vec<_>>().join(" or ")
                };
                let choices: Vec<String> = self.kinds.iter().filter(|kinds| !kinds.is_empty()).map(choice).collect();
                let expected = format!("one K, one k, and at most one {}", choices.join(" and one "));
                Err(NotationError::new(expected, ranks))
            }
        }
    }
}

/// The ending that the pieces of a FEN are, as a setting; none if it is no FEN with two kings, or they stand alone.
pub(super) fn ending_of(text: &str) -> Option<Result<Choice, NotationError>> {
    const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];
    let ranks = text.split_whitespace().next()?;
    let is_fen = |sign: char| "/.12345678".contains(sign) || LETTERS.contains(&sign.to_ascii_uppercase());
    if ranks.matches('/').count() != 7 || !ranks.chars().all(is_fen) {
        return None;
    }
    let [white, black] = [|letter: char| letter, |letter: char| letter.to_ascii_lowercase()].map(|of_side| {
        let count = |letter: char| ranks.matches(of_side(letter)).count();
        LETTERS.iter().map(|&letter| letter.to_string().repeat(count(letter))).collect::<String>()
    });
    let is_one_king = |pieces: &str| pieces.matches('K').count() == 1;
    if !is_one_king(&white) || !is_one_king(&black) || white.len() + black.len() == 2 {
        return None;
    }
    let pieces = match &format!("{white}{black}")[..] {
        // the other piece was captured
        "KBK" | "KNK" if black == "K" => "KBNK".to_string(),
        pieces => pieces.to_string(),
    };
    if black == "K" && ENDINGS.contains(&&pieces[..]) {
        return Some(Ok(vec![("pieces", pieces)]));
    }
    let expected = format!("White with the pieces of an ending ({}), Black with the king alone", ENDINGS.join(", "));
    Some(Err(NotationError::new(expected, &format!("{white} against {black}"))))
}

/// A move as chess players write it, taken apart: Rhxh8+ or e8=Q.
struct Algebraic<'t> {
    /// The letter of the piece as a white one.
    piece: char,
    /// The file or rank that it comes from, or both, if they are told.
    from: String,
    to: &'t str,
    promotion: Option<char>,
}

impl<'t> Algebraic<'t> {
    fn read(text: &'t str) -> Option<Algebraic<'t>> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let (piece, text) = match text.chars().next()? {
            letter @ ('K' | 'Q' | 'R' | 'B' | 'N') => (letter, &text[1..]),
            _ => ('P', text),
        };
        let (text, promotion) = match text.char_indices().next_back()? {
            (at, letter @ ('Q' | 'R' | 'B' | 'N')) => (text[..at].trim_end_matches('='), Some(letter)),
            _ => (text, None),
        };
        let (from, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        Some(Algebraic { piece, from: from.replace(['x', '-'], ""), to, promotion })
    }
}

impl ChessEnding {
    /// The legal move that a text means as chess players write it, if there is just one.
    fn read_algebraic(&self, position: &ChessPosition, text: &str) -> Option<ChessMove> {
        let wanted = Algebraic::read(text)?;
        let is_meant = |mv: &ChessMove| {
            let [from, to] = [mv.from, mv.to].map(|square| BOARD.name(flip(square.into())));
            let piece = position.letter(mv.from.into()).map(|letter| letter.to_ascii_uppercase());
            let is_from = from == wanted.from || wanted.from.len() < 2 && from.contains(&wanted.from);
            let promotion = mv.promotion.map(PieceKind::letter);
            piece == Some(wanted.piece) && is_from && to == wanted.to && promotion == wanted.promotion
        };
        let mut meant = self.moves(position).filter(is_meant);
        meant.next().filter(|_| meant.next().is_none())
    }
}

impl Notation for ChessEnding {
    fn read_move(&self, position: &ChessPosition, text: &str) -> Result<ChessMove, NotationError> {
        let written = self.moves(position).find(|&mv| self.write_move(mv) == text);
        match written.or_else(|| self.read_algebraic(position, text)) {
            Some(mv) => Ok(mv),
            None => legal_move(self, position, text, None),
        }
    }

    /// Every win is a mate; a move is one of either side.
    fn distance_in_words(&self, value: Value) -> Option<String> {
        value.plies().map(|plies| format!("mate in {}", plies.div_ceil(2)))
    }

    fn write_move(&self, mv: ChessMove) -> String {
        let square = |square: u8| BOARD.name(flip(square.into()));
        let promotion = mv.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string());
        format!("{}{}{}", square(mv.from), square(mv.to), promotion.unwrap_or_default())
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        let position = record.position();
        let ranks = BOARD.write_ranks(|cell| position.letter(flip(cell)));
        format!("{ranks} {}", ["w", "b"][position.turn.index()])
    }

    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        self.parse(text).map(Record::at)
    }

    fn draw(&self, record: &Record<Self>) -> String {
        BOARD.draw(|cell| record.position().letter(flip(cell)).unwrap_or('.'))
    }

    fn marks(&self) -> [String; 2] {
        let (black, white): (Vec<String>, Vec<String>) =
            self.letters().map(String::from).partition(|letter| letter == "k");
        [white, black].map(|letters| letters.join(" "))
    }
}
