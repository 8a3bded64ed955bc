//! Quixo: take a cube from the edge of the board, turn your mark up, and push it in again at an end of its row or
//! column. Positions can come back, so play may go on for ever.

mod picture;

use crate::bits::bits;
use crate::each_once;
use crate::grid::Grid;
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Hints, KeyCodec, Notation, NotationError, Player, Record, Step};
use serde::{Deserialize, Serialize};
use std::array::from_fn;
use std::ops::Add;

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("quixo")
        .title("Quixo")
        .summary("push cubes into rows and columns until one is full of your mark; endless play is a draw")
        .rules(
            "X and O take in turn a cube from the edge of the board that is blank or shows their own mark. It goes \
             back with their mark up at an end of its row or column, pushing the others along, but not to the place it \
             came from. A full row, column or diagonal of the own mark wins. Whoever makes a line of the opponent \
             loses, even with an own line at the same time. Endless play is a draw.",
        )
        .notation(
            "A move is the square of the cube and the square where it goes in again: a1a4. Squares have a file a, b, … \
             from the left and a rank 1, 2, … from the bottom. A position is its ranks from the top, separated by '/': \
             x and o for marks, numbers for runs of blank cubes or a dot for each; then a space and the side to move, \
             x or o.",
        )
        .example("perfectplay solve quixo --set size=3 --position 'x2/1o1/3 x'")
        .scene("x2o/4/1x2/o3 x")
        .option("size", Kind::Int(2, 5), "4", "rows and columns of the board, and so the length of a line")
        .size(&["size"]);
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let game = Quixo::new(options.int("size") as usize);
    Ok(visitor.visit(game, options))
}

/// Rows, columns and diagonals of the largest board.
const MOST_LINES: usize = 12;
/// So many digits of a number are turned into cells at a time.
const DIGITS: u32 = 8;
const DIGITS_VALUES: usize = 3usize.pow(DIGITS);

/// The rules for one board size.
#[derive(Clone, Debug)]
pub struct Quixo {
    pub(crate) grid: Grid,
    /// The number of boards.
    count: u64,
    /// All lines; where there are fewer, the last one again and again.
    lines: [u32; MOST_LINES],
    /// All moves that some position has; at most 44, so that sets of moves fit 64 bits.
    pub(crate) slides: Vec<Slide>,
    /// For each byte of a set of cells, the moves that take their cube from there, and those that put it there.
    takes: Box<[[u64; 256]; 4]>,
    puts: Box<[[u64; 256]; 4]>,
    numbers: Numbers,
    /// The cells with digit 1 and those with digit 2, of all numbers of eight digits.
    digits: Box<[[u8; 2]; DIGITS_VALUES]>,
}

/// What a move does to the cells of its row or column; the cells are bits row by row from the top left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide {
    pub take: u32,
    pub put: u32,
    /// The cells from `take` to `put`.
    moved: u32,
    /// Rotating the mask left by this moves a cube by one place, away from `put`.
    rotation: u32,
}

/// The marks of both sides, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cubes {
    /// Marks of the side to move, as bits row by row from the top left.
    pub own: u32,
    /// Marks of the other side.
    pub other: u32,
    /// Whose turn it is.
    pub turn: Player,
}

/// For each byte of a set of cells, the number that its cells stand for under each symmetry of the board: the sum of
/// 3^place. Numbers of up to 16 cells fit 32 bits, which makes them much faster to compare.
#[derive(Clone, Debug)]
enum Numbers {
    Narrow(Box<[[[u32; 8]; 256]; 2]>),
    Wide(Box<[[[u64; 8]; 256]; 4]>),
}

/// What there is to say about each set of cells, byte by byte: from what there is to say without its first cell.
fn about_sets<T: Copy, const BYTES: usize>(nothing: T, with: impl Fn(T, usize) -> T) -> Box<[[T; 256]; BYTES]> {
    let mut about = Box::new([[nothing; 256]; BYTES]);
    for (byte, about) in about.iter_mut().enumerate() {
        for set in 1..256usize {
            about[set] = with(about[set & (set - 1)], 8 * byte + set.trailing_zeros() as usize);
        }
    }
    about
}

/// The numbers of a position under each symmetry: own marks are digits 1, those of the other side digits 2.
#[inline]
fn images<T: Copy + Default + Add<Output = T>, const BYTES: usize>(
    numbers: &[[[T; 8]; 256]; BYTES],
    cubes: &Cubes,
) -> [T; 8] {
    let mut images = [T::default(); 8];
    // once for the marks of both sides, and once more for those of the other
    for (i, numbers) in numbers.iter().enumerate() {
        let both = &numbers[((cubes.own | cubes.other) >> (8 * i)) as usize & 255];
        let other = &numbers[(cubes.other >> (8 * i)) as usize & 255];
        for (image, (&both, &other)) in images.iter_mut().zip(both.iter().zip(other)) {
            *image = *image + both + other;
        }
    }
    images
}

impl Quixo {
    /// A board of 2 to 5 rows and columns.
    ///
    /// # Panics
    ///
    /// If there are fewer or more.
    pub fn new(size: usize) -> Self {
        assert!((2..=5).contains(&size), "a size from 2 to 5");
        let grid = Grid { rows: size, cols: size };
        let cells = |cell: &dyn Fn(usize) -> usize| (0..size).fold(0, |line, i| line | 1u32 << cell(i));
        let rows = (0..size).map(|row| cells(&|i| row * size + i));
        let cols = (0..size).map(|col| cells(&|i| i * size + col));
        let diagonals = [cells(&|i| i * size + i), cells(&|i| i * size + size - 1 - i)];
        let lines: Vec<u32> = rows.chain(cols).chain(diagonals).collect();

        let mut slides = vec![];
        for take in 0..grid.cells() {
            let (row, col) = (take / size, take % size);
            // the two ends of the row and of the column
            for (put, step) in
                [(take - col, 1), (take - col + size - 1, 1), (col, size), ((size - 1) * size + col, size)]
            {
                let on_edge = [row, col].iter().any(|&n| n == 0 || n == size - 1);
                if on_edge && put != take {
                    let moved = (take.min(put)..=take.max(put)).step_by(step).fold(0, |moved, cell| moved | 1 << cell);
                    let rotation = if put < take { step as u32 } else { u32::BITS - step as u32 };
                    slides.push(Slide { take: 1 << take, put: 1 << put, moved, rotation });
                }
            }
        }
        let table = |part: fn(&Slide) -> u32| {
            let moves = |cell: usize| {
                slides.iter().rev().fold(0, |moves, slide| moves << 1 | u64::from(part(slide) >> cell & 1))
            };
            let moves: Vec<u64> = (0..32).map(moves).collect();
            about_sets(0, |others, cell| others | moves[cell])
        };
        let (takes, puts) = (table(|slide| slide.take), table(|slide| slide.put));

        let mut symmetries = grid.symmetries();
        symmetries.insert(0, (0..grid.cells()).collect());
        let number = |cell: usize, symmetry: usize| match symmetries[symmetry].get(cell) {
            Some(&image) => 3u64.pow(image as u32),
            None => 0,
        };
        let numbers = if size <= 4 {
            Numbers::Narrow(about_sets([0; 8], |sums, cell| from_fn(|i| sums[i] + number(cell, i) as u32)))
        } else {
            Numbers::Wide(about_sets([0; 8], |sums, cell| from_fn(|i| sums[i] + number(cell, i))))
        };
        let mut digits = Box::new([[0; 2]; DIGITS_VALUES]);
        for n in 1..DIGITS_VALUES {
            let [ones, twos] = digits[n / 3];
            digits[n] = [ones << 1 | u8::from(n % 3 == 1), twos << 1 | u8::from(n % 3 == 2)];
        }
        Quixo {
            grid,
            count: 3u64.pow(grid.cells() as u32),
            lines: from_fn(|i| lines[i.min(lines.len() - 1)]),
            slides,
            takes,
            puts,
            numbers,
            digits,
        }
    }

    #[inline]
    fn has_line(&self, marks: u32) -> bool {
        self.lines.iter().any(|&line| line & !marks == 0)
    }

    /// The moves whose cell is in the set.
    #[inline]
    fn moves_at(table: &[[u64; 256]; 4], cells: u32) -> u64 {
        let bytes = cells.to_le_bytes();
        (0..4).fold(0, |moves, i| moves | table[i][bytes[i] as usize])
    }

    /// The least number of a board and its images.
    #[inline]
    fn least_number(&self, cubes: &Cubes) -> u64 {
        match &self.numbers {
            Numbers::Narrow(numbers) => u64::from(images(numbers, cubes).into_iter().fold(u32::MAX, u32::min)),
            Numbers::Wide(numbers) => images(numbers, cubes).into_iter().fold(u64::MAX, u64::min),
        }
    }

    /// The board whose number is this without any symmetry.
    #[inline]
    fn decode(&self, mut number: u64) -> Cubes {
        let (mut own, mut other, mut shift) = (0, 0, 0);
        while number != 0 {
            let [ones, twos] = self.digits[(number % DIGITS_VALUES as u64) as usize];
            own |= u32::from(ones) << shift;
            other |= u32::from(twos) << shift;
            number /= DIGITS_VALUES as u64;
            shift += DIGITS;
        }
        Cubes { own, other, turn: Player::First }
    }
}

impl Cubes {
    /// The mark on a cube.
    pub(crate) fn mark(&self, cell: usize) -> Option<char> {
        let (x, o) = match self.turn {
            Player::First => (self.own, self.other),
            Player::Second => (self.other, self.own),
        };
        (x >> cell & 1 == 1).then_some('x').or((o >> cell & 1 == 1).then_some('o'))
    }
}

impl Game for Quixo {
    type Position = Cubes;
    /// The number of the move among all that some position has.
    type Move = u8;

    fn start(&self) -> Cubes {
        Cubes { own: 0, other: 0, turn: Player::First }
    }

    #[inline]
    fn turn(&self, cubes: &Cubes) -> Player {
        cubes.turn
    }

    /// Nobody is stuck before that: a side whose marks are all along the edge has lines there.
    #[inline]
    fn ending(&self, cubes: &Cubes) -> Option<Ending> {
        if self.has_line(cubes.own) { Some(Ending::Win) } else { self.has_line(cubes.other).then_some(Ending::Loss) }
    }

    #[inline]
    fn moves(&self, cubes: &Cubes) -> impl Iterator<Item = u8> {
        let is_over = self.has_line(cubes.own) | self.has_line(cubes.other);
        bits(if is_over { 0 } else { Self::moves_at(&self.takes, !cubes.other) })
    }

    #[inline]
    fn play(&self, cubes: &Cubes, mv: u8) -> Step<Cubes> {
        let Slide { put, moved, rotation, .. } = self.slides[mv as usize];
        let slid = |marks: u32| marks & !moved | marks.rotate_left(rotation) & (moved & !put);
        Cubes { own: slid(cubes.other), other: slid(cubes.own) | put, turn: cubes.turn.other() }.into()
    }

    fn players(&self) -> [&str; 2] {
        ["X", "O"]
    }

    /// The board can be turned and reflected, and the players are alike.
    #[inline]
    fn canonical(&self, cubes: &Cubes) -> Cubes {
        self.decode(self.least_number(cubes))
    }
}

impl Notation for Quixo {
    fn write_move(&self, mv: u8) -> String {
        let Slide { take, put, .. } = self.slides[mv as usize];
        [take, put].map(|cell| self.grid.name(cell.trailing_zeros() as usize)).concat()
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        let cubes = record.position();
        let turn = ['x', 'o'][cubes.turn.index()];
        format!("{} {turn}", self.grid.write_ranks(|cell| cubes.mark(cell)))
    }

    /// Any board with either side to move, because tables hold them all.
    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let (x, o, turn) = self.grid.read_ranks_and_turn(text)?;
        let (x, o) = (x as u32, o as u32);
        let (own, other) = if turn == Player::First { (x, o) } else { (o, x) };
        Ok(Record::at(Cubes { own, other, turn }))
    }

    fn draw(&self, record: &Record<Self>) -> String {
        self.grid.draw(|cell| record.position().mark(cell).unwrap_or('.'))
    }

    fn marks(&self) -> [String; 2] {
        self.grid.marks()
    }
}

impl Hints for Quixo {
    type Key = u64;

    #[inline]
    fn key(&self, cubes: &Cubes) -> u64 {
        (u64::from(cubes.own) << 25 | u64::from(cubes.other)) << 1 | cubes.turn.index() as u64
    }

    fn index_count(&self) -> Option<u64> {
        Some(self.count)
    }

    fn is_dense(&self) -> bool {
        true
    }

    /// The cells as digits of a number: 0 for blank cubes, 1 for those of the side to move, 2 for those of the other side;
    /// and of the numbers under the eight symmetries the least. Every board has one, whether a game leads to it or not.
    #[inline]
    fn index(&self, cubes: &Cubes) -> Option<u64> {
        Some(self.least_number(cubes))
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Cubes> {
        if index >= self.count {
            return None;
        }
        let cubes = self.decode(index);
        (self.least_number(&cubes) == index).then_some(cubes)
    }

    /// The board turned and reflected, with either side to move.
    fn images(&self, cubes: &Cubes) -> Vec<Cubes> {
        let numbers = match &self.numbers {
            Numbers::Narrow(numbers) => images(numbers, cubes).map(u64::from),
            Numbers::Wide(numbers) => images(numbers, cubes),
        };
        let turns = [cubes.turn, cubes.turn.other()];
        each_once(numbers.into_iter().flat_map(|number| turns.map(|turn| Cubes { turn, ..self.decode(number) })))
    }

    /// The last cube put in shows the mark of the other side. Where it was taken it was blank, or showed that mark already.
    #[inline]
    fn unmoves(&self, cubes: &Cubes, before: &mut Vec<Cubes>) -> bool {
        for mv in bits(Self::moves_at(&self.puts, cubes.other)) {
            let Slide { take, moved, rotation, .. } = self.slides[mv as usize];
            let slid = |marks: u32| marks & !moved | marks.rotate_right(rotation) & (moved & !take);
            let blank = Cubes { own: slid(cubes.other), other: slid(cubes.own), turn: cubes.turn.other() };
            before.extend([blank, Cubes { own: blank.own | take, ..blank }]);
        }
        true
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, u64>> {
        Some(KeyCodec::serde())
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn clicks(&self, mv: u8) -> Vec<String> {
        self.clicks_of(mv)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
