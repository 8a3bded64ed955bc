//! Certificates of what engines have found: an engine as a strategy, and a file that the checker has accepted.

use crate::{Control, Engine, Goal, Limits, SolveError};
use perfectplay_check::{
    Certificate, CertificateError, CheckError, Counts, Demand, Header, Provable, Strategy, Terms, Trouble, WriteError,
    check, write,
};
use perfectplay_game::{Game, Notation, Value, target_after};
use std::fmt::Debug;
use std::path::Path;
use thiserror::Error;

/// Writes a certificate of the claims in a header, played by an engine, and checks it; the file has its name only after
/// that.
pub fn certify<G: Provable + Notation>(
    path: &Path,
    game: &G,
    header: &Header,
    engine: &mut (impl Engine<G> + ?Sized),
    terms: Terms,
    control: &mut Control,
) -> Result<Counts, CertifyError<G::Position>> {
    let mut unchecked = path.as_os_str().to_owned();
    unchecked.push(".unchecked");
    let unchecked = Path::new(&unchecked);
    refute(game, header, engine, control)?;
    control.stage("writing the certificate");
    let watch = control.watch();
    let mut strategy = EngineStrategy::new(engine, control);
    let written = write(unchecked, game, header, &mut strategy, terms, &mut |_| watch.may_go_on());
    written.map_err(|error| match error {
        WriteError::File(error) => CertifyError::File(error),
        WriteError::Refuted(Trouble::Strategy(Unable::Refuted, _)) => CertifyError::Refuted,
        WriteError::Refuted(Trouble::Strategy(Unable::Unsolvable(error), _)) => CertifyError::Unsolvable(error),
        WriteError::Refuted(Trouble::Strategy(Unable::Stopped, _) | Trouble::Stopped) => CertifyError::Stopped,
        WriteError::Refuted(Trouble::Claim(unfit)) => CertifyError::File(CertificateError::Claim(unfit)),
        WriteError::Refuted(Trouble::At(fault, demand)) => CertifyError::Rejected(format!("{fault} ({demand:?})")),
    })?;
    control.stage("checking the certificate");
    let mut told = 0;
    let mut watch = |positions: u64| {
        let new = positions - std::mem::replace(&mut told, positions);
        control.advance(new)
    };
    let checked = Certificate::open(unchecked)
        .map_err(CheckError::File)
        .and_then(|certificate| check(game, certificate, terms, &mut watch));
    let renamed = checked.map_err(|error| match error {
        CheckError::File(error) => CertifyError::File(error),
        CheckError::Stopped => CertifyError::Stopped,
        error => CertifyError::Rejected(error.to_string()),
    });
    let renamed = renamed.and_then(|counts| match std::fs::rename(unchecked, path) {
        Ok(()) => Ok(counts),
        Err(error) => Err(CertifyError::File(CertificateError::Io { path: path.to_path_buf(), error })),
    });
    if renamed.is_err() {
        // nothing is lost if it stays
        let _ = std::fs::remove_file(unchecked);
    }
    renamed
}

/// Notices claims that are false before anything is written.
fn refute<G: Provable + Notation>(
    game: &G,
    header: &Header,
    engine: &mut (impl Engine<G> + ?Sized),
    control: &mut Control,
) -> Result<(), CertifyError<G::Position>> {
    let record = header.subject(game).map_err(CertifyError::File)?;
    for claim in &header.claims {
        let unfit = |unfit| CertifyError::File(CertificateError::Claim(unfit));
        let demand = claim.demand(game, &record).map_err(unfit)?;
        match EngineStrategy::holds(engine, &demand, control).map_err(CertifyError::Unsolvable)? {
            Some(true) => {}
            Some(false) => return Err(CertifyError::Refuted),
            None => return Err(CertifyError::Stopped),
        }
    }
    Ok(())
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError<P: Debug> {
    /// The file cannot be written, or the claims do not fit the game.
    #[error(transparent)]
    File(CertificateError),
    /// A claim is false.
    #[error("the claim does not hold")]
    Refuted,
    /// The game cannot be solved this way.
    #[error(transparent)]
    Unsolvable(SolveError<P>),
    /// The checker does not accept what the engine found.
    #[error("the checker rejects the certificate, so nothing is proved: {0}")]
    Rejected(String),
    /// The control stopped it.
    #[error("stopped before the end")]
    Stopped,
}

/// Plays for one side by asking an engine. What the engine no longer knows, it searches again.
pub struct EngineStrategy<'e, 'c, G: Game, E: Engine<G> + ?Sized> {
    engine: &'e mut E,
    control: &'e mut Control<'c>,
    game: std::marker::PhantomData<G>,
}

/// Why an engine cannot say how to play.
#[derive(Debug)]
pub enum Unable<P: Debug> {
    /// The claim does not hold here.
    Refuted,
    /// The control stopped the search.
    Stopped,
    /// The game cannot be solved this way.
    Unsolvable(SolveError<P>),
}

/// In a game without layers: longer than any play that matters.
const FOR_EVER: u32 = 1 << 28;

impl<'e, 'c, G: Game, E: Engine<G> + ?Sized> EngineStrategy<'e, 'c, G, E> {
    /// The strategy of an engine.
    pub fn new(engine: &'e mut E, control: &'e mut Control<'c>) -> Self {
        EngineStrategy { engine, control, game: std::marker::PhantomData }
    }

    /// Whether the claimant gets what is needed; `None` if that is not found out within the control.
    fn holds(
        engine: &mut E,
        demand: &Demand<G::Position>,
        control: &mut Control,
    ) -> Result<Option<bool>, SolveError<G::Position>> {
        let target = demand.target();
        let bounds = engine.bounds(&demand.position, Goal::Whether { at_least: target }, control)?;
        let reached = match (bounds.at_least.worth() >= target, bounds.at_most.worth() < target) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        Ok(reached.map(|reached| reached == demand.claimants_turn))
    }

    /// The first of the positions where the claimant gets what is needed, of those that are known, or by searching.
    fn first_good(
        &mut self,
        demands: &[Demand<G::Position>],
        search: bool,
    ) -> Result<Option<u64>, Unable<G::Position>> {
        let mut glance = Control::new(Limits { nodes: Some(0), time: None });
        let control = if search { &mut *self.control } else { &mut glance };
        for (place, demand) in demands.iter().enumerate() {
            if Self::holds(self.engine, demand, control).map_err(Unable::Unsolvable)? == Some(true) {
                return Ok(Some(place as u64));
            }
        }
        Ok(None)
    }
}

impl<G: Game, E: Engine<G> + ?Sized> Strategy<G::Position> for EngineStrategy<'_, '_, G, E> {
    type Error = Unable<G::Position>;

    fn choose(&mut self, demand: &Demand<G::Position>) -> Result<u64, Self::Error> {
        let next: Vec<Demand<G::Position>> = {
            let game = self.engine.game();
            let follow = |mv| {
                let step = game.play(&demand.position, mv);
                let claimants_turn = game.moves_again(&demand.position, &step.position);
                Demand { position: step.position, claimants_turn, need: target_after(demand.need, step.gain) }
            };
            game.moves(&demand.position).map(follow).collect()
        };
        // a choice may take as long as many positions
        if !(self.control.tick() && self.control.may_go_on()) {
            return Err(Unable::Stopped);
        }
        // what is known already, or is after a search of the position itself, costs little
        if let Some(place) = self.first_good(&next, false)? {
            return Ok(place);
        }
        match Self::holds(self.engine, demand, self.control).map_err(Unable::Unsolvable)? {
            Some(true) => {}
            Some(false) => return Err(Unable::Refuted),
            None => return Err(Unable::Stopped),
        }
        let known = self.first_good(&next, false)?;
        let found = if known.is_none() { self.first_good(&next, true)? } else { known };
        found.ok_or(if self.control.stopped().is_some() { Unable::Stopped } else { Unable::Refuted })
    }

    fn declare(&mut self, demand: &Demand<G::Position>) -> Result<u32, Self::Error> {
        let bounds = self.engine.bounds(&demand.position, Goal::Exact, self.control).map_err(Unable::Unsolvable)?;
        let value = bounds.value().ok_or(Unable::Stopped)?;
        match (if demand.claimants_turn { value } else { -value }, demand.need > 0) {
            (Value::Win { plies }, true) | (Value::Loss { plies }, false) => Ok(plies),
            (_, true) => Err(Unable::Refuted),
            (_, false) => Ok(FOR_EVER),
        }
    }
}
