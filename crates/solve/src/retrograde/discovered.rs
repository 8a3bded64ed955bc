//! Retrograde analysis of any game: positions are numbered as they are discovered.

use super::cell::{Coding, EMPTY};
use super::positions::Positions;
use super::spread::{Link, Moves, Unsettled};
use crate::halt::Halt;
use crate::{Control, Premise};
use perfectplay_game::{Game, Hints, Value};

/// So many positions are asked about at once.
const TOGETHER: usize = 256;

/// Discovers all positions that can be reached, up to symmetry, and finds all their values at once.
pub(crate) struct Discovered<'g, G: Game> {
    game: &'g G,
    memory: usize,
    coding: Coding,
    positions: Positions<G::Position>,
    /// The values of the first of them, in cells of 32 bits; of all, unless work was stopped.
    values: Vec<u32>,
    /// The moves of some of the others, all of which can be reached from the first of them.
    moves: Option<Moves>,
}

impl<'g, G: Hints> Discovered<'g, G> {
    /// Nothing yet, and room for `memory` bytes.
    pub(crate) fn new(game: &'g G, memory: usize) -> Self {
        let coding = Coding::new(size_of::<u32>(), game.scored());
        Discovered { game, memory, coding, positions: Positions::default(), values: vec![], moves: None }
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, position: &G::Position, control: &mut Control) -> Result<Value, Halt<G::Position>> {
        let position = self.game.canonical(position);
        if self.positions.number(&position).is_none_or(|number| number >= self.values.len()) {
            let mut covered = self.cover(&position, control);
            if matches!(&covered, Err(Halt::Failed(error)) if error.is_about_room()) && !self.values.is_empty() {
                // what was kept from earlier questions takes the room
                *self = Discovered::new(self.game, self.memory);
                covered = self.cover(&position, control);
            }
            covered?;
        }
        let number = self.positions.number(&position).expect("a position that was covered");
        Ok(self.coding.decode(self.values[number]).expect("all positions are settled"))
    }

    /// Makes sure that the position and all that can be reached from it have values. If it is stopped it can go on later.
    fn cover(&mut self, position: &G::Position, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let old = self.values.len();
        let known = self.moves.take().filter(|_| self.positions.number(position).is_some());
        let mut moves = known.unwrap_or_else(|| {
            self.positions.truncate(old);
            self.positions.enter(position);
            Moves::new(old, self.game.scored())
        });
        let covered = match self.discover(&mut moves, control) {
            Err(Halt::Stopped) => {
                self.moves = Some(moves);
                return Err(Halt::Stopped);
            }
            Err(halt) => Err(halt),
            Ok(()) => self.settle(moves, control),
        };
        if covered.is_err() {
            self.positions.truncate(old);
        }
        covered
    }

    /// Numbers all positions that can be reached, and lists their moves.
    fn discover(&mut self, moves: &mut Moves, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let (game, positions) = (self.game, &mut self.positions);
        let (mut told, mut reached) = (vec![], vec![]);
        let mut asked = 0;
        while moves.next_position() < positions.list().len() {
            let next = moves.next_position();
            if !control.advance(asked as u64) {
                return Err(Halt::Stopped);
            }
            // few at first, so that what they lead to fits as well
            let together = TOGETHER.min(positions.list().len().div_ceil(16)).min(control.until_poll() as usize);
            asked = together.min(positions.list().len() - next);
            let needed =
                positions.list().len() * Positions::<G::Position>::ROOM + moves.count() * Moves::room(game.scored());
            if needed > self.memory || positions.list().len().max(moves.count()) >= Link::MOST {
                let limit = positions.list().len();
                return Err(Premise::TooManyPositions { limit }.broken_at(positions.list()[next].clone()));
            }
            let these = positions.list()[next..][..asked].to_vec();
            game.successors(&these, &mut |at, step| {
                let again = game.moves_again(&these[at], &step.position);
                told.push((at as u32, Link::new(0, again), step.gain));
                reached.push(game.canonical(&step.position));
            });
            let mut links = told.iter_mut().map(|(_, link, _)| link);
            positions.enter_all(&reached, |number| {
                links.next().into_iter().for_each(|link| *link = link.to(number));
            });
            reached.clear();
            // the moves of each position are in their order
            told.sort_by_key(|(at, ..)| *at);
            let mut left = &told[..];
            for (at, position) in these.iter().enumerate() {
                while let Some((&(from, link, gain), rest)) = left.split_first()
                    && from == at as u32
                {
                    moves.push(link, gain);
                    left = rest;
                }
                if moves.end() == 0 && game.ending(position).is_none() {
                    return Err(Premise::NoMove.broken_at(position.clone()));
                }
            }
            told.clear();
        }
        control.advance(asked as u64);
        Ok(())
    }

    /// Gives all new positions their values.
    fn settle(&mut self, moves: Moves, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let mut values = self.values.clone();
        let final_cell = |position: &G::Position| {
            let value = self.game.final_value(position);
            value.map_or(EMPTY, |value| self.coding.encode(value).expect("any value fits 32 bits"))
        };
        values.extend(self.positions.list()[values.len()..].iter().map(final_cell));
        moves.settle(&self.coding, &mut values, control).map_err(|unsettled| match unsettled {
            Unsettled::Interrupted => Halt::Stopped,
            Unsettled::At(number, premise) => premise.broken_at(self.positions.list()[number].clone()),
        })?;
        self.values = values;
        Ok(())
    }
}
