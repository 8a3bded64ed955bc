//! Values that are known from theory or from the sources of the games.

use perfectplay_game::{Game, Notation, Outcome, Value};
use perfectplay_games::{
    Chomp, ConnectFour, FingerGame, Hands, Hex, Nim, Subtraction, WeightedTicTacToe, dots_and_boxes, triangle_war,
};
use perfectplay_solve::{AlphaBeta, Control, Engine, Exhaustive, Goal, Retrograde, main_line, solve};
use std::collections::HashMap;

const MEMORY: usize = 256 << 20;

fn exact<G: Game>(engine: &mut impl Engine<G>, position: &G::Position) -> Value {
    engine.bounds(position, Goal::Exact, &mut Control::default()).unwrap().value().unwrap()
}

#[test]
fn tic_tac_toe_and_the_samples_of_abc349e() {
    let plain = WeightedTicTacToe::new(3, 3, 3, &[0; 9]);
    assert_eq!(exact(&mut Exhaustive::new(&plain, MEMORY).unwrap(), &plain.start()), Value::Tie);
    assert_eq!(exact(&mut AlphaBeta::new(&plain, MEMORY).unwrap(), &plain.start()), Value::Tie);
    for (weights, winner) in
        [([0, 0, 0, 0, 1, 0, 0, 0, 0], Outcome::Win), ([-1, 1, 0, -4, -2, -5, -4, -1, -5], Outcome::Loss)]
    {
        let game = WeightedTicTacToe::new(3, 3, 3, &weights);
        assert_eq!(exact(&mut AlphaBeta::new(&game, MEMORY).unwrap(), &game.start()).outcome(), winner);
    }
}

#[test]
fn mnk_games() {
    // (m,n,k) values: https://en.wikipedia.org/wiki/M,n,k-game
    for (rows, cols, k, outcome) in [
        (4, 3, 3, Outcome::Win),
        (3, 3, 2, Outcome::Win),
        (4, 4, 4, Outcome::Tie),
        (1, 1, 1, Outcome::Win),
        (2, 2, 3, Outcome::Tie),
    ] {
        let game = WeightedTicTacToe::new(rows, cols, k, &vec![0; rows * cols]);
        let mut engine = AlphaBeta::new(&game, MEMORY).unwrap();
        assert_eq!(exact(&mut engine, &game.start()).outcome(), outcome, "{rows}×{cols}, {k}");
    }
}

#[test]
fn triangle_war_and_dots_and_boxes() {
    let game = triangle_war(3);
    assert_eq!(exact(&mut AlphaBeta::new(&game, MEMORY).unwrap(), &game.start()), Value::Margin(-3));
    assert_eq!(exact(&mut Exhaustive::new(&game, MEMORY).unwrap(), &game.start()), Value::Margin(-3));
    // first player's margins, by hand-written dynamic programming: 1×1 −1, 1×2 0, 2×2 +2, 2×3 −2
    for (rows, cols, margin) in [(1, 1, -1), (1, 2, 0), (2, 2, 2), (2, 3, -2)] {
        let game = dots_and_boxes(rows, cols);
        let mut engine = AlphaBeta::new(&game, MEMORY).unwrap();
        assert_eq!(exact(&mut engine, &game.start()), Value::Margin(margin), "{rows}×{cols}");
    }
}

#[test]
fn nim_is_the_exclusive_or() {
    for a in 0..6 {
        for b in 0..6 {
            for c in 0..6 {
                let nim = |misere| {
                    let game = Nim::new(&[a, b, c], misere);
                    exact(&mut AlphaBeta::new(&game, MEMORY).unwrap(), &game.start()).outcome() == Outcome::Win
                };
                let sum = a ^ b ^ c;
                assert_eq!(nim(false), sum != 0, "{a},{b},{c}");
                // misère: the same, but the other way round when no heap is larger than one
                let misere_win = if a.max(b).max(c) <= 1 { sum == 0 } else { sum != 0 };
                assert_eq!(nim(true), misere_win, "{a},{b},{c} misère");
            }
        }
    }
}

#[test]
fn subtraction_is_periodic() {
    for misere in [false, true] {
        let game = Subtraction::new(100, vec![1, 2, 3], misere);
        let mut engine = AlphaBeta::new(&game, MEMORY).unwrap();
        for left in 0..=100 {
            let record = game.read_position(&left.to_string()).unwrap();
            let wins = exact(&mut engine, record.position()).outcome() == Outcome::Win;
            assert_eq!(wins, left % 4 != if misere { 1 } else { 0 }, "{left}, misère {misere}");
        }
    }
}

#[test]
fn the_first_player_wins_chomp() {
    for rows in 1..=5 {
        for cols in 1..=5 {
            let game = Chomp::new(rows, cols);
            let outcome = exact(&mut AlphaBeta::new(&game, MEMORY).unwrap(), &game.start()).outcome();
            assert_eq!(outcome == Outcome::Win, rows * cols > 1, "{rows}×{cols}");
        }
    }
    // on a square bar the only winning first bite is the diagonal neighbour of the poison
    for (rows, cols, bite) in [(3, 4, "c2"), (3, 5, "d1"), (4, 4, "b3")] {
        let game = Chomp::new(rows, cols);
        let mut engine = AlphaBeta::new(&game, MEMORY).unwrap();
        let solution = solve(&mut engine, &game.start(), &mut Control::default()).unwrap();
        let wins = |m: &&perfectplay_solve::RootMove<u16>| m.bounds.outcome() == Some(Outcome::Win);
        let winning: Vec<String> = solution.moves.iter().filter(wins).map(|m| game.write_move(m.mv)).collect();
        assert_eq!(winning, [bite], "{rows}×{cols}");
    }
}

/// By strategy stealing the first player wins Hex, and by the swap the second one does, who has the better of two sides.
#[test]
fn hex_is_won_by_whoever_can_choose() {
    for size in 1..=4 {
        let outcome = |swap| {
            let game = Hex::new(size, swap);
            exact(&mut AlphaBeta::new(&game, MEMORY).unwrap(), &game.start()).outcome()
        };
        assert_eq!(outcome(false), Outcome::Win, "{size}");
        // a board of one cell is full before anybody can swap
        assert_eq!(outcome(true), if size == 1 { Outcome::Win } else { Outcome::Loss }, "{size}");
    }
}

#[test]
fn connect_four_on_small_boards() {
    // John Tromp's table (https://tromp.github.io/c4/c4.html): 4 wide and 4 or 5 high, and 5 wide and 4 high are ties
    for (cols, rows) in [(4, 4), (4, 5), (5, 4)] {
        let game = ConnectFour::new(cols, rows, 4);
        let mut engine = AlphaBeta::new(&game, MEMORY).unwrap();
        assert_eq!(exact(&mut engine, &game.start()), Value::Tie, "{cols} wide, {rows} high");
    }
}

/// Solves every line of a public test set; see data/README.md.
fn check_connect_four(lines: &str) {
    let game = ConnectFour::new(7, 6, 4);
    let mut engine = AlphaBeta::new(&game, MEMORY).unwrap();
    for line in lines.lines() {
        let (moves, score) = line.split_once(' ').unwrap();
        let record = game.read_position(moves).unwrap();
        let value = exact(&mut engine, record.position());
        let found = game.customary_score(record.position(), value);
        assert_eq!(found, Some(score.parse().unwrap()), "{moves}: {value}");
    }
}

#[test]
fn connect_four_late_positions() {
    check_connect_four(include_str!("../../data/connect-four-L3_R1.txt"));
}

#[test]
fn connect_four_middle_positions() {
    check_connect_four(include_str!("../../data/connect-four-L2_R1.txt"));
}

/// Wins and losses of the finger game by repeated passes over all positions, written for this test alone: a position
/// is won in n if a move leads to one lost in less, lost if all moves lead to won ones, else drawn.
fn finger_game_by_passes(n: u8) -> HashMap<[u8; 4], Value> {
    let mut values: HashMap<[u8; 4], Value> = HashMap::new();
    let all = |f: &mut dyn FnMut([u8; 4])| {
        for code in 0..u32::from(n).pow(4) {
            let digit = |power: u32| (code / u32::from(n).pow(power) % u32::from(n)) as u8;
            let hands = [digit(0), digit(1), digit(2), digit(3)];
            if hands[..2] != [0, 0] {
                f(hands);
            }
        }
    };
    for pass in 0.. {
        let mut found = vec![];
        all(&mut |hands| {
            let [a, b, c, d] = hands;
            if values.contains_key(&hands) {
                return;
            }
            if [c, d] == [0, 0] {
                found.push((hands, Value::Loss { plies: 0 }));
                return;
            }
            let mut replies = vec![];
            for added in [c, d].into_iter().filter(|&h| h != 0) {
                if a != 0 {
                    replies.push(values.get(&[c, d, (a + added) % n, b]));
                }
                if b != 0 {
                    replies.push(values.get(&[c, d, a, (b + added) % n]));
                }
            }
            if replies.iter().any(|r| matches!(r, Some(Value::Loss { .. }))) {
                found.push((hands, Value::Win { plies: pass }));
            } else if replies.iter().all(|r| matches!(r, Some(Value::Win { .. }))) {
                found.push((hands, Value::Loss { plies: pass }));
            }
        });
        if found.is_empty() {
            return values;
        }
        values.extend(found);
    }
    unreachable!()
}

#[test]
fn the_finger_game_has_the_values_found_by_plain_passes() {
    for n in 2..=7 {
        let game = FingerGame::new(n);
        let expected = finger_game_by_passes(n);
        let mut engine = Retrograde::new(&game, MEMORY).unwrap();
        for code in 0..u32::from(n).pow(4) {
            let digit = |power: u32| (code / u32::from(n).pow(power) % u32::from(n)) as u8;
            let hands = [[digit(0), digit(1)], [digit(2), digit(3)]];
            if hands[0] != [0, 0] {
                let position = Hands { hands, turn: perfectplay_game::Player::First };
                let key = [hands[0][0], hands[0][1], hands[1][0], hands[1][1]];
                let value = expected.get(&key).copied().unwrap_or(Value::Draw);
                assert_eq!(exact(&mut engine, &position), value, "modulus {n}, {hands:?}");
            }
        }
    }
}

#[test]
fn main_lines_end_where_the_value_says() {
    let game = WeightedTicTacToe::new(4, 3, 3, &[0; 12]);
    let mut engine = AlphaBeta::new(&game, MEMORY).unwrap();
    let Value::Win { plies } = exact(&mut engine, &game.start()) else { panic!("a win") };
    let line = main_line(&mut engine, &game.start(), 100, &mut Control::default()).unwrap();
    assert_eq!(line.len(), plies as usize);

    let fingers = FingerGame::new(10);
    let mut engine = Retrograde::new(&fingers, MEMORY).unwrap();
    let line = main_line(&mut engine, &fingers.start(), 1000, &mut Control::default()).unwrap();
    match exact(&mut engine, &fingers.start()) {
        Value::Draw => assert!(line.len() < 1000),
        value => assert_eq!(line.len() as u32, value.plies().unwrap()),
    }
}
