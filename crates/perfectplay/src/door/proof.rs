//! The proof explorer: a certificate that the checker has accepted, walked move by move.

use super::DoorError;
use perfectplay_check::{Book, Certificate, CheckError, Claim, Gets, Side, Terms};
use perfectplay_game::picture::Picture;
use perfectplay_game::{Playable, Player, Record, notation};
use perfectplay_solve::report;
use serde::Serialize;
use std::sync::Arc;

/// A certificate that can be walked, of any game.
pub trait Walk: Send + Sync {
    /// The strategy for a claim after these moves.
    ///
    /// # Errors
    ///
    /// If there is no such claim, or the moves are not those of the strategy.
    fn walk(&self, claim: usize, line: &str) -> Result<ProofStep, DoorError>;

    /// Bytes it takes, about.
    fn memory(&self) -> usize;
}

/// A step on the way through a proof.
#[derive(Clone, Debug, Serialize)]
pub struct ProofStep {
    /// What is proved.
    pub claims: Vec<ClaimView>,
    /// Which of the claims this is about.
    pub claim: usize,
    /// How many positions the certificate has.
    pub positions: u64,
    /// The moves so far.
    pub line: Vec<String>,
    /// The position.
    pub position: String,
    /// Whether the board is shown as the certificate has it: turned, or without what has no influence.
    pub turned: bool,
    /// What it looks like.
    pub picture: Picture,
    /// What the strategy says about it.
    pub node: ProofNode,
}

/// A claim that is proved.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimView {
    /// The same in words.
    pub sentence: String,
    /// Who claims it, by the place in the list of players.
    pub claimant: usize,
}

/// What the strategy says about a position.
#[derive(Clone, Debug, Serialize)]
pub struct ProofNode {
    /// Whose turn it is, by the place in the list of players.
    pub turn: usize,
    /// Whether it is the turn of the claimant.
    pub claimants_turn: bool,
    /// The same in words.
    pub sentence: String,
    /// The move of the claimant.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The moves of the opponent.
    pub replies: Vec<Reply>,
    /// How the game has ended, if it has.
    pub over: Option<String>,
}

/// A move of the opponent, and why it does not help.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The answer of the claimant.
    pub answer: Option<String>,
    /// The same in words.
    pub sentence: String,
}

/// A proof of claims about a position.
pub(super) struct Proof<G: Playable> {
    game: Arc<G>,
    root: Record<G>,
    book: Book<G>,
    /// The claims in the order in which they are told.
    order: Vec<usize>,
}

/// A position on the way through a proof, and what is still to be shown there.
struct Station<G: Playable> {
    record: Record<G>,
    turned: bool,
    gets: Gets,
}

impl<G: Playable> Proof<G> {
    /// Checks a certificate and keeps it. `watch` says now and then whether to go on.
    pub(super) fn read(
        game: Arc<G>,
        certificate: Certificate,
        terms: Terms,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Self, DoorError> {
        let root = certificate.header.subject(&*game)?;
        let book = Book::read(&*game, certificate, terms, watch).map_err(|error| match error {
            CheckError::Stopped => DoorError::Stopped("no proof within the time".to_string()),
            CheckError::File(error) => DoorError::Certificate(error),
            error => DoorError::NotVerified { message: error.to_string(), reason: error.reason() },
        })?;
        let order = wins_first(&book.claims);
        Ok(Proof { game, root, book, order })
    }

    fn claimant(&self, claim: Claim) -> Player {
        let mover = self.game.turn(self.root.position());
        if claim.side == Side::Mover { mover } else { mover.other() }
    }

    /// A station in the terms of the book.
    fn station(&self, record: Record<G>, turned: bool, gets: Gets) -> Station<G> {
        match self.book.stand_in(&*self.game, record.position()) {
            Some(position) => Station { record: Record::at(position), turned: true, gets },
            None => Station { record, turned, gets },
        }
    }

    /// The station after one more move.
    fn after(&self, station: &Station<G>, mv: G::Move) -> Station<G> {
        let mut record = station.record.clone();
        record.play(&*self.game, mv).expect("a legal move");
        self.station(record, station.turned, a_ply_later(station.gets))
    }

    fn is_claimants_turn(&self, claimant: Player, station: &Station<G>) -> bool {
        self.game.turn(station.record.position()) == claimant
    }

    /// What is still to be shown, in words.
    fn sentence(&self, claimant: Player, station: &Station<G>) -> String {
        let side = if self.is_claimants_turn(claimant, station) { Side::Mover } else { Side::Other };
        Claim { side, gets: station.gets }.sentence(&*self.game, &station.record)
    }

    fn over(&self, station: &Station<G>) -> Option<String> {
        let sentence = report::final_sentence(&*self.game, &station.record)?;
        // a turned board has forgotten the gains before
        Some(if station.turned && self.game.scored() { "The game is over.".to_string() } else { sentence })
    }

    fn node(&self, claim: usize, claimant: Player, station: &Station<G>) -> ProofNode {
        let game = &*self.game;
        let position = station.record.position();
        let claimants_turn = self.is_claimants_turn(claimant, station);
        let over = self.over(station);
        let choice = self.book.choice(game, claim, position).filter(|_| claimants_turn);
        let is_shown = over.is_none() && claimants_turn && choice.is_none();
        let evident = if is_shown { " Nothing is left to be shown: it is evident." } else { "" };
        let replies = match over.is_none() && !claimants_turn {
            true => game.moves(position).map(|mv| self.reply(claim, claimant, station, mv)).collect(),
            false => vec![],
        };
        ProofNode {
            turn: game.turn(position).index(),
            claimants_turn,
            sentence: format!("{}.{evident}", self.sentence(claimant, station)),
            mv: choice.map(|mv| game.write_move(mv)),
            replies,
            over,
        }
    }

    fn reply(&self, claim: usize, claimant: Player, station: &Station<G>, mv: G::Move) -> Reply {
        let game = &*self.game;
        let next = self.after(station, mv);
        let turn = self.is_claimants_turn(claimant, &next);
        let answer = self.book.choice(game, claim, next.record.position()).filter(|_| turn);
        let answer = answer.map(|mv| game.write_move(mv));
        let still = self.sentence(claimant, &next);
        let sentence = match (self.over(&next), &answer) {
            (Some(over), _) => over,
            (None, Some(answer)) => format!("{} answers {answer}: {still}.", game.player_name(claimant)),
            (None, None) if turn => format!("Evident: {still}."),
            (None, None) => format!("{} moves again: {still}.", game.player_name(claimant.other())),
        };
        Reply { mv: game.write_move(mv), answer, sentence }
    }
}

impl<G: Playable> Walk for Proof<G> {
    fn walk(&self, claim: usize, line: &str) -> Result<ProofStep, DoorError> {
        let game = &*self.game;
        let count = self.book.claims.len();
        let wrong = || DoorError::Input(format!("expected a claim from 0 to {}, found {claim}", count - 1));
        let told = claim;
        let claim = *self.order.get(told).ok_or_else(wrong)?;
        let chosen = self.book.claims[claim];
        let claimant = self.claimant(chosen);
        let mut station = self.station(self.root.clone(), false, chosen.gets);
        let mut walked = vec![];
        for text in notation::comma_list(line) {
            let mv = game.read_move(station.record.position(), text)?;
            if self.is_claimants_turn(claimant, &station) {
                let choice = self.book.choice(game, claim, station.record.position());
                if choice != Some(mv) {
                    let expected = choice.map_or("nothing more to show".to_string(), |mv| game.write_move(mv));
                    return Err(DoorError::Input(format!(
                        "expected the move of the strategy, {expected}, found {text:?}"
                    )));
                }
            }
            walked.push(game.write_move(mv));
            station = self.after(&station, mv);
        }
        let view = |claim: &Claim| ClaimView {
            sentence: claim.sentence(game, &self.root),
            claimant: self.claimant(*claim).index(),
        };
        Ok(ProofStep {
            claims: self.order.iter().map(|&claim| view(&self.book.claims[claim])).collect(),
            claim: told,
            positions: self.book.counts.positions,
            line: walked,
            position: game.write_position(&station.record),
            turned: station.turned,
            picture: game.picture(&station.record),
            node: self.node(claim, claimant, &station),
        })
    }

    fn memory(&self) -> usize {
        self.book.memory()
    }
}

/// What is still to be shown after one more ply.
fn a_ply_later(gets: Gets) -> Gets {
    let later = |within: Option<u32>| within.map(|plies| plies.saturating_sub(1));
    match gets {
        Gets::Win { within } => Gets::Win { within: later(within) },
        Gets::NotLoss { within } => Gets::NotLoss { within: later(within) },
        Gets::Margin { at_least } => Gets::Margin { at_least },
    }
}

/// The claims in the order in which people want to see them.
fn wins_first(claims: &[Claim]) -> Vec<usize> {
    let (wins, others): (Vec<_>, Vec<_>) =
        (0..claims.len()).partition(|&claim| matches!(claims[claim].gets, Gets::Win { .. }));
    [wins, others].concat()
}
