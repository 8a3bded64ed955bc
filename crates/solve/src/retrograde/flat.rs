//! All positions of a game with a dense numbering, in a flat array of cells.
//!
//! Games with layers are settled in sweeps: a position is settled when all its moves are. The order of the sweep makes
//! one of them enough for most numberings. Other games are settled by rising distance from the ends, backwards where
//! the game can take moves back; what is left then is a tie if it can lead to one, else a draw.

use super::cell::{Cells, Coding, EMPTY, NOWHERE, UNKNOWN, with_gain};
use super::edge::Edge;
use super::numbering::Numbering;
use crate::Control;
use crate::Crew;
use crate::Premise;
use crate::Solvable;
use crate::halt::{Done, Halt};
use crate::way::is_margin;
use perfectplay_game::{Game, Hints, MARGIN_LIMIT, Value};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The most numbers that are one job for a thread.
const LARGEST_CHUNK: u64 = 1 << 13;

/// Of about so many positions it is checked that those which are finished have no moves: of all, it would take long.
const CHECKED: u64 = 1 << 10;

/// The cells of all positions, and how far they are settled.
pub(crate) struct Flat<'g, G: Game, C> {
    game: &'g G,
    numbering: Numbering<'g, G>,
    coding: Coding,
    cells: C,
    /// So many neighbouring numbers are one job for a thread.
    chunk_size: u64,
    /// Wins and losses that take fewer plies are settled.
    plies: u32,
}

/// Looked at between steps, while no cell changes.
pub(crate) type Pause<'p, 'g, G, C> = &'p mut dyn FnMut(&Flat<'g, G, C>) -> std::io::Result<()>;

/// What came of a sweep.
struct Swept {
    settled: u64,
    /// Positions with moves that are not known.
    open: u64,
}

/// What a position is worth by its moves, as far as they are known.
struct Moves {
    /// The best of those that are known.
    best: i32,
    /// Whether some are not.
    open: bool,
}

/// The positions before a move, and their numbers.
type Before<P> = (Vec<P>, Vec<u64>);

impl<'g, G, C> Flat<'g, G, C>
where
    G: Hints<Position: Send + Sync> + Sync,
    C: Cells,
{
    /// An array with nothing settled. The game must have a numbering.
    pub(crate) fn new(numbering: Numbering<'g, G>, coding: Coding) -> Self {
        let cells = C::new(coding.bytes(), std::iter::repeat_n(EMPTY, numbering.counted() as usize));
        Flat::resume(numbering, coding, cells, 0)
    }

    /// An array that was looked at in a pause, to go on with.
    pub(crate) fn resume(numbering: Numbering<'g, G>, coding: Coding, cells: C, plies: u32) -> Self {
        let game = numbering.game();
        // a power of two, so that chunks are alike in numberings by bits
        let chunk_size = (cells.len() as u64 / 64).next_power_of_two().clamp(1, LARGEST_CHUNK);
        Flat { game, numbering, coding, cells, chunk_size, plies }
    }

    /// How far it is: wins and losses of fewer plies are settled.
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// The cells, in the order of the numbers.
    pub(crate) fn cells(&self) -> &C {
        &self.cells
    }

    /// The value of a position; `None` if it has no number of its own.
    pub(crate) fn value(&self, position: &G::Position) -> Option<Value> {
        self.coding.decode(self.cell_of(position).ok()?)
    }

    #[inline(always)]
    fn cell(&self, index: u64) -> u32 {
        self.cells.load(index as usize)
    }

    /// The cell of a position.
    #[inline(always)]
    fn cell_of(&self, position: &G::Position) -> Result<u32, Halt<G::Position>> {
        Ok(self.cell(self.numbering.number_of(position)?))
    }

    fn chunks(&self) -> usize {
        (self.cells.len() as u64).div_ceil(self.chunk_size) as usize
    }

    fn chunk(&self, chunk: usize) -> std::ops::Range<u64> {
        let first = chunk as u64 * self.chunk_size;
        first..(first + self.chunk_size).min(self.cells.len() as u64)
    }

    /// Settles everything.
    pub(crate) fn settle(
        &mut self,
        crew: Crew,
        control: &mut Control,
        pause: Pause<'_, 'g, G, C>,
    ) -> Result<(), Halt<G::Position>> {
        if self.game.scored() || self.game.layer(&self.game.start()).is_some() {
            self.sweep(crew, control, pause)
        } else {
            self.rise(crew, control, pause)
        }
    }

    /// Searches positions at the edge of an opening that are not known yet.
    pub(crate) fn search(
        &mut self,
        edge: Range<u64>,
        crew: Crew,
        memory: usize,
        control: &mut Control,
        pause: Pause<'_, 'g, G, C>,
    ) -> Result<(), Halt<G::Position>>
    where
        G: Solvable,
    {
        let count = edge.end - edge.start;
        let open: Vec<u64> = edge.filter(|&index| self.cell(index) == EMPTY).collect();
        if open.is_empty() {
            return Ok(());
        }
        let mut edge = Edge::new(self.game, memory, crew)?;
        edge.begin("the last ply".to_string(), count - open.len() as u64, count, control);
        for numbers in open.chunks(edge.together()) {
            let positions = numbers.iter().map(|&index| self.numbering.position_at(index));
            let positions: Vec<G::Position> = positions.collect::<Result<_, _>>()?;
            let fits = AtomicBool::new(true);
            edge.search(&positions, control, &|nth, worth| match self.coding.encode_worth(worth) {
                Some(cell) => self.cells.store(numbers[nth] as usize, cell),
                None => fits.store(false, Ordering::Relaxed),
            })?;
            if !fits.into_inner() {
                return Err(Halt::TooNarrow);
            }
            pause(self)?;
        }
        Ok(())
    }

    /// Looks whether a position with moves is finished, now and then.
    #[inline]
    fn check_unfinished(&self, index: u64, position: &G::Position) -> Result<(), Halt<G::Position>> {
        let apart = (self.cells.len() as u64 / CHECKED).next_power_of_two();
        if index & (apart - 1) == 0
            && self.game.ending(position).is_some()
            && self.game.moves(position).next().is_some()
        {
            return Err(Premise::MoveAfterEnd.broken_at(position.clone()));
        }
        Ok(())
    }

    /// What a position without moves is worth.
    fn final_worth(&self, position: &G::Position) -> Result<i32, Halt<G::Position>> {
        let value = self.game.final_value(position);
        value.map(Value::worth).ok_or_else(|| Premise::NoMove.broken_at(position.clone()))
    }

    /// Stores what a position is worth.
    #[inline]
    fn store(&self, index: u64, worth: i32) -> Result<(), Halt<G::Position>> {
        self.cells.store(index as usize, self.coding.encode_worth(worth).ok_or(Halt::TooNarrow)?);
        Ok(())
    }

    /// What a move is worth, as far as it is known.
    #[inline(always)]
    fn worth(&self, position: &G::Position, mv: G::Move) -> Result<i32, Halt<G::Position>> {
        let step = self.game.play(position, mv);
        let again = self.game.moves_again(position, &step.position);
        let worth = self.coding.before(self.cell_of(&step.position)?, again);
        if is_margin(worth) {
            let too_large = || Premise::MarginTooLarge.broken_at(position.clone());
            return with_gain(worth, step.gain).ok_or_else(too_large);
        }
        match worth {
            NOWHERE => Err(Premise::NotNumbered.broken_at(step.position)),
            worth => Ok(worth),
        }
    }

    /// Looks at the moves of a position, until one is found that is worth what makes it stop.
    #[inline]
    fn moves_until(&self, position: &G::Position, stop: impl Fn(i32) -> bool) -> Result<Moves, Halt<G::Position>> {
        let mut found = Moves { best: UNKNOWN, open: false };
        for mv in self.game.moves(position) {
            let worth = self.worth(position, mv)?;
            found.open |= worth == UNKNOWN;
            found.best = found.best.max(worth);
            if stop(worth) {
                break;
            }
        }
        Ok(found)
    }

    /// What the best move is worth, or the end if there is none; unknown if a move is not known.
    #[inline]
    fn best(&self, position: &G::Position) -> Result<i32, Halt<G::Position>> {
        let mut best = UNKNOWN;
        for mv in self.game.moves(position) {
            let worth = self.worth(position, mv)?;
            if worth == UNKNOWN {
                return Ok(UNKNOWN);
            }
            best = best.max(worth);
        }
        if best == UNKNOWN { self.final_worth(position) } else { Ok(best) }
    }

    /// Sweeps until all positions are settled.
    fn sweep(
        &mut self,
        crew: Crew,
        control: &mut Control,
        pause: Pause<'_, 'g, G, C>,
    ) -> Result<(), Halt<G::Position>> {
        self.plies = 1;
        let this = &*self;
        let downwards = this.moves_lead_up();
        let groups = this.groups();
        loop {
            let (left_open, settled) = (AtomicBool::new(false), AtomicBool::new(false));
            for group in &groups {
                let own = || ();
                crew.run(group.len(), control, own, |(), nth| -> Done<G::Position> {
                    let chunk = this.chunk(group[if downwards { group.len() - 1 - nth } else { nth }]);
                    let swept = this.sweep_chunk(chunk, downwards)?;
                    if swept.open > 0 {
                        left_open.store(true, Ordering::Relaxed);
                    }
                    if swept.settled > 0 {
                        settled.store(true, Ordering::Relaxed);
                    }
                    Ok(swept.open + swept.settled)
                })?;
                pause(this)?;
            }
            if !left_open.into_inner() {
                return Ok(());
            }
            if !settled.into_inner() {
                let open = (0..this.cells.len() as u64).find(|&index| this.cell(index) == EMPTY);
                let position = open.and_then(|index| this.numbering.position(index)).expect("an open position");
                let premise = match this.game.layer(&position) {
                    Some(_) => Premise::LayerDoesNotRise,
                    None => Premise::ScoredCycle,
                };
                return Err(premise.broken_at(position));
            }
        }
    }

    /// Settles what can be settled in a chunk.
    fn sweep_chunk(&self, chunk: std::ops::Range<u64>, downwards: bool) -> Result<Swept, Halt<G::Position>> {
        let mut swept = Swept { settled: 0, open: 0 };
        for offset in 0..chunk.end - chunk.start {
            let index = if downwards { chunk.end - 1 - offset } else { chunk.start + offset };
            if self.cell(index) != EMPTY {
                continue;
            }
            let Some(position) = self.numbering.position(index) else {
                self.cells.store(index as usize, self.coding.none());
                swept.settled += 1;
                continue;
            };
            self.check_unfinished(index, &position)?;
            match self.best(&position)? {
                UNKNOWN => swept.open += 1,
                best => {
                    self.store(index, best)?;
                    swept.settled += 1;
                }
            }
        }
        Ok(swept)
    }

    /// Whether moves lead to higher numbers, mostly.
    fn moves_lead_up(&self) -> bool {
        const SAMPLES: u64 = 1000;
        let stride = (self.cells.len() as u64 / SAMPLES).max(1);
        let up = |index: u64| {
            let position = self.numbering.position(index)?;
            let mv = self.game.moves(&position).next()?;
            Some(self.numbering.number(&self.game.play(&position, mv).position)? > index)
        };
        let directions: Vec<bool> = (0..self.cells.len() as u64).step_by(stride as usize).filter_map(up).collect();
        2 * directions.iter().filter(|&&up| up).count() >= directions.len()
    }

    /// The chunks by falling layer of their first position; those of a group hardly depend on each other.
    fn groups(&self) -> Vec<Vec<usize>> {
        let layer =
            |chunk: usize| self.chunk(chunk).find_map(|index| self.game.layer(&self.numbering.position(index)?));
        let mut chunks: Vec<_> = (0..self.chunks()).map(|chunk| (std::cmp::Reverse(layer(chunk)), chunk)).collect();
        chunks.sort_unstable();
        chunks.chunk_by(|a, b| a.0 == b.0).map(|group| group.iter().map(|&(_, chunk)| chunk).collect()).collect()
    }

    /// Wins and losses by rising distance, then ties; the rest are draws.
    fn rise(&mut self, crew: Crew, control: &mut Control, pause: Pause<'_, 'g, G, C>) -> Result<(), Halt<G::Position>> {
        if self.plies == 0 {
            self.settle_endings(crew, control)?;
            self.plies = 1;
        }
        // when something in a chunk was last settled
        let stamps: Vec<AtomicU32> = (0..self.chunks()).map(|_| AtomicU32::new(self.plies - 1)).collect();
        let is_reversible = self.numbering.unmoves(&self.game.start(), &mut vec![]);
        loop {
            let plies = self.plies;
            let settled = AtomicBool::new(false);
            crew.run(self.chunks(), control, Before::default, |before, chunk| -> Done<G::Position> {
                if !is_reversible {
                    return self.settle_forwards(chunk, plies, &settled);
                }
                if stamps[chunk].load(Ordering::Relaxed) + 1 < plies {
                    return Ok(0);
                }
                self.settle_backwards(chunk, plies, before, &settled, &stamps)
            })?;
            if !settled.into_inner() {
                break;
            }
            self.plies += 1;
            pause(self)?;
        }
        self.spread_ties(crew, control)?;
        let draw = self.coding.encode(Value::Draw).expect("a draw fits any cell");
        let open = (0..self.cells.len()).filter(|&index| self.cells.load(index) == EMPTY);
        open.for_each(|index| self.cells.store(index, draw));
        Ok(())
    }

    /// Settles the finished positions.
    fn settle_endings(&self, crew: Crew, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let own = || ();
        crew.run(self.chunks(), control, own, |(), chunk| -> Done<G::Position> {
            for index in self.chunk(chunk) {
                match self.numbering.position(index) {
                    None => self.cells.store(index as usize, self.coding.none()),
                    Some(position) if self.game.moves(&position).next().is_some() => {
                        self.check_unfinished(index, &position)?;
                    }
                    Some(finished) => self.store(index, self.final_worth(&finished)?)?,
                }
            }
            Ok(self.chunk_size)
        })
    }

    /// Settles those positions of a chunk that are won or lost in so many plies, by looking at all that are open.
    fn settle_forwards(&self, chunk: usize, plies: u32, settled: &AtomicBool) -> Result<u64, Halt<G::Position>> {
        let (win, loss) = (Value::Win { plies }.worth(), Value::Loss { plies }.worth());
        let mut visited = 0;
        for index in self.chunk(chunk).filter(|&index| self.cell(index) == EMPTY) {
            let position = self.numbering.position_at(index)?;
            let moves = self.moves_until(&position, |worth| worth == win)?;
            visited += 1;
            if moves.best == win || (moves.best == loss && !moves.open) {
                self.store(index, moves.best)?;
                settled.store(true, Ordering::Relaxed);
            }
        }
        Ok(visited)
    }

    /// Settles the positions that are won or lost in so many plies by a move into this chunk.
    fn settle_backwards(
        &self,
        chunk: usize,
        plies: u32,
        before: &mut Before<G::Position>,
        settled: &AtomicBool,
        stamps: &[AtomicU32],
    ) -> Result<u64, Halt<G::Position>> {
        let fits = |value| self.coding.encode(value).ok_or(Halt::TooNarrow);
        let later = [fits(Value::Win { plies: plies - 1 })?, fits(Value::Loss { plies: plies - 1 })?];
        let (win, loss) = (fits(Value::Win { plies })?, fits(Value::Loss { plies })?);
        let loss_worth = Value::Loss { plies }.worth();
        let mut visited = 0;
        for index in self.chunk(chunk) {
            let cell = self.cell(index);
            if cell != later[0] && cell != later[1] {
                continue;
            }
            visited += 1;
            let position = self.numbering.position_at(index)?;
            let (positions, numbers) = &mut *before;
            positions.clear();
            numbers.clear();
            self.numbering.unmoves(&position, positions);
            for earlier in &*positions {
                numbers.push(self.numbering.number_of(earlier)?);
            }
            // the memory looks for many cells at a time
            for (earlier, &from) in positions.iter().zip(&*numbers) {
                if self.cell(from) != EMPTY {
                    continue;
                }
                let is_win = (cell == later[0]) == self.game.moves_again(earlier, &position);
                let found = if is_win {
                    win
                } else {
                    let moves = self.moves_until(earlier, |worth| worth > -MARGIN_LIMIT || worth == UNKNOWN)?;
                    if moves.open || moves.best != loss_worth {
                        continue;
                    }
                    loss
                };
                self.cells.store(from as usize, found);
                settled.store(true, Ordering::Relaxed);
                stamps[(from / self.chunk_size) as usize].store(plies, Ordering::Relaxed);
            }
        }
        Ok(visited)
    }

    /// Neither side minds a tie where nobody can win.
    fn spread_ties(&self, crew: Crew, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let tie = self.coding.encode(Value::Tie).expect("a tie fits any cell");
        let mut more = (0..self.cells.len()).any(|index| self.cells.load(index) == tie);
        while more {
            let spread = AtomicBool::new(false);
            crew.run(
                self.chunks(),
                control,
                || (),
                |(), chunk| -> Done<G::Position> {
                    let mut visited = 0;
                    for index in self.chunk(chunk).filter(|&index| self.cell(index) == EMPTY) {
                        let position = self.numbering.position_at(index)?;
                        visited += 1;
                        for mv in self.game.moves(&position) {
                            if self.cell_of(&self.game.play(&position, mv).position)? == tie {
                                self.cells.store(index as usize, tie);
                                spread.store(true, Ordering::Relaxed);
                                break;
                            }
                        }
                    }
                    Ok(visited)
                },
            )?;
            more = spread.into_inner();
        }
        Ok(())
    }
}
