//! The way forwards: the positions of each layer, from those of the layers before.

use super::super::numbering::layer_of;
use super::slots::{Lists, Slots};
use super::{Layers, chunk, chunks};
use crate::Control;
use crate::Premise;
use crate::halt::{Done, Halt};
use crate::retrograde::numbers::NumberWidth;
use crate::retrograde::state::{Finished, Layer};
use crate::retrograde::store::{Sound, Store};
use perfectplay_game::Hints;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// What is known of a layer that is still to come.
struct Coming {
    slots: Slots,
    /// Set when there is no more room in the slots.
    is_full: AtomicBool,
    /// Numbers that found no room.
    left_over: Mutex<Vec<u64>>,
    /// Sorted lists on disk.
    runs: Vec<Finished>,
}

type AllComing = BTreeMap<u32, Arc<Coming>>;

/// Memory to use again.
#[derive(Default)]
struct Spare {
    slots: Option<Slots>,
    lists: Lists,
}

/// So many positions are played on at once.
const TOGETHER: usize = 256;

/// The part of the memory for hash tables; lists are sorted beside them.
const SLOTS_SHARE: (usize, usize) = (2, 5);

/// Numbers have one bit beside them, so that no entry is zero.
const SHIFT: u32 = 1;

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
            if self.known(layer).is_none() {
                let list = self.coming(&mut coming, layer, 1, &mut spare.slots);
                let mut untold = 0;
                list.slots.insert(number, 1, &mut untold).expect("some room");
                list.slots.tell(&mut untold);
            }
        }
        // after a stop, some of what was coming is not known any more, nor are layers whose files were damaged
        for at in 0..self.store.state.layers.len() {
            let leads_to = &self.store.state.layers[at].leads_to;
            if leads_to.as_ref().is_none_or(|leads_to| leads_to.iter().any(|&layer| self.known(layer).is_none())) {
                self.expand(at, &mut coming, &mut spare, control)?;
            }
        }
        while let Some((layer, list)) = coming.pop_first() {
            let (count, numbers) =
                self.finish(layer, Arc::into_inner(list).expect("no thread is at work"), &mut spare)?;
            let layers = &mut self.store.state.layers;
            let at = layers.partition_point(|known| known.layer < layer);
            layers.insert(at, Layer { layer, count, numbers, leads_to: None, cells: None });
            self.store.save()?;
            self.expand(at, &mut coming, &mut spare, control)?;
        }
        self.store.state.discovered = true;
        self.store.save()?;
        Ok(())
    }

    fn known(&self, layer: u32) -> Option<&Layer> {
        self.store.state.layers.iter().find(|known| known.layer == layer)
    }

    /// The list of a layer to come, with room for about so many if it is new.
    fn coming(&self, coming: &mut AllComing, layer: u32, guess: u64, spare: &mut Option<Slots>) -> Arc<Coming> {
        let fresh = || {
            let room = (guess as usize).clamp(1, self.most_slots() / 2);
            let slots = match spare.take() {
                Some(slots) => slots.reused(room),
                None => Slots::with_room(room, SHIFT),
            };
            let left_over = Mutex::new(vec![]);
            Arc::new(Coming { slots, is_full: AtomicBool::new(false), left_over, runs: vec![] })
        };
        coming.entry(layer).or_insert_with(fresh).clone()
    }

    /// How many numbers fit into the memory for hash tables.
    fn most_slots(&self) -> usize {
        (self.memory * SLOTS_SHARE.0 / SLOTS_SHARE.1 / 12).max(1 << 10)
    }

    /// Plays all moves of a layer.
    fn expand(
        &mut self,
        at: usize,
        all: &mut AllComing,
        spare: &mut Spare,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>> {
        let Layer { layer, count, ref numbers, .. } = self.store.state.layers[at];
        control.stage(format!("discovering layer {layer}, {count} positions"));
        let numbers = self.store.sound(numbers)?;
        let mut leads_to: Vec<u32> = vec![];
        let mut left: Vec<usize> = (0..chunks(count)).collect();
        while !left.is_empty() {
            let shared = Mutex::new((std::mem::take(all), spare.slots.take()));
            let skipped = Mutex::new(vec![]);
            let reached = Mutex::new(vec![]);
            let this = &*self;
            let own = || Hand { file: None, lists: vec![] };
            this.crew.run(left.len(), control, own, |hand, nth| -> Done<G::Position> {
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
            self.make_room(all, &mut spare.lists)?;
        }
        leads_to.sort_unstable();
        leads_to.dedup();
        self.store.state.layers[at].leads_to = Some(leads_to);
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
        let Layer { layer, count, .. } = self.store.state.layers[at];
        let file = match &mut hand.file {
            Some(file) => file,
            None => hand.file.insert(numbers.open()?),
        };
        let numbers = self.width().read_at(file, first, size)?;
        let mut latest = usize::MAX;
        let (mut positions, mut have_moves) = (vec![], vec![]);
        for numbers in numbers.chunks(TOGETHER) {
            positions.clear();
            for &number in numbers {
                positions.push(self.numbering.position_at(number)?);
            }
            have_moves.clear();
            have_moves.resize(positions.len(), false);
            let mut enter = |from: usize, reached: &G::Position| -> Result<(), Halt<G::Position>> {
                have_moves[from] = true;
                let next = layer_of(game, reached)?;
                if next <= layer {
                    return Err(Premise::LayerDoesNotRise.broken_at(positions[from].clone()));
                }
                if hand.lists.get(latest).is_none_or(|list| list.layer != next) {
                    latest = hand.lists.iter().position(|list| list.layer == next).unwrap_or_else(|| {
                        let (all, spare) = &mut *shared.lock().expect("nobody panics with the lock");
                        let coming = self.known(next).is_none().then(|| self.coming(all, next, 2 * count, spare));
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
            let is_stuck =
                |&(position, has_moves): &(&G::Position, &bool)| !has_moves && game.ending(position).is_none();
            if let Some((stuck, _)) = positions.iter().zip(&have_moves).find(is_stuck) {
                return Err(Premise::NoMove.broken_at(stuck.clone()));
            }
        }
        hand.lists.iter_mut().for_each(Reached::hand_in);
        Ok(())
    }

    /// Makes the full tables larger, or empties them onto the disk.
    fn make_room(&self, all: &mut AllComing, lists: &mut Lists) -> Result<(), Halt<G::Position>> {
        let mut used: usize = all.values().map(|list| list.slots.room()).sum();
        for (layer, list) in all.iter_mut() {
            let list = Arc::get_mut(list).expect("no thread is at work");
            if !std::mem::take(list.is_full.get_mut()) {
                continue;
            }
            let room = list.slots.room();
            let mut numbers = std::mem::take(list.left_over.get_mut().expect("nobody panics with the lock"));
            if used + 2 * room <= self.most_slots() {
                let larger = Slots::with_room(2 * room, SHIFT);
                for &number in list.slots.sorted(lists) {
                    larger.insert(number, 1, &mut 0).expect("room for all");
                }
                larger.tell(&mut list.slots.len());
                list.slots = larger;
                used += room;
            } else {
                self.write_run(*layer, list, lists)?;
            }
            numbers.sort_unstable();
            numbers.dedup();
            let mut untold = 0;
            for number in numbers {
                if list.slots.insert(number, 1, &mut untold).is_err() {
                    self.write_run(*layer, list, lists)?;
                    list.slots.insert(number, 1, &mut untold).expect("an empty table");
                }
            }
            list.slots.tell(&mut untold);
        }
        Ok(())
    }

    /// Writes what the slots hold as a sorted list.
    fn write_run(&self, layer: u32, list: &mut Coming, lists: &mut Lists) -> io::Result<()> {
        let name = format!("layer-{layer}.run-{}", list.runs.len());
        list.runs.push(write_numbers(self.store, &name, self.width(), list.slots.sorted(lists))?);
        list.slots.clear();
        Ok(())
    }

    /// Writes the list of a layer, sorted, each number once; how many there are.
    fn finish(&self, layer: u32, mut list: Coming, spare: &mut Spare) -> io::Result<(u64, Finished)> {
        let name = format!("layer-{layer}.numbers");
        if list.runs.is_empty() {
            let numbers = list.slots.sorted(&mut spare.lists);
            let file = write_numbers(self.store, &name, self.width(), numbers)?;
            spare.slots = Some(list.slots);
            return Ok((numbers.len() as u64, file));
        }
        self.write_run(layer, &mut list, &mut spare.lists)?;
        let runs: io::Result<Vec<_>> = list.runs.iter().map(|run| self.store.sound(run)?.open()).collect();
        let mut runs: Vec<_> = runs?.into_iter().map(|file| self.width().read_all(file)).collect();
        let mut file = self.store.begin(&name)?;
        let (mut count, mut latest) = (0, None);
        let mut heads = BinaryHeap::new();
        for (run, numbers) in runs.iter_mut().enumerate() {
            heads.extend(numbers.next().transpose()?.map(|number| Reverse((number, run))));
        }
        while let Some(Reverse((number, run))) = heads.pop() {
            if latest != Some(number) {
                self.width().write(&[number], &mut file)?;
                (count, latest) = (count + 1, Some(number));
            }
            heads.extend(runs[run].next().transpose()?.map(|number| Reverse((number, run))));
        }
        let file = self.store.finish(&name, file)?;
        list.runs.iter().try_for_each(|run| self.store.remove(&run.name))?;
        Ok((count, file))
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

fn write_numbers(store: &Store, name: &str, width: NumberWidth, numbers: &[u64]) -> io::Result<Finished> {
    let mut file = store.begin(name)?;
    width.write(numbers, &mut file)?;
    store.finish(name, file)
}
