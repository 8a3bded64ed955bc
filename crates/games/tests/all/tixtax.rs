//! TixTax against brute force: canonical forms, bounds and keys at every position of thousands of random endings.

use perfectplay_game::{Game, Hints, Notation, Player, Value};
use perfectplay_games::{TixTax, TixTaxPosition, WonBoards};
use std::collections::HashMap;

/// What the rules alone tell of a position.
#[derive(Clone, Copy)]
struct Truth {
    value: Value,
    /// For each player, the fewest plies to a win if both work for it.
    soonest: [u32; 2],
}

/// Solves by trying everything, with no hints.
struct BruteForce<'g> {
    game: &'g TixTax,
    known: HashMap<TixTaxPosition, Truth>,
}

impl BruteForce<'_> {
    fn truth(&mut self, position: &TixTaxPosition) -> Truth {
        if let Some(&truth) = self.known.get(position) {
            return truth;
        }
        let mut truth = Truth { value: Value::WORST, soonest: [u32::MAX; 2] };
        if let Some(value) = self.game.final_value(position) {
            truth.value = value;
            if value == Value::WORST {
                truth.soonest[self.game.turn(position).other().index()] = 0;
            }
        }
        for square in self.game.moves(position) {
            let after = self.truth(&self.game.play(position, square).position);
            let value = after.value.before(false, 0);
            if value.worth() > truth.value.worth() {
                truth.value = value;
            }
            for player in 0..2 {
                truth.soonest[player] = truth.soonest[player].min(after.soonest[player].saturating_add(1));
            }
        }
        self.known.insert(*position, truth);
        truth
    }
}

/// Positions from random games with at most so many moves to come, as far as empty squares of open boards tell.
fn endings(game: &TixTax, count: usize, most_empty: usize, seed: u64) -> Vec<TixTaxPosition> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = vec![];
    while found.len() < count {
        let mut position = game.start();
        while let Some(square) = random.choice(game.moves(&position).collect::<Vec<_>>()) {
            position = game.play(&position, square).position;
            let canonical_empty = 81 - game.layer(&game.canonical(&position)).unwrap() as usize;
            if canonical_empty <= most_empty && game.ending(&position).is_none() {
                found.push(position);
                break;
            }
        }
    }
    found
}

/// Everything is right at a position whose truth is known.
fn check(brute: &mut BruteForce, position: &TixTaxPosition, truth: Truth) {
    let game = brute.game;
    let canonical = game.canonical(position);
    let of_canonical = brute.truth(&canonical);
    assert_eq!(of_canonical.value, truth.value, "{position:?}");
    assert_eq!(of_canonical.soonest, truth.soonest, "{position:?}");
    assert_eq!(game.canonical(&canonical), canonical, "{position:?}");
    // so late in the game nothing is turned
    let successors = |from: &TixTaxPosition| -> Vec<(u8, TixTaxPosition)> {
        game.moves(from).map(|square| (square, game.canonical(&game.play(from, square).position))).collect()
    };
    assert_eq!(successors(position), successors(&canonical), "{position:?}");
    if game.ending(position).is_some() {
        return;
    }
    let bounds = game.bounds(position);
    assert_eq!(bounds, game.bounds(&canonical), "{position:?}");
    let worths = bounds.at_least.worth()..=bounds.at_most.worth();
    assert!(worths.contains(&truth.value.worth()), "{bounds:?} for {:?} at {position:?}", truth.value);
    for soon in [Value::Win { plies: 1 }, Value::Loss { plies: 2 }] {
        assert_eq!(bounds.value() == Some(soon), truth.value == soon, "{bounds:?} at {position:?}");
    }
    for player in [Player::First, Player::Second] {
        let least = game.least_plies_to_win(position, player);
        let soonest = truth.soonest[player.index()];
        assert!(least <= soonest, "{player:?} wins in {soonest} plies, not {least}, at {position:?}");
        assert_eq!(least, game.least_plies_to_win(&canonical, player), "{position:?}");
    }
}

#[test]
fn hints_agree_with_brute_force() {
    // boards close early under one rule, so its endings have more choice
    for (rule, games) in [(WonBoards::Closed, 300), (WonBoards::Open, 2500)] {
        let game = TixTax::new(rule);
        let mut positions = 0;
        let mut seen = [0; 2];
        for ending in endings(&game, games, 9, 1) {
            let mut brute = BruteForce { game: &game, known: HashMap::new() };
            brute.truth(&ending);
            let mut by_key = HashMap::new();
            for (position, truth) in brute.known.clone() {
                check(&mut brute, &position, truth);
                assert_eq!(by_key.insert(game.key(&position), position), None, "{position:?}");
                positions += 1;
                seen[0] += (truth.value == Value::Win { plies: 1 }) as usize;
                seen[1] += (truth.value == Value::Loss { plies: 2 }) as usize;
            }
        }
        assert!(positions > 100_000 && seen.iter().all(|&count| count > 1000));
    }
}

fn canonical(rule: WonBoards, text: &str) -> TixTaxPosition {
    let game = TixTax::new(rule);
    game.canonical(game.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}")).position())
}

fn are_alike(rule: WonBoards, one: &str, other: &str) -> bool {
    canonical(rule, one) == canonical(rule, other)
}

#[test]
fn what_does_not_matter_is_dropped() {
    use WonBoards::{Closed, Open};
    for rule in [Closed, Open] {
        // a board in which nobody can make a line
        let dead = "xox6/xoo6/ox7/9/9/9/6x2/7o1/9 h2";
        assert!(are_alike(rule, dead, "oxo6/oxx6/xo7/9/9/9/6x2/7o1/9 h2"));
        assert!(!are_alike(rule, dead, "oxo6/oxx6/x1o6/9/9/9/6x2/7o1/9 h2"));
        // marks that only block
        let blocking = "1oo6/1xx6/ox7/9/9/9/6x2/7o1/9 h2";
        assert!(are_alike(rule, blocking, "1oo6/1xx6/xo7/9/9/9/6x2/7o1/9 h2"));
        assert!(!are_alike(rule, blocking, "1xx6/1oo6/xo7/9/9/9/6x2/7o1/9 h2"));
        // which of two moves to the same cell of a board was the last
        let twice = "9/9/9/9/9/9/x5x2/1o5o1/9";
        assert!(are_alike(rule, &format!("{twice} h2"), &format!("{twice} b2")));
    }
    // a captured board in no line that its owner can still make, against a discarded one
    let useless = "xxxooo3/3xx4/9/ooo6/xx7/9/6ooo/6xx1/9 i3";
    assert!(are_alike(Closed, useless, "xoxooo3/xooxx4/oxxx5/ooo6/xx7/x8/6ooo/6xx1/9 i3"));
    // if the third line can still be made, it is another matter
    assert!(!are_alike(
        Closed,
        "xxxooo3/3xx4/9/ooo6/xx7/9/6oo1/6xx1/7o1 h1",
        "xoxooo3/xooxx4/oxxx5/ooo6/xx7/x8/6oo1/6xx1/7o1 h1"
    ));
    // a board in no line that anyone can still make: with closed boards, a capture in it ends play there
    let idle =
        ["xo1oooxxx/9/9/oooxoxx2/3xoo3/3ox4/xxxx2ooo/4x4/9 i3", "ox1oooxxx/9/9/oooxoxx2/3xoo3/3ox4/xxxx2ooo/4x4/9 i3"];
    assert!(are_alike(Open, idle[0], idle[1]));
    assert!(!are_alike(Closed, idle[0], idle[1]));
}

#[test]
fn images_of_an_opening_have_one_canonical_form() {
    for rule in [WonBoards::Closed, WonBoards::Open] {
        let game = TixTax::new(rule);
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let (mut position, mut image) = (game.start(), game.start());
            for _ in 0..12 {
                let square = random.choice(game.moves(&position).collect::<Vec<_>>()).unwrap();
                position = game.play(&position, square).position;
                // a quarter turn of the whole grid
                let turned = |n: u8| n % 3 * 3 + 2 - n / 3;
                image = game.play(&image, 9 * turned(square / 9) + turned(square % 9)).position;
                if game.layer(&game.canonical(&position)) <= Some(12) {
                    assert_eq!(game.canonical(&position), game.canonical(&image), "{position:?}");
                }
            }
        }
    }
}
