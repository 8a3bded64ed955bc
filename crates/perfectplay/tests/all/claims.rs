//! Every kind of claim means the same to the engines, the writer, the checker and the reader: what is true is proved and
//! verified, what is false is refused by all of them, whatever the strategy. The judge is brute force.

use crate::common::graph::{Graph, Traits};
use crate::common::{open, random_record, with_game};
use crate::meaning;
use perfectplay::check::{
    CertificateError, Claim, Demand, Gets, Header, Side, Strategy, Terms, Trouble, Trusted, walk,
};
use perfectplay::{
    CertifyError, Control, Crew, Engine, EngineKind, EngineStrategy, Game, Notation, Options, Record, Solvable, Unable,
    certify,
};
use std::collections::HashMap;
use std::io::Cursor;

const MEMORY: usize = 4 << 20;
const TERMS: Terms = Terms { threads: 1, memory: MEMORY, most_positions: 100_000 };

/// All claims with these numbers, of either side.
fn claims(within: impl IntoIterator<Item = Option<u32>>, margins: impl IntoIterator<Item = i32>) -> Vec<Claim> {
    let of_plies = |within| [Gets::Win { within }, Gets::NotLoss { within }];
    let gets = within.into_iter().flat_map(of_plies);
    let gets = gets.chain(margins.into_iter().map(|at_least| Gets::Margin { at_least }));
    gets.flat_map(|gets| [Side::Mover, Side::Other].map(|side| Claim { side, gets })).collect()
}

/// A cell of the product: the kind of the claim, whose it is, the game, the start, and the truth.
type Cell = (&'static str, bool, &'static str, bool, bool, &'static str);

fn cell<G: Game>(game: &G, record: &Record<G>, claim: Claim, kind: &'static str, truth: Option<bool>) -> Cell {
    let gets = match claim.gets {
        Gets::Win { within: None } => "win",
        Gets::Win { within: Some(_) } => "win within",
        Gets::NotLoss { within: None } => "not loss",
        Gets::NotLoss { within: Some(_) } => "not loss within",
        Gets::Margin { .. } => "margin",
    };
    let truth = match truth {
        None => "unfit",
        Some(true) => "true",
        Some(false) => "false",
    };
    let (is_over, leads) = (game.ending(record.position()).is_some(), record.first_players_lead() != 0);
    (gets, claim.side == Side::Mover, kind, is_over, leads, truth)
}

/// Numbers as in a file: after each walk the next list of them, until all that there can be have been said.
struct Every {
    said: Vec<(u64, u64)>,
    at: usize,
    most_plies: u64,
}

impl Every {
    fn new(most_plies: u64) -> Every {
        Every { said: vec![], at: 0, most_plies }
    }

    /// The same as before up to the last number that can be raised; false if there is none.
    fn next(&mut self) -> bool {
        self.said.truncate(self.at);
        self.at = 0;
        while let Some((number, count)) = self.said.pop() {
            if number + 1 < count {
                self.said.push((number + 1, count));
                return true;
            }
        }
        false
    }

    fn say(&mut self, count: u64) -> u64 {
        if self.at == self.said.len() {
            self.said.push((0, count));
        }
        self.at += 1;
        self.said[self.at - 1].0
    }
}

/// All strategies for a game.
struct EveryIn<'g, G> {
    every: Every,
    game: &'g G,
}

impl<G: Game> Strategy<G::Position> for EveryIn<'_, G> {
    type Error = ();

    fn choose(&mut self, demand: &Demand<G::Position>) -> Result<u64, ()> {
        Ok(self.every.say(self.game.moves(&demand.position).count() as u64))
    }

    fn declare(&mut self, _: &Demand<G::Position>) -> Result<u32, ()> {
        Ok(self.every.say(self.every.most_plies) as u32)
    }
}

/// Whether some strategy is accepted, of the first so many.
fn some_strategy_is_accepted<G: Trusted>(game: &G, record: &Record<G>, claim: Claim, tries: usize) -> bool {
    let mut strategy = EveryIn { every: Every::new(7), game };
    for _ in 0..tries {
        if walk(game, record, claim, &mut strategy, TERMS, &mut |_| true).is_ok() {
            return true;
        }
        if !strategy.every.next() {
            return false;
        }
    }
    false
}

/// Engines that can take the game.
fn engines<'g, G: Solvable + Notation>(game: &'g G, with_cycles: bool) -> Vec<Box<dyn Engine<G> + Send + 'g>> {
    let kinds = EngineKind::ALL.into_iter().filter(|kind| !with_cycles || *kind == EngineKind::Retrograde);
    kinds.map(|kind| kind.start(game, MEMORY, Crew::new(1)).unwrap()).collect()
}

/// Whether an engine proves a claim by its play; `None` if there is nothing to prove.
fn is_proved<G: Trusted>(
    game: &G,
    record: &Record<G>,
    claim: Claim,
    engine: &mut (dyn Engine<G> + Send),
) -> Option<bool> {
    let mut control = Control::default();
    let mut strategy = EngineStrategy::new(engine, &mut control);
    match walk(game, record, claim, &mut strategy, TERMS, &mut |_| true) {
        Ok(_) => Some(true),
        // what an engine says is enough only in its own eyes is for the checker to notice
        Err(Trouble::Strategy(Unable::Refuted, _) | Trouble::At(..)) => Some(false),
        Err(Trouble::Claim(_)) => None,
        Err(trouble) => panic!("{trouble:?}"),
    }
}

/// The same with a certificate that is written and checked.
fn is_certified<G: Trusted + Notation>(
    game: &G,
    record: &Record<G>,
    claim: Claim,
    engine: &mut (dyn Engine<G> + Send),
) -> Option<bool> {
    let (header, _) = Header::about("graph", &Options::default(), game, record).unwrap();
    let header = Header { claims: vec![claim], ..header };
    match certify(&mut Cursor::new(vec![]), game, &header, engine, TERMS, &mut Control::default()) {
        Ok(_) => Some(true),
        Err(CertifyError::Refuted) => Some(false),
        Err(CertifyError::File(CertificateError::Claim(_))) => None,
        Err(error) => panic!("{error}"),
    }
}

/// How often each cell was tried.
#[derive(Default)]
struct Tally(HashMap<Cell, usize>);

impl Tally {
    fn try_claim<G>(&mut self, game: &G, record: &Record<G>, claim: Claim, kind: &'static str, with_cycles: bool)
    where
        G: Solvable + Trusted + Notation + std::fmt::Debug,
    {
        let truth = meaning::holds(game, record, claim, 24);
        *self.0.entry(cell(game, record, claim, kind, truth)).or_default() += 1;
        let about = || format!("{claim:?} after {:?} is {truth:?}: {game:?}", record.moves().collect::<Vec<_>>());
        for mut engine in engines(game, with_cycles) {
            assert_eq!(is_proved(game, record, claim, &mut *engine), truth, "{}: {}", engine.name(), about());
        }
        let mut engine = EngineKind::Retrograde.start(game, MEMORY, Crew::new(1)).unwrap();
        assert_eq!(is_certified(game, record, claim, &mut *engine), truth, "{}", about());
        let is_accepted = some_strategy_is_accepted(game, record, claim, 300);
        assert!(!is_accepted || truth == Some(true), "some strategy: {}", about());
    }
}

#[test]
fn mean_the_same_to_all_on_random_games() {
    let games = [
        ("layers", Traits { layered: true, ..Traits::default() }),
        ("scores", Traits { layered: true, scored: true, ..Traits::default() }),
        ("scores and endings", Traits { layered: true, scored: true, abrupt: true, ..Traits::default() }),
        ("cycles", Traits { with_cycles: true, ..Traits::default() }),
    ];
    let mut random = fastrand::Rng::with_seed(131);
    let mut tally = Tally::default();
    for (kind, traits) in games {
        for round in 0..300 {
            let graph = Graph::with(&mut random, if round % 2 == 0 { 7 } else { 16 }, traits);
            let plies = random.usize(0..4);
            let record = random_record(&graph, plies, &mut random);
            let (plies, margin) = (random.u32(0..6), random.i32(-6..7));
            for claim in claims([None, Some(plies)], [margin]) {
                tally.try_claim(&graph, &record, claim, kind, traits.with_cycles);
            }
        }
    }
    // every cell that there can be has been there
    for (kind, traits) in games {
        for gets in ["win", "win within", "not loss", "not loss within", "margin"] {
            let fits = if traits.scored { !gets.contains("within") } else { gets != "margin" };
            for is_mover in [true, false] {
                for is_over in [true, false] {
                    for leads in [false, true].into_iter().filter(|&leads| !leads || traits.scored) {
                        let is_even = is_over && !leads && kind == "scores";
                        let truths = match gets {
                            _ if !fits => &["unfit"][..],
                            "win" if is_even => &["false"],
                            "not loss" if is_even => &["true"],
                            _ => &["true", "false"],
                        };
                        for truth in truths {
                            let cell = (gets, is_mover, kind, is_over, leads, *truth);
                            assert!(tally.0.contains_key(&cell), "{cell:?} was not tried: {:?}", tally.0.len());
                        }
                    }
                }
            }
        }
    }
}

/// Scored games without layers may be endless, so there is nothing to claim about them.
#[test]
fn are_refused_in_scored_games_without_layers() {
    let mut random = fastrand::Rng::with_seed(132);
    let graph = Graph::random(&mut random, true, true);
    for claim in claims([None, Some(2)], [0]) {
        let mut strategy = EveryIn { every: Every::new(3), game: &graph };
        let walked = walk(&graph, &Record::new(&graph), claim, &mut strategy, TERMS, &mut |_| true);
        assert!(matches!(walked, Err(Trouble::Claim(_))), "{claim:?}");
    }
}

/// The smallest case of a false proof that was once accepted, and of a true claim that was called false.
#[test]
fn within_plies_say_nothing_about_scored_games() {
    let opened = open("strings-and-coins edges=ground-1");
    with_game!(opened, |game| {
        let record = Record::new(game);
        for claim in claims([None, Some(0), Some(1), Some(2)], []) {
            let truth = meaning::holds(game, &record, claim, 8);
            let fits = matches!(claim.gets, Gets::Win { within: None } | Gets::NotLoss { within: None });
            assert_eq!(truth, fits.then_some(claim.side == Side::Mover), "{claim:?}");
            let mut strategy = EveryIn { every: Every::new(3), game };
            let walked = walk(game, &record, claim, &mut strategy, TERMS, &mut |_| true);
            match truth {
                None => assert!(matches!(walked, Err(Trouble::Claim(_))), "{claim:?}"),
                Some(truth) => assert_eq!(walked.is_ok(), truth, "{claim:?}"),
            }
        }
    });
}
