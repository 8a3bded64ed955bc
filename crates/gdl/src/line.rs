//! One machine at work for one thread: from some positions to what all their moves lead to.

use crate::judge::Judge;
use crate::machine::{Bench, Joint, Machine, Sight};
use crate::position::Seen;

/// So many positions go through the circuits at once.
pub const TOGETHER: usize = 256;

/// What is done at one of some positions.
#[derive(Clone, Copy)]
pub struct Job {
    pub lane: u32,
    pub joint: Joint,
}

/// What a job has led to.
pub struct Reached<'l> {
    pub job: Job,
    /// The words of the position, if there are any.
    pub row: Option<&'l [u64]>,
    pub seen: Seen,
    /// What each role may do there, if that was asked for.
    pub legal: [&'l [u32]; 2],
}

/// Room for passes of two widths.
pub struct Line {
    narrow: Bench<1>,
    wide: Bench<4>,
    /// What each role may do at each position.
    legal: [Vec<Vec<u32>>; 2],
    jobs: Vec<Job>,
    /// Whether it is asked for what is legal at the positions that jobs lead to.
    pub looks_further: bool,
}

impl Line {
    pub fn new(machine: &Machine) -> Line {
        Line {
            narrow: machine.bench(),
            wide: machine.bench(),
            legal: [0, 1].map(|_| vec![vec![]; TOGETHER]),
            jobs: vec![],
            looks_further: false,
        }
    }

    /// Tells what all moves of so many positions lead to, whose words are given, for each position its moves in their order. At most one
    /// role has a choice.
    pub fn follow<'r>(
        &mut self,
        machine: &Machine,
        judge: &Judge,
        count: usize,
        row: impl Fn(usize) -> &'r [u64] + Copy,
        tell: &mut impl FnMut(Reached),
    ) {
        match count <= 64 {
            true => list_legal(&machine.look(&mut self.narrow, count, row), count, &mut self.legal),
            false => list_legal(&machine.look(&mut self.wide, count, row), count, &mut self.legal),
        }
        let mut jobs = std::mem::take(&mut self.jobs);
        for (lane, (first, second)) in (0..count as u32).zip(self.legal[0].iter().zip(&self.legal[1])) {
            let joints = first.iter().flat_map(|&one| second.iter().map(move |&other| [one, other]));
            jobs.extend(joints.map(|joint| Job { lane, joint }));
        }
        self.pass(machine, judge, &jobs, &row, tell);
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
        tell: &mut impl FnMut(Reached),
    ) {
        for jobs in jobs.chunks(TOGETHER) {
            let legal = self.looks_further.then_some(&mut self.legal);
            match jobs.len() <= 64 {
                true => pass(machine, &mut self.narrow, judge, jobs, row, legal, tell),
                false => pass(machine, &mut self.wide, judge, jobs, row, legal, tell),
            }
        }
    }
}

fn list_legal<const W: usize>(sight: &Sight<W>, count: usize, legal: &mut [Vec<Vec<u32>>; 2]) {
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
    mut legal: Option<&mut [Vec<Vec<u32>>; 2]>,
    tell: &mut impl FnMut(Reached),
) {
    machine.play(bench, jobs.iter().map(|job| job.joint), |lane| row(jobs[lane].lane as usize));
    let mut seen = [Seen::default(); TOGETHER];
    let seen = &mut seen[..jobs.len()];
    let sight = machine.look_ahead(bench);
    judge.judge(&sight, seen);
    if let Some(legal) = &mut legal {
        list_legal(&sight, jobs.len(), legal);
    }
    machine.reached(bench, jobs.len(), &mut |lane, row| {
        let legal = legal.as_ref().map_or([&[][..]; 2], |legal| [&legal[0][lane], &legal[1][lane]]);
        tell(Reached { job: jobs[lane], row, seen: seen[lane], legal });
    });
}
