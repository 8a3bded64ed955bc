//! Retrograde analysis of any game: positions are numbered as they are discovered.

use super::cell::{Cell, Coding};
use crate::error::{Halt, is_margin};
use crate::{Control, Premise};
use hashbrown::HashTable;
use perfectplay_game::{Game, Value};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Positions and moves are numbered by 31 bits.
const MOST: usize = 1 << 31;

/// Discovers all positions that can be reached, up to symmetry, and finds all their values at once.
pub(crate) struct Discovered<'g, G: Game> {
    game: &'g G,
    memory: usize,
    coding: Coding,
    /// The positions, each once; their places in the list stand in a hash table.
    positions: Vec<G::Position>,
    places: HashTable<u32>,
    /// Their values, in cells of 32 bits.
    values: Vec<u32>,
}

/// The other end of a move, and whether the mover moves again.
#[derive(Clone, Copy, Default)]
struct Link(u32);

impl Link {
    fn new(place: usize, again: bool) -> Self {
        Link((place as u32) << 1 | again as u32)
    }

    fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn again(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The moves of new positions, one position after the other.
#[derive(Default)]
struct Moves {
    /// How many there are before those of each new position, and in all.
    ends: Vec<u32>,
    to: Vec<Link>,
}

/// The moves to each position.
struct Arrivals {
    ends: Vec<u32>,
    from: Vec<Link>,
}

impl Arrivals {
    fn at(&self, place: usize) -> &[Link] {
        &self.from[self.ends[place] as usize..self.ends[place + 1] as usize]
    }
}

impl<'g, G: Game> Discovered<'g, G> {
    /// Nothing yet, and room for `memory` bytes.
    pub(crate) fn new(game: &'g G, memory: usize) -> Self {
        let coding = Coding::new(u32::BYTES, game.scored());
        Discovered { game, memory, coding, positions: vec![], places: HashTable::new(), values: vec![] }
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, position: &G::Position, control: &mut Control) -> Result<Value, Halt<G::Position>> {
        let position = self.game.canonical(position);
        if self.place(&position).is_none() {
            let mut covered = self.cover(&position, control);
            if matches!(&covered, Err(Halt::Failed(error)) if error.is_about_room()) && !self.positions.is_empty() {
                // what was kept from earlier questions takes the room
                *self = Discovered::new(self.game, self.memory);
                covered = self.cover(&position, control);
            }
            covered?;
        }
        let place = self.place(&position).expect("a position that was covered");
        Ok(self.settled(&self.values, place).expect("all positions are settled"))
    }

    fn place(&self, position: &G::Position) -> Option<usize> {
        let hash = FxBuildHasher.hash_one(position);
        self.places.find(hash, |&place| self.positions[place as usize] == *position).map(|&place| place as usize)
    }

    /// The place of a position; a new one gets the next.
    fn enter(&mut self, position: G::Position) -> usize {
        if let Some(place) = self.place(&position) {
            return place;
        }
        let place = self.positions.len();
        let hash = FxBuildHasher.hash_one(&position);
        self.positions.push(position);
        let positions = &self.positions;
        self.places.insert_unique(hash, place as u32, |&place| FxBuildHasher.hash_one(&positions[place as usize]));
        place
    }

    /// Makes sure that the position and all that can be reached from it have values.
    fn cover(&mut self, position: &G::Position, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let old = self.positions.len();
        let covered = self.discover(position, control).and_then(|moves| self.spread(&moves, control));
        if covered.is_err() {
            // leave only positions with values
            self.positions.truncate(old);
            self.places.retain(|place| (*place as usize) < old);
        }
        covered
    }

    /// Numbers all positions that can be reached, and lists their moves.
    fn discover(&mut self, root: &G::Position, control: &mut Control) -> Result<Moves, Halt<G::Position>> {
        let game = self.game;
        // lists and the hash table may have just doubled; a move stands in two lists
        let position_bytes = 2 * size_of::<G::Position>() + 40;
        let move_bytes = 3 * size_of::<Link>();
        let mut next = self.positions.len();
        let mut moves = Moves { ends: vec![0], to: vec![] };
        self.enter(root.clone());
        while next < self.positions.len() {
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            let position = self.positions[next].clone();
            let needed = self.positions.len() * position_bytes + moves.to.len() * move_bytes;
            if needed > self.memory || self.positions.len().max(moves.to.len()) >= MOST {
                return Err(Premise::TooManyPositions { limit: self.positions.len() }.broken_at(position));
            }
            for mv in game.moves(&position) {
                let reached = game.play(&position, mv).position;
                let again = game.moves_again(&position, &reached);
                let to = self.enter(game.canonical(&reached));
                moves.to.push(Link::new(to, again));
            }
            if moves.ends.last() == Some(&(moves.to.len() as u32)) && game.ending(&position).is_none() {
                return Err(Premise::NoMove.broken_at(position));
            }
            moves.ends.push(moves.to.len() as u32);
            next += 1;
        }
        Ok(moves)
    }

    /// Gives all new positions their values.
    fn spread(&mut self, moves: &Moves, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let old = self.values.len();
        let count = self.positions.len();
        let mut open_moves: Vec<u32> = moves.ends.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let arrivals = arrivals(moves, old, count);
        // what is settled from the start: positions of earlier calls, and endings
        let mut values = self.values.clone();
        values.extend(
            self.positions[old..]
                .iter()
                .map(|position| self.game.final_value(position).map_or(u32::EMPTY, |value| self.cell(value))),
        );
        if self.game.scored() {
            self.spread_margins(&arrivals, old, &mut open_moves, &mut values, control)?;
        } else {
            self.spread_outcomes(&arrivals, old, &mut open_moves, &mut values, control)?;
        }
        self.values = values;
        Ok(())
    }

    fn settled(&self, values: &[u32], place: usize) -> Option<Value> {
        self.coding.decode(values[place])
    }

    fn cell(&self, value: Value) -> u32 {
        self.coding.encode(value).expect("any value fits 32 bits")
    }

    /// Margins, from the ends backwards: a position is settled when all its moves are.
    fn spread_margins(
        &self,
        arrivals: &Arrivals,
        old: usize,
        open_moves: &mut [u32],
        values: &mut [u32],
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let game = self.game;
        let mut settled: Vec<usize> = (0..values.len()).filter(|&place| values[place] != u32::EMPTY).collect();
        while let Some(to) = settled.pop() {
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            for from in arrivals.at(to).iter().map(|link| link.place()) {
                open_moves[from - old] -= 1;
                if open_moves[from - old] > 0 {
                    continue;
                }
                let position = &self.positions[from];
                let after = |mv| {
                    let step = game.play(position, mv);
                    let again = game.moves_again(position, &step.position);
                    let place = self.place(&game.canonical(&step.position)).expect("a position that was discovered");
                    self.settled(values, place).expect("all moves are settled").before(again, step.gain)
                };
                let best = game.moves(position).map(after).max_by_key(|value| value.worth()).expect("a move");
                if best.margin().is_some_and(|margin| !is_margin(margin)) {
                    return Err(Premise::MarginTooLarge.broken_at(position.clone()));
                }
                values[from] = self.cell(best);
                settled.push(from);
            }
        }
        match values.iter().position(|&cell| cell == u32::EMPTY) {
            Some(open) => Err(Premise::ScoredCycle.broken_at(self.positions[open].clone())),
            None => Ok(()),
        }
    }

    /// Wins and losses by rising distance, then ties; what is left is drawn.
    fn spread_outcomes(
        &self,
        arrivals: &Arrivals,
        old: usize,
        open_moves: &mut [u32],
        values: &mut [u32],
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let mut by_plies: Vec<Vec<u32>> = vec![vec![]];
        let mut ties = vec![];
        for place in 0..values.len() {
            match self.settled(values, place) {
                Some(Value::Tie) => ties.push(place),
                Some(value) => value.plies().into_iter().for_each(|plies| enqueue(&mut by_plies, plies, place)),
                None => {}
            }
        }
        // a win is as short as the first move found to lead to it, a loss as long as the last
        let mut plies = 0;
        while plies < by_plies.len() {
            for to in std::mem::take(&mut by_plies[plies]) {
                if !control.tick() {
                    return Err(Halt::Stopped);
                }
                for link in arrivals.at(to as usize) {
                    let from = link.place();
                    open_moves[from - old] -= 1;
                    let after = self.settled(values, to as usize).expect("it is settled");
                    let value = after.before(link.again(), 0);
                    let is_open = values[from] == u32::EMPTY;
                    if is_open && (matches!(value, Value::Win { .. }) || open_moves[from - old] == 0) {
                        values[from] = self.cell(value);
                        enqueue(&mut by_plies, plies as u32 + 1, from);
                    }
                }
            }
            plies += 1;
        }
        // neither side minds a tie where nobody can win
        while let Some(to) = ties.pop() {
            for from in arrivals.at(to).iter().map(|link| link.place()) {
                if values[from] == u32::EMPTY {
                    values[from] = self.cell(Value::Tie);
                    ties.push(from);
                }
            }
        }
        values.iter_mut().filter(|cell| **cell == u32::EMPTY).for_each(|cell| *cell = self.cell(Value::Draw));
        Ok(())
    }
}

/// Lists the moves of the positions from `old` on by where they lead.
fn arrivals(moves: &Moves, old: usize, count: usize) -> Arrivals {
    let mut ends = vec![0u32; count + 1];
    moves.to.iter().for_each(|link| ends[link.place()] += 1);
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    // from the back, so that each end becomes a beginning
    let mut from = vec![Link::default(); moves.to.len()];
    for (place, ends_of_moves) in moves.ends.windows(2).enumerate().rev() {
        for link in moves.to[ends_of_moves[0] as usize..ends_of_moves[1] as usize].iter().rev() {
            ends[link.place()] -= 1;
            from[ends[link.place()] as usize] = Link::new(old + place, link.again());
        }
    }
    Arrivals { ends, from }
}

fn enqueue(by_plies: &mut Vec<Vec<u32>>, plies: u32, place: usize) {
    by_plies.resize_with(by_plies.len().max(plies as usize + 1), Vec::new);
    by_plies[plies as usize].push(place as u32);
}
