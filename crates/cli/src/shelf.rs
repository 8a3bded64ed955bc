//! The tables that are used without being named: those in folders of the user, and those that come with the program.

use perfectplay::Shelf;
use std::path::PathBuf;

/// Names folders of tables, separated as in PATH, instead of the one in the user's folder of data.
const VARIABLE: &str = "PERFECTPLAY_TABLES";

/// The folders that are looked through.
pub fn folders() -> Vec<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(list) => std::env::split_paths(&list).filter(|path| !path.as_os_str().is_empty()).collect(),
        None => data_folder().map(|data| data.join("perfectplay").join("tables")).into_iter().collect(),
    }
}

/// Where programs keep the data of the user; `XDG_DATA_HOME` where there is such a thing.
fn data_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.data_dir())
}

/// Those that come with the program.
pub fn shipped() -> Shelf {
    #[cfg(feature = "games")]
    return Shelf::shipped();
    #[cfg(not(feature = "games"))]
    Shelf::default()
}

/// All of them, the user's own first.
pub fn at_hand() -> Shelf {
    folders().into_iter().fold(Shelf::default(), Shelf::with_folder).then(shipped())
}
