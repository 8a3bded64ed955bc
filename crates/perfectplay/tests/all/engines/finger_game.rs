//! The finger game's true numbers, and why a published program has others.

use perfectplay_game::{Game, Hints, Notation, Outcome, Record, Value};
use perfectplay_games::FingerGame;
use perfectplay_solve::{Control, Engine, Goal, Limits, Retrograde, solve};
use std::collections::HashMap;

fn value(engine: &mut Retrograde<FingerGame>, position: &<FingerGame as Game>::Position) -> Value {
    engine.bounds(position, Goal::Exact, &mut Control::default()).unwrap().value().unwrap()
}

/// For each modulus the value of 1,1;1,1, and how many of the (n − 1)^4 starts are won, lost and drawn for the mover.
const NUMBERS: [(u8, Value, [u32; 3]); 11] = [
    (2, Value::Win { plies: 3 }, [1, 0, 0]),
    (3, Value::Loss { plies: 6 }, [10, 6, 0]),
    (4, Value::Win { plies: 7 }, [57, 24, 0]),
    (5, Value::Draw, [108, 0, 148]),
    (6, Value::Draw, [349, 66, 210]),
    (7, Value::Draw, [126, 0, 1170]),
    (8, Value::Draw, [93, 24, 2284]),
    (9, Value::Draw, [1798, 198, 2100]),
    (10, Value::Draw, [393, 0, 6168]),
    (11, Value::Draw, [530, 30, 9440]),
    (12, Value::Draw, [673, 90, 13_878]),
];

#[test]
fn starts_of_every_modulus() {
    for (modulus, start, counts) in NUMBERS {
        let game = FingerGame::new(modulus);
        let mut engine = Retrograde::new(&game, 1 << 24).unwrap();
        assert_eq!(value(&mut engine, &game.start()), start, "modulus {modulus}");
        let mut found = [0; 3];
        let positions = (0..game.index_count().unwrap()).filter_map(|index| game.at_index(index));
        for position in positions.filter(|position| game.may_begin(position)) {
            match value(&mut engine, &position).outcome() {
                Outcome::Win => found[0] += 1,
                Outcome::Loss => found[1] += 1,
                _ => found[2] += 1,
            }
        }
        assert_eq!(found, counts, "modulus {modulus}");
    }
}

type Hands = [[u8; 2]; 2];

/// Depth-first search as it must not be done: what was met before counts as a draw until it is known better, and the
/// table tells the hands of both players, but not who is to move. Values are for the first player.
fn by_marks(hands: Hands, turn: usize, modulus: u8, table: &mut HashMap<Hands, i8>) -> i8 {
    let (own, other) = (hands[turn], hands[1 - turn]);
    let for_first = |value: i8| if turn == 0 { value } else { -value };
    if other == [0, 0] {
        return for_first(-1);
    }
    if let Some(&known) = table.get(&hands) {
        return known;
    }
    table.insert(hands, 0);
    let mut best = -1;
    for (mine, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if own[mine] != 0 && other[theirs] != 0 {
            let mut next = hands;
            next[turn][mine] = (own[mine] + other[theirs]) % modulus;
            best = best.max(for_first(by_marks(next, 1 - turn, modulus, table)));
        }
    }
    table.insert(hands, for_first(best));
    for_first(best)
}

/// Marks call 1,1;9,9 lost for the mover. The mover wins: 1 + 9 frees a hand, whatever the other player does leaves 9 on
/// a hand (a 9 takes the 1 and is free), and 1 + 9 frees the second.
#[test]
fn a_line_of_play_refutes_marks() {
    let answers = std::thread::Builder::new().stack_size(1 << 28).spawn(|| {
        let mut table = HashMap::new();
        let starts = (1..10).flat_map(|a| (1..10).flat_map(move |b| (1..10).map(move |c| (a, b, c))));
        let starts = starts.flat_map(|(a, b, c)| (1..10).map(move |d| [[a, b], [c, d]]));
        starts.map(|hands| (hands, by_marks(hands, 0, 10, &mut table))).collect::<HashMap<Hands, i8>>()
    });
    let answers = answers.unwrap().join().unwrap();
    assert_eq!(answers[&[[1, 1], [9, 9]]], -1, "marks say that the mover loses");

    let game = FingerGame::new(10);
    let mut record = game.read_position("1,1;9,9").unwrap();
    let play = |record: &mut Record<FingerGame>, mv: &str| {
        let mv = game.read_move(record.position(), mv).unwrap();
        record.play(&game, mv).unwrap();
    };
    play(&mut record, "ac");
    assert_eq!(game.write_position(&record), "9,9;0,1");
    let replies: Vec<_> = game.moves(record.position()).map(|mv| game.write_move(mv)).collect();
    assert_eq!(replies, ["ad", "bd"]);
    for (reply, last) in [("ad", "bd"), ("bd", "bc")] {
        let mut line = record.clone();
        play(&mut line, reply);
        play(&mut line, last);
        assert_eq!(game.ending(line.position()), Some(perfectplay_game::Ending::Loss), "{reply} {last}");
    }
    // marks are wrong about hundreds of starts, and find losses where there is none at all
    let mut engine = Retrograde::new(&game, 1 << 24).unwrap();
    let mut wrong = 0;
    for (hands, answer) in &answers {
        let position = game.read_position(&format!("{},{};{},{}", hands[0][0], hands[0][1], hands[1][0], hands[1][1]));
        let found = value(&mut engine, position.unwrap().position()).worth().signum();
        wrong += (found != i32::from(*answer)) as u32;
    }
    assert!(wrong > 500, "{wrong}");
}

#[test]
fn a_search_that_was_stopped_does_not_begin_again_for_each_move() {
    let game = FingerGame::new(30);
    let limits = Limits { nodes: Some(1), time: None };
    let (mut one, mut all) = (Control::new(limits), Control::new(limits));
    let mut engine = Retrograde::new(&game, 1 << 24).unwrap().with_threads(1);
    engine.bounds(&game.start(), Goal::Exact, &mut one).unwrap();
    assert!(one.stopped().is_some());
    solve(&mut engine, &game.start(), &mut all).unwrap();
    assert_eq!(all.nodes(), one.nodes());
}
