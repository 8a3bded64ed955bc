//! The search of one thread.

use super::memory::{Reader, Spot};
use super::{BEST, Known, NAME, WORST};
use crate::halt::Halt;
use crate::stack::with_stack;
use crate::team::Member;
use crate::way::Way;
use crate::{Premise, Solvable};
use perfectplay_game::{Game, Hints, Target};
use rustc_hash::FxHashSet;

pub(super) struct Search<'s, 't, 'c, G: Hints> {
    game: &'s G,
    reader: Reader<'s, G>,
    member: &'s mut Member<'t, 'c>,
    /// The open moves of the positions on the path.
    children: Vec<Child<G>>,
    /// The positions on the path, in games that have no layers.
    path: FxHashSet<G::Key>,
    longest: usize,
    most_moves: usize,
}

/// A position with several moves whose value is open.
struct Node<G: Hints> {
    position: G::Position,
    layer: Option<u32>,
    /// Of its canonical form.
    spot: Spot<G::Key>,
}

impl<G: Hints> Clone for Node<G> {
    fn clone(&self) -> Self {
        Node { position: self.position.clone(), layer: self.layer, spot: self.spot.clone() }
    }
}

impl<G: Hints> Node<G> {
    /// Its worth by moves that lead to a position of this worth.
    #[inline]
    fn worth_by(&self, way: Way, worth: i32) -> Worth<G> {
        way.back(worth).ok_or_else(|| self.too_large())
    }

    #[cold]
    fn too_large(&self) -> Halt<G::Position> {
        Premise::MarginTooLarge.broken_at(self.position.clone())
    }
}

/// A move to an open position, and perhaps forced moves after it.
pub(super) struct Child<G: Hints> {
    node: Node<G>,
    way: Way,
    /// The higher, the sooner it is tried; of equal ones, the first. [`DONE`] once it has been tried.
    order: i64,
}

/// So many moves further on the memory has told what the table says of a move.
const LATER: usize = 1;

const DONE: i64 = i64::MIN;

/// An open answer to a move counts as much as so many points of promise.
const OPEN_ANSWER: i64 = 4;

type Worth<G> = Result<i32, Halt<<G as Game>::Position>>;

/// The bound that tells whether a worth between these two reaches the target, if one does.
#[inline]
fn deciding(low: i32, high: i32, target: Target) -> Option<i32> {
    if target.is_reached_by(low) {
        Some(low)
    } else if !target.is_reached_by(high) {
        Some(high)
    } else {
        None
    }
}

/// Where moves have led to.
enum Reached<G: Hints> {
    /// The worth, or a bound that is enough, for the side that made the first move.
    Settled(i32),
    Open(Node<G>, Way),
}

impl<'s, 't, 'c, G: Solvable> Search<'s, 't, 'c, G> {
    pub(super) fn new(
        game: &'s G,
        reader: Reader<'s, G>,
        member: &'s mut Member<'t, 'c>,
        longest: usize,
        most_moves: usize,
    ) -> Self {
        Search { game, reader, member, children: vec![], path: FxHashSet::default(), longest, most_moves }
    }

    /// Whether an unfinished position that its bounds leave open is worth at least `target`. An answer of at least
    /// `target` is a lower bound of its worth, an answer below is an upper bound.
    pub(super) fn answer(mut self, position: &G::Position, target: Target) -> Worth<G> {
        let root = self.node(position.clone())?;
        // a step beyond what is known is mostly one too many
        let known = self.reader.get(&root.spot);
        let expected = known.is_none_or(|known| Target::above(known.low) != target);
        self.search(&root, target, expected, 0)
    }

    #[inline(always)]
    fn node(&self, position: G::Position) -> Result<Node<G>, Halt<G::Position>> {
        let layer = self.game.layer(&position);
        match self.reader.spot(self.game.canonical_key(&position), layer) {
            Ok(spot) => Ok(Node { position, layer, spot }),
            Err(premise) => Err(premise.broken_at(position)),
        }
    }

    /// The same for a node. `expected` tells whether the target is expected to be reached: if not, all moves have to be
    /// searched, in any order.
    fn search(&mut self, node: &Node<G>, target: Target, expected: bool, ply: usize) -> Worth<G> {
        let (mut low, mut high) = (WORST, BEST);
        if let Some(known) = self.reader.get(&node.spot) {
            (low, high) = (low.max(known.low), high.min(known.high));
            if let Some(bound) = deciding(low, high, target) {
                return Ok(bound);
            }
        }
        let reader = &mut self.reader;
        if !self.member.tick(|| reader.pause()) {
            return Err(Halt::Stopped);
        }
        let layer = node.layer;
        if layer.is_none() && !self.path.insert(node.spot.key.clone()) {
            return Err(Premise::Cycle { engine: NAME }.broken_at(node.position.clone()));
        }
        if ply >= self.longest || self.children.len() >= self.most_moves {
            return Err(Premise::TooDeep { limit: ply }.broken_at(node.position.clone()));
        }
        let nodes_before = self.member.nodes();
        let first = self.children.len();
        let mut best = self.expand(node, target, layer.is_some())?;
        if expected && !target.is_reached_by(best) && self.reader.take_many(layer) {
            best = best.max(self.look_further(node, target, first)?);
        }
        while !target.is_reached_by(best)
            && let Some(at) = self.soonest(first, expected, ply)
        {
            let child = &mut self.children[at];
            child.order = DONE;
            let (later, way) = (child.node.clone(), child.way);
            if layer.is_some() && later.layer <= layer {
                return Err(Premise::LayerDoesNotRise.broken_at(node.position.clone()));
            }
            let worth = with_stack::<G::Position, _>(ply, || {
                self.visit(&later, way.target(target), expected != way.is_turned(), ply + 1)
            })?;
            best = best.max(node.worth_by(way, worth)?);
        }
        self.children.truncate(first);
        if layer.is_none() {
            self.path.remove(&node.spot.key);
        }
        if target.is_reached_by(best) {
            low = low.max(best);
        } else {
            high = high.min(best);
        }
        self.reader.put(&node.spot, layer, Known { low, high }, self.member.nodes() - nodes_before);
        Ok(if target.is_reached_by(best) { low } else { high })
    }

    /// The same, with a mark for other threads.
    #[inline]
    fn visit(&mut self, node: &Node<G>, target: Target, expected: bool, ply: usize) -> Worth<G> {
        self.member.begins(node.spot.hash, ply);
        let result = self.search(node, target, expected, ply);
        self.member.ends(node.spot.hash, ply);
        result
    }

    /// Looks at moves until one reaches the target, and adds those that remain open to the moves of the path. Returns the worth of
    /// the best of the others. The table is asked later than the memory, which takes its time: after some moves, or after all, where
    /// looking at them takes less.
    #[inline]
    fn expand(&mut self, node: &Node<G>, target: Target, is_layered: bool) -> Worth<G> {
        let game = self.game;
        let first = self.children.len();
        // up to `kept` they are open, from `next` on not yet looked up
        let (mut kept, mut next) = (first, first);
        let (mut best, mut has_move) = (i32::MIN, false);
        for (nth, (mv, promise)) in game.candidates(&node.position).enumerate() {
            has_move = true;
            let (reached, appeal) = self.follow(node, mv, target, is_layered)?;
            match reached {
                Reached::Settled(worth) => best = best.max(worth),
                Reached::Open(later, way) => {
                    self.reader.prefetch(&later.spot);
                    let order = i64::from(promise.saturating_add(appeal)) << 16 | (0xFFFF - nth.min(0xFFFF)) as i64;
                    self.children.push(Child { node: later, way, order });
                    if !game.is_light() && self.children.len() > next + LATER {
                        best = best.max(self.look_up(node, target, &mut kept, &mut next)?);
                    }
                }
            }
            if target.is_reached_by(best) {
                return Ok(best);
            }
        }
        if !has_move {
            return Err(Premise::NoMove.broken_at(node.position.clone()));
        }
        while next < self.children.len() && !target.is_reached_by(best) {
            best = best.max(self.look_up(node, target, &mut kept, &mut next)?);
        }
        self.children.truncate(kept);
        Ok(best)
    }

    /// Looks at the answers to the open moves, which are those from `first` on: the fewer answers are open, the sooner a move is tried.
    /// Returns the worth of the moves that this settles, and lets go of these.
    fn look_further(&mut self, node: &Node<G>, target: Target, first: usize) -> Worth<G> {
        let after = self.children.len();
        let (mut kept, mut best) = (first, i32::MIN);
        for at in first..after {
            let reader = &mut self.reader;
            if !self.member.tick(|| reader.pause()) {
                return Err(Halt::Stopped);
            }
            let (later, way) = (self.children[at].node.clone(), self.children[at].way);
            let worth = self.expand(&later, way.target(target), true)?;
            let open = self.children.drain(after..).count() as i64;
            if open == 0 || way.target(target).is_reached_by(worth) {
                best = best.max(node.worth_by(way, worth)?);
                if target.is_reached_by(best) {
                    break;
                }
            } else {
                if way.is_turned() {
                    self.children[at].order -= (open * OPEN_ANSWER) << 16;
                }
                self.children.swap(kept, at);
                kept += 1;
            }
        }
        self.children.truncate(kept);
        Ok(best)
    }

    /// Looks up the next move, and keeps it if that does not settle it; the worth it is known to have.
    #[inline(always)]
    fn look_up(&mut self, node: &Node<G>, target: Target, kept: &mut usize, next: &mut usize) -> Worth<G> {
        let Child { node: later, way, .. } = &self.children[*next];
        let known = self.reader.get(&later.spot);
        let bound = known.and_then(|known| deciding(known.low, known.high, way.target(target)));
        let worth = match bound {
            Some(bound) => node.worth_by(*way, bound)?,
            None => {
                if kept < next {
                    self.children.swap(*kept, *next);
                }
                *kept += 1;
                i32::MIN
            }
        };
        *next += 1;
        Ok(worth)
    }

    /// Plays a candidate and the forced moves after it, until the question is settled or there is a choice; with the
    /// appeal of the position after the candidate.
    #[inline]
    fn follow(
        &self,
        node: &Node<G>,
        mv: G::Move,
        target: Target,
        is_layered: bool,
    ) -> Result<(Reached<G>, i32), Halt<G::Position>> {
        let game = self.game;
        let (mut position, mut mv, mut way) = (node.position.clone(), mv, Way::NONE);
        let mut first_appeal = None;
        loop {
            let step = game.play(&position, mv);
            way = way.and(game.moves_again(&position, &step.position), step.gain).ok_or_else(|| node.too_large())?;
            position = step.position;
            let glance = game.glance(&position);
            let appeal = *first_appeal.get_or_insert(glance.appeal);
            if let Some(bound) = deciding(glance.low, glance.high, way.target(target)) {
                return Ok((Reached::Settled(node.worth_by(way, bound)?), appeal));
            }
            // chains of forced moves must end
            let Some(forced) = glance.forced.filter(|_| is_layered) else {
                return Ok((Reached::Open(self.node(position)?, way), appeal));
            };
            mv = forced;
        }
    }

    /// The move to try next, of those from `first` on. Where another thread is at work already, there will be an answer later;
    /// but the first move is searched in any case if it is expected to be enough.
    #[inline]
    fn soonest(&self, first: usize, expected: bool, ply: usize) -> Option<usize> {
        let children = &self.children[first..];
        let open = children.iter().enumerate().filter(|(_, child)| child.order != DONE);
        let may_wait = self.member.has_others() && (!expected || children.iter().any(|child| child.order == DONE));
        let soonest = if may_wait {
            open.max_by_key(|(_, child)| (self.member.others_at(child.node.spot.hash, ply + 1) == 0, child.order))
        } else {
            open.max_by_key(|(_, child)| child.order)
        };
        soonest.map(|(at, _)| first + at)
    }
}
