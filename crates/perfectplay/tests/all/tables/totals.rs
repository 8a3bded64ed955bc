//! Published totals and values, and theory, against whole tables.

use perfectplay_game::{Hints, Notation, Playable, Record, Value};
use perfectplay_games::{ChessEnding, Nim, Subtraction};
use perfectplay_table::{Table, TableEngine};

use super::bench::table_of;
use crate::common::{open, with_game};

/// Goes through all positions of a table with their values.
fn each<G: Playable>(game: &G, table: &Table, mut visit: impl FnMut(&G::Position, Value)) {
    for block in 0..table.header().blocks() {
        let block = table.block(block).unwrap();
        for at in 0..block.len() {
            if let Some(position) = game.at_index(block.number(at)) {
                visit(&position, table.decode(block.cell(at)).unwrap());
            }
        }
    }
}

fn check_line<G: Playable>(game: &G, fields: &[&str]) {
    let [name, stored, counted, values, start, _source] = fields else { panic!("{fields:?} has other fields") };
    let (table, _) = table_of(name, game);
    let (mut numbers, mut all, mut by_value) = (0, 0, [0; 4]);
    each(game, &table, |position, value| {
        numbers += 1;
        all += game.images(position).len() as u64;
        by_value[["win", "tie", "draw", "loss"].iter().position(|&v| v == value.outcome().name()).unwrap()] +=
            game.images(position).len() as u64;
    });
    let check = |expected: &str, found: String| assert!(expected == "-" || expected == found, "{name}: {found}");
    check(stored, numbers.to_string());
    check(counted, all.to_string());
    check(values, by_value.map(|count| count.to_string()).join(" "));
    let value = TableEngine::new(game, &table, None).unwrap().value(&game.start()).unwrap().unwrap();
    check(start, value.to_string());
}

#[test]
fn published_totals() {
    for line in include_str!("data/totals.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        with_game!(open(fields[0]), |game| check_line(game, &fields));
    }
}

/// Nim: heaps are lost for the mover if their exclusive or is zero; in the misère game only while a heap has two or more.
#[test]
fn nim_by_theory() {
    for misere in [false, true] {
        let game: &Nim = &open(&format!("nim heaps=5,6,7,3 misere={misere}")).of_type();
        let mut lost = 0;
        each(game, &table_of("", game).0, |heaps, value| {
            let sizes = game.write_position(&Record::at(*heaps));
            let sizes: Vec<u32> = sizes.split(',').map(|size| size.parse().unwrap()).collect();
            let xor = sizes.iter().fold(0, |xor, size| xor ^ size);
            let is_small = sizes.iter().all(|&size| size < 2);
            let is_lost = if misere && is_small { xor == 1 } else { xor == 0 };
            assert_eq!(matches!(value, Value::Loss { .. }), is_lost, "{sizes:?} misere={misere}");
            lost += is_lost as u32;
        });
        assert!(lost > 50);
    }
}

/// Subtraction games, also misère, against the recurrence written down.
#[test]
fn subtraction_by_recurrence() {
    for (take, misere) in [(vec![1, 2, 3], true), (vec![2, 3, 7], true), (vec![2, 3, 7], false), (vec![1, 4, 6], true)]
    {
        let list = take.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let game: &Subtraction = &open(&format!("subtraction heap=200 take={list} misere={misere}")).of_type();
        // plies to a win as an odd or even number, as the ends have it
        let mut wins: Vec<bool> = vec![];
        for heap in 0..=200 {
            let mut moves = take.iter().filter(|&&n| n <= heap).map(|n| wins[heap - n]).peekable();
            let won = if moves.peek().is_none() { misere } else { moves.any(|won| !won) };
            wins.push(won);
        }
        let mut heap = 0;
        each(game, &table_of("", game).0, |_, value| {
            assert_eq!(matches!(value, Value::Win { .. }), wins[heap], "{heap} take {list} misere={misere}");
            heap += 1;
        });
        assert_eq!(heap, 201);
    }
}

/// Longest mates in moves, and how many positions are won, drawn and lost, with all pieces on the board.
#[test]
fn chess_endings() {
    for (pieces, moves, white_wins, black_loses) in
        [("KQK", 10, 144_508, 200_896), ("KRK", 16, 175_168, 201_700), ("KPK", 28, 124_960, 97_604)]
    {
        let game: &ChessEnding = &open(&format!("chess-ending pieces={pieces}")).of_type();
        let (mut longest, mut wins, mut losses) = (0, 0, 0);
        each(game, &table_of("", game).0, |position, value| {
            let text = game.write_position(&Record::at(*position));
            let has_all = pieces[1..pieces.len() - 1].chars().all(|piece| text.contains(piece));
            match value {
                _ if !has_all => {}
                Value::Win { plies } => {
                    (longest, wins) = (longest.max(plies), wins + game.images(position).len() as u64)
                }
                Value::Loss { .. } => losses += game.images(position).len() as u64,
                _ => {}
            }
        });
        assert_eq!((longest.div_ceil(2), wins, losses), (moves, white_wins, black_loses), "{pieces}");
    }
}
