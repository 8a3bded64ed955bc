//! One machine at work for one thread: from some positions to what all their moves lead to.

use crate::judge::Judge;
use crate::machine::{Bench, Joint, Machine};
use crate::position::Seen;

/// So many positions go through the circuits at once.
pub const TOGETHER: usize = 256;

/// What is done at one of some positions.
#[derive(Clone, Copy)]
pub struct Job {
    pub lane: u32,
    pub joint: Joint,
}

/// Room for passes of two widths.
pub struct Line {
    narrow: Bench<1>,
    wide: Bench<4>,
    /// What each role may do at each position.
    legal: [Vec<Vec<u32>>; 2],
    jobs: Vec<Job>,
}

impl Line {
    pub fn new(machine: &Machine) -> Line {
        Line {
            narrow: machine.bench(),
            wide: machine.bench(),
            legal: [0, 1].map(|_| vec![vec![]; TOGETHER]),
            jobs: vec![],
        }
    }

    /// Tells what all moves of so many positions lead to, whose words are given: the words, if there are any, and what is seen there.
    /// For each position its moves in their order. At most one role has a choice.
    pub fn follow<'r>(
        &mut self,
        machine: &Machine,
        judge: &Judge,
        count: usize,
        row: impl Fn(usize) -> &'r [u64] + Copy,
        tell: &mut impl FnMut(Job, Option<&[u64]>, Seen),
    ) {
        match count <= 64 {
            true => list_legal(machine, &mut self.narrow, count, row, &mut self.legal),
            false => list_legal(machine, &mut self.wide, count, row, &mut self.legal),
        }
        let mut jobs = std::mem::take(&mut self.jobs);
        for (lane, (first, second)) in (0..count as u32).zip(self.legal[0].iter().zip(&self.legal[1])) {
            let joints = first.iter().flat_map(|&one| second.iter().map(move |&other| [one, other]));
            jobs.extend(joints.map(|joint| Job { lane, joint }));
        }
        for jobs in jobs.chunks(TOGETHER) {
            self.pass(machine, judge, jobs, &row, tell);
        }
        jobs.clear();
        self.jobs = jobs;
    }

    /// Tells what some moves lead to.
    pub fn pass<'r>(
        &mut self,
        machine: &Machine,
        judge: &Judge,
        jobs: &[Job],
        row: &impl Fn(usize) -> &'r [u64],
        tell: &mut impl FnMut(Job, Option<&[u64]>, Seen),
    ) {
        match jobs.len() <= 64 {
            true => pass(machine, &mut self.narrow, judge, jobs, row, tell),
            false => pass(machine, &mut self.wide, judge, jobs, row, tell),
        }
    }
}

fn list_legal<'r, const W: usize>(
    machine: &Machine,
    bench: &mut Bench<W>,
    count: usize,
    row: impl Fn(usize) -> &'r [u64],
    legal: &mut [Vec<Vec<u32>>; 2],
) {
    let sight = machine.look(bench, count, row);
    for (role, lists) in legal.iter_mut().enumerate() {
        lists[..count].iter_mut().for_each(Vec::clear);
        sight.list_legal(role, &mut lists[..count]);
    }
}

fn pass<'r, const W: usize>(
    machine: &Machine,
    bench: &mut Bench<W>,
    judge: &Judge,
    jobs: &[Job],
    row: impl Fn(usize) -> &'r [u64],
    tell: &mut impl FnMut(Job, Option<&[u64]>, Seen),
) {
    machine.play(bench, jobs.iter().map(|job| job.joint), |lane| row(jobs[lane].lane as usize));
    let mut seen = [Seen::default(); TOGETHER];
    let seen = &mut seen[..jobs.len()];
    judge.judge(&machine.look_ahead(bench), seen);
    machine.reached(bench, jobs.len(), &mut |lane, row| tell(jobs[lane], row, seen[lane]));
}
