//! Kayles: knock down one pin of a row, or two that stand side by side; whoever knocks down the last one wins.

use perfectplay::{Ending, Game, Notation, Player, Step};

struct Kayles {
    pins: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Row {
    standing: u32, // a bit for each pin
    turn: Player,
}

impl Game for Kayles {
    type Position = Row;
    type Move = u32; // the pins that fall

    fn start(&self) -> Row {
        Row { standing: (1 << self.pins) - 1, turn: Player::First }
    }
    fn turn(&self, row: &Row) -> Player {
        row.turn
    }
    fn ending(&self, row: &Row) -> Option<Ending> {
        (row.standing == 0).then_some(Ending::Loss) // the side to move finds no pin left
    }
    fn moves(&self, row: &Row) -> impl Iterator<Item = u32> {
        let hits = (0..self.pins).flat_map(|pin| [1 << pin, 0b11 << pin]);
        hits.filter(|hit| row.standing & hit == *hit)
    }
    fn play(&self, row: &Row, hit: u32) -> Step<Row> {
        Row { standing: row.standing & !hit, turn: row.turn.other() }.into()
    }
}

impl Notation for Kayles {
    fn write_move(&self, hit: u32) -> String {
        let first = hit.trailing_zeros() + 1;
        if hit.count_ones() == 1 { first.to_string() } else { format!("{first}+{}", first + 1) }
    }
}

perfectplay_cli::main!(Kayles { pins: 10 });
