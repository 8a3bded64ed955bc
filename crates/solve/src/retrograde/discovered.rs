//! Retrograde analysis of any game: positions are numbered as they are discovered.

use crate::error::{Halt, is_margin};
use crate::{Control, Premise};
use perfectplay_game::{Game, Symmetric, Value};
use rustc_hash::FxHashMap;

/// Moves are numbered by 32 bits, with room for those of one more position.
const MOST_MOVES: usize = u32::MAX as usize / 2;

/// Discovers all positions that can be reached, up to symmetry, and finds all their values at once.
pub(crate) struct Discovered<'g, G: Game> {
    game: &'g G,
    memory: usize,
    number: FxHashMap<G::Position, u32>,
    positions: Vec<G::Position>,
    values: Vec<Value>,
}

/// A move to a position, seen from there.
#[derive(Clone, Copy)]
struct Arrival {
    from: u32,
    /// The mover moves again.
    again: bool,
}

impl<'g, G: Symmetric> Discovered<'g, G> {
    /// Nothing yet, and room for `memory` bytes.
    pub(crate) fn new(game: &'g G, memory: usize) -> Self {
        Discovered { game, memory, number: FxHashMap::default(), positions: vec![], values: vec![] }
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, position: &G::Position, control: &mut Control) -> Result<Value, Halt<G::Position>> {
        let position = self.game.canonical(position);
        if !self.number.contains_key(&position) {
            let mut covered = self.cover(&position, control);
            if matches!(&covered, Err(Halt::Failed(error)) if error.is_about_room()) && !self.positions.is_empty() {
                // what was kept from earlier questions takes the room
                (self.number, self.positions, self.values) = (FxHashMap::default(), vec![], vec![]);
                covered = self.cover(&position, control);
            }
            covered?;
        }
        Ok(self.values[self.number[&position] as usize])
    }

    /// Makes sure that the position and all that can be reached from it have values.
    fn cover(&mut self, position: &G::Position, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let old = self.positions.len();
        let covered = self.discover(position, control).and_then(|moves| self.spread(&moves, control));
        if covered.is_err() {
            // leave only positions with values
            for position in self.positions.drain(old..) {
                self.number.remove(&position);
            }
        }
        covered
    }

    /// Numbers all positions that can be reached, and lists all moves between them as pairs of (from, to).
    fn discover(
        &mut self,
        root: &G::Position,
        control: &mut Control,
    ) -> Result<Vec<(Arrival, u32)>, Halt<G::Position>> {
        let game = self.game;
        // each position stands in the map and in the list, and both may have just doubled; a move stands in two lists
        let position_bytes = 4 * size_of::<G::Position>() + 64;
        let move_bytes = 4 * size_of::<(Arrival, u32)>();
        let mut moves = vec![];
        let mut next = self.positions.len();
        self.enter(root);
        while next < self.positions.len() {
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            let position = self.positions[next].clone();
            let needed = self.positions.len() * position_bytes + moves.len() * move_bytes;
            if needed > self.memory || moves.len() >= MOST_MOVES {
                return Err(Premise::TooManyPositions { limit: self.positions.len() }.broken_at(position));
            }
            let known = moves.len();
            for mv in game.moves(&position) {
                let reached = game.play(&position, mv).position;
                let again = game.moves_again(&position, &reached);
                let to = self.enter(&game.canonical(&reached));
                moves.push((Arrival { from: next as u32, again }, to));
            }
            if moves.len() == known && game.ending(&position).is_none() {
                return Err(Premise::NoMove.broken_at(position));
            }
            next += 1;
        }
        Ok(moves)
    }

    /// The number of a position; a new one gets the next.
    fn enter(&mut self, position: &G::Position) -> u32 {
        let fresh = self.positions.len() as u32;
        *self.number.entry(position.clone()).or_insert_with(|| {
            self.positions.push(position.clone());
            fresh
        })
    }

    /// Gives all new positions their values.
    fn spread(&mut self, moves: &[(Arrival, u32)], control: &mut Control) -> Result<(), Halt<G::Position>> {
        let old = self.values.len();
        let count = self.positions.len();
        let mut open_moves = vec![0u32; count];
        let mut first = vec![0u32; count + 1];
        for (arrival, to) in moves {
            open_moves[arrival.from as usize] += 1;
            first[*to as usize + 1] += 1;
        }
        for to in 0..count {
            first[to + 1] += first[to];
        }
        let mut arrivals = vec![Arrival { from: 0, again: false }; moves.len()];
        let mut place = first.clone();
        for &(arrival, to) in moves {
            arrivals[place[to as usize] as usize] = arrival;
            place[to as usize] += 1;
        }

        // what is settled from the start: positions of earlier calls, and endings
        let mut values: Vec<Option<Value>> = self.values.iter().copied().map(Some).collect();
        values.extend(self.positions[old..].iter().map(|position| self.game.final_value(position)));
        let settled: Vec<u32> = (0..count as u32).filter(|&n| values[n as usize].is_some()).collect();
        if self.game.scored() {
            self.spread_margins(&first, &arrivals, &mut open_moves, &mut values, settled, control)?;
        } else {
            spread_outcomes(&first, &arrivals, &mut open_moves, &mut values, settled, control)?;
        }
        self.values = values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect();
        Ok(())
    }

    /// Margins, from the ends backwards: a position is settled when all its moves are.
    fn spread_margins(
        &self,
        first: &[u32],
        arrivals: &[Arrival],
        open_moves: &mut [u32],
        values: &mut [Option<Value>],
        mut settled: Vec<u32>,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let game = self.game;
        while let Some(to) = settled.pop() {
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            for arrival in &arrivals[first[to as usize] as usize..first[to as usize + 1] as usize] {
                let from = arrival.from as usize;
                open_moves[from] -= 1;
                if open_moves[from] == 0 {
                    let position = &self.positions[from];
                    let after = |mv| {
                        let step = game.play(position, mv);
                        let again = game.moves_again(position, &step.position);
                        let number = self.number[&game.canonical(&step.position)];
                        values[number as usize].expect("all moves are settled").before(again, step.gain)
                    };
                    let best = game.moves(position).map(after).max_by_key(|value| value.worth());
                    if best.and_then(Value::margin).is_some_and(|margin| !is_margin(margin)) {
                        return Err(Premise::MarginTooLarge.broken_at(position.clone()));
                    }
                    values[from] = best;
                    settled.push(from as u32);
                }
            }
        }
        match values.iter().position(Option::is_none) {
            Some(open) => Err(Premise::ScoredCycle.broken_at(self.positions[open].clone())),
            None => Ok(()),
        }
    }
}

/// Wins and losses by rising distance, then ties; what is left is drawn.
fn spread_outcomes<P: std::fmt::Debug>(
    first: &[u32],
    arrivals: &[Arrival],
    open_moves: &mut [u32],
    values: &mut [Option<Value>],
    settled: Vec<u32>,
    control: &mut Control,
) -> Result<(), Halt<P>> {
    let arrivals_at = |to: u32| &arrivals[first[to as usize] as usize..first[to as usize + 1] as usize];
    let mut by_plies: Vec<Vec<u32>> = vec![vec![]];
    let mut ties = vec![];
    for n in settled {
        match values[n as usize].expect("it is settled") {
            Value::Tie => ties.push(n),
            value => value.plies().into_iter().for_each(|plies| enqueue(&mut by_plies, plies, n)),
        }
    }
    // a win is as short as the first move found to lead to it, a loss as long as the last
    let mut plies = 0;
    while plies < by_plies.len() {
        for to in std::mem::take(&mut by_plies[plies]) {
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            for arrival in arrivals_at(to) {
                let from = arrival.from as usize;
                open_moves[from] -= 1;
                let value = values[to as usize].expect("it is settled").before(arrival.again, 0);
                if values[from].is_none() && (matches!(value, Value::Win { .. }) || open_moves[from] == 0) {
                    values[from] = Some(value);
                    enqueue(&mut by_plies, plies as u32 + 1, from as u32);
                }
            }
        }
        plies += 1;
    }
    // neither side minds a tie where nobody can win
    while let Some(to) = ties.pop() {
        for arrival in arrivals_at(to) {
            if values[arrival.from as usize].is_none() {
                values[arrival.from as usize] = Some(Value::Tie);
                ties.push(arrival.from);
            }
        }
    }
    Ok(())
}

fn enqueue(by_plies: &mut Vec<Vec<u32>>, plies: u32, n: u32) {
    by_plies.resize_with(by_plies.len().max(plies as usize + 1), Vec::new);
    by_plies[plies as usize].push(n);
}
