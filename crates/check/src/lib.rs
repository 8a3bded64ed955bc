//! Certificates: what a position is worth, with a strategy that proves it, and a checker that trusts nothing but the
//! rules.
//!
//! A [`Claim`] says that one side of a position gets at least so much. Its certificate is a way to play for that side:
//! one move at each of its turns, for every reply of the opponent. The checker walks through all positions that can
//! come up ([`walk`]) with the rules of the game alone; it does not search, and shares no code with the engines. An
//! exact value is two claims, one for each side, in one file.
//!
//! The crate knows nothing of engines: whatever can say how to play is a [`Strategy`], and [`write()`] makes a
//! certificate of it.

mod book;
mod check;
mod checker;
mod claim;
mod error;
mod format;
mod header;
mod trusted;
mod walk;
mod write;

pub use book::Book;
pub use check::{CheckError, Reason, check};
pub use checker::{Checker, Rejection};
pub use claim::{Claim, Gets, Side, UnfitClaim};
pub use error::CertificateError;
pub use format::{Certificate, Counts, Source};
pub use header::Header;
pub use trusted::Trusted;
pub use walk::{Demand, Fault, Strategy, Terms, Trouble, Verdict, walk};
pub use write::{WriteError, write};
