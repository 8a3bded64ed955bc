//! What alpha-beta saves spares the work next time, and never changes an answer.

use perfectplay_game::{Notation, Playable, Value};
use perfectplay_solve::{AlphaBeta, Control, Crew, Engine, Goal};

use crate::common::{open, with_game};

/// Numbered keys and whole keys.
const JOBS: [(&str, &str); 3] =
    [("connect-four cols=5 rows=5", ""), ("dots-and-boxes rows=3 cols=3", ""), ("chomp rows=6 cols=7", "7,7,7,7,7,7")];

fn ask<G: Playable>(engine: &mut AlphaBeta<G>, position: &G::Position) -> (Value, u64) {
    let mut control = Control::default();
    let bounds = engine.bounds(position, Goal::Exact, &mut control).unwrap();
    (bounds.value().unwrap(), control.nodes())
}

fn saved<G: Playable>(engine: &AlphaBeta<G>) -> Vec<u8> {
    let mut bytes = vec![];
    engine.save(&mut bytes).unwrap();
    bytes
}

fn check<G: Playable>(name: &str, game: &G, position: &G::Position) {
    let mut first = AlphaBeta::new(game, 64 << 20).unwrap();
    let (value, nodes) = ask(&mut first, position);
    let bytes = saved(&first);
    let least = AlphaBeta::new(game, 0).err().unwrap().least;
    for (memory, threads) in [(64 << 20, 1), (256 << 20, 1), (2 * least, 1), (64 << 20, 2)] {
        let mut engine = AlphaBeta::with_crew(game, memory, Crew::new(threads)).unwrap();
        engine.load(&mut &bytes[..]).unwrap();
        let (again, fewer) = ask(&mut engine, position);
        assert_eq!(again, value, "{name}");
        assert!(fewer < nodes / 2, "{name}, {memory} bytes: {fewer} of {nodes} nodes");
        if memory >= 64 << 20 {
            // where everything has room, little is lost on the way
            let kept = saved(&engine).len();
            assert!(kept > bytes.len() / 10 * 9, "{name}: {kept} of {} bytes", bytes.len());
        }
    }
    // cut off anywhere, it is an error, and what came before does no harm
    let mut random = fastrand::Rng::with_seed(1);
    let cuts = [0, 1, bytes.len() / 2, bytes.len() - 2, bytes.len() - 1].into_iter();
    for cut in cuts.chain((0..40).map(|_| random.usize(..bytes.len()))) {
        let mut engine = AlphaBeta::new(game, 64 << 20).unwrap();
        assert!(engine.load(&mut &bytes[..cut]).is_err(), "{name}: {cut} of {} bytes", bytes.len());
        if cut % 4 == 0 {
            assert_eq!(ask(&mut engine, position).0, value, "{name}: {cut} of {} bytes", bytes.len());
        }
    }
}

#[test]
fn it_spares_work_and_keeps_the_value() {
    for (line, position) in JOBS {
        let opened = open(line);
        with_game!(opened, |game| check(line, game, game.read_position(position).unwrap().position()));
    }
}
