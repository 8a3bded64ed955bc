//! The proof explorer: a certificate that the checker has accepted, walked move by move.

use crate::failure::Failure;
use crate::question::{self, Table};
use crate::view::index;
use axum::http::StatusCode;
use perfectplay::check::{Book, Certificate, CheckError, Claim, Gets, Header, Side, Terms};
use perfectplay::picture::Picture;
use perfectplay::{CertifyError, Control, Engine, Equipped, Goal, Player, Record, notation, report, with_game};
use serde::Serialize;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

/// The largest certificate that is kept in memory.
const MOST_POSITIONS: u64 = 1_000_000;

const TOO_LATE: &str = "no proof within the time";

/// A certificate that can be walked, of any game.
pub trait Walk: Send + Sync {
    /// The strategy for a claim after these moves.
    fn walk(&self, claim: usize, line: &str) -> Result<Step, Failure>;

    /// Bytes it takes, about.
    fn memory(&self) -> usize;
}

/// A place in a proof.
#[derive(Serialize)]
pub struct Step {
    claims: Vec<ClaimView>,
    claim: usize,
    positions: u64,
    line: Vec<String>,
    position: String,
    /// Whether the board is shown as the certificate has it: turned, or without what has no influence.
    turned: bool,
    picture: Picture,
    node: Node,
}

#[derive(Serialize)]
struct ClaimView {
    sentence: String,
    claimant: usize,
}

/// What the strategy says about a position.
#[derive(Serialize)]
struct Node {
    turn: usize,
    claimants_turn: bool,
    sentence: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    replies: Vec<Reply>,
    over: Option<String>,
}

/// A move of the opponent, and why it does not help.
#[derive(Serialize)]
struct Reply {
    #[serde(rename = "move")]
    mv: String,
    answer: Option<String>,
    sentence: String,
}

/// Proves the value of a position, or who wins if that is all that can be had in time.
pub fn prove<G: Equipped>(
    table: &Table,
    game: &G,
    record: &Record<G>,
    engine: &mut (dyn Engine<G> + Send),
    memory: usize,
    control: &mut Control,
) -> Result<Arc<dyn Walk>, Failure> {
    let (mut header, root) = Header::about(&table.opened, game, record)?;
    let unsolvable = |error| Failure::unsolvable(game, &error);
    let bounds = engine.bounds(root.position(), Goal::Exact, control).map_err(unsolvable)?.with_lead(root.lead(game));
    header.claims = Claim::of_bounds(bounds, game.scored());
    if header.claims.is_empty() {
        return Err(Failure::no_answer("no proof within the time: it is not known who wins"));
    }
    // a win is what people want to see first
    header.claims.sort_by_key(|claim| !matches!(claim.gets, Gets::Win { .. }));
    let terms = Terms { threads: 1, memory, most_positions: MOST_POSITIONS };
    let folder = tempfile::tempdir().map_err(|error| internal(&error))?;
    let file = folder.path().join("certificate");
    game.certify(&file, &header, engine, terms, control).map_err(|error| match error {
        CertifyError::Unsolvable(error) => Failure::unsolvable(game, &error),
        CertifyError::Stopped => Failure::no_answer(TOO_LATE),
        error => Failure::no_answer(format!("no proof: {error}")),
    })?;
    let certificate = Certificate::open(&file).map_err(|error| internal(&error))?;
    read(game, root, certificate, terms, &mut |_| control.advance(0))
}

/// Checks a certificate about a position and keeps it. `watch` says now and then whether to go on.
fn read<G: Equipped>(
    game: &G,
    root: Record<G>,
    certificate: Certificate,
    terms: Terms,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Arc<dyn Walk>, Failure> {
    let book = Book::read(game, certificate, terms, watch).map_err(|error| match error {
        CheckError::Stopped => Failure::no_answer(TOO_LATE),
        error => Failure::no_answer(format!("no proof: {error}")),
    })?;
    Ok(Arc::new(Proof { game: game.clone(), root, book }))
}

/// A certificate from a file.
pub struct Published {
    /// The game it is about.
    pub table: Table,
    /// The position it is about.
    pub place: question::Place,
    /// What it proves, in words.
    pub sentence: String,
    /// The certificate.
    pub proof: Arc<dyn Walk>,
}

impl Published {
    /// Opens and checks a certificate.
    pub fn open(path: &Path, memory: usize) -> Result<Published, Failure> {
        let certificate = Certificate::open(path).map_err(|error| Failure::input(error.to_string()))?;
        let Header { position, claims, .. } = certificate.header.clone();
        let table = Table::of(certificate.header.open().map_err(|error| Failure::input(error.to_string()))?);
        let place = question::Place { position: Some(position), moves: None };
        let positions = certificate.counts.positions;
        let (sentence, proof) = with_game!(&table.opened.game, game => {
            // the other half is for what is kept of it
            let terms = Terms { threads: 1, memory: memory / 2, most_positions: positions };
            let root = place.read(game)?;
            let sentences: Vec<String> = claims.iter().map(|claim| claim.sentence(game, &root)).collect();
            (sentences.join("; "), read(game, root, certificate, terms, &mut |_| true)?)
        });
        Ok(Published { table, place, sentence, proof })
    }
}

fn internal(error: &dyn Debug) -> Failure {
    Failure::new(StatusCode::INTERNAL_SERVER_ERROR, format!("no proof: {error:?}"))
}

/// A proof of claims about a position.
struct Proof<G: Equipped> {
    game: G,
    root: Record<G>,
    book: Book<G>,
}

/// A position on the way through a proof, and what is still to be shown there.
#[derive(Clone)]
struct Place<G: Equipped> {
    record: Record<G>,
    turned: bool,
    gets: Gets,
}

impl<G: Equipped> Proof<G> {
    fn claimant(&self, claim: Claim) -> Player {
        let mover = self.game.turn(self.root.position());
        if claim.side == Side::Mover { mover } else { mover.other() }
    }

    /// A place in the terms of the book.
    fn place(&self, record: Record<G>, turned: bool, gets: Gets) -> Place<G> {
        match self.book.stand_in(&self.game, record.position()) {
            Some(position) => Place { record: Record::at(position), turned: true, gets },
            None => Place { record, turned, gets },
        }
    }

    /// The place after one more move.
    fn after(&self, mut place: Place<G>, mv: G::Move) -> Place<G> {
        place.record.play(&self.game, mv).expect("a legal move");
        self.place(place.record, place.turned, a_ply_later(place.gets))
    }

    fn is_claimants_turn(&self, claimant: Player, place: &Place<G>) -> bool {
        self.game.turn(place.record.position()) == claimant
    }

    /// What is still to be shown, in words.
    fn sentence(&self, claimant: Player, place: &Place<G>) -> String {
        let side = if self.is_claimants_turn(claimant, place) { Side::Mover } else { Side::Other };
        Claim { side, gets: place.gets }.sentence(&self.game, &place.record)
    }

    fn over(&self, place: &Place<G>) -> Option<String> {
        let sentence = report::final_sentence(&self.game, &place.record)?;
        // a turned board has forgotten the gains before
        Some(if place.turned && self.game.scored() { "The game is over.".to_string() } else { sentence })
    }

    fn node(&self, claim: usize, claimant: Player, place: &Place<G>) -> Node {
        let game = &self.game;
        let position = place.record.position();
        let claimants_turn = self.is_claimants_turn(claimant, place);
        let over = self.over(place);
        let choice = self.book.choice(game, claim, position).filter(|_| claimants_turn);
        let is_shown = over.is_none() && claimants_turn && choice.is_none();
        let evident = if is_shown { " Nothing is left to be shown: it is evident." } else { "" };
        let replies = match over.is_none() && !claimants_turn {
            true => game.moves(position).map(|mv| self.reply(claim, claimant, place, mv)).collect(),
            false => vec![],
        };
        Node {
            turn: index(game.turn(position)),
            claimants_turn,
            sentence: format!("{}.{evident}", self.sentence(claimant, place)),
            mv: choice.map(|mv| game.write_move(mv)),
            replies,
            over,
        }
    }

    fn reply(&self, claim: usize, claimant: Player, place: &Place<G>, mv: G::Move) -> Reply {
        let game = &self.game;
        let next = self.after(place.clone(), mv);
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

impl<G: Equipped> Walk for Proof<G> {
    fn walk(&self, claim: usize, line: &str) -> Result<Step, Failure> {
        let game = &self.game;
        let count = self.book.claims.len();
        let wrong = || Failure::input(format!("expected a claim from 0 to {}, found {claim}", count - 1));
        let chosen = *self.book.claims.get(claim).ok_or_else(wrong)?;
        let claimant = self.claimant(chosen);
        let mut place = self.place(self.root.clone(), false, chosen.gets);
        let mut walked = vec![];
        for text in notation::comma_list(line) {
            let mv = game.read_move(place.record.position(), text)?;
            if self.is_claimants_turn(claimant, &place) {
                let choice = self.book.choice(game, claim, place.record.position());
                if choice != Some(mv) {
                    let expected = choice.map_or("nothing more to show".to_string(), |mv| game.write_move(mv));
                    return Err(Failure::input(format!(
                        "expected the move of the strategy, {expected}, found {text:?}"
                    )));
                }
            }
            walked.push(game.write_move(mv));
            place = self.after(place, mv);
        }
        let view = |claim: &Claim| ClaimView {
            sentence: claim.sentence(game, &self.root),
            claimant: index(self.claimant(*claim)),
        };
        Ok(Step {
            claims: self.book.claims.iter().map(view).collect(),
            claim,
            positions: self.book.counts.positions,
            line: walked,
            position: game.write_position(&place.record),
            turned: place.turned,
            picture: game.picture(&place.record),
            node: self.node(claim, claimant, &place),
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
