//! How chess moves and positions are written, read and drawn.

use super::{ChessEnding, ChessMove, ChessPosition, Piece, PieceKind};
use crate::grid::Grid;
use perfectplay_game::{Notation, NotationError, Player, Record};

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

impl Notation for ChessEnding {
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
}
