//! Lines of three in a 3×3 board, of cells or of boards, as tables over sets of nine.

use super::FULL;
use crate::grid::Grid;
use std::collections::HashMap;
use std::sync::LazyLock;

pub(super) const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// How many ways there are to fill a board with x, o and nothing.
const FILLINGS: usize = 19_683;

/// What a set of cells has of lines.
struct Lines {
    /// All cells of the lines within the set.
    within: [u16; 512],
    /// The cells that complete a line with cells of the set, and are not in it.
    completing: [u16; 512],
    /// The set as digits to base 3, each 0 or 1.
    ternary: [u16; 512],
    /// The squares of a set of boards.
    squares: [u128; 512],
}

static TABLE: Lines = {
    let mut table = Lines { within: [0; 512], completing: [0; 512], ternary: [0; 512], squares: [0; 512] };
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < 8 {
            let missing = LINES[i] & !(set as u16);
            if missing == 0 {
                table.within[set] |= LINES[i];
            } else if missing & (missing - 1) == 0 {
                table.completing[set] |= missing;
            }
            i += 1;
        }
        let (mut cell, mut power) = (0, 1);
        while cell < 9 {
            if set >> cell & 1 == 1 {
                table.ternary[set] += power;
                table.squares[set] |= (FULL as u128) << (9 * cell);
            }
            power *= 3;
            cell += 1;
        }
        set += 1;
    }
    table
};

#[inline]
pub(super) fn has_line(set: u16) -> bool {
    TABLE.within[(set & FULL) as usize] != 0
}

/// All members of the lines within a set.
#[inline]
pub(super) fn on_lines(set: u16) -> u16 {
    TABLE.within[(set & FULL) as usize]
}

/// Those outside a set that complete a line with members of it.
#[inline]
pub(super) fn completing(set: u16) -> u16 {
    TABLE.completing[(set & FULL) as usize]
}

/// The squares of a set of boards.
#[inline]
pub(super) fn squares_of(boards: u16) -> u128 {
    TABLE.squares[(boards & FULL) as usize]
}

/// The number of a board with these marks: digits to base 3, the first cell lowest.
#[inline]
pub(super) fn filling(ones: u16, twos: u16) -> usize {
    TABLE.ternary[(ones & FULL) as usize] as usize + 2 * TABLE.ternary[(twos & FULL) as usize] as usize
}

/// What is known of each filling of a board, and the turns and reflections.
pub(super) struct Fillings {
    /// See [`least_alike`](Fillings::least_alike).
    least_alike: Box<[u32; FILLINGS]>,
    /// See [`kind`](Fillings::kind).
    kind: Box<[u16; FILLINGS]>,
    /// How many kinds there are.
    pub kinds: usize,
    /// See [`marks_needed`](Fillings::marks_needed).
    marks_needed: Box<[u8; FILLINGS]>,
    /// For each turn or reflection other than the identity: where cells go, and the image of each set of cells.
    pub symmetries: Vec<([usize; 9], [u16; 512])>,
}

pub(super) static ALL_FILLINGS: LazyLock<Fillings> = LazyLock::new(Fillings::new);

impl Fillings {
    fn new() -> Self {
        let mut fillings = Fillings {
            least_alike: Box::new([0; FILLINGS]),
            kind: Box::new([0; FILLINGS]),
            kinds: 0,
            marks_needed: Box::new([0; FILLINGS]),
            symmetries: BOARD.symmetries().into_iter().map(symmetry).collect(),
        };
        let mut least = HashMap::new();
        let mut kinds = HashMap::new();
        for filling in 0..FILLINGS {
            let digit = |cell: u32| filling / 3usize.pow(cell) % 3;
            let cells = |mark: usize| (0..9).filter(|&cell| digit(cell) == mark).fold(0, |set, cell| set | 1 << cell);
            let (x, o): (u16, u16) = (cells(1), cells(2));
            let ways = (FULL & !(x | o), ways_to_line(x, o), ways_to_line(o, x));
            fillings.least_alike[filling] = *least.entry(ways).or_insert((o as u32) << 9 | x as u32);
            let next = kinds.len() as u16;
            let is_open = !has_line(x) && !has_line(o);
            fillings.kind[filling] = if is_open { *kinds.entry(ways).or_insert(next) } else { 0 };
            fillings.marks_needed[filling] =
                ways.1.iter().filter(|&&way| way != NO_WAY).map(|way| way.count_ones() as u8).min().unwrap_or(10);
        }
        fillings.kinds = kinds.len();
        fillings
    }

    /// A number for all boards without a line that are [alike](Fillings::least_alike), below the number of kinds.
    #[inline]
    pub fn kind(&self, own: u16, other: u16) -> u16 {
        self.kind[filling(own, other)]
    }

    /// The board with the least number (digits to base 3, 1 for x and 2 for o, the first cell lowest) that has the same
    /// empty cells as this one, and the same [ways to a line](ways_to_line) for both sides: x's cells, and o's nine
    /// bits higher.
    #[inline]
    pub fn least_alike(&self, x: u16, o: u16) -> u64 {
        self.least_alike[filling(x, o)] as u64
    }

    /// How many marks one side must add for a line, at the least; more than a board has cells if it cannot.
    #[inline]
    pub fn marks_needed(&self, own: u16, other: u16) -> u8 {
        self.marks_needed[filling(own, other)]
    }
}

const BOARD: Grid = Grid { rows: 3, cols: 3 };

const NO_WAY: u16 = u16::MAX;

/// The sets of empty cells that complete a line for one side if it takes them all, without those that contain another,
/// in rising order; the rest of the list is [`NO_WAY`].
fn ways_to_line(own: u16, other: u16) -> [u16; 8] {
    let mut ways = LINES.map(|line| if line & other == 0 { line & !own } else { NO_WAY });
    let all = ways;
    for (i, way) in ways.iter_mut().enumerate() {
        let is_idle = |(j, &less): (usize, &u16)| less & !*way == 0 && (less != *way || j < i);
        if *way != NO_WAY && all.iter().enumerate().any(is_idle) {
            *way = NO_WAY;
        }
    }
    ways.sort_unstable();
    ways
}

fn symmetry(map: Vec<usize>) -> ([usize; 9], [u16; 512]) {
    let map: [usize; 9] = map.try_into().expect("nine cells");
    let image = |set: usize| (0..9).fold(0, |image, cell| image | (set as u16 >> cell & 1) << map[cell]);
    (map, std::array::from_fn(image))
}

impl std::fmt::Debug for Fillings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fillings").finish_non_exhaustive()
    }
}
