//! Chess endings: a chequered board; clicks on both squares, and on the new piece beside the board where a pawn promotes.

use crate::chess_ending::notation::{BOARD, flip};
use crate::pictures::grid::{Board, side_to_move};
use crate::pictures::marks;
use crate::{ChessEnding, ChessMove, PieceKind};
use perfectplay_game::picture::{Form, Look, Picture, Setup};
use perfectplay_game::{Ending, Game, Player, Record};

/// Room beside the board for the pieces that a pawn can become.
const STRIP: f32 = 1.4;

fn player(letter: char) -> Player {
    if letter == 'k' { Player::Second } else { Player::First }
}

/// White's pieces are hollow and Black's are solid, so that they can be told without colours.
fn glyph(letter: char) -> &'static str {
    match letter {
        'K' => "♔",
        'Q' => "♕",
        'R' => "♖",
        'B' => "♗",
        'N' => "♘",
        'P' => "♙",
        _ => "♚",
    }
}

fn promotion_spot(kind: PieceKind) -> String {
    format!("={}", kind.letter().to_ascii_lowercase())
}

impl ChessEnding {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let (board, position) = (Board::new(BOARD), record.position());
        let can_promote = self.kinds[0].contains(&PieceKind::Pawn);
        let mut picture = board.picture(if can_promote { STRIP } else { 0.0 });
        for cell in 0..BOARD.cells() {
            let is_dark = (cell / 8 + cell % 8) % 2 == 1;
            picture.draw(if is_dark { Look::DarkCell } else { Look::Cell }, Form::square(board.middle(cell), 1.0));
        }
        if let Some(last) = record.moves().last() {
            for square in [last.from, last.to] {
                picture.draw(Look::Last, board.cell(flip(square.into())));
            }
        }
        if self.ending(position) == Some(Ending::Loss) {
            picture.circle(Look::Won, board.middle(flip(position.black_king.into())), 0.48);
        }
        for cell in 0..BOARD.cells() {
            if let Some(letter) = position.letter(flip(cell)) {
                picture.text(marks::of(player(letter)), board.middle(cell), 0.85, glyph(letter));
            }
        }
        board.add_spots(&mut picture);
        let promotions = self.moves(position).filter_map(|mv| mv.promotion);
        let ((left, top), (width, _)) = board.frame();
        for (nth, kind) in promotions.enumerate() {
            let middle = (left + width + 0.2 + STRIP / 2.0, top + 0.5 + 1.2 * nth as f32);
            picture.draw(Look::Board, Form::square(middle, 1.15));
            picture.draw(Look::Cell, Form::square(middle, 1.0));
            picture.text(Look::First, middle, 0.85, glyph(kind.letter()));
            picture.spot(promotion_spot(kind), middle, 0.5, Form::square(middle, 1.0));
        }
        picture
    }

    /// The spots to click on for a move.
    pub(crate) fn clicks_of(&self, mv: ChessMove) -> Vec<String> {
        let squares = [mv.from, mv.to].map(|square| BOARD.name(flip(square.into())));
        squares.into_iter().chain(mv.promotion.map(promotion_spot)).collect()
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let position = record.position();
        let choices: Vec<char> = std::iter::once('.').chain(self.letters()).collect();
        let mut parts = Board::new(BOARD).parts(&choices, |cell| position.letter(flip(cell)));
        parts.extend(side_to_move(["w", "b"][self.turn(position).index()], ["w", "b"]));
        Some(Setup { separator: "", in_order: false, parts })
    }
}
