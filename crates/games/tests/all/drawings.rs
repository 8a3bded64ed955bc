//! What drawings tell of players.

use crate::common::{open, with_game};
use perfectplay_game::{Notation, Record};

/// How many words of the drawing stand for what each player has.
fn marked<G: Notation>(game: &G, record: &Record<G>) -> [usize; 2] {
    let drawing = game.draw(record);
    game.marks().map(|marks| {
        drawing.split_whitespace().filter(|word| marks.split_whitespace().any(|mark| mark == *word)).count()
    })
}

/// Where each move leaves a mark of its player, there is one for each move, and nothing else looks like it.
#[test]
fn a_mark_for_each_move() {
    fn check<G: Notation>(game: &G, name: &str) {
        let mut random = fastrand::Rng::with_seed(7);
        let mut record = Record::new(game);
        let mut made = [0, 0];
        while game.ending(record.position()).is_none() {
            assert_eq!(marked(game, &record), made, "{name}\n{}", game.draw(&record));
            let moves: Vec<G::Move> = game.moves(record.position()).collect();
            made[game.turn(record.position()).index()] += 1;
            record.play(game, moves[random.usize(..moves.len())]).unwrap();
        }
        assert_eq!(marked(game, &record), made, "{name}");
    }
    for name in [
        "connect-four cols=7 rows=6",
        "connect-four cols=16 rows=4",
        "hex size=6",
        "tixtax",
        "tixtax won-boards=open",
        "weighted-tic-tac-toe",
        "weighted-tic-tac-toe rows=3 cols=14 k=3",
    ] {
        with_game!(open(name), |game| check(game, name));
    }
}

/// Where that cannot be, no word is taken for a mark.
#[test]
fn files_are_no_marks() {
    with_game!(open("weighted-tic-tac-toe rows=2 cols=26 k=5"), |game| {
        assert_eq!(marked(game, &Record::new(game)), [0, 0]);
    });
}

#[test]
fn pieces_boxes_and_hands() {
    for (name, moves, expected) in [
        ("chess-ending pieces=KBNK", "", [3, 1]),
        // B is the one who leads, too
        ("dots-and-boxes rows=1 cols=1", "1-2,3-4,1-3,2-4", [0, 2]),
        ("finger-game", "", [1, 1]),
        ("nim", "", [0, 0]),
        ("quixo size=3", "", [0, 0]),
    ] {
        with_game!(open(name), |game| {
            let record = if moves.is_empty() { Record::new(game) } else { game.read_moves(moves).unwrap() };
            assert_eq!(marked(game, &record), expected, "{name}\n{}", game.draw(&record));
        });
    }
}
