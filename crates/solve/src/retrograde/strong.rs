//! Strong solutions: the values of all positions of a game, worked out in a folder, to be kept in a table.

use super::cell::{Cells, Coding, Narrow, Wide};
use super::flat::Flat;
use super::layers::Layers;
use super::numbering::Numbering;
use super::numbers::NumberWidth;
use super::state::{Finished, Layer, Save};
use super::store::{Sound, Store, Unsound, Unusable};
use crate::Crew;
use crate::halt::Halt;
use crate::{Control, Premise, Solvable, SolveError, Stop};
use perfectplay_game::Hints;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Which positions a strong solution has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope<P> {
    /// All that have a number.
    All,
    /// All that can be reached from these.
    From(Vec<P>),
    /// Those that can be reached from a position within so many plies, in a game with layers. Where moves lead further, values are found
    /// by search. With the game's own numbers each move must lead to the next layer; where that is not so, positions are discovered first.
    Opening {
        /// The position.
        from: P,
        /// So many plies.
        plies: u32,
    },
}

impl<P> Scope<P> {
    /// All positions of a game with a dense numbering, else those that can be reached from the start.
    pub fn of_game<G: Hints<Position = P>>(game: &G) -> Scope<P> {
        if Numbering::from(game).is_dense() { Scope::All } else { Scope::From(vec![game.start()]) }
    }

    /// The last layer of an opening; of anything else there is none.
    pub fn last_layer<G: Hints<Position = P>>(&self, game: &G) -> Option<u32> {
        match self {
            Scope::Opening { from, plies } => Some(game.layer(from)?.saturating_add(*plies)),
            Scope::All | Scope::From(_) => None,
        }
    }
}

/// How to work out a strong solution.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// Where the files are that make it possible to resume.
    pub folder: PathBuf,
    /// Names the job: one with another name does not resume this one.
    pub job: String,
    /// Go on with what is in the folder, if there is something.
    pub resume: bool,
    /// Threads to use.
    pub crew: Crew,
    /// Bytes for all that grows with the game.
    pub memory: usize,
    /// How often a flat array is saved on the way.
    pub save_every: Duration,
}

/// What a job is going to take, told as soon as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Positions, or numbers of positions where not all have one.
    pub positions: u64,
    /// Layers, in games with layers.
    pub layers: Option<usize>,
    /// Bytes of files in the work folder, if values fit into cells of the size that they begin with.
    pub work_bytes: u64,
}

/// What a job tells on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// What it is going to take.
    Plan(Plan),
    /// A file of the job that is resumed is damaged.
    Unsound(Unsound),
}

/// Why there is no strong solution.
#[derive(Debug, Error)]
pub enum StrongError<P: Debug> {
    /// The game breaks a premise.
    #[error(transparent)]
    Unsolvable(#[from] SolveError<P>),
    /// It was stopped; it can be resumed.
    #[error("stopped before the end")]
    Stopped(Stop),
    /// The game has no numbering.
    #[error(transparent)]
    NoNumbering(#[from] NoNumbering),
    /// The work folder belongs to a job that is under way.
    #[error(transparent)]
    InUse(#[from] InUse),
    /// A file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// The positions of a game have no numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a game whose positions are numbered, found one without; discover its positions first")]
pub struct NoNumbering;

/// A work folder belongs to a job that is under way.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected a work folder for one job, found another job at work in {}; wait for its end, or give another folder",
    folder.display()
)]
pub struct InUse {
    /// The folder.
    pub folder: PathBuf,
}

/// The values of all positions, in files.
#[derive(Debug)]
pub struct Strong {
    store: Store,
    width: NumberWidth,
}

/// So many saves of a flat array are kept: if the last one is damaged, the job goes on from the one before.
const SAVES_KEPT: usize = 2;

/// Positions of a layer, or all of a game without layers. They are sorted by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The layer, if there are several sections.
    pub layer: Option<u32>,
    /// How many cells there are.
    pub count: u64,
    /// Whether the numbers are listed; if not, every number has a cell.
    pub is_listed: bool,
}

/// So many cells are written at once.
const SAVED_AT_ONCE: usize = 1 << 15;

/// The numbers of a game without layers.
const ALL_NUMBERS: &str = "all.numbers";

impl Strong {
    /// Works out the values of all positions in the scope. Tells beforehand what that takes, and which files of a job that
    /// is resumed are damaged. If positions were discovered, their roots are the scope.
    ///
    /// # Errors
    ///
    /// If the game cannot be solved this way, or a file cannot be written, or the control stops it.
    pub fn solve<'g, G>(
        numbering: impl Into<Numbering<'g, G>>,
        scope: &Scope<G::Position>,
        workshop: &Workshop,
        announce: &mut dyn FnMut(&Notice),
        control: &mut Control,
    ) -> Result<Strong, StrongError<G::Position>>
    where
        G: Solvable + 'g,
    {
        let numbering = &numbering.into();
        let count = numbering.count().ok_or(NoNumbering)?;
        let start = numbering.game().start();
        if matches!(scope, Scope::Opening { .. }) && numbering.game().layer(&start).is_none() {
            return Err(SolveError { premise: Premise::NoLayers, position: start }.into());
        }
        let Workshop { folder, job, .. } = workshop;
        let store = match workshop.resume {
            true => Store::resume(folder, job, &mut |unsound| announce(&Notice::Unsound(unsound))),
            false => Store::create(folder, job),
        };
        let store = store.map_err(|unusable| match unusable {
            Unusable::InUse => StrongError::InUse(InUse { folder: folder.clone() }),
            Unusable::Io(error) => error.into(),
        })?;
        let mut strong = Strong { store, width: NumberWidth::for_count(count) };
        loop {
            if strong.store.state.settled {
                return Ok(strong);
            }
            match strong.settle(numbering, scope, workshop, announce, control) {
                Ok(()) => {
                    strong.store.state.settled = true;
                    strong.store.save()?;
                }
                Err(Halt::TooNarrow) => strong.widen()?,
                Err(Halt::Stopped) => {
                    return Err(StrongError::Stopped(control.stopped().unwrap_or(Stop::Cancelled)));
                }
                Err(Halt::Failed(error)) => return Err((*error).into()),
                Err(Halt::Io(error)) => return Err(error.into()),
            }
        }
    }

    /// Begins the settling anew with wider cells.
    fn widen(&mut self) -> io::Result<()> {
        let state = &mut self.store.state;
        state.cell_bytes *= 2;
        state.saves.clear();
        state.layers.iter_mut().for_each(|layer| (layer.cells, layer.found) = (None, None));
        self.store.save()
    }

    fn settle<G>(
        &mut self,
        numbering: &Numbering<G>,
        scope: &Scope<G::Position>,
        workshop: &Workshop,
        announce: &mut dyn FnMut(&Notice),
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>>
    where
        G: Solvable,
    {
        let Workshop { crew, memory, save_every, .. } = *workshop;
        let game = numbering.game();
        let coding = self.coding(game.scored());
        let cell_bytes = coding.bytes();
        let has_layers = game.layer(&game.start()).is_some();
        let count = numbering.counted();
        let fits = count.checked_mul(cell_bytes as u64).is_some_and(|size| size <= memory as u64);
        let flat = match scope {
            _ if fits && (*scope == Scope::All || numbering.is_discovered()) => {
                control.stage("settling");
                announce(&Notice::Plan(Plan {
                    positions: count,
                    layers: None,
                    work_bytes: flat_bytes(cell_bytes) * count,
                }));
                self.store.state.layers.clear();
                numbering.clone()
            }
            _ if numbering.is_discovered() || (*scope == Scope::All && !has_layers) => {
                let limit = memory / cell_bytes;
                return Err(Premise::TooManyPositions { limit }.broken_at(game.start()));
            }
            Scope::From(roots) if !has_layers => {
                control.stage("discovering positions");
                let ranked = Numbering::ranked(game, roots, memory, control)?;
                let mut file = self.store.begin(ALL_NUMBERS)?;
                self.width.write(ranked.ranked_numbers().unwrap_or_default(), &mut file)?;
                self.store.state.numbers = Some(self.store.finish(ALL_NUMBERS, file)?);
                let count = ranked.counted();
                let each = self.width.bytes() as u64 + flat_bytes(cell_bytes);
                announce(&Notice::Plan(Plan { positions: count, layers: None, work_bytes: each * count }));
                ranked
            }
            _ => {
                let start = [game.start()];
                let roots = match scope {
                    Scope::From(roots) => &roots[..],
                    Scope::Opening { from, .. } => std::slice::from_ref(from),
                    Scope::All => &start,
                };
                let last = scope.last_layer(game);
                self.store.state.saves.clear();
                let is_discovered = self.store.state.discovered;
                let mut layers = Layers::new(numbering.clone(), last, crew, memory, &mut self.store);
                layers.check_numbers(cell_bytes)?;
                if !is_discovered {
                    layers.discover(roots, control)?;
                }
                let all = layers.list();
                let positions = all.iter().map(|layer| layer.count).sum();
                let each = (self.width.bytes() + cell_bytes) as u64;
                let count = all.len();
                announce(&Notice::Plan(Plan { positions, layers: Some(count), work_bytes: each * positions }));
                return layers.settle(&coding, save_every, control);
            }
        };
        match cell_bytes {
            1 => self.settle_flat::<G, Narrow>(flat, workshop, control),
            _ => self.settle_flat::<G, Wide>(flat, workshop, control),
        }
    }

    /// Settles a flat array of cells of this size, which is saved now and then.
    fn settle_flat<G, C: Cells>(
        &mut self,
        numbering: Numbering<G>,
        workshop: &Workshop,
        control: &mut Control,
    ) -> Result<(), Halt<G::Position>>
    where
        G: Solvable,
    {
        let coding = self.coding(numbering.game().scored());
        let edge = numbering.edge();
        let mut flat = match self.store.state.saves.last() {
            None => Flat::<G, C>::new(numbering, coding.clone()),
            Some(save) => {
                let mut bytes = vec![];
                self.store.sound(&save.cells)?.open()?.read_to_end(&mut bytes)?;
                let cells = C::new(coding.bytes(), coding.read(&bytes));
                Flat::resume(numbering, coding.clone(), cells, save.plies)
            }
        };
        let clock = control.clock();
        let mut saved = clock.now();
        let mut save = |flat: &Flat<G, C>, every: Duration| {
            if clock.now() - saved >= every {
                save_flat(&mut self.store, &coding, flat.cells(), flat.plies())?;
                saved = clock.now();
            }
            Ok(())
        };
        let mut now_and_then = |flat: &Flat<G, C>| save(flat, workshop.save_every);
        match flat.search(edge, workshop.crew, workshop.memory, control, &mut now_and_then) {
            Err(Halt::Stopped) => {
                save(&flat, Duration::ZERO)?;
                return Err(Halt::Stopped);
            }
            searched => searched?,
        }
        flat.settle(workshop.crew, control, &mut |flat| save(flat, workshop.save_every))?;
        save_flat(&mut self.store, &coding, flat.cells(), flat.plies())?;
        Ok(())
    }

    /// The sections, in the order of the layers.
    pub fn sections(&self) -> Vec<Section> {
        let state = &self.store.state;
        if let [_, ..] = &state.layers[..] {
            let section = |layer: &Layer| Section { layer: Some(layer.layer), count: layer.count, is_listed: true };
            return state.layers.iter().map(section).collect();
        }
        let count = state.saves.last().map_or(0, |save| save.cells.bytes / state.cell_bytes as u64);
        vec![Section { layer: None, count, is_listed: state.numbers.is_some() }]
    }

    /// Bytes of a cell.
    pub fn cell_bytes(&self) -> usize {
        self.store.state.cell_bytes
    }

    /// How values are written into the cells.
    pub fn coding(&self, scored: bool) -> Coding {
        Coding::new(self.cell_bytes(), scored)
    }

    /// The files of a section, after a look at their checksums.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or are damaged.
    ///
    /// # Panics
    ///
    /// If there is no such section.
    pub fn read(&self, section: &Section) -> io::Result<SectionFiles> {
        let state = &self.store.state;
        let layer = state.layers.iter().find(|layer| Some(layer.layer) == section.layer);
        let (numbers, cells) = match layer {
            Some(layer) => (Some(&layer.numbers), layer.cells.as_ref()),
            None => (state.numbers.as_ref(), state.saves.last().map(|save| &save.cells)),
        };
        let sound = |file: &Finished| self.store.sound(file);
        Ok(SectionFiles {
            numbers: numbers.map(sound).transpose()?,
            cells: sound(cells.expect("a section that is settled"))?,
            width: self.width,
            cell_bytes: self.cell_bytes(),
        })
    }

    /// Removes the work folder.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn delete(self) -> io::Result<()> {
        self.store.delete()
    }
}

/// The files of a section.
#[derive(Debug)]
pub struct SectionFiles {
    numbers: Option<Sound>,
    cells: Sound,
    width: NumberWidth,
    cell_bytes: usize,
}

impl SectionFiles {
    /// A reader; each thread wants its own.
    ///
    /// # Errors
    ///
    /// If the files cannot be opened.
    pub fn reader(&self) -> io::Result<SectionReader> {
        let numbers = self.numbers.as_ref().map(Sound::open).transpose()?;
        Ok(SectionReader { numbers, cells: self.cells.open()?, width: self.width, cell_bytes: self.cell_bytes })
    }
}

/// Reads positions of a section.
#[derive(Debug)]
pub struct SectionReader {
    numbers: Option<File>,
    cells: File,
    width: NumberWidth,
    cell_bytes: usize,
}

impl SectionReader {
    /// `count` positions from `first` on: their numbers, and the bytes of their cells.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn read(&mut self, first: u64, count: usize) -> io::Result<(Vec<u64>, Vec<u8>)> {
        let numbers = match &mut self.numbers {
            Some(file) => self.width.read_at(file, first, count)?,
            None => (first..first + count as u64).collect(),
        };
        let mut cells = vec![0; count * self.cell_bytes];
        self.cells.seek(SeekFrom::Start(first * self.cell_bytes as u64))?;
        self.cells.read_exact(&mut cells)?;
        Ok((numbers, cells))
    }
}

fn save_flat(store: &mut Store, coding: &Coding, cells: &impl Cells, plies: u32) -> io::Result<()> {
    // under a new name, so that the file and the state fit together at every moment
    let nth = store.state.saves.last().map_or(0, |save| save.nth) + 1;
    let name = format!("flat-{nth}.cells");
    let mut file = store.begin(&name)?;
    let mut bytes = vec![];
    for first in (0..cells.len()).step_by(SAVED_AT_ONCE) {
        coding.write((first..cells.len().min(first + SAVED_AT_ONCE)).map(|at| cells.load(at)), &mut bytes);
        file.write_all(&bytes)?;
    }
    let cells = store.finish(&name, file)?;
    let saves = &mut store.state.saves;
    saves.push(Save { nth, plies, cells });
    let old: Vec<Save> = saves.drain(..saves.len().saturating_sub(SAVES_KEPT)).collect();
    store.save()?;
    old.iter().try_for_each(|save| store.remove(&save.cells.name))
}

/// Bytes of files for each cell of a flat array: while it is saved, there is one file more than are kept.
fn flat_bytes(cell_bytes: usize) -> u64 {
    ((SAVES_KEPT + 1) * cell_bytes) as u64
}
