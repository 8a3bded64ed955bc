//! Pictures keep their promises in all games, and show what they should where that takes some thought.

use perfectplay_game::conformance::{self, Sample};
use perfectplay_game::picture::{Form, Look, Picture};
use perfectplay_game::{Game, Hints, Notation, Record};
use perfectplay_games::{ConnectFour, FingerGame, Quixo, TixTax, WeightedTicTacToe, WonBoards};
use std::collections::HashSet;

use crate::common::{instances, open, with_game};

#[test]
fn every_picture_conforms() {
    let more = include_str!("../data/pictures.txt").lines().filter(|line| !line.starts_with('#'));
    let more = more.map(|line| (line.to_string(), open(line)));
    for (name, opened) in instances().into_iter().chain(more) {
        let sample = Sample { games: 5, longest: 80, seed: 1 };
        let result = with_game!(opened, |game| conformance::picture(game, &sample));
        result.unwrap_or_else(|violation| panic!("{name}: {violation}"));
    }
}

fn picture<G: Hints + Notation>(game: &G, position: &str, moves: &[&str]) -> Picture {
    game.picture(&record(game, position, moves))
}

/// The record of these moves, from this position.
fn record<G: Hints + Notation>(game: &G, position: &str, moves: &[&str]) -> Record<G> {
    let mut record = if position.is_empty() { Record::new(game) } else { game.read_position(position).unwrap() };
    for text in moves {
        record.play(game, game.read_move(record.position(), text).unwrap()).unwrap();
    }
    record
}

fn shapes(picture: &Picture, look: Look) -> Vec<&Form> {
    picture.shapes.iter().filter(|shape| shape.look == look).map(|shape| &shape.form).collect()
}

/// The spots under these points.
fn under(picture: &Picture, points: &[(f32, f32)]) -> Vec<String> {
    let is_at = |x: f32, y: f32, (px, py): (f32, f32)| (x - px).hypot(y - py) < 0.45;
    let spot = |&point| picture.spots.iter().find(|spot| is_at(spot.x, spot.y, point)).unwrap().name.clone();
    points.iter().map(spot).collect()
}

/// The ends of the lines that have won, as spots.
fn won(picture: &Picture) -> Vec<Vec<String>> {
    let ends = |form: &&Form| match **form {
        Form::Line { x1, y1, x2, y2, .. } => under(picture, &[(x1, y1), (x2, y2)]),
        _ => panic!("{form:?}"),
    };
    shapes(picture, Look::Won).iter().map(ends).collect()
}

#[test]
fn shows_the_line_that_won() {
    let game = WeightedTicTacToe::new(3, 4, 3, &[0; 12]);
    assert_eq!(won(&picture(&game, "x3/4/4", &[])), <[Vec<String>; 0]>::default());
    assert_eq!(won(&picture(&game, "xoo1/1x2/4", &["c1"])), [["a3", "c1"]]);
    assert_eq!(won(&picture(&game, "xx1x/ooo1/4", &[])), [["a2", "c2"]]);
    // one mark completes a line of four
    assert_eq!(won(&picture(&game, "xx1x/oo2/o3", &["c3"])), [["a3", "d3"]]);
    // whoever makes a line of the opponent loses
    let game = Quixo::new(3);
    assert_eq!(won(&picture(&game, "xxo/oox/xo1 x", &["c1c3"])), [["a2", "c2"]]);
}

#[test]
fn shows_the_boards_to_play_in() {
    let game = TixTax::new(WonBoards::Closed);
    let open = |position: &str, moves: &[&str]| {
        let picture = picture(&game, position, moves);
        let mut boards = vec![];
        for form in shapes(&picture, Look::Open) {
            let Form::Rect { x, y, width, height } = *form else { panic!("{form:?}") };
            boards.extend(under(&picture, &[(x + width / 2.0, y + height / 2.0)]));
        }
        boards.dedup();
        boards.join(" ")
    };
    assert_eq!(open("", &[]), "");
    assert_eq!(open("", &["e5"]), "e5");
    assert_eq!(open("", &["e5", "d6"]), "b8");
    // the middle board is captured, so a move in the middle of a board leaves the choice among the others
    assert_eq!(open("8o/9/9/9/3xxx3/9/9/9/o8 e5", &[]), "b8 e8 h8 b5 h5 b2 e2 h2");
    let over = "xxxo1oo1o/9/9/xxxo1oo1o/9/9/xxx6/9/9 a3";
    assert_eq!(open(over, &[]), "");
    assert_eq!(won(&picture(&game, over, &[])), [["b8", "b2"]]);
}

/// The first player's hands are below, whoever is to move.
#[test]
fn hands_stay_where_they_are() {
    let game = FingerGame::new(10);
    let below = |moves: &[&str]| {
        let picture = picture(&game, "", moves);
        let spots = picture.spots.iter().filter(|spot| spot.y > picture.height / 2.0);
        let numbers = |(x, y)| {
            let is_here = |form: &&&Form| matches!(form, Form::Text { x: tx, y: ty, .. } if f32::abs(tx - x) < 1.2 && f32::abs(ty - y) < 1.2);
            match shapes(&picture, Look::Text).iter().find(is_here) {
                Some(Form::Text { text, .. }) => text.clone(),
                _ => "none".to_string(),
            }
        };
        spots.map(|spot| (spot.name.clone(), numbers((spot.x, spot.y)))).collect::<Vec<_>>()
    };
    let expected = |hands: [(&str, &str); 2]| hands.map(|(name, number)| (name.to_string(), number.to_string()));
    assert_eq!(below(&[]), expected([("a", "1"), ("b", "1")]));
    assert_eq!(below(&["bc"]), expected([("c", "1"), ("d", "2")]));
    assert_eq!(below(&["bc", "ad"]), expected([("a", "1"), ("b", "2")]));
}

/// Every board is read from its ranks that keeps to the counts and to gravity and has no line of the side to move, whether
/// play can lead to it or not; all boards that play leads to are among them.
#[test]
fn connect_four_takes_boards_that_play_need_not_lead_to() {
    for (cols, rows, k) in [(3, 3, 3), (2, 4, 2), (3, 2, 2), (4, 2, 3), (6, 1, 2)] {
        let game = ConnectFour::new(cols, rows, k);
        let grid = |mark: &dyn Fn(usize) -> char| {
            let ranks = (0..rows).map(|row| (row * cols..(row + 1) * cols).map(mark).collect::<String>());
            ranks.collect::<Vec<_>>().join("/")
        };
        let mut reached = HashSet::new();
        let mut open = vec![Record::new(&game)];
        while let Some(record) = open.pop() {
            let text = game.draw(&record).replace(' ', "");
            if !reached.insert(text.lines().take(rows).collect::<Vec<_>>().join("/")) {
                continue;
            }
            for mv in game.moves(record.position()) {
                open.push(record.clone());
                open.last_mut().unwrap().play(&game, mv).unwrap();
            }
        }
        let mut beyond = 0;
        for number in 0..3u32.pow((cols * rows) as u32) {
            let mark = |cell: usize| ['.', 'x', 'o'][(number / 3u32.pow(cell as u32) % 3) as usize];
            let text = grid(&mark);
            let count = |wanted: char| text.chars().filter(|&mark| mark == wanted).count();
            let falls = (cols..cols * rows).all(|cell| mark(cell) != '.' || mark(cell - cols) == '.');
            let mover = if count('x') == count('o') { 'x' } else { 'o' };
            let cell = |row: isize, col: isize| {
                let is_inside = (0..rows as isize).contains(&row) && (0..cols as isize).contains(&col);
                is_inside.then(|| mark(row as usize * cols + col as usize))
            };
            let has_line = (0..rows as isize).any(|row| {
                (0..cols as isize).any(|col| {
                    let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
                    steps.iter().any(|(down, right)| {
                        (0..k as isize).all(|n| cell(row + n * down, col + n * right) == Some(mover))
                    })
                })
            });
            let is_board = falls && (count('o')..=count('o') + 1).contains(&count('x')) && !has_line;
            let read = game.read_position(&text);
            assert_eq!(read.is_ok(), is_board, "{text}: {read:?}");
            assert!(is_board || !reached.contains(&text), "{text}");
            if let Ok(record) = read {
                beyond += usize::from(!reached.contains(&text));
                let written = game.write_position(&record);
                assert_eq!(game.read_position(&written).unwrap().position(), record.position(), "{text} as {written}");
            }
        }
        assert!(beyond > 0 || rows == 1, "{cols} × {rows}");
    }
}

/// A board without a history is written as ranks, also after moves; one with a history by its moves.
#[test]
fn connect_four_says_what_is_wrong_with_a_board() {
    let game = ConnectFour::new(7, 6, 4);
    let read = |text: &str| match game.read_position(text) {
        Ok(record) => game.write_position(&record),
        Err(error) => error.to_string(),
    };
    assert_eq!(read("45"), "45");
    assert_eq!(read("7/7/7/7/7/3xo2"), "7/7/7/7/7/3xo2");
    assert_eq!(read("7/7/7/7/...o.../...x..."), "7/7/7/7/3o3/3x3");
    assert_eq!(read("7/7/7/7/7/xxxxooo"), "7/7/7/7/7/xxxxooo");
    assert_eq!(read("7/7/7/7/7/7"), "");
    // the stones cannot have fallen in this order; nor can these lines have been made in turn
    assert_eq!(read("7/7/7/7/3x3/3o3"), "7/7/7/7/3x3/3o3");
    assert_eq!(read("7/7/7/7/xxox3/ooooxx1"), "7/7/7/7/xxox3/ooooxx1");
    let mut record = game.read_position("7/7/7/7/7/3xo2").unwrap();
    record.play(&game, 3).unwrap();
    assert_eq!(game.write_position(&record), "7/7/7/7/3x3/3xo2");
    for (text, wrong) in [
        ("7/7/7/7/7", "6 ranks"),
        ("7/7/7/7/3x3/7", "no empty cell below a stone"),
        ("7/7/7/7/7/3o3", "as many x as o, or one x more"),
        ("7/7/7/7/xxxx3/oooo3", "a line of one side at most"),
        ("7/7/7/7/ooo4/xxxx2o", "no line of the side to move"),
    ] {
        assert!(read(text).contains(wrong), "{text}: {}", read(text));
    }
    assert!(ConnectFour::new(7, 1, 4).setup(&Record::new(&ConnectFour::new(7, 1, 4))).is_none());
}
