//! Somebody's game whose hints or rules are broken: a typed error that names a position, never a panic of ours; and a panic of the
//! rules is passed on as it is.

use perfectplay_game::{Ending, Game, Hints, Player, Step};
use perfectplay_solve::{
    AlphaBeta, Control, Crew, Engine, EngineKind, Goal, Premise, Retrograde, Scope, Strong, StrongError, Workshop,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

const MEMORY: usize = 1 << 24;
const LAST: u32 = 40;

/// A token goes one to three squares on, until it is at the last; it has one flaw.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Steps {
    flaw: Flaw,
    has_layers: bool,
    is_dense: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Flaw {
    None,
    /// The number of a square is not below the count.
    IndexOutOfRange,
    /// A square has no number.
    NoIndex,
    /// A number that a square has leads nowhere.
    NoPosition,
    /// A key has more bits than promised.
    LongKey,
    /// A key cannot be packed though it is promised.
    NoPacked,
    /// The layer falls.
    LayerFalls,
    /// A square has no layer.
    NoLayer,
    /// A finished game goes on.
    PlaysOn,
    /// The rules panic.
    Panic,
}

/// Where the flaw shows.
const BROKEN: u32 = 30;

type Square = (u32, Player);

impl Game for Steps {
    type Position = Square;
    type Move = u32;

    fn start(&self) -> Square {
        (0, Player::First)
    }
    fn turn(&self, square: &Square) -> Player {
        square.1
    }
    fn ending(&self, square: &Square) -> Option<Ending> {
        let ends_early = self.flaw == Flaw::PlaysOn && square.0 == BROKEN;
        (square.0 == LAST || ends_early).then_some(Ending::Loss)
    }
    fn moves(&self, square: &Square) -> impl Iterator<Item = u32> {
        assert!(self.flaw != Flaw::Panic || square.0 != BROKEN, "my rules are wrong at {BROKEN}");
        1..=3.min(LAST - square.0)
    }
    fn play(&self, square: &Square, steps: u32) -> Step<Square> {
        (square.0 + steps, square.1.other()).into()
    }
    fn layer(&self, square: &Square) -> Option<u32> {
        match self.flaw {
            Flaw::LayerFalls if square.0 == BROKEN => Some(7),
            Flaw::NoLayer if square.0 == BROKEN => None,
            _ => self.has_layers.then_some(square.0),
        }
    }
}

impl Hints for Steps {
    type Key = Square;

    fn key(&self, square: &Square) -> Square {
        *square
    }
    fn packed_bits(&self) -> Option<u32> {
        Some(10)
    }
    fn packed(&self, key: &Square) -> Option<u64> {
        let number = 2 * u64::from(key.0) + key.1.index() as u64;
        match self.flaw {
            Flaw::LongKey if key.0 == BROKEN => Some(number + 1024),
            Flaw::NoPacked if key.0 == BROKEN => None,
            _ => Some(number),
        }
    }
    fn index_count(&self) -> Option<u64> {
        Some(u64::from(LAST) + 1)
    }
    fn is_dense(&self) -> bool {
        self.is_dense
    }
    fn index(&self, square: &Square) -> Option<u64> {
        match self.flaw {
            Flaw::IndexOutOfRange if square.0 == BROKEN => Some(u64::MAX),
            Flaw::NoIndex if square.0 == BROKEN => None,
            _ => Some(square.0.into()),
        }
    }
    fn at_index(&self, index: u64) -> Option<Square> {
        let is_lost = self.flaw == Flaw::NoPosition && index == u64::from(BROKEN);
        (index <= u64::from(LAST) && !is_lost).then_some((index as u32, Player::First))
    }
}

/// All ways to work on the game, each with what comes of it.
fn attempts(game: &Steps) -> Vec<(String, Option<Premise>)> {
    let mut attempts = vec![];
    for threads in [1, 2, 4] {
        let crew = Crew::new(threads);
        let mut engines: Vec<Box<dyn Engine<Steps>>> = vec![
            Box::new(AlphaBeta::with_crew(game, MEMORY, crew).unwrap()),
            Box::new(Retrograde::new(game, MEMORY).unwrap().with_threads(threads)),
        ];
        if game.has_layers {
            engines.push(EngineKind::ProofNumber.start(game, MEMORY, crew).unwrap());
        }
        for mut engine in engines {
            let found = engine.bounds(&game.start(), Goal::Exact, &mut Control::default());
            let name = format!("{} with {threads} threads", engine.name());
            attempts.push((name, found.err().map(|error| error.premise)));
        }
        for scope in [Scope::All, Scope::From(vec![game.start()])] {
            let folder = tempfile::tempdir().unwrap();
            let workshop = Workshop {
                folder: folder.path().join("work"),
                job: "steps".to_string(),
                resume: false,
                crew,
                memory: 1 << 26,
                save_every: Duration::MAX,
            };
            let found = Strong::solve(game, &scope, &workshop, &mut |_| {}, &mut Control::default());
            let premise = match found {
                Ok(_) => None,
                Err(StrongError::Unsolvable(error)) => Some(error.premise),
                Err(error) => panic!("{error}"),
            };
            attempts.push((format!("a strong solution of {scope:?} with {threads} threads"), premise));
        }
    }
    attempts
}

#[test]
fn broken_hints_are_told() {
    let expected = |flaw| match flaw {
        Flaw::IndexOutOfRange | Flaw::NoIndex => vec![Premise::NotNumbered],
        // an array leaves a place empty, and then misses it
        Flaw::NoPosition => vec![Premise::NotAtItsNumber { number: BROKEN.into() }, Premise::NotNumbered],
        Flaw::LongKey | Flaw::NoPacked => vec![Premise::NotPacked { bits: 10 }],
        Flaw::LayerFalls | Flaw::NoLayer => vec![Premise::LayerDoesNotRise, Premise::NotNumbered],
        Flaw::PlaysOn => vec![Premise::MoveAfterEnd],
        Flaw::None | Flaw::Panic => vec![],
    };
    for flaw in [
        Flaw::None,
        Flaw::IndexOutOfRange,
        Flaw::NoIndex,
        Flaw::NoPosition,
        Flaw::LongKey,
        Flaw::NoPacked,
        Flaw::LayerFalls,
        Flaw::NoLayer,
        Flaw::PlaysOn,
    ] {
        let mut told = 0;
        for (has_layers, is_dense) in [(false, false), (false, true), (true, false), (true, true)] {
            let game = Steps { flaw, has_layers, is_dense };
            for (attempt, premise) in attempts(&game) {
                // engines that do not use the hint do not miss it; those without layers say so if they cannot do without
                let is_cycle = matches!(premise, Some(Premise::Cycle { .. }));
                let is_expected = premise.is_none_or(|premise| expected(flaw).contains(&premise));
                assert!(is_expected || is_cycle, "{attempt} of {game:?}: {premise:?}");
                told += usize::from(premise.is_some());
            }
        }
        assert_eq!(told > 0, flaw != Flaw::None, "{flaw:?}");
    }
}

#[test]
fn a_panic_of_the_rules_is_passed_on() {
    for (has_layers, is_dense) in [(false, true), (true, false), (true, true)] {
        let game = Steps { flaw: Flaw::Panic, has_layers, is_dense };
        let panic = catch_unwind(AssertUnwindSafe(|| attempts(&game))).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("my rules are wrong at 30"));
        for threads in [2, 4] {
            let crew = Crew::new(threads);
            let ask = |engine: &mut dyn Engine<Steps>| {
                let work = || engine.bounds(&game.start(), Goal::Exact, &mut Control::default()).is_ok();
                catch_unwind(AssertUnwindSafe(work)).unwrap_err()
            };
            let panics = [
                ask(&mut AlphaBeta::with_crew(&game, MEMORY, crew).unwrap()),
                ask(&mut Retrograde::new(&game, MEMORY).unwrap().with_threads(threads)),
            ];
            for panic in panics {
                assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("my rules are wrong at 30"));
            }
        }
    }
}
