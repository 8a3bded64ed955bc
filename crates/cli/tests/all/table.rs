//! Tables by the command: killed at any moment, stopped by a full disk or by Ctrl-C, and resumed.

use crate::common::{PROGRAM, json, output, perfectplay, stdout, text};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::Duration;

/// A job that builds a table, and the table that comes of it without disturbance.
struct Job {
    folder: tempfile::TempDir,
    game: Vec<&'static str>,
    expected: Vec<u8>,
}

impl Job {
    fn new(game: &[&'static str]) -> Job {
        let folder = tempfile::tempdir().unwrap();
        let undisturbed = folder.path().join("undisturbed");
        let mut args = vec!["table", "build", "--out", undisturbed.to_str().unwrap()];
        args.extend(game);
        let built = output(&args);
        assert!(built.status.success(), "{}", text(&built.stderr));
        let expected = std::fs::read(&undisturbed).unwrap();
        Job { folder, game: game.to_vec(), expected }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("table")
    }

    fn command(&self, resume: bool) -> Command {
        let mut command = perfectplay(&["table", "build", "--save-every", "0", "--memory", "64M"]);
        command.arg("--out").arg(self.file()).args(&self.game);
        if resume {
            command.arg("--resume");
        }
        command
    }

    fn start(&self) -> Child {
        self.command(true).spawn().unwrap()
    }

    fn is_as_expected(&self) -> bool {
        std::fs::read(self.file()).unwrap() == self.expected
    }
}

fn exists(path: &Path) -> bool {
    path.try_exists().unwrap()
}

/// kill -9 at random moments, so many times; each time the job goes on, and in the end the table is the same.
fn kill_at_random(game: &[&'static str], kills: usize, longest: u64) {
    let job = Job::new(game);
    let mut random = fastrand::Rng::with_seed(50);
    let (mut killed, mut finished) = (0, 0);
    while killed < kills || finished == 0 {
        let mut child = job.start();
        std::thread::sleep(Duration::from_millis(random.u64(1..longest)));
        if killed < kills && child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            killed += !child.wait().unwrap().success() as usize;
            if exists(&job.file()) {
                // it was killed with nothing left to do
                assert!(job.is_as_expected(), "after {killed} kills");
                std::fs::remove_file(job.file()).unwrap();
            }
            continue;
        }
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "after {killed} kills: {}", text(&ended.stderr));
        assert!(job.is_as_expected(), "after {killed} kills");
        assert!(!exists(&job.folder.path().join("table.work")), "the work folder is left");
        std::fs::remove_file(job.file()).unwrap();
        finished += 1;
    }
}

#[test]
fn killed_fifty_times_with_layers() {
    kill_at_random(&["connect-four", "--set", "cols=5", "--set", "rows=4"], 50, 300);
}

#[test]
fn killed_fifty_times_without_layers() {
    kill_at_random(&["finger-game", "--set", "modulus=30"], 50, 120);
}

#[cfg(unix)]
#[test]
fn interrupted_and_resumed() {
    let job = Job::new(&["connect-four", "--set", "cols=5", "--set", "rows=4"]);
    let child = job.command(false).spawn().unwrap();
    // once it is at work
    while !exists(&job.folder.path().join("table.work/state.json")) {
        std::thread::sleep(Duration::from_millis(1));
    }
    signal(&child, "-INT");
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130), "{}", text(&stopped.stderr));
    assert!(text(&stopped.stderr).contains("--resume"), "{}", text(&stopped.stderr));
    // a new job does not throw the work away
    let refused = job.command(false).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("give --resume"), "{}", text(&refused.stderr));
    // nor does another
    let mut other = perfectplay(&["table", "build", "nim", "--resume", "--out"]);
    let other = other.arg(job.file()).output().unwrap();
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("expected the job nim"), "{}", text(&other.stderr));
    let resumed = job.command(true).output().unwrap();
    assert!(resumed.status.success() && job.is_as_expected(), "{}", text(&resumed.stderr));
}

#[test]
fn what_is_there_is_not_replaced_unless_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let [file, work] = ["table", "table.work"].map(|name| folder.path().join(name));
    std::fs::write(&file, "years of work").unwrap();
    let build = |more: &[&str]| output(&[&["table", "build", "nim", "--out", file.to_str().unwrap()], more].concat());
    let is_kept = || std::fs::read(&file).unwrap() == b"years of work" && !exists(&work);
    for more in [&[][..], &["--resume"]] {
        let refused = build(more);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains("found one: give --force to replace it"), "{}", text(&refused.stderr));
        assert!(is_kept());
    }
    // a job that was stopped on the way to replace it goes on
    std::fs::create_dir(&work).unwrap();
    let resumed = build(&["--resume"]);
    assert!(resumed.status.success() && !is_kept(), "{}", text(&resumed.stderr));
    assert!(build(&["--force"]).status.success());
    assert_eq!(build(&[]).status.code(), Some(2));
}

/// Sends a signal.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// The second build in a folder says what is the matter, with --resume and without, and the first is not disturbed.
#[cfg(unix)]
#[test]
fn two_builds_at_once() {
    let job = Job::new(&["connect-four", "--set", "cols=5", "--set", "rows=4"]);
    let refused = || {
        for resume in [false, true] {
            let second = job.command(resume).output().unwrap();
            let told = text(&second.stderr);
            assert_eq!(second.status.code(), Some(1), "{told}");
            assert!(told.contains("another job at work in") && told.contains("table.work"), "{told}");
            assert_eq!(told.lines().count(), 1, "{told}");
        }
    };
    for ends_well in [false, true] {
        let mut first = job.command(!ends_well).spawn().unwrap();
        while !exists(&job.folder.path().join("table.work/state.json")) {
            std::thread::sleep(Duration::from_millis(1));
        }
        signal(&first, "-STOP");
        refused();
        if !ends_well {
            // the lock dies with its process
            first.kill().unwrap();
            first.wait().unwrap();
            let resumed = job.command(true).output().unwrap();
            assert!(resumed.status.success() && job.is_as_expected(), "{}", text(&resumed.stderr));
            std::fs::remove_file(job.file()).unwrap();
            continue;
        }
        signal(&first, "-CONT");
        let ended = first.wait_with_output().unwrap();
        assert!(ended.status.success() && job.is_as_expected(), "{}", text(&ended.stderr));
    }
}

/// A flipped byte in what was saved is told, and the build goes on from what is sound.
#[test]
fn a_damaged_work_folder() {
    let job = Job::new(&["finger-game", "--set", "modulus=30"]);
    let work = job.folder.path().join("table.work");
    // the saves that count, once there are some
    let mut random = fastrand::Rng::with_seed(51);
    let saves = loop {
        let mut child = job.start();
        std::thread::sleep(Duration::from_millis(random.u64(1..200)));
        child.kill().unwrap();
        child.wait().unwrap();
        let state = std::fs::read_to_string(work.join("state.json")).unwrap_or_default();
        let names = state.split('"').filter(|word| word.ends_with(".cells"));
        let saves: Vec<PathBuf> = names.map(|name| work.join(name)).collect();
        if !saves.is_empty() {
            break saves;
        }
    };
    for save in saves {
        let mut cells = std::fs::read(&save).unwrap();
        let middle = cells.len() / 2;
        cells[middle..].iter_mut().for_each(|cell| *cell ^= 3);
        std::fs::write(&save, cells).unwrap();
    }
    let resumed = job.command(true).output().unwrap();
    let told = text(&resumed.stderr);
    assert!(resumed.status.success() && job.is_as_expected(), "{told}");
    assert!(told.contains(".cells: expected the checksum") && told.contains("the job begins anew"), "{told}");
}

/// An index that is a little off, with right checksums, is not read by any command.
#[test]
fn a_forged_index() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forged");
    let path = file.to_str().unwrap();
    let built = output(&["table", "build", "finger-game", "--set", "modulus=5", "--out", path]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let mut bytes = std::fs::read(&file).unwrap();
    let footer = bytes.len() - 24;
    let index = u64::from_le_bytes(bytes[footer..footer + 8].try_into().unwrap()) as usize;
    bytes[index] += 1;
    let checksum = crc32fast::hash(&bytes[index..footer]);
    bytes[footer + 8..footer + 12].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..footer + 12]);
    bytes[footer + 12..footer + 16].copy_from_slice(&checksum.to_le_bytes());
    std::fs::write(&file, bytes).unwrap();
    for command in [
        &["table", "verify", path][..],
        &["table", "probe", path],
        &["table", "stats", path],
        &["table", "export", path, "--format", "csv"],
        &["solve", "finger-game", "--set", "modulus=5", "--table", path],
    ] {
        let refused = output(command);
        assert_eq!(refused.status.code(), Some(2), "{command:?}: {}", text(&refused.stderr));
        let told = text(&refused.stderr);
        assert!(told.contains("expected the first number 0 in the index"), "{command:?}: {told}");
    }
}

/// A book is asked as any table: best play ends with it, moves that lead beyond it have no values, and what lies there is refused.
#[test]
fn a_book_is_probed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.ppt");
    let book = file.to_str().unwrap();
    let built = output(&["table", "build", "connect-four", "--set", "5x4", "--plies", "4", "--out", book]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let probe = |moves: &str| output(&["table", "probe", book, "--moves", moves]);
    for (moves, said) in [
        ("", "It is a tie with 2 (or 2 more)."),
        ("3,3", "It is a tie with"),
        ("3,3,3,3", "It is a tie. With which moves, is not proved."),
    ] {
        let answer = probe(moves);
        let (told, error) = (text(&answer.stdout), text(&answer.stderr));
        assert!(answer.status.success(), "{moves}: {told}{error}");
        assert!(told.contains(said), "{moves}: {told}");
        assert_eq!(told.contains("  undecided  "), moves.len() == 7, "{moves}: {told}");
    }
    let beyond = probe("3,3,3,3,1");
    assert_eq!(beyond.status.code(), Some(1));
    assert!(text(&beyond.stderr).contains("found one beyond its last ply"), "{}", text(&beyond.stderr));
}

/// Plies are plies wherever a game has layers, and values are those of the search: rules from a file, games without numbers, and such as skip
/// layers.
#[test]
fn books_of_all_kinds_of_games() {
    let nim = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/nim.kif");
    let folder = tempfile::tempdir().unwrap();
    for (nth, (game, plies, positions)) in [
        (&["hex", "--set", "3x3"][..], 2, 1 + 9 + 72),
        (&["nim", "--set", "heaps=2,3"], 2, 15),
        (&[nim], 1, 13),
        (&["chomp", "--set", "rows=2,cols=2"], 9, 10),
        (&["subtraction"], 2, 9),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(format!("{nth}.ppt"));
        let (file, plies) = (file.to_str().unwrap(), plies.to_string());
        let built = output(&[&["table", "build", "--plies", &plies, "--out", file], game].concat());
        assert!(built.status.success(), "{game:?}: {}", text(&built.stderr));
        let verified = stdout(&["table", "verify", file], "");
        assert!(verified.starts_with(&format!("{positions} positions verified")), "{game:?}: {verified}");
        let (probed, solved) =
            (json(&["table", "probe", file, "--json"]), json(&[&["solve", "--json"], game].concat()));
        assert_eq!((&probed["value"], &probed["plies"]), (&solved["value"], &solved["plies"]), "{game:?}");
    }
    let refused =
        output(&["table", "build", "finger-game", "--plies", "2", "--out", folder.path().join("f").to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("expected a game whose positions have layers"), "{}", text(&refused.stderr));
    assert!(!folder.path().join("f.work").exists());
}

/// Every position with --all, each with the value and the best moves that a probe finds.
#[test]
fn exported_with_best_moves_and_symmetric_positions() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table").to_str().unwrap().to_string();
    assert!(output(&["table", "build", "ttt", "--set", "3x2", "--out", &table]).status.success());
    let export = |more: &[&str]| {
        let rows = output(&[&["table", "export", &table, "--format"], more].concat());
        text(&rows.stdout).lines().map(str::to_string).collect::<Vec<String>>()
    };
    assert_eq!(
        export(&["csv"])[..2],
        ["position,to_move,value,plies,margin,number,count,best", "3/3,Takahashi,tie,6,,0,1,\"a2,b2,c2,a1,b1,c1\""]
    );
    let object = |line: &String| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let stored: Vec<serde_json::Value> = export(&["jsonl"]).iter().map(object).collect();
    let all: Vec<serde_json::Value> = export(&["jsonl", "--all"]).iter().map(object).collect();
    assert!(stored.len() < all.len());
    assert_eq!(stored.iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>(), all.len() as u64);
    let distinct = text(&output(&["perft", "ttt", "--set", "3x2", "--distinct"]).stdout);
    assert!(distinct.ends_with(&format!("total {}\n", all.len())), "{distinct}");
    for row in all.iter().step_by(all.len() / 10) {
        let probed = output(&["table", "probe", &table, "--json", "--position", row["position"].as_str().unwrap()]);
        let probed: serde_json::Value = serde_json::from_slice(&probed.stdout).unwrap();
        for field in ["position", "to_move", "value", "plies", "margin", "best"] {
            assert_eq!(row[field], probed[field], "{field} of {row}");
        }
    }
}

/// Files that cannot grow stand for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk() {
    let job = Job::new(&["connect-four", "--set", "cols=5", "--set", "rows=4"]);
    for blocks in [1, 64, 512, 1024] {
        let command = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut limited = Command::new("bash");
        limited.arg("-c").arg(command).arg(PROGRAM).args(job.command(true).get_args());
        let full = limited.output().unwrap();
        assert_eq!(full.status.code(), Some(1), "{blocks}: {}", text(&full.stderr));
        assert!(text(&full.stderr).contains("--resume goes on"), "{blocks}: {}", text(&full.stderr));
        assert!(!exists(&job.file()));
    }
    let resumed = job.command(true).output().unwrap();
    assert!(resumed.status.success() && job.is_as_expected(), "{}", text(&resumed.stderr));
}

/// A pipe is written to and stays a pipe; as long as nobody reads from it, one signal ends the program.
#[cfg(unix)]
#[test]
fn exported_to_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let [table, pipe] = ["table", "pipe"].map(|name| folder.path().join(name).to_str().unwrap().to_string());
    let built = output(&["table", "build", "finger-game", "--set", "modulus=3", "--out", &table]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let export = ["table", "export", &table, "--format", "csv"];
    let to_pipe = || perfectplay(&[&export[..], &["--out", &pipe]].concat());
    let rows = Command::new("timeout").args(["60", "cat", &pipe]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    assert!(to_pipe().output().unwrap().status.success());
    assert_eq!(text(&rows.wait_with_output().unwrap().stdout), text(&output(&export).stdout));
    let mut alone = to_pipe().spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert!(alone.try_wait().unwrap().is_none(), "it waits for a reader");
    signal(&alone, "-TERM");
    assert!(!alone.wait().unwrap().success());
}

/// Solve and play answer from a table, and search what it does not have.
#[test]
fn other_commands_use_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("late.ppt");
    let path = file.to_str().unwrap();
    let game = ["connect-four", "--set", "cols=4", "--set", "rows=4"];
    let built = output(&[&["table", "build", "--moves", "1,2,1", "--out", path], &game[..]].concat());
    assert!(built.status.success(), "{}", text(&built.stderr));
    for table in [path, folder.path().to_str().unwrap()] {
        for (position, engine) in [("121", "table"), ("1212", "table"), ("12", "alpha-beta")] {
            let with = output(&[&["solve", "--json", "--table", table, "--position", position], &game[..]].concat());
            let without = output(&[&["solve", "--json", "--position", position], &game[..]].concat());
            let read = |output: &Output| -> serde_json::Value { serde_json::from_slice(&output.stdout).unwrap() };
            let (mut with, mut without) = (read(&with), read(&without));
            assert_eq!(with["engine"], engine, "{position}");
            for report in [&mut with, &mut without] {
                let report = report.as_object_mut().unwrap();
                ["engine", "engine_reason", "nodes", "seconds"].iter().for_each(|&field| drop(report.remove(field)));
            }
            assert_eq!(with, without, "{position}");
        }
    }
    // the judges do, too
    let whole = folder.path().join("triangle.ppt");
    let built = output(&["table", "build", "triangle-war", "--out", whole.to_str().unwrap()]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let input = folder.path().join("games");
    std::fs::write(&input, "2\n6\n2 4\n4 5\n5 9\n3 6\n2 5\n3 5\n7\n2 4\n4 5\n5 9\n3 6\n2 5\n3 5\n7 8\n").unwrap();
    let judged = |extra: &[&str]| {
        let args = [&["judge"], extra, &["poj1085"]].concat();
        perfectplay(&args).stdin(std::fs::File::open(&input).unwrap()).output().unwrap()
    };
    let expected = "Game 1: B wins.\nGame 2: A wins.\n";
    assert_eq!(text(&judged(&[]).stdout), expected);
    assert_eq!(text(&judged(&["--table", whole.to_str().unwrap()]).stdout), expected);
    let foreign = judged(&["--table", path]);
    assert!(text(&foreign.stderr).contains("expected a table of triangle-war"), "{}", text(&foreign.stderr));

    let probed = output(&["table", "probe", path, "--position", "121", "--json"]);
    assert!(text(&probed.stdout).contains("\"engine\":\"table\""), "{}", text(&probed.stderr));
    // the table does not have the start
    let missing = output(&["table", "probe", path]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("expected a position that the table has"), "{}", text(&missing.stderr));
    // a job that could not be written in the end is not begun
    for out in [folder.path().join("nowhere/x.ppt"), folder.path().to_path_buf()] {
        let refused = output(&["table", "build", "nim", "--out", out.to_str().unwrap()]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains("expected a file in a folder that exists"), "{}", text(&refused.stderr));
    }
    let foreign = output(&["solve", "connect-four", "--table", path]);
    assert_eq!(foreign.status.code(), Some(2));
    assert!(text(&foreign.stderr).contains("found one of connect-four"), "{}", text(&foreign.stderr));
}
