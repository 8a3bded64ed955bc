//! A certificate that is given up: whatever is under way ends soon, also where no engine is asked.

use perfectplay::check::{Claim, Gets, Header, Side, Terms};
use perfectplay::files::Draft;
use perfectplay::{
    AlphaBeta, Bounds, Cancel, CertifyError, Control, Ending, Game, Hints, Limits, Notation, Options, Player, Record,
    Step, Value, certify,
};
use std::sync::atomic::{AtomicU64, Ordering};

const SWITCHES: u8 = 28;

/// Players throw switches until all are thrown, and nobody wins; after so many moves, played by anyone, it is cancelled.
struct Switches {
    played: AtomicU64,
    most: u64,
    cancel: Cancel,
}

impl Game for Switches {
    type Position = (u32, Player);
    type Move = u8;

    fn start(&self) -> (u32, Player) {
        (0, Player::First)
    }
    fn turn(&self, position: &(u32, Player)) -> Player {
        position.1
    }
    fn ending(&self, position: &(u32, Player)) -> Option<Ending> {
        (position.0.count_ones() == u32::from(SWITCHES)).then_some(Ending::Tie)
    }
    fn moves(&self, &(thrown, _): &(u32, Player)) -> impl Iterator<Item = u8> {
        (0..SWITCHES).filter(move |switch| thrown >> switch & 1 == 0)
    }
    fn play(&self, position: &(u32, Player), switch: u8) -> Step<(u32, Player)> {
        if self.played.fetch_add(1, Ordering::Relaxed) == self.most {
            self.cancel.cancel();
        }
        (position.0 | 1 << switch, position.1.other()).into()
    }
    fn layer(&self, position: &(u32, Player)) -> Option<u32> {
        Some(position.0.count_ones())
    }
}

impl Hints for Switches {
    type Key = (u32, Player);
    fn key(&self, position: &(u32, Player)) -> (u32, Player) {
        *position
    }
    fn bounds(&self, _position: &(u32, Player)) -> Bounds {
        Bounds::exactly(Value::Tie)
    }
}

impl Notation for Switches {
    fn write_move(&self, switch: u8) -> String {
        switch.to_string()
    }
}

/// How many moves were played after it was cancelled, and whether it ended because of that.
fn moves_after_the_end(most: u64, limits: Limits) -> (u64, bool) {
    let game = Switches { played: AtomicU64::new(0), most, cancel: Cancel::default() };
    let claims = vec![Claim { side: Side::Mover, gets: Gets::NotLoss { within: None } }];
    let (header, _) = Header::about("switches", &Options::default(), &game, &Record::new(&game)).unwrap();
    let header = Header { claims, ..header };
    let folder = tempfile::tempdir().unwrap();
    let terms = Terms { threads: 2, memory: 1 << 30, most_positions: u64::MAX };
    let mut engine = AlphaBeta::new(&game, 1 << 24).unwrap();
    let mut control = Control::new(limits).with_cancel(game.cancel.clone());
    let mut draft = Draft::create(&folder.path().join("proof")).unwrap();
    let result = certify(&mut draft, &game, &header, &mut engine, terms, &mut control);
    drop(draft);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    (game.played.load(Ordering::Relaxed).saturating_sub(most), matches!(result, Err(CertifyError::Stopped)))
}

#[test]
fn a_certificate_that_is_cancelled() {
    // in the middle of a turn of either side
    for most in [10, 1_000, 50_000, 300_000, 1_000_000] {
        let (after, is_stopped) = moves_after_the_end(most, Limits::default());
        assert!(is_stopped && after < 200_000, "{after} moves after {most}");
    }
}

#[test]
fn a_certificate_that_takes_too_long() {
    let limits = Limits { nodes: None, time: Some(std::time::Duration::from_millis(50)) };
    let (_, is_stopped) = moves_after_the_end(u64::MAX, limits);
    assert!(is_stopped);
}
