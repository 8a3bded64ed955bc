//! A game whose rules come from a file.

use crate::expand::{Choice, Choices, Desk, World};
use crate::judge::Flaw;
use crate::position::Position;
use crate::{RulesError, Sheet};
use perfectplay_game::picture::Picture;
use perfectplay_game::{Complaint, Ending, Game, Heap, Hints, KeyCodec, Notation, Player, Record, Step};
use std::cell::RefCell;
use std::sync::Arc;
use thread_local::ThreadLocal;

/// So many positions are kept by each thread with what their moves lead to.
const KEPT: usize = 1 << 14;

/// So many facts of a position are told when something is wrong with it.
const MOST_FACTS: usize = 100;

/// What the goals of a finished game mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Those of both roles add up to this.
    Sum(u8),
    /// What this role reaches is all that counts, and the other role wants it to be little.
    Role(usize),
    /// Nothing: who wins is not asked for.
    Nothing,
}

/// A game whose rules come from a file, with positions of `N` words.
pub struct RulesGame<const N: usize> {
    world: World,
    aim: Aim,
    /// Goals other than 0, 50 and 100 are margins.
    scored: bool,
    /// The role that begins.
    first: usize,
    start: Position<N>,
    local: ThreadLocal<RefCell<Memory<N>>>,
}

/// What a thread keeps.
struct Memory<const N: usize> {
    desk: Desk,
    nodes: Vec<Option<Node<N>>>,
    /// Positions that are asked about together: which ones, and their words.
    going: Vec<usize>,
    words: Vec<u64>,
}

/// What is known of a position: what can be done, and what is needed to find out what that leads to, or what it leads to.
#[derive(Clone)]
struct Node<const N: usize> {
    position: Position<N>,
    own: Arc<[Choice]>,
    ahead: Ahead<N>,
}

#[derive(Clone)]
enum Ahead<const N: usize> {
    /// The other role does this.
    Forced(Choice),
    Known(Arc<[Position<N>]>),
}

impl<const N: usize> Memory<N> {
    fn new(sheet: &Sheet) -> Self {
        Memory { desk: Desk::new(sheet), nodes: vec![None; KEPT], going: vec![], words: vec![] }
    }

    /// The place where a position is kept.
    fn place(&mut self, position: &Position<N>) -> &mut Option<Node<N>> {
        let stir = |hash: u64, &word: &u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = position.as_ref().iter().fold(0u64, stir);
        // all bits tell on the highest ones
        &mut self.nodes[(hash >> (u64::BITS - KEPT.trailing_zeros())) as usize]
    }

    fn known(&mut self, position: &Position<N>) -> Option<&Node<N>> {
        self.place(position).as_ref().filter(|node| node.position == *position)
    }

    /// What can be done at a position, and what that leads to.
    fn expanded(&mut self, world: &World, position: &Position<N>) -> (Arc<[Choice]>, Arc<[Position<N>]>) {
        let known = match self.known(position).cloned() {
            Some(Node { own, ahead: Ahead::Known(next), .. }) => return (own, next),
            Some(Node { own, ahead: Ahead::Forced(forced), .. }) => Some(Choices { own, forced }),
            None => None,
        };
        world.look_further(&mut self.desk, position.as_ref(), known.as_ref());
        let found = self.desk.found();
        let next: Arc<[Position<N>]> = found.words.chunks_exact(N).map(Position::new).collect();
        let own = known.map_or_else(|| found.steps.iter().map(|&(_, choice)| choice).collect(), |known| known.own);
        let further = std::mem::take(&mut found.choices);
        for (&position, choices) in next.iter().zip(further) {
            if let Some(Choices { own, forced }) = choices.filter(|_| self.known(&position).is_none()) {
                *self.place(&position) = Some(Node { position, own, ahead: Ahead::Forced(forced) });
            }
        }
        let ahead = Ahead::Known(next.clone());
        *self.place(position) = Some(Node { position: *position, own: own.clone(), ahead });
        (own, next)
    }
}

/// A move of a role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    role: u8,
    choice: Choice,
}

impl<const N: usize> RulesGame<N> {
    /// Whether positions of rules fit into `N` words.
    pub fn fits(sheet: &Sheet) -> bool {
        World::fits(sheet, N)
    }

    /// The game of these rules.
    ///
    /// # Errors
    ///
    /// If a role has no goals, or the game is over before it begins.
    pub fn new(sheet: Arc<Sheet>, aim: Aim) -> Result<Self, RulesError> {
        let is_common = |role: usize| sheet.goals[role].iter().all(|goal| [0, 50, 100].contains(goal));
        let scored = match aim {
            Aim::Sum(sum) => sum != 100 || !is_common(0) || !is_common(1),
            Aim::Role(role) => !is_common(role),
            Aim::Nothing => false,
        };
        let world = World::new(sheet, N);
        let start = Position::new(&world.start());
        if start.seen().goals().is_some() {
            return Err(RulesError::whole("a start that is not over", "one that is"));
        }
        Ok(RulesGame { first: start.seen().mover(), world, aim, scored, start, local: ThreadLocal::new() })
    }

    /// The rules.
    pub fn sheet(&self) -> &Sheet {
        &self.world.sheet
    }

    /// The facts that hold at a position, in the order of their texts.
    pub fn facts(&self, position: &Position<N>) -> Vec<String> {
        let row = self.world.plain_row(position.as_ref());
        let mut facts: Vec<String> = self.sheet().holding(&row).map(str::to_string).collect();
        facts.sort();
        facts
    }

    fn player(&self, role: usize) -> Player {
        if role == self.first { Player::First } else { Player::Second }
    }

    fn memory(&self) -> std::cell::RefMut<'_, Memory<N>> {
        self.local.get_or(|| RefCell::new(Memory::new(self.sheet()))).borrow_mut()
    }

    /// What can be done at a position that is not finished.
    fn choices(&self, position: &Position<N>) -> Arc<[Choice]> {
        let memory = &mut *self.memory();
        match memory.known(position) {
            Some(node) => node.own.clone(),
            None => memory.expanded(&self.world, position).0,
        }
    }

    /// What a move of a role leads to: in a game of margins, all is gained at the end.
    fn step(&self, role: usize, next: Position<N>) -> Step<Position<N>> {
        let gain = if self.scored { self.margin(&next, role).unwrap_or(0) } else { 0 };
        Step { position: next, gain }
    }

    /// By how much the role leads in the end.
    fn margin(&self, position: &Position<N>, role: usize) -> Option<i32> {
        let goals = position.seen().goals()?.map(i32::from);
        Some(match self.aim {
            Aim::Sum(sum) if goals[0] + goals[1] != i32::from(sum) => {
                let found = format!("{} and {}", goals[0], goals[1]);
                self.refuse(position, format!("goals that add up to {sum}"), found)
            }
            Aim::Sum(sum) => 2 * goals[role] - i32::from(sum),
            Aim::Role(counted) if counted == role => 2 * goals[role] - 100,
            Aim::Role(counted) => 100 - 2 * goals[counted],
            Aim::Nothing => 0,
        })
    }

    /// A position shows that the rules are none of a game of ours.
    fn refuse(&self, position: &Position<N>, expected: String, found: String) -> ! {
        let mut facts = self.facts(position);
        if facts.len() > MOST_FACTS {
            let more = format!("… and {} more facts", facts.len() - MOST_FACTS);
            facts.truncate(MOST_FACTS);
            facts.push(more);
        }
        let facts = facts.join(" ");
        Complaint(RulesError::whole(expected, format!("{found} at the position with {facts}")).to_string()).raise()
    }

    fn refuse_flaw(&self, position: &Position<N>, flaw: Flaw) -> ! {
        let role = |role: usize| &self.sheet().roles[role];
        let (expected, found) = match flaw {
            Flaw::Simultaneous => ("one role that has a choice".to_string(), "two".to_string()),
            Flaw::Stuck(stuck) => (format!("a legal move of {}", role(stuck)), "none".to_string()),
            Flaw::NoGoal(without) => (format!("a goal of {} at the end", role(without)), "none".to_string()),
            Flaw::TwoGoals(with) => (format!("one goal of {} at the end", role(with)), "several".to_string()),
        };
        self.refuse(position, expected, found)
    }
}

impl<const N: usize> Game for RulesGame<N> {
    type Position = Position<N>;
    type Move = Move;

    fn start(&self) -> Position<N> {
        self.start
    }

    #[inline]
    fn turn(&self, position: &Position<N>) -> Player {
        self.player(position.seen().mover())
    }

    #[inline]
    fn ending(&self, position: &Position<N>) -> Option<Ending> {
        let seen = position.seen();
        if seen.goes_on() {
            return None;
        }
        if self.aim == Aim::Nothing && !seen.is_stuck() {
            return Some(Ending::Tie);
        }
        if let Some(flaw) = seen.flaw() {
            self.refuse_flaw(position, flaw);
        }
        let margin = self.margin(position, seen.mover())?;
        Some(match margin {
            _ if self.scored => Ending::Tie,
            0 => Ending::Tie,
            1.. => Ending::Win,
            _ => Ending::Loss,
        })
    }

    fn moves(&self, position: &Position<N>) -> impl Iterator<Item = Move> {
        let seen = position.seen();
        if let Some(flaw) = seen.flaw().filter(|_| seen.is_stuck()) {
            self.refuse_flaw(position, flaw);
        }
        let choices = if seen.goes_on() { self.choices(position) } else { Arc::default() };
        let role = seen.mover() as u8;
        (0..choices.len()).map(move |at| Move { role, choice: choices[at] })
    }

    fn play(&self, position: &Position<N>, mv: Move) -> Step<Position<N>> {
        let (choices, next) = self.memory().expanded(&self.world, position);
        let at = choices.binary_search(&mv.choice).expect("a legal move");
        self.step(usize::from(mv.role), next[at])
    }

    #[inline]
    fn layer(&self, position: &Position<N>) -> Option<u32> {
        self.world.layer(position.as_ref())
    }

    fn players(&self) -> [&str; 2] {
        [self.first, 1 - self.first].map(|role| &self.sheet().roles[role][..])
    }

    fn scored(&self) -> bool {
        self.scored
    }

    fn text(&self) -> Option<&str> {
        Some(&self.sheet().text)
    }
}

impl<const N: usize> Notation for RulesGame<N> {
    fn write_move(&self, mv: Move) -> String {
        self.sheet().moves[usize::from(mv.role)][mv.choice as usize].clone()
    }

    fn margin_in_words(&self, player: Player, margin: i32) -> Option<String> {
        let role = if player == Player::First { self.first } else { 1 - self.first };
        let name = |role: usize| &self.sheet().roles[role];
        match self.aim {
            Aim::Sum(sum) => Some(format!("goal {}", (margin + i32::from(sum)) / 2)),
            Aim::Role(counted) if counted == role => Some(format!("goal {}", (100 + margin) / 2)),
            Aim::Role(counted) => Some(format!("goal {} for {}", (100 - margin) / 2, name(counted))),
            Aim::Nothing => None,
        }
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let row = self.world.plain_row(record.position().as_ref());
        self.sheet().scene.draw(&self.sheet().facts, |fact| row[fact / 64] >> (fact % 64) & 1 == 1)
    }

    fn marks(&self) -> [String; 2] {
        [self.first, 1 - self.first].map(|role| self.sheet().scene.marks_of(role).join(" "))
    }
}

impl<const N: usize> Hints for RulesGame<N> {
    type Key = Position<N>;

    #[inline]
    fn key(&self, position: &Position<N>) -> Position<N> {
        *position
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, Position<N>>> {
        Some(KeyCodec::new(
            format!("positions in the form {}", self.sheet().form()),
            |position: &Position<N>, to| self.world.write(position.as_ref(), to),
            |from| Ok(Position::new(&self.world.read(from)?)),
        ))
    }

    fn heap(&self) -> Option<&Heap> {
        Some(&self.world.pool.heap)
    }

    fn renewed(&self) -> Option<Self> {
        RulesGame::new(self.world.sheet.clone(), self.aim).ok()
    }

    fn is_cheap_in_bulk(&self) -> bool {
        true
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        let sheet = self.sheet();
        let row = self.world.plain_row(record.position().as_ref());
        let holds = |fact: usize| row[fact / 64] >> (fact % 64) & 1 == 1;
        let role = record.position().seen().mover();
        let moves = self.moves(record.position()).map(|mv| mv.choice as usize);
        let moves: Vec<(usize, &str)> = moves.map(|mv| (mv, &sheet.moves[role][mv][..])).collect();
        sheet.scene.picture(&sheet.facts, holds, role, &moves)
    }

    fn clicks(&self, mv: Self::Move) -> Vec<String> {
        self.sheet().scene.clicks(usize::from(mv.role), mv.choice as usize).to_vec()
    }

    fn successors(&self, positions: &[Position<N>], tell: &mut impl FnMut(usize, Step<Position<N>>)) {
        let Memory { desk, going, words, .. } = &mut *self.memory();
        going.clear();
        words.clear();
        for (at, position) in positions.iter().enumerate().filter(|(_, position)| position.seen().goes_on()) {
            going.push(at);
            words.extend_from_slice(position.as_ref());
        }
        self.world.expand(desk, words);
        let found = desk.found();
        for (&(at, _), words) in found.steps.iter().zip(found.words.chunks_exact(N)) {
            let at = going[at as usize];
            tell(at, self.step(positions[at].seen().mover(), Position::new(words)));
        }
    }
}
