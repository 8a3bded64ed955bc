//! Layers that are still to come: hash tables of the numbers met so far, which go to the disk as sorted lists when they do
//! not fit into the memory.

use super::Room;
use super::slots::{Lists, Slots};
use crate::retrograde::numbers::NumberWidth;
use crate::retrograde::state::{Finished, Layer};
use crate::retrograde::store::Store;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// What is known of a layer that is still to come.
pub(super) struct Coming {
    pub(super) slots: Slots,
    /// Set when there is no more room in the slots.
    pub(super) is_full: AtomicBool,
    /// Numbers that found no room.
    pub(super) left_over: Mutex<Vec<u64>>,
    /// Sorted lists on disk.
    runs: Vec<Finished>,
}

pub(super) type AllComing = BTreeMap<u32, Arc<Coming>>;

/// Memory to use again.
#[derive(Default)]
pub(super) struct Spare {
    pub(super) slots: Option<Slots>,
    pub(super) lists: Lists,
}

/// The part of the memory for hash tables; lists are sorted beside them.
const SLOTS_SHARE: (usize, usize) = (2, 5);

/// Numbers have one bit beside them, so that no entry is zero.
const SHIFT: u32 = 1;

impl Room<'_> {
    pub(super) fn known(&self, layer: u32) -> Option<&Layer> {
        self.store.state.layers.iter().find(|known| known.layer == layer)
    }

    /// The list of a layer to come, with room for about so many if it is new.
    pub(super) fn coming(
        &self,
        coming: &mut AllComing,
        layer: u32,
        guess: u64,
        spare: &mut Option<Slots>,
    ) -> Arc<Coming> {
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

    /// Makes the full tables larger, or empties them onto the disk.
    pub(super) fn make_room(&self, all: &mut AllComing, lists: &mut Lists) -> io::Result<()> {
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
        list.runs.push(write_numbers(self.store, &name, self.width, list.slots.sorted(lists))?);
        list.slots.clear();
        Ok(())
    }

    /// Writes the list of a layer, sorted, each number once; how many there are.
    pub(super) fn finish(&self, layer: u32, mut list: Coming, spare: &mut Spare) -> io::Result<(u64, Finished)> {
        let name = format!("layer-{layer}.numbers");
        if list.runs.is_empty() {
            let numbers = list.slots.sorted(&mut spare.lists);
            let file = write_numbers(self.store, &name, self.width, numbers)?;
            spare.slots = Some(list.slots);
            return Ok((numbers.len() as u64, file));
        }
        self.write_run(layer, &mut list, &mut spare.lists)?;
        let runs: io::Result<Vec<_>> = list.runs.iter().map(|run| self.store.sound(run)?.open()).collect();
        let mut runs: Vec<_> = runs?.into_iter().map(|file| self.width.read_all(file)).collect();
        let mut file = self.store.begin(&name)?;
        let (mut count, mut latest) = (0, None);
        let mut heads = BinaryHeap::new();
        for (run, numbers) in runs.iter_mut().enumerate() {
            heads.extend(numbers.next().transpose()?.map(|number| Reverse((number, run))));
        }
        while let Some(Reverse((number, run))) = heads.pop() {
            if latest != Some(number) {
                self.width.write(&[number], &mut file)?;
                (count, latest) = (count + 1, Some(number));
            }
            heads.extend(runs[run].next().transpose()?.map(|number| Reverse((number, run))));
        }
        let file = self.store.finish(&name, file)?;
        list.runs.iter().try_for_each(|run| self.store.remove(&run.name))?;
        Ok((count, file))
    }
}

fn write_numbers(store: &Store, name: &str, width: NumberWidth, numbers: &[u64]) -> io::Result<Finished> {
    let mut file = store.begin(name)?;
    width.write(numbers, &mut file)?;
    store.finish(name, file)
}
