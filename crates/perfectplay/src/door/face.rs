//! The one implementation of the [door](Door), for every game.

use super::proof::Proof;
use super::session::{Keeper, Warm};
use super::tables::{OpenTable, Recheck, TableJob};
use super::view::{self, PositionView};
use super::{Door, DoorError, Means, Place, Session, Walk};
use perfectplay_check::{Certificate, CertificateError, Checker, Claim, Header, Terms};
use perfectplay_game::picture::Picture;
use perfectplay_game::{About, NotationError, Options, Playable, Record, distinct_positions, perft};
use perfectplay_solve::{Control, Crew, Notice, Numbering, network};
use perfectplay_table::{Export, Stats, Table, Verified};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// A game with its name and options.
pub struct Face<G> {
    pub(super) game: Arc<G>,
    pub(super) about: Arc<About>,
    pub(super) options: Options,
}

impl<G: Playable> Face<G> {
    /// The face of a game.
    pub fn new(game: G, about: Arc<About>, options: Options) -> Self {
        Face { game: Arc::new(game), about, options }
    }

    /// The header of a certificate about a position, without claims, and the position as the checker will read it.
    pub(super) fn header(&self, record: &Record<G>) -> Result<(Header, Record<G>), NotationError> {
        Header::about(&self.about.name, &self.options, &*self.game, record)
    }
}

impl<G: Playable> Door for Face<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn players(&self) -> [String; 2] {
        view::players(&*self.game)
    }

    fn is_dense(&self) -> bool {
        Numbering::from(&*self.game).is_dense()
    }

    fn version(&self) -> u32 {
        self.game.version()
    }

    fn has_checkpoints(&self) -> bool {
        self.game.key_codec().is_some()
    }

    fn network_subject(&self) -> Option<String> {
        let game = &*self.game;
        (!game.patterns().is_empty()).then(|| network::subject(game, &self.about.name, &self.options))
    }

    fn view(&self, place: &Place, mv: Option<&str>) -> Result<PositionView, NotationError> {
        self.view_of(place, mv)
    }

    fn picture(&self, place: &Place) -> Result<Picture, NotationError> {
        Ok(self.game.picture(&place.read(&*self.game)?))
    }

    fn draw(&self, place: &Place) -> Result<String, NotationError> {
        Ok(self.game.draw(&place.read(&*self.game)?))
    }

    fn marks(&self) -> [String; 2] {
        self.game.marks()
    }

    fn identity(&self, place: &Place) -> Result<String, NotationError> {
        let record = place.read(&*self.game)?;
        let (turn, lead) = (self.game.turn(record.position()), record.first_players_lead());
        Ok(format!("{} {turn:?} {lead}", self.game.write_position(&record)))
    }

    fn lead(&self, place: &Place) -> Result<i32, NotationError> {
        Ok(place.read(&*self.game)?.lead(&*self.game))
    }

    fn guess_place(&self, text: &str) -> Result<Place, NotationError> {
        Place::guess(&*self.game, text)
    }

    fn perft(&self, place: &Place, depth: u32) -> Result<u64, NotationError> {
        Ok(perft(&*self.game, place.read(&*self.game)?.position(), depth))
    }

    fn distinct(&self, place: &Place, depth: u32, symmetry: bool, memory: usize) -> Result<Vec<u64>, DoorError> {
        let game = &*self.game;
        let record = place.read(game)?;
        let canonical = |position: &G::Position| if symmetry { game.canonical(position) } else { position.clone() };
        // a position stands in the set, which may have just doubled, and in the list of its depth
        let limit = memory / (5 * size_of::<G::Position>().max(1));
        Ok(distinct_positions(game, record.position(), depth, limit, canonical)?)
    }

    fn renewed(&self) -> Option<Arc<dyn Door>> {
        let game = self.game.renewed()?;
        Some(Arc::new(Face::new(game, self.about.clone(), self.options.clone())))
    }

    fn session<'s>(&'s self, means: Means) -> Result<Box<dyn Session + 's>, DoorError> {
        Ok(Box::new(Warm::new(self, means, None)?))
    }

    fn kept_session<'s>(
        &'s self,
        means: Means,
        every: Duration,
        keeper: Keeper<'s>,
    ) -> Result<Box<dyn Session + 's>, DoorError> {
        Ok(Box::new(Warm::new(self, means, Some((every, keeper)))?))
    }

    fn table_session<'s>(&'s self, table: &'s OpenTable) -> Result<Box<dyn Session + 's>, DoorError> {
        Ok(Box::new(Warm::of_table(self, table)?))
    }

    fn check_claims(&self, place: &Place, claims: &[Claim]) -> Result<(), DoorError> {
        let (_, record) = self.header(&place.read(&*self.game)?)?;
        for claim in claims {
            claim.demand(&*self.game, &record).map_err(CertificateError::Claim)?;
        }
        Ok(())
    }

    fn checker(&self) -> Arc<dyn Checker> {
        self.game.clone()
    }

    fn book(
        &self,
        certificate: Certificate,
        terms: Terms,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Arc<dyn Walk>, DoorError> {
        Ok(Arc::new(Proof::read(self.game.clone(), certificate, terms, watch)?))
    }

    fn build_table(
        &self,
        job: &TableJob,
        out: &mut dyn Write,
        announce: &mut dyn FnMut(&Notice),
        control: &mut Control,
    ) -> Result<(), DoorError> {
        self.build(job, out, announce, control)
    }

    fn open_table(&self, table: Table, memory: usize, control: &mut Control) -> Result<OpenTable, DoorError> {
        self.open(table, memory, control)
    }

    fn verify_table(
        &self,
        table: &OpenTable,
        recheck: Recheck,
        crew: Crew,
        control: &mut Control,
    ) -> Result<Verified, DoorError> {
        self.verify(table, recheck, crew, control)
    }

    fn count_table(
        &self,
        table: &OpenTable,
        crew: Crew,
        control: &mut Control,
    ) -> Result<Stats<String, String>, DoorError> {
        self.count(table, crew, control)
    }

    fn export_table(
        &self,
        table: &OpenTable,
        asked: Export,
        out: &mut (dyn Write + Send),
        crew: Crew,
        control: &mut Control,
    ) -> Result<u64, DoorError> {
        self.export(table, asked, out, crew, control)
    }
}
