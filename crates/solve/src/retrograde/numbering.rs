//! The numbers of positions: those that the game gives them, or such as are made for the positions that can be reached.

use super::positions::Positions;
use crate::halt::Halt;
use crate::{Control, Premise, SolveError, Stop};
use perfectplay_game::{Game, Hints, Record};
use rustc_hash::FxHashMap;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// A game with numbers of its positions. Solutions of all positions, and their tables, find positions by their numbers.
pub struct Numbering<'g, G: Game> {
    game: &'g G,
    /// How many numbers there are.
    count: Option<u64>,
    kind: Kind<G::Position>,
}

enum Kind<P> {
    /// The game's own.
    Own,
    /// The game's own for some positions, without gaps.
    Ranked(Arc<Ranks>),
    /// Positions in the order in which they were discovered.
    Discovered(Arc<Discovery<P>>),
}

struct Ranks {
    /// Rising.
    numbers: Vec<u64>,
    ranks: FxHashMap<u64, u32>,
}

/// All positions that can be reached from some, in the order in which they are met: the roots, then breadth first, the moves of each
/// position in the order of the game. A position that is met again keeps its number.
pub struct Discovery<P> {
    positions: Positions<P>,
    /// From where a position was met first; the roots are their own.
    parents: Vec<u32>,
    /// So many were played on: the first ones.
    inner: usize,
    /// The positions through which play came to each root, itself the last.
    ways: Vec<Vec<P>>,
}

/// Why positions are not all numbered.
#[derive(Debug, Error)]
pub enum Undiscovered<P: Debug> {
    /// The game breaks a premise, or there are too many positions.
    #[error(transparent)]
    Unsolvable(#[from] SolveError<P>),
    /// The control stopped it.
    #[error("stopped before the end")]
    Stopped(Stop),
}

impl<P> Discovery<P> {
    /// Bytes for a position: it stands in a list and a hash table, has a parent, and gets a cell.
    fn room() -> usize {
        Positions::<P>::ROOM + size_of::<P>() + 4 * size_of::<u32>()
    }

    /// Discovers all positions that can be reached from the roots, or only those within so many plies, if they fit into the memory.
    ///
    /// # Errors
    ///
    /// If they do not, or the control stops it.
    pub fn of<G: Hints<Position = P>>(
        game: &G,
        roots: &[Record<G>],
        plies: Option<u32>,
        memory: usize,
        control: &mut Control,
    ) -> Result<Discovery<P>, Undiscovered<P>>
    where
        P: Clone + Eq + std::hash::Hash + Debug,
    {
        /// So many positions are asked about at once.
        const TOGETHER: usize = 256;
        let most = (memory / Self::room()).min(u32::MAX as usize);
        let mut positions = Positions::default();
        let mut parents = vec![];
        for root in roots {
            positions.enter(root.position());
        }
        parents.extend(0..positions.list().len() as u32);
        let (mut from, mut reached) = (vec![], vec![]);
        let mut next = 0;
        let (mut ply, mut end_of_ply) = (0, positions.list().len());
        while next < end_of_ply && plies.is_none_or(|plies| ply < plies) {
            if positions.list().len() > most {
                let position = positions.list()[next].clone();
                return Err(SolveError { premise: Premise::TooManyPositions { limit: most }, position }.into());
            }
            let these = positions.list()[next..end_of_ply.min(next + TOGETHER)].to_vec();
            game.successors(&these, &mut |at, step| {
                from.push((next + at) as u32);
                reached.push(step.position);
            });
            let mut parent = from.drain(..);
            positions.enter_all(&reached, |number| {
                let parent = parent.next();
                if number == parents.len() {
                    parents.extend(parent);
                }
            });
            drop(parent);
            reached.clear();
            next += these.len();
            if next == end_of_ply {
                (ply, end_of_ply) = (ply + 1, positions.list().len());
            }
            if !control.advance(these.len() as u64) {
                return Err(Undiscovered::Stopped(control.stopped().unwrap_or(Stop::Cancelled)));
            }
        }
        let ways = roots.iter().map(|root| root.positions().cloned().collect()).collect();
        Ok(Discovery { positions, parents, inner: next, ways })
    }

    /// How many positions there are.
    pub fn count(&self) -> u64 {
        self.parents.len() as u64
    }

    /// Bytes that it takes, about.
    pub fn memory(&self) -> usize {
        self.parents.len() * Self::room()
    }
}

impl<'g, G: Hints> From<&'g G> for Numbering<'g, G> {
    /// The game's own numbering, if it has one.
    fn from(game: &'g G) -> Self {
        Numbering { game, count: game.index_count(), kind: Kind::Own }
    }
}

impl<G: Game> Clone for Numbering<'_, G> {
    fn clone(&self) -> Self {
        let kind = match &self.kind {
            Kind::Own => Kind::Own,
            Kind::Ranked(ranks) => Kind::Ranked(ranks.clone()),
            Kind::Discovered(discovery) => Kind::Discovered(discovery.clone()),
        };
        Numbering { game: self.game, count: self.count, kind }
    }
}

impl<'g, G: Hints> Numbering<'g, G> {
    /// The numbers of a discovery.
    pub fn discovered(game: &'g G, discovery: Arc<Discovery<G::Position>>) -> Self {
        Numbering { game, count: Some(discovery.count()), kind: Kind::Discovered(discovery) }
    }

    /// The game's own numbers of all positions that can be reached, and ranks in their place, if they fit into the memory.
    pub(crate) fn ranked(
        game: &'g G,
        roots: &[G::Position],
        memory: usize,
        control: &mut Control,
    ) -> Result<Self, Halt<G::Position>> {
        // the map may have just doubled
        let most = (memory / (4 * size_of::<(u64, u32)>() + size_of::<u64>())).min(u32::MAX as usize);
        let own = Numbering::from(game);
        let mut ranks = FxHashMap::default();
        let mut numbers: Vec<u64> = vec![];
        let mut next = 0;
        let mut enter = |position: &G::Position, numbers: &mut Vec<u64>| -> Result<(), Halt<G::Position>> {
            let number = own.number_of(position)?;
            if ranks.insert(number, 0).is_none() {
                numbers.push(number);
            }
            Ok(())
        };
        for root in roots {
            enter(root, &mut numbers)?;
        }
        while next < numbers.len() {
            let position = own.position_at(numbers[next])?;
            if numbers.len() > most {
                return Err(Premise::TooManyPositions { limit: most }.broken_at(position));
            }
            for mv in game.moves(&position) {
                enter(&game.play(&position, mv).position, &mut numbers)?;
            }
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            next += 1;
        }
        numbers.sort_unstable();
        ranks.extend(numbers.iter().copied().zip(0..));
        let count = Some(numbers.len() as u64);
        Ok(Numbering { game, count, kind: Kind::Ranked(Arc::new(Ranks { numbers, ranks })) })
    }

    /// The numbers of discovered positions whose moves were not played.
    pub(crate) fn edge(&self) -> Range<u64> {
        match &self.kind {
            Kind::Discovered(discovery) => discovery.inner as u64..discovery.count(),
            Kind::Own | Kind::Ranked(_) => 0..0,
        }
    }

    /// Whether a position is beyond an opening: after its last layer, or not discovered.
    pub fn is_beyond(&self, position: &G::Position, last_layer: Option<u32>) -> bool {
        match &self.kind {
            Kind::Discovered(discovery) => discovery.positions.number(position).is_none(),
            Kind::Own | Kind::Ranked(_) => last_layer.is_some() && self.game.layer(position) > last_layer,
        }
    }

    /// The game.
    #[inline]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Whether the numbers are those of a discovery, and not the game's own.
    pub fn is_discovered(&self) -> bool {
        matches!(self.kind, Kind::Discovered(_))
    }

    /// How many numbers there are; `None` if the game has no numbering, and its positions were not discovered.
    #[inline]
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// Whether tables have a cell for every number.
    pub fn is_dense(&self) -> bool {
        match &self.kind {
            Kind::Own => self.count.is_some() && self.game.is_dense(),
            Kind::Ranked(_) | Kind::Discovered(_) => true,
        }
    }

    /// The number of a position; equal only for positions that are the same up to symmetry.
    #[inline(always)]
    pub fn number(&self, position: &G::Position) -> Option<u64> {
        if let Kind::Own = self.kind { self.game.index(position) } else { self.made_number(position) }
    }

    /// A position with this number, or `None` if there is none.
    #[inline(always)]
    pub fn position(&self, number: u64) -> Option<G::Position> {
        if let Kind::Own = self.kind { self.game.at_index(number) } else { self.position_at_made(number) }
    }

    /// The number where it is not the game's own; apart, so that the others stay short.
    #[inline(never)]
    fn made_number(&self, position: &G::Position) -> Option<u64> {
        match &self.kind {
            Kind::Own => None,
            Kind::Ranked(ranks) => ranks.ranks.get(&self.game.index(position)?).map(|&rank| rank.into()),
            Kind::Discovered(discovery) => discovery.positions.number(position).map(|number| number as u64),
        }
    }

    /// The position at such a number.
    #[inline(never)]
    fn position_at_made(&self, number: u64) -> Option<G::Position> {
        match &self.kind {
            Kind::Own => None,
            Kind::Ranked(ranks) => self.game.at_index(*ranks.numbers.get(number as usize)?),
            Kind::Discovered(discovery) => discovery.positions.list().get(number as usize).cloned(),
        }
    }

    /// The positions that share the number of this one, as in [`Hints::images`].
    pub fn images(&self, position: &G::Position) -> Vec<G::Position> {
        if self.is_discovered() { vec![position.clone()] } else { self.game.images(position) }
    }

    /// The position with a number, with the moves that lead to it if they are known.
    pub fn record(&self, number: u64) -> Option<Record<G>> {
        let Kind::Discovered(discovery) = &self.kind else { return self.position(number).map(Record::at) };
        let list = discovery.positions.list();
        let mut way = vec![usize::try_from(number).ok().filter(|&number| number < list.len())?];
        while let Some(&number) = way.last()
            && discovery.parents[number] as usize != number
        {
            way.push(discovery.parents[number] as usize);
        }
        let root = &list[way.pop()?];
        let before = discovery.ways.iter().find(|way| way.last() == Some(root));
        let mut positions = before.into_iter().flatten().chain(way.iter().rev().map(|&number| &list[number]));
        let mut record = Record::at(positions.next()?.clone());
        for next in positions {
            let (game, from) = (self.game, record.position());
            let mv = game.moves(from).find(|&mv| game.play(from, mv).position == *next)?;
            record.play(game, mv).ok()?;
        }
        Some(record)
    }

    /// The game's own numbers of the positions, rising, where there are ranks in their place.
    pub(crate) fn ranked_numbers(&self) -> Option<&[u64]> {
        match &self.kind {
            Kind::Ranked(ranks) => Some(&ranks.numbers),
            Kind::Own | Kind::Discovered(_) => None,
        }
    }

    /// How many numbers there are. There is a numbering: whoever asks has made sure of that.
    #[inline]
    pub(crate) fn counted(&self) -> u64 {
        self.count.unwrap_or(0)
    }

    /// The number of a position, which has to have one.
    #[inline(always)]
    pub(crate) fn number_of(&self, position: &G::Position) -> Result<u64, Halt<G::Position>> {
        match self.number(position) {
            Some(number) if number < self.counted() => Ok(number),
            _ => Err(Premise::NotNumbered.broken_at(position.clone())),
        }
    }

    /// The position at a number that a position has.
    #[inline(always)]
    pub(crate) fn position_at(&self, number: u64) -> Result<G::Position, Halt<G::Position>> {
        self.position(number).ok_or_else(|| Premise::NotAtItsNumber { number }.broken_at(self.game.start()))
    }

    /// Adds all positions from which a move leads to this one, as far as they have a number; false if the game cannot tell.
    #[inline]
    pub(crate) fn unmoves(&self, position: &G::Position, before: &mut Vec<G::Position>) -> bool {
        let known = before.len();
        let is_reversible = self.game.unmoves(position, before);
        if !matches!(self.kind, Kind::Own) {
            let mut seen = 0;
            before.retain(|earlier| {
                seen += 1;
                seen <= known || self.number(earlier).is_some()
            });
        }
        is_reversible
    }
}

/// The layer of a position, in a game with layers.
#[inline]
pub(crate) fn layer_of<G: Hints>(game: &G, position: &G::Position) -> Result<u32, Halt<G::Position>> {
    game.layer(position).ok_or_else(|| Premise::LayerDoesNotRise.broken_at(position.clone()))
}
