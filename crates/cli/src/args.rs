//! Arguments that several subcommands share.

use crate::failure::{Failure, Reworded};
use crate::progress::ProgressLine;
use clap::Args;
use perfectplay::check::Terms;
use perfectplay::door::OpenTable;
use perfectplay::{Cancel, Crew, Door, DoorError, Doors, EngineKind, Limits, Means, Place, Table};
pub use perfectplay_checker::read_size;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// A game and its options.
#[derive(Args)]
pub struct GameArgs {
    /// Name of the game, or a file with its rules; `perfectplay games` lists the names.
    #[arg(value_name = "GAME")]
    name: String,
    /// Sets an option of the game, such as rows=4; `perfectplay games GAME` lists them.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = read_setting)]
    set: Vec<(String, String)>,
}

fn read_setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found {text:?}"))?;
    Ok((key.trim().to_string(), value.trim().to_string()))
}

impl GameArgs {
    /// The game, set up with one more setting.
    pub fn open_with(&self, doors: &Doors, name: &str, value: &str) -> Result<Arc<dyn Door>, Failure> {
        let more = [(name.to_string(), value.to_string())];
        choose(doors, &self.name, &[&self.set[..], &more].concat(), false)
    }

    /// The game, set up.
    pub fn open(&self, doors: &Doors) -> Result<Arc<dyn Door>, Failure> {
        choose(doors, &self.name, &self.set, false)
    }

    /// The game, set up to be looked at and not to be won.
    pub fn open_to_look_at(&self, doors: &Doors) -> Result<Arc<dyn Door>, Failure> {
        choose(doors, &self.name, &self.set, true)
    }
}

/// The game with a name, or with the rules in a file. Who only looks at a game does not ask what its goals mean.
pub fn choose(doors: &Doors, name: &str, set: &[(String, String)], to_look_at: bool) -> Result<Arc<dyn Door>, Failure> {
    let Some(own) = crate::rules::doors(doors, name)? else { return Ok(doors.open(name, set)?) };
    let objective = ("objective".to_string(), "nobody".to_string());
    let is_told = set.iter().any(|(name, _)| *name == objective.0);
    let set = if to_look_at && !is_told { [set, &[objective]].concat() } else { set.to_vec() };
    Ok(own.open(&crate::rules::name(name), &set)?)
}

/// A position of the game; the start if neither is given.
#[derive(Args)]
#[group(multiple = false)]
pub struct PositionArgs {
    /// The position, in the notation of the game.
    #[arg(long, short, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// The moves made from the start, separated by commas.
    #[arg(long, short, value_name = "M,M,…", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl PositionArgs {
    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.position.is_some() || self.moves.is_some()
    }

    /// The place, which is one of the game.
    pub fn place(&self, door: &dyn Door) -> Result<Place, Failure> {
        let (place, flag) = match (&self.position, &self.moves) {
            (Some(text), _) => (Place::position(text), "--position"),
            (_, Some(text)) => (Place::moves(text), "--moves"),
            (None, None) => (Place::default(), ""),
        };
        door.lead(&place).map_err(|error| Failure::input(Reworded::new(format!("{flag}: {error}"), error)))?;
        Ok(place)
    }
}

/// How many threads to use.
#[derive(Args)]
pub struct ThreadArgs {
    /// Threads to use (default: all cores). The result is the same with any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The threads.
    pub fn crew(&self) -> Crew {
        self.threads.map_or_else(Crew::default, |threads| Crew::new(threads.into()))
    }
}

/// How to search, and how far.
#[derive(Args, Clone)]
pub struct SearchArgs {
    /// The engine: exhaustive (every position below, for small games), alpha-beta (for games without cycles),
    /// proof-number (the same, for deep questions of who wins), retrograde (from the ends backwards, for games with
    /// cycles), or auto (the one that fits the game and the question; the answer tells which and why).
    /// estimate plays many games by chance instead, and tells which move did best: a good guess, not a proof.
    #[arg(long, value_name = "E", default_value = "auto", value_parser = read_engine)]
    engine: EngineChoice,
    /// Stop after so many positions; what has been shown until then is the answer. Several threads may pass the limit by
    /// a thousand each.
    #[arg(long, value_name = "N", value_parser = read_count::<u64>, allow_negative_numbers = true)]
    limit_nodes: Option<u64>,
    /// Stop after so many seconds.
    #[arg(long, value_name = "S", value_parser = read_seconds, allow_negative_numbers = true)]
    limit_seconds: Option<f64>,
    /// Memory for the whole program, such as 512M or 2G.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = read_size, allow_negative_numbers = true)]
    memory: usize,
    /// A table made by `perfectplay table build`, or a folder of them; it answers what it has, at once.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// What is to be done about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineChoice {
    /// Solve it with the engine that fits the game.
    Auto,
    /// Solve it with this engine.
    Exact(EngineKind),
    /// Estimate it.
    Estimate,
}

fn read_engine(text: &str) -> Result<EngineChoice, String> {
    match text {
        "auto" => return Ok(EngineChoice::Auto),
        "estimate" => return Ok(EngineChoice::Estimate),
        _ => {}
    }
    let kind = EngineKind::ALL.into_iter().find(|kind| kind.name() == text);
    let names = EngineKind::ALL.map(EngineKind::name).join(", ");
    kind.map(EngineChoice::Exact).ok_or_else(|| format!("expected auto, {names}, estimate, found {text:?}"))
}

/// How long an estimate takes unless --limit-seconds says otherwise.
pub const ESTIMATE_SECONDS: f64 = 10.0;

/// Estimates are the same each time, as far as time allows.
const SEED: u64 = 1;

/// What the program itself takes, with its threads and buffers.
pub const PROGRAM: usize = 12 << 20;

/// A part of the memory that is left beside the program and its table: so many of so many.
#[derive(Clone, Copy)]
pub struct Share(usize, usize);

impl Share {
    /// All of it.
    pub const ALL: Share = Share(1, 1);
    /// What an engine gets of the memory of a proof; the rest is for the walk that writes and checks the certificate.
    pub const OF_PROOF: Share = Share(3, 4);

    /// The same for each of so many.
    pub fn each_of(count: usize) -> Share {
        Share(1, count)
    }

    fn of(self, memory: usize) -> usize {
        memory / self.1 * self.0
    }

    /// The least memory of which this is the share.
    fn least(self, share: usize) -> usize {
        share.div_ceil(self.0) * self.1
    }
}

impl SearchArgs {
    /// The limits of one search.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.limit_nodes, time: self.limit_seconds.map(Duration::from_secs_f64) }
    }

    /// The limits of an estimate, which goes on for ever without any.
    pub fn estimate_limits(&self) -> Limits {
        match self.limits() {
            Limits { nodes: None, time: None } => self.clone().with_default_seconds(ESTIMATE_SECONDS).limits(),
            given => given,
        }
    }

    /// The same with a limit on time, if none is given.
    #[must_use]
    pub fn with_default_seconds(mut self, seconds: f64) -> Self {
        self.limit_seconds.get_or_insert(seconds);
        self
    }

    /// Means for a session that also writes certificates, and the terms of those: together they stay within the memory.
    pub fn means_of_proofs<'m>(&self, table: Option<&'m OpenTable>, crew: Crew) -> Result<(Means<'m>, Terms), Failure> {
        let means = self.means(table, Share::OF_PROOF, crew)?;
        let memory = self.memory_beside(table) - means.memory.unwrap_or(0);
        Ok((means, Terms { threads: crew.threads(), memory, most_positions: u64::MAX }))
    }

    /// The memory that is left beside the program and its table.
    fn memory_beside(&self, table: Option<&OpenTable>) -> usize {
        self.memory.saturating_sub(PROGRAM + table.map_or(0, OpenTable::memory))
    }

    /// Whether an estimate is asked for, and not a proof.
    pub fn wants_estimate(&self) -> bool {
        self.engine == EngineChoice::Estimate
    }

    /// The table that was given, if one was.
    pub fn table(&self, door: &dyn Door) -> Result<Option<OpenTable>, Failure> {
        self.table.as_deref().map(|path| find_table(path, door, self.memory_beside(None))).transpose()
    }

    /// What an engine may use that has this share of the memory. It answers from the table what that has.
    pub fn means<'m>(&self, table: Option<&'m OpenTable>, share: Share, crew: Crew) -> Result<Means<'m>, Failure> {
        let engine = match self.engine {
            EngineChoice::Auto => None,
            EngineChoice::Exact(kind) => Some(kind),
            EngineChoice::Estimate => {
                let message = "--engine: expected an exact engine, found estimate";
                return Err(Failure::input(message));
            }
        };
        let memory = share.of(self.memory_beside(table));
        Ok(Means { engine, memory: Some(memory), memory_of_estimates: None, crew, seed: SEED, table })
    }

    /// The same for estimates.
    pub fn means_of_estimates<'m>(&self, share: Share) -> Result<Means<'m>, Failure> {
        if self.wants_estimate() && self.table.is_some() {
            return Err(Failure::input("--table: expected an exact engine, found --engine estimate"));
        }
        let memory_of_estimates = Some(share.of(self.memory_beside(None)));
        Ok(Means { engine: None, memory: None, memory_of_estimates, crew: Crew::new(1), seed: SEED, table: None })
    }

    /// What is said if there is no session with this share of the memory beside the table.
    pub fn no_session(&self, error: DoorError, share: Share, table: Option<&OpenTable>) -> Failure {
        let DoorError::Memory(error) = error else { return error.into() };
        let taken = PROGRAM + table.map_or(0, OpenTable::memory);
        let least = (taken + share.least(error.least)).div_ceil(1 << 10);
        let (engine, given) = (error.engine, self.memory);
        let words = format!("--memory: expected at least {least}K for the {engine} engine, found {given} bytes");
        Failure::input(Reworded::new(words, error))
    }
}

/// The table at this path, or the first in this folder, that is of the game with its options. Positions without numbers of their own
/// are discovered within the memory.
pub fn find_table(path: &Path, door: &dyn Door, memory: usize) -> Result<OpenTable, Failure> {
    let open = |table| open_table(table, door, memory);
    if !path.is_dir() {
        return open(Table::open(path)?);
    }
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.sort_unstable();
    let mut tables = files.iter().filter(|file| file.is_file()).filter_map(|file| Table::open(file).ok());
    let is_wanted = |table: &Table| table.check_name(&door.about().name, door.options()).is_ok();
    let table = tables.find(is_wanted).ok_or_else(|| {
        let options = serde_json::to_string(door.options()).expect("options can be written as JSON");
        let (game, folder) = (&door.about().name, path.display());
        Failure::input(format!("expected a table of {game} {options} in the folder {folder}, found none"))
    })?;
    open(table)
}

/// Makes a table ready to be asked.
pub fn open_table(table: Table, door: &dyn Door, memory: usize) -> Result<OpenTable, Failure> {
    let progress = ProgressLine::new();
    // there is nothing to lose: Ctrl-C just ends the program
    let mut control = progress.control(Limits::default(), &Cancel::default(), 0);
    Ok(door.open_table(table, memory, &mut control)?)
}

/// Refuses a file that could not be written in the end, before the work begins.
pub fn can_be_written(flag: &str, file: &Path) -> Result<(), Failure> {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // the file takes the place of one that is there, which must not be a device
    if !parent.is_dir() || (file.exists() && !file.is_file()) {
        let (file, parent) = (file.display(), parent.display());
        return Err(Failure::input(format!(
            "{flag}: expected a file in a folder that exists, found {file} in {parent}"
        )));
    }
    Ok(())
}

/// A whole number that is not negative.
pub fn read_count<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 on, found {text:?}"))
}

/// A number of seconds.
pub fn read_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    seconds.ok_or_else(|| format!("expected a number of seconds from 0 to 1e9, found {text:?}"))
}
