//! Alpha-beta search: null-window negamax with an exact transposition table.
//!
//! Every search asks one question, "is this position worth at least so much?", and the answer narrows the bounds on
//! its value. Values with distances and margins are found by a series of such questions, which share the table.

use crate::error::{Halt, is_margin, stack_per_ply, with_stack};
use crate::questions;
use crate::transposition::{Table, hash_of};
use crate::{Control, Engine, EngineKind, Goal, MemoryTooSmall, Premise, SolveError};
use perfectplay_game::{Bounded, Bounds, Keyed, Layered, MARGIN_LIMIT, Ordered, Symmetric, Value, target_after};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// The alpha-beta engine. Its table stays warm from one question to the next.
pub struct AlphaBeta<'g, G: Keyed> {
    game: &'g G,
    table: Table<G::Key, Known>,
    /// The moves of the positions on the path.
    moves: Vec<Listed<G::Move>>,
    /// The positions on the path, in games that have no layers.
    path: FxHashSet<G::Key>,
    longest: usize,
    most_moves: usize,
}

/// What the table holds of a position.
#[derive(Clone, Copy)]
struct Known {
    /// Worth of the lower and the upper bound.
    low: i32,
    high: i32,
    /// Which move was best, by its place in the order of the game.
    best: u16,
}

/// A move with how soon to try it, and its place in the game's own order.
type Listed<M> = (Reverse<i32>, u16, M);

/// Most searches end after a few moves, so it does not pay to sort them all, unless they are many.
const MOST_UNSORTED: usize = 64;

const NAME: &str = EngineKind::AlphaBeta.name();

/// Even the smallest engine can follow lines this long.
const LEAST_PLIES: usize = 256;

/// The best and the worst that an unfinished position can be worth.
pub(crate) const BEST: i32 = Value::Win { plies: 1 }.worth();
pub(crate) const WORST: i32 = Value::Loss { plies: 1 }.worth();

impl<'g, G: Keyed + Symmetric + Bounded + Ordered + Layered> AlphaBeta<'g, G> {
    /// An engine that stays within `memory` bytes.
    pub fn new(game: &'g G, memory: usize) -> Result<Self, MemoryTooSmall> {
        let per_ply = stack_per_ply::<G::Position>() + 4 * size_of::<G::Key>();
        MemoryTooSmall::check(NAME, memory, 4 * (LEAST_PLIES * per_ply).max(Table::<G::Key, Known>::LEAST))?;
        // for the stack and the path, and as much for the moves along it, whose list doubles now and then
        let stack = (memory / 8).max(LEAST_PLIES * per_ply);
        Ok(AlphaBeta {
            game,
            table: Table::new(memory - 2 * stack, game.key(&game.start()), Known { low: 0, high: 0, best: 0 }),
            moves: vec![],
            path: FxHashSet::default(),
            longest: stack / per_ply,
            most_moves: stack / (3 * size_of::<Listed<G::Move>>()),
        })
    }

    /// Whether a position is worth at least `target`. An answer of at least `target` is a lower bound of its worth, an
    /// answer below is an upper bound.
    fn search(
        &mut self,
        position: &G::Position,
        target: i32,
        ply: usize,
        control: &mut Control,
    ) -> Result<i32, Halt<G::Position>> {
        let game = self.game;
        if let Some(value) = game.final_value(position) {
            return Ok(value.worth());
        }
        let known = game.bounds(position);
        let mut low = known.at_least.worth().max(WORST);
        let mut high = known.at_most.worth().min(BEST);
        if low >= target || low == high {
            return Ok(low);
        }
        if high < target {
            return Ok(high);
        }
        let canonical = game.canonical(position);
        let key = game.key(&canonical);
        let mut table_move = u16::MAX;
        let hash = hash_of(&key);
        if let Some(entry) = self.table.get(hash, &key) {
            low = low.max(entry.low);
            high = high.min(entry.high);
            if low >= target {
                return Ok(low);
            }
            if high < target {
                return Ok(high);
            }
            table_move = entry.best;
        }
        if !control.tick() {
            return Err(Halt::Stopped);
        }

        let layer = game.layer(&canonical);
        if layer.is_none() && !self.path.insert(key) {
            return Err(Premise::Cycle { engine: NAME }.broken_at(position.clone()));
        }
        if ply >= self.longest || self.moves.len() >= self.most_moves {
            return Err(Premise::TooDeep { limit: ply }.broken_at(position.clone()));
        }
        let first = self.list_moves(&canonical, table_move);
        if self.moves.len() == first {
            return Err(Premise::NoMove.broken_at(position.clone()));
        }
        let nodes_before = control.nodes();
        let turn = game.turn(&canonical);
        let (mut best, mut best_move) = (i32::MIN, 0);
        for next in first..self.moves.len() {
            let (_, i, mv) = self.soonest(first, next);
            let step = game.play(&canonical, mv);
            if layer.is_some() && game.layer(&step.position) <= layer {
                return Err(Premise::LayerDoesNotRise.broken_at(position.clone()));
            }
            let target_later = target_after(target, step.gain);
            let worth_later = with_stack::<G::Position, _>(ply, || {
                if game.turn(&step.position) == turn {
                    self.search(&step.position, target_later, ply + 1, control)
                } else {
                    self.search(&step.position, 1 - target_later, ply + 1, control).map(|worth| -worth)
                }
            })?;
            let Some(worth) = one_ply_earlier(worth_later, step.gain) else {
                return Err(Premise::MarginTooLarge.broken_at(position.clone()));
            };
            if worth > best {
                (best, best_move) = (worth, i);
                if best >= target {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        if layer.is_none() {
            self.path.remove(&key);
        }
        if best >= target {
            low = low.max(best);
        } else {
            high = high.min(best);
        }
        let known = Known { low, high, best: best_move };
        self.table.put(hash, key, known, control.nodes() - nodes_before);
        Ok(if best >= target { low } else { high })
    }

    /// Adds the moves of a position to those of the path; returns the place of the first.
    #[inline]
    fn list_moves(&mut self, position: &G::Position, table_move: u16) -> usize {
        let first = self.moves.len();
        for (i, mv) in self.game.moves(position).enumerate() {
            let promise = if i == table_move as usize { i32::MAX } else { self.game.promise(position, mv) };
            self.moves.push((Reverse(promise), i as u16, mv));
        }
        if self.moves.len() - first > MOST_UNSORTED {
            self.moves[first..].sort_unstable_by_key(|&(promise, i, _)| (promise, i));
        }
        first
    }

    /// The move to try as number `next`, of those from `first` on.
    #[inline]
    fn soonest(&mut self, first: usize, next: usize) -> Listed<G::Move> {
        if self.moves.len() - first <= MOST_UNSORTED {
            let soonest = (next..self.moves.len()).min_by_key(|&at| (self.moves[at].0, self.moves[at].1));
            self.moves.swap(next, soonest.expect("a move is left"));
        }
        self.moves[next]
    }

    /// What the game and the table tell of an unfinished position.
    fn known(&self, position: &G::Position) -> Bounds {
        let scored = self.game.scored();
        let bounds = self.game.bounds(position);
        let key = self.game.key(&self.game.canonical(position));
        match self.table.get(hash_of(&key), &key) {
            Some(entry) => bounds.and(Bounds {
                at_least: Value::from_worth(entry.low, scored),
                at_most: Value::from_worth(entry.high, scored),
            }),
            None => bounds,
        }
    }
}

/// The worth of a move to a position of this worth for the mover, if a margin does not grow too large.
#[inline]
pub(crate) fn one_ply_earlier(worth: i32, gain: i32) -> Option<i32> {
    if worth >= MARGIN_LIMIT {
        Some(worth - 1)
    } else if worth <= -MARGIN_LIMIT {
        Some(worth + 1)
    } else {
        let margin = worth.checked_add(gain)?;
        is_margin(margin).then_some(margin)
    }
}

impl<G: Keyed + Symmetric + Bounded + Ordered + Layered> Engine<G> for AlphaBeta<'_, G> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn game(&self) -> &G {
        self.game
    }

    fn bounds(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        if let Some(value) = self.game.final_value(position) {
            return Ok(Bounds::exactly(value));
        }
        let mut bounds = self.known(position);
        let scored = self.game.scored();
        let ask = |target, control: &mut Control| self.search(position, target, 0, control);
        match questions::narrow(goal, scored, &mut bounds, control, ask) {
            Ok(()) => Ok(bounds),
            Err(halt) => {
                self.moves.clear();
                self.path.clear();
                halt.answer(bounds)
            }
        }
    }
}
