//! Positions with the true outcome of each of their moves, to see how far estimates can be trusted.
//!
//! A file has a position a line: the moves that lead there, a tab, and for each legal move in its order W, T or L for the side to move.

use perfectplay_game::{NotationError, Playable, Record};
use perfectplay_solve::{Auto, Control, Crew, Estimate, Goal, Limits, Solution, solve_for};
use std::ops::RangeInclusive;

/// A position, and what its moves are worth: 1 for a win, ½ for a tie or draw, 0 for a loss.
pub struct Known<G: Playable> {
    pub record: Record<G>,
    pub worths: Vec<f64>,
}

/// Which positions are wanted.
pub struct Wanted {
    pub count: usize,
    /// After so many moves.
    pub plies: RangeInclusive<usize>,
    /// One move in so many is made by chance, the others as well as can be told at a glance.
    pub by_chance: usize,
    pub seed: u64,
    /// Positions that are harder are left out.
    pub most_nodes: u64,
}

/// Moves made in the tree for a good move.
const GOOD_MOVE: u64 = 2_000;
const MEMORY_OF_PLAY: usize = 16 << 20;
const MEMORY_OF_SOLVING: usize = 2 << 30;

impl Wanted {
    /// Tells of positions one by one; how many were left out because they are too hard.
    pub fn find<G: Playable>(&self, game: &G, mut tell: impl FnMut(&Known<G>)) -> usize {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut solver = Auto::new(game, MEMORY_OF_SOLVING, Crew::new(1)).expect("enough memory");
        let (mut found, mut left_out) = (0, 0);
        while found < self.count {
            let plies = random.usize(self.plies.clone());
            let Some(record) = self.play(game, plies, &mut random) else { continue };
            let mut control = Control::new(Limits { nodes: Some(self.most_nodes), time: None });
            let goal = Goal::Outcome { lead: record.lead(game) };
            let solution =
                solve_for(&mut solver, record.position(), goal, &mut control).expect("a game that can be solved");
            match worths(&solution, record.lead(game)) {
                Some(worths) => {
                    tell(&Known { record, worths });
                    found += 1;
                }
                None => left_out += 1,
            }
        }
        left_out
    }

    /// A game of so many moves that goes on.
    fn play<G: Playable>(&self, game: &G, plies: usize, random: &mut fastrand::Rng) -> Option<Record<G>> {
        let mut player = Estimate::new(game, MEMORY_OF_PLAY, random.u64(..)).expect("enough memory");
        let mut record = Record::new(game);
        for _ in 0..plies {
            let mv = if random.usize(..self.by_chance) == 0 {
                random.choice(game.moves(record.position()).collect::<Vec<_>>())
            } else {
                let mut control = Control::new(Limits { nodes: Some(GOOD_MOVE), time: None });
                let thought = player.think(record.position(), record.lead(game), &mut control);
                thought.expect("a game that keeps its promises").choice().map(|(mv, _)| mv)
            };
            record.play(game, mv?).ok()?;
        }
        game.final_value(record.position()).is_none().then_some(record)
    }
}

fn worths<M: Copy>(solution: &Solution<M>, lead: i32) -> Option<Vec<f64>> {
    let worth = |mv: &perfectplay_solve::RootMove<M>| {
        let bounds = mv.bounds.with_lead(lead);
        bounds.outcome().map(|_| f64::from(bounds.at_least.worth().signum() + 1) / 2.0)
    };
    solution.moves.iter().map(worth).collect()
}

impl<G: Playable> Known<G> {
    /// The line of a file.
    pub fn write(&self, game: &G) -> String {
        let moves: Vec<String> = self.record.moves().map(|mv| game.write_move(mv)).collect();
        let letter = |worth: &f64| {
            if *worth == 1.0 {
                'W'
            } else if *worth == 0.5 {
                'T'
            } else {
                'L'
            }
        };
        format!("{}\t{}", moves.join(","), self.worths.iter().map(letter).collect::<String>())
    }

    /// The position of a line; none of a comment.
    pub fn read(game: &G, line: &str) -> Result<Option<Self>, NotationError> {
        let Some((moves, letters)) = line.split_once('\t').filter(|_| !line.starts_with('#')) else { return Ok(None) };
        let record = game.read_moves(moves)?;
        let worth = |letter: char| match letter {
            'W' => Ok(1.0),
            'T' => Ok(0.5),
            'L' => Ok(0.0),
            _ => Err(NotationError::new("W, T or L", letters)),
        };
        let worths: Vec<f64> = letters.chars().map(worth).collect::<Result<_, _>>()?;
        if worths.len() != game.moves(record.position()).count() {
            return Err(NotationError::new("a letter for each move", letters));
        }
        Ok(Some(Known { record, worths }))
    }

    /// What the position is worth.
    pub fn best(&self) -> f64 {
        self.worths.iter().copied().fold(0.0, f64::max)
    }

    /// Whether there is a move that gives something away.
    pub fn has_a_choice(&self) -> bool {
        self.worths.iter().any(|&worth| worth < self.best())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::{Options, Visitor};

    struct Found;

    impl Visitor for Found {
        type Output = Vec<String>;

        /// The lines of some positions, each of which is read as it was written, with the worths of its moves by another engine.
        fn visit<G: Playable>(self, game: G, _: &Options) -> Vec<String> {
            let wanted = Wanted { count: 20, plies: 4..=9, by_chance: 3, seed: 5, most_nodes: 1_000_000 };
            let mut lines = vec![];
            assert_eq!(wanted.find(&game, |known| lines.push(known.write(&game))), 0);
            let mut oracle = perfectplay_solve::Exhaustive::new(&game, 64 << 20).unwrap();
            for line in &lines {
                let known = Known::read(&game, line).unwrap().expect("a position");
                assert_eq!(known.write(&game), *line);
                let position = known.record.position();
                let exact = perfectplay_solve::solve(&mut oracle, position, &mut Control::default()).unwrap();
                assert_eq!(Some(&known.worths), worths(&exact, known.record.lead(&game)).as_ref(), "{line}");
                assert!((4..=9).contains(&known.record.moves().len()));
                assert_eq!(known.has_a_choice(), known.worths.iter().any(|worth| *worth != known.worths[0]), "{line}");
            }
            for bad in ["1\tWLX", "1\tW", "9\tW"] {
                assert!(Known::read(&game, bad).is_err(), "{bad}");
            }
            assert!(Known::read(&game, "# a comment\t").unwrap().is_none());
            lines
        }
    }

    #[test]
    fn positions_are_read_as_they_were_written_and_their_worths_are_right() {
        let setting = |key: &str, value: &str| (key.to_string(), value.to_string());
        let small = [setting("cols", "4"), setting("rows", "4")];
        let lines = perfectplay_games::visit("connect-four", &small, Found).unwrap();
        assert_eq!(
            lines,
            perfectplay_games::visit("connect-four", &small, Found).unwrap(),
            "the same for the same seed"
        );
        perfectplay_games::visit("dots-and-boxes", &small[..0], Found).unwrap();
    }
}
