//! What can be measured.

/// Jobs that share a section of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    ConnectFour,
    TestSets,
    Memory,
    TixTax,
    Tables,
    DotsAndBoxes,
    TriangleWar,
    TicTacToe,
    LargeConnectFour,
}

impl Group {
    pub const ALL: [Group; 9] = [
        Group::ConnectFour,
        Group::TestSets,
        Group::Memory,
        Group::TixTax,
        Group::Tables,
        Group::DotsAndBoxes,
        Group::TriangleWar,
        Group::TicTacToe,
        Group::LargeConnectFour,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Group::ConnectFour => "connect-four",
            Group::TestSets => "test-sets",
            Group::Memory => "memory",
            Group::TixTax => "tixtax",
            Group::Tables => "tables",
            Group::DotsAndBoxes => "dots-and-boxes",
            Group::TriangleWar => "triangle-war",
            Group::TicTacToe => "tic-tac-toe",
            Group::LargeConnectFour => "large-connect-four",
        }
    }
}

/// A question to solve.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub name: &'static str,
    pub group: Group,
    /// The arguments of our program that do not follow from the rest.
    pub ask: &'static str,
    pub question: Question,
    pub threads: u16,
    /// How much memory is allowed; if empty, what the program takes by itself.
    pub memory: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// The value of the start; if it is known from elsewhere, the answer begins with this.
    Start(&'static str),
    /// The first so many positions of a file of Connect Four, which has lines of moves and score.
    Scores(&'static str, usize),
    /// Who wins the positions of a file that are so many plies from the start, or more.
    Outcomes(&'static str, u32),
    /// A table of all positions, of which so many have a cell.
    Table(u64),
}

const fn job(
    group: Group,
    name: &'static str,
    ask: &'static str,
    question: Question,
    (threads, memory): (u16, &'static str),
) -> Job {
    Job { name, group, ask, question, threads, memory }
}

/// What our program takes by itself.
const DEFAULT: &str = "";
const ALL: usize = usize::MAX;

/// All jobs. Known values are those of docs/results.md; who wins Connect Four is in John Tromp's table
/// (<https://tromp.github.io/c4/c4.html>), and in how many plies on 7×6 in that of ChristopheSteininger/c4.
#[rustfmt::skip]
const JOBS: &[Job] = {
    use Group::*;
    use Question::*;
    const FOUR: &str = "solve connect-four --no-book --value-only";
    const L1_R2: &str = "connect-four-L1_R2.txt";
    const LATE: &str = "tixtax-positions.txt";
    const WHO: &str = "solve tixtax --outcome --value-only";
    const PROOF: &str = "solve tixtax --outcome --value-only --engine proof-number";
    &[
        job(ConnectFour, "connect-four-empty", FOUR, Start("win in 41 plies, score 1"), (1, DEFAULT)),
        job(ConnectFour, "connect-four-empty-2-threads", FOUR, Start("win in 41 plies, score 1"), (2, DEFAULT)),
        job(TestSets, "connect-four-L3_R1", FOUR, Scores("connect-four-L3_R1.txt", ALL), (1, DEFAULT)),
        job(TestSets, "connect-four-L2_R1", FOUR, Scores("connect-four-L2_R1.txt", ALL), (1, DEFAULT)),
        job(TestSets, "connect-four-L2_R2", FOUR, Scores("connect-four-L2_R2.txt", ALL), (1, DEFAULT)),
        job(TestSets, "connect-four-L1_R1", FOUR, Scores("connect-four-L1_R1.txt", ALL), (1, DEFAULT)),
        job(TestSets, "connect-four-L1_R2", FOUR, Scores(L1_R2, 100), (1, DEFAULT)),
        job(TestSets, "connect-four-L1_R3", FOUR, Scores("connect-four-L1_R3.txt", 5), (1, DEFAULT)),
        job(Memory, "memory-64M", FOUR, Scores(L1_R2, 100), (1, "64M")),
        job(Memory, "memory-256M", FOUR, Scores(L1_R2, 100), (1, "256M")),
        job(Memory, "memory-1G", FOUR, Scores(L1_R2, 100), (1, "1G")),
        job(Memory, "memory-4G", FOUR, Scores(L1_R2, 100), (1, "4G")),
        job(TixTax, "tixtax-proof-number", PROOF, Outcomes(LATE, 36), (1, "2G")),
        job(TixTax, "tixtax-auto", WHO, Outcomes(LATE, 36), (1, "2G")),
        job(TixTax, "tixtax-proof-number-2-threads", PROOF, Outcomes(LATE, 36), (2, "2G")),
        job(Tables, "quixo-4x4", "table build quixo --set size=4", Table(43_046_721), (2, DEFAULT)),
        job(DotsAndBoxes, "dots-and-boxes-3x3", "solve dots-and-boxes --set rows=3 --set cols=3 --value-only", Start("loss by 3"), (1, DEFAULT)),
        job(DotsAndBoxes, "dots-and-boxes-3x4", "solve dots-and-boxes --set rows=3 --set cols=4 --value-only", Start("tie"), (1, DEFAULT)),
        job(DotsAndBoxes, "dots-and-boxes-4x4", "solve dots-and-boxes --set rows=4 --set cols=4 --value-only", Start("tie"), (2, "4G")),
        job(TriangleWar, "triangle-war-3", "solve triangle-war", Start("loss by 3"), (2, DEFAULT)),
        job(TriangleWar, "triangle-war-4", "solve triangle-war --set side=4 --value-only", Start("loss by 2"), (1, DEFAULT)),
        job(TriangleWar, "triangle-war-5", "solve triangle-war --set side=5 --value-only", Start("win by 1"), (2, "2G")),
        job(TicTacToe, "tic-tac-toe-3x3-3", "solve weighted-tic-tac-toe --set rows=3 --value-only", Start("tie"), (1, "64M")),
        job(TicTacToe, "tic-tac-toe-4x4-3", "solve weighted-tic-tac-toe --set rows=4 --set cols=4 --value-only", Start("win in 5 plies"), (1, "64M")),
        job(TicTacToe, "tic-tac-toe-4x4-4", "solve weighted-tic-tac-toe --set rows=4 --set cols=4 --set k=4 --value-only", Start("tie"), (1, "64M")),
        job(TicTacToe, "tic-tac-toe-5x5-4", "solve weighted-tic-tac-toe --set rows=5 --set cols=5 --set k=4 --value-only", Start("tie"), (2, "1G")),
        job(TicTacToe, "tic-tac-toe-5x5-5", "solve weighted-tic-tac-toe --set rows=5 --set cols=5 --set k=5 --value-only", Start(""), (2, "1G")),
        job(LargeConnectFour, "connect-four-6x7", "solve connect-four --set cols=6 --set rows=7 --value-only", Start("win"), (2, "1G")),
        job(LargeConnectFour, "connect-four-7x7", "solve connect-four --set rows=7 --value-only", Start("tie"), (2, "4G")),
        job(LargeConnectFour, "connect-four-8x6", "solve connect-four --set cols=8 --value-only", Start("loss"), (2, "4G")),
        job(LargeConnectFour, "connect-four-8x7", "solve connect-four --set cols=8 --set rows=7 --value-only", Start("win"), (2, "4G")),
    ]
};

/// The jobs with their groups, for people.
pub fn list() -> String {
    let of_group = |group: Group| {
        let jobs = JOBS.iter().filter(move |job| job.group == group);
        jobs.fold(format!("{}\n", group.name()), |text, job| {
            format!("{text}    {:<30} threads {}, memory {}\n", job.name, job.threads, job.memory_allowed())
        })
    };
    Group::ALL.into_iter().map(of_group).collect()
}

/// The jobs with these names, or in groups with these names, in the order of the list.
pub fn choose(names: &[String]) -> Result<Vec<&'static Job>, String> {
    if let Some(unknown) = names.iter().find(|name| !JOBS.iter().any(|job| job.is_called(name))) {
        return Err(format!("expected a job or group of --list, found {unknown:?}"));
    }
    Ok(JOBS.iter().filter(|job| names.iter().any(|name| job.is_called(name))).collect())
}

impl Job {
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.group.name() == name
    }

    /// In words.
    pub fn memory_allowed(&self) -> &'static str {
        if self.memory == DEFAULT { "default" } else { self.memory }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_have_names_of_their_own() {
        let mut names: Vec<&str> = JOBS.iter().map(|job| job.name).chain(Group::ALL.map(Group::name)).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(choose(&["chess".to_string()]).is_err());
        assert_eq!(choose(&["triangle-war".to_string(), "triangle-war-3".to_string()]).unwrap().len(), 3);
    }
}
