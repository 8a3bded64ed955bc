//! What a look at positions says about each of them: who is to move, whether it is over, and whether it is a position of a game of ours.

use crate::machine::{Sight, first_ones, ones};
use crate::position::Seen;

/// What is wrong with a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// Both roles have a choice.
    Simultaneous,
    /// The game goes on, but this role can do nothing.
    Stuck(usize),
    /// The game is over, and this role has no goal.
    NoGoal(usize),
    /// The game is over, and this role has several goals.
    TwoGoals(usize),
}

/// Judges positions by what was seen of them.
pub struct Judge {
    /// The numbers of the moves "noop" of each role, in whatever spelling.
    noops: [Vec<usize>; 2],
    /// The goals of each role, by number.
    goals: [Vec<u8>; 2],
}

impl Judge {
    /// A judge who knows what doing nothing is called, and what goals are worth.
    pub fn new(noops: [Vec<usize>; 2], goals: [Vec<u8>; 2]) -> Judge {
        Judge { noops, goals }
    }

    /// Tells about some positions, in their order. Who has a choice is to move; if nobody has one, who does not do nothing; and if
    /// that does not tell either, the first role.
    pub fn judge<const W: usize>(&self, sight: &Sight<W>, seen: &mut [Seen]) {
        let terminal = sight.terminal();
        let [first, second] = [0, 1].map(|role| Choices::new(sight, role, &self.noops[role]));
        for (word, lanes) in seen.chunks_mut(64).enumerate() {
            let both = first.two[word] & second.two[word];
            let moves_second = !first.two[word] & (second.two[word] | (first.nothing[word] & !second.nothing[word]));
            let flawed = both | !first.any[word] | !second.any[word];
            for (lane, seen) in lanes.iter_mut().enumerate() {
                *seen = Seen::open((moves_second >> lane & 1) as usize);
            }
            let these = first_ones(lanes.len()) & !terminal[word];
            for lane in ones(flawed & these) {
                let is = |word: u64| word >> lane & 1 == 1;
                lanes[lane] = Seen::flawed(match is(both) {
                    true => Flaw::Simultaneous,
                    false => Flaw::Stuck(usize::from(is(first.any[word]))),
                });
            }
        }
        if terminal.iter().any(|&word| word != 0) {
            self.judge_finished(sight, terminal, seen);
        }
    }

    /// Tells about the positions at which the game is over.
    fn judge_finished<const W: usize>(&self, sight: &Sight<W>, terminal: [u64; W], seen: &mut [Seen]) {
        let mut reached = [0, 1].map(|role| [[Err(Flaw::NoGoal(role)); 64]; W]);
        for (role, reached) in reached.iter_mut().enumerate() {
            for (plane, &goal) in sight.goals(role).zip(&self.goals[role]) {
                for (word, reached) in reached.iter_mut().enumerate() {
                    for lane in ones(plane[word] & terminal[word]) {
                        let is_first = reached[lane] == Err(Flaw::NoGoal(role));
                        reached[lane] = if is_first { Ok(goal) } else { Err(Flaw::TwoGoals(role)) };
                    }
                }
            }
        }
        for (word, lanes) in seen.chunks_mut(64).enumerate() {
            for lane in ones(terminal[word] & first_ones(lanes.len())) {
                lanes[lane] = match [reached[0][word][lane], reached[1][word][lane]] {
                    [Ok(one), Ok(other)] => Seen::finished(lanes[lane].mover(), [one, other]),
                    [Err(flaw), _] | [_, Err(flaw)] => Seen::flawed(flaw),
                };
            }
        }
    }
}

/// Where a role can do anything, can do several things, and can do nothing but nothing.
struct Choices<const W: usize> {
    any: [u64; W],
    two: [u64; W],
    nothing: [u64; W],
}

impl<const W: usize> Choices<W> {
    fn new(sight: &Sight<W>, role: usize, noops: &[usize]) -> Self {
        let mut choices = Choices { any: [0; W], two: [0; W], nothing: [0; W] };
        for (number, plane) in sight.legal(role).enumerate() {
            for (at, word) in plane.into_iter().enumerate() {
                choices.two[at] |= choices.any[at] & word;
                choices.any[at] |= word;
            }
            if noops.contains(&number) {
                choices.nothing.iter_mut().zip(plane).for_each(|(nothing, word)| *nothing |= word);
            }
        }
        choices
    }
}
