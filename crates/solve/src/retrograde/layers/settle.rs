//! The way backwards: the values of each layer, from those of the layers after it.

use super::slots::Slots;
use super::{Layers, chunk, chunks};
use crate::Control;
use crate::Premise;
use crate::halt::{Done, Halt};
use crate::retrograde::cell::{Cell, Coding, UNKNOWN, with_gain};
use crate::retrograde::state::{Finished, Layer};
use crate::retrograde::store::Sound;
use perfectplay_game::Hints;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

/// So many positions are looked at together.
const TOGETHER: usize = 64;

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
    G: Hints<Position: Send + Sync> + Sync,
{
    /// Numbers must leave room for a cell beside them; what breaks that is not even to be discovered.
    pub(crate) fn check_numbers<C: Cell>(&self) -> Result<(), Halt<G::Position>> {
        let count = self.numbering.counted();
        if count > 1 << (u64::BITS as usize - 8 * C::BYTES) {
            return Err(Premise::NumbersTooLarge.broken_at(self.game.start()));
        }
        Ok(())
    }

    /// Settles all layers, the last first.
    pub(crate) fn settle<C: Cell>(&mut self, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let mut slots = Slots::with_room(0, 8 * C::BYTES as u32);
        for at in (0..self.store.state.layers.len()).rev() {
            if self.store.state.layers[at].cells.is_none() {
                let cells;
                (slots, cells) = self.settle_layer::<C>(at, slots, control)?;
                self.store.state.layers[at].cells = Some(cells);
                self.store.save()?;
            }
        }
        Ok(())
    }

    /// Settles a layer, in a hash table that is there already.
    fn settle_layer<C: Cell>(
        &mut self,
        at: usize,
        mut slots: Slots,
        control: &mut Control,
    ) -> Result<(Slots, Finished), Halt<G::Position>> {
        let Layer { layer, count, ref numbers, ref leads_to, .. } = self.store.state.layers[at];
        control.stage(format!("settling layer {layer}, {count} positions"));
        let leads_to = leads_to.as_ref().expect("a layer that was played");
        let numbers = self.store.sound(numbers)?;
        let mut after = vec![];
        for Layer { layer, count, numbers, cells, .. } in &self.store.state.layers[at..] {
            if leads_to.contains(layer) {
                let cells = cells.as_ref().expect("later layers are settled first");
                after.push((Files { numbers: self.store.sound(numbers)?, cells: self.store.sound(cells)? }, *count));
            }
        }
        // half the memory for the positions after a move, a quarter for those before it
        let room = (self.memory / 2 / Slots::bytes_for(1 << 20).div_ceil(1 << 20)).max(1 << 10) as u64;
        let groups = group(after.iter().map(|&(ref files, count)| Part { files, first: 0, count }), room);
        let span = (self.memory / 4 / size_of::<AtomicI32>()).max(1 << 10) as u64;

        let coding = Coding::new(C::BYTES, self.game.scored());
        let name = format!("layer-{layer}.cells");
        let mut file = self.store.begin(&name)?;
        let mut is_loaded = false;
        for first in (0..count).step_by(span as usize) {
            let these = first..count.min(first + span);
            let best: Vec<AtomicI32> = these.clone().map(|_| AtomicI32::new(UNKNOWN)).collect();
            let (moves, found) = (AtomicU64::new(0), AtomicU64::new(0));
            // at least once, for layers in which everything is finished
            for nth in 0..groups.len().max(1) {
                if !is_loaded || groups.len() > 1 {
                    slots = self.load::<C>(slots, groups.get(nth).map_or(&[], |group| &group[..]), control)?;
                    is_loaded = true;
                }
                let counts = (&moves, &found);
                self.follow_moves::<C>(&coding, (&numbers, these.clone()), &slots, &best, counts, nth == 0, control)?;
            }
            if moves.into_inner() != found.into_inner() {
                return Err(Premise::NotNumbered.broken_at(self.game.start()));
            }
            for worth in best {
                let cell: C = coding.encode_worth(worth.into_inner()).ok_or(Halt::TooNarrow)?;
                file.write_all(&cell.bits().to_le_bytes()[..C::BYTES])?;
            }
        }
        Ok((slots, self.store.finish(&name, file)?))
    }

    /// Fills a hash table with parts of layers that are settled.
    fn load<C: Cell>(&self, slots: Slots, parts: &[Part], control: &mut Control) -> Result<Slots, Halt<G::Position>> {
        let total: u64 = parts.iter().map(|part| part.count).sum();
        let slots = slots.reused(total as usize);
        for part in parts {
            self.crew.run(
                chunks(part.count),
                control,
                || (),
                |(), nth| -> Done<G::Position> {
                    let (first, size) = chunk(nth, part.count);
                    let numbers = self.width().read_at(&mut part.files.numbers.open()?, part.first + first, size)?;
                    let mut bytes = vec![0; size * C::BYTES];
                    let mut file = part.files.cells.open()?;
                    file.seek(SeekFrom::Start((part.first + first) * C::BYTES as u64))?;
                    file.read_exact(&mut bytes)?;
                    let mut untold = 0;
                    for (&number, cell) in numbers.iter().zip(bytes.chunks_exact(C::BYTES)) {
                        let bits = cell.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
                        slots
                            .insert(number, bits, &mut untold)
                            .map_err(|_| io::Error::other("cells without numbers"))?;
                    }
                    slots.tell(&mut untold);
                    Ok(0)
                },
            )?;
        }
        Ok(slots)
    }

    /// Follows the moves of a part of a layer, as far as they lead into the slots.
    #[expect(clippy::too_many_arguments)]
    fn follow_moves<C: Cell>(
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
        self.crew.run(
            chunks(count),
            control,
            || (),
            |(), nth| -> Done<G::Position> {
                let (first, size) = chunk(nth, count);
                let numbers = self.width().read_at(&mut numbers.open()?, these.start + first, size)?;
                let (mut all_moves, mut known_moves) = (0, 0);
                let (mut positions, mut ats) = (vec![], vec![]);
                let (mut reached, mut steps, mut found_bits) = (vec![], vec![], vec![]);
                // a few positions at a time, whose moves are looked up together
                let bests = best[first as usize..].chunks(TOGETHER);
                for (numbers, bests) in numbers.chunks(TOGETHER).zip(bests) {
                    reached.clear();
                    steps.clear();
                    positions.clear();
                    ats.clear();
                    for (at, &number) in numbers.iter().enumerate() {
                        let position = self.numbering.position_at(number)?;
                        if let Some(value) = game.final_value(&position) {
                            bests[at].store(value.worth(), Ordering::Relaxed);
                            continue;
                        }
                        positions.push(position);
                        ats.push(at);
                    }
                    let mut halt = None;
                    game.successors(&positions, &mut |from, step| match self.numbering.number_of(&step.position) {
                        Ok(number) => {
                            reached.push(number);
                            let again = game.moves_again(&positions[from], &step.position);
                            steps.push((ats[from], again, step.gain));
                        }
                        Err(broken) => halt = halt.take().or(Some(broken)),
                    });
                    if let Some(halt) = halt {
                        return Err(halt);
                    }
                    slots.find_all(&reached, &mut found_bits);
                    all_moves += reached.len() as u64;
                    for (&bits, &(at, again, gain)) in found_bits.iter().zip(&steps) {
                        if bits == 0 {
                            continue;
                        }
                        known_moves += 1;
                        let Some(worth) = with_gain(coding.before(C::from_bits(bits), again), gain) else {
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
