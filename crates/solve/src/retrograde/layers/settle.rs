//! The way backwards: the values of each layer, from those of the layers after it.

use super::slots::Slots;
use super::{Layers, Room, chunk, chunks};
use crate::Control;
use crate::Premise;
use crate::Solvable;
use crate::halt::{Done, Halt};
use crate::retrograde::cell::{Coding, UNKNOWN, with_gain};
use crate::retrograde::state::{Finished, Layer};
use crate::retrograde::store::Sound;
use std::convert::Infallible;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::time::Duration;

/// So many positions are looked at together.
const TOGETHER: usize = 64;

/// So many cells are written at once.
const WRITTEN_AT_ONCE: usize = 1 << 12;

/// The files of a layer that is settled.
struct Files {
    numbers: Sound,
    cells: Sound,
}

/// A part of a layer.
#[derive(Clone, Copy)]
struct Part<'f> {
    files: &'f Files,
    first: u64,
    count: u64,
}

impl<G> Layers<'_, G>
where
    G: Solvable,
{
    /// Numbers must leave room for a cell beside them; what breaks that is not even to be discovered.
    pub(crate) fn check_numbers(&self, cell_bytes: usize) -> Result<(), Halt<G::Position>> {
        let count = self.numbering.counted();
        if count > 1 << (u64::BITS as usize - 8 * cell_bytes) {
            return Err(Premise::NumbersTooLarge.broken_at(self.game.start()));
        }
        Ok(())
    }

    /// Settles all layers, the last first; those that are searched are saved now and then.
    pub(crate) fn settle(
        &mut self,
        coding: &Coding,
        save_every: Duration,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        self.search(coding, save_every, control)?;
        let mut slots = Slots::with_room(0, 8 * coding.bytes() as u32);
        for at in (0..self.room.store.state.layers.len()).rev() {
            if self.room.store.state.layers[at].cells.is_none() {
                let cells;
                (slots, cells) = self.settle_layer(at, slots, coding, control)?;
                self.room.store.state.layers[at].cells = Some(cells);
                self.room.store.save()?;
            }
        }
        Ok(())
    }

    /// Settles a layer, in a hash table that is there already.
    fn settle_layer(
        &mut self,
        at: usize,
        mut slots: Slots,
        coding: &Coding,
        control: &mut Control,
    ) -> Result<(Slots, Finished), Halt<G::Position>> {
        let Layer { layer, count, ref numbers, ref leads_to, .. } = self.room.store.state.layers[at];
        control.stage(format!("settling layer {layer}, {count} positions"));
        let leads_to = leads_to.as_ref().expect("a layer that was played");
        let numbers = self.room.store.sound(numbers)?;
        let mut after = vec![];
        for Layer { layer, count, numbers, cells, .. } in &self.room.store.state.layers[at..] {
            if leads_to.contains(layer) {
                let cells = cells.as_ref().expect("later layers are settled first");
                after.push((
                    Files { numbers: self.room.store.sound(numbers)?, cells: self.room.store.sound(cells)? },
                    *count,
                ));
            }
        }
        // half the memory for the positions after a move, a quarter for those before it
        let room = (self.room.memory / 2 / Slots::bytes_for(1 << 20).div_ceil(1 << 20)).max(1 << 10) as u64;
        let groups = group(after.iter().map(|&(ref files, count)| Part { files, first: 0, count }), room);
        let span = (self.room.memory / 4 / size_of::<AtomicI32>()).max(1 << 10) as u64;

        let name = format!("layer-{layer}.cells");
        let mut file = self.room.store.begin(&name)?;
        let mut is_loaded = false;
        for first in (0..count).step_by(span as usize) {
            let these = first..count.min(first + span);
            let best: Vec<AtomicI32> = these.clone().map(|_| AtomicI32::new(UNKNOWN)).collect();
            let (moves, found) = (AtomicU64::new(0), AtomicU64::new(0));
            // at least once, for layers in which everything is finished
            for nth in 0..groups.len().max(1) {
                if !is_loaded || groups.len() > 1 {
                    slots = self
                        .room
                        .load(slots, groups.get(nth).map_or(&[], |group| &group[..]), coding, control)
                        .map_err(Halt::anywhere)?;
                    is_loaded = true;
                }
                let counts = (&moves, &found);
                self.follow_moves(coding, (&numbers, these.clone()), &slots, &best, counts, nth == 0, control)?;
            }
            if moves.into_inner() != found.into_inner() {
                return Err(Premise::NotNumbered.broken_at(self.game.start()));
            }
            let mut bytes = vec![];
            for best in best.chunks(WRITTEN_AT_ONCE) {
                let cells = best.iter().map(|worth| coding.encode_worth(worth.load(Ordering::Relaxed)));
                let cells: Vec<u32> = cells.collect::<Option<_>>().ok_or(Halt::TooNarrow)?;
                coding.write(cells.into_iter(), &mut bytes);
                file.write_all(&bytes)?;
            }
        }
        Ok((slots, self.room.store.finish(&name, file)?))
    }

    /// Follows the moves of a part of a layer, as far as they lead into the slots.
    #[expect(clippy::too_many_arguments)]
    fn follow_moves(
        &self,
        coding: &Coding,
        (numbers, these): (&Sound, Range<u64>),
        slots: &Slots,
        best: &[AtomicI32],
        (moves, found): (&AtomicU64, &AtomicU64),
        is_first: bool,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let game = self.game;
        let count = these.end - these.start;
        self.room.crew.run(
            chunks(count),
            control,
            || (),
            |(), nth| -> Done<G::Position> {
                let (first, size) = chunk(nth, count);
                let numbers = self.room.width.read_at(&mut numbers.open()?, these.start + first, size)?;
                let (mut all_moves, mut known_moves) = (0, 0);
                let mut positions = vec![];
                let (mut reached, mut steps, mut found_bits) = (vec![], vec![], vec![]);
                // a few positions at a time, whose moves are looked up together
                let bests = best[first as usize..].chunks(TOGETHER);
                for (numbers, bests) in numbers.chunks(TOGETHER).zip(bests) {
                    reached.clear();
                    steps.clear();
                    positions.clear();
                    for &number in numbers {
                        positions.push(self.numbering.position_at(number)?);
                    }
                    let mut have_moves = [false; TOGETHER];
                    let mut halt = None;
                    game.successors(&positions, &mut |at, step| match self.numbering.number_of(&step.position) {
                        Ok(number) => {
                            have_moves[at] = true;
                            reached.push(number);
                            steps.push((at, game.moves_again(&positions[at], &step.position), step.gain));
                        }
                        Err(broken) => halt = halt.take().or(Some(broken)),
                    });
                    if let Some(halt) = halt {
                        return Err(halt);
                    }
                    // of all, it would take long
                    if have_moves[0] && game.ending(&positions[0]).is_some() {
                        return Err(Premise::MoveAfterEnd.broken_at(positions[0].clone()));
                    }
                    for (at, finished) in positions.iter().enumerate().filter(|&(at, _)| !have_moves[at]) {
                        let value =
                            game.final_value(finished).ok_or_else(|| Premise::NoMove.broken_at(finished.clone()))?;
                        bests[at].store(value.worth(), Ordering::Relaxed);
                    }
                    slots.find_all(&reached, &mut found_bits);
                    all_moves += reached.len() as u64;
                    for (&bits, &(at, again, gain)) in found_bits.iter().zip(&steps) {
                        if bits == 0 {
                            continue;
                        }
                        known_moves += 1;
                        let Some(worth) = with_gain(coding.before(bits, again), gain) else {
                            let position = self.numbering.position_at(numbers[at])?;
                            return Err(Premise::MarginTooLarge.broken_at(position));
                        };
                        bests[at].store(worth.max(bests[at].load(Ordering::Relaxed)), Ordering::Relaxed);
                    }
                }
                if is_first {
                    moves.fetch_add(all_moves, Ordering::Relaxed);
                }
                found.fetch_add(known_moves, Ordering::Relaxed);
                Ok(if is_first { size as u64 } else { 0 })
            },
        )
    }
}

impl Room<'_> {
    /// Fills a hash table with parts of layers that are settled.
    fn load(
        &self,
        slots: Slots,
        parts: &[Part],
        coding: &Coding,
        control: &mut Control,
    ) -> Result<Slots, Halt<Infallible>> {
        let total: u64 = parts.iter().map(|part| part.count).sum();
        let slots = slots.reused(total as usize);
        let cell_bytes = coding.bytes();
        for part in parts {
            self.crew.run(
                chunks(part.count),
                control,
                || (),
                |(), nth| -> Done<Infallible> {
                    let (first, size) = chunk(nth, part.count);
                    let numbers = self.width.read_at(&mut part.files.numbers.open()?, part.first + first, size)?;
                    let mut bytes = vec![0; size * cell_bytes];
                    let mut file = part.files.cells.open()?;
                    file.seek(SeekFrom::Start((part.first + first) * cell_bytes as u64))?;
                    file.read_exact(&mut bytes)?;
                    let mut untold = 0;
                    for (&number, cell) in numbers.iter().zip(coding.read(&bytes)) {
                        slots
                            .insert(number, cell, &mut untold)
                            .map_err(|_| io::Error::other("cells without numbers"))?;
                    }
                    slots.tell(&mut untold);
                    Ok(0)
                },
            )?;
        }
        Ok(slots)
    }
}

/// Parts with at most so many positions together.
fn group<'f>(parts: impl Iterator<Item = Part<'f>>, room: u64) -> Vec<Vec<Part<'f>>> {
    let mut groups: Vec<Vec<Part<'f>>> = vec![];
    let mut left = 0;
    for mut part in parts {
        while part.count > 0 {
            if left == 0 {
                groups.push(vec![]);
                left = room;
            }
            let count = part.count.min(left);
            groups.last_mut().expect("a group").push(Part { count, ..part });
            part.first += count;
            part.count -= count;
            left -= count;
        }
    }
    groups
}
