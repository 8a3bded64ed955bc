//! Monte-Carlo tree search for positions that are out of reach of proofs: it plays many games to the end, better ones
//! as its tree grows, and tells which move did best. What the tree proves on the way is exact; all else is an estimate.

mod answer;
pub mod network;
mod proofs;
mod tree;

pub use answer::{Estimation, Score, Tries};
use network::Network;

use crate::halt::Halt;
use crate::{Control, MemoryTooSmall, Premise, RootMove, Solvable, SolveError};
use perfectplay_game::Bounds;
use proofs::Proofs;
use std::sync::Arc;
use tree::{ROOT, Step, Tree, known_worths, points_of};

/// The engine's name. It is no [`Engine`](crate::Engine): those have nothing but exact answers.
const NAME: &str = "estimate";

/// More memory than this makes short searches slower: they would meet it for the first time.
const MOST_FOR_PROOFS: usize = 32 << 20;

/// Games that are longer than this count as a tie, or go to the side that leads.
const LONGEST_PLAYOUT: usize = 512;

/// A leaf that is visited so often gets its moves.
const RIPE: u32 = 2;

/// The most promising of so many moves taken by chance is made in a playout.
const TOURNAMENT: u32 = 2;

/// Reads a network, or finds that there is none.
type Reader<'g> = Box<dyn FnOnce() -> Option<Arc<Network>> + Send + 'g>;

/// Estimates positions of a game: the same way each time for the same seed, limits on nodes, and questions in this order.
pub struct Estimate<'g, G: Solvable> {
    game: &'g G,
    /// What is left of the last tree serves the next question, if the game goes on from there.
    tree: Tree<G::Move>,
    /// The position at the root of the tree, and the lead of the side to move.
    root: Option<(G::Position, i32)>,
    /// What reads the network, until it is needed.
    unread: Option<Reader<'g>>,
    proofs: Option<Proofs<'g, G>>,
    random: fastrand::Rng,
    /// The way from the root to the leaf under way.
    way: Vec<Step>,
    longest: usize,
    /// The moves of the position in a playout.
    moves: Vec<G::Move>,
}

impl<'g, G: Solvable> Estimate<'g, G> {
    /// An engine that stays within `memory` bytes.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(game: &'g G, memory: usize, seed: u64) -> Result<Self, MemoryTooSmall> {
        Estimate::with_network(game, memory, seed, || None)
    }

    /// The same with a network that judges positions, in the place of games by chance. It is read when it is needed first, and left out
    /// if it would take more than a quarter of the memory.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn with_network(
        game: &'g G,
        memory: usize,
        seed: u64,
        network: impl FnOnce() -> Option<Arc<Network>> + Send + 'g,
    ) -> Result<Self, MemoryTooSmall> {
        MemoryTooSmall::check(NAME, memory, 1 << 16)?;
        let of_network = Network::memory(&game.patterns());
        let has_room = of_network <= memory / 4;
        let memory = if has_room { memory - of_network } else { memory };
        Ok(Estimate {
            game,
            // the rest is for the way to a leaf, whose list doubles now and then, and for moving the tree
            tree: Tree::new(memory / 8 * 5),
            unread: has_room.then(|| Box::new(network) as Reader<'g>),
            proofs: Proofs::new(game, (memory / 4).min(MOST_FOR_PROOFS)),
            root: None,
            longest: memory / 16 / (3 * size_of::<Step>()),
            random: fastrand::Rng::with_seed(seed),
            way: vec![],
            moves: vec![],
        })
    }

    /// Has it play games to learn from: moves that do not seem best to a network are tried so much (0.4 is usual), and nothing is
    /// searched exactly, so that positions near the end come up as the tree meets them.
    #[must_use]
    pub fn for_learning(mut self, exploration: f32) -> Self {
        self.tree.exploration = exploration;
        self.proofs = None;
        self
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
        self.think_beside(position, lead, &[], control)
    }

    /// The same where something is proved of all moves, in their order: that is not looked for again.
    ///
    /// # Errors
    ///
    /// If there is no room for the moves of the position, or the game breaks a premise.
    pub fn think_beside(
        &mut self,
        position: &G::Position,
        lead: i32,
        proved: &[RootMove<G::Move>],
        control: &mut Control,
    ) -> Result<Estimation<G::Move>, SolveError<G::Position>> {
        control.stage("estimating");
        if let Some(value) = self.game.final_value(position) {
            return Ok(Estimation::of_end(Bounds::exactly(value), control));
        }
        match self.grow(position, lead, proved, control) {
            Ok(()) => Ok(answer::of_tree(self.game, &self.tree, position, lead, control)),
            Err(Halt::Failed(error)) => Err(*error),
            Err(Halt::Stopped | Halt::TooNarrow | Halt::Io(_)) => {
                unreachable!("a stop is no failure, and there are no cells")
            }
        }
    }

    /// Tells of the positions below the last one in question that were visited at least so often: which they are, the lead of the side to
    /// move there, and what it may expect.
    pub fn each_visited(&self, least: u32, tell: &mut impl FnMut(&G::Position, i32, f64)) {
        if let Some((root, lead)) = &self.root {
            self.each_visited_below(ROOT, root, *lead, least, tell);
        }
    }

    fn each_visited_below(
        &self,
        at: usize,
        position: &G::Position,
        lead: i32,
        least: u32,
        tell: &mut impl FnMut(&G::Position, i32, f64),
    ) {
        for child in self.tree.children_of(at).filter(|&child| self.tree.node(child).visits >= least) {
            let node = self.tree.node(child);
            let step = self.game.play(position, node.mv);
            let again = self.game.moves_again(position, &step.position);
            let lead_after = Step { node: child, again, gain: step.gain }.lead_after(lead);
            let score = self.tree.score(node, lead).mean;
            tell(&step.position, lead_after, if again { score } else { 1.0 - score });
            self.each_visited_below(child, &step.position, lead_after, least, tell);
        }
    }

    /// Has the tree begin at an unfinished position and grow from there.
    fn grow(
        &mut self,
        position: &G::Position,
        lead: i32,
        proved: &[RootMove<G::Move>],
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        if let Some(read) = self.unread.take() {
            let patterns = self.game.patterns();
            self.tree.judge_by(read().filter(|network| *network.patterns() == patterns));
        }
        match self.find(position, lead) {
            Some((ROOT, _)) => {}
            Some((at, again)) => self.tree.graft(self.game, at, position, again),
            None => {
                self.root = None;
                self.tree.plant(self.game, position, lead, control)?;
            }
        }
        self.root = Some((position.clone(), lead));
        self.tree.heed(proved);
        while !self.tree.is_settled(lead) {
            match self.try_once(position, lead, control) {
                Ok(()) => {}
                Err(Halt::Stopped) => break,
                Err(halt) => return Err(halt),
            }
        }
        Ok(())
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
        let before = control.nodes();
        self.way.clear();
        self.way.push(here);
        let mut position = root.clone();
        let mut lead = root_lead;
        let mut points = loop {
            if self.tree.is_leaf(here.node) {
                let is_ripe = self.tree.node(here.node).visits >= RIPE || self.tree.has_network();
                let has_room = is_ripe && self.way.len() < self.longest;
                if !has_room || !self.tree.expand(game, here.node, &position, lead, control)? {
                    break match self.tree.has_network() {
                        true => 0.0,
                        false => self.playout(position, lead, control)?.into(),
                    };
                }
                if !self.tree.settle(&self.way) {
                    return Err(Premise::MarginTooLarge.broken_at(position));
                }
                if let Some(points) = self.tree.decided(here, lead) {
                    break points.into();
                }
                if self.tree.has_network() {
                    break 0.0; // what counts then stands in the tree
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
            lead = step.lead_before(lead);
            self.tree.count_visit(*step, lead, points);
        }
        let looked_at = control.nodes() - before;
        if self.proofs.as_mut().is_some_and(|proofs| proofs.earn(looked_at)) {
            self.prove(root, root_lead, control);
        }
        Ok(())
    }

    /// Searches from those nodes of the last walk for which it is time.
    fn prove(&mut self, root: &G::Position, root_lead: i32, control: &mut Control) {
        let Some(proofs) = &mut self.proofs else { return };
        let is_due = |step: &Step| Proofs::<G>::is_due(self.tree.node(step.node).visits);
        let Some(last) = self.way.iter().rposition(is_due).filter(|&last| last > 0) else { return };
        let (mut position, mut lead) = (root.clone(), root_lead);
        for at in 1..=last {
            let step = self.way[at];
            let node = self.tree.node(step.node);
            if node.is_decided(lead) {
                break;
            }
            let visits = node.visits;
            position = self.game.play(&position, node.mv).position;
            lead = step.lead_after(lead);
            if Proofs::<G>::is_due(visits) {
                // what cannot be searched, because it is too deep, can be estimated all the same
                let Ok(shown) = proofs.search(&position, lead, visits, control) else {
                    self.proofs = None;
                    break;
                };
                self.tree.learn(step, shown);
                self.tree.settle(&self.way[..at]);
            }
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
}
