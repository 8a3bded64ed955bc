//! Games that nobody would think of: random graphs with extra moves, gains, ties and cycles.

use perfectplay_game::conformance::Bare;
use perfectplay_game::{Ending, Game, Hints, Notation, Player, Record, Step, Value};
use perfectplay_solve::{
    AlphaBeta, Control, Crew, Engine, EngineKind, Exhaustive, Goal, Limits, Retrograde, main_line, solve,
};

const MEMORY: usize = 16 << 20;

/// A token on a graph. Each place says what ends there, or where one can go, with what gain, and who moves then.
#[derive(Debug)]
pub struct Graph {
    places: Vec<Place>,
    scored: bool,
    /// What it offers to the engines and to the checker.
    numbered: bool,
    reversible: bool,
    layered: bool,
}

/// What a random graph may have.
#[derive(Clone, Copy, Default)]
pub struct Traits {
    pub with_cycles: bool,
    pub scored: bool,
    /// Scored games can end with a win or a loss, whatever the gains.
    pub abrupt: bool,
    /// Places tell how far the game has come; not with cycles.
    pub layered: bool,
}

#[derive(Debug)]
struct Place {
    ending: Option<Ending>,
    moves: Vec<(u8, i32, bool)>,
}

impl Graph {
    pub fn random(random: &mut fastrand::Rng, with_cycles: bool, scored: bool) -> Graph {
        Graph::with(random, 24, Traits { with_cycles, scored, ..Traits::default() })
    }

    /// A graph of fewer than `most` places.
    pub fn with(random: &mut fastrand::Rng, most: u8, traits: Traits) -> Graph {
        let Traits { with_cycles, scored, abrupt, layered } = traits;
        let count = random.u8(2..most);
        let place = |at: u8| {
            let is_end = at + 1 == count || random.u8(0..6) == 0;
            let ending = match random.u8(0..4) {
                _ if scored && !abrupt => Ending::Tie,
                0 => Ending::Tie,
                1 => Ending::Win,
                _ => Ending::Loss,
            };
            let mut moves: Vec<(u8, i32, bool)> = vec![];
            while !is_end && (moves.is_empty() || random.u8(0..3) > 0) {
                let to = random.u8(if with_cycles { 0 } else { at + 1 }..count);
                if to != at && moves.iter().all(|known| known.0 != to) {
                    moves.push((to, if scored { random.i32(-3..4) } else { 0 }, random.u8(0..3) == 0));
                } else if moves.len() > 3 || count == 2 {
                    break;
                }
            }
            if moves.is_empty() || is_end {
                return Place { ending: Some(ending), moves: vec![] };
            }
            Place { ending: None, moves }
        };
        Graph { places: (0..count).map(place).collect(), scored, numbered: false, reversible: false, layered }
    }
}

impl Game for Graph {
    type Position = (u8, Player);
    type Move = u8;

    fn start(&self) -> (u8, Player) {
        (0, Player::First)
    }
    fn turn(&self, position: &(u8, Player)) -> Player {
        position.1
    }
    fn ending(&self, position: &(u8, Player)) -> Option<Ending> {
        self.places[position.0 as usize].ending
    }
    fn moves(&self, position: &(u8, Player)) -> impl Iterator<Item = u8> {
        self.places[position.0 as usize].moves.iter().map(|mv| mv.0)
    }
    fn play(&self, position: &(u8, Player), to: u8) -> Step<(u8, Player)> {
        let &(_, gain, again) = self.places[position.0 as usize].moves.iter().find(|mv| mv.0 == to).unwrap();
        Step { position: (to, if again { position.1 } else { position.1.other() }), gain }
    }
    fn scored(&self) -> bool {
        self.scored
    }
    fn canonical(&self, position: &(u8, Player)) -> (u8, Player) {
        (position.0, Player::First)
    }
    fn layer(&self, position: &(u8, Player)) -> Option<u32> {
        self.layered.then_some(position.0.into())
    }
}

impl Hints for Graph {
    type Key = (u8, Player);
    fn key(&self, position: &(u8, Player)) -> (u8, Player) {
        *position
    }
    fn packed_bits(&self) -> Option<u32> {
        self.numbered.then_some(6)
    }
    fn packed(&self, &(place, turn): &(u8, Player)) -> Option<u64> {
        Some(2 * u64::from(place) + (turn == Player::Second) as u64)
    }
    fn index_count(&self) -> Option<u64> {
        self.numbered.then_some(self.places.len() as u64 + 1)
    }
    fn is_dense(&self) -> bool {
        true
    }
    /// Number 1 is nobody's.
    fn index(&self, position: &(u8, Player)) -> Option<u64> {
        Some(u64::from(position.0) + (position.0 >= 1) as u64)
    }
    fn at_index(&self, index: u64) -> Option<(u8, Player)> {
        (index != 1).then_some(((index - (index > 1) as u64) as u8, Player::First))
    }
    fn unmoves(&self, position: &(u8, Player), before: &mut Vec<(u8, Player)>) -> bool {
        for (from, place) in self.places.iter().enumerate() {
            let arrivals = place.moves.iter().filter(|mv| mv.0 == position.0);
            before.extend(arrivals.map(|mv| (from as u8, if mv.2 { position.1 } else { position.1.other() })));
        }
        self.reversible
    }
}

impl Notation for Graph {
    fn write_move(&self, to: u8) -> String {
        to.to_string()
    }
}

/// So many random moves from the start, or as many as there are.
pub fn random_record<G: Game>(game: &G, plies: usize, random: &mut fastrand::Rng) -> Record<G> {
    let mut record = Record::new(game);
    for _ in 0..plies {
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        let Some(mv) = random.choice(moves) else { break };
        record.play(game, mv).unwrap();
    }
    record
}

fn exact<G: Game>(engine: &mut (impl Engine<G> + ?Sized), position: &G::Position) -> Value {
    engine.bounds(position, Goal::Exact, &mut Control::default()).unwrap().value().unwrap()
}

#[test]
fn every_engine_agrees_without_cycles() {
    let mut random = fastrand::Rng::with_seed(11);
    for round in 0..4000 {
        let mut graph = Graph::random(&mut random, false, round % 2 == 0);
        graph.numbered = random.bool();
        let mut oracle = Exhaustive::new(&graph, MEMORY).unwrap();
        let value = exact(&mut oracle, &graph.start());
        let plain = Bare(&graph);
        assert_eq!(exact(&mut AlphaBeta::new(&plain, MEMORY).unwrap(), &graph.start()), value, "{graph:?}");
        for kind in EngineKind::ALL {
            let mut engine = kind.start(&graph, MEMORY, Crew::new(1)).unwrap();
            assert_eq!(exact(&mut *engine, &graph.start()), value, "{kind:?}: {graph:?}");
            let solution = solve(&mut *engine, &graph.start(), &mut Control::default()).unwrap();
            assert_eq!(solution.moves, solve(&mut oracle, &graph.start(), &mut Control::default()).unwrap().moves);
            // stopped anywhere, an engine says nothing false, and is none the worse
            let mut engine = kind.start(&graph, MEMORY, Crew::new(1)).unwrap();
            for nodes in 0..6 {
                let mut control = Control::new(Limits { nodes: Some(nodes), time: None });
                let bounds = solve(&mut *engine, &graph.start(), &mut control).unwrap().bounds;
                let shown = bounds.at_least.worth()..=bounds.at_most.worth();
                assert!(shown.contains(&value.worth()), "{kind:?}: {bounds:?} for {value}: {graph:?}");
            }
            assert_eq!(exact(&mut *engine, &graph.start()), value, "{kind:?}: {graph:?}");
        }
    }
}

#[test]
fn threads_agree_without_cycles() {
    let mut random = fastrand::Rng::with_seed(13);
    for round in 0..400 {
        let mut graph = Graph::random(&mut random, false, round % 2 == 0);
        graph.numbered = random.bool();
        let value = exact(&mut Exhaustive::new(&graph, MEMORY).unwrap(), &graph.start());
        for crew in [Crew::new(2), Crew::new(4)] {
            let least = AlphaBeta::with_crew(&graph, 0, crew).err().unwrap().least;
            for memory in [least, 4 * least] {
                let mut engine = AlphaBeta::with_crew(&graph, memory, crew).unwrap();
                for nodes in 0..4 {
                    let mut control = Control::new(Limits { nodes: Some(nodes), time: None });
                    let bounds = engine.bounds(&graph.start(), Goal::Exact, &mut control).unwrap();
                    let shown = bounds.at_least.worth()..=bounds.at_most.worth();
                    assert!(shown.contains(&value.worth()), "{crew:?}: {bounds:?} for {value}: {graph:?}");
                }
                assert_eq!(exact(&mut engine, &graph.start()), value, "{crew:?}: {graph:?}");
            }
        }
    }
}

/// Values by passes over all places until nothing changes, written for this test alone.
fn by_passes(graph: &Graph) -> Vec<Value> {
    let mut values: Vec<Option<Value>> =
        graph.places.iter().map(|p| p.ending.map(|ending| Value::of_ending(ending, false))).collect();
    // wins and losses found in pass n take n plies
    for plies in 1..=graph.places.len() as u32 + 1 {
        let before = values.clone();
        for (at, place) in graph.places.iter().enumerate().filter(|(at, _)| before[*at].is_none()) {
            let after: Vec<Option<Value>> = place
                .moves
                .iter()
                .map(|&(to, _, again)| before[to as usize].map(|v| if again { v } else { -v }))
                .collect();
            if after.iter().any(|v| matches!(v, Some(Value::Win { .. }))) {
                values[at] = Some(Value::Win { plies });
            } else if after.iter().all(|v| matches!(v, Some(Value::Loss { .. }))) {
                values[at] = Some(Value::Loss { plies });
            }
        }
    }
    // a tie is within reach of those who cannot win
    for _ in 0..graph.places.len() {
        for (at, place) in graph.places.iter().enumerate() {
            if values[at].is_none() && place.moves.iter().any(|mv| values[mv.0 as usize] == Some(Value::Tie)) {
                values[at] = Some(Value::Tie);
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}

#[test]
fn retrograde_is_right_with_cycles() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..4000 {
        let mut graph = Graph::random(&mut random, true, false);
        let values = by_passes(&graph);
        (graph.numbered, graph.reversible) = (random.u8(0..3) > 0, random.bool());
        let mut engine = Retrograde::new(&graph, MEMORY).unwrap().with_threads(random.usize(1..4));
        // in any order, stopped now and then, from either player's view
        let mut places: Vec<u8> = (0..graph.places.len() as u8).collect();
        random.shuffle(&mut places);
        for place in places {
            let position = (place, if random.bool() { Player::First } else { Player::Second });
            let mut control = Control::new(Limits { nodes: Some(random.u64(0..9)), time: None });
            let stopped = engine.bounds(&position, Goal::Exact, &mut control).unwrap();
            let value = values[place as usize];
            assert!(stopped.value().is_none_or(|found| found == value), "{stopped:?} for {value}: {graph:?}");
            assert_eq!(exact(&mut engine, &position), value, "place {place}: {graph:?}");
            seen.insert(value.outcome().name());
            // alpha-beta finds the same or refuses
            let crew = Crew::new(if random.u8(..8) == 0 { 2 } else { 1 });
            let mut alpha_beta = AlphaBeta::with_crew(&graph, MEMORY, crew).unwrap();
            if let Ok(bounds) = alpha_beta.bounds(&position, Goal::Exact, &mut Control::default()) {
                assert_eq!(bounds.value(), Some(value), "alpha-beta at place {place}: {graph:?}");
            }
            let line = main_line(&mut engine, &position, 100, &mut Control::default()).unwrap();
            if let Some(plies) = value.plies() {
                assert_eq!(line.len() as u32, plies, "place {place}: {graph:?}");
            }
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}
