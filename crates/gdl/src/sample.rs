//! What is seen in some random games: whether roles take turns, and what goals add up to.

use crate::Sheet;
use crate::judge::Flaw;
use crate::playouts::Playouts;
use crate::position::Seen;
use std::collections::BTreeSet;
use std::fmt;

/// So many moves are made in 64 games each.
const MOVES: usize = 512;
/// So many wires may be read for that.
const WORK: usize = 60_000_000;

/// What was seen. It tells what is wrong for sure, and what is right only so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sample {
    /// What the goals of both roles add up to.
    pub sums: BTreeSet<u8>,
    /// So many positions were met.
    pub positions: usize,
    /// So many of them were finished.
    pub finished: usize,
    /// What was wrong with positions.
    pub flaws: Vec<Flaw>,
}

impl Sample {
    /// Plays some games, the same ones every time.
    pub fn new(sheet: &Sheet) -> Sample {
        let mut sample = Sample::default();
        let mut games: Playouts<1> = Playouts::new(&sheet.plain, 2);
        let mut bench = sheet.plain.bench();
        for _ in 0..MOVES {
            if games.work() + bench.work > WORK {
                break;
            }
            let sight = sheet.plain.look_at_planes(&mut bench, games.planes());
            let mut seen = [Seen::default(); 64];
            sheet.judge.judge(&sight, &mut seen);
            sample.positions += seen.len();
            for seen in seen {
                let goals = seen.goals();
                sample.finished += usize::from(goals.is_some());
                sample.sums.extend(goals.map(|[one, other]| one + other));
                sample.flaws.extend(seen.flaw().filter(|flaw| !sample.flaws.contains(flaw)));
            }
            games.advance();
        }
        sample
    }
}

/// In sentences.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let saw = |flaw: fn(&Flaw) -> bool| self.flaws.iter().any(flaw);
        let turns = match (saw(|flaw| *flaw == Flaw::Simultaneous), saw(|flaw| matches!(flaw, Flaw::Stuck(_)))) {
            (true, _) => "both roles had a choice at the same time",
            (_, true) => "a role could do nothing although the game went on",
            _ => "the roles took turns",
        };
        write!(f, "In random games with {} positions, {} of them finished, {turns}", self.positions, self.finished)?;
        let sums: Vec<String> = self.sums.iter().map(u8::to_string).collect();
        match &sums[..] {
            _ if saw(|flaw| matches!(flaw, Flaw::NoGoal(_) | Flaw::TwoGoals(_))) => {
                write!(f, ", and not each role had one goal.")?
            }
            [] => write!(f, ".")?,
            [sum] => write!(f, ", and goals added up to {sum}.")?,
            _ => write!(f, ", and goals added up to {}.", sums.join(" or "))?,
        }
        Ok(())
    }
}
