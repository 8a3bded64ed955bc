//! All tests of tables in one program, because the games are compiled into it many times over.

mod common;
mod damage;
mod export;
mod forged;
mod forger;
mod forgeries;
mod judge;
mod stats;
mod tables;
mod totals;
mod work;
