//! The engine that picks itself: by the game and the question, and by trying where that does not tell.

mod both;

use crate::{
    AlphaBeta, Control, Crew, Engine, EngineKind, Exhaustive, Goal, Limits, MemoryTooSmall, Premise, Retrograde,
    Solvable, SolveError, questions,
};
use both::{Both, FIRST_SHARE, Searcher};
use perfectplay_game::{Bounds, Hints};
use std::io::{self, Read, Write};

/// Answers with the engine that fits.
///
/// Games in which positions may repeat go to retrograde analysis, and if that has no room to the others, which find out whether they do
/// repeat. If very few positions are left, all of them are searched.
/// Margins, and how fast a game is won, are found by alpha-beta; so is everything about games whose positions have numbers
/// of few bits, because its table then holds most of what there is. For who wins in other games it depends on the game
/// whether alpha-beta or proof-number search is faster, so both get a share of the work, which doubles until one of them has
/// the answer; the one that had it gets most of the work the next time, and proof numbers do in [forcing](Hints::is_forcing) games. Where lines of play are too long for the memory that these have, the
/// engines that go through all positions may still find room, so they are tried before it is said that there is none. Games whose
/// moves are [cheap in bulk](Hints::is_cheap_in_bulk) go to retrograde analysis at the same time, until it has no room.
pub struct Auto<'g, G: Hints> {
    game: &'g G,
    memory: usize,
    crew: Crew,
    engines: Engines<'g, G>,
    /// Until it has been tried.
    small: Option<Exhaustive<'g, G>>,
    /// As long as it has room, beside the others.
    bulk: Option<Retrograde<'g, G>>,
    /// The name of the engine that answered last, and why it did.
    answered: (&'static str, &'static str),
}

enum Engines<'g, G: Hints> {
    Retrograde(Box<Retrograde<'g, G>>),
    AlphaBeta(Box<AlphaBeta<'g, G>>),
    Both(Box<Both<'g, G>>),
    Thorough(EngineKind, Box<dyn Engine<G> + Send + 'g>),
}

/// What can take the place of engines that have no room, in games with layers.
const THOROUGH: [EngineKind; 2] = [EngineKind::Retrograde, EngineKind::Exhaustive];

/// Fewer positions than this are searched exhaustively.
const SMALL: usize = 500;

/// So many times as many if they are searched in bulk.
const BULK: u64 = 16;

impl<'g, G: Solvable> Engines<'g, G> {
    /// The thorough one that has taken their place.
    fn thorough(&self) -> Option<EngineKind> {
        match self {
            Engines::Thorough(kind, _) => Some(*kind),
            _ => None,
        }
    }

    /// Those that fit the game.
    fn choose(game: &'g G, memory: usize, crew: Crew) -> Result<Self, MemoryTooSmall> {
        match game.layer(&game.start()) {
            None => Self::retrograde(game, memory, crew),
            Some(_) => Self::searching(game, memory, crew),
        }
    }

    fn retrograde(game: &'g G, memory: usize, crew: Crew) -> Result<Self, MemoryTooSmall> {
        Ok(Engines::Retrograde(Box::new(Retrograde::new(game, memory)?.with_threads(crew.threads()))))
    }

    /// Those that go down from a position, and end if it comes back.
    fn searching(game: &'g G, memory: usize, crew: Crew) -> Result<Self, MemoryTooSmall> {
        Ok(if game.scored() || game.packed_bits().is_some() {
            Engines::AlphaBeta(Box::new(AlphaBeta::with_crew(game, memory, crew)?))
        } else {
            match Both::new(game, memory, crew) {
                Ok(both) => Engines::Both(Box::new(both)),
                Err(_) => Engines::AlphaBeta(Box::new(AlphaBeta::with_crew(game, memory, crew)?)),
            }
        })
    }
}

impl<'g, G: Solvable> Auto<'g, G> {
    /// An engine that stays within `memory` bytes, and uses these threads if it can use several.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(game: &'g G, memory: usize, crew: Crew) -> Result<Self, MemoryTooSmall> {
        let is_layered = game.layer(&game.start()).is_some();
        let bulk = (game.is_cheap_in_bulk() && is_layered).then(|| Retrograde::new(game, memory / 2));
        let bulk = bulk.and_then(Result::ok).map(|engine| engine.with_threads(crew.threads()));
        let memory = if bulk.is_some() { memory / 2 } else { memory };
        let engines = Engines::choose(game, memory, crew)?;
        let small = Exhaustive::new(game, memory).ok().filter(|_| is_layered);
        let small = small.map(|engine| engine.with_most_positions(SMALL));
        Ok(Auto { game, memory, crew, engines, small, bulk, answered: ("auto", "no question was asked yet") })
    }
}

const PROOF_NUMBER: &str = "proof-number search had the answer before alpha-beta";

impl<G: Solvable> Auto<'_, G> {
    /// Goes on with a thorough engine, or with those that fit the game. They take no room to speak of before they are asked.
    fn change(&mut self, kind: Option<EngineKind>) {
        let Auto { game, memory, crew, .. } = *self;
        let changed = match kind {
            None => Engines::choose(game, memory, crew),
            Some(kind) => kind.start(game, memory, crew).map(|engine| Engines::Thorough(kind, engine)),
        };
        if let Ok(changed) = changed {
            self.engines = changed;
        }
    }

    /// Asks retrograde analysis, and the others if it has no room: they know no better than that positions come back, and may be right
    /// before any does.
    fn ask_without_layers(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        let Auto { game, memory, crew, .. } = *self;
        let is_out = |error: &SolveError<G::Position>| {
            error.wants_memory() || matches!(error.premise, Premise::Cycle { .. } | Premise::ScoredCycle)
        };
        if !matches!(self.engines, Engines::Retrograde(_)) {
            match self.ask(position, goal, control) {
                Err(error) if is_out(&error) => {}
                answer => return answer,
            }
            self.change(None);
            return self.ask(position, goal, control);
        }
        let first = match self.ask(position, goal, control) {
            Err(error) if error.wants_memory() => error,
            answer => return answer,
        };
        let Ok(searching) = Engines::searching(game, memory, crew) else { return Err(first) };
        self.engines = searching;
        match self.ask(position, goal, control) {
            Err(error) if is_out(&error) => {
                self.change(None);
                Err(first)
            }
            answer => answer,
        }
    }

    fn ask(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        let scored = self.game.scored();
        match &mut self.engines {
            Engines::Retrograde(engine) => {
                self.answered = (engine.name(), "positions of this game may come back");
                engine.bounds(position, goal, control)
            }
            Engines::AlphaBeta(engine) => {
                let reason = if scored {
                    "the question is by how much"
                } else if self.game.packed_bits().is_some() {
                    "positions are numbers of few bits, which its table is made for"
                } else {
                    "there is little memory"
                };
                self.answered = (engine.name(), reason);
                engine.bounds(position, goal, control)
            }
            Engines::Thorough(_, engine) => {
                self.answered = (engine.name(), "lines of play are too long for the others in this memory");
                engine.bounds(position, goal, control)
            }
            Engines::Both(both) if goal == Goal::Exact => {
                self.answered = (both.alpha_beta.name(), "the question is how fast");
                both.alpha_beta.bounds(position, goal, control)
            }
            Engines::Both(both) => {
                let (bounds, answered) = both.ask(position, goal, control)?;
                match answered {
                    Some(Searcher::AlphaBeta) => {
                        self.answered = (EngineKind::AlphaBeta.name(), "alpha-beta had the answer first");
                    }
                    Some(Searcher::ProofNumber) => self.answered = (EngineKind::ProofNumber.name(), PROOF_NUMBER),
                    None => {}
                }
                Ok(bounds)
            }
        }
    }
}

impl<G: Solvable> Engine<G> for Auto<'_, G> {
    fn name(&self) -> &'static str {
        self.answered.0
    }

    fn reason(&self) -> &'static str {
        self.answered.1
    }

    fn game(&self) -> &G {
        self.game
    }

    fn bounds(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        if let Some(mut small) = self.small.take() {
            match small.bounds(position, Goal::Exact, control) {
                Err(error) if matches!(error.premise, Premise::TooManyPositions { .. }) => {}
                answer => {
                    self.answered = (small.name(), "so few positions are left that all of them can be searched");
                    self.small = Some(small);
                    return answer;
                }
            }
        }
        let mut share = FIRST_SHARE;
        while let Some(mut bulk) = self.bulk.take() {
            let part = |nodes| Limits { nodes: Some(nodes), time: None };
            let all = control.slice(part(BULK * share), |control| bulk.bounds(position, goal, control));
            match all {
                // the others have all the time from here on
                Err(error) if error.wants_memory() => break,
                Ok(bounds) if bounds == Bounds::UNKNOWN && control.stopped().is_none() => self.bulk = Some(bulk),
                answer => {
                    self.answered = (bulk.name(), "looking at all positions took less time than looking at few");
                    self.bulk = Some(bulk);
                    return answer;
                }
            }
            match control.slice(part(share), |control| self.ask(position, goal, control)) {
                Err(error) if error.wants_memory() => {}
                Ok(bounds)
                    if !questions::is_reached(goal, self.game.scored(), bounds) && control.stopped().is_none() => {}
                answer => return answer,
            }
            share *= 2;
        }
        if self.game.layer(&self.game.start()).is_none() {
            return self.ask_without_layers(position, goal, control);
        }
        let first = match self.ask(position, goal, control) {
            Err(error) if error.wants_memory() => error,
            answer => return answer,
        };
        let tried = self.engines.thorough();
        for kind in [None].into_iter().chain(THOROUGH.map(Some)).filter(|kind| *kind != tried) {
            self.change(kind);
            match self.ask(position, goal, control) {
                Err(error) if error.wants_memory() => {}
                answer => return answer,
            }
        }
        self.change(None);
        Err(first)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        match &self.engines {
            Engines::AlphaBeta(engine) => engine.save(to),
            Engines::Both(both) => both.save(to),
            Engines::Retrograde(engine) => engine.save(to),
            Engines::Thorough(_, engine) => engine.save(to),
        }
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        match &mut self.engines {
            Engines::AlphaBeta(engine) => engine.load(from),
            Engines::Both(both) => both.load(from),
            Engines::Retrograde(engine) => engine.load(from),
            Engines::Thorough(_, engine) => engine.load(from),
        }
    }
}
