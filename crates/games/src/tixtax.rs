//! TixTax (ultimate tic-tac-toe): nine boards of nine cells; the cell you take names the board where the opponent
//! must play.

mod notation;

use crate::grid::Grid;
use crate::options::{Kind, OptionError, OptionSpec, Options};
use crate::registry::{AnyGame, Entry};
use perfectplay_game::{
    Bounded, Bounds, Ending, Game, Indexed, Keyed, Layered, Ordered, Player, Reversible, Step, Symmetric, Value,
};

pub(crate) const ENTRY: Entry = Entry {
    name: "tixtax",
    summary: "ultimate tic-tac-toe: the cell you take names the board where the opponent plays",
    rules: "Nine boards of nine cells make up a large board. Red (x) begins anywhere. The cell you take, seen within \
            its board, names the board where the opponent must play. A board is captured by three in a line, or \
            discarded when it is full without a line. A player sent to a captured or discarded board may play in any \
            open one. Three captured boards in a line win; all nine boards decided without a line is a tie. With \
            won-boards=open a captured board stays playable until it is full, its first line keeps it, only a full \
            board frees the choice, and the game is a tie when all 81 cells are filled without a line of boards.",
    notation: "Moves are squares of the whole 9×9 grid: file a to i from the left, rank 1 to 9 from the bottom. A \
               position is its ranks from the top, separated by '/': x and o for marks, numbers for runs of empty \
               cells; then a space and the square of the last move, or '-' at the start. x moves when both have \
               equally many marks. With won-boards=open, if both sides have a line in some board, a third field gives \
               the owners of the nine boards from the top left: x, o or -.",
    example: "perfectplay solve tixtax --position \
              '1o1x1o2x/o1x2oxox/2xxx1ox1/o3xoxo1/xxx2oooo/o1o1xo1xx/2o2o1x1/x2o2xxx/xxoooo2o f6'",
    options: &[OptionSpec {
        name: "won-boards",
        kind: Kind::Choice(&["closed", "open"]),
        default: "closed",
        help: "whether a captured board is closed or stays playable until it is full",
    }],
    open,
};

fn open(options: &mut Options) -> Result<AnyGame, OptionError> {
    let won_boards = if options.text("won-boards") == "open" { WonBoards::Open } else { WonBoards::Closed };
    Ok(AnyGame::TixTax(TixTax::new(won_boards)))
}

const BOARD: Grid = Grid { rows: 3, cols: 3 };
const FULL: u16 = 0x1FF;
const NO_SQUARE: u8 = 81;

/// Whether each set of cells of a 3×3 board contains a line.
static HAS_LINE: [bool; 512] = {
    let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < 8 {
            table[set] |= set & lines[i] == lines[i];
            i += 1;
        }
        set += 1;
    }
    table
};

#[inline]
fn has_line(cells: u16) -> bool {
    HAS_LINE[(cells & FULL) as usize]
}

/// What becomes of a captured board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonBoards {
    /// Nobody plays there any more.
    Closed,
    /// It stays playable until it is full.
    Open,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct TixTax {
    won_boards: WonBoards,
    /// For each turn or reflection other than the identity: where cells go, and the image of each set of cells.
    symmetries: Vec<([usize; 9], Box<[u16; 512]>)>,
}

/// The marks, who has captured which board, and the last move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TixTaxPosition {
    /// For each player and board, the cells with that player's marks.
    cells: [[u16; 9]; 2],
    /// For each player, the boards captured.
    captured: [u16; 2],
    /// The boards where nobody can play any more.
    closed: u16,
    /// Nine times the board plus the cell of the last move; [`NO_SQUARE`] if there is none.
    last: u8,
    turn: Player,
}

impl TixTax {
    /// The game under one of the two rules about captured boards.
    pub fn new(won_boards: WonBoards) -> Self {
        let tables = BOARD.symmetries().into_iter().map(|map| {
            let map: [usize; 9] = map.try_into().expect("nine cells");
            let image = |set: usize| (0..9).fold(0, |image, cell| image | (set as u16 >> cell & 1) << map[cell]);
            (map, Box::new(std::array::from_fn(image)))
        });
        TixTax { won_boards, symmetries: tables.collect() }
    }
}

impl TixTaxPosition {
    const START: TixTaxPosition =
        TixTaxPosition { cells: [[0; 9]; 2], captured: [0; 2], closed: 0, last: NO_SQUARE, turn: Player::First };

    #[inline]
    fn occupied(&self, board: usize) -> u16 {
        self.cells[0][board] | self.cells[1][board]
    }

    /// The boards where the side to move may play, while the game goes on.
    #[inline]
    fn playable(&self) -> u16 {
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

    /// Sets a mark and the consequences for its board.
    #[inline]
    fn mark(&mut self, rule: WonBoards, player: Player, square: u8) {
        let (board, cell) = (square as usize / 9, square % 9);
        let who = player.index();
        self.cells[who][board] |= 1 << cell;
        let is_captured = (self.captured[0] | self.captured[1]) >> board & 1 == 1;
        if !is_captured && has_line(self.cells[who][board]) {
            self.captured[who] |= 1 << board;
            self.closed |= ((rule == WonBoards::Closed) as u16) << board;
        }
        self.closed |= ((self.occupied(board) == FULL) as u16) << board;
    }

    /// The same situation with everything dropped that has no influence: whose marks stand in a captured board, which
    /// marks stand in a closed one, and which square sent the mover to a board.
    fn reduced(&self) -> Self {
        let mut reduced = *self;
        let settled = self.captured[0] | self.captured[1] | self.closed;
        for board in (0..9).filter(|board| settled >> board & 1 == 1) {
            reduced.cells[0][board] = if self.closed >> board & 1 == 1 { FULL } else { self.occupied(board) };
            reduced.cells[1][board] = 0;
        }
        let playable = self.playable();
        reduced.last = if playable.is_power_of_two() { playable.trailing_zeros() as u8 } else { NO_SQUARE };
        reduced
    }

    fn turned(&self, map: &[usize; 9], image: &[u16; 512]) -> Self {
        let mut turned = *self;
        for player in 0..2 {
            for board in 0..9 {
                turned.cells[player][map[board]] = image[self.cells[player][board] as usize];
            }
            turned.captured[player] = image[self.captured[player] as usize];
        }
        turned.closed = image[self.closed as usize];
        if self.last != NO_SQUARE {
            turned.last = map[self.last as usize] as u8; // a reduced position names the board to play in
        }
        turned
    }

    /// Every field packed: 18 bits a board, then captures, closed boards, last move and turn.
    #[inline]
    fn packed(&self) -> [u64; 4] {
        let cells = |boards: std::ops::Range<usize>| {
            boards.fold(0, |bits, b| bits << 18 | (self.cells[0][b] as u64) << 9 | self.cells[1][b] as u64)
        };
        let captured = (self.captured[0] as u64) << 9 | self.captured[1] as u64;
        let state = (captured << 9 | self.closed as u64) << 8 | (self.last as u64) << 1 | self.turn.index() as u64;
        [cells(0..3), cells(3..6), cells(6..9), state]
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
        Squares { position, boards, first: 0, cells: 0 }
    }

    #[inline]
    fn play(&self, position: &TixTaxPosition, square: u8) -> Step<TixTaxPosition> {
        let mut next = *position;
        next.mark(self.won_boards, position.turn, square);
        next.last = square;
        next.turn = position.turn.other();
        next.into()
    }

    fn players(&self) -> [&str; 2] {
        ["Red", "Blue"]
    }
}

/// The empty squares of some boards.
struct Squares<'a> {
    position: &'a TixTaxPosition,
    /// The boards still to come.
    boards: u16,
    /// The first square of the board under way, and its cells still to come.
    first: u8,
    cells: u16,
}

impl Squares<'_> {
    #[inline]
    fn empty(&self, board: usize) -> u16 {
        FULL & !self.position.occupied(board)
    }
}

impl Iterator for Squares<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        while self.cells == 0 {
            if self.boards == 0 {
                return None;
            }
            let board = self.boards.trailing_zeros() as usize;
            self.boards &= self.boards - 1;
            self.first = 9 * board as u8;
            self.cells = self.empty(board);
        }
        let cell = self.cells.trailing_zeros() as u8;
        self.cells &= self.cells - 1;
        Some(self.first + cell)
    }

    #[inline]
    fn count(self) -> usize {
        let boards = (0..9).filter(|board| self.boards >> board & 1 == 1);
        self.cells.count_ones() as usize + boards.map(|board| self.empty(board).count_ones() as usize).sum::<usize>()
    }
}

impl Keyed for TixTax {
    type Key = [u64; 4];

    #[inline]
    fn key(&self, position: &TixTaxPosition) -> [u64; 4] {
        position.packed()
    }
}

impl Symmetric for TixTax {
    fn canonical(&self, position: &TixTaxPosition) -> TixTaxPosition {
        let reduced = position.reduced();
        let images = self.symmetries.iter().map(|(map, image)| reduced.turned(map, image));
        images.fold(reduced, |least, image| if image.packed() < least.packed() { image } else { least })
    }
}

impl Bounded for TixTax {
    /// A side with no line of boards left cannot win.
    #[inline]
    fn bounds(&self, position: &TixTaxPosition) -> Bounds {
        let own = position.turn.index();
        let undecided = FULL & !(position.captured[0] | position.captured[1] | position.closed);
        let mut bounds = Bounds::UNKNOWN;
        if !has_line(position.captured[own] | undecided) {
            bounds.at_most = Value::Tie;
        }
        if !has_line(position.captured[1 - own] | undecided) {
            bounds.at_least = Value::Tie;
        }
        bounds
    }

    /// With open boards a tie fills all 81 cells.
    fn plies_to_fill(&self, position: &TixTaxPosition) -> Option<u32> {
        let empty = || (0..9).map(|board| (FULL & !position.occupied(board)).count_ones()).sum();
        (self.won_boards == WonBoards::Open).then(empty)
    }
}

impl Ordered for TixTax {
    /// Win the game, else capture a board; do not give the opponent the choice of board.
    #[inline]
    fn promise(&self, position: &TixTaxPosition, square: u8) -> i32 {
        let own = position.turn.index();
        let (board, cell) = (square as usize / 9, square % 9);
        let is_open = (position.captured[0] | position.captured[1]) >> board & 1 == 0;
        let captures = is_open && has_line(position.cells[own][board] | 1 << cell);
        let wins = captures && has_line(position.captured[own] | 1 << board);
        let frees_choice = position.closed >> cell & 1 == 1;
        let mid = BOARD.cells() / 2;
        let central = (board == mid) as i32 + (cell as usize == mid) as i32;
        100 * wins as i32 + 10 * captures as i32 - 8 * frees_choice as i32 + central
    }
}

impl Layered for TixTax {
    /// The cells taken.
    #[inline]
    fn layer(&self, position: &TixTaxPosition) -> Option<u32> {
        Some((0..9).map(|board| position.occupied(board).count_ones()).sum())
    }
}

/// The positions do not fit 64 bits.
impl Indexed for TixTax {}

impl Reversible for TixTax {}
