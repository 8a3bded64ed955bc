//! Exact searches from the nodes of a tree that are visited often, so that wins and losses are seen many plies before the tree has grown
//! to them.

use crate::{AlphaBeta, Control, Crew, Engine, Goal, Limits, ProofNumber, Solvable, SolveError};
use perfectplay_game::Bounds;

/// The first time that a node is searched from it has had so many visits; from then on whenever they have doubled.
const LEAST_VISITS: u32 = 4;

/// For each of its visits a search may take so many positions.
const NODES_A_VISIT: u64 = 4;

/// Searches that do not show who wins may take one position for so many that the tree has looked at; those that do are free. So they are
/// many where they tell something, mostly near the end, and few elsewhere.
const FOR_EACH_IN_VAIN: i64 = 8;

/// Exact searches, by an engine that stays warm from one question to the next.
pub(super) struct Proofs<'g, G: Solvable> {
    engine: Box<dyn Engine<G> + Send + 'g>,
    /// How many positions searches may still take in vain, times [`FOR_EACH_IN_VAIN`].
    credit: i64,
}

impl<'g, G: Solvable> Proofs<'g, G> {
    /// One that stays within `memory` bytes; none for games in which positions may come back, or if there is too little.
    pub fn new(game: &'g G, memory: usize) -> Option<Self> {
        game.layer(&game.start())?;
        let engine: Box<dyn Engine<G> + Send + 'g> = match game.is_forcing() {
            true => Box::new(ProofNumber::new(game, memory, Crew::new(1)).ok()?),
            false => Box::new(AlphaBeta::new(game, memory).ok()?),
        };
        Some(Proofs { engine, credit: 0 })
    }

    /// The tree has looked at so many positions; whether there may be a search.
    pub fn earn(&mut self, positions: u64) -> bool {
        self.credit += positions as i64;
        self.credit > 0
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
        let before = control.nodes();
        let shown = control.slice(part, |control| self.engine.bounds(position, Goal::Outcome { lead }, control))?;
        if shown.with_lead(lead).outcome().is_none() {
            self.credit -= FOR_EACH_IN_VAIN * (control.nodes() - before) as i64;
        }
        Ok(shown)
    }
}
