//! What Strings and Coins sees without search is compared with plain minimax, at every position of many graphs.

use perfectplay_game::{Game, Hints, Player};
use perfectplay_games::{Cuts, StringsAndCoins, dots_and_boxes, triangle_war};
use std::collections::HashMap;

/// The values of a position and all that follow, by the rules alone. The players are alike, so a set of cuts has one value.
struct Values<'g> {
    game: &'g StringsAndCoins,
    known: HashMap<u64, i32>,
}

impl<'g> Values<'g> {
    fn new(game: &'g StringsAndCoins) -> Self {
        Values { game, known: HashMap::new() }
    }

    fn of(&mut self, position: &Cuts) -> i32 {
        if let Some(&value) = self.known.get(&position.cut) {
            return value;
        }
        let moves = self.game.moves(position);
        let value = moves.map(|string| self.of_cut(position, string)).max().unwrap_or(0);
        self.known.insert(position.cut, value);
        value
    }

    /// What it is worth to cut this string.
    fn of_cut(&mut self, position: &Cuts, string: u8) -> i32 {
        let step = self.game.play(position, string);
        let later = self.of(&step.position);
        if self.game.moves_again(position, &step.position) { step.gain + later } else { step.gain - later }
    }
}

/// How often there was something to see.
#[derive(Default, Debug)]
struct Seen {
    exact: usize,
    forced: usize,
    fewer_candidates: usize,
    other_representatives: usize,
    shared_keys: usize,
}

impl Seen {
    /// Compares all that can be seen with the values, from a position on.
    fn compare(&mut self, name: &str, game: &StringsAndCoins, start: &Cuts) {
        let mut values = Values::new(game);
        values.of(start);
        let cuts: Vec<u64> = values.known.keys().copied().collect();
        let mut by_key: HashMap<u64, Cuts> = HashMap::new();
        for cut in cuts {
            let position = Cuts { cut, turn: Player::First };
            self.compare_one(name, game, &position, &mut values);
            let sharer = *by_key.entry(game.canonical_key(&position)).or_insert(position);
            let [one, other] = [sharer, position].map(|position| values.of(&position));
            assert_eq!(one, other, "{name}, {:b} and {cut:b} cut", sharer.cut);
            self.shared_keys += (game.canonical(&sharer) != game.canonical(&position)) as usize;
        }
    }

    fn compare_one(&mut self, name: &str, game: &StringsAndCoins, position: &Cuts, values: &mut Values) {
        let value = values.of(position);
        let at = || format!("{name}, {:b} cut, value {value}", position.cut);
        let glance = game.glance(position);
        let holds = glance.low <= value && value <= glance.high;
        assert!(holds, "{glance:?}: {}", at());
        if game.ending(position).is_some() {
            assert_eq!((glance.low, glance.high), (value, value));
            return;
        }
        let legal: Vec<u8> = game.moves(position).collect();
        if glance.low == glance.high {
            self.exact += 1;
        } else if let Some(string) = glance.forced {
            self.forced += 1;
            assert!(legal.contains(&string), "{string} is forced: {}", at());
            assert_eq!(values.of_cut(position, string), value, "{string} is forced: {}", at());
        }
        let candidates: Vec<u8> = game.candidates(position).map(|(string, _)| string).collect();
        assert!(candidates.iter().all(|string| legal.contains(string)), "{candidates:?}: {}", at());
        let best = candidates.iter().map(|&string| values.of_cut(position, string)).max();
        assert_eq!(best, Some(value), "{candidates:?}: {}", at());
        self.fewer_candidates += (candidates.len() < legal.len()) as usize;
        let canonical = game.canonical(position);
        self.other_representatives += (canonical.cut != position.cut) as usize;
        assert_eq!(values.of(&canonical), value, "{canonical:?}: {}", at());
        assert_eq!(game.canonical(&canonical), canonical, "{}", at());
    }

    fn assert_something_seen(&self) {
        let all = [self.exact, self.forced, self.fewer_candidates, self.other_representatives, self.shared_keys];
        assert!(all.iter().all(|&times| times > 100), "{self:?}");
    }
}

#[test]
fn small_boards_and_triangles() {
    let mut seen = Seen::default();
    for (rows, cols) in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3)] {
        let game = dots_and_boxes(rows, cols);
        seen.compare(&format!("{rows} × {cols} boxes"), &game, &game.start());
    }
    for side in 1..=3 {
        let game = triangle_war(side);
        seen.compare(&format!("a triangle of side {side}"), &game, &game.start());
    }
    seen.assert_something_seen();
}

/// Late positions of larger boards. Half of them come from play that gives nothing away while it can, as in real games.
#[test]
fn late_positions_of_larger_boards() {
    let mut random = fastrand::Rng::with_seed(1);
    let boards = [("3 × 3", dots_and_boxes(3, 3)), ("4 × 4", dots_and_boxes(4, 4)), ("4 × 5", dots_and_boxes(4, 5))];
    let triangles = [("side 4", triangle_war(4)), ("side 5", triangle_war(5)), ("side 6", triangle_war(6))];
    let mut seen = Seen::default();
    for (name, game) in boards.iter().chain(&triangles) {
        for number in 0..16 {
            let mut position = game.start();
            while game.strings() as u32 - position.cut.count_ones() > 13 {
                let moves: Vec<u8> = game.moves(&position).collect();
                let gives = |string: &u8| game.glance(&game.play(&position, *string).position).forced.is_some();
                let quiet: Vec<u8> = moves.iter().copied().filter(|string| !gives(string)).collect();
                let from = if number % 2 == 0 || quiet.is_empty() { moves } else { quiet };
                position = game.play(&position, random.choice(from).unwrap()).position;
            }
            seen.compare(name, game, &position);
        }
    }
    seen.assert_something_seen();
}

/// Graphs with strings between random coins and the ground, often double, and with chains between random places.
#[test]
fn random_graphs() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut seen = Seen::default();
    for _ in 0..2000 {
        let edges = random_graph(&mut random);
        let game = graph(&edges);
        seen.compare(&edges, &game, &game.start());
    }
    seen.assert_something_seen();
}

/// Two loops of three, one of four, chains of three and five coins: only to give away the loop of four is best.
#[test]
fn loops_of_three_coins_can_wait() {
    let loops = "a-b,b-c,c-a,A-B,B-C,C-A,d-e,e-f,f-g,g-d";
    let edges = format!("{loops},ground-h,h-i,i-j,j-ground,ground-k,k-l,l-m,m-n,n-o,o-ground");
    let game = graph(&edges);
    let mut values = Values::new(&game);
    Seen::default().compare_one(&edges, &game, &game.start(), &mut values);
    assert_eq!(values.of(&game.start()), 0);
    assert!(values.of_cut(&game.start(), 0) < 0);
}

fn graph(edges: &str) -> StringsAndCoins {
    crate::common::open(&format!("strings-and-coins edges={edges}")).of_type()
}

fn random_graph(random: &mut fastrand::Rng) -> String {
    let strings = random.usize(5..=12);
    let coins = random.usize(2..=strings * 3 / 4);
    let at_ground = random.f32() / 2.0;
    let mut edges: Vec<String> = vec![];
    let mut coins_of_chains = 0;
    while edges.len() < strings {
        let a = random.usize(0..coins);
        let b = random.usize(0..coins);
        let room = strings - edges.len();
        if random.f32() < 0.2 && room >= 3 {
            let mut row = vec![if random.f32() < 0.4 { "ground".to_string() } else { a.to_string() }];
            for _ in 0..random.usize(1..room) {
                row.push(format!("c{coins_of_chains}"));
                coins_of_chains += 1;
            }
            row.push(if random.f32() < 0.4 { "ground".to_string() } else { b.to_string() });
            edges.extend(row.windows(2).map(|pair| pair.join("-")));
        } else if random.f32() < at_ground {
            edges.push(format!("{a}-ground"));
        } else if a != b {
            edges.push(format!("{a}-{b}"));
        }
    }
    edges.join(",")
}
