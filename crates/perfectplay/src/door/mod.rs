//! The door between games and front ends: one object-safe face of a game with its engines.
//!
//! Engines are generic, and compiled for each game on its own; whoever shows a game need not know its type. All that a command,
//! a page or a binding asks of a game goes through [`Door`], in terms of texts, reports and observers. It is implemented once,
//! by [`Face`], for every game that is [`Playable`](perfectplay_game::Playable). [`Doors`] are games to choose from.

mod doors;
mod error;
mod face;
mod kept;
mod place;
mod proof;
mod session;
mod shelf;
mod tables;
mod view;

pub use doors::Doors;
pub use error::DoorError;
pub use face::Face;
pub use place::Place;
pub use proof::{ClaimView, ProofNode, ProofStep, Reply, Walk};
pub use session::{Asked, Certified, Keeper, Line, Means, OwnedSession, Question, Saved, Session};
pub use shelf::{Shelf, Source, is_at_once};
pub use tables::{OpenTable, Recheck, TableJob};
pub use view::{EndingView, Legal, PositionView};

use perfectplay_check::{Certificate, Checker, Claim, Terms};
use perfectplay_game::picture::Picture;
use perfectplay_game::{About, NotationError, Options};
use perfectplay_solve::{Control, Crew, Notice};
use perfectplay_table::{Export, Stats, Table, Verified};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// A game set up with its options, and all that can be asked of it.
pub trait Door: Send + Sync {
    /// What there is to know about it before it is set up.
    fn about(&self) -> &About;

    /// Its options.
    fn options(&self) -> &Options;

    /// What the players are called, the one who begins first.
    fn players(&self) -> [String; 2];

    /// Whether a table has all positions that have a number, and not only those that can be reached.
    fn is_dense(&self) -> bool;

    /// The version of the rules: what is kept of other versions does not count.
    fn version(&self) -> u32;

    /// Whether a search can be saved, because the game tells how keys of positions are written.
    fn has_checkpoints(&self) -> bool;

    /// What a network for estimates of the game is for, as its file tells; nothing for games that cannot be judged by patterns.
    fn network_subject(&self) -> Option<String>;

    /// What there is to see of a position, after one more move if there is one.
    ///
    /// # Errors
    ///
    /// If the place is none, or the move is not legal there.
    fn view(&self, place: &Place, mv: Option<&str>) -> Result<PositionView, NotationError>;

    /// What a position looks like.
    ///
    /// # Errors
    ///
    /// If the place is none.
    fn picture(&self, place: &Place) -> Result<Picture, NotationError>;

    /// A drawing of a position, several lines of text.
    ///
    /// # Errors
    ///
    /// If the place is none.
    fn draw(&self, place: &Place) -> Result<String, NotationError>;

    /// For each player, the words of a drawing that stand for what the player has, separated by blanks.
    fn marks(&self) -> [String; 2];

    /// What tells a position from all others of the game: its text, the turn and the lead, of which the text of some games says
    /// nothing.
    ///
    /// # Errors
    ///
    /// If the place is none.
    fn identity(&self, place: &Place) -> Result<String, NotationError>;

    /// By how much the side to move leads.
    ///
    /// # Errors
    ///
    /// If the place is none.
    fn lead(&self, place: &Place) -> Result<i32, NotationError>;

    /// The place that a text names: a position or a list of moves; one that could be both is a position. "position " or "moves "
    /// before it says which of the two it is.
    ///
    /// # Errors
    ///
    /// If it is neither.
    fn guess_place(&self, text: &str) -> Result<Place, NotationError>;

    /// The number of sequences of so many moves.
    ///
    /// # Errors
    ///
    /// If the place is none.
    fn perft(&self, place: &Place, depth: u32) -> Result<u64, NotationError>;

    /// The numbers of different positions first reached after 0, 1, 2, … moves, up to symmetry or all.
    ///
    /// # Errors
    ///
    /// If the place is none, or the positions do not fit into so many bytes.
    fn distinct(&self, place: &Place, depth: u32, symmetry: bool, memory: usize) -> Result<Vec<u64>, DoorError>;

    /// The same game without all that its positions have taken so far, if they take anything.
    fn renewed(&self) -> Option<Arc<dyn Door>>;

    /// Engines for questions.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    fn session<'s>(&'s self, means: Means) -> Result<Box<dyn Session + 's>, DoorError>;

    /// The same; every so often the keeper may put into safety what was found.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    fn kept_session<'s>(
        &'s self,
        means: Means,
        every: Duration,
        keeper: Keeper<'s>,
    ) -> Result<Box<dyn Session + 's>, DoorError>;

    /// Answers from a table, and nothing else.
    ///
    /// # Errors
    ///
    /// If the table is of another game.
    fn table_session<'s>(&'s self, table: &'s OpenTable) -> Result<Box<dyn Session + 's>, DoorError>;

    /// Whether claims mean something at a position.
    ///
    /// # Errors
    ///
    /// If the place is none, or a claim says nothing about it.
    fn check_claims(&self, place: &Place, claims: &[Claim]) -> Result<(), DoorError>;

    /// What checks certificates, by the rules alone.
    fn checker(&self) -> Arc<dyn Checker>;

    /// Checks a certificate, and keeps it to be walked.
    ///
    /// # Errors
    ///
    /// If it does not prove what it claims.
    fn book(
        &self,
        certificate: Certificate,
        terms: Terms,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Arc<dyn Walk>, DoorError>;

    /// Solves the game strongly, and writes a table; what has been written is of no use before it is complete.
    ///
    /// # Errors
    ///
    /// If the game cannot be solved this way, or a file cannot be written, or the control stops it.
    fn build_table(
        &self,
        job: &TableJob,
        out: &mut dyn Write,
        announce: &mut dyn FnMut(&Notice),
        control: &mut Control,
    ) -> Result<(), DoorError>;

    /// Makes a table of the game ready to be asked. If its positions have no numbers of their own, they are discovered, which takes
    /// so many bytes at the most.
    ///
    /// # Errors
    ///
    /// If it is of another game, or the memory is not enough, or the control stops it.
    fn open_table(&self, table: Table, memory: usize, control: &mut Control) -> Result<OpenTable, DoorError>;

    /// Checks a table against the rules, and some of the values that come from a search by another search.
    ///
    /// # Errors
    ///
    /// If a value is wrong, or the file is no sound table.
    fn verify_table(
        &self,
        table: &OpenTable,
        recheck: Recheck,
        crew: Crew,
        control: &mut Control,
    ) -> Result<Verified, DoorError>;

    /// Counts a table.
    ///
    /// # Errors
    ///
    /// If the file is no sound table.
    fn count_table(
        &self,
        table: &OpenTable,
        crew: Crew,
        control: &mut Control,
    ) -> Result<Stats<String, String>, DoorError>;

    /// Writes the positions of a table as rows; how many there are.
    ///
    /// # Errors
    ///
    /// If the file is no sound table, or the rows cannot be written.
    fn export_table(
        &self,
        table: &OpenTable,
        asked: Export,
        out: &mut (dyn Write + Send),
        crew: Crew,
        control: &mut Control,
    ) -> Result<u64, DoorError>;
}
