//! Alpha-beta and proof-number search side by side, for questions of who wins.
//!
//! Which of them is faster depends on the game, by a factor of ten at times. Both get the same share of the work, which doubles until one
//! of them has the answer. That one is the favourite from then on: the other one gets a tenth. In [forcing](Hints::is_forcing) games
//! proof numbers are the favourite from the beginning. (A trial on positions from the ends of random games does not tell: up to a thousand
//! nodes alpha-beta is as good in TixTax, where it takes ten times as long for larger questions.)

use crate::{
    AlphaBeta, Control, Crew, Engine, Goal, Limits, MemoryTooSmall, ProofNumber, Solvable, SolveError, questions,
};
use perfectplay_game::{Bounds, Hints};
use std::io::{self, Read, Write};

/// The two engines.
pub(super) struct Both<'g, G: Hints> {
    game: &'g G,
    pub(super) alpha_beta: AlphaBeta<'g, G>,
    proof_number: ProofNumber<'g, G>,
    favourite: Option<Searcher>,
}

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Searcher {
    AlphaBeta,
    ProofNumber,
}

/// The nodes that each engine may search at first.
pub(super) const FIRST_SHARE: u64 = 1 << 13;

/// The one that is not the favourite gets so many times less.
const LESS: u64 = 10;

impl Searcher {
    fn other(self) -> Searcher {
        match self {
            Searcher::AlphaBeta => Searcher::ProofNumber,
            Searcher::ProofNumber => Searcher::AlphaBeta,
        }
    }
}

impl<'g, G: Solvable> Both<'g, G> {
    /// Each has half of the memory.
    ///
    /// # Errors
    ///
    /// If that is too little.
    pub(super) fn new(game: &'g G, memory: usize, crew: Crew) -> Result<Self, MemoryTooSmall> {
        let alpha_beta = AlphaBeta::with_crew(game, memory / 2, crew)?;
        let proof_number = ProofNumber::new(game, memory / 2, crew)?;
        Ok(Both { game, alpha_beta, proof_number, favourite: game.is_forcing().then_some(Searcher::ProofNumber) })
    }

    fn engine(&mut self, searcher: Searcher) -> &mut dyn Engine<G> {
        match searcher {
            Searcher::AlphaBeta => &mut self.alpha_beta,
            Searcher::ProofNumber => &mut self.proof_number,
        }
    }

    /// What they show, and who had the answer, if one is reached.
    ///
    /// # Errors
    ///
    /// If one of them cannot go on.
    pub(super) fn ask(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<(Bounds, Option<Searcher>), SolveError<G::Position>> {
        let mut bounds = Bounds::UNKNOWN;
        let mut share = FIRST_SHARE;
        loop {
            let first = self.favourite.unwrap_or(Searcher::AlphaBeta);
            for searcher in [first, first.other()] {
                let is_favoured = self.favourite.is_none_or(|favourite| favourite == searcher);
                let nodes = if is_favoured { share } else { share / LESS };
                let part = Limits { nodes: Some(nodes), time: None };
                let engine = self.engine(searcher);
                bounds = bounds.and(control.slice(part, |control| engine.bounds(position, goal, control))?);
                if questions::is_reached(goal, self.game.scored(), bounds) {
                    if share > FIRST_SHARE {
                        self.favourite = Some(searcher);
                    }
                    return Ok((bounds, Some(searcher)));
                }
                if control.stopped().is_some() {
                    return Ok((bounds, None));
                }
            }
            share *= 2;
        }
    }

    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.alpha_beta.save(to)?;
        self.proof_number.save(to)
    }

    pub(super) fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.alpha_beta.load(from)?;
        self.proof_number.load(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::Notation;
    use perfectplay_games::{TixTax, WonBoards};

    /// Whoever is the favourite, the answer is the same, and who had it is the favourite.
    #[test]
    fn the_answer_does_not_depend_on_the_favourite() {
        let game = TixTax::new(WonBoards::Closed);
        let text = "2x1x1o1o/1x1xoxx1x/2xxx2x1/oo2o1oox/4o2xo/1o1xox2x/1o2oo2o/2xxx3o/ox1o2o2 g1";
        let position = *game.read_position(text).unwrap().position();
        let goal = Goal::Outcome { lead: 0 };
        let answers = [None, Some(Searcher::AlphaBeta), Some(Searcher::ProofNumber)].map(|favourite| {
            let mut both = Both { favourite, ..Both::new(&game, 1 << 26, Crew::new(1)).unwrap() };
            let (bounds, answered) = both.ask(&position, goal, &mut Control::default()).unwrap();
            assert!(answered.is_some() && both.favourite == answered);
            (bounds.at_least.worth().signum(), bounds.at_most.worth().signum())
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        // a question of few nodes changes nothing
        let mut both = Both { favourite: None, ..Both::new(&game, 1 << 26, Crew::new(1)).unwrap() };
        let late = "1o1x1o2x/o1x2oxox/2xxx1ox1/o3xoxo1/xxx2oooo/o1o1xo1xx/2o2o1x1/x2o2xxx/xxoooo2o f6";
        let late = *game.read_position(late).unwrap().position();
        assert!(both.ask(&late, goal, &mut Control::default()).unwrap().1.is_some() && both.favourite.is_none());
    }
}
