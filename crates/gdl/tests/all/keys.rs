//! Keys are written to checkpoints and read again, by a game that has not seen their positions.

use crate::data::{folder, read, visit};
use perfectplay_game::registry::{Options, Playable, Visitor};
use perfectplay_gdl::Objective;

/// What random games show before and after; how many positions there were.
struct Rewritten;

impl Visitor for Rewritten {
    type Output = usize;

    fn visit<G: Playable>(self, game: G, _options: &Options) -> usize {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut written, mut keys) = (vec![], vec![]);
        let codec = game.key_codec().expect("a codec");
        for _ in 0..20 {
            let mut position = game.start();
            for _ in 0..12 {
                codec.write(&game.key(&position), &mut written).unwrap();
                keys.push(game.key(&position));
                let moves: Vec<G::Move> = game.moves(&position).collect();
                let Some(&mv) = random.choice(&moves) else { break };
                position = game.play(&position, mv).position;
            }
        }
        let mut from = &written[..];
        for key in &keys {
            assert!(codec.read(&mut from).unwrap() == *key);
        }
        assert!(from.is_empty());
        let other = game.renewed().expect("a renewed game");
        let codec = other.key_codec().expect("a codec");
        let mut from = &written[..];
        let mut again = vec![];
        for _ in &keys {
            codec.write(&codec.read(&mut from).unwrap(), &mut again).unwrap();
        }
        assert_eq!(again, written);
        assert!(codec.read(&mut &written[..3]).is_err());
        keys.len()
    }
}

#[test]
fn packed_and_pooled() {
    for file in ["drop3_4x3.kif", "large/switches.kif"] {
        assert!(visit(&read(&folder().join(file)), Objective::Both, Rewritten).unwrap() > 100, "{file}");
    }
}
