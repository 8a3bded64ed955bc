//! The tree of an estimate: how often each move was tried, how that went, and what is proved of it.

use super::answer::Score;
use super::network::{Looks, Network};
use crate::alpha_beta::{BEST, WORST};
use crate::halt::Halt;
use crate::way::Way;
use crate::{Control, Premise, RootMove};
use perfectplay_game::{Bounds, Hints, MARGIN_LIMIT, Value};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
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
    /// Two for each win, one for each tie.
    pub points: f64,
    /// With a network: the points that it told, or those that best play in the tree leads to, as far as it told.
    pub best: f32,
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
    /// With a network: the weight of a move's share against the mean.
    pub exploration: f32,
    /// What is seen of the positions that are added.
    looks: Looks,
    /// Their nodes, and whether the side that made the move is to move again.
    judged: Vec<(usize, bool)>,
    /// See [`Tree::stand_ins`].
    stand_ins: Vec<usize>,
}

pub(super) const ROOT: usize = 0;

/// Weight of the confidence bound against the mean, of the promise of a move, and what a move has that was not tried.
/// Only the promise made a difference in matches of the engine with itself (see docs/benchmarks.md); the last was not varied.
const EXPLORE: f32 = 0.7;
const BIAS: f32 = 0.3;
const FIRST_PLAY: f32 = 1.0;

/// With a network: the usual weight of a move's share against the mean, and how much better a move has to seem to get e times the share.
const SHARE: f32 = 0.4;
const WARMTH: f32 = 0.12;

/// And how much the best play in the tree counts against the mean.
const BEST_SHARE: f32 = 0.6;

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
    /// A move of which nothing is known.
    fn of(mv: M) -> Self {
        Node { mv, count: 0, bias: 0.0, points: 0.0, best: 1.0, visits: 0, low: WORST, high: BEST, first: 0 }
    }

    /// Whether it is proved who gets the better of it, where the side that makes the move leads by so much.
    #[inline]
    pub fn is_decided(&self, lead: i32) -> bool {
        points_of(self.low, lead) == points_of(self.high, lead)
    }

    pub fn bounds(&self, scored: bool) -> Bounds {
        Bounds { at_least: Value::from_worth(self.low, scored), at_most: Value::from_worth(self.high, scored) }
    }
}

impl<M: Copy> Tree<M> {
    /// A tree that stays within `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let most = (memory / size_of::<Node<M>>()).min(u32::MAX as usize);
        let nodes = Vec::with_capacity(most);
        Tree {
            nodes,
            most,
            network: None,
            exploration: SHARE,
            looks: Looks::default(),
            judged: vec![],
            stand_ins: vec![],
        }
    }

    /// Has a network judge the positions that are added, before there are any.
    pub fn judge_by(&mut self, network: Option<Arc<Network>>) {
        self.looks = Looks::at(network.as_ref().map_or(0, |network| network.patterns().places.len()));
        self.network = network;
    }

    /// Whether a network judges, and not games by chance.
    #[inline]
    pub fn has_network(&self) -> bool {
        self.network.is_some()
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
        self.nodes.push(Node { low, high, ..Node::of(mv) });
        if !self.expand(game, ROOT, position, lead, control)? {
            return Err(Premise::TooManyPositions { limit: self.most }.broken_at(position.clone()));
        }
        self.merge_alike(game, position);
        self.settle(&[Step { node: ROOT, again: true, gain: 0 }]);
        Ok(())
    }

    /// Moves of the root that lead to positions of the same value are tried as one, the one of them that was tried most so far.
    fn merge_alike<G: Hints<Move = M>>(&mut self, game: &G, position: &G::Position) {
        let range = self.children_of(ROOT);
        let mut classes: HashMap<(G::Key, bool, i32), usize> = HashMap::new();
        let mut kept: Vec<Node<M>> = vec![];
        self.stand_ins.clear();
        for node in &self.nodes[range.clone()] {
            let step = game.play(position, node.mv);
            let again = game.moves_again(position, &step.position);
            let class = (game.canonical_key(&step.position), again, step.gain);
            let at = *classes.entry(class).or_insert(kept.len());
            self.stand_ins.push(at);
            match kept.get_mut(at) {
                None => kept.push(*node),
                Some(stand_in) if stand_in.visits < node.visits => *stand_in = *node,
                Some(_) => {}
            }
        }
        self.nodes[range.start..range.start + kept.len()].copy_from_slice(&kept);
        self.nodes[ROOT].count = kept.len() as u16;
        if self.network.is_some() {
            share_out(&mut self.nodes[range.start..range.start + kept.len()]);
        }
    }

    /// Takes what is proved of the legal moves at the root, in their order.
    pub fn heed(&mut self, proved: &[RootMove<M>]) {
        let first = self.nodes[ROOT].first as usize;
        for (mv, at) in proved.iter().zip(&self.stand_ins) {
            let node = &mut self.nodes[first + at];
            node.low = node.low.max(mv.bounds.at_least.worth());
            node.high = node.high.min(mv.bounds.at_most.worth());
        }
        self.settle(&[Step { node: ROOT, again: true, gain: 0 }]);
    }

    /// Takes what is proved of the position after a step.
    pub fn learn(&mut self, step: Step, shown: Bounds) {
        let worths = (shown.at_least.worth(), shown.at_most.worth());
        // a margin that is too large is found out by whoever goes there
        if let Some((low, high)) = before(worths, step.again, step.gain) {
            let node = &mut self.nodes[step.node];
            (node.low, node.high) = (node.low.max(low), node.high.min(high));
        }
    }

    /// For each legal move at the root, in their order, which of the children stands for it.
    pub fn stand_ins(&self) -> &[usize] {
        &self.stand_ins
    }

    /// What the side that makes a move may expect, if it leads by so much.
    pub fn score(&self, node: &Node<M>, lead: i32) -> Score {
        let mean = node.points / f64::from(node.visits.max(1));
        let share = f64::from(BEST_SHARE);
        let points = if self.has_network() { share * f64::from(node.best) + (1.0 - share) * mean } else { mean };
        self.score_around(node, lead, points)
    }

    /// The same where these points are expected, as far as nothing else is proved.
    pub fn score_around(&self, node: &Node<M>, lead: i32, points: f64) -> Score {
        let (least, most) = (f64::from(points_of(node.low, lead)) / 2.0, f64::from(points_of(node.high, lead)) / 2.0);
        if node.visits == 0 {
            return Score { mean: (least + most) / 2.0, low: least, high: most };
        }
        let between = |score: f64| score.clamp(least, most);
        let mean = between(points / 2.0);
        let (low, high) = wilson(mean, node.visits, MOST_TRUSTED[usize::from(self.has_network())]);
        Score { mean, low: between(low), high: between(high) }
    }

    /// Whether a move is proved to give the root all that it can have.
    pub fn is_settled(&self, lead: i32) -> bool {
        let low = self.children(ROOT).iter().map(|child| child.low).max();
        low.is_some_and(|low| points_of(low, lead) == points_of(self.nodes[ROOT].high, lead))
    }

    /// Makes a node below the root the root of what is below it, and forgets all else. `again` tells whether the side
    /// that made the move is to move.
    pub fn graft<G: Hints<Move = M>>(&mut self, game: &G, at: usize, position: &G::Position, again: bool) {
        let mut root = self.nodes[at];
        (root.low, root.high) = known_worths(game, position);
        if !again {
            root.points = 2.0 * f64::from(root.visits) - root.points;
            root.best = 2.0 - root.best;
        }
        self.nodes[ROOT] = root;
        let first = root.first;
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
        self.merge_alike(game, position);
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
        self.looks.clear();
        self.judged.clear();
        for mv in game.moves(position) {
            if self.nodes.len() == self.most || self.nodes.len() - first == usize::from(u16::MAX) {
                self.nodes.truncate(first);
                return Ok(false);
            }
            control.tick();
            let step = game.play(position, mv);
            let again = game.moves_again(position, &step.position);
            let after = known_worths(game, &step.position);
            let Some((low, high)) = before(after, again, step.gain) else {
                return Err(Premise::MarginTooLarge.broken_at(position.clone()));
            };
            let mut node = Node { low, high, ..Node::of(mv) };
            match self.network {
                None => {
                    let promise = game.promise(position, mv);
                    (least, most) = (least.min(promise), most.max(promise));
                    node.bias = promise as f32;
                }
                Some(_) if node.is_decided(lead) => node.best = points_of(low, lead) as f32,
                Some(_) => {
                    let lead = Step { node: at, again, gain: step.gain }.lead_after(lead);
                    game.look(&step.position, lead, self.looks.another());
                    self.judged.push((self.nodes.len(), again));
                }
            }
            self.nodes.push(node);
        }
        if self.nodes.len() == first {
            return Err(Premise::NoMove.broken_at(position.clone()));
        }
        match &self.network {
            None => {
                let range = (most as f32 - least as f32).max(1.0);
                self.nodes[first..].iter_mut().for_each(|node| node.bias = (node.bias - least as f32) / range);
            }
            // nobody looks at the others where a move wins
            Some(_) if self.nodes[first..].iter().any(|node| points_of(node.low, lead) == 2) => {}
            Some(network) => {
                network.judge(&mut self.looks);
                for (&(at, again), &told) in self.judged.iter().zip(self.looks.told()) {
                    let best = if again { 2.0 * told } else { 2.0 - 2.0 * told };
                    let node = &mut self.nodes[at];
                    (node.best, node.points, node.visits) = (best, best.into(), 1);
                }
                share_out(&mut self.nodes[first..]);
            }
        }
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.nodes.len() - first) as u16;
        Ok(true)
    }

    /// The move to try next at a node that is not decided: the upper confidence bound on its points, and its promise as
    /// long as little is known. Moves that are decided, or cannot become better than one that is proved, are left alone.
    #[inline]
    pub fn select(&self, at: usize, lead: i32) -> usize {
        let node = &self.nodes[at];
        let children = self.children(at);
        let proved = children.iter().map(|child| child.low).max().map_or(0, |low| points_of(low, lead));
        let visits = node.visits.max(1) as f32;
        let (log, root) = (visits.ln() * EXPLORE * EXPLORE, visits.sqrt() * self.exploration);
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
                _ if self.network.is_some() => {
                    BEST_SHARE * child.best * 0.5 + (1.0 - BEST_SHARE) * mean() + root * child.bias / visits
                }
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

    /// The points that the best of the moves after a node promises to the side to move there.
    fn promised(&self, at: usize) -> f32 {
        self.children(at).iter().map(|child| child.best).fold(0.0, f32::max)
    }

    /// Counts a walk that ended with these points for the side that made the step, which leads by so much; with a network it is what
    /// best play leads to now that counts.
    #[inline]
    pub fn count_visit(&mut self, step: Step, lead: i32, points: f64) {
        let best = self.network.as_ref().map(|_| match self.is_leaf(step.node) {
            true => self.nodes[step.node].best,
            false if step.again => self.promised(step.node),
            false => 2.0 - self.promised(step.node),
        });
        let node = &mut self.nodes[step.node];
        node.visits += 1;
        if let Some(best) = best {
            node.best = best.clamp(points_of(node.low, lead) as f32, points_of(node.high, lead) as f32);
        }
        node.points += best.map_or(points, |_| node.best.into());
    }
}

/// However often a move was tried, its score is no surer than from so many games that were independent: those of a tree are not, and play in
/// it is not perfect (see docs/benchmarks.md). Of games by chance, and of positions judged by a network.
const MOST_TRUSTED: [f64; 2] = [12.0, 25.0];

/// Where a score lies in 95 cases of 100 after so many games: the interval of Wilson.
fn wilson(mean: f64, visits: u32, most: f64) -> (f64, f64) {
    let count = 1.0 / (1.0 / f64::from(visits) + 1.0 / most);
    let doubt = 1.96 * 1.96 / count;
    let middle = mean + doubt / 2.0;
    let reach = (doubt * (mean * (1.0 - mean) + doubt / 4.0)).sqrt();
    ((middle - reach) / (1.0 + doubt), (middle + reach) / (1.0 + doubt))
}

/// What the network told of sibling moves, as shares of visits.
fn share_out<M>(nodes: &mut [Node<M>]) {
    let best = nodes.iter().map(|node| node.best).fold(0.0, f32::max);
    let weight = |node: &Node<M>| ((node.best - best) / (2.0 * WARMTH)).exp();
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
