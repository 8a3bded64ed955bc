//! Monte-Carlo tree search for positions that are out of reach of proofs: it plays many games to the end, better ones
//! as its tree grows, and tells which move did best. What the tree proves on the way is exact; all else is an estimate.

mod tree;

use crate::error::Halt;
use crate::{Control, MemoryTooSmall, Premise, RootMove, Solution, SolveError};
use perfectplay_game::{Bounded, Bounds, Game, Ordered};
pub use tree::Settings;
use tree::{ROOT, Step, Tree, known_worths, points_of};

/// The engine's name. It is no [`Engine`](crate::Engine): those have nothing but exact answers.
const NAME: &str = "estimate";

/// Games that are longer than this count as a tie, or go to the side that leads.
const LONGEST_PLAYOUT: usize = 512;

/// Estimates positions of a game: the same way each time for the same seed, limits on nodes, and questions in this order.
pub struct Estimate<'g, G: Game> {
    game: &'g G,
    /// What is left of the last tree serves the next question, if the game goes on from there.
    tree: Tree<G::Move>,
    /// The position at the root of the tree, and the lead of the side to move.
    root: Option<(G::Position, i32)>,
    random: fastrand::Rng,
    /// The way from the root to the leaf under way.
    way: Vec<Step>,
    longest: usize,
    /// The moves of the position in a playout.
    moves: Vec<G::Move>,
    pub settings: Settings,
}

/// The answer of an estimate: a choice, and how sure it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimation<M> {
    /// What the tree has proved, of the position and of each move; mostly nothing.
    pub shown: Solution<M>,
    /// How each move did, in the same order.
    pub tries: Vec<Tries>,
    /// The place of the move that seems best; none if the game is over.
    pub choice: Option<usize>,
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

impl<'g, G: Bounded + Ordered> Estimate<'g, G> {
    /// An engine that stays within `memory` bytes.
    pub fn new(game: &'g G, memory: usize, seed: u64) -> Result<Self, MemoryTooSmall> {
        MemoryTooSmall::check(NAME, memory, 1 << 16)?;
        Ok(Estimate {
            game,
            // the rest is for the way to a leaf, whose list doubles now and then, and for moving the tree
            tree: Tree::new(memory / 8 * 7),
            root: None,
            longest: memory / 16 / (3 * size_of::<Step>()),
            random: fastrand::Rng::with_seed(seed),
            way: vec![],
            moves: vec![],
            settings: Settings::DEFAULT,
        })
    }

    /// Thinks about a position, where the side to move leads by so much, until the control stops it or it is proved who
    /// gets the better of it.
    pub fn think(
        &mut self,
        position: &G::Position,
        lead: i32,
        control: &mut Control,
    ) -> Result<Estimation<G::Move>, SolveError<G::Position>> {
        control.stage("estimating");
        let Some(any_move) = self.game.moves(position).next() else {
            let bounds = self.game.final_value(position).map_or(Bounds::UNKNOWN, Bounds::exactly);
            return Ok(Estimation { shown: shown(bounds, vec![], control), tries: vec![], choice: None });
        };
        match self.find(position, lead) {
            Some((ROOT, _)) => {}
            Some((at, again)) => self.tree.graft(self.game, at, position, again),
            None => self.tree.plant(self.game, position, any_move),
        }
        self.root = Some((position.clone(), lead));
        while !self.tree.node(ROOT).is_decided(lead) || self.tree.is_leaf(ROOT) {
            match self.try_once(position, lead, control) {
                Ok(()) => {}
                Err(Halt::Stopped) => break,
                Err(Halt::Failed(error)) => return Err(*error),
                Err(Halt::TooNarrow | Halt::Io(_)) => unreachable!("there are neither cells nor files"),
            }
        }
        Ok(self.answer(position, lead, control))
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
        for first in self.tree.places(ROOT).filter(inner) {
            let (step, between, lead_between) = after(first, root, *root_lead);
            if between == *position && lead_between == lead {
                return Some((first, step.again));
            }
            for second in self.tree.places(first).filter(inner) {
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
                let is_ripe = here.node == ROOT
                    || self.tree.node(here.node).visits >= self.settings.expand_at && self.way.len() < self.longest;
                if !is_ripe || !self.tree.expand(game, here.node, &position, control)? {
                    break self.playout(position, lead, control)?;
                }
                if !self.tree.settle(&self.way) {
                    return Err(Premise::MarginTooLarge.broken_at(position));
                }
                if let Some(points) = self.tree.decided(here, lead) {
                    break points;
                }
            }
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            let node = self.tree.select(here.node, lead, &self.settings);
            let step = game.play(&position, self.tree.node(node).mv);
            here = Step { node, again: game.moves_again(&position, &step.position), gain: step.gain };
            lead = here.lead_after(lead);
            position = step.position;
            self.way.push(here);
        };
        for step in self.way.iter().rev() {
            points = if step.again { points } else { 2 - points };
            self.tree.count_visit(step.node, points);
        }
        Ok(())
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
            if self.settings.tournament > 1 {
                let mut best = self.game.promise(&position, mv);
                for _ in 1..self.settings.tournament {
                    let other = self.moves[self.random.usize(..self.moves.len())];
                    let promise = self.game.promise(&position, other);
                    if promise > best {
                        (mv, best) = (other, promise);
                    }
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
            points = if self.settings.playout_bounds {
                let (low, high) = known_worths(self.game, &position);
                Some(points_of(low, lead)).filter(|&points| points == points_of(high, lead))
            } else {
                self.game.final_value(&position).map(|value| points_of(value.worth(), lead))
            };
            if points.is_some() {
                break;
            }
        }
        let points = points.unwrap_or_else(|| points_of(0, lead));
        Ok(if is_others_turn { 2 - points } else { points })
    }

    fn answer(&self, position: &G::Position, lead: i32, control: &Control) -> Estimation<G::Move> {
        let scored = self.game.scored();
        let nodes = self.tree.children(ROOT);
        if nodes.is_empty() {
            // stopped before it began, or no room: the game's own order has to do
            let moves: Vec<G::Move> = self.game.moves(position).collect();
            let choice = (0..moves.len()).rev().max_by_key(|&i| self.game.promise(position, moves[i]));
            let tries = vec![Tries { visits: 0, score: 0.5 }; moves.len()];
            let moves = moves.into_iter().map(|mv| RootMove { mv, bounds: Bounds::UNKNOWN }).collect();
            return Estimation { shown: shown(self.tree.node(ROOT).bounds(scored), moves, control), tries, choice };
        }
        let moves = nodes.iter().map(|node| RootMove { mv: node.mv, bounds: node.bounds(scored) }).collect();
        let tries = nodes.iter().map(|node| Tries { visits: node.visits, score: node.score(lead) }).collect();
        let liking = |&i: &usize| {
            let node = &nodes[i];
            (points_of(node.high, lead), node.visits, self.game.promise(position, node.mv))
        };
        // the one tried most, unless another is proved to be better than that is expected to be
        let choice = (0..nodes.len()).rev().max_by_key(liking);
        let proved = (0..nodes.len()).rev().max_by_key(|&i| (nodes[i].low, nodes[i].high));
        let choice = match (choice, proved) {
            (Some(choice), Some(proved))
                if self.tree.node(ROOT).is_decided(lead)
                    || f64::from(points_of(nodes[proved].low, lead)) / 2.0 > nodes[choice].score(lead) =>
            {
                Some(proved)
            }
            _ => choice,
        };
        Estimation { shown: shown(self.tree.node(ROOT).bounds(scored), moves, control), tries, choice }
    }
}

fn shown<M>(bounds: Bounds, moves: Vec<RootMove<M>>, control: &Control) -> Solution<M> {
    Solution { bounds, moves, engine: NAME, nodes: control.nodes(), elapsed: control.elapsed() }
}
