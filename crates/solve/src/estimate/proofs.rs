//! Exact searches from the nodes of a tree that are visited often, so that wins and losses are seen many plies before the tree has grown
//! to them.

use crate::{AlphaBeta, Control, Crew, Engine, Goal, Limits, ProofNumber, Solvable, SolveError};
use perfectplay_game::Bounds;

/// The first time that a node is searched from it has had so many visits; from then on whenever they have doubled.
const LEAST_VISITS: u32 = 4;

/// For each of its visits a search may take so many positions.
const NODES_A_VISIT: u64 = 4;

/// The engine that searches, warm from one question to the next.
pub(super) struct Proofs<'g, G: Solvable>(Box<dyn Engine<G> + Send + 'g>);

impl<'g, G: Solvable> Proofs<'g, G> {
    /// One that stays within `memory` bytes; none for games in which positions may come back, or if there is too little.
    pub fn new(game: &'g G, memory: usize) -> Option<Self> {
        game.layer(&game.start())?;
        Some(Proofs(match game.is_forcing() {
            true => Box::new(ProofNumber::new(game, memory, Crew::new(1)).ok()?),
            false => Box::new(AlphaBeta::new(game, memory).ok()?),
        }))
    }

    /// Whether it is time to search from a node that has had so many visits.
    pub fn is_due(visits: u32) -> bool {
        visits >= LEAST_VISITS && visits.is_power_of_two()
    }

    /// What a search shows of a position that has been visited so often, where the side to move leads by so much.
    pub fn search(
        &mut self,
        position: &G::Position,
        lead: i32,
        visits: u32,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        let part = Limits { nodes: Some(NODES_A_VISIT * u64::from(visits)), time: None };
        control.slice(part, |control| self.0.bounds(position, Goal::Outcome { lead }, control))
    }
}
