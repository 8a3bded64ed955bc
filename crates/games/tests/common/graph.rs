//! Games that nobody would think of: random graphs with extra moves, gains, ties and cycles.

use perfectplay_game::{Ending, Game, Hints, Notation, Player, Step};

/// A token on a graph.
#[derive(Debug)]
pub struct Graph {
    pub vertices: Vec<Vertex>,
    scored: bool,
    /// What it offers to the engines and to the checker.
    pub numbered: bool,
    pub reversible: bool,
    layered: bool,
}

/// What a random graph may have.
#[derive(Clone, Copy, Default)]
pub struct Traits {
    pub with_cycles: bool,
    pub scored: bool,
    /// Scored games can end with a win or a loss, whatever the gains.
    pub abrupt: bool,
    /// Vertices tell how far the game has come; not with cycles.
    pub layered: bool,
}

/// What ends there, or the moves: where to, with what gain, and whether the mover moves again.
#[derive(Debug)]
pub struct Vertex {
    pub ending: Option<Ending>,
    pub moves: Vec<(u8, i32, bool)>,
}

impl Graph {
    pub fn random(random: &mut fastrand::Rng, with_cycles: bool, scored: bool) -> Graph {
        Graph::with(random, 24, Traits { with_cycles, scored, ..Traits::default() })
    }

    /// A graph of fewer than `most` vertices.
    pub fn with(random: &mut fastrand::Rng, most: u8, traits: Traits) -> Graph {
        let Traits { with_cycles, scored, abrupt, layered } = traits;
        let count = random.u8(2..most);
        let vertex = |at: u8| {
            let is_end = at + 1 == count || random.u8(0..6) == 0;
            let ending = match random.u8(0..4) {
                _ if scored && !abrupt => Ending::Tie,
                0 => Ending::Tie,
                1 => Ending::Win,
                _ => Ending::Loss,
            };
            let mut moves: Vec<(u8, i32, bool)> = vec![];
            while !is_end && (moves.is_empty() || random.u8(0..3) > 0) {
                let to = random.u8(if with_cycles { 0 } else { at + 1 }..count);
                if to != at && moves.iter().all(|known| known.0 != to) {
                    moves.push((to, if scored { random.i32(-3..4) } else { 0 }, random.u8(0..3) == 0));
                } else if moves.len() > 3 || count == 2 {
                    break;
                }
            }
            if moves.is_empty() || is_end {
                return Vertex { ending: Some(ending), moves: vec![] };
            }
            Vertex { ending: None, moves }
        };
        Graph { vertices: (0..count).map(vertex).collect(), scored, numbered: false, reversible: false, layered }
    }
}

impl Game for Graph {
    type Position = (u8, Player);
    type Move = u8;

    fn start(&self) -> (u8, Player) {
        (0, Player::First)
    }
    fn turn(&self, position: &(u8, Player)) -> Player {
        position.1
    }
    fn ending(&self, position: &(u8, Player)) -> Option<Ending> {
        self.vertices[position.0 as usize].ending
    }
    fn moves(&self, position: &(u8, Player)) -> impl Iterator<Item = u8> {
        self.vertices[position.0 as usize].moves.iter().map(|mv| mv.0)
    }
    fn play(&self, position: &(u8, Player), to: u8) -> Step<(u8, Player)> {
        let &(_, gain, again) = self.vertices[position.0 as usize].moves.iter().find(|mv| mv.0 == to).unwrap();
        Step { position: (to, if again { position.1 } else { position.1.other() }), gain }
    }
    fn scored(&self) -> bool {
        self.scored
    }
    fn canonical(&self, position: &(u8, Player)) -> (u8, Player) {
        (position.0, Player::First)
    }
    fn layer(&self, position: &(u8, Player)) -> Option<u32> {
        self.layered.then_some(position.0.into())
    }
}

impl Hints for Graph {
    type Key = (u8, Player);
    fn key(&self, position: &(u8, Player)) -> (u8, Player) {
        *position
    }
    fn packed_bits(&self) -> Option<u32> {
        self.numbered.then_some(6)
    }
    fn packed(&self, &(vertex, turn): &(u8, Player)) -> Option<u64> {
        Some(2 * u64::from(vertex) + (turn == Player::Second) as u64)
    }
    fn index_count(&self) -> Option<u64> {
        self.numbered.then_some(self.vertices.len() as u64 + 1)
    }
    fn is_dense(&self) -> bool {
        true
    }
    /// Number 1 is nobody's.
    fn index(&self, position: &(u8, Player)) -> Option<u64> {
        Some(u64::from(position.0) + (position.0 >= 1) as u64)
    }
    fn at_index(&self, index: u64) -> Option<(u8, Player)> {
        (index != 1).then_some(((index - (index > 1) as u64) as u8, Player::First))
    }
    fn unmoves(&self, position: &(u8, Player), before: &mut Vec<(u8, Player)>) -> bool {
        for (from, vertex) in self.vertices.iter().enumerate() {
            let arrivals = vertex.moves.iter().filter(|mv| mv.0 == position.0);
            before.extend(arrivals.map(|mv| (from as u8, if mv.2 { position.1 } else { position.1.other() })));
        }
        self.reversible
    }
}

impl Notation for Graph {
    fn write_move(&self, to: u8) -> String {
        to.to_string()
    }
}
