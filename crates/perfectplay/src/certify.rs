//! Certificates of what engines have found: an engine as a strategy, and a file that the checker has accepted.

use perfectplay_check::{
    Certificate, CertificateError, CheckError, Counts, Demand, Fault, Header, Reason, Strategy, Terms, Trouble,
    Trusted, WriteError, check, write,
};
use perfectplay_game::{Game, Notation, Value};
use perfectplay_solve::{Control, Engine, Goal, Limits, SolveError};
use std::fmt::Debug;
use std::io::{BufReader, Read, Seek, Write};
use thiserror::Error;

/// Something that is written first, and then read again: a file, or memory.
pub trait Scratch: Read + Write + Seek + Send {}

impl<S: Read + Write + Seek + Send> Scratch for S {}

/// Writes a certificate of the claims in a header, played by an engine, and checks it. If it is not accepted, what has been
/// written is of no use.
///
/// # Errors
///
/// If a claim is false, or there is no proof within the control, or nothing can be written.
pub fn certify<G: Trusted + Notation>(
    to: &mut dyn Scratch,
    game: &G,
    header: &Header,
    engine: &mut (impl Engine<G> + ?Sized),
    terms: Terms,
    control: &mut Control,
) -> Result<Counts, CertifyError<G::Position>> {
    refute(game, header, engine, control)?;
    control.stage("writing the certificate");
    let watch = control.watch();
    let mut strategy = EngineStrategy::new(engine, control);
    let written = write(&mut *to, game, header, &mut strategy, terms, &mut |_| watch.may_go_on());
    written.map_err(|error| match error {
        WriteError::File(error) => CertifyError::File(error),
        WriteError::Refuted(Trouble::Strategy(Unable::Refuted, _)) => CertifyError::Refuted,
        WriteError::Refuted(Trouble::Strategy(Unable::Unsolvable(error), _)) => CertifyError::Unsolvable(error),
        WriteError::Refuted(Trouble::Strategy(Unable::Stopped, _) | Trouble::Stopped) => CertifyError::Stopped,
        WriteError::Refuted(Trouble::Claim(unfit)) => CertifyError::File(CertificateError::Claim(unfit)),
        WriteError::Refuted(Trouble::At(Fault::Memory { memory }, _)) => CertifyError::NoRoom { memory },
        WriteError::Refuted(Trouble::At(fault, demand)) => {
            CertifyError::Rejected { message: format!("{fault} ({demand:?})"), reason: Some(Reason::Fault(fault)) }
        }
    })?;
    control.stage("checking the certificate");
    let mut told = 0;
    let mut watch = |positions: u64| {
        let new = positions - std::mem::replace(&mut told, positions);
        control.advance(new)
    };
    let checked = Certificate::read(BufReader::with_capacity(1 << 16, to))
        .map_err(CheckError::File)
        .and_then(|certificate| check(game, certificate, terms, &mut watch));
    checked.map_err(|error| match error {
        CheckError::File(error) => CertifyError::File(error),
        CheckError::Stopped => CertifyError::Stopped,
        CheckError::Refuted(Reason::Fault(Fault::Memory { memory }), _) => CertifyError::NoRoom { memory },
        error => CertifyError::Rejected { message: error.to_string(), reason: error.reason() },
    })
}

/// Notices claims that are false before anything is written.
fn refute<G: Trusted + Notation>(
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
#[non_exhaustive]
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
    #[error("the checker rejects the certificate, so nothing is proved: {message}")]
    Rejected {
        /// What is wrong.
        message: String,
        /// Why it fails at a position, if it does.
        #[source]
        reason: Option<Reason>,
    },
    /// The walk needs more memory.
    #[error(
        "the positions of the certificate that are still to be walked do not fit into {memory} bytes; give it more memory"
    )]
    NoRoom {
        /// The memory given to the walk.
        memory: usize,
    },
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
        Ok(target.answer(bounds).map(|reached| reached == demand.claimants_turn))
    }

    /// The first of the positions where the claimant gets what is needed, of those that are known, or by searching.
    fn first_good(
        &mut self,
        demands: &[Demand<G::Position>],
        search: bool,
    ) -> Result<Option<u64>, Unable<G::Position>> {
        let mut no_search = Control::new(Limits { nodes: Some(0), time: None });
        let control = if search { &mut *self.control } else { &mut no_search };
        for (nth, demand) in demands.iter().enumerate() {
            if Self::holds(self.engine, demand, control).map_err(Unable::Unsolvable)? == Some(true) {
                return Ok(Some(nth as u64));
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
                let again = game.moves_again(&demand.position, &step.position);
                demand.after(step, again)
            };
            game.moves(&demand.position).map(follow).collect()
        };
        // a choice may take as long as many positions
        if !(self.control.tick() && self.control.may_go_on()) {
            return Err(Unable::Stopped);
        }
        // what is known already, or is after a search of the position itself, costs little
        if let Some(nth) = self.first_good(&next, false)? {
            return Ok(nth);
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
        match (if demand.claimants_turn { value } else { -value }, demand.need.takes_a_win()) {
            (Value::Win { plies }, true) | (Value::Loss { plies }, false) => Ok(plies),
            (_, true) => Err(Unable::Refuted),
            (_, false) => Ok(FOR_EVER),
        }
    }
}
