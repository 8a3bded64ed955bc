//! The edge of an opening: the values of layers that lead beyond its last one, found by search.

use super::Layers;
use crate::halt::Halt;
use crate::retrograde::cell::{Coding, UNKNOWN};
use crate::retrograde::state::{Finished, Layer};
use crate::{AlphaBeta, Control, Solvable};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// So many positions for each thread are searched between two looks at the clock.
const TOGETHER: usize = 32;

impl<G: Solvable> Layers<'_, G> {
    /// Settles the layers that lead beyond the last one, one table for all.
    pub(super) fn search(
        &mut self,
        coding: &Coding,
        save_every: Duration,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let last = self.last;
        let is_open = |layer: &Layer| {
            let leads_to = layer.leads_to.as_ref().expect("a layer that was played");
            layer.cells.is_none() && leads_to.iter().any(|&next| next > last)
        };
        let layers = &self.room.store.state.layers;
        let open: Vec<usize> = (0..layers.len()).rev().filter(|&at| is_open(&layers[at])).collect();
        if open.is_empty() {
            return Ok(());
        }
        let engine = AlphaBeta::with_crew(self.game, self.room.memory, self.room.crew)
            .map_err(|too_small| io::Error::new(io::ErrorKind::OutOfMemory, too_small))?;
        for at in open {
            let cells = self.search_layer(at, &engine, coding, save_every, control)?;
            let layer = &mut self.room.store.state.layers[at];
            layer.cells = Some(cells);
            let found = layer.found.take();
            self.room.store.save()?;
            found.map_or(Ok(()), |found| self.room.store.remove(&found.name))?;
        }
        Ok(())
    }

    fn search_layer(
        &mut self,
        at: usize,
        engine: &AlphaBeta<G>,
        coding: &Coding,
        save_every: Duration,
        control: &mut Control,
    ) -> Result<Finished, Halt<G::Position>> {
        let Layer { layer, count, ref numbers, ref found, .. } = self.room.store.state.layers[at];
        let numbers = self.room.store.sound(numbers)?;
        let mut cells = vec![];
        if let Some(found) = found {
            self.room.store.sound(found)?.open()?.read_to_end(&mut cells)?;
        }
        let clock = control.clock();
        let begun = (clock.now(), self.done(&cells, coding));
        let mut saved = clock.now();
        while self.done(&cells, coding) < count {
            let done = self.done(&cells, coding);
            control.stage(stage(layer, done, count, clock.now().saturating_sub(begun.0), done - begun.1));
            let size = (count - done).min((TOGETHER * self.room.crew.threads()) as u64) as usize;
            let numbers = self.room.width.read_at(&mut numbers.open()?, done, size)?;
            let positions = numbers.iter().map(|&number| self.numbering.position_at(number));
            let positions: Vec<G::Position> = positions.collect::<Result<_, _>>()?;
            let worths: Vec<AtomicI32> = positions.iter().map(|_| AtomicI32::new(UNKNOWN)).collect();
            let result = engine.values(&positions, control, &|nth, value| {
                worths[nth].store(value.worth(), Ordering::Relaxed);
            });
            let known = worths.into_iter().map(AtomicI32::into_inner).take_while(|&worth| worth != UNKNOWN);
            let new: Option<Vec<u32>> = known.map(|worth| coding.encode_worth(worth)).collect();
            let mut bytes = vec![];
            coding.write(new.ok_or(Halt::TooNarrow)?.into_iter(), &mut bytes);
            cells.append(&mut bytes);
            if result.is_err() || clock.now().saturating_sub(saved) >= save_every {
                self.save_found(at, &cells, coding)?;
                saved = clock.now();
            }
            result?;
        }
        self.write_cells(&format!("layer-{layer}.cells"), &cells)
    }

    /// How many positions have cells.
    fn done(&self, cells: &[u8], coding: &Coding) -> u64 {
        (cells.len() / coding.bytes()) as u64
    }

    /// Keeps what was found, to go on from later.
    fn save_found(&mut self, at: usize, cells: &[u8], coding: &Coding) -> Result<(), Halt<G::Position>> {
        let name = format!("layer-{}-first-{}.cells", self.room.store.state.layers[at].layer, self.done(cells, coding));
        let found = self.write_cells(&name, cells)?;
        let before = self.room.store.state.layers[at].found.replace(found);
        self.room.store.save()?;
        let is_other = |before: &Finished| before.name != name;
        Ok(before.filter(is_other).map_or(Ok(()), |before| self.room.store.remove(&before.name))?)
    }

    fn write_cells(&self, name: &str, cells: &[u8]) -> Result<Finished, Halt<G::Position>> {
        let mut file = self.room.store.begin(name)?;
        file.write_all(cells)?;
        Ok(self.room.store.finish(name, file)?)
    }
}

/// What is told on the way: how many positions are done, and how long the others are going to take if they are alike.
fn stage(layer: u32, done: u64, count: u64, time: Duration, done_in_it: u64) -> String {
    let left = match done_in_it {
        0 => String::new(),
        done_in_it => {
            let seconds = time.as_secs_f64() / done_in_it as f64 * (count - done) as f64;
            format!(", {} left", rough(seconds as u64))
        }
    };
    format!("searching layer {layer}, {done} of {count} positions{left}")
}

/// A time as a person would tell it.
fn rough(seconds: u64) -> String {
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5999 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h", (seconds + 1800) / 3600),
    }
}
