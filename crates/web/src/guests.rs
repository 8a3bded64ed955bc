//! Games that clients bring along: rules that were dropped or pasted on the page.
//!
//! They are read within limits, one file at a time, and kept in memory until others need the room; a client that comes back to one that is
//! gone brings its rules again. Nobody finds those of others, unless by a link: a name has the hash of the rules in it.

use crate::clients::{Allowance, Client};
use crate::failure::Failure;
use perfectplay::rules::Limits;
use perfectplay::{About, Doors};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// So many are kept of each client, and in all.
const KEPT: (usize, usize) = (4, 16);

/// So many are read, or wait to be, of each client, and in all.
const READ: (usize, usize) = (2, 16);

/// All public rules of usual size are read within these, in about a second and 100 MB.
const LIMITS: Limits = Limits { atoms: 200_000, literals: 1_000_000, attempts: 50_000_000 };

/// The longest title, in characters.
const LONGEST_TITLE: usize = 60;

/// The games that are kept.
pub struct Guests {
    /// Those used last are at the end.
    kept: Mutex<Vec<Guest>>,
    waiting: Arc<Allowance>,
    reader: Arc<Semaphore>,
}

struct Guest {
    client: Client,
    name: String,
    doors: Arc<Doors>,
}

/// What a client learns of its rules.
#[derive(Serialize)]
pub struct Welcome {
    /// The name by which the game is asked for.
    name: String,
    title: String,
    /// Why the game cannot be played with the options that it has if none are chosen.
    problem: Option<String>,
    options: Vec<perfectplay::OptionSpec>,
}

impl Guests {
    /// Nobody yet.
    pub fn new() -> Guests {
        let waiting = Allowance::new(READ.0, READ.1);
        Guests { kept: Mutex::default(), waiting, reader: Arc::new(Semaphore::new(1)) }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Guest>> {
        self.kept.lock().expect("nothing panics with the lock")
    }

    /// The doors of the game of this name, if it is kept.
    pub fn find(&self, name: &str) -> Option<Arc<Doors>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|guest| guest.name == name)?;
        kept[at..].rotate_left(1);
        Some(kept.last()?.doors.clone())
    }

    /// Reads the rules of a client and keeps their game.
    pub async fn add(&self, client: Client, title: &str, text: String) -> Result<Welcome, Failure> {
        let title: String = title.chars().filter(|letter| !letter.is_control()).take(LONGEST_TITLE).collect();
        let title = if title.trim().is_empty() { "Your rules".to_string() } else { title.trim().to_string() };
        let name = name(&title, &text);
        if let Some(doors) = self.find(&name) {
            return welcome(&name, &doors);
        }
        let place = self.waiting.take(client, 1).map_err(|full| Failure::busy(full, "rules to be read"))?;
        let turn = self.reader.clone().acquire_owned().await.expect("it is never closed");
        let label = About::new(&name).title(&title);
        let read = spawn_blocking(move || {
            // whether or not somebody waits for it
            let _until_done = (place, turn);
            read_rules(label, &text)
        });
        let (welcome, doors) = read.await.map_err(|error| Failure::panicked(&*error.into_panic()))??;
        self.keep(Guest { client, name, doors: Arc::new(doors) });
        Ok(welcome)
    }

    /// Keeps one more; another one may have to go, of those who have many.
    fn keep(&self, guest: Guest) {
        let mut kept = self.kept();
        kept.retain(|other| other.name != guest.name);
        let count = |kept: &Vec<Guest>, client: Client| kept.iter().filter(|other| other.client == client).count();
        if count(&kept, guest.client) >= KEPT.0 {
            let oldest = kept.iter().position(|other| other.client == guest.client);
            kept.remove(oldest.expect("there are some"));
        } else if kept.len() >= KEPT.1 {
            let most = kept.iter().map(|other| count(&kept, other.client)).max();
            let oldest = kept.iter().position(|other| Some(count(&kept, other.client)) == most);
            kept.remove(oldest.expect("there are some"));
        }
        kept.push(guest);
    }
}

fn read_rules(label: About, text: &str) -> Result<(Welcome, Doors), Failure> {
    let mut doors = Doors::default();
    let name = label.name.clone();
    doors.add_rules(label, text, &LIMITS).map_err(|error| Failure::input(error.to_string()))?;
    Ok((welcome(&name, &doors)?, doors))
}

fn welcome(name: &str, doors: &Doors) -> Result<Welcome, Failure> {
    let About { name, title, options, .. } = doors.about(name)?.clone();
    let problem = doors.open::<&str>(&name, &[]).err().map(|error| error.to_string());
    Ok(Welcome { name, title, problem, options })
}

/// The name of a game: others would have other rules or another title.
fn name(title: &str, text: &str) -> String {
    let hash = Sha256::new().chain_update(title).chain_update([0]).chain_update(text).finalize();
    let digits: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("rules-{digits}")
}
