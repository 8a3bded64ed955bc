//! Finds and writes a certificate that the first player wins TixTax with open boards within N plies, by a plan:
//!
//! `cargo run --release -p perfectplay --example tixtax_open_win -- 43 tixtax-open-win-43.pproof`
//!
//! The search alone does not find the way. The plan is that of Bertholon and others (arXiv 2006.02353), a little wider: x
//! takes the centre of the centre board, and then the centre of each board it is sent to, until eight centres are
//! taken. From then on it keeps to two opposite cells of every board, whichever pair works. What x can force when it
//! makes only these moves it can force in the whole game, and the checker knows nothing of the plan.

use perfectplay::check::{Certificate, Claim, Demand, Gets, Header, Side, Strategy, Terms, check, write};
use perfectplay::files::Draft;
use perfectplay::{
    Bounds, Control, Crew, Ending, Engine, EngineStrategy, Game, Hints, Notation, Player, ProofNumber, Record, Setting,
    Step, Unable,
};
use perfectplay_games::{TixTax, TixTaxPosition, WonBoards};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// The centre of a board.
const CENTRE: u8 = 4;

/// So many marks are on the board when x has taken eight centres.
const OPENING: u32 = 16;

/// The pairs of opposite cells of a board.
const PAIRS: [[u8; 2]; 4] = [[0, 8], [2, 6], [1, 7], [3, 5]];

/// The game when x keeps to two cells of every board, as long as one of them is free.
struct OnTwoCells<'g> {
    game: &'g TixTax,
    cells: [u8; 2],
}

impl Game for OnTwoCells<'_> {
    type Position = TixTaxPosition;
    type Move = u8;

    fn start(&self) -> TixTaxPosition {
        self.game.start()
    }
    fn turn(&self, position: &TixTaxPosition) -> Player {
        self.game.turn(position)
    }
    fn ending(&self, position: &TixTaxPosition) -> Option<Ending> {
        self.game.ending(position)
    }
    fn moves(&self, position: &TixTaxPosition) -> impl Iterator<Item = u8> {
        let is_planned = |square: &u8| self.cells.contains(&(square % 9));
        let is_free =
            self.turn(position) == Player::Second || !self.game.moves(position).any(|square| is_planned(&square));
        self.game.moves(position).filter(move |square| is_free || is_planned(square))
    }
    fn play(&self, position: &TixTaxPosition, square: u8) -> Step<TixTaxPosition> {
        self.game.play(position, square)
    }
    fn canonical(&self, position: &TixTaxPosition) -> TixTaxPosition {
        self.game.canonical(position)
    }
    fn layer(&self, position: &TixTaxPosition) -> Option<u32> {
        self.game.layer(position)
    }
}

impl Hints for OnTwoCells<'_> {
    type Key = <TixTax as Hints>::Key;
    fn key(&self, position: &TixTaxPosition) -> Self::Key {
        self.game.key(position)
    }
    /// What x could do with other moves does not count.
    fn bounds(&self, position: &TixTaxPosition) -> Bounds {
        let bounds = self.game.bounds(position);
        match self.turn(position) {
            Player::First => Bounds { at_least: Bounds::UNKNOWN.at_least, ..bounds },
            Player::Second => Bounds { at_most: Bounds::UNKNOWN.at_most, ..bounds },
        }
    }
    fn least_plies_to_win(&self, position: &TixTaxPosition, player: Player) -> u32 {
        self.game.least_plies_to_win(position, player)
    }
}

/// The plan as a strategy: the opening by rule, the rest by search, one pair after the other.
struct Plan<'p, 'c> {
    game: &'p TixTax,
    pairs: Vec<ProofNumber<'p, OnTwoCells<'p>>>,
    control: &'p mut Control<'c>,
}

impl Strategy<TixTaxPosition> for Plan<'_, '_> {
    type Error = Unable<TixTaxPosition>;

    fn choose(&mut self, demand: &Demand<TixTaxPosition>) -> Result<u64, Self::Error> {
        let place_of =
            |mv: u8| self.game.moves(&demand.position).position(|square| square == mv).expect("a move") as u64;
        let marks = self.game.layer(&demand.position).expect("a game with layers");
        if marks < OPENING {
            let centre = 9 * CENTRE + CENTRE;
            let mut centres = self.game.moves(&demand.position).filter(|square| square % 9 == CENTRE);
            let planned = if marks == 0 { Some(centre) } else { centres.next() };
            return planned.map(place_of).ok_or(Unable::Refuted);
        }
        for at in 0..self.pairs.len() {
            match EngineStrategy::new(&mut self.pairs[at], self.control).choose(demand) {
                Ok(place) => {
                    let chosen = self.pairs[at].game().moves(&demand.position).nth(place as usize).expect("a move");
                    self.pairs.swap(0, at);
                    return Ok(place_of(chosen));
                }
                Err(Unable::Refuted) => {}
                Err(error) => return Err(error),
            }
        }
        Err(Unable::Refuted)
    }

    fn declare(&mut self, _: &Demand<TixTaxPosition>) -> Result<u32, Self::Error> {
        unreachable!("a game with layers")
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [plies, file] = &args[..] else { panic!("expected a number of plies and a file") };
    let within = plies.parse().expect("a number of plies");
    let game = &TixTax::new(WonBoards::Open);
    let header = Header {
        game: "tixtax".to_string(),
        version: game.version(),
        options: BTreeMap::from([("won-boards".to_string(), Setting::Text("open".to_string()))]),
        rules: None,
        position: game.write_position(&Record::new(game)),
        claims: vec![Claim { side: Side::Mover, gets: Gets::Win { within: Some(within) } }],
    };
    let games = PAIRS.map(|cells| OnTwoCells { game, cells });
    let pairs = games.iter().map(|game| ProofNumber::new(game, 256 << 20, Crew::new(1)).expect("enough memory"));
    let mut control = Control::default();
    let mut plan = Plan { game, pairs: pairs.collect(), control: &mut control };
    let terms = Terms { threads: 1, memory: 1 << 30, most_positions: u64::MAX };
    let started = Instant::now();
    let path = Path::new(file);
    let mut draft = Draft::create(path).expect("a new file");
    match write(&mut draft, game, &header, &mut plan, terms, &mut |_| true) {
        Ok(counts) => println!("{} positions in {:.1} s", counts.positions, started.elapsed().as_secs_f64()),
        Err(error) => panic!("the plan does not work: {error:?}"),
    }
    draft.finish().expect("room on the disk");
    let certificate = Certificate::open(path).expect("a certificate");
    let counts = check(game, certificate, terms, &mut |_| true).expect("it proves what it claims");
    println!("{} positions verified; {} nodes searched", counts.positions, control.nodes());
}
