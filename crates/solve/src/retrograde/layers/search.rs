//! The edge of an opening: the values of layers that lead beyond its last one, found by search.

use super::Layers;
use crate::halt::Halt;
use crate::retrograde::cell::{Coding, UNKNOWN};
use crate::retrograde::edge::Edge;
use crate::retrograde::state::{Finished, Layer};
use crate::{Control, Solvable};
use std::io::{Read, Write};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

impl<G: Solvable> Layers<'_, G> {
    /// Settles the layers that lead beyond the last one, one table for all.
    pub(super) fn search(
        &mut self,
        coding: &Coding,
        save_every: Duration,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let Some(last) = self.last else { return Ok(()) };
        let is_open = |layer: &Layer| {
            let leads_to = layer.leads_to.as_ref().expect("a layer that was played");
            layer.cells.is_none() && leads_to.iter().any(|&next| next > last)
        };
        let layers = &self.room.store.state.layers;
        let open: Vec<usize> = (0..layers.len()).rev().filter(|&at| is_open(&layers[at])).collect();
        if open.is_empty() {
            return Ok(());
        }
        let mut edge = Edge::new(self.game, self.room.memory, self.room.crew)?;
        for at in open {
            let cells = self.search_layer(at, &mut edge, coding, save_every, control)?;
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
        edge: &mut Edge<G>,
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
        edge.begin(format!("layer {layer}"), self.done(&cells, coding), count, control);
        let mut saved = clock.now();
        while self.done(&cells, coding) < count {
            let done = self.done(&cells, coding);
            let size = (count - done).min(edge.together() as u64) as usize;
            let numbers = self.room.width.read_at(&mut numbers.open()?, done, size)?;
            let positions = numbers.iter().map(|&number| self.numbering.position_at(number));
            let positions: Vec<G::Position> = positions.collect::<Result<_, _>>()?;
            let worths: Vec<AtomicI32> = positions.iter().map(|_| AtomicI32::new(UNKNOWN)).collect();
            let result = edge.search(&positions, control, &|nth, worth| worths[nth].store(worth, Ordering::Relaxed));
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
