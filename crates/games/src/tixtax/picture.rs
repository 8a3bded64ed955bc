//! TixTax: nine boards of nine cells; those to play in stand out, captured ones have a large mark.

use crate::TixTax;
use crate::grid::Grid;
use crate::pictures::grid::{Board, lines};
use crate::pictures::marks;
use crate::tixtax::NO_SQUARE;
use crate::tixtax::notation::{WHOLE, contested, mark, owners, regroup};
use perfectplay_game::picture::{Form, Look, Part, Picture, Point, Setup};
use perfectplay_game::{Game, Notation, Player, Record};

const BOARDS: Grid = Grid { rows: 3, cols: 3 };

fn whole() -> Board {
    Board::in_groups(WHOLE, 3)
}

/// The middle of a board.
fn middle(board: usize) -> Point {
    whole().middle(regroup(9 * board + 4))
}

impl TixTax {
    /// The boards to play in, if there is still a move; none if it can be anywhere.
    fn open_boards(&self, record: &Record<Self>) -> u16 {
        const ALL: u16 = 0x1FF;
        let playable = if self.ending(record.position()).is_none() { record.position().playable() } else { 0 };
        if playable == ALL { 0 } else { playable }
    }
}

impl TixTax {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let (whole, position) = (whole(), record.position());
        let open = self.open_boards(record);
        let owners: Vec<char> = owners(position).chars().collect();
        let owner = |board: usize| (owners[board] != '-').then(|| marks::player(owners[board]));
        let mut picture = whole.picture(0.0);
        for board in 0..9 {
            let is_open = open >> board & 1 == 1;
            if is_open {
                picture.draw(Look::Open, Form::square(middle(board), 3.24));
            }
            let look = match owner(board) {
                Some(player) => marks::area_of(player),
                None if position.closed >> board & 1 == 1 => Look::DeadArea,
                None if is_open => Look::Open,
                None => Look::Cell,
            };
            picture.draw(look, Form::square(middle(board), 3.0));
            if position.last != NO_SQUARE && usize::from(position.last) / 9 == board {
                picture.draw(Look::Last, whole.cell(regroup(position.last.into())));
            }
            let (x, y) = middle(board);
            for at in [-0.5, 0.5] {
                picture.line(Look::Rule, (x + at, y - 1.4), (x + at, y + 1.4), 0.03);
                picture.line(Look::Rule, (x - 1.4, y + at), (x + 1.4, y + at), 0.03);
            }
        }
        let size = |cell: usize| if owner(regroup(cell) / 9).is_some() { 0.4 } else { 0.64 };
        whole.draw_marks_sized(&mut picture, size, |cell| mark(position, regroup(cell)));
        for board in 0..9 {
            if let Some(player) = owner(board) {
                marks::mark(&mut picture, player, middle(board), 2.6, 0.22);
            }
        }
        for player in [Player::First, Player::Second] {
            for (first, last) in lines(BOARDS, 3, |board| owner(board) == Some(player)) {
                picture.line(Look::Won, middle(first), middle(last), 0.25);
            }
        }
        whole.add_spots(&mut picture);
        picture
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let position = record.position();
        let mut parts = whole().parts(&['.', 'x', 'o'], |cell| mark(position, regroup(cell)));
        let last = if position.last == NO_SQUARE { "-".to_string() } else { self.write_move(position.last) };
        let squares = (0..WHOLE.cells()).map(|cell| WHOLE.name(cell));
        parts.push(Part::fixed(" "));
        parts.push(Part::choice("last move", last, std::iter::once("-".to_string()).chain(squares)));
        if !contested(position).is_empty() {
            parts.push(Part::fixed(" "));
            for (board, owner) in owners(position).chars().enumerate() {
                let [first, last] = [6, 2].map(|cell| WHOLE.name(regroup(9 * board + cell)));
                parts.push(Part::choice(format!("owner of {first}–{last}"), owner, ['-', 'x', 'o']));
            }
        }
        Some(Setup { separator: "", in_order: false, parts })
    }
}
