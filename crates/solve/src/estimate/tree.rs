//! The tree of an estimate: how often each move was tried, how that went, and what is proved of it.

use super::Network;
use crate::alpha_beta::{BEST, WORST};
use crate::halt::Halt;
use crate::way::Way;
use crate::{Control, Premise};
use perfectplay_game::{Bounds, Hints, MARGIN_LIMIT, Value};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// A move that was made in the tree. Everything is for the side that makes it.
#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    pub mv: M,
    /// The moves after it; none as long as it is a leaf.
    count: u16,
    /// How likely it is to be good: by the game's own order from 0 for the last to 1 for the first of its siblings; by a network the share
    /// of visits that it seems to be worth.
    bias: f32,
    /// Two for each win, one for each tie; in a tree with a network and what that told when the node was made.
    pub points: f64,
    pub visits: u32,
    /// The worths between which its value is proved to lie.
    pub low: i32,
    pub high: i32,
    /// Where the moves after it are.
    first: u32,
}

/// A step of the way from the root to a leaf.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub node: usize,
    /// Whether the side that made the move is to move again, and what it gained.
    pub again: bool,
    pub gain: i32,
}

impl Step {
    /// The lead of the side that is to move after the step, from that of the side that made it.
    #[inline]
    pub fn lead_after(self, lead: i32) -> i32 {
        let lead = lead.saturating_add(self.gain);
        if self.again { lead } else { lead.saturating_neg() }
    }

    /// The reverse.
    #[inline]
    pub fn lead_before(self, lead: i32) -> i32 {
        let lead = if self.again { lead } else { lead.saturating_neg() };
        lead.saturating_sub(self.gain)
    }
}

/// The nodes, the root first. The root stands for no move: its points and worths are for the side to move.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
    network: Option<Arc<Network>>,
    /// The patterns of a position.
    seen: Vec<u16>,
}

pub(super) const ROOT: usize = 0;

/// Weight of the confidence bound against the mean, of the promise of a move, and what a move has that was not tried.
/// Only the promise made a difference in matches of the engine with itself (see docs/benchmarks.md); the last was not varied.
const EXPLORE: f32 = 0.7;
const BIAS: f32 = 0.3;
const FIRST_PLAY: f32 = 1.0;

/// With a network: the weight of a move's share against the mean, and how much better a move has to seem to get e times the share.
const SHARE: f32 = 1.5;
const WARMTH: f32 = 0.12;

/// What a worth means for a side that leads by so much: 0 for a loss, 1 for a tie, 2 for a win.
#[inline]
pub(super) fn points_of(worth: i32, lead: i32) -> u32 {
    let margin = if worth.abs() >= MARGIN_LIMIT { worth } else { worth.saturating_add(lead) };
    (margin.signum() + 1) as u32
}

/// What the rules and the game's bounds tell of a position: the worths between which its value lies.
#[inline]
pub(super) fn known_worths<G: Hints>(game: &G, position: &G::Position) -> (i32, i32) {
    match game.final_value(position) {
        Some(value) => (value.worth(), value.worth()),
        None => {
            let bounds = game.bounds(position);
            (bounds.at_least.worth().max(WORST), bounds.at_most.worth().min(BEST))
        }
    }
}

impl<M> Node<M> {
    /// Whether it is proved who gets the better of it, where the side that makes the move leads by so much.
    #[inline]
    pub fn is_decided(&self, lead: i32) -> bool {
        points_of(self.low, lead) == points_of(self.high, lead)
    }

    /// The expected points, from 0 to 1, for the side that makes the move: never outside of what is proved.
    pub fn score(&self, lead: i32) -> f64 {
        let (least, most) = (points_of(self.low, lead), points_of(self.high, lead));
        match self.visits {
            0 => f64::from(least + most) / 4.0,
            visits => (self.points / f64::from(visits)).min(most.into()).max(least.into()) / 2.0,
        }
    }

    pub fn bounds(&self, scored: bool) -> Bounds {
        Bounds { at_least: Value::from_worth(self.low, scored), at_most: Value::from_worth(self.high, scored) }
    }
}

impl<M: Copy> Tree<M> {
    /// A tree that stays within `memory` bytes.
    pub fn new(memory: usize, network: Option<Arc<Network>>) -> Self {
        let most = (memory / size_of::<Node<M>>()).min(u32::MAX as usize);
        let seen = vec![0; network.as_ref().map_or(0, |network| network.places())];
        Tree { nodes: Vec::with_capacity(most), most, network, seen }
    }

    /// Begins anew with an unfinished position.
    pub fn plant<G: Hints<Move = M>>(
        &mut self,
        game: &G,
        position: &G::Position,
        lead: i32,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let (low, high) = known_worths(game, position);
        let Some(mv) = game.moves(position).next() else { return Err(Premise::NoMove.broken_at(position.clone())) };
        self.nodes.clear();
        self.nodes.push(Node { mv, count: 0, bias: 0.0, points: 0.0, visits: 0, low, high, first: 0 });
        if !self.expand(game, ROOT, position, lead, control)? {
            return Err(Premise::TooManyPositions { limit: self.most }.broken_at(position.clone()));
        }
        self.settle(&[Step { node: ROOT, again: true, gain: 0 }]);
        Ok(())
    }

    /// Whether a move is proved to give the root all that it can have.
    pub fn is_settled(&self, lead: i32) -> bool {
        let low = self.children(ROOT).iter().map(|child| child.low).max();
        low.is_some_and(|low| points_of(low, lead) == points_of(self.nodes[ROOT].high, lead))
    }

    /// Makes a node below the root the root of what is below it, and forgets all else. `again` tells whether the side
    /// that made the move is to move.
    pub fn graft<G: Hints<Move = M>>(&mut self, game: &G, at: usize, position: &G::Position, again: bool) {
        let Node { mv, visits, points, first, count, .. } = self.nodes[at];
        let (low, high) = known_worths(game, position);
        let points = if again { points } else { 2.0 * f64::from(visits) - points };
        self.nodes[ROOT] = Node { mv, count, bias: 0.0, points, visits, low, high, first };
        // nodes stand behind their parents, so moving them to the front in their order overwrites nothing
        let mut waiting = BinaryHeap::from([Reverse((first, ROOT))]);
        let mut end = 1;
        while let Some(Reverse((first, parent))) = waiting.pop() {
            let (first, count) = (first as usize, self.nodes[parent].count as usize);
            self.nodes.copy_within(first..first + count, end);
            self.nodes[parent].first = end as u32;
            let inner = (end..end + count).filter(|&at| self.nodes[at].count > 0);
            waiting.extend(inner.map(|at| Reverse((self.nodes[at].first, at))));
            end += count;
        }
        self.nodes.truncate(end);
        self.settle(&[Step { node: ROOT, again: true, gain: 0 }]);
    }

    #[inline]
    pub fn node(&self, at: usize) -> &Node<M> {
        &self.nodes[at]
    }

    #[inline]
    pub fn children(&self, at: usize) -> &[Node<M>] {
        &self.nodes[self.children_of(at)]
    }

    /// Where the moves after a node are.
    pub fn children_of(&self, at: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[at];
        first as usize..first as usize + usize::from(count)
    }

    #[inline]
    pub fn is_leaf(&self, at: usize) -> bool {
        self.nodes[at].count == 0
    }

    /// Adds the moves of an unfinished position to its node, with all that the rules tell at once; false if there is no
    /// room for them.
    pub fn expand<G: Hints<Move = M>>(
        &mut self,
        game: &G,
        at: usize,
        position: &G::Position,
        lead: i32,
        control: &mut Control,
    ) -> Result<bool, Halt<G::Position>> {
        let first = self.nodes.len();
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for mv in game.moves(position) {
            if self.nodes.len() == self.most || self.nodes.len() - first == usize::from(u16::MAX) {
                self.nodes.truncate(first);
                return Ok(false);
            }
            control.tick();
            let promise = game.promise(position, mv);
            (least, most) = (least.min(promise), most.max(promise));
            let step = game.play(position, mv);
            let again = game.moves_again(position, &step.position);
            let after = known_worths(game, &step.position);
            let Some((low, high)) = before(after, again, step.gain) else {
                return Err(Premise::MarginTooLarge.broken_at(position.clone()));
            };
            let mut node = Node { mv, count: 0, bias: promise as f32, points: 0.0, visits: 0, low, high, first: 0 };
            if let Some(network) = &self.network {
                node.points = if node.is_decided(lead) {
                    points_of(low, lead).into()
                } else {
                    let after = Step { node: at, again, gain: step.gain };
                    game.look(&step.position, after.lead_after(lead), &mut self.seen);
                    let told = 2.0 * network.expectation(&self.seen);
                    f64::from(if again { told } else { 2.0 - told })
                };
                node.visits = 1;
            }
            self.nodes.push(node);
        }
        if self.nodes.len() == first {
            return Err(Premise::NoMove.broken_at(position.clone()));
        }
        match self.network {
            None => {
                let range = (most as f32 - least as f32).max(1.0);
                self.nodes[first..].iter_mut().for_each(|node| node.bias = (node.bias - least as f32) / range);
            }
            Some(_) => share_out(&mut self.nodes[first..]),
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.nodes.len() - first) as u16;
        Ok(true)
    }

    /// The points that a node is worth by what the network told of its moves, for the side to move there.
    pub fn promised(&self, at: usize) -> f64 {
        self.children(at).iter().map(|child| child.points).fold(0.0, f64::max)
    }

    /// The move to try next at a node that is not decided: the upper confidence bound on its points, and its promise as
    /// long as little is known. Moves that are decided, or cannot become better than one that is proved, are left alone.
    #[inline]
    pub fn select(&self, at: usize, lead: i32) -> usize {
        let node = &self.nodes[at];
        let children = self.children(at);
        let proved = children.iter().map(|child| child.low).max().map_or(0, |low| points_of(low, lead));
        let visits = node.visits.max(1) as f32;
        let (log, root) = (visits.ln() * EXPLORE * EXPLORE, visits.sqrt() * SHARE);
        let mut best = (f32::NEG_INFINITY, 0);
        for (i, child) in children.iter().enumerate() {
            let most = points_of(child.high, lead);
            if most <= proved || points_of(child.low, lead) == most {
                continue;
            }
            let visits = child.visits as f32;
            let mean = || (child.points as f32 / visits).min(most as f32) * 0.5;
            let score = match child.visits {
                0 => FIRST_PLAY + BIAS * child.bias,
                _ if self.network.is_some() => mean() + root * child.bias / visits,
                _ => mean() + (log / visits).sqrt() + BIAS * child.bias / (visits + 1.0),
            };
            if score > best.0 {
                best = (score, i);
            }
        }
        node.first as usize + best.1
    }

    /// The points of the side that is to move after a step, and leads by so much, if they are decided.
    #[inline]
    pub fn decided(&self, step: Step, lead: i32) -> Option<u32> {
        let lead = step.lead_before(lead);
        let node = &self.nodes[step.node];
        let points = points_of(node.low, lead);
        node.is_decided(lead).then_some(if step.again { points } else { 2 - points })
    }

    /// Takes what is proved of the children of the last node on the way up to its ancestors; false if a margin grows too
    /// large.
    pub fn settle(&mut self, way: &[Step]) -> bool {
        for step in way.iter().rev() {
            let children = self.children(step.node);
            if children.is_empty() {
                continue;
            }
            let best = children
                .iter()
                .fold((i32::MIN, i32::MIN), |best, child| (best.0.max(child.low), best.1.max(child.high)));
            let Some((low, high)) = (match step.node {
                ROOT => Some(best),
                _ => before(best, step.again, step.gain),
            }) else {
                return false;
            };
            let node = &mut self.nodes[step.node];
            let (low, high) = (low.max(node.low), high.min(node.high));
            if (low, high) == (node.low, node.high) {
                break;
            }
            (node.low, node.high) = (low, high);
        }
        true
    }

    #[inline]
    pub fn count_visit(&mut self, at: usize, points: f64) {
        let node = &mut self.nodes[at];
        node.visits += 1;
        node.points += points;
    }
}

/// What the network told of sibling moves, as shares of visits.
fn share_out<M>(nodes: &mut [Node<M>]) {
    let best = nodes.iter().map(|node| node.points).fold(0.0, f64::max);
    let weight = |node: &Node<M>| ((node.points - best) as f32 / (2.0 * WARMTH)).exp();
    let sum: f32 = nodes.iter().map(weight).sum();
    nodes.iter_mut().for_each(|node| node.bias = weight(node) / sum);
}

/// The worths of a move that leads to a position between these worths.
#[inline]
fn before((low, high): (i32, i32), again: bool, gain: i32) -> Option<(i32, i32)> {
    let (low, high) = if again { (low, high) } else { (high, low) };
    let way = Way::NONE.and(again, gain)?;
    Some((way.back(low)?, way.back(high)?))
}
