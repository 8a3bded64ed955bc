//! Retrograde analysis of any game: positions are numbered as they are discovered.

use super::cell::{Coding, EMPTY};
use super::positions::Positions;
use crate::halt::Halt;
use crate::way::is_margin;
use crate::{Control, Premise};
use perfectplay_game::{Game, Value};

/// Positions and moves are numbered by 31 bits.
const MOST: usize = 1 << 31;

/// Discovers all positions that can be reached, up to symmetry, and finds all their values at once.
pub(crate) struct Discovered<'g, G: Game> {
    game: &'g G,
    memory: usize,
    coding: Coding,
    positions: Positions<G::Position>,
    /// Their values, in cells of 32 bits.
    values: Vec<u32>,
}

/// The other end of a move, and whether the mover moves again.
#[derive(Clone, Copy, Default)]
struct Link(u32);

impl Link {
    fn new(number: usize, again: bool) -> Self {
        Link((number as u32) << 1 | again as u32)
    }

    fn number(self) -> usize {
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
    fn at(&self, number: usize) -> &[Link] {
        &self.from[self.ends[number] as usize..self.ends[number + 1] as usize]
    }
}

impl<'g, G: Game> Discovered<'g, G> {
    /// Nothing yet, and room for `memory` bytes.
    pub(crate) fn new(game: &'g G, memory: usize) -> Self {
        let coding = Coding::new(size_of::<u32>(), game.scored());
        Discovered { game, memory, coding, positions: Positions::default(), values: vec![] }
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, position: &G::Position, control: &mut Control) -> Result<Value, Halt<G::Position>> {
        let position = self.game.canonical(position);
        if self.positions.number(&position).is_none() {
            let mut covered = self.cover(&position, control);
            if matches!(&covered, Err(Halt::Failed(error)) if error.is_about_room())
                && !self.positions.list().is_empty()
            {
                // what was kept from earlier questions takes the room
                *self = Discovered::new(self.game, self.memory);
                covered = self.cover(&position, control);
            }
            covered?;
        }
        let number = self.positions.number(&position).expect("a position that was covered");
        Ok(self.settled(&self.values, number).expect("all positions are settled"))
    }

    /// Makes sure that the position and all that can be reached from it have values.
    fn cover(&mut self, position: &G::Position, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let old = self.positions.list().len();
        let covered = self.discover(position, control).and_then(|moves| self.spread(&moves, control));
        if covered.is_err() {
            // leave only positions with values
            self.positions.truncate(old);
        }
        covered
    }

    /// Numbers all positions that can be reached, and lists their moves.
    fn discover(&mut self, root: &G::Position, control: &mut Control) -> Result<Moves, Halt<G::Position>> {
        let game = self.game;
        // a move stands in two lists, which may have just doubled
        let move_bytes = 3 * size_of::<Link>();
        let mut next = self.positions.list().len();
        let mut moves = Moves { ends: vec![0], to: vec![] };
        self.positions.enter(root.clone());
        while next < self.positions.list().len() {
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            let position = self.positions.list()[next].clone();
            let needed = self.positions.list().len() * Positions::<G::Position>::ROOM + moves.to.len() * move_bytes;
            if needed > self.memory || self.positions.list().len().max(moves.to.len()) >= MOST {
                return Err(Premise::TooManyPositions { limit: self.positions.list().len() }.broken_at(position));
            }
            for mv in game.moves(&position) {
                let reached = game.play(&position, mv).position;
                let again = game.moves_again(&position, &reached);
                let to = self.positions.enter(game.canonical(&reached));
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
        let count = self.positions.list().len();
        let mut open_moves: Vec<u32> = moves.ends.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let arrivals = arrivals(moves, old, count);
        // what is settled from the start: positions of earlier calls, and endings
        let mut values = self.values.clone();
        values.extend(
            self.positions.list()[old..]
                .iter()
                .map(|position| self.game.final_value(position).map_or(EMPTY, |value| self.cell(value))),
        );
        if self.game.scored() {
            self.spread_margins(&arrivals, old, &mut open_moves, &mut values, control)?;
        } else {
            self.spread_outcomes(&arrivals, old, &mut open_moves, &mut values, control)?;
        }
        self.values = values;
        Ok(())
    }

    fn settled(&self, values: &[u32], number: usize) -> Option<Value> {
        self.coding.decode(values[number])
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
        let mut settled: Vec<usize> = (0..values.len()).filter(|&number| values[number] != EMPTY).collect();
        while let Some(to) = settled.pop() {
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            for from in arrivals.at(to).iter().map(|link| link.number()) {
                open_moves[from - old] -= 1;
                if open_moves[from - old] > 0 {
                    continue;
                }
                let position = &self.positions.list()[from];
                let after = |mv| {
                    let step = game.play(position, mv);
                    let again = game.moves_again(position, &step.position);
                    let number =
                        self.positions.number(&game.canonical(&step.position)).expect("a position that was discovered");
                    self.settled(values, number).expect("all moves are settled").before(again, step.gain)
                };
                let best = game.moves(position).map(after).max_by_key(|value| value.worth()).expect("a move");
                if best.margin().is_some_and(|margin| !is_margin(margin)) {
                    return Err(Premise::MarginTooLarge.broken_at(position.clone()));
                }
                values[from] = self.cell(best);
                settled.push(from);
            }
        }
        match values.iter().position(|&cell| cell == EMPTY) {
            Some(open) => Err(Premise::ScoredCycle.broken_at(self.positions.list()[open].clone())),
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
        for number in 0..values.len() {
            match self.settled(values, number) {
                Some(Value::Tie) => ties.push(number),
                Some(value) => value.plies().into_iter().for_each(|plies| enqueue(&mut by_plies, plies, number)),
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
                    let from = link.number();
                    open_moves[from - old] -= 1;
                    let after = self.settled(values, to as usize).expect("it is settled");
                    let value = after.before(link.again(), 0);
                    let is_open = values[from] == EMPTY;
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
            for from in arrivals.at(to).iter().map(|link| link.number()) {
                if values[from] == EMPTY {
                    values[from] = self.cell(Value::Tie);
                    ties.push(from);
                }
            }
        }
        values.iter_mut().filter(|cell| **cell == EMPTY).for_each(|cell| *cell = self.cell(Value::Draw));
        Ok(())
    }
}

/// Lists the moves of the positions from `old` on by where they lead.
fn arrivals(moves: &Moves, old: usize, count: usize) -> Arrivals {
    let mut ends = vec![0u32; count + 1];
    moves.to.iter().for_each(|link| ends[link.number()] += 1);
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    // from the back, so that each end becomes a beginning
    let mut from = vec![Link::default(); moves.to.len()];
    for (number, ends_of_moves) in moves.ends.windows(2).enumerate().rev() {
        for link in moves.to[ends_of_moves[0] as usize..ends_of_moves[1] as usize].iter().rev() {
            ends[link.number()] -= 1;
            from[ends[link.number()] as usize] = Link::new(old + number, link.again());
        }
    }
    Arrivals { ends, from }
}

fn enqueue(by_plies: &mut Vec<Vec<u32>>, plies: u32, number: usize) {
    by_plies.resize_with(by_plies.len().max(plies as usize + 1), Vec::new);
    by_plies[plies as usize].push(number as u32);
}
