//! Every engine is right on games that nobody would think of.

use crate::common::graph::{Graph, Traits};
use perfectplay_game::conformance::Bare;
use perfectplay_game::{Game, Player, Value};
use perfectplay_solve::{
    AlphaBeta, Control, Crew, Engine, EngineKind, Exhaustive, Goal, Limits, Retrograde, main_line, solve,
};

const MEMORY: usize = 16 << 20;

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

/// Values by passes over all vertices until nothing changes, written for this test alone.
fn by_passes(graph: &Graph) -> Vec<Value> {
    let mut values: Vec<Option<Value>> =
        graph.vertices.iter().map(|p| p.ending.map(|ending| Value::of_ending(ending, false))).collect();
    // wins and losses found in pass n take n plies
    for plies in 1..=graph.vertices.len() as u32 + 1 {
        let before = values.clone();
        for (at, vertex) in graph.vertices.iter().enumerate().filter(|(at, _)| before[*at].is_none()) {
            let after: Vec<Option<Value>> = vertex
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
    for _ in 0..graph.vertices.len() {
        for (at, vertex) in graph.vertices.iter().enumerate() {
            if values[at].is_none() && vertex.moves.iter().any(|mv| values[mv.0 as usize] == Some(Value::Tie)) {
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
        let mut vertices: Vec<u8> = (0..graph.vertices.len() as u8).collect();
        random.shuffle(&mut vertices);
        for vertex in vertices {
            let position = (vertex, if random.bool() { Player::First } else { Player::Second });
            let mut control = Control::new(Limits { nodes: Some(random.u64(0..9)), time: None });
            let stopped = engine.bounds(&position, Goal::Exact, &mut control).unwrap();
            let value = values[vertex as usize];
            assert!(stopped.value().is_none_or(|found| found == value), "{stopped:?} for {value}: {graph:?}");
            assert_eq!(exact(&mut engine, &position), value, "vertex {vertex}: {graph:?}");
            seen.insert(value.outcome().name());
            // alpha-beta finds the same or refuses
            let crew = Crew::new(if random.u8(..8) == 0 { 2 } else { 1 });
            let mut alpha_beta = AlphaBeta::with_crew(&graph, MEMORY, crew).unwrap();
            if let Ok(bounds) = alpha_beta.bounds(&position, Goal::Exact, &mut Control::default()) {
                assert_eq!(bounds.value(), Some(value), "alpha-beta at vertex {vertex}: {graph:?}");
            }
            let line = main_line(&mut engine, &position, 100, &mut Control::default()).unwrap();
            if let Some(plies) = value.plies() {
                assert_eq!(line.len() as u32, plies, "vertex {vertex}: {graph:?}");
            }
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

/// Values of play that is broken off after so many plies as there are vertices, where it brings nothing more.
fn by_horizon(graph: &Graph) -> Vec<Value> {
    let mut values: Vec<Value> =
        graph.vertices.iter().map(|p| p.ending.map_or(Value::Margin(0), |e| Value::of_ending(e, true))).collect();
    for _ in 0..=graph.vertices.len() {
        let before = values.clone();
        for (value, vertex) in values.iter_mut().zip(&graph.vertices).filter(|(_, vertex)| vertex.ending.is_none()) {
            let after = vertex.moves.iter().map(|&(to, gain, again)| before[to as usize].before(again, gain));
            *value = after.max_by_key(|value| value.worth()).unwrap();
        }
    }
    values
}

#[test]
fn endless_play_for_margins_at_the_end_counts_nothing() {
    let mut random = fastrand::Rng::with_seed(14);
    let mut endless = 0;
    for round in 0..4000 {
        let traits = Traits { with_cycles: true, scored: true, abrupt: round % 2 == 0, ..Traits::default() };
        let mut graph = Graph::with(&mut random, 24, traits);
        let is_open: Vec<bool> = graph.vertices.iter().map(|vertex| vertex.ending.is_none()).collect();
        let on_the_way = graph.vertices.iter_mut().flat_map(|vertex| &mut vertex.moves);
        on_the_way.filter(|(to, ..)| is_open[*to as usize]).for_each(|(_, gain, _)| *gain = 0);
        let values = by_horizon(&graph);
        let mut engine = Retrograde::new(&graph, MEMORY).unwrap();
        let mut vertices: Vec<u8> = (0..graph.vertices.len() as u8).collect();
        random.shuffle(&mut vertices);
        for vertex in vertices {
            let position = (vertex, if random.bool() { Player::First } else { Player::Second });
            assert_eq!(exact(&mut engine, &position), values[vertex as usize], "vertex {vertex}: {graph:?}");
            endless += usize::from(is_open[vertex as usize] && values[vertex as usize] == Value::Margin(0));
        }
    }
    assert!(endless > 1000, "{endless}");
}
