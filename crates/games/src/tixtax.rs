//! TixTax (ultimate tic-tac-toe): nine boards of nine cells; the cell you take names the board where the opponent
//! must play.

mod bounds;
mod hints;
mod lines;
mod look;
pub(crate) mod notation;
mod picture;
mod reduce;

use lines::{ALL_FILLINGS, Fillings, has_line, squares_of};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Bounds, Ending, Game, Player, Step};
use serde::{Deserialize, Serialize};

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("tixtax")
        .aliases(&["uttt", "ultimate-tic-tac-toe", "ultimate-ttt", "ultimate", "super-tic-tac-toe"])
        .title("TixTax")
        .summary("ultimate tic-tac-toe: the cell you take names the board where the opponent plays")
        .rules(
            "Nine boards of nine cells make up a large board. Red (x) begins anywhere. The cell you take, seen within \
             its board, names the board where the opponent must play. A board is captured by three in a line, or \
             discarded when it is full without a line. A player sent to a captured or discarded board may play in any \
             open one. Three captured boards in a line win; all nine boards decided without a line is a tie. With \
             won-boards=open a captured board stays playable until it is full, its first line keeps it, only a full \
             board frees the choice, and the game is a tie when all 81 cells are filled without a line of boards.",
        )
        .notation(
            "Moves are squares of the whole 9×9 grid: file a to i from the left, rank 1 to 9 from the bottom. A \
             position is its ranks from the top, separated by '/': x and o for marks, numbers for runs of empty cells \
             or a dot for each; then a space and the square of the last move, or '-' at the start. x moves when both \
             have equally many marks. With won-boards=open, if both sides have a line in some board, a third field \
             gives the owners of the nine boards from the top left: x, o or -.",
        )
        .example(
            "perfectplay solve tixtax --position \
             '1o1x1o2x/o1x2oxox/2xxx1ox1/o3xoxo1/xxx2oooo/o1o1xo1xx/2o2o1x1/x2o2xxx/xxoooo2o f6'",
        )
        .scene("1o3x3/1o1xooo2/2x1oo1o1/o1xxxx1x1/oo4xxo/1xoo1x1xo/xo2x2x1/2xx1oxox/3x1ooox f6")
        .option(
            "won-boards",
            Kind::choice(&["closed", "open"]),
            "closed",
            "whether a captured board is closed or stays playable until it is full",
        );
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let won_boards = if options.text("won-boards") == "open" { WonBoards::Open } else { WonBoards::Closed };
    let game = TixTax::new(won_boards);
    Ok(visitor.visit(game, options))
}

const FULL: u16 = 0x1FF;
pub(crate) const NO_SQUARE: u8 = 81;

/// What becomes of a captured board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonBoards {
    /// Nobody plays there any more.
    Closed,
    /// It stays playable until it is full.
    Open,
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct TixTax {
    won_boards: WonBoards,
    fillings: &'static Fillings,
}

/// The marks, who has captured which board, and the last move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TixTaxPosition {
    /// For each player, the squares with that player's marks: bit 9·board + cell.
    marks: [u128; 2],
    /// For each player, the boards captured.
    pub(crate) captured: [u16; 2],
    /// For each player, the boards that this player may still capture: those without an owner that have a line
    /// without a mark of the other player. A board of neither player's is neutral: it has only empty cells to offer.
    alive: [u16; 2],
    /// The boards where nobody can play any more.
    pub(crate) closed: u16,
    /// The square of the last move; [`NO_SQUARE`] if there is none. Only its cell matters.
    pub(crate) last: u8,
    turn: Player,
}

impl TixTax {
    /// The game under one of the two rules about captured boards.
    pub fn new(won_boards: WonBoards) -> Self {
        TixTax { won_boards, fillings: &ALL_FILLINGS }
    }
}

impl TixTaxPosition {
    const START: TixTaxPosition = TixTaxPosition {
        marks: [0; 2],
        captured: [0; 2],
        alive: [FULL; 2],
        closed: 0,
        last: NO_SQUARE,
        turn: Player::First,
    };

    /// The cells of a board with a player's marks.
    #[inline]
    fn cells(&self, player: usize, board: usize) -> u16 {
        (self.marks[player] >> (9 * board)) as u16 & FULL
    }

    /// The cells of a board without a mark.
    #[inline]
    fn empty_cells(&self, board: usize) -> u16 {
        !((self.marks[0] | self.marks[1]) >> (9 * board)) as u16 & FULL
    }

    /// The boards where the side to move may play, while the game goes on.
    #[inline]
    pub(crate) fn playable(&self) -> u16 {
        let open = FULL & !self.closed;
        if self.last == NO_SQUARE {
            return open;
        }
        let sent_to = 1 << (self.last % 9);
        if open & sent_to != 0 { sent_to } else { open }
    }

    #[inline]
    fn is_over(&self) -> bool {
        has_line(self.captured[0]) || has_line(self.captured[1]) || self.closed == FULL
    }

    /// The position with one more mark and the consequences for its board.
    #[inline]
    fn marked(&self, rule: WonBoards, player: Player, square: u8) -> Self {
        // by value and without indices, so that it all happens in registers
        let of = |player: Player| match player {
            Player::First => (self.marks[0], self.captured[0], self.alive[0]),
            Player::Second => (self.marks[1], self.captured[1], self.alive[1]),
        };
        let (mut own, mut captured, mut alive) = of(player);
        let (other, captured_by_other, mut alive_for_other) = of(player.other());
        let (board, here) = (square / 9, 1 << (square / 9));
        own |= 1 << square;
        let cells = |marks: u128| (marks >> (9 * board)) as u16 & FULL;
        let mut closed = self.closed;
        if alive & here != 0 && has_line(cells(own)) {
            captured |= here;
            alive &= !here;
            alive_for_other &= !here;
            closed |= if rule == WonBoards::Closed { here } else { 0 };
        }
        alive_for_other &= if has_line(!cells(own)) { FULL } else { !here };
        closed |= if cells(own | other) == FULL { here } else { 0 };
        TixTaxPosition {
            marks: in_order(player, own, other),
            captured: in_order(player, captured, captured_by_other),
            alive: in_order(player, alive, alive_for_other),
            closed,
            ..*self
        }
    }
}

/// What belongs to a player and to the other one, the first player's first.
#[inline]
fn in_order<T>(player: Player, own: T, other: T) -> [T; 2] {
    match player {
        Player::First => [own, other],
        Player::Second => [other, own],
    }
}

impl Game for TixTax {
    type Position = TixTaxPosition;
    /// Nine times the board plus the cell, both numbered row by row from the top left.
    type Move = u8;

    fn start(&self) -> TixTaxPosition {
        TixTaxPosition::START
    }

    #[inline]
    fn turn(&self, position: &TixTaxPosition) -> Player {
        position.turn
    }

    #[inline]
    fn ending(&self, position: &TixTaxPosition) -> Option<Ending> {
        let own = position.turn.index();
        if has_line(position.captured[1 - own]) {
            Some(Ending::Loss)
        } else if has_line(position.captured[own]) {
            Some(Ending::Win)
        } else {
            (position.closed == FULL).then_some(Ending::Tie)
        }
    }

    #[inline]
    fn moves(&self, position: &TixTaxPosition) -> impl Iterator<Item = u8> {
        let boards = if position.is_over() { 0 } else { position.playable() };
        Squares(!(position.marks[0] | position.marks[1]) & squares_of(boards))
    }

    #[inline]
    fn play(&self, position: &TixTaxPosition, square: u8) -> Step<TixTaxPosition> {
        let marked = position.marked(self.won_boards, position.turn, square);
        TixTaxPosition { last: square, turn: position.turn.other(), ..marked }.into()
    }

    fn players(&self) -> [&str; 2] {
        ["Red", "Blue"]
    }

    #[inline]
    fn canonical(&self, position: &TixTaxPosition) -> TixTaxPosition {
        self.representative(position)
    }

    fn has_one_representative(&self) -> bool {
        false
    }

    fn evident(&self, position: &TixTaxPosition) -> Bounds {
        self.evident_bounds(position)
    }

    /// The squares taken; reducing a position takes all squares of closed boards.
    #[inline]
    fn layer(&self, position: &TixTaxPosition) -> Option<u32> {
        Some(position.taken())
    }
}

/// A set of squares, lowest first.
struct Squares(u128);

impl Iterator for Squares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        (self.0 != 0).then(|| {
            let square = self.0.trailing_zeros() as u8;
            self.0 &= self.0 - 1;
            square
        })
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}
