//! Quixo against its rules written a second time, on plain lists of cells, and its numbering against counts by
//! Burnside's lemma.

use perfectplay_game::conformance::{self, Sample};
use perfectplay_game::{Ending, Game, Hints, Notation, Player, Record, perft};
use perfectplay_games::{Cubes, Quixo};
use std::collections::BTreeMap;

/// A board as rows of '.', 'x' and 'o' from the top, and the side to move.
#[derive(Clone, PartialEq, Debug)]
struct Plain {
    rows: Vec<Vec<char>>,
    turn: char,
}

impl Plain {
    fn new(size: usize) -> Self {
        Plain { rows: vec![vec!['.'; size]; size], turn: 'x' }
    }

    fn opponent(&self) -> char {
        if self.turn == 'x' { 'o' } else { 'x' }
    }

    fn transposed(&self) -> Self {
        let size = self.rows.len();
        let rows = (0..size).map(|c| (0..size).map(|r| self.rows[r][c]).collect()).collect();
        Plain { rows, turn: self.turn }
    }

    fn has_line(&self, mark: char) -> bool {
        let size = self.rows.len();
        let in_rows = |board: &Plain| board.rows.iter().any(|row| row.iter().all(|&cell| cell == mark));
        let in_diagonal = |col: fn(usize, usize) -> usize| (0..size).all(|r| self.rows[r][col(r, size)] == mark);
        in_rows(self) || in_rows(&self.transposed()) || in_diagonal(|r, _| r) || in_diagonal(|r, size| size - 1 - r)
    }

    fn ending(&self) -> Option<Ending> {
        match (self.has_line(self.turn), self.has_line(self.opponent())) {
            (true, _) => Some(Ending::Win),
            (false, true) => Some(Ending::Loss),
            (false, false) => None,
        }
    }

    /// Every move by its text, with what it leads to.
    fn successors(&self) -> BTreeMap<String, Plain> {
        let size = self.rows.len();
        let mut found = BTreeMap::new();
        if self.ending().is_some() {
            return found;
        }
        for sideways in [true, false] {
            let board = if sideways { self.clone() } else { self.transposed() };
            for (r, c, end) in (0..size * size * 2).map(|n| (n / 2 / size, n / 2 % size, n % 2 * (size - 1))) {
                let is_inside = (1..size - 1).contains(&r) && (1..size - 1).contains(&c);
                if is_inside || board.rows[r][c] == self.opponent() || end == c {
                    continue;
                }
                let mut next = board.clone();
                next.rows[r].remove(c);
                next.rows[r].insert(end, self.turn);
                next.turn = self.opponent();
                let name = |r: usize, c: usize| {
                    let (r, c) = if sideways { (r, c) } else { (c, r) };
                    format!("{}{}", (b'a' + c as u8) as char, size - r)
                };
                found.insert(name(r, c) + &name(r, end), if sideways { next } else { next.transposed() });
            }
        }
        found
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.successors().values().map(|next| next.perft(depth - 1)).sum() }
    }

    fn cubes(&self) -> Cubes {
        let cells = |mark: char| self.rows.iter().flatten().rev().fold(0, |m, &cell| m << 1 | u32::from(cell == mark));
        let turn = if self.turn == 'x' { Player::First } else { Player::Second };
        Cubes { own: cells(self.turn), other: cells(self.opponent()), turn }
    }
}

/// Every board of this size with either side to move.
fn all_boards(size: usize) -> impl Iterator<Item = Plain> {
    (0..2 * 3usize.pow((size * size) as u32)).map(move |mut n| {
        let turn = ['x', 'o'][n % 2];
        n /= 2;
        let mut cell = || {
            let mark = ['.', 'x', 'o'][n % 3];
            n /= 3;
            mark
        };
        Plain { rows: (0..size).map(|_| (0..size).map(|_| cell()).collect()).collect(), turn }
    })
}

fn check_board(game: &Quixo, plain: &Plain) {
    let cubes = plain.cubes();
    assert_eq!(game.ending(&cubes), plain.ending(), "{plain:?}");
    let moves: BTreeMap<String, Cubes> =
        game.moves(&cubes).map(|mv| (game.write_move(mv), game.play(&cubes, mv).position)).collect();
    assert!(moves.into_iter().eq(plain.successors().into_iter().map(|(mv, next)| (mv, next.cubes()))), "{plain:?}");
}

#[test]
fn moves_and_endings_of_all_small_boards() {
    for size in [2, 3] {
        let game = Quixo::new(size);
        all_boards(size).for_each(|plain| check_board(&game, &plain));
    }
}

#[test]
fn moves_and_endings_in_random_games() {
    let mut random = fastrand::Rng::with_seed(3);
    for size in [4, 5] {
        let game = Quixo::new(size);
        for _ in 0..200 {
            let mut plain = Plain::new(size);
            for _ in 0..60 {
                check_board(&game, &plain);
                let Some(next) = random.choice(plain.successors().into_values()) else { break };
                plain = next;
            }
        }
    }
}

#[test]
fn move_sequences() {
    for (size, depth) in [(2, 4), (3, 5), (4, 4), (5, 3)] {
        let game = Quixo::new(size);
        for depth in 1..=depth {
            assert_eq!(
                perft(&game, &game.start(), depth),
                Plain::new(size).perft(depth),
                "size {size} at depth {depth}"
            );
        }
    }
}

#[test]
fn a_corner_has_two_places_and_another_cube_of_the_edge_three() {
    let game = Quixo::new(4);
    let moves: Vec<String> = game.moves(&game.start()).map(|mv| game.write_move(mv)).collect();
    let places = |square: &str| {
        let mut places: Vec<&str> = moves.iter().filter_map(|mv| mv.strip_prefix(square)).collect();
        places.sort_unstable();
        places
    };
    assert_eq!(places("a1"), ["a4", "d1"]);
    assert_eq!(places("b4"), ["a4", "b1", "d4"]);
    assert_eq!(places("d3"), ["a3", "d1", "d4"]);
    assert!(places("b2").is_empty());
    assert_eq!(moves.len(), 4 * 2 + 8 * 3);
}

#[test]
fn whoever_makes_a_line_of_the_opponent_loses() {
    let game = Quixo::new(3);
    let after = |position: &str, mv: &str| {
        let mut record = game.read_position(position).unwrap();
        record.play(&game, game.read_move(record.position(), mv).unwrap()).unwrap();
        (game.write_position(&record), game.ending(record.position()))
    };
    // an own line: the opponent, to move, has lost
    assert_eq!(after("2x/1xo/1o1 x", "c1a1"), ("2x/1xo/x1o o".to_string(), Some(Ending::Loss)));
    // a line of the opponent: the opponent has won
    assert_eq!(after("1o1/o1o/x2 x", "b1b3"), ("1x1/ooo/x2 o".to_string(), Some(Ending::Win)));
    // both
    assert_eq!(after("xox/o1o/3 x", "b1b3"), ("xxx/ooo/3 o".to_string(), Some(Ending::Win)));
    // a cube with the opponent's mark cannot be taken
    assert!(game.read_move(game.read_position("xox/o1o/3 x").unwrap().position(), "a2c2").is_err());
}

#[test]
fn positions_tell_the_side_to_move() {
    let game = Quixo::new(3);
    let read = |text: &str| game.read_position(text).map(|record| *record.position());
    assert_eq!(read("x2/3/3 x").unwrap(), Cubes { own: 1, other: 0, turn: Player::First });
    assert_eq!(read("x2/3/3 o").unwrap(), Cubes { own: 0, other: 1, turn: Player::Second });
    for wrong in ["", "x2/3/3", "x2/3/3 X", "x2/3/3 o o", "x2/3 o", "x3/3/3 o"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    assert_eq!(game.draw(&Record::at(read("x2/3/1o1 o").unwrap())), "3  x . .\n2  . . .\n1  . o .\n   a b c");
}

#[test]
fn moves_are_taken_back() {
    let game = Quixo::new(3);
    // how many moves lead from a board to each other one
    let mut leading: BTreeMap<[u64; 2], i32> = BTreeMap::new();
    let key = |from: &Cubes, to: &Cubes| [from, to].map(|cubes| perfectplay_game::Hints::key(&game, cubes));
    let mut before = vec![];
    for cubes in all_boards(3).map(|plain| plain.cubes()) {
        for mv in game.moves(&cubes) {
            *leading.entry(key(&cubes, &game.play(&cubes, mv).position)).or_default() += 1;
        }
        before.clear();
        assert!(game.unmoves(&cubes, &mut before));
        for earlier in before.iter().filter(|earlier| game.ending(earlier).is_none()) {
            *leading.entry(key(earlier, &cubes)).or_default() -= 1;
        }
    }
    assert!(leading.len() > 100_000 && leading.values().all(|&rest| rest == 0));
}

#[test]
fn every_board_has_one_number() {
    // boards up to symmetry, by Burnside's lemma over the identity, turns by 90° and 180°, and reflections in the
    // middle lines and the diagonals
    for (size, classes) in [
        (2, (81 + 2 * 3 + 9 + 2 * 9 + 2 * 27) / 8),
        (3, (19_683 + 2 * 27 + 243 + 2 * 729 + 2 * 729) / 8),
        (4, (43_046_721 + 2 * 81 + 6561 + 2 * 6561 + 2 * 59_049) / 8),
    ] {
        let game = Quixo::new(size);
        let (mut found, mut sharers) = (0, 0);
        for cubes in (0..game.index_count().unwrap()).filter_map(|index| game.at_index(index)) {
            found += 1;
            sharers += game.images(&cubes).len() as u64;
            // nobody is stuck without a line on the board
            assert_eq!(game.ending(&cubes).is_some(), game.moves(&cubes).next().is_none(), "{cubes:?}");
        }
        assert_eq!(found, classes, "size {size}");
        assert_eq!(sharers, 2 * 3u64.pow((size * size) as u32), "size {size}");
    }
    assert_eq!(Quixo::new(5).index_count(), Some(847_288_609_443));
}

#[test]
fn the_sizes_that_other_tests_leave_out_conform() {
    let sample = Sample { games: 40, ..Sample::default() };
    for size in [2, 5] {
        let game = Quixo::new(size);
        conformance::rules(&game, &sample).unwrap();
        conformance::notation(&game, &sample).unwrap();
        conformance::symmetry(&game, &sample).unwrap();
        conformance::key(&game, &sample).unwrap();
        conformance::index(&game, &sample).unwrap();
        conformance::unmoves(&game, &sample).unwrap();
    }
}
