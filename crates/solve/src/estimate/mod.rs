//! Monte-Carlo tree search for positions that are out of reach of proofs: it plays many games to the end, better ones
//! as its tree grows, and tells which move did best. What the tree proves on the way is exact; all else is an estimate.

pub mod network;
mod tree;

use network::Network;

use crate::halt::Halt;
use crate::{Control, MemoryTooSmall, Premise, RootMove, Solution, SolveError};
use perfectplay_game::{Bounds, Game, Hints};
use std::sync::Arc;
use tree::{ROOT, Step, Tree, known_worths, points_of};

/// The engine's name. It is no [`Engine`](crate::Engine): those have nothing but exact answers.
const NAME: &str = "estimate";

/// Games that are longer than this count as a tie, or go to the side that leads.
const LONGEST_PLAYOUT: usize = 512;

/// A leaf that is visited so often gets its moves.
const RIPE: u32 = 2;

/// The most promising of so many moves taken by chance is made in a playout.
const TOURNAMENT: u32 = 2;

/// Estimates positions of a game: the same way each time for the same seed, limits on nodes, and questions in this order.
pub struct Estimate<'g, G: Game> {
    game: &'g G,
    /// What is left of the last tree serves the next question, if the game goes on from there.
    tree: Tree<G::Move>,
    /// The position at the root of the tree, and the lead of the side to move.
    root: Option<(G::Position, i32)>,
    network: Option<Arc<Network>>,
    random: fastrand::Rng,
    /// The way from the root to the leaf under way.
    way: Vec<Step>,
    longest: usize,
    /// The moves of the position in a playout.
    moves: Vec<G::Move>,
}

/// The answer of an estimate: a choice, and how sure it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimation<M> {
    /// What the tree has proved, of the position and of each move; mostly nothing.
    pub shown: Solution<M>,
    /// How each move did, in the same order.
    pub tries: Vec<Tries>,
    /// Which of the moves seems best; none if the game is over.
    pub choice: Option<usize>,
    /// How many games were played for this answer; some of the tries may be from the one before.
    pub playouts: u64,
}

/// How a move did in the games that were played with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tries {
    /// How many there were.
    pub visits: u32,
    /// The mean result for the side to move: 1 for a win, ½ for a tie, 0 for a loss; within what is proved of the move.
    pub score: f64,
}

impl<M: Copy> Estimation<M> {
    /// The move that seems best, and its expected score.
    pub fn choice(&self) -> Option<(M, f64)> {
        self.choice.map(|at| (self.shown.moves[at].mv, self.tries[at].score))
    }
}

impl<'g, G: Hints> Estimate<'g, G> {
    /// An engine that stays within `memory` bytes.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(game: &'g G, memory: usize, seed: u64) -> Result<Self, MemoryTooSmall> {
        Estimate::with_network(game, memory, seed, None)
    }

    /// The same with a network that judges positions, in the place of games by chance.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn with_network(
        game: &'g G,
        memory: usize,
        seed: u64,
        network: Option<Arc<Network>>,
    ) -> Result<Self, MemoryTooSmall> {
        MemoryTooSmall::check(NAME, memory, 1 << 16)?;
        Ok(Estimate {
            game,
            // the rest is for the way to a leaf, whose list doubles now and then, and for moving the tree
            tree: Tree::new(memory / 8 * 7, network.clone()),
            network,
            root: None,
            longest: memory / 16 / (3 * size_of::<Step>()),
            random: fastrand::Rng::with_seed(seed),
            way: vec![],
            moves: vec![],
        })
    }

    /// Thinks about a position, where the side to move leads by so much, until the control stops it or it is proved who
    /// gets the better of it.
    ///
    /// # Errors
    ///
    /// If there is no room for the moves of the position, or the game breaks a premise.
    pub fn think(
        &mut self,
        position: &G::Position,
        lead: i32,
        control: &mut Control,
    ) -> Result<Estimation<G::Move>, SolveError<G::Position>> {
        control.stage("estimating");
        if let Some(value) = self.game.final_value(position) {
            let shown = shown(Bounds::exactly(value), vec![], control);
            return Ok(Estimation { shown, tries: vec![], choice: None, playouts: 0 });
        }
        match self.grow(position, lead, control) {
            Ok(playouts) => Ok(self.answer(position, lead, playouts, control)),
            Err(Halt::Failed(error)) => Err(*error),
            Err(Halt::Stopped | Halt::TooNarrow | Halt::Io(_)) => {
                unreachable!("a stop is no failure, and there are no cells")
            }
        }
    }

    /// Has the tree begin at an unfinished position and grow from there; how many games were played.
    fn grow(&mut self, position: &G::Position, lead: i32, control: &mut Control) -> Result<u64, Halt<G::Position>> {
        match self.find(position, lead) {
            Some((ROOT, _)) => {}
            Some((at, again)) => self.tree.graft(self.game, at, position, again),
            None => {
                self.root = None;
                self.tree.plant(self.game, position, lead, control)?;
            }
        }
        self.root = Some((position.clone(), lead));
        let mut playouts = 0;
        while !self.tree.is_settled(lead) {
            match self.try_once(position, lead, control) {
                Ok(()) => playouts += 1,
                Err(Halt::Stopped) => break,
                Err(halt) => return Err(halt),
            }
        }
        Ok(playouts)
    }

    /// The node of a position that comes at most two plies after the last root, and whether the side that made the move
    /// to it is to move again.
    fn find(&self, position: &G::Position, lead: i32) -> Option<(usize, bool)> {
        let (root, root_lead) = self.root.as_ref()?;
        if root == position && *root_lead == lead {
            return Some((ROOT, true));
        }
        let after = |at: usize, before: &G::Position, lead: i32| {
            let step = self.game.play(before, self.tree.node(at).mv);
            let here = Step { node: at, again: self.game.moves_again(before, &step.position), gain: step.gain };
            (here, step.position, here.lead_after(lead))
        };
        let inner = |at: &usize| !self.tree.is_leaf(*at);
        for first in self.tree.children_of(ROOT).filter(inner) {
            let (step, between, lead_between) = after(first, root, *root_lead);
            if between == *position && lead_between == lead {
                return Some((first, step.again));
            }
            for second in self.tree.children_of(first).filter(inner) {
                let (step, reached, lead_reached) = after(second, &between, lead_between);
                if reached == *position && lead_reached == lead {
                    return Some((second, step.again));
                }
            }
        }
        None
    }

    /// One walk down the tree, one game to the end, and what follows from it.
    fn try_once(&mut self, root: &G::Position, root_lead: i32, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let game = self.game;
        let mut here = Step { node: ROOT, again: true, gain: 0 };
        self.way.clear();
        self.way.push(here);
        let mut position = root.clone();
        let mut lead = root_lead;
        let mut points = loop {
            if self.tree.is_leaf(here.node) {
                let is_ripe = self.tree.node(here.node).visits >= RIPE || self.network.is_some();
                let has_room = is_ripe && self.way.len() < self.longest;
                if !has_room || !self.tree.expand(game, here.node, &position, lead, control)? {
                    break self.judge(here.node, position, lead, control)?;
                }
                if !self.tree.settle(&self.way) {
                    return Err(Premise::MarginTooLarge.broken_at(position));
                }
                if let Some(points) = self.tree.decided(here, lead) {
                    break points.into();
                }
                if self.network.is_some() {
                    break self.tree.promised(here.node);
                }
            }
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            let node = self.tree.select(here.node, lead);
            let step = game.play(&position, self.tree.node(node).mv);
            here = Step { node, again: game.moves_again(&position, &step.position), gain: step.gain };
            lead = here.lead_after(lead);
            position = step.position;
            self.way.push(here);
        };
        for step in self.way.iter().rev() {
            points = if step.again { points } else { 2.0 - points };
            self.tree.count_visit(step.node, points);
        }
        Ok(())
    }

    /// The points of the side to move at a leaf that gets no moves: what the network told, or those of a game to the end.
    fn judge(
        &mut self,
        leaf: usize,
        position: G::Position,
        lead: i32,
        control: &mut Control,
    ) -> Result<f64, Halt<G::Position>> {
        match self.network {
            Some(_) => {
                let step = self.way.last().expect("a way with a leaf");
                let told = 2.0 * self.tree.node(leaf).score(step.lead_before(lead));
                Ok(if step.again { told } else { 2.0 - told })
            }
            None => self.playout(position, lead, control).map(f64::from),
        }
    }

    /// The points of the side to move after a game to the end, where moves are made by chance, of several the most
    /// promising one.
    #[inline]
    fn playout(
        &mut self,
        mut position: G::Position,
        mut lead: i32,
        control: &mut Control,
    ) -> Result<u32, Halt<G::Position>> {
        let mut is_others_turn = false;
        let mut points = None;
        for _ in 0..LONGEST_PLAYOUT {
            self.moves.clear();
            self.moves.extend(self.game.moves(&position));
            let Some(mut mv) = self.random.choice(&self.moves).copied() else {
                return Err(Premise::NoMove.broken_at(position));
            };
            let mut best = self.game.promise(&position, mv);
            for _ in 1..TOURNAMENT {
                let other = self.moves[self.random.usize(..self.moves.len())];
                let promise = self.game.promise(&position, other);
                if promise > best {
                    (mv, best) = (other, promise);
                }
            }
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            let step = self.game.play(&position, mv);
            let again = self.game.moves_again(&position, &step.position);
            lead = Step { node: ROOT, again, gain: step.gain }.lead_after(lead);
            is_others_turn ^= !again;
            position = step.position;
            let (low, high) = known_worths(self.game, &position);
            points = Some(points_of(low, lead)).filter(|&points| points == points_of(high, lead));
            if points.is_some() {
                break;
            }
        }
        let points = points.unwrap_or_else(|| points_of(0, lead));
        Ok(if is_others_turn { 2 - points } else { points })
    }

    fn answer(&self, position: &G::Position, lead: i32, playouts: u64, control: &Control) -> Estimation<G::Move> {
        let scored = self.game.scored();
        let nodes = self.tree.children(ROOT);
        let moves = nodes.iter().map(|node| RootMove { mv: node.mv, bounds: node.bounds(scored) }).collect();
        let tries = nodes.iter().map(|node| Tries { visits: node.visits, score: node.score(lead) }).collect();
        let backwards = || (0..nodes.len()).rev(); // of equally good moves the first
        let tried_most = backwards().max_by_key(|&i| {
            (points_of(nodes[i].high, lead), nodes[i].visits, self.game.promise(position, nodes[i].mv))
        });
        let proved_best = backwards().max_by_key(|&i| (nodes[i].low, nodes[i].high));
        // what is proved counts if it is no worse than what is expected
        let is_enough = |&i: &usize| {
            let proved = f64::from(points_of(nodes[i].low, lead)) / 2.0;
            tried_most.is_some_and(|other| proved >= nodes[other].score(lead))
        };
        let choice = proved_best.filter(is_enough).or(tried_most);
        Estimation { shown: shown(self.tree.node(ROOT).bounds(scored), moves, control), tries, choice, playouts }
    }
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
