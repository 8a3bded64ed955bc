//! The walk through all positions that a strategy can meet, which shows that it reaches what is claimed.
//!
//! At a turn of the claimant the strategy names one move, at a turn of the opponent every move is followed. A position
//! that is met again, up to the symmetry of the game, is walked once, with the largest of the needs.
//!
//! Why that is a proof. In a game with layers every move leads to a higher layer (which is checked), and positions are
//! walked by rising layer, so all needs of a position are known before it is walked; by induction from the highest
//! layer down, the claimant gets what is needed at each of them. In a game without layers the strategy declares what the
//! claimant gets at a position, and that must be enough for every move that leads there. A declared win has a number
//! of plies that falls with each move, so play ends; "not lost" needs no number, because play that goes on for ever
//! inside the positions walked is not lost.

use crate::{Claim, Trusted, UnfitClaim};
use hashbrown::HashTable;
use perfectplay_game::threads::side_by_side;
use perfectplay_game::{Record, Step, Target, Value};
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Mutex;
use thiserror::Error;

/// A position where the claimant has to get something. A [claim](crate::Claim::demand) makes the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand<P> {
    /// The position.
    pub position: P,
    /// Whether it is the claimant's turn.
    pub claimants_turn: bool,
    /// What the claimant has to get from here on.
    pub need: Target,
}

impl<P> Demand<P> {
    /// The demand is met if the side to move reaches this, or if it does not, whichever `claimants_turn` says.
    pub fn target(&self) -> Target {
        if self.claimants_turn { self.need } else { self.need.turned() }
    }

    /// What is demanded after a move; `again` says that the same side moves again.
    #[inline]
    pub fn after(&self, step: Step<P>, again: bool) -> Demand<P> {
        let gain = if self.claimants_turn { step.gain } else { step.gain.saturating_neg() };
        Demand { position: step.position, claimants_turn: self.claimants_turn == again, need: self.need.after(gain) }
    }
}

/// A way to play for the claimant.
pub trait Strategy<P> {
    /// What can go wrong.
    type Error;

    /// Which of the moves to make, counted in the order of the game.
    ///
    /// # Errors
    ///
    /// If the strategy has no answer.
    fn choose(&mut self, demand: &Demand<P>) -> Result<u64, Self::Error>;

    /// In games without layers: the plies of the win that the claimant can force here, or during which it does not lose,
    /// whichever the need is about.
    ///
    /// # Errors
    ///
    /// If the strategy has no answer.
    fn declare(&mut self, demand: &Demand<P>) -> Result<u32, Self::Error>;
}

/// How the walk is made.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Threads to use, at least one.
    pub threads: usize,
    /// Bytes for the positions that are known and not walked yet.
    pub memory: usize,
    /// The walk fails if there are more positions.
    pub most_positions: u64,
}

/// Why a position is not what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The game has ended, and not well enough.
    #[error("the game ends with {0}, which is not enough")]
    Ending(Verdict),
    /// The strategy names a move that is none.
    #[error("expected one of {moves} moves, found number {choice}")]
    NoSuchMove {
        /// What the strategy says.
        choice: u64,
        /// How many there are.
        moves: usize,
    },
    /// The rules are broken: no move and no ending.
    #[error("expected a move or an ending, found neither")]
    NoMove,
    /// The layers of the game are broken.
    #[error("expected the layer to rise with every move, found a move after which it does not")]
    LayerDoesNotRise,
    /// What is declared is not enough for a move that leads there.
    #[error("expected the claimant to get {needed} here, found {declared} declared")]
    TooLittle {
        /// What is needed.
        needed: Verdict,
        /// What is declared.
        declared: Verdict,
    },
    /// There are more positions than promised.
    #[error("expected {most} positions in all, found one more")]
    TooManyPositions {
        /// The number promised.
        most: u64,
    },
    /// The positions that are not walked yet need too much memory.
    #[error("the positions that are still to be checked do not fit into {memory} bytes; give it more memory")]
    Memory {
        /// The memory given.
        memory: usize,
    },
}

/// A worth for the claimant, as a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The worth.
    pub worth: i32,
    /// Whether the game is scored.
    pub scored: bool,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Value::from_worth(self.worth, self.scored) {
            Value::Win { plies: 0 } => f.write_str("a win"),
            Value::Loss { plies: 0 } => f.write_str("a loss"),
            Value::Tie if self.worth > 0 => f.write_str("a win"),
            value => write!(f, "a {value}"),
        }
    }
}

/// Why a walk ends before its time.
#[derive(Debug)]
pub enum Trouble<P, E> {
    /// The claim says nothing about the game.
    Claim(UnfitClaim),
    /// The strategy fails here.
    At(Fault, Demand<P>),
    /// The strategy cannot be asked.
    Strategy(E, Demand<P>),
    /// The watch said so.
    Stopped,
}

/// Walks the strategy for a claim about the position that a record has reached; returns how many positions there were. `watch`
/// hears of their number and may end the walk.
///
/// # Errors
///
/// If the claim says nothing about the game, or the strategy fails, or the watch ends the walk.
pub fn walk<G: Trusted, S: Strategy<G::Position>>(
    game: &G,
    record: &Record<G>,
    claim: Claim,
    strategy: &mut S,
    terms: Terms,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, Trouble<G::Position, S::Error>> {
    let root = claim.demand(game, record).map_err(Trouble::Claim)?;
    let declares = game.layer(&root.position).is_none() && root.need != Target::NOT_LOSS;
    let mut error = None;
    let walked = walk_from(game, root, terms, watch, &mut |demand| {
        if declares {
            let plies = strategy.declare(demand).map_err(|found| error = Some(found));
            declare(demand, plies.map_err(|()| Refusal::NoAnswer)?).map_err(Refusal::Fault)?;
        }
        let choice = demand.claimants_turn.then(|| strategy.choose(demand)).transpose();
        choice.map_err(|found| error = Some(found)).map_err(|()| Refusal::NoAnswer)
    });
    walked.map_err(|halt| match (halt, error) {
        (None, _) => Trouble::Stopped,
        (Some((Refusal::Fault(fault), demand)), _) => Trouble::At(fault, demand),
        (Some((Refusal::NoAnswer, demand)), error) => Trouble::Strategy(error.expect("the strategy told"), demand),
    })
}

/// Why a demand is not met.
enum Refusal {
    Fault(Fault),
    /// The strategy cannot be asked.
    NoAnswer,
}

/// Where a walk failed; nowhere if it was stopped.
type Halt<P> = Option<(Refusal, Demand<P>)>;

/// Asks which move to make, if it is the claimant's turn; what is declared is written into the demand.
type Ask<'a, P> = &'a mut dyn FnMut(&mut Demand<P>) -> Result<Option<u64>, Refusal>;

/// The walk, the same for all strategies.
fn walk_from<G: Trusted>(
    game: &G,
    root: Demand<G::Position>,
    terms: Terms,
    watch: &mut dyn FnMut(u64) -> bool,
    ask: Ask<'_, G::Position>,
) -> Result<u64, Halt<G::Position>> {
    let wrong = |(fault, demand)| Some((Refusal::Fault(fault), demand));
    let threads = terms.threads.max(1);
    let mut frontier = Frontier { layers: vec![], held: 0, known: 0, terms };
    if let Some(first) = arrive(game, &root, None).map_err(|fault| wrong((fault, root)))? {
        frontier.add(first).map_err(wrong)?;
    }
    let mut walked = 0;
    while let Some(layer) = frontier.layers.first_mut() {
        let part = layer.walked..layer.demands.len().min(layer.walked + PART * threads);
        if part.is_empty() {
            frontier.held -= layer.demands.len();
            frontier.layers.remove(0);
            continue;
        }
        let mut choices = Vec::with_capacity(part.len());
        for demand in &mut layer.demands[part.clone()] {
            choices.push(ask(demand).map_err(|refusal| Some((refusal, demand.clone())))?);
        }
        let demands = &layer.demands[part.clone()];
        let lists = expand(game, demands, &choices, threads);
        if let Some((fault, at)) = lists.iter().find_map(|list| list.fault) {
            return Err(wrong((fault, demands[at].clone())));
        }
        layer.walked = part.end;
        walked += part.len() as u64;
        for arrival in lists.into_iter().flat_map(|list| list.arrivals) {
            frontier.add(arrival).map_err(wrong)?;
        }
        if !watch(walked) {
            return Err(None);
        }
    }
    Ok(walked)
}

/// Positions that a thread expands at a time.
const PART: usize = 1 << 10;

/// Fewer than this are not worth a thread.
const SMALL_PART: usize = 1 << 8;

/// A position that has to be walked.
struct Arrival<P> {
    hash: u64,
    layer: Option<u32>,
    demand: Demand<P>,
}

/// What comes of some positions: those that follow, or the first that is wrong and where it is in the list.
struct Expanded<P> {
    arrivals: Vec<Arrival<P>>,
    fault: Option<(Fault, usize)>,
}

/// Follows the chosen move, or all of them, from each of the positions.
fn expand<G: Trusted>(
    game: &G,
    demands: &[Demand<G::Position>],
    choices: &[Option<u64>],
    threads: usize,
) -> Vec<Expanded<G::Position>> {
    let expand_part = |part: Range<usize>| {
        let mut expanded = Expanded { arrivals: vec![], fault: None };
        for at in part {
            let result = expand_one(game, &demands[at], choices[at], &mut expanded.arrivals);
            if let Err(fault) = result {
                expanded.fault = Some((fault, at));
                break;
            }
        }
        expanded
    };
    let size = demands.len().div_ceil(threads).max(SMALL_PART);
    let parts = demands.len().div_ceil(size);
    let expanded = Mutex::new((0..parts).map(|_| None).collect::<Vec<_>>());
    let expand_nth = |nth: usize| {
        let done = expand_part(nth * size..demands.len().min((nth + 1) * size));
        expanded.lock().expect("nobody panics with the lock")[nth] = Some(done);
    };
    side_by_side(parts - 1, &expand_nth, &mut || expand_nth(0));
    expanded.into_inner().expect("nobody panics with the lock").into_iter().flatten().collect()
}

fn expand_one<G: Trusted>(
    game: &G,
    demand: &Demand<G::Position>,
    choice: Option<u64>,
    arrivals: &mut Vec<Arrival<G::Position>>,
) -> Result<(), Fault> {
    let position = &demand.position;
    let layer = game.layer(position);
    let mut follow = |mv: G::Move| {
        let step = game.play(position, mv);
        let again = game.moves_again(position, &step.position);
        arrivals.extend(arrive(game, &demand.after(step, again), layer)?);
        Ok(())
    };
    match choice {
        Some(choice) => {
            let chosen = usize::try_from(choice).ok().and_then(|choice| game.moves(position).nth(choice));
            follow(chosen.ok_or_else(|| Fault::NoSuchMove { choice, moves: game.moves(position).count() })?)
        }
        None => {
            let mut moves = game.moves(position).peekable();
            if moves.peek().is_none() {
                return Err(Fault::NoMove);
            }
            moves.try_for_each(follow)
        }
    }
}

/// What is to be done about a position: nothing if the need is met there, else it is to be walked.
fn arrive<G: Trusted>(
    game: &G,
    demand: &Demand<G::Position>,
    below: Option<u32>,
) -> Result<Option<Arrival<G::Position>>, Fault> {
    let &Demand { ref position, claimants_turn, need } = demand;
    if need.is_reached_by(Value::WORST.worth()) {
        return Ok(None);
    }
    if let Some(value) = game.final_value(position) {
        let worth = if claimants_turn { value.worth() } else { (-value).worth() };
        let ending = Fault::Ending(Verdict { worth, scored: game.scored() });
        return if need.is_reached_by(worth) { Ok(None) } else { Err(ending) };
    }
    let evident = game.evident(position);
    let sure = if claimants_turn { evident.at_least } else { -evident.at_most };
    if need.is_reached_by(sure.worth()) {
        return Ok(None);
    }
    let position = game.canonical(position);
    let layer = game.layer(&position);
    if below.is_some() && layer <= below {
        return Err(Fault::LayerDoesNotRise);
    }
    let hash = FxBuildHasher.hash_one((&position, claimants_turn));
    Ok(Some(Arrival { hash, layer, demand: Demand { position, claimants_turn, need } }))
}

/// Takes what the strategy declares for what is needed, if it is as much.
fn declare<P>(demand: &mut Demand<P>, plies: u32) -> Result<(), Fault> {
    let declared = Target::of(if demand.need.takes_a_win() { Value::Win { plies } } else { Value::Loss { plies } });
    if declared < demand.need || !declared.is_about_plies() {
        return Err(too_little(demand.need, declared));
    }
    demand.need = declared;
    Ok(())
}

fn too_little(needed: Target, declared: Target) -> Fault {
    let verdict = |target: Target| Verdict { worth: target.worth(), scored: false };
    Fault::TooLittle { needed: verdict(needed), declared: verdict(declared) }
}

/// All positions that are known, by layer; those of the lowest are walked next, in the order in which they were met.
struct Frontier<P> {
    /// Rising. There are few: moves lead a little further up.
    layers: Vec<Layer<P>>,
    /// How many are in the layers, and how many were met in all.
    held: usize,
    known: u64,
    terms: Terms,
}

struct Layer<P> {
    layer: Option<u32>,
    demands: Vec<Demand<P>>,
    by_hash: HashTable<(u32, u32)>,
    /// So many have been walked.
    walked: usize,
}

impl<P: Eq + Clone> Frontier<P> {
    /// Bytes for a position, with what lists and hash tables leave unused when they have just grown.
    const ROOM: usize = 2 * size_of::<Demand<P>>() + 24;

    fn add(&mut self, arrival: Arrival<P>) -> Result<(), (Fault, Demand<P>)> {
        let Arrival { hash, layer, demand } = arrival;
        let at = self.layers.partition_point(|known| known.layer < layer);
        if self.layers.get(at).is_none_or(|known| known.layer != layer) {
            self.layers.insert(at, Layer { layer, demands: vec![], by_hash: HashTable::new(), walked: 0 });
        }
        let layer = &mut self.layers[at];
        let short_hash = (hash >> 32) as u32;
        let is_same = |&(other, at): &(u32, u32)| {
            let known = &layer.demands[at as usize];
            other == short_hash && known.claimants_turn == demand.claimants_turn && known.position == demand.position
        };
        let key = spread(short_hash);
        if let Some(&(_, at)) = layer.by_hash.find(key, is_same) {
            let known = &mut layer.demands[at as usize];
            if at as usize >= layer.walked {
                known.need = known.need.max(demand.need);
            } else if known.need < demand.need {
                return Err((too_little(demand.need, known.need), demand));
            }
            return Ok(());
        }
        self.known += 1;
        self.held += 1;
        let Terms { most_positions, memory, .. } = self.terms;
        let room = (memory / Self::ROOM).min(u32::MAX as usize);
        if self.known > most_positions {
            return Err((Fault::TooManyPositions { most: most_positions }, demand));
        }
        if self.held > room {
            return Err((Fault::Memory { memory }, demand));
        }
        layer.by_hash.insert_unique(key, (short_hash, layer.demands.len() as u32), |&(hash, _)| spread(hash));
        layer.demands.push(demand);
        Ok(())
    }
}

/// A hash for the table, of the part of the hash that is kept.
fn spread(short_hash: u32) -> u64 {
    (short_hash as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
