//! A game that breaks the premises of Zermelo's theorem gets an error that says so, never an answer.

use perfectplay_game::conformance::Bare;
use perfectplay_game::{Ending, Game, Hints, MARGIN_LIMIT, Notation, Plain, Player, Step, Value};
use perfectplay_games::{FingerGame, Nim, Subtraction, WeightedTicTacToe};
use perfectplay_solve::{
    AlphaBeta, Auto, Cancel, Control, Crew, Engine, EngineKind, Exhaustive, Goal, Limits, Premise, Retrograde, Stop,
};

const MEMORY: usize = 64 << 20;

/// A token on numbered squares: the moves from each square, and what reaching a square gains.
struct Token {
    moves: Vec<Vec<u8>>,
    gains: Vec<i32>,
    scored: bool,
    claims_layers: bool,
}

impl Token {
    fn new(moves: &[&[u8]]) -> Self {
        let moves: Vec<Vec<u8>> = moves.iter().map(|targets| targets.to_vec()).collect();
        Token { gains: vec![0; moves.len()], moves, scored: false, claims_layers: false }
    }
}

/// The last square ends the game.
impl Game for Token {
    type Position = (u8, Player);
    type Move = u8;

    fn start(&self) -> (u8, Player) {
        (0, Player::First)
    }
    fn turn(&self, position: &(u8, Player)) -> Player {
        position.1
    }
    fn ending(&self, position: &(u8, Player)) -> Option<Ending> {
        (position.0 as usize == self.moves.len() - 1).then_some(if self.scored { Ending::Tie } else { Ending::Loss })
    }
    fn moves(&self, position: &(u8, Player)) -> impl Iterator<Item = u8> {
        self.moves[position.0 as usize].iter().copied()
    }
    fn play(&self, position: &(u8, Player), to: u8) -> Step<(u8, Player)> {
        Step { position: (to, position.1.other()), gain: self.gains[to as usize] }
    }
    fn scored(&self) -> bool {
        self.scored
    }
    fn layer(&self, position: &(u8, Player)) -> Option<u32> {
        self.claims_layers.then_some(position.0.into())
    }
}

impl Hints for Token {
    type Key = (u8, Player);
    fn key(&self, position: &(u8, Player)) -> (u8, Player) {
        *position
    }
}

fn failures(game: &Token) -> [Option<(Premise, u8)>; 3] {
    fn failure(engine: &mut impl Engine<Token>) -> Option<(Premise, u8)> {
        let start = engine.game().start();
        let result = engine.bounds(&start, Goal::Exact, &mut Control::default());
        // asking again gives the same answer
        assert_eq!(result, engine.bounds(&start, Goal::Exact, &mut Control::default()));
        result.err().map(|error| (error.premise, error.position.0))
    }
    let alpha_beta = failure(&mut AlphaBeta::new(game, MEMORY).unwrap());
    for threads in [2, 4] {
        assert_eq!(failure(&mut AlphaBeta::with_crew(game, MEMORY, Crew::new(threads)).unwrap()), alpha_beta);
    }
    [
        failure(&mut Exhaustive::new(game, MEMORY).unwrap()),
        alpha_beta,
        failure(&mut Retrograde::new(game, MEMORY).unwrap()),
    ]
}

#[test]
fn an_unfinished_position_without_a_move() {
    let dead_end = Token::new(&[&[1], &[], &[]]);
    assert_eq!(failures(&dead_end), [Some((Premise::NoMove, 1)); 3]);
}

#[test]
fn a_position_that_comes_back() {
    // 0 → 1 → 2 → 1 …, and from 2 by way of 3 to the end, which nobody wants
    let cyclic = Token::new(&[&[1], &[2], &[1, 3], &[4], &[]]);
    let [exhaustive, alpha_beta, retrograde] = failures(&cyclic);
    assert_eq!(exhaustive, Some((Premise::Cycle { engine: "exhaustive" }, 1)));
    assert_eq!(alpha_beta, Some((Premise::Cycle { engine: "alpha-beta" }, 1)));
    assert_eq!(retrograde, None);
    let mut engine = Retrograde::new(&cyclic, MEMORY).unwrap();
    let value = engine.bounds(&cyclic.start(), Goal::Exact, &mut Control::default()).unwrap().value();
    assert_eq!(value, Some(Value::Draw));

    let fingers = FingerGame::new(10);
    for threads in [1, 2, 4] {
        let mut engine = AlphaBeta::with_crew(&fingers, MEMORY, Crew::new(threads)).unwrap();
        let error = engine.bounds(&fingers.start(), Goal::Exact, &mut Control::default());
        let message = error.unwrap_err().to_string();
        assert!(message.contains("use the retrograde engine") && message.contains("hands: [["), "{message}");
    }
}

#[test]
fn a_layer_that_does_not_rise() {
    let mut falling = Token::new(&[&[2], &[3], &[1], &[]]);
    falling.claims_layers = true;
    let [exhaustive, alpha_beta, retrograde] = failures(&falling);
    assert_eq!((exhaustive, retrograde), (None, None));
    assert_eq!(alpha_beta, Some((Premise::LayerDoesNotRise, 2)));
}

#[test]
fn a_scored_game_with_a_cycle_or_too_much_to_gain() {
    let mut cyclic = Token::new(&[&[1], &[2], &[1, 3], &[]]);
    cyclic.scored = true;
    cyclic.gains[2] = 1;
    assert_eq!(failures(&cyclic)[2].unwrap().0, Premise::ScoredCycle);
    let mut rich = Token::new(&[&[1], &[2], &[]]);
    rich.scored = true;
    rich.gains = vec![0, -i32::MAX, i32::MAX];
    assert_eq!(failures(&rich).map(|failure| failure.unwrap().0), [Premise::MarginTooLarge; 3]);
}

#[test]
fn more_positions_or_longer_lines_than_there_is_room_for() {
    let game = Nim::new(&[5, 5, 5], false);
    let mut engine = Exhaustive::new(&game, MEMORY).unwrap().with_most_positions(100);
    let error = engine.bounds(&game.start(), Goal::Exact, &mut Control::default()).unwrap_err();
    assert_eq!(error.premise, Premise::TooManyPositions { limit: 100 });

    let large = Nim::new(&[60, 60, 60, 60], false);
    let error = Retrograde::new(&large, 1 << 20).unwrap().bounds(&large.start(), Goal::Exact, &mut Control::default());
    assert!(matches!(error.unwrap_err().premise, Premise::TooManyPositions { .. }));

    let long = Subtraction::new(100_000, vec![1], false);
    let mut engine = AlphaBeta::new(&long, 2 << 20).unwrap();
    let error = engine.bounds(&long.start(), Goal::Exact, &mut Control::default()).unwrap_err();
    assert!(matches!(error.premise, Premise::TooDeep { .. }));
}

#[test]
fn what_was_kept_from_earlier_questions_makes_room() {
    // each position alone fits, all together do not
    let game = Nim::new(&[12, 12, 12], false);
    let fits = |engine: &mut dyn Engine<Nim>, text: &str| {
        let record = game.read_position(text).unwrap();
        engine.bounds(record.position(), Goal::Exact, &mut Control::default()).map(|bounds| bounds.value().is_some())
    };
    let mut exhaustive = Exhaustive::new(&game, MEMORY).unwrap().with_most_positions(330);
    let mut retrograde = Retrograde::new(&game, 1 << 16).unwrap();
    for text in ["1,1,12", "5,5,3", "12,1,2", "4,4,4", "0,12,6"] {
        assert_eq!(fits(&mut exhaustive, text), Ok(true), "{text}");
        assert_eq!(fits(&mut retrograde, text), Ok(true), "{text}");
    }
    assert!(fits(&mut exhaustive, "12,12,12").is_err());
}

#[test]
fn large_positions_do_not_overflow_the_stack() {
    /// Countdown with a heavy position.
    struct Heavy;
    type Bulk = [[[u32; 32]; 32]; 2];
    impl Game for Heavy {
        type Position = Bulk;
        type Move = ();
        fn start(&self) -> Bulk {
            [[[0; 32]; 32]; 2]
        }
        fn turn(&self, position: &Bulk) -> Player {
            if position[0][0][0].is_multiple_of(2) { Player::First } else { Player::Second }
        }
        fn ending(&self, position: &Bulk) -> Option<Ending> {
            (position[0][0][0] == 1000).then_some(Ending::Loss)
        }
        fn moves(&self, position: &Bulk) -> impl Iterator<Item = ()> {
            (position[0][0][0] < 1000).then_some(()).into_iter()
        }
        fn play(&self, position: &Bulk, (): ()) -> Step<Bulk> {
            let mut next = *position;
            next[0][0][0] += 1;
            next.into()
        }
    }
    let plain = Bare(&Heavy);
    let memory = 1 << 30;
    let value = Some(Value::Loss { plies: 1000 });
    let control = || Control::default();
    let found = Exhaustive::new(&Heavy, memory).unwrap().bounds(&Heavy.start(), Goal::Exact, &mut control()).unwrap();
    assert_eq!(found.value(), value);
    let found = AlphaBeta::new(&plain, memory).unwrap().bounds(&Heavy.start(), Goal::Exact, &mut control()).unwrap();
    assert_eq!(found.value(), value);
}

#[test]
fn long_lines_do_not_overflow_the_stack() {
    let long = Subtraction::new(100_000, vec![1], false);
    let value = Value::Loss { plies: 100_000 };
    let memory = 1 << 30;
    let control = || Control::default();
    let found = Exhaustive::new(&long, memory).unwrap().bounds(&long.start(), Goal::Exact, &mut control()).unwrap();
    assert_eq!(found.value(), Some(value));
    let found = AlphaBeta::new(&long, memory).unwrap().bounds(&long.start(), Goal::Exact, &mut control()).unwrap();
    assert_eq!(found.value(), Some(value));
}

#[test]
fn too_little_memory_is_refused_with_the_least_it_takes() {
    let game = WeightedTicTacToe::new(3, 3, 3, &[0; 9]);
    let error = AlphaBeta::new(&game, 1000).err().unwrap();
    assert_eq!(error.given, 1000);
    let mut engine = AlphaBeta::new(&game, error.least).unwrap();
    let value = engine.bounds(&game.start(), Goal::Exact, &mut Control::default()).unwrap().value();
    assert_eq!(value, Some(Value::Tie));
    assert!(AlphaBeta::new(&game, error.least - 1).is_err());
    assert!(Exhaustive::new(&game, 1000).is_err());
    assert!(Retrograde::new(&game, 1000).is_err());
}

#[test]
fn searches_can_be_cancelled_and_watched() {
    let game = WeightedTicTacToe::new(5, 5, 4, &[0; 25]);
    let cancel = Cancel::default();
    let mut reports = 0;
    let mut control = Control::new(Limits::default()).with_cancel(cancel.clone()).with_observer(|progress| {
        reports += 1;
        if progress.nodes > 10_000 {
            cancel.cancel();
        }
    });
    let bounds =
        AlphaBeta::new(&Bare(&game), MEMORY).unwrap().bounds(&game.start(), Goal::Exact, &mut control).unwrap();
    assert!(bounds.value().is_none());
    assert_eq!(control.stopped(), Some(Stop::Cancelled));
    drop(control);
    assert!(reports >= 10, "{reports}");
}

/// One move that gains so much, and then the game is won at once, or over.
struct Windfall {
    gain: i32,
    ending: Ending,
}

impl Game for Windfall {
    type Position = (u32, Player);
    type Move = ();

    fn start(&self) -> (u32, Player) {
        (0, Player::First)
    }
    fn turn(&self, at: &(u32, Player)) -> Player {
        at.1
    }
    fn ending(&self, at: &(u32, Player)) -> Option<Ending> {
        (at.0 == 2).then_some(self.ending)
    }
    fn moves(&self, at: &(u32, Player)) -> impl Iterator<Item = ()> {
        (at.0 < 2).then_some(()).into_iter()
    }
    fn play(&self, at: &(u32, Player), (): ()) -> Step<(u32, Player)> {
        Step { position: (at.0 + 1, at.1.other()), gain: if at.0 == 0 { self.gain } else { 0 } }
    }
    fn scored(&self) -> bool {
        true
    }
    fn layer(&self, at: &(u32, Player)) -> Option<u32> {
        Some(at.0)
    }
}

/// A margin may be anywhere: questions do not go there one by one.
#[test]
fn large_margins_take_few_questions() {
    let mut found = 0;
    for gain in [0, 1, -1, 20, -20, 5_000_001, -77_777_777, MARGIN_LIMIT - 1, 1 - MARGIN_LIMIT] {
        for ending in [Ending::Tie, Ending::Win, Ending::Loss] {
            let game = Plain(Windfall { gain, ending });
            let asked = |kind: EngineKind| {
                let mut control = Control::new(Limits { nodes: Some(10_000), time: None });
                let mut engine = kind.start(&game, 1 << 24, Crew::new(1)).unwrap();
                engine.bounds(&game.start(), Goal::Exact, &mut control).unwrap().value()
            };
            let exact = asked(EngineKind::Exhaustive);
            assert!(exact.is_some());
            assert_eq!(asked(EngineKind::ProofNumber), exact, "{gain} {ending:?}");
            assert_eq!(asked(EngineKind::AlphaBeta), exact, "{gain} {ending:?}");
            found += 1;
        }
    }
    assert_eq!(found, 27);
    for gain in [MARGIN_LIMIT, -MARGIN_LIMIT, i32::MAX, i32::MIN] {
        let game = Plain(Windfall { gain, ending: Ending::Tie });
        for kind in EngineKind::ALL {
            let mut engine = kind.start(&game, 1 << 24, Crew::new(1)).unwrap();
            let told = engine.bounds(&game.start(), Goal::Exact, &mut Control::default());
            assert_eq!(told.unwrap_err().premise, Premise::MarginTooLarge, "{gain} {kind:?}");
        }
    }
}

/// Two heaps of which one to three things are taken, without a word about layers. Whoever takes the last thing wins. In one
/// variant one thing can be put back to the larger heap, as long as it is not full.
struct Heaps {
    most: u32,
    gives_back: bool,
}

impl Game for Heaps {
    type Position = ([u32; 2], Player);
    type Move = (usize, i32);

    fn start(&self) -> Self::Position {
        ([self.most; 2], Player::First)
    }
    fn turn(&self, position: &Self::Position) -> Player {
        position.1
    }
    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        (position.0 == [0, 0]).then_some(Ending::Loss)
    }
    fn moves(&self, &(heaps, _): &Self::Position) -> impl Iterator<Item = (usize, i32)> {
        let takes = (0..2).flat_map(move |heap| (1..=heaps[heap].min(3)).map(move |count| (heap, -(count as i32))));
        let back = self.gives_back && heaps[0] > heaps[1] && heaps[0] < self.most;
        back.then_some((0, 1)).into_iter().chain(takes)
    }
    fn play(&self, &(mut heaps, player): &Self::Position, (heap, count): (usize, i32)) -> Step<Self::Position> {
        heaps[heap] = heaps[heap].checked_add_signed(count).unwrap();
        Step { position: (heaps, player.other()), gain: 0 }
    }
}

/// Where retrograde analysis has no room for a game that tells no layers, the others are tried, and right as long as no position
/// comes back.
#[test]
fn games_that_may_have_cycles_are_searched_where_memory_is_short() {
    let ask = |game: &Plain<Heaps>, memory: usize| {
        let mut auto = Auto::new(game, memory, Crew::new(1)).unwrap();
        let start = auto.bounds(&game.start(), Goal::Outcome { lead: 0 }, &mut Control::default());
        // what was found out about the game does not spoil what is asked next
        let near = (([3, 1]), Player::Second);
        let next = auto.bounds(&near, Goal::Exact, &mut Control::default()).unwrap();
        assert_eq!(next.value(), Some(Value::Win { plies: 3 }), "taken modulo four, heaps of 3 and 1 are no even ones");
        start
    };
    let small = 3 << 20;
    let plain = Plain(Heaps { most: 150, gives_back: false });
    let retrograde =
        |memory| Retrograde::new(&plain, memory).unwrap().bounds(&plain.start(), Goal::Exact, &mut Control::default());
    assert!(matches!(retrograde(small).unwrap_err().premise, Premise::TooManyPositions { .. }));
    let expected = retrograde(MEMORY).unwrap().outcome();
    assert_eq!(ask(&plain, small).unwrap().outcome(), expected);
    assert_eq!(ask(&plain, MEMORY).unwrap().outcome(), expected);
    let cyclic = Plain(Heaps { most: 150, gives_back: true });
    assert!(matches!(ask(&cyclic, small).unwrap_err().premise, Premise::TooManyPositions { .. }));
    assert!(ask(&cyclic, MEMORY).unwrap().outcome().is_some());
}
