//! Arguments that several subcommands share.

use crate::failure::{Failure, Reworded};
use crate::progress::ProgressLine;
use crate::shelf;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use perfectplay::check::Terms;
use perfectplay::door::OpenTable;
use perfectplay::{
    Cancel, Crew, Door, DoorError, Doors, EngineKind, Kind, Limits, Means, OptionSpec, Place, Table, networks,
};
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
    /// Sets options of the game: rows=4, or several as in rows=4,cols=5; or its size, columns by rows, as in 7x6, where it has
    /// one. `perfectplay games GAME` lists them.
    #[arg(long = "set", value_name = "KEY=VALUE,…")]
    set: Vec<String>,
}

impl GameArgs {
    /// The game, set up with one more setting.
    pub fn open_with(&self, doors: &Doors, name: &str, value: &str) -> Result<Arc<dyn Door>, Failure> {
        choose(doors, &self.name, &[&self.set[..], &[format!("{name}={value}")]].concat(), false)
    }

    /// The game, set up.
    pub fn open(&self, doors: &Doors) -> Result<Arc<dyn Door>, Failure> {
        choose(doors, &self.name, &self.set, false)
    }

    /// The game, set up for a position: what is set as usual gives way to what its text asks for.
    pub fn open_for(&self, doors: &Doors, position: &PositionArgs) -> Result<Arc<dyn Door>, Failure> {
        let fitted = doors.fitted(self.open(doors)?, position.position.as_deref());
        fitted.map_err(|error| Failure::input(Reworded::new(format!("--position: {error}"), error)))
    }

    /// The game, set up to be looked at and not to be won.
    pub fn open_to_look_at(&self, doors: &Doors) -> Result<Arc<dyn Door>, Failure> {
        choose(doors, &self.name, &self.set, true)
    }

    /// What is to be said of numbers that nobody has set, where the size is another than the usual one: on a larger board they need not
    /// be what one expects.
    pub fn remark(&self, door: &dyn Door) -> Option<String> {
        let about = door.about();
        let given = about.read_settings(&self.set).unwrap_or_default();
        let is_given = |name: &String| given.iter().any(|(given, _)| given == name);
        let is_usual = |spec: &OptionSpec| {
            let of_spec = given.iter().find(|(name, _)| *name == spec.name);
            !about.size.contains(&spec.name) || of_spec.is_none_or(|(_, value)| *value == spec.default)
        };
        let is_silent = |spec: &&OptionSpec| {
            matches!(spec.kind, Kind::Int(..)) && !about.size.contains(&spec.name) && !is_given(&spec.name)
        };
        let told = |spec: &OptionSpec| format!("{}={} ({})", spec.name, spec.default, spec.help);
        let silent: Vec<String> = about.options.iter().filter(is_silent).map(told).collect();
        let is_remarkable = !about.options.iter().all(is_usual) && !silent.is_empty();
        is_remarkable.then(|| format!("With {}, as nothing else is set.", silent.join(", ")))
    }
}

/// The game with a name, or with the rules in a file. Who only looks at a game does not ask what its goals mean.
pub fn choose(doors: &Doors, name: &str, set: &[String], to_look_at: bool) -> Result<Arc<dyn Door>, Failure> {
    let Some(own) = crate::rules::doors(doors, name)? else {
        return Ok(doors.open(name, &doors.about(name)?.read_settings(set)?)?);
    };
    let name = crate::rules::name(name);
    let mut settings = own.about(&name)?.read_settings(set)?;
    if to_look_at && settings.iter().all(|(name, _)| name != "objective") {
        settings.push(("objective".to_string(), "nobody".to_string()));
    }
    Ok(own.open(&name, &settings)?)
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
    #[arg(long, value_name = "E", default_value = "auto", hide_possible_values = true, value_parser = engines())]
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
    /// A table made by `perfectplay table build`, or a folder of them; it answers what it has, at once. Can be given several
    /// times.
    #[arg(long, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// Search, and leave out the tables that are at hand without --table: `perfectplay table list` shows them. They are left
    /// out as well if an engine is named.
    #[arg(long)]
    no_book: bool,
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

/// The engines by name.
fn engines() -> impl TypedValueParser<Value = EngineChoice> {
    let exact = EngineKind::ALL.map(|kind| (kind.name(), EngineChoice::Exact(kind)));
    let auto = std::iter::once(("auto", EngineChoice::Auto));
    one_of(auto.chain(exact).chain([("estimate", EngineChoice::Estimate)]).collect())
}

/// One of these words, and what it stands for.
pub fn one_of<T: Clone + Send + Sync + 'static>(words: Vec<(&'static str, T)>) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).map(move |given| {
        let chosen = words.iter().find(|(word, _)| *word == given);
        chosen.map(|(_, meaning)| meaning.clone()).expect("one of the words")
    })
}

/// How long an estimate takes unless --limit-seconds says otherwise.
pub const ESTIMATE_SECONDS: f64 = 10.0;

/// Estimates are the same each time, as far as time allows.
const SEED: u64 = 1;

/// What an estimate beside an exact search may take, if that is not too much of the memory.
const LEAST_BESIDE: usize = 16 << 20;
const MOST_BESIDE: usize = 128 << 20;

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
    pub fn means_of_proofs(&self, tables: &Tables, crew: Crew) -> Result<(Means, Terms), Failure> {
        let means = self.means(tables, Share::OF_PROOF, crew)?;
        let memory = self.memory_beside(tables) - means.memory.unwrap_or(0);
        Ok((means, Terms { threads: crew.threads(), memory, most_positions: u64::MAX }))
    }

    /// The memory that is left beside the program and its tables.
    fn memory_beside(&self, tables: &[OpenTable]) -> usize {
        self.memory.saturating_sub(taken(tables))
    }

    /// Whether an estimate is asked for, and not a proof.
    pub fn wants_estimate(&self) -> bool {
        self.engine == EngineChoice::Estimate
    }

    /// The tables that were given, and those that are at hand.
    pub fn tables(&self, door: &dyn Door) -> Result<Tables, Failure> {
        let mut tables = vec![];
        for path in &self.table {
            tables.push(find_table(path, door, self.memory_beside(&tables))?);
        }
        if !self.no_book && self.engine == EngineChoice::Auto {
            tables.extend(shelf::at_hand().tables_of(door));
        }
        Ok(tables.into())
    }

    /// What an engine may use that has this share of the memory. It answers from the tables what they have.
    pub fn means(&self, tables: &Tables, share: Share, crew: Crew) -> Result<Means, Failure> {
        let engine = match self.engine {
            EngineChoice::Auto => None,
            EngineChoice::Exact(kind) => Some(kind),
            EngineChoice::Estimate => {
                let message = "--engine: expected an exact engine, found estimate";
                return Err(Failure::input(message));
            }
        };
        let memory = share.of(self.memory_beside(tables));
        let tables = tables.clone();
        Ok(Means { engine, memory: Some(memory), memory_of_estimates: None, network: None, crew, seed: SEED, tables })
    }

    /// The same with an estimate beside the exact answer, where there is memory for both.
    pub fn means_of_analysis(&self, door: &dyn Door, tables: &Tables, crew: Crew) -> Result<Means, Failure> {
        let means = self.means(tables, Share::ALL, crew)?;
        let memory = means.memory.unwrap_or(0);
        let beside = Some(memory / 8).filter(|&beside| beside >= LEAST_BESIDE).map(|beside| beside.min(MOST_BESIDE));
        let memory = Some(memory - beside.unwrap_or(0));
        Ok(Means { memory, memory_of_estimates: beside, network: networks::shipped_for(door), ..means })
    }

    /// The same for estimates.
    pub fn means_of_estimates(&self, door: &dyn Door, share: Share) -> Result<Means, Failure> {
        if self.wants_estimate() && !self.table.is_empty() {
            return Err(Failure::input("--table: expected an exact engine, found --engine estimate"));
        }
        let memory_of_estimates = Some(share.of(self.memory_beside(&[])));
        let (network, tables) = (networks::shipped_for(door), Tables::default());
        Ok(Means { engine: None, memory: None, memory_of_estimates, network, crew: Crew::new(1), seed: SEED, tables })
    }

    /// What is said if there is no session with this share of the memory beside the tables.
    pub fn no_session(&self, error: DoorError, share: Share, tables: &[OpenTable]) -> Failure {
        let DoorError::Memory(error) = error else { return error.into() };
        let least = (taken(tables) + share.least(error.least)).div_ceil(1 << 10);
        let (engine, given) = (error.engine, self.memory);
        let words = format!("--memory: expected at least {least}K for the {engine} engine, found {given} bytes");
        Failure::input(Reworded::new(words, error))
    }
}

/// Tables that answer what they have.
pub type Tables = Arc<[OpenTable]>;

/// What the program and its tables take.
fn taken(tables: &[OpenTable]) -> usize {
    PROGRAM + tables.iter().map(OpenTable::memory).sum::<usize>()
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
    let is_wanted = |table: &Table| table.header().check_name(&door.about().name, door.options()).is_ok();
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
