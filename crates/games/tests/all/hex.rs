//! Hex against the rules written afresh: cells with rows and columns, chains found by walking.

use perfectplay_game::{Game, Notation, Player, Record};
use perfectplay_games::Hex;
use std::collections::BTreeSet;

type Cells = BTreeSet<(i32, i32)>;

/// Whether a player's cells connect the two sides: rows 0 and size − 1 for the first player, columns for the second.
fn connects(cells: &Cells, size: i32, player: Player) -> bool {
    let across = |&(row, col): &(i32, i32)| if player == Player::First { row } else { col };
    let mut chain: Vec<(i32, i32)> = cells.iter().copied().filter(|cell| across(cell) == 0).collect();
    let mut met: Cells = chain.iter().copied().collect();
    while let Some(cell @ (row, col)) = chain.pop() {
        if across(&cell) == size - 1 {
            return true;
        }
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)] {
            let next = (row + down, col + right);
            if cells.contains(&next) && met.insert(next) {
                chain.push(next);
            }
        }
    }
    false
}

#[test]
fn random_games_end_when_a_chain_does() {
    let mut random = fastrand::Rng::with_seed(61);
    let mut swaps = 0;
    for round in 0..4000 {
        let (size, swap) = (1 + round % 8, round % 3 == 0);
        let game = Hex::new(size as usize, swap);
        let mut cells = [Cells::new(), Cells::new()];
        let mut record = Record::new(&game);
        loop {
            let mover = game.turn(record.position());
            let is_over = connects(&cells[mover.other().index()], size, mover.other());
            assert!(!connects(&cells[mover.index()], size, mover));
            assert_eq!(game.ending(record.position()).is_some(), is_over);
            let moves: Vec<u8> = game.moves(record.position()).collect();
            let can_swap = swap && record.moves().len() == 1 && !is_over;
            let free = (size * size) as usize - cells[0].len() - cells[1].len();
            assert_eq!(moves.len(), if is_over { 0 } else { free + usize::from(can_swap) });
            let Some(mv) = random.choice(moves) else { break };
            let text = game.write_move(mv);
            record.play(&game, mv).unwrap();
            if text == "swap" {
                swaps += 1;
                let (row, col) = cells[0].pop_first().unwrap();
                cells[1].insert((col, row));
            } else {
                let (file, rank) = text.split_at(1);
                let col = i32::from(file.as_bytes()[0] - b'a');
                assert!(cells[mover.index()].insert((size - rank.parse::<i32>().unwrap(), col)));
            }
        }
    }
    assert!(swaps > 50, "{swaps}");
}

#[test]
fn texts_tell_the_turn_and_refuse_what_cannot_be() {
    let game = Hex::new(3, true);
    for text in ["3/3/3 x", "3/1x1/3 o", "3/1o1/3 x", "x2/1o1/3 o", "xo1/xo1/x2 o"] {
        let record = game.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.write_position(&record), text);
    }
    for text in ["3/3/3", "3/3/3 y", "3/1x1/3 x", "3/xx1/3 o", "xo1/xo1/x2 x", "4/3/3 x", "3/3/3 x x", "3/1xo/3x x"] {
        assert!(game.read_position(text).is_err(), "{text}");
    }
}
