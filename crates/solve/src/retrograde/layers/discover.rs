//! The way forwards: the positions of each layer, from those of the layers before.

use super::super::numbering::layer_of;
use super::coming::{AllComing, Coming, Spare};
use super::slots::Slots;
use super::{Layers, chunk, chunks};
use crate::Control;
use crate::Premise;
use crate::halt::{Done, Halt};
use crate::retrograde::state::Layer;
use crate::retrograde::store::Sound;
use perfectplay_game::Hints;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// So many positions are played on at once.
const TOGETHER: usize = 256;

impl<G> Layers<'_, G>
where
    G: Hints<Position: Send + Sync> + Sync,
{
    /// Finds all positions that can be reached from the roots.
    pub(crate) fn discover(&mut self, roots: &[G::Position], control: &mut Control) -> Result<(), Halt<G::Position>> {
        let mut coming = AllComing::new();
        let mut spare = Spare::default();
        for root in roots {
            let layer = layer_of(self.game, root)?;
            let number = self.numbering.number_of(root)?;
            if self.room.known(layer).is_none() {
                let list = self.room.coming(&mut coming, layer, 1, &mut spare.slots);
                let mut untold = 0;
                list.slots.insert(number, 1, &mut untold).expect("some room");
                list.slots.tell(&mut untold);
            }
        }
        // after a stop, some of what was coming is not known any more, nor are layers whose files were damaged
        for at in 0..self.room.store.state.layers.len() {
            let leads_to = &self.room.store.state.layers[at].leads_to;
            if leads_to.as_ref().is_none_or(|leads_to| leads_to.iter().any(|&layer| self.is_wanted(layer))) {
                self.expand(at, &mut coming, &mut spare, control)?;
            }
        }
        while let Some((layer, list)) = coming.pop_first() {
            let (count, numbers) =
                self.room.finish(layer, Arc::into_inner(list).expect("no thread is at work"), &mut spare)?;
            let layers = &mut self.room.store.state.layers;
            let at = layers.partition_point(|known| known.layer < layer);
            layers.insert(at, Layer { layer, count, numbers, leads_to: None, found: None, cells: None });
            self.room.store.save()?;
            self.expand(at, &mut coming, &mut spare, control)?;
        }
        self.room.store.state.discovered = true;
        self.room.store.save()?;
        Ok(())
    }

    /// Whether the positions of a layer are to be listed, and are not yet.
    fn is_wanted(&self, layer: u32) -> bool {
        self.last.is_none_or(|last| layer <= last) && self.room.known(layer).is_none()
    }

    /// Plays all moves of a layer.
    fn expand(
        &mut self,
        at: usize,
        all: &mut AllComing,
        spare: &mut Spare,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let Layer { layer, count, ref numbers, .. } = self.room.store.state.layers[at];
        control.stage(format!("discovering layer {layer}, {count} positions"));
        let numbers = self.room.store.sound(numbers)?;
        let mut leads_to: Vec<u32> = vec![];
        let mut left: Vec<usize> = (0..chunks(count)).collect();
        while !left.is_empty() {
            let shared = Mutex::new((std::mem::take(all), spare.slots.take()));
            let skipped = Mutex::new(vec![]);
            let reached = Mutex::new(vec![]);
            let this = &*self;
            let own = || Hand { file: None, lists: vec![] };
            this.room.crew.run(left.len(), control, own, |hand, nth| -> Done<G::Position> {
                if hand.lists.iter().any(Reached::is_full) {
                    skipped.lock().expect("nobody panics with the lock").push(left[nth]);
                    return Ok(0);
                }
                let (first, size) = chunk(left[nth], count);
                this.expand_chunk(hand, at, &numbers, first, size, &shared)?;
                let mut reached = reached.lock().expect("nobody panics with the lock");
                reached.extend(hand.lists.iter().map(|list| list.layer));
                reached.sort_unstable();
                reached.dedup();
                Ok(size as u64)
            })?;
            leads_to.append(&mut reached.into_inner().expect("nobody panics with the lock"));
            (*all, spare.slots) = shared.into_inner().expect("nobody panics with the lock");
            left = skipped.into_inner().expect("nobody panics with the lock");
            self.room.make_room(all, &mut spare.lists)?;
        }
        leads_to.sort_unstable();
        leads_to.dedup();
        self.room.store.state.layers[at].leads_to = Some(leads_to);
        Ok(())
    }

    fn expand_chunk(
        &self,
        hand: &mut Hand,
        at: usize,
        numbers: &Sound,
        first: u64,
        size: usize,
        shared: &Mutex<(AllComing, Option<Slots>)>,
    ) -> Result<(), Halt<G::Position>> {
        let game = self.game;
        let Layer { layer, count, .. } = self.room.store.state.layers[at];
        let file = match &mut hand.file {
            Some(file) => file,
            None => hand.file.insert(numbers.open()?),
        };
        let numbers = self.room.width.read_at(file, first, size)?;
        let mut latest = usize::MAX;
        let mut positions = vec![];
        for numbers in numbers.chunks(TOGETHER) {
            positions.clear();
            for &number in numbers {
                positions.push(self.numbering.position_at(number)?);
            }
            let mut enter = |from: usize, reached: &G::Position| -> Result<(), Halt<G::Position>> {
                let next = layer_of(game, reached)?;
                if next <= layer {
                    return Err(Premise::LayerDoesNotRise.broken_at(positions[from].clone()));
                }
                if self.last.is_some() && next > layer + 1 {
                    return Err(Premise::LayersSkipped.broken_at(positions[from].clone()));
                }
                if hand.lists.get(latest).is_none_or(|list| list.layer != next) {
                    latest = hand.lists.iter().position(|list| list.layer == next).unwrap_or_else(|| {
                        let (all, spare) = &mut *shared.lock().expect("nobody panics with the lock");
                        let coming = self.is_wanted(next).then(|| self.room.coming(all, next, 2 * count, spare));
                        hand.lists.push(Reached { layer: next, coming, numbers: vec![], untold: 0 });
                        hand.lists.len() - 1
                    });
                }
                let list = &mut hand.lists[latest];
                if list.coming.is_some() {
                    list.numbers.push(self.numbering.number_of(reached)?);
                }
                Ok(())
            };
            let mut halt = None;
            game.successors(&positions, &mut |from, step| {
                if halt.is_none() {
                    halt = enter(from, &step.position).err();
                }
            });
            if let Some(halt) = halt {
                return Err(halt);
            }
        }
        hand.lists.iter_mut().for_each(Reached::hand_in);
        Ok(())
    }
}

/// What a thread has of its own.
struct Hand {
    file: Option<std::fs::File>,
    lists: Vec<Reached>,
}

/// A layer that a thread has come to.
struct Reached {
    layer: u32,
    /// Its list, if it is not complete already.
    coming: Option<Arc<Coming>>,
    /// What is to be entered there.
    numbers: Vec<u64>,
    /// New entries of which the others do not know.
    untold: usize,
}

impl Reached {
    fn is_full(&self) -> bool {
        self.coming.as_ref().is_some_and(|coming| coming.is_full.load(Ordering::Relaxed))
    }

    /// Enters what was found.
    fn hand_in(&mut self) {
        let Some(coming) = &self.coming else { return };
        let mut left_over = vec![];
        coming.slots.insert_all(&self.numbers, &mut self.untold, &mut left_over);
        coming.slots.tell(&mut self.untold);
        self.numbers.clear();
        if !left_over.is_empty() {
            coming.is_full.store(true, Ordering::Relaxed);
            coming.left_over.lock().expect("nobody panics with the lock").append(&mut left_over);
        }
    }
}
