//! What a look at positions says about each of them: who is to move, whether it is over, and whether it is a position of a game of ours.

use crate::machine::Sight;

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

/// What is to be known of a position before its moves are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The role that is to move; in a finished position, or where nobody has a choice, it may be either.
    pub mover: usize,
    /// What the roles have reached, if the game is over.
    pub goals: Option<[u8; 2]>,
}

/// Judges positions by what was seen of them.
pub struct Judge {
    /// The number of the move "noop" of each role, if there is one.
    noops: [Option<usize>; 2],
    /// The goals of each role, by number.
    goals: [Vec<u8>; 2],
}

impl Judge {
    /// A judge who knows what doing nothing is called, and what goals are worth.
    pub fn new(noops: [Option<usize>; 2], goals: [Vec<u8>; 2]) -> Judge {
        Judge { noops, goals }
    }

    /// Tells about so many positions, in their order. Who has a choice is to move; if nobody has one, who does not do nothing; and if
    /// that does not tell either, the first role.
    pub fn judge<const W: usize>(
        &self,
        sight: &Sight<W>,
        count: usize,
        tell: &mut impl FnMut(usize, Result<Verdict, Flaw>),
    ) {
        let terminal = sight.terminal();
        let choices = [0, 1].map(|role| Choices::new(sight, role, self.noops[role]));
        let goals = terminal.iter().any(|&word| word != 0).then(|| [0, 1].map(|role| self.goals_of(sight, role)));
        for lane in 0..count {
            let (word, bit) = (lane / 64, lane % 64);
            let is = |plane: &[u64; W]| plane[word] >> bit & 1 == 1;
            let [first, second] = &choices;
            let mover = match (is(&first.two), is(&second.two)) {
                (true, false) => 0,
                (false, true) => 1,
                (true, true) => 0,
                (false, false) => usize::from(is(&first.nothing) && !is(&second.nothing)),
            };
            let verdict = if is(&terminal) {
                let reached =
                    goals.as_ref().map_or([Err(Flaw::NoGoal(0)); 2], |goals| [0, 1].map(|role| goals[role][lane]));
                match reached {
                    [Ok(one), Ok(other)] => Ok(Verdict { mover, goals: Some([one, other]) }),
                    [Err(flaw), _] | [_, Err(flaw)] => Err(flaw),
                }
            } else if is(&first.two) && is(&second.two) {
                Err(Flaw::Simultaneous)
            } else if let Some(role) = (0..2).find(|&role| !is(&choices[role].any)) {
                Err(Flaw::Stuck(role))
            } else {
                Ok(Verdict { mover, goals: None })
            };
            tell(lane, verdict);
        }
    }

    /// What a role has reached at each position.
    fn goals_of<const W: usize>(&self, sight: &Sight<W>, role: usize) -> Vec<Result<u8, Flaw>> {
        let mut reached = vec![Err(Flaw::NoGoal(role)); 64 * W];
        for (plane, &goal) in sight.goals(role).zip(&self.goals[role]) {
            for (lane, slot) in reached.iter_mut().enumerate() {
                if plane[lane / 64] >> (lane % 64) & 1 == 1 {
                    *slot = if *slot == Err(Flaw::NoGoal(role)) { Ok(goal) } else { Err(Flaw::TwoGoals(role)) };
                }
            }
        }
        reached
    }
}

/// Where a role can do anything, can do several things, and can do nothing but nothing.
struct Choices<const W: usize> {
    any: [u64; W],
    two: [u64; W],
    nothing: [u64; W],
}

impl<const W: usize> Choices<W> {
    fn new(sight: &Sight<W>, role: usize, noop: Option<usize>) -> Self {
        let mut choices = Choices { any: [0; W], two: [0; W], nothing: [0; W] };
        for (number, plane) in sight.legal(role).enumerate() {
            for (at, word) in plane.into_iter().enumerate() {
                choices.two[at] |= choices.any[at] & word;
                choices.any[at] |= word;
            }
            if noop == Some(number) {
                choices.nothing = plane;
            }
        }
        choices
    }
}
