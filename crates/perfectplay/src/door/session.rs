//! A session with warm engines: what one question has found serves the next.

use super::face::Face;
use super::kept::Kept;
use super::{Door, DoorError, OpenTable, Place};
use crate::certify::{CertifyError, Scratch, certify};
use perfectplay_check::{CertificateError, Claim, Counts, Header, Terms};
use perfectplay_game::{Bounds, NotationError, Playable, Record};
use perfectplay_solve::network::{Network, Weights, subject};
use perfectplay_solve::report::Report;
use perfectplay_solve::{
    Analysis, Auto, Control, Crew, Engine, EngineKind, Estimate, Goal, Limits, Solution, analyse, main_line, solve_for,
    value_of,
};
use perfectplay_table::TableEngine;
use self_cell::self_cell;
use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

/// What a session may use.
#[derive(Clone)]
pub struct Means {
    /// The engine for exact answers; the one that fits if there is none.
    pub engine: Option<EngineKind>,
    /// Bytes for exact answers; there are none without.
    pub memory: Option<usize>,
    /// Bytes for estimates; there are none without.
    pub memory_of_estimates: Option<usize>,
    /// The file of a network that judges positions in estimates, in the place of games by chance; one for another game is of no use.
    pub network: Option<Cow<'static, [u8]>>,
    /// Threads for a search that can use several.
    pub crew: Crew,
    /// Fixes what estimates choose by chance.
    pub seed: u64,
    /// Tables that answer what they have, the first one first.
    pub tables: Arc<[OpenTable]>,
}

/// How much is asked about a position; by default the value of it and of each move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Question {
    /// Only who wins, not how fast or by how much.
    pub outcome: bool,
    /// Only the value of the position, not that of each move.
    pub value_only: bool,
}

impl Question {
    /// What engines are asked for, where the side to move has this lead.
    fn goal(self, lead: i32) -> Goal {
        if self.outcome { Goal::Outcome { lead } } else { Goal::Exact }
    }

    /// Whether a report answers all of it.
    pub fn is_answered(self, report: &Report) -> bool {
        let goal = self.goal(0);
        let is_reached = |bounds| goal.is_reached(report.scored, bounds);
        is_reached(report.bounds) && report.moves.iter().all(|mv| is_reached(mv.bounds))
    }
}

/// What is to be proved.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Asked {
    /// Who wins.
    Outcome,
    /// The value, or who wins if that is all that is found.
    Value,
    /// What has been found before, as in a [report](Report::bounds).
    Shown(Bounds),
    /// These claims.
    Claims(Vec<Claim>),
}

/// A certificate that the checker has accepted.
#[derive(Clone, Debug)]
pub struct Certified {
    /// What it is about.
    pub header: Header,
    /// What it proves, in words.
    pub sentence: String,
    /// How large it is.
    pub counts: Counts,
}

/// Best play.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Line {
    /// The moves.
    pub line: Vec<String>,
    /// Whether it goes on for ever.
    pub endless: bool,
}

/// What can be written down of a session, to go on from later.
pub trait Saved {
    /// Writes it; nothing if it cannot be saved.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn save(&self, to: &mut dyn Write) -> io::Result<()>;
}

/// What is done now and then with what could be saved.
pub type Keeper<'k> = Box<dyn FnMut(&dyn Saved) + Send + 'k>;

/// Engines at work for one game.
pub trait Session: Saved + Send {
    /// The value of a position, and of each move in it. Bounds if the control stops it.
    ///
    /// # Errors
    ///
    /// If the place is none, or the game cannot be solved this way.
    fn solve(&mut self, place: &Place, question: Question, control: &mut Control) -> Result<Report, DoorError>;

    /// The same with a good guess beside it where that takes a while, if the session has memory for both and all moves are asked about.
    /// It tells of news whenever more is known or estimated: whoever wants to know asks for the report so far.
    ///
    /// # Errors
    ///
    /// If the place is none, or the game cannot be solved this way.
    fn analyse(
        &mut self,
        place: &Place,
        question: Question,
        news: &mut dyn FnMut(&dyn Fn() -> Report),
        control: &mut Control,
    ) -> Result<Report, DoorError>;

    /// A good guess alone, and news of it now and then. What was proved of the position by the last question is not looked for again.
    ///
    /// # Errors
    ///
    /// If the place is none, or there is no memory.
    fn estimate(
        &mut self,
        place: &Place,
        news: &mut dyn FnMut(&dyn Fn() -> Report),
        control: &mut Control,
    ) -> Result<Report, DoorError>;

    /// Best play from a position on, of so many moves at the most.
    ///
    /// # Errors
    ///
    /// If the place is none, or the game cannot be solved this way.
    fn line(&mut self, place: &Place, longest: usize, control: &mut Control) -> Result<Line, DoorError>;

    /// Proves something about a position, and writes a certificate. Nothing is proved before the checker has accepted it: if there
    /// is an error, what has been written is of no use.
    ///
    /// # Errors
    ///
    /// If it is false, or there is no proof within the control, or the file cannot be written.
    fn prove(
        &mut self,
        place: &Place,
        asked: &Asked,
        out: &mut dyn Scratch,
        terms: Terms,
        control: &mut Control,
    ) -> Result<Certified, DoorError>;

    /// Whether positions have taken all memory that there is for them, so that only a [renewed](Door::renewed) game can go on.
    fn is_full(&self) -> bool;

    /// The name of the engine that answered last, and why it was that one.
    fn engine(&self) -> (&'static str, &'static str);

    /// Goes on from what was saved.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is of another kind.
    fn load(&mut self, from: &mut dyn Read) -> io::Result<()>;
}

type BorrowedSession<'s> = Box<dyn Session + 's>;

self_cell!(
    struct SessionCell {
        owner: Arc<dyn Door>,
        #[covariant]
        dependent: BorrowedSession,
    }
);

/// A session that keeps its game alive.
pub struct OwnedSession(SessionCell);

impl OwnedSession {
    /// A session for a game.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(door: Arc<dyn Door>, means: Means) -> Result<OwnedSession, DoorError> {
        SessionCell::try_new(door, |door| door.session(means)).map(OwnedSession)
    }

    /// The session.
    pub fn with<R>(&mut self, work: impl FnOnce(&mut dyn Session) -> R) -> R {
        self.0.with_dependent_mut(|_, session| work(&mut **session))
    }
}

/// How long an estimate goes on before it tells of news.
const TIME_BETWEEN_NEWS: Duration = Duration::from_millis(100);
/// See [`TIME_BETWEEN_NEWS`].
const NODES_BETWEEN_NEWS: u64 = 100_000;

/// The engines of a session.
pub(super) struct Warm<'s, G: Playable> {
    face: &'s Face<G>,
    engine: Option<Kept<'s, G>>,
    estimator: Option<Estimate<'s, G>>,
    /// What was found out last, and of which position.
    known: Option<(G::Position, Solution<G::Move>)>,
    /// Bytes that positions may take beside what engines have.
    heap: usize,
}

impl<'s, G: Playable> Warm<'s, G> {
    pub(super) fn new(
        face: &'s Face<G>,
        means: Means,
        keeper: Option<(Duration, Keeper<'s>)>,
    ) -> Result<Self, DoorError> {
        let game = &*face.game;
        let mut heap = 0;
        let mut without_heap = |memory: usize| {
            let share = game.heap().map_or(0, |heap| heap.share_of(memory));
            heap += share;
            memory - share
        };
        let engine = match means.memory.map(&mut without_heap) {
            None => None,
            Some(memory) => {
                let search: Box<dyn Engine<G> + Send + 's> = match means.engine {
                    Some(kind) => kind.start(game, memory, means.crew)?,
                    None => Box::new(Auto::new(game, memory, means.crew)?),
                };
                let before = |engine: Box<dyn Engine<G> + Send + 's>, open: &OpenTable| {
                    let table = TableEngine::new(face.numbering(open), open.table(), Some(engine))?;
                    Ok::<_, DoorError>(Box::new(table) as Box<_>)
                };
                Some(Kept::new(means.tables.iter().rev().try_fold(search, before)?, keeper))
            }
        };
        let estimator = match means.memory_of_estimates.map(&mut without_heap) {
            None => None,
            Some(memory) => Some(Estimate::with_network(game, memory, means.seed, move || {
                let subject = subject(game, &face.about.name, &face.options);
                let weights = Weights::read(means.network?.as_ref(), &subject, &game.patterns()).ok()?;
                Some(Arc::new(Network::new(&weights, &game.patterns())))
            })?),
        };
        Ok(Warm { face, engine, estimator, known: None, heap })
    }

    /// A session that answers from a table alone.
    pub(super) fn of_table(face: &'s Face<G>, open: &'s OpenTable) -> Result<Self, DoorError> {
        let engine = Kept::new(Box::new(TableEngine::new(face.numbering(open), open.table(), None)?), None);
        Ok(Warm { face, engine: Some(engine), estimator: None, known: None, heap: usize::MAX })
    }

    /// Begins with a question: the position that it is about, if positions stay within their memory.
    fn begin(&self, place: &Place, control: &mut Control) -> Result<Record<G>, NotationError> {
        let game = &*self.face.game;
        if let Some(heap) = game.heap() {
            control.set_heap(heap, self.heap);
        }
        place.read(game)
    }

    fn exact(&mut self) -> Result<&mut Kept<'s, G>, DoorError> {
        self.engine.as_mut().ok_or_else(|| DoorError::Stopped("no exact answer was prepared for".to_string()))
    }

    /// The claims that are to be proved, as far as the engine finds out what there is to claim.
    fn claims(&mut self, record: &Record<G>, asked: &Asked, control: &mut Control) -> Result<Vec<Claim>, DoorError> {
        let face = self.face;
        let game = &*face.game;
        let lead = record.lead(game);
        let mut ask = |goal| {
            let found = self.exact()?.bounds(record.position(), goal, control);
            found.map(|bounds| bounds.with_lead(lead)).map_err(|error| DoorError::unsolvable(game, &error))
        };
        Ok(match asked {
            Asked::Claims(claims) => {
                // so that a long search can be told from writing down what it has found
                for claim in claims {
                    let demand = claim.demand(game, record).map_err(CertificateError::Claim)?;
                    ask(Goal::Whether { at_least: demand.target() })?;
                }
                claims.clone()
            }
            Asked::Outcome => {
                let outcome = ask(Goal::Outcome { lead })?.outcome();
                outcome.map(Claim::of_outcome).unwrap_or_default()
            }
            Asked::Value => Claim::of_bounds(ask(Goal::Exact)?, game.scored()),
            Asked::Shown(bounds) => Claim::of_bounds(*bounds, game.scored()),
        })
    }
}

impl<G: Playable> Saved for Warm<'_, G> {
    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.engine.as_ref().map_or(Ok(()), |engine| engine.save(to))
    }
}

impl<G: Playable> Session for Warm<'_, G> {
    fn solve(&mut self, place: &Place, question: Question, control: &mut Control) -> Result<Report, DoorError> {
        let Face { about, options, .. } = self.face;
        let game = &*self.face.game;
        let record = self.begin(place, control)?;
        let goal = question.goal(record.lead(game));
        let engine = self.exact()?;
        let solution = match question.value_only {
            true => value_of(engine, record.position(), goal, control),
            false => solve_for(engine, record.position(), goal, control),
        };
        let solution = solution.map_err(|error| DoorError::unsolvable(game, &error))?;
        let report = Report::new(&about.name, options.clone(), game, &record, &solution);
        self.known = Some((record.position().clone(), solution));
        Ok(report)
    }

    fn analyse(
        &mut self,
        place: &Place,
        question: Question,
        news: &mut dyn FnMut(&dyn Fn() -> Report),
        control: &mut Control,
    ) -> Result<Report, DoorError> {
        let record = self.begin(place, control)?;
        let (Some(engine), Some(estimate), false) = (&mut self.engine, &mut self.estimator, question.value_only) else {
            return self.solve(place, question, control);
        };
        let Face { about, options, .. } = self.face;
        let game = &*self.face.game;
        let lead = record.lead(game);
        let goal = question.goal(lead);
        let report = |known: &Analysis<G::Move>| Report::analysed(&about.name, options.clone(), game, &record, known);
        let mut news = |known: &Analysis<G::Move>| news(&|| report(known));
        let analysis = analyse(engine, estimate, (record.position(), lead), goal, &mut news, control);
        let analysis = analysis.map_err(|error| DoorError::unsolvable(game, &error))?;
        let report = report(&analysis);
        self.known = Some((record.position().clone(), analysis.solution));
        Ok(report)
    }

    fn estimate(
        &mut self,
        place: &Place,
        news: &mut dyn FnMut(&dyn Fn() -> Report),
        control: &mut Control,
    ) -> Result<Report, DoorError> {
        let Face { about, options, .. } = self.face;
        let game = &*self.face.game;
        let record = self.begin(place, control)?;
        let none = || DoorError::Stopped("no estimate was prepared for".to_string());
        let estimator = self.estimator.as_mut().ok_or_else(none)?;
        let known = self.known.as_ref().filter(|(position, _)| position == record.position());
        let proved = known.map_or(&[][..], |(_, solution)| &solution.moves);
        // an answer within a number of positions is the same each time
        let part = match control.limits().nodes {
            Some(_) => Limits { nodes: Some(NODES_BETWEEN_NEWS), time: None },
            None => Limits { nodes: None, time: Some(TIME_BETWEEN_NEWS) },
        };
        loop {
            let think =
                |control: &mut Control| estimator.think_beside(record.position(), record.lead(game), proved, control);
            let estimation = control.slice(part, think).map_err(|error| DoorError::unsolvable(game, &error))?;
            let report = || Report::estimated(&about.name, options.clone(), game, &record, &estimation);
            if control.stopped().is_some() || report().bounds.outcome().is_some() {
                return Ok(report());
            }
            news(&report);
        }
    }

    fn line(&mut self, place: &Place, longest: usize, control: &mut Control) -> Result<Line, DoorError> {
        let game = &*self.face.game;
        let record = self.begin(place, control)?;
        let unsolvable = |error| DoorError::unsolvable(game, &error);
        let engine = self.exact()?;
        let line = main_line(engine, record.position(), longest, control).map_err(unsolvable)?;
        let bounds = engine.bounds(record.position(), Goal::Exact, control).map_err(unsolvable)?;
        let endless = bounds.value() == Some(perfectplay_game::Value::Draw);
        Ok(Line { line: line.into_iter().map(|mv| game.write_move(mv)).collect(), endless })
    }

    fn prove(
        &mut self,
        place: &Place,
        asked: &Asked,
        out: &mut dyn Scratch,
        terms: Terms,
        control: &mut Control,
    ) -> Result<Certified, DoorError> {
        let face = self.face;
        let game = &*face.game;
        let (mut header, record) = face.header(&self.begin(place, control)?)?;
        header.claims = self.claims(&record, asked, control)?;
        if header.claims.is_empty() {
            return Err(DoorError::Undecided);
        }
        let sentences: Vec<String> = header.claims.iter().map(|claim| claim.sentence(game, &record)).collect();
        let sentence = sentences.join("; ");
        let counts = certify(out, game, &header, self.exact()?, terms, control).map_err(|error| match error {
            CertifyError::Stopped => DoorError::Stopped(format!("no proof found yet that {sentence}")),
            CertifyError::Refuted => DoorError::Refuted { sentence: sentence.clone() },
            CertifyError::Unsolvable(error) => DoorError::unsolvable(game, &error),
            CertifyError::File(error) => DoorError::Certificate(error),
            error @ CertifyError::NoRoom { .. } => DoorError::NoRoom(error.to_string()),
            CertifyError::Rejected { message, reason } => DoorError::Rejected { message, reason },
        })?;
        Ok(Certified { header, sentence, counts })
    }

    fn is_full(&self) -> bool {
        self.face.game.heap().is_some_and(|heap| heap.bytes() > self.heap)
    }

    fn engine(&self) -> (&'static str, &'static str) {
        self.engine.as_ref().map_or(("estimate", "it was asked for"), |engine| (engine.name(), engine.reason()))
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.engine.as_mut().map_or(Ok(()), |engine| engine.load(from))
    }
}
