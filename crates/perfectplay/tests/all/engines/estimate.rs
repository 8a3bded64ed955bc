//! Estimates: what they call proved is so, they come to a best move, and they keep to their limits.

use perfectplay_game::conformance::Bare;
use perfectplay_game::{Bounds, Game, Outcome, Playable, Record, Value};
use perfectplay_solve::network::{Network, Weights};
use perfectplay_solve::{
    AlphaBeta, Analysis, Cancel, Control, Engine, Estimate, Estimation, Exhaustive, Goal, Limits, Premise, Retrograde,
    Score, Stop, analyse, solve,
};

use crate::common::{instances, open, random_record, rounds, with_game};
use std::sync::Arc;

const MEMORY: usize = 16 << 20;

fn nodes(limit: u64) -> Control<'static> {
    Control::new(Limits { nodes: Some(limit), time: None })
}

fn think<G: Playable>(game: &G, position: &G::Position, lead: i32, limit: u64, seed: u64) -> Estimation<G::Move> {
    Estimate::new(game, MEMORY, seed).unwrap().think(position, lead, &mut nodes(limit)).unwrap()
}

/// A position with play to go on, from which a complete solution has at most so many positions.
fn small_position<G: Playable>(game: &G, most: usize, random: &mut fastrand::Rng) -> Option<Record<G>> {
    for plies in random.usize(0..12).. {
        let record = random_record(game, plies, random);
        if game.ending(record.position()).is_some() {
            return None;
        }
        let mut oracle = Exhaustive::new(game, 64 << 20).unwrap().with_most_positions(most);
        match oracle.bounds(record.position(), Goal::Exact, &mut Control::default()) {
            Ok(_) => return Some(record),
            Err(error) if matches!(error.premise, Premise::TooManyPositions { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    None
}

fn holds(bounds: Bounds, value: Value) -> bool {
    (bounds.at_least.worth()..=bounds.at_most.worth()).contains(&value.worth())
}

/// Compares all that an estimation calls proved with an exact engine. Whether the outcome was proved.
fn check<G: Playable>(
    name: &str,
    game: &G,
    oracle: &mut impl Engine<G>,
    record: &Record<G>,
    found: &Estimation<G::Move>,
) -> bool {
    let position = record.position();
    let exact = solve(oracle, position, &mut Control::default()).unwrap();
    let value = exact.value().unwrap();
    let lead = record.lead(game);
    assert!(holds(found.shown.bounds, value), "{name}: {:?} for {value:?} at {position:?}", found.shown.bounds);
    if let Some(proved) = found.shown.value() {
        assert_eq!(proved, value, "{name} at {position:?}");
    }
    for (i, (estimated, exact)) in found.shown.moves.iter().zip(&exact.moves).enumerate() {
        let value = exact.bounds.value().unwrap();
        assert_eq!(estimated.mv, exact.mv);
        assert!(holds(estimated.bounds, value), "{name}: {:?} for {value:?} at {position:?}", estimated.bounds);
        let Score { mean: score, low, high } = found.tries[i].score;
        assert!(0.0 <= low && low <= score && score <= high && high <= 1.0, "{low} {score} {high}");
        match estimated.bounds.with_lead(lead).outcome() {
            Some(Outcome::Win) => assert_eq!(score, 1.0, "{name} at {position:?}"),
            Some(Outcome::Loss) => assert_eq!(score, 0.0, "{name} at {position:?}"),
            _ => {}
        }
    }
    // the game's own bounds may tell who wins before a move does
    let outcome = found.shown.bounds.with_lead(lead).outcome();
    let is_shown = |bounds: Bounds| Some(bounds.with_lead(lead).at_least.outcome()) == outcome;
    let outcome = outcome.filter(|_| found.shown.moves.iter().any(|mv| is_shown(mv.bounds)));
    if let (Some(outcome), Some(choice)) = (outcome, found.choice) {
        let kept = exact.moves[choice].bounds.value().unwrap().with_lead(lead).outcome();
        assert_eq!(kept, outcome, "{name}: the choice gives away what is proved at {position:?}");
    }
    outcome.is_some()
}

#[test]
fn what_is_proved_is_so() {
    let games = [
        "weighted-tic-tac-toe",
        "weighted-tic-tac-toe weights=-1,1,0,-4,-2,-5,-4,-1,-5",
        "weighted-tic-tac-toe rows=4 cols=3 k=4",
        "connect-four cols=4 rows=4",
        "connect-four cols=5 rows=4",
        "tixtax",
        "tixtax won-boards=open",
        "triangle-war",
        "triangle-war side=2",
        "dots-and-boxes",
        "strings-and-coins edges=a-b,b-c,c-d,d-a,a-c,ground-a,ground-c",
        "nim",
        "nim heaps=3,4,5 misere=true",
        "subtraction heap=30 take=2,3,7",
        "chomp",
    ];
    let mut random = fastrand::Rng::with_seed(3);
    for name in games {
        let opened = open(name);
        let (mut checked, mut decided) = (0, 0);
        with_game!(opened, |game| {
            let mut oracle = Exhaustive::new(game, 64 << 20).unwrap();
            while checked < rounds(40) {
                let Some(record) = small_position(game, 1_000, &mut random) else { continue };
                for limit in [10, 300, 3_000, 20_000] {
                    let found = think(game, record.position(), record.lead(game), limit, random.u64(..));
                    decided += check(name, game, &mut oracle, &record, &found) as usize;
                    // the hints of a game make proofs come sooner, and nothing else
                    let plain = Bare(game);
                    let plain_found = Estimate::new(&plain, MEMORY, 1).unwrap();
                    let plain_found = { plain_found }.think(record.position(), record.lead(game), &mut nodes(limit));
                    check(name, game, &mut oracle, &record, &plain_found.unwrap());
                }
                checked += 1;
            }
        });
        assert!(decided > rounds(20), "{name}: {decided}");
    }
}

/// A network that has learnt nothing, and is very sure of it.
fn nonsense<G: Playable>(game: &G, random: &mut fastrand::Rng) -> Arc<Network> {
    let patterns = game.patterns();
    let mut number = || 4.0 * random.f32() - 2.0;
    let weights = Weights {
        codes: patterns.tables.iter().map(|&size| vec![std::array::from_fn(|_| number()); size]).collect(),
        places: patterns.places.iter().map(|_| std::array::from_fn(|_| std::array::from_fn(|_| number()))).collect(),
        bias: std::array::from_fn(|_| number()),
        second: std::array::from_fn(|_| std::array::from_fn(|_| number())),
        second_bias: std::array::from_fn(|_| number()),
        last: std::array::from_fn(|_| number()),
        last_bias: number(),
    };
    Arc::new(Network::new(&weights, &patterns))
}

#[test]
fn what_is_proved_with_a_network_is_so() {
    let mut random = fastrand::Rng::with_seed(7);
    for name in ["tixtax", "tixtax won-boards=open"] {
        let opened = open(name);
        let (mut checked, mut decided) = (0, 0);
        with_game!(opened, |game| {
            let mut oracle = Exhaustive::new(game, 64 << 20).unwrap();
            while checked < rounds(100) {
                let Some(record) = small_position(game, 1_000, &mut random) else { continue };
                let network = nonsense(game, &mut random);
                let mut estimate = Estimate::with_network(game, 4 * MEMORY, 1, || Some(network)).unwrap();
                for limit in [10, 300, 20_000] {
                    let found = estimate.think(record.position(), record.lead(game), &mut nodes(limit)).unwrap();
                    decided += check(name, game, &mut oracle, &record, &found) as usize;
                }
                checked += 1;
            }
        });
        assert!(decided > rounds(100), "{name}: {decided}");
    }
}

#[test]
fn what_is_proved_with_cycles_is_so() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut decided = 0;
    for name in
        ["finger-game modulus=3", "finger-game modulus=4", "finger-game", "quixo size=3", "chess-ending pieces=KQK"]
    {
        let opened = open(name);
        with_game!(opened, |game| {
            let mut oracle = Retrograde::new(game, 256 << 20).unwrap();
            for _ in 0..60 {
                let plies = random.usize(..12);
                let record = random_record(game, plies, &mut random);
                let found = think(game, record.position(), 0, 20_000, random.u64(..));
                decided += check(name, game, &mut oracle, &record, &found) as usize;
            }
        });
    }
    assert!(decided > 50, "{decided}");
}

#[test]
fn comes_to_a_best_move() {
    let mut random = fastrand::Rng::with_seed(8);
    for name in ["weighted-tic-tac-toe", "connect-four cols=5 rows=4", "tixtax", "triangle-war", "nim heaps=3,4,5"] {
        let opened = open(name);
        let (mut best, mut asked) = (0, 0);
        with_game!(opened, |game| {
            let mut oracle = AlphaBeta::new(game, MEMORY).unwrap();
            while asked < 30 {
                let Some(record) = small_position(game, 2_000, &mut random) else { continue };
                let lead = record.lead(game);
                // enough for the tree to have no need to stop growing
                let mut estimate = Estimate::new(game, 256 << 20, random.u64(..)).unwrap();
                let found = estimate.think(record.position(), lead, &mut nodes(3_000_000)).unwrap();
                let exact = solve(&mut oracle, record.position(), &mut Control::default()).unwrap();
                let outcome = |bounds: Bounds| bounds.value().unwrap().with_lead(lead).outcome();
                let kept = outcome(exact.moves[found.choice.unwrap()].bounds) == outcome(exact.bounds);
                best += kept as usize;
                asked += 1;
            }
        });
        assert_eq!(best, asked, "{name}");
    }
}

#[test]
fn wins_at_once_and_prevents_losses() {
    let opened = open("connect-four");
    with_game!(opened, |game| for (text, mv) in [("112233", "4"), ("11223", "4"), ("12121", "1"), ("121212", "1")] {
        let record = perfectplay_game::Notation::read_position(game, text).unwrap();
        let found = think(game, record.position(), 0, 20_000, 1);
        let choice = perfectplay_game::Notation::write_move(game, found.choice().unwrap().0);
        assert_eq!(choice, mv, "{text}");
    });
}

#[test]
fn is_the_same_for_the_same_seed() {
    for (name, opened) in instances() {
        with_game!(opened, |game| {
            let mut answers = [1, 1, 2].map(|seed| think(game, &game.start(), 0, 20_000, seed));
            answers.iter_mut().for_each(|answer| answer.shown.elapsed = Default::default());
            assert_eq!(answers[0], answers[1], "{name}");
            if name == "tixtax" {
                assert_ne!(answers[0], answers[2], "{name}");
            }
        });
    }
}

#[test]
fn a_tiny_tree_still_gives_an_answer() {
    for (name, opened) in instances() {
        with_game!(opened, |game| {
            let mut tiny = Estimate::new(game, 1 << 16, 1).unwrap();
            let record = Record::new(game);
            let found = tiny.think(record.position(), 0, &mut nodes(50_000)).unwrap();
            assert_eq!(found.choice.is_none(), game.ending(record.position()).is_some(), "{name}");
        });
    }
    let opened = open("tixtax");
    with_game!(opened, |game| assert!(Estimate::new(game, 1 << 15, 1).is_err()));
}

#[test]
fn stops_when_it_is_told() {
    let opened = open("tixtax");
    with_game!(opened, |game| {
        let mut estimate = Estimate::new(game, MEMORY, 1).unwrap();
        let mut control = nodes(5_000);
        let found = estimate.think(&game.start(), 0, &mut control).unwrap();
        assert_eq!((control.nodes(), control.stopped()), (5_000, Some(Stop::Nodes)));
        assert_eq!((found.shown.nodes, found.shown.bounds.outcome()), (5_000, None));
        let cancel = Cancel::default();
        cancel.cancel();
        let mut control = Control::default().with_cancel(cancel);
        let found = estimate.think(&game.start(), 0, &mut control).unwrap();
        assert_eq!(control.stopped(), Some(Stop::Cancelled));
        assert!(found.choice.is_some());
    });
}

/// Each answer is as right with what is left of the last tree as with a new one.
#[test]
fn a_game_from_one_tree() {
    let mut random = fastrand::Rng::with_seed(13);
    for name in ["weighted-tic-tac-toe", "connect-four cols=4 rows=4", "triangle-war side=2", "dots-and-boxes", "nim"] {
        let opened = open(name);
        with_game!(opened, |game| for seed in 0..20 {
            let mut oracle = Exhaustive::new(game, 64 << 20).unwrap();
            let mut estimate = Estimate::new(game, MEMORY, seed).unwrap();
            let mut record = Record::new(game);
            while game.ending(record.position()).is_none() {
                let found = estimate.think(record.position(), record.lead(game), &mut nodes(2_000)).unwrap();
                check(name, game, &mut oracle, &record, &found);
                let moves: Vec<_> = game.moves(record.position()).collect();
                assert_eq!(moves, found.shown.moves.iter().map(|mv| mv.mv).collect::<Vec<_>>(), "{name}");
                for _ in 0..random.usize(0..4) {
                    let moves: Vec<_> = game.moves(record.position()).collect();
                    let Some(mv) = random.choice(moves) else { break };
                    record.play(game, mv).unwrap();
                }
            }
        });
    }
}

#[test]
fn a_proved_root_ends_the_search() {
    let opened = open("nim");
    with_game!(opened, |game| {
        let mut control = Control::default();
        let found = Estimate::new(game, MEMORY, 1).unwrap().think(&game.start(), 0, &mut control).unwrap();
        assert_eq!(found.shown.bounds.outcome(), Some(Outcome::Win));
        assert_eq!(found.choice().unwrap().1, Score { mean: 1.0, low: 1.0, high: 1.0 });
        assert_eq!(control.stopped(), None);
    });
}

/// Moves that lead to positions of the same value have the same figure, and if one of them is among the best, all are.
#[test]
fn equal_moves_have_equal_figures() {
    let mut random = fastrand::Rng::with_seed(21);
    for (name, opened) in instances() {
        with_game!(opened, |game| figures_are_equal(&name, game, &mut random));
    }
}

fn figures_are_equal<G: Playable>(name: &str, game: &G, random: &mut fastrand::Rng) {
    let mut estimate = Estimate::new(game, MEMORY, 1).unwrap();
    for plies in [0, 0, 1, 2, 3, 5] {
        let record = random_record(game, plies, random);
        let position = record.position();
        let found = estimate.think(position, record.lead(game), &mut nodes(2_000)).unwrap();
        let class = |mv| {
            let step = game.play(position, mv);
            (game.canonical_key(&step.position), game.moves_again(position, &step.position), step.gain)
        };
        for (i, one) in found.shown.moves.iter().enumerate() {
            let alike = found.shown.moves.iter().position(|other| class(other.mv) == class(one.mv)).unwrap();
            assert_eq!(found.tries[i], found.tries[alike], "{name} at {position:?}");
            assert_eq!(one.bounds, found.shown.moves[alike].bounds, "{name} at {position:?}");
            assert_eq!(found.leaders.contains(&i), found.leaders.contains(&alike), "{name} at {position:?}");
        }
        assert!(found.choice.is_none_or(|choice| found.leaders.contains(&choice)), "{name} at {position:?}");
        assert_eq!(found.line.first().copied(), found.choice().map(|(mv, _)| mv), "{name} at {position:?}");
        let mut end = record.clone();
        found.line.iter().for_each(|&mv| end.play(game, mv).expect("a line of legal moves"));
    }
}

/// Whatever is told of an analysis holds, and nothing that is open is without an estimate once there was one.
#[test]
fn an_analysis_holds_at_any_time() {
    let mut random = fastrand::Rng::with_seed(22);
    let names =
        ["tixtax", "connect-four cols=4 rows=4", "triangle-war side=2", "dots-and-boxes", "weighted-tic-tac-toe"];
    let mut estimated = 0;
    for name in names {
        let opened = open(name);
        with_game!(opened, |game| for _ in 0..rounds(40) {
            let Some(record) = small_position(game, 1_000, &mut random) else { continue };
            let (position, lead) = (record.position(), record.lead(game));
            let exact = solve(&mut Exhaustive::new(game, MEMORY).unwrap(), position, &mut Control::default()).unwrap();
            let mut engine = Exhaustive::new(game, MEMORY).unwrap();
            let mut estimate = Estimate::new(game, MEMORY, random.u64(..)).unwrap();
            for limit in [1, 30, 200, 100_000] {
                let mut had_one = false;
                let mut tell = |known: &Analysis<_>| {
                    holds_beside(game, lead, known, &exact);
                    let is_open = !known.solution.answers(Goal::Outcome { lead }, game.scored());
                    assert_eq!(
                        known.estimation.is_some(),
                        is_open && (had_one || known.estimation.is_some()),
                        "{name}"
                    );
                    had_one |= known.estimation.is_some();
                };
                let mut control = nodes(limit);
                let found = analyse(&mut engine, &mut estimate, (position, lead), Goal::Exact, &mut tell, &mut control)
                    .unwrap();
                tell(&found);
                let is_open = !found.solution.answers(Goal::Outcome { lead }, game.scored());
                assert_eq!(found.estimation.is_some(), is_open, "{name}: a stopped search has an estimate");
                estimated += is_open as usize;
            }
        });
    }
    assert!(estimated > rounds(100), "{estimated}");
}

/// That an analysis does not contradict the truth, nor itself.
fn holds_beside<G: Playable>(
    game: &G,
    lead: i32,
    known: &Analysis<G::Move>,
    exact: &perfectplay_solve::Solution<G::Move>,
) {
    assert!(holds(known.solution.bounds, exact.value().unwrap()));
    let Some(estimation) = &known.estimation else { return };
    for (at, exact) in exact.moves.iter().enumerate() {
        let value = exact.bounds.value().unwrap();
        let proved = known.solution.moves[at].bounds;
        assert!(holds(proved, value) && holds(estimation.shown.moves[at].bounds, value));
        let score = estimation.tries[at].score;
        match proved.with_lead(lead).outcome() {
            Some(Outcome::Win) => assert_eq!(score.low, 1.0),
            Some(Outcome::Loss) => assert_eq!(score.high, 0.0),
            Some(Outcome::Tie | Outcome::Draw) => assert_eq!((score.low, score.high), (0.5, 0.5)),
            None => {}
        }
    }
    let choice = estimation.choice.expect("an unfinished position");
    let is_beaten = |bounds: Bounds| {
        let most = bounds.at_most.worth();
        known.solution.moves.iter().any(|mv| mv.bounds.at_least.worth().signum() > most.signum() && !game.scored())
    };
    assert!(!is_beaten(known.solution.moves[choice].bounds), "what is proved to be worse is not chosen");
}

/// Each network that comes along is read by the game that it is for, and sessions judge by it.
#[test]
#[cfg(feature = "books")]
fn shipped_networks_are_used() {
    use perfectplay::{Doors, Means, Place, networks};
    assert!(!networks::ALL.is_empty());
    let doors = Doors::ours();
    for (subject, file) in networks::ALL {
        let (name, settings) = subject.split_once(" ").unwrap();
        let settings = settings.split_once(", patterns").unwrap().0;
        let settings = settings.split(' ').map(|setting| setting.split_once('=').unwrap());
        let settings: Vec<_> = settings.map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let door = doors.open(name, &settings).unwrap();
        assert_eq!(networks::shipped_for(&*door).as_deref(), Some(*file), "{subject}");
        let estimate = |network: Option<&'static [u8]>| {
            let means = Means {
                engine: None,
                memory: None,
                memory_of_estimates: Some(256 << 20),
                network: network.map(Into::into),
                crew: perfectplay::Crew::new(1),
                seed: 1,
                tables: Default::default(),
            };
            let mut session = door.session(means).unwrap();
            let report = session.estimate(&Place::default(), &mut |_| {}, &mut nodes(20_000)).unwrap();
            serde_json::to_string(&report.moves).unwrap()
        };
        assert_ne!(estimate(Some(file)), estimate(None), "{subject}");
        // one that is damaged is as good as none
        assert_eq!(estimate(Some(&file[..file.len() - 1])), estimate(None), "{subject}");
    }
    assert!(networks::shipped_for(&*doors.open::<String>("nim", &[]).unwrap()).is_none());
}
