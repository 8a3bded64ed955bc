//! What all engines have in common: the question, the answer, and how the one is made from the other.

use crate::way::is_margin;
use crate::{Control, Premise, SolveError, questions};
use perfectplay_game::{Bounds, Game, Target, Value};
use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::time::Duration;

/// Something that finds exact values of positions of a game.
pub trait Engine<G: Game> {
    /// Its name: "exhaustive", "alpha-beta", …
    fn name(&self) -> &'static str;

    /// Why this engine answers.
    fn reason(&self) -> &'static str {
        "it was asked for"
    }

    /// The game it works on.
    fn game(&self) -> &G;

    /// Narrows the value of a position down as far as the goal asks. If the control stops it before, it returns the
    /// bounds that it has shown until then.
    ///
    /// # Errors
    ///
    /// If the game cannot be solved this way.
    fn bounds(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>>;

    /// Writes down what it would take long to find again; nothing, unless the engine says otherwise.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn save(&self, _to: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Takes over what was [saved](Engine::save).
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is of another kind.
    fn load(&mut self, _from: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}

/// How much of a value is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Win, tie or loss, in a scored game counting from this lead of the side to move.
    Outcome {
        /// What the side to move has gained more than the other side before this position.
        lead: i32,
    },
    /// Whether the value reaches a target.
    Whether {
        /// The target.
        at_least: Target,
    },
    /// The value with its distance or margin.
    Exact,
}

impl Goal {
    /// Whether bounds are as much as the goal asks for.
    pub fn is_reached(self, scored: bool, bounds: Bounds) -> bool {
        questions::is_reached(self, scored, bounds)
    }

    /// The same goal for the position after a move.
    fn after(self, again: bool, gain: i32) -> Goal {
        match self {
            Goal::Outcome { lead } => {
                let lead = lead.saturating_add(gain);
                Goal::Outcome { lead: if again { lead } else { lead.saturating_neg() } }
            }
            Goal::Whether { at_least } => {
                let later = at_least.after(gain);
                Goal::Whether { at_least: if again { later } else { later.turned() } }
            }
            Goal::Exact => Goal::Exact,
        }
    }
}

/// A move and the value it leads to, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// What has been shown of its value.
    pub bounds: Bounds,
}

/// The answer of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// What has been shown of the value; equal bounds are the value.
    pub bounds: Bounds,
    /// All moves, in the order of the game; none if they were [not asked about](value_of).
    pub moves: Vec<RootMove<M>>,
    /// The engine's name.
    pub engine: &'static str,
    /// Why it was this engine.
    pub reason: &'static str,
    /// Positions searched.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl<M: Copy> Solution<M> {
    /// What is known of a position to begin with.
    pub(crate) fn unknown<G: Game<Move = M>>(engine: &mut (impl Engine<G> + ?Sized), position: &G::Position) -> Self {
        let legal = engine.game().moves(position);
        Solution {
            bounds: Bounds::UNKNOWN,
            moves: legal.map(|mv| RootMove { mv, bounds: Bounds::UNKNOWN }).collect(),
            engine: engine.name(),
            reason: engine.reason(),
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The value, if it is proved.
    pub fn value(&self) -> Option<Value> {
        self.bounds.value()
    }

    /// Whether as much is shown of the position, and of each move that was asked about, as the goal wants.
    pub fn answers(&self, goal: Goal, scored: bool) -> bool {
        goal.is_reached(scored, self.bounds) && self.moves.iter().all(|mv| goal.is_reached(scored, mv.bounds))
    }

    /// The moves that are proved to be best; all of them only if the value of every move is proved.
    pub fn best(&self) -> Vec<M> {
        let is_best =
            |mv: &&RootMove<M>| self.value().is_some() && mv.bounds.at_least.worth() >= self.bounds.at_least.worth();
        self.moves.iter().filter(is_best).map(|mv| mv.mv).collect()
    }
}

/// The value of a position and of every move in it: first who wins, as far as that is easier, then how fast.
///
/// # Errors
///
/// If the game cannot be solved this way.
pub fn solve<G: Game>(
    engine: &mut (impl Engine<G> + ?Sized),
    position: &G::Position,
    control: &mut Control,
) -> Result<Solution<G::Move>, SolveError<G::Position>> {
    solve_for(engine, position, Goal::Exact, control)
}

/// The same, but only as far as the goal asks.
///
/// # Errors
///
/// If the game cannot be solved this way.
pub fn solve_for<G: Game>(
    engine: &mut (impl Engine<G> + ?Sized),
    position: &G::Position,
    goal: Goal,
    control: &mut Control,
) -> Result<Solution<G::Move>, SolveError<G::Position>> {
    follow(engine, position, goal, &mut |_| {}, control)
}

/// The same, and tells what is known so far whenever more is shown of a move.
///
/// # Errors
///
/// If the game cannot be solved this way.
pub fn follow<G: Game>(
    engine: &mut (impl Engine<G> + ?Sized),
    position: &G::Position,
    goal: Goal,
    news: &mut dyn FnMut(&Solution<G::Move>),
    control: &mut Control,
) -> Result<Solution<G::Move>, SolveError<G::Position>> {
    let mut known = Solution::unknown(engine, position);
    let outcome_first = goal == Goal::Exact && !engine.game().scored();
    for goal in outcome_first.then_some(Goal::Outcome { lead: 0 }).into_iter().chain([goal]) {
        control.main_question(true);
        let before = known.bounds;
        known.bounds = before.and(engine.bounds(position, goal, control)?);
        if known.bounds != before {
            (known.engine, known.reason) = (engine.name(), engine.reason());
        }
        control.main_question(false);
        let mut best_move: Option<Bounds> = None;
        for at in 0..known.moves.len() {
            let RootMove { mv, bounds: before } = known.moves[at];
            let child = engine.game().play(position, mv);
            let again = engine.game().moves_again(position, &child.position);
            let found = engine.bounds(&child.position, goal.after(again, child.gain), control)?;
            let here = found.before(again, child.gain);
            let is_too_large = |value: Value| value.margin().is_some_and(|margin| !is_margin(margin));
            if found.value().is_some() && [here.at_least, here.at_most].into_iter().any(is_too_large) {
                return Err(SolveError { premise: Premise::MarginTooLarge, position: position.clone() });
            }
            let bounds = before.and(here);
            check_order(bounds, position)?;
            known.moves[at].bounds = bounds;
            best_move = Some(best_move.map_or(bounds, |best| best.or(bounds)));
            if bounds != before {
                (known.nodes, known.elapsed) = (control.nodes(), control.elapsed());
                news(&known);
            }
        }
        known.bounds = best_move.map_or(known.bounds, |best| known.bounds.and(best));
        check_order(known.bounds, position)?;
    }
    (known.nodes, known.elapsed) = (control.nodes(), control.elapsed());
    Ok(known)
}

/// Refuses bounds between which there is no value.
fn check_order<P: Clone + Debug>(bounds: Bounds, position: &P) -> Result<(), SolveError<P>> {
    match bounds.at_least.worth() > bounds.at_most.worth() {
        true => Err(SolveError { premise: Premise::Contradiction, position: position.clone() }),
        false => Ok(()),
    }
}

/// The value of a position as far as the goal asks, but of none of its moves.
///
/// # Errors
///
/// If the game cannot be solved this way.
pub fn value_of<G: Game>(
    engine: &mut (impl Engine<G> + ?Sized),
    position: &G::Position,
    goal: Goal,
    control: &mut Control,
) -> Result<Solution<G::Move>, SolveError<G::Position>> {
    let bounds = engine.bounds(position, goal, control)?;
    let (nodes, elapsed) = (control.nodes(), control.elapsed());
    Ok(Solution { bounds, moves: vec![], engine: engine.name(), reason: engine.reason(), nodes, elapsed })
}

/// Best play from a position on, as far as the control and `longest` allow: at each turn the first of the moves that
/// keep the value, preferably one to a new position. Where best play is endless, it ends with the first repetition.
///
/// # Errors
///
/// If the game cannot be solved this way.
pub fn main_line<G: Game>(
    engine: &mut (impl Engine<G> + ?Sized),
    position: &G::Position,
    longest: usize,
    control: &mut Control,
) -> Result<Vec<G::Move>, SolveError<G::Position>> {
    let mut line = vec![];
    let mut seen = vec![position.clone()];
    let Some(mut value) = engine.bounds(position, Goal::Exact, control)?.value() else { return Ok(line) };
    while line.len() < longest {
        let here = seen[line.len()].clone();
        let legal: Vec<G::Move> = engine.game().moves(&here).collect();
        let (mut next, mut repetition) = (None, None);
        for mv in legal {
            let step = engine.game().play(&here, mv);
            let again = engine.game().moves_again(&here, &step.position);
            let Some(found) = engine.bounds(&step.position, Goal::Exact, control)?.value() else { continue };
            if found.before(again, step.gain) == value {
                if !seen.contains(&step.position) {
                    next = Some((mv, step.position, found));
                    break;
                }
                repetition = repetition.or(Some(mv));
            }
        }
        let Some((mv, reached, found)) = next else {
            line.extend(repetition);
            break;
        };
        line.push(mv);
        seen.push(reached);
        value = found;
    }
    Ok(line)
}
