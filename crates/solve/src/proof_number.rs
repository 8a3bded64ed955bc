//! Proof-number search (df-pn): yes-or-no questions about positions, by the line of play where the least is left to show.
//!
//! A question is "is this position worth at least so much for the side to move?". Two numbers tell how far it is from an
//! answer: `yes` (the proof number) and `no` (the disproof number) estimate how many positions are still to be settled for
//! either. The search follows the move that makes a yes easiest, at each turn, until one of the numbers of the position in
//! question is zero. All that is known is in a transposition table of fixed size; what it loses is searched again when it is
//! needed.

mod numbers;

use crate::halt::Halt;
use crate::questions;
use crate::stack::{stack_per_ply, with_stack};
use crate::team::{self, Member};
use crate::transposition::hash_of;
use crate::transposition::shared::{self, SharedTranspositionTable};
use crate::way::is_margin;
use crate::{Control, Crew, Engine, EngineKind, Goal, MemoryTooSmall, Premise, Solvable, SolveError};
use numbers::{MOST, NEVER, ProofNumbers, UNKNOWN, first_guess};
use perfectplay_game::{Bounds, Hints, MARGIN_LIMIT, Target, Value};
use rustc_hash::FxHashSet;
use std::io::{self, Read, Write};

const NAME: &str = EngineKind::ProofNumber.name();

/// Even the smallest engine can follow lines this long.
const LEAST_PLIES: usize = 256;

/// The proof-number engine. Its table stays warm from one question to the next.
pub struct ProofNumber<'g, G: Hints> {
    game: &'g G,
    transpositions: SharedTranspositionTable<Question<G::Key>, ProofNumbers>,
    crew: Crew,
    longest: usize,
}

/// A position by its key, and the target that it may or may not reach.
type Question<K> = (K, Target);

/// After so many nodes there may be news from other threads.
const NODES_UNTIL_NEWS: u64 = 64;

impl<'g, G: Solvable> ProofNumber<'g, G> {
    /// An engine that stays within `memory` bytes, and uses these threads.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(game: &'g G, memory: usize, crew: Crew) -> Result<Self, MemoryTooSmall> {
        let per_ply = stack_per_ply::<G::Position>() + 4 * size_of::<G::Key>() + 64 * size_of::<Child<G>>();
        let least_table = SharedTranspositionTable::<Question<G::Key>, ProofNumbers>::least(crew.threads());
        let least_stack = crew.threads() * LEAST_PLIES * per_ply;
        MemoryTooSmall::check(NAME, memory, 2 * least_table.max(least_stack))?;
        let stack = (memory / 8).max(least_stack);
        Ok(ProofNumber {
            game,
            transpositions: SharedTranspositionTable::new(
                crew.threads(),
                memory - stack,
                (game.key(&game.start()), Target::NOT_LOSS),
                UNKNOWN,
            ),
            crew,
            longest: stack / (crew.threads() * per_ply),
        })
    }

    /// Whether a position is worth at least `target`.
    fn ask(&self, position: &G::Position, target: Target, control: &mut Control) -> Result<bool, Halt<G::Position>> {
        let root = match static_answer(self.game, position, target) {
            Ok(answer) => return Ok(answer),
            Err(node) => node,
        };
        if let Some(answer) = self.transpositions.get(root.hash, &root.question).and_then(ProofNumbers::answer) {
            return Ok(answer);
        }
        if !control.advance(0) {
            return Err(Halt::Stopped);
        }
        team::work(self.crew, control, |member| {
            let mut search = Search {
                game: self.game,
                transpositions: &self.transpositions,
                member,
                children: vec![],
                path: FxHashSet::default(),
                longest: self.longest,
            };
            let numbers = search.work_out(&root, ProofNumbers { yes: MOST, no: MOST }, 0)?;
            numbers.answer().ok_or(Halt::Stopped)
        })
    }
}

/// A question that has no answer yet.
struct Node<G: Hints> {
    /// In its canonical form.
    position: G::Position,
    question: Question<G::Key>,
    hash: u64,
}

/// A move to an open question.
struct Child<G: Hints> {
    node: Node<G>,
    /// Whether the same side moves again.
    again: bool,
    /// The numbers for the side that makes the move.
    numbers: ProofNumbers,
}

/// The answer that the rules and bounds give, or the question to search.
#[inline]
fn static_answer<G: Hints>(game: &G, position: &G::Position, target: Target) -> Result<bool, Node<G>> {
    if let Some(value) = game.final_value(position) {
        return Ok(target.is_reached_by(value.worth()));
    }
    if let Some(answer) = target.answer(game.bounds(position)) {
        return Ok(answer);
    }
    if target.is_about_plies() {
        let mover = game.turn(position);
        match Value::from_worth(target.worth(), false) {
            Value::Win { plies } if game.least_plies_to_win(position, mover) > plies => return Ok(false),
            Value::Loss { plies } if game.least_plies_to_win(position, mover.other()) >= plies => return Ok(true),
            _ => {}
        }
    }
    let position = game.canonical(position);
    let question = (game.key(&position), target);
    Err(Node { position, hash: hash_of(&question), question })
}

/// The work of one thread.
struct Search<'s, 't, 'c, G: Hints> {
    game: &'s G,
    transpositions: &'s SharedTranspositionTable<Question<G::Key>, ProofNumbers>,
    member: &'s mut Member<'t, 'c>,
    /// The moves along the path.
    children: Vec<Child<G>>,
    /// The positions along the path, in games without layers.
    path: FxHashSet<G::Key>,
    longest: usize,
}

impl<G: Solvable> Search<'_, '_, '_, G> {
    /// Works on a question until it is answered, or one of its numbers has reached its limit.
    fn work_out(&mut self, node: &Node<G>, limit: ProofNumbers, ply: usize) -> Result<ProofNumbers, Halt<G::Position>> {
        if !self.member.tick(|| ()) {
            return Err(Halt::Stopped);
        }
        if ply >= self.longest {
            return Err(Premise::TooDeep { limit: ply }.broken_at(node.position.clone()));
        }
        let first = self.children.len();
        let nodes_before = self.member.nodes();
        let mut numbers = self.list(node)?;
        while numbers.answer().is_none() && numbers.yes < limit.yes && numbers.no < limit.no {
            let (at, second) = self.easiest(first, ply);
            let child = &self.children[at];
            let again = child.again;
            // stay with this move until another is clearly easier, by a half
            let yes = limit
                .yes
                .min(second.saturating_add(second / 2).saturating_add(1))
                .max(child.numbers.yes.saturating_add(1));
            let no = (limit.no - numbers.no).saturating_add(child.numbers.no).min(MOST);
            let below = ProofNumbers { yes, no }.seen_from_before(again);
            let next = Node {
                position: child.node.position.clone(),
                question: child.node.question.clone(),
                hash: child.node.hash,
            };
            let nodes_so_far = self.member.nodes();
            let found = with_stack::<G::Position, _>(ply, || self.visit(&next, below, ply + 1))?;
            self.children[at].numbers = found.seen_from_before(again);
            if self.member.has_others() && self.member.nodes() - nodes_so_far >= NODES_UNTIL_NEWS {
                self.recall(first);
            }
            numbers = self.sum(first, node.question.1);
        }
        self.children.truncate(first);
        if !self.path.is_empty() {
            self.path.remove(&node.question.0);
        }
        self.transpositions.put(node.hash, node.question.clone(), numbers, self.member.nodes() - nodes_before + 1);
        Ok(numbers)
    }

    /// The same, with a mark for other threads.
    fn visit(&mut self, node: &Node<G>, limit: ProofNumbers, ply: usize) -> Result<ProofNumbers, Halt<G::Position>> {
        self.member.begins(node.hash, ply);
        let result = self.work_out(node, limit, ply);
        self.member.ends(node.hash, ply);
        result
    }

    /// Adds the moves that lead to open questions to those of the path, and returns the numbers of the question.
    fn list(&mut self, node: &Node<G>) -> Result<ProofNumbers, Halt<G::Position>> {
        let game = self.game;
        let position = &node.position;
        let target = node.question.1;
        let layer = game.layer(position);
        if layer.is_none() {
            self.path.insert(node.question.0.clone());
        }
        let first = self.children.len();
        let mut has_move = false;
        for mv in game.moves(position) {
            has_move = true;
            let step = game.play(position, mv);
            if layer.is_some() && game.layer(&step.position) <= layer {
                return Err(Premise::LayerDoesNotRise.broken_at(position.clone()));
            }
            if !is_margin(step.gain) {
                return Err(Premise::MarginTooLarge.broken_at(position.clone()));
            }
            let again = game.moves_again(position, &step.position);
            let later = target.after(step.gain);
            match static_answer(game, &step.position, if again { later } else { later.turned() }) {
                Ok(answer) if answer == again => {
                    self.children.truncate(first);
                    return Ok(ProofNumbers::YES);
                }
                Ok(_) => {}
                Err(node) => {
                    if layer.is_none() && self.path.contains(&node.question.0) {
                        return Err(Premise::Cycle { engine: NAME }.broken_at(position.clone()));
                    }
                    let is_same =
                        |other: &Child<G>| other.node.hash == node.hash && other.node.question == node.question;
                    if !self.children[first..].iter().any(is_same) {
                        self.children.push(Child { node, again, numbers: UNKNOWN });
                    }
                }
            }
        }
        if !has_move {
            return Err(Premise::NoMove.broken_at(position.clone()));
        }
        self.recall(first);
        for child in self.children[first..].iter_mut().filter(|child| child.numbers == UNKNOWN) {
            child.numbers =
                first_guess(game, &child.node.position, child.node.question.1).seen_from_before(child.again);
        }
        Ok(self.sum(first, target))
    }

    /// Takes over what the table knows of the moves.
    #[inline]
    fn recall(&mut self, first: usize) {
        let children = &mut self.children[first..];
        self.transpositions.get_all(children.iter_mut().map(|child| {
            let Child { node, again, numbers } = child;
            (node.hash, &node.question, |known: ProofNumbers| *numbers = known.seen_from_before(*again))
        }));
    }

    /// The numbers of a question, from those of its moves: one yes is a yes, and a no needs all of them.
    ///
    /// Questions about plies are about few lines of play that most moves have in common, so for a no the hardest move
    /// counts alone, and each other one as a single position. For questions of who wins the sum is better.
    #[inline]
    fn sum(&self, first: usize, target: Target) -> ProofNumbers {
        let mut numbers = ProofNumbers::NO;
        let is_about_plies = target.is_about_plies();
        for child in &self.children[first..] {
            numbers.yes = numbers.yes.min(child.numbers.yes);
            numbers.no = match (numbers.no, child.numbers.no) {
                (sum, 0) => sum,
                (0, first) => first,
                (sum, more) if is_about_plies => sum.max(more).saturating_add(1),
                (sum, more) => sum.saturating_add(more),
            };
        }
        if numbers.yes == 0 { ProofNumbers::YES } else { ProofNumbers { no: numbers.no.min(MOST - 1), ..numbers } }
    }

    /// The move with the smallest number for a yes, and the number of the next one. Where other threads are at work, the
    /// numbers count for more.
    #[inline]
    fn easiest(&self, first: usize, ply: usize) -> (usize, u32) {
        let (mut at, mut least, mut second) = (first, NEVER, NEVER);
        for (i, child) in self.children.iter().enumerate().skip(first) {
            let others = self.member.others_at(child.node.hash, ply + 1);
            let yes = child.numbers.yes.saturating_add((child.numbers.yes / 2).saturating_mul(others.into()));
            if yes < least {
                (at, least, second) = (i, yes, least);
            } else {
                second = second.min(yes);
            }
        }
        (at, second)
    }
}

impl<G: Solvable> Engine<G> for ProofNumber<'_, G> {
    fn name(&self) -> &'static str {
        NAME
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
        if let Some(value) = self.game.final_value(position) {
            return Ok(Bounds::exactly(value));
        }
        let scored = self.game.scored();
        let mut bounds = self.game.bounds(position);
        let ask = |target: Target, control: &mut Control| {
            // without scores there is nothing between a tie and the slowest win
            let shown = |target: Target| match target.worth() {
                worth if !scored && target.takes_a_win() => worth.max(MARGIN_LIMIT),
                worth => worth,
            };
            let answer = self.ask(position, target, control)?;
            Ok(if answer { shown(target) } else { -shown(target.turned()) })
        };
        match questions::narrow(goal, scored, None, &mut bounds, control, ask) {
            Ok(()) => Ok(bounds),
            Err(halt) => halt.answer(bounds),
        }
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let Some(codec) = self.game.key_codec() else { return Ok(()) };
        let write = |(key, target): &Question<G::Key>, to: &mut dyn Write| {
            codec.write(key, to)?;
            shared::write_plain(target, to)
        };
        self.transpositions.save(&shared::kind(NAME, codec.form()), write, to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let Some(codec) = self.game.key_codec() else { return Ok(()) };
        let read = |from: &mut dyn Read| Ok((codec.read(from)?, shared::read_plain(from)?));
        self.transpositions.load(&shared::kind(NAME, codec.form()), read, from)
    }
}
