//! `perfectplay play`: a person against the perfect opponent, as far as perfection is within reach.

mod command;
mod contest;
mod input;
mod opponent;
mod paint;
mod remark;
mod screen;
mod wrap;

use crate::args::{ESTIMATE_SECONDS, GameArgs, PositionArgs, SearchArgs, Share};
use crate::failure::Failure;
use crate::progress::Interrupt;
use contest::Contest;
use opponent::Opponent;
use perfectplay::door::OwnedSession;
use perfectplay::{Crew, Doors, Means};
use std::process::ExitCode;

/// Play against the perfect opponent in the terminal.
///
/// Type a move, or one of: hint, moves, undo, board, new, help, quit (h, m, u, b, n, ? and q for short). Squares may be in
/// either case; Tab completes, the arrow keys bring back what was typed before. After a mistake it says what could have
/// been had, where that is known.
///
/// The opponent thinks for ten seconds a move at the most, unless --limit-seconds says otherwise; Ctrl-C makes it move at
/// once. It first tries to solve the position; if that takes more than a quarter of its time, it estimates which move is
/// best, and says so. A move of which it says nothing more is proved to be best.
///
/// In a terminal the board is drawn in one place, with colours unless NO_COLOR is set; if input or output is a pipe,
/// everything is plain lines (with colours if CLICOLOR_FORCE is set).
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The side that you play.
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    First,
    Second,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let door = args.game.open_for(doors, &args.position)?;
    let search = args.search.clone().with_default_seconds(ESTIMATE_SECONDS);
    let start = args.position.place(&*door)?;
    let tables = search.tables(&*door)?;
    let share = Share::each_of(2);
    let estimates = search.means_of_estimates(&*door, share)?;
    let means = match search.wants_estimate() {
        true => estimates,
        false => {
            let exact = search.means(&tables, share, Crew::default())?;
            Means { memory_of_estimates: estimates.memory_of_estimates, network: estimates.network, ..exact }
        }
    };
    let remark = args.game.remark(&*door);
    let session = OwnedSession::new(door.clone(), means.clone());
    let session = session.map_err(|error| search.no_session(error, share, &tables))?;
    let opponent = Opponent::new(door, session, means, search, Interrupt::install());
    Contest::new(opponent, start, args.side as usize)?.run(remark)
}
