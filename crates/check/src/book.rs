//! The strategy of a certificate as a book to look things up in: which move it makes at each of its turns.

use crate::check::check_and_tell;
use crate::walk::Terms;
use crate::{Certificate, CheckError, Claim, Counts, Trusted};
use perfectplay_game::{Game, Notation};
use std::collections::{HashMap, HashSet};

/// A certificate that the checker has accepted, kept in memory.
pub struct Book<G: Game> {
    /// What it proves.
    pub claims: Vec<Claim>,
    /// How large it is.
    pub counts: Counts,
    /// For each claim, which of the moves is made at each turn of the claimant, by the canonical position.
    choices: Vec<HashMap<G::Position, u64>>,
}

impl<G: Trusted + Notation> Book<G> {
    /// Reads and checks a certificate.
    ///
    /// # Errors
    ///
    /// If it does not prove what it claims, or the watch ends it.
    pub fn read(
        game: &G,
        certificate: Certificate,
        terms: Terms,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Book<G>, CheckError<G::Position>> {
        let claims = certificate.header.claims.clone();
        let mut choices = vec![HashMap::new(); claims.len()];
        let mut note = |claim: usize, position: &G::Position, choice| {
            choices[claim].insert(position.clone(), choice);
        };
        let counts = check_and_tell(game, certificate, terms, watch, &mut note)?;
        Ok(Book { claims, counts, choices })
    }

    /// Bytes that it takes.
    pub fn memory(&self) -> usize {
        let entry = size_of::<(G::Position, u64)>() + 1;
        // seven eighths of a table are used at most
        self.choices.iter().map(|choices| choices.capacity() * 8 / 7 * entry).sum()
    }

    /// Some positions the book has in another form: turned, or without what has no influence. If its words about a position
    /// cannot be put in terms of the position itself, this is the one that stands for it.
    pub fn stand_in(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let after = |position: &G::Position| -> HashSet<G::Position> {
            game.moves(position).map(|mv| game.canonical(&game.play(position, mv).position)).collect()
        };
        let canonical = game.canonical(position);
        let known = after(&canonical);
        let is_told = after(position).is_subset(&known);
        (!is_told).then_some(canonical)
    }

    /// The claimant's move in a position without a [stand-in](Book::stand_in); none where nothing is left to be shown, or
    /// where no play by the book leads.
    ///
    /// # Panics
    ///
    /// If there is no such claim.
    pub fn choice(&self, game: &G, claim: usize, position: &G::Position) -> Option<G::Move> {
        let canonical = game.canonical(position);
        let choice = usize::try_from(*self.choices[claim].get(&canonical)?).ok()?;
        let chosen = game.play(&canonical, game.moves(&canonical).nth(choice)?);
        let wanted = (game.canonical(&chosen.position), chosen.gain);
        game.moves(position).find(|&mv| {
            let step = game.play(position, mv);
            (game.canonical(&step.position), step.gain) == wanted
        })
    }
}
