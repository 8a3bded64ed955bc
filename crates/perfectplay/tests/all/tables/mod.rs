//! Tables: built, read, verified, counted, exported, damaged and forged.

mod bench;
mod book;
mod built;
mod damage;
mod export;
mod forged;
mod forger;
mod forgeries;
mod judge;
#[cfg(feature = "books")]
mod shipped;
mod stats;
mod totals;
mod work;
