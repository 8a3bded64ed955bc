//! What a tree tells: a score for each move with the interval in which it may lie, the moves that seem best, and the line they begin.

use super::NAME;
use super::tree::{Node, ROOT, Step, Tree, points_of};
use crate::{Control, RootMove, Solution};
use perfectplay_game::{Bounds, Hints};

/// The answer of an estimate: a choice, and how sure it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimation<M> {
    /// What the tree has proved, of the position and of each move; mostly nothing.
    pub shown: Solution<M>,
    /// How each move did, in the same order. Moves that lead to positions of the same value did the same.
    pub tries: Vec<Tries>,
    /// Which of the moves would be made; none if the game is over.
    pub choice: Option<usize>,
    /// The moves that cannot be told apart from the choice, with it, in their order.
    pub leaders: Vec<usize>,
    /// The moves that are tried most from the choice on, which comes first.
    pub line: Vec<M>,
    /// How many games were played from the position on, or leaves judged by a network in the place of games.
    pub playouts: u32,
}

/// How a move did in the games that were played with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tries {
    /// How many there were.
    pub visits: u32,
    /// What the side to move may expect of it.
    pub score: Score,
}

/// An expected score of the side to move: 1 for a win, ½ for a tie, 0 for a loss. Never outside of what is proved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The score itself.
    pub mean: f64,
    /// It lies between this and `high` in 95 cases of 100, as far as that can be told.
    pub low: f64,
    /// See `low`.
    pub high: f64,
}

impl Score {
    /// Where it may lie.
    pub fn interval(self) -> [f64; 2] {
        [self.low, self.high]
    }
}

impl<M: Copy> Estimation<M> {
    /// Of a game that is over.
    pub(super) fn of_end(bounds: Bounds, control: &Control) -> Self {
        let shown = shown(bounds, vec![], control);
        Estimation { shown, tries: vec![], choice: None, leaders: vec![], line: vec![], playouts: 0 }
    }

    /// The move that would be made, and its expected score.
    pub fn choice(&self) -> Option<(M, Score)> {
        self.choice.map(|at| (self.shown.moves[at].mv, self.tries[at].score))
    }
}

/// The longest line that is told, and how often its moves were tried at the least.
const LONGEST_LINE: usize = 12;
const LEAST_VISITS: u32 = 16;

/// What a tree tells of the position at its root, where the side to move has this lead.
pub(super) fn of_tree<G: Hints>(
    game: &G,
    tree: &Tree<G::Move>,
    position: &G::Position,
    lead: i32,
    control: &Control,
) -> Estimation<G::Move> {
    let scored = game.scored();
    let nodes = tree.children(ROOT);
    let legal: Vec<(G::Move, &Node<G::Move>)> =
        game.moves(position).zip(tree.stand_ins()).map(|(mv, &at)| (mv, &nodes[at])).collect();
    let moves = legal.iter().map(|(mv, node)| RootMove { mv: *mv, bounds: node.bounds(scored) }).collect();
    let scores: Vec<Score> = tree.children_of(ROOT).map(|at| score_of(game, tree, position, lead, at)).collect();
    let tries: Vec<Tries> = legal
        .iter()
        .zip(tree.stand_ins())
        .map(|((_, node), &at)| Tries { visits: node.visits, score: scores[at] })
        .collect();
    let backwards = || (0..legal.len()).rev(); // of equally good moves the first
    let tried_most = backwards().max_by_key(|&i| {
        let (mv, node) = legal[i];
        (points_of(node.high, lead), node.visits, game.promise(position, mv))
    });
    let proved_best = backwards().max_by_key(|&i| (legal[i].1.low, legal[i].1.high));
    // what is proved counts if it is no worse than what is expected
    let is_enough = |&i: &usize| {
        let proved = f64::from(points_of(legal[i].1.low, lead)) / 2.0;
        tried_most.is_some_and(|other| proved >= tries[other].score.mean)
    };
    let choice = proved_best.filter(is_enough).or(tried_most);
    let is_beaten = |i: usize| choice.is_some_and(|choice| beats(&tries[choice], &tries[i]));
    let leaders = (0..tries.len()).filter(|&i| !is_beaten(i)).collect();
    let line = choice.map(|at| (legal[at].0, tree.stand_ins()[at]));
    let line = line.map(|(mv, at)| line_of(tree, mv, tree.children_of(ROOT).start + at)).unwrap_or_default();
    let shown = shown(tree.node(ROOT).bounds(scored), moves, control);
    let playouts = tree.node(ROOT).visits;
    Estimation { shown, tries, choice, leaders, line, playouts }
}

/// However many games were played, a difference is no surer than with so many on either side. That is more than a score is trusted, since
/// what is wrong with play in the tree is wrong with both.
const MOST_COMPARED: f64 = 200.0;

/// Whether a move surely does better than another one, in 95 cases of 100.
fn beats(one: &Tries, other: &Tries) -> bool {
    let difference = one.score.mean - other.score.mean;
    let square = |tries: &Tries| {
        let count = f64::from(tries.visits).min(MOST_COMPARED);
        // what was tried a few times may still do better than it did, and what is proved may not
        let mean = (tries.score.mean * count + 1.0) / (count + 2.0);
        if tries.score.low == tries.score.high { 0.0 } else { mean * (1.0 - mean) / count.max(1.0) }
    };
    difference > 1.96 * (square(one) + square(other)).sqrt()
}

/// The score of a move of the side to move, as far as play after it that seems best tells more than the mean of all that was tried.
fn score_of<G: Hints>(game: &G, tree: &Tree<G::Move>, position: &G::Position, lead: i32, at: usize) -> Score {
    let (node, first_lead) = (tree.node(at), lead);
    if tree.has_network() {
        return tree.score(node, lead);
    }
    let mut means = vec![];
    let (mut position, mut lead, mut at, mut is_own) = (position.clone(), lead, at, true);
    loop {
        let mean = tree.score(tree.node(at), lead).mean;
        means.push(if is_own { mean } else { 1.0 - mean });
        let Some(next) = most_tried(tree, at) else { break };
        let step = game.play(&position, tree.node(at).mv);
        let here = Step { node: at, again: game.moves_again(&position, &step.position), gain: step.gain };
        (lead, is_own) = (here.lead_after(lead), is_own == here.again);
        (position, at) = (step.position, next);
    }
    let mean = means.into_iter().rev().reduce(|below, mean| (below + mean) / 2.0).expect("a mean");
    tree.score_around(node, first_lead, 2.0 * mean)
}

/// The moves that were tried most, from a node on. Where another move stands in for the first, what follows would have to be turned.
fn line_of<M: Copy + PartialEq>(tree: &Tree<M>, first: M, mut at: usize) -> Vec<M> {
    let mut line = vec![first];
    while line.len() < LONGEST_LINE && tree.node(at).mv == *line.last().expect("a move") {
        let Some(next) = most_tried(tree, at) else { break };
        line.push(tree.node(next).mv);
        at = next;
    }
    line
}

/// The move after a node that was tried most, if that was often.
fn most_tried<M: Copy>(tree: &Tree<M>, at: usize) -> Option<usize> {
    let most = tree.children_of(at).max_by_key(|&child| tree.node(child).visits);
    most.filter(|&child| tree.node(child).visits >= LEAST_VISITS)
}

fn shown<M>(bounds: Bounds, moves: Vec<RootMove<M>>, control: &Control) -> Solution<M> {
    Solution {
        bounds,
        moves,
        engine: NAME,
        reason: "it was asked for",
        nodes: control.nodes(),
        elapsed: control.elapsed(),
    }
}
