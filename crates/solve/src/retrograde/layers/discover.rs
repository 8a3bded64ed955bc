//! The way forwards: the positions of each layer, from those of the layers before.

use super::slots::{Full, Slots};
use super::{Layers, chunk, chunks, numbers_name};
use crate::Control;
use crate::error::{Halt, Premise};
use crate::retrograde::store::{Layer, NumberWidth, Store};
use perfectplay_game::{Game, Indexed, Layered};
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
    runs: usize,
}

type AllComing = BTreeMap<u32, Arc<Coming>>;

/// The part of the memory for hash tables; lists are sorted beside them.
const SLOTS_SHARE: (usize, usize) = (2, 5);

/// Numbers have one bit beside them, so that no entry is zero.
const SHIFT: u32 = 1;

impl<G> Layers<'_, G>
where
    G: Game<Position: Send> + Indexed + Layered + Sync,
{
    /// Finds all positions that can be reached from the roots.
    pub(crate) fn discover(&mut self, roots: &[G::Position], control: &mut Control) -> Result<(), Halt<G::Position>> {
        let mut coming = AllComing::new();
        for root in roots {
            let layer = self.game.layer(root).expect("a game with layers");
            if self.known(layer).is_none() {
                let list = self.coming(&mut coming, layer, 1);
                let mut untold = 0;
                list.slots.insert(self.game.index(root), 1, &mut untold).expect("some room");
                list.slots.tell(&mut untold);
            }
        }
        // after a stop, some of what was coming is not known any more
        for place in 0..self.store.state.layers.len() {
            let leads_to = &self.store.state.layers[place].leads_to;
            if leads_to.as_ref().is_none_or(|leads_to| leads_to.iter().any(|&layer| self.known(layer).is_none())) {
                self.expand(place, &mut coming, control)?;
            }
        }
        while let Some((layer, list)) = coming.pop_first() {
            let count = self.finish(layer, Arc::into_inner(list).expect("no thread is at work"))?;
            self.store.state.layers.push(Layer { layer, count, leads_to: None, settled: false });
            self.store.save()?;
            let place = self.store.state.layers.len() - 1;
            self.expand(place, &mut coming, control)?;
        }
        self.store.state.discovered = true;
        self.store.save()?;
        Ok(())
    }

    fn known(&self, layer: u32) -> Option<&Layer> {
        self.store.state.layers.iter().find(|known| known.layer == layer)
    }

    /// The list of a layer to come, with room for about so many if it is new.
    fn coming(&self, coming: &mut AllComing, layer: u32, guess: u64) -> Arc<Coming> {
        let fresh = || {
            let most = self.most_slots() / 2;
            let slots = Slots::with_room((guess as usize).clamp(1, most), SHIFT);
            let left_over = Mutex::new(vec![]);
            Arc::new(Coming { slots, is_full: AtomicBool::new(false), left_over, runs: 0 })
        };
        coming.entry(layer).or_insert_with(fresh).clone()
    }

    /// How many numbers fit into the memory for hash tables.
    fn most_slots(&self) -> usize {
        (self.memory * SLOTS_SHARE.0 / SLOTS_SHARE.1 / 12).max(1 << 10)
    }

    /// Plays all moves of a layer.
    fn expand(&mut self, place: usize, all: &mut AllComing, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let Layer { layer, count, .. } = self.store.state.layers[place];
        control.stage(format!("discovering layer {layer}, {count} positions"));
        let mut leads_to: Vec<u32> = vec![];
        let mut left: Vec<usize> = (0..chunks(count)).collect();
        while !left.is_empty() {
            let shared = Mutex::new(std::mem::take(all));
            let skipped = Mutex::new(vec![]);
            let reached = Mutex::new(vec![]);
            let this = &*self;
            let own = || Hand { file: None, lists: vec![], numbers: vec![] };
            this.crew.run(left.len(), control, own, |hand, number| {
                if hand
                    .lists
                    .iter()
                    .any(|(_, list, _)| list.as_ref().is_some_and(|l| l.is_full.load(Ordering::Relaxed)))
                {
                    skipped.lock().expect("nobody panics with the lock").push(left[number]);
                    return Ok(0);
                }
                let (first, size) = chunk(left[number], count);
                this.expand_chunk(hand, place, first, size, &shared)?;
                for (layer, list, untold) in &mut hand.lists {
                    if let Some(list) = list {
                        list.slots.tell(untold);
                    }
                    let mut reached = reached.lock().expect("nobody panics with the lock");
                    if !reached.contains(layer) {
                        reached.push(*layer);
                    }
                }
                Ok(size as u64)
            })?;
            leads_to.append(&mut reached.into_inner().expect("nobody panics with the lock"));
            *all = shared.into_inner().expect("nobody panics with the lock");
            left = skipped.into_inner().expect("nobody panics with the lock");
            self.make_room(all)?;
        }
        leads_to.sort_unstable();
        leads_to.dedup();
        self.store.state.layers[place].leads_to = Some(leads_to);
        Ok(())
    }

    fn expand_chunk(
        &self,
        hand: &mut Hand,
        place: usize,
        first: u64,
        size: usize,
        shared: &Mutex<AllComing>,
    ) -> Result<(), Halt<G::Position>> {
        let game = self.game;
        let Layer { layer, count, .. } = self.store.state.layers[place];
        let file = match &mut hand.file {
            Some(file) => file,
            None => hand.file.insert(self.numbers_file(layer)?),
        };
        hand.numbers = self.width().read_at(file, first, size)?;
        let mut latest = 0;
        for &number in &hand.numbers {
            let position = game.at_index(number).expect("a number that a position had");
            let mut has_moves = false;
            for mv in game.moves(&position) {
                has_moves = true;
                let reached = game.play(&position, mv).position;
                let next = game.layer(&reached).expect("a game with layers");
                if next <= layer {
                    return Err(Premise::LayerDoesNotRise.broken_at(position.clone()));
                }
                if hand.lists.get(latest).is_none_or(|list| list.0 != next) {
                    latest = hand.lists.iter().position(|list| list.0 == next).unwrap_or_else(|| {
                        let mut all = shared.lock().expect("nobody panics with the lock");
                        let list = self.known(next).is_none().then(|| self.coming(&mut all, next, 2 * count));
                        hand.lists.push((next, list, 0));
                        hand.lists.len() - 1
                    });
                }
                let (_, Some(list), untold) = &mut hand.lists[latest] else { continue };
                let number = game.index(&reached);
                if let Err(Full) = list.slots.insert(number, 1, untold) {
                    list.is_full.store(true, Ordering::Relaxed);
                    list.left_over.lock().expect("nobody panics with the lock").push(number);
                }
            }
            if !has_moves && game.ending(&position).is_none() {
                return Err(Premise::NoMove.broken_at(position));
            }
        }
        Ok(())
    }

    /// Makes the full tables larger, or empties them onto the disk.
    fn make_room(&self, all: &mut AllComing) -> Result<(), Halt<G::Position>> {
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
                list.slots
                    .sorted()
                    .into_iter()
                    .for_each(|number| larger.insert(number, 1, &mut 0).expect("room for all"));
                larger.tell(&mut list.slots.len());
                list.slots = larger;
                used += room;
            } else {
                self.write_run(*layer, list)?;
            }
            numbers.sort_unstable();
            numbers.dedup();
            let mut untold = 0;
            for number in numbers {
                if list.slots.insert(number, 1, &mut untold).is_err() {
                    self.write_run(*layer, list)?;
                    list.slots.insert(number, 1, &mut untold).expect("an empty table");
                }
            }
            list.slots.tell(&mut untold);
        }
        Ok(())
    }

    /// Writes what the slots hold as a sorted list.
    fn write_run(&self, layer: u32, list: &mut Coming) -> io::Result<()> {
        write_numbers(self.store, &run_name(layer, list.runs), self.width(), &list.slots.sorted())?;
        list.runs += 1;
        list.slots.clear();
        Ok(())
    }

    /// Writes the list of a layer, sorted, each number once; how many there are.
    fn finish(&self, layer: u32, mut list: Coming) -> io::Result<u64> {
        let name = numbers_name(layer);
        if list.runs == 0 {
            let numbers = list.slots.sorted();
            drop(list);
            write_numbers(self.store, &name, self.width(), &numbers)?;
            return Ok(numbers.len() as u64);
        }
        self.write_run(layer, &mut list)?;
        let runs: io::Result<Vec<_>> = (0..list.runs).map(|run| self.store.open(&run_name(layer, run))).collect();
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
        self.store.finish(&name, file)?;
        (0..list.runs).try_for_each(|run| self.store.remove(&run_name(layer, run)))?;
        Ok(count)
    }
}

/// What a thread has of its own.
struct Hand {
    file: Option<std::fs::File>,
    /// The layers that it has come to: the list if it is one to come, and how many new entries it has not told.
    lists: Vec<(u32, Option<Arc<Coming>>, usize)>,
    numbers: Vec<u64>,
}

fn run_name(layer: u32, run: usize) -> String {
    format!("layer-{layer}.run-{run}")
}

fn write_numbers(store: &Store, name: &str, width: NumberWidth, numbers: &[u64]) -> io::Result<()> {
    let mut file = store.begin(name)?;
    width.write(numbers, &mut file)?;
    store.finish(name, file)
}
