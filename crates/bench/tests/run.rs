//! A run of the benchmark from the command line. The test is also the program that is measured, since it can be started as
//! `perfectplay solve`.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Output};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("solve") {
        return perfectplay_cli::run(perfectplay_cli::Doors::ours());
    }
    let folder = tempfile::tempdir().unwrap();
    figures_come_with_those_of_peers(folder.path());
    a_wrong_score_is_an_error(folder.path());
    outcomes_are_compared_with_ours(folder.path());
    bad_requests_are_refused(folder.path());
    ExitCode::SUCCESS
}

fn bench(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay-bench"));
    command.arg("--program").arg(std::env::current_exe().unwrap()).arg("--data").arg(folder);
    command.arg("--out").arg(folder.join("figures.md")).args(args).output().unwrap()
}

fn figures_come_with_those_of_peers(folder: &Path) {
    fs::write(folder.join("figures.md"), "# Figures\n").unwrap();
    let peer = "tic-tac-toe-3x3-3:guesser:echo nodes 12 >&2; echo it is a tie";
    let output = bench(folder, &["tic-tac-toe-3x3-3", "--peer", peer]);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(folder.join("figures.md")).unwrap();
    assert!(text.starts_with("# Figures\n\n<!-- measured: tic-tac-toe -->\n### tic-tac-toe\n"), "{text}");
    let cells = |program: &str| -> Vec<String> {
        let row = text.lines().find(|line| line.contains(program)).unwrap();
        row.split('|').map(|cell| cell.trim().to_string()).collect()
    };
    let ours = cells("Perfectplay");
    assert!(ours[1].starts_with("`perfectplay solve weighted-tic-tac-toe --set rows=3"), "{text}");
    assert_eq!((ours[3].as_str(), ours[4].as_str(), ours[10].as_str()), ("1", "64M", "tie"), "{text}");
    assert!(ours[7].replace(',', "").parse::<u64>().unwrap() > 9 && ours[9].ends_with("iB"), "{text}");
    let theirs = cells("guesser");
    assert_eq!((theirs[7].as_str(), theirs[10].as_str()), ("12", "it is a tie"), "{text}");
    assert!(theirs[11].ends_with('×'), "{text}");
}

fn a_wrong_score_is_an_error(folder: &Path) {
    let good = "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";
    let (set, figures) = (folder.join("connect-four-L3_R1.txt"), folder.join("figures.md"));
    fs::write(&set, good).unwrap();
    let args = ["connect-four-L3_R1", "--rounds", "1", "--peer", "test-sets:optimist:sed 's/.*/win/'"];
    let output = bench(folder, &args);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(&figures).unwrap();
    assert!(text.contains("all 2 are right") && text.contains("1 of 2 are right"), "{text}");

    fs::write(&set, good.replace(" 1\n", " 2\n")).unwrap();
    let output = bench(folder, &args);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("7422341735647741166133573473242566: expected the score 2, found 1"), "{message}");
    assert_eq!(fs::read_to_string(&figures).unwrap(), text);
    assert!(bench(folder, &[&args[..], &["--lines", "1"]].concat()).status.success());
}

/// A process for each late position; others only have to tell wins.
fn outcomes_are_compared_with_ours(folder: &Path) {
    let positions = "# Late ones\n\
        1xxox4/2x4o1/xoxoox1ox/3ooxx2/2o1x1oxo/1xox4o/ooooo1ox1/2xx1xxo1/x4xoxo b3 # ply 44, good\n\
        9/1xxx5/x1x4o1/o2o2oo1/o1x2oo1x/xx7/o7x/x2ox1o2/2o1oxox1 a5 # ply 28, random\n";
    fs::write(folder.join("tixtax-positions.txt"), positions).unwrap();
    let output = bench(folder, &["tixtax-proof-number", "--rounds", "1", "--peer", "tixtax:loser:sed 's/.*/loss/'"]);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(folder.join("figures.md")).unwrap();
    assert!(text.contains("win 0, tie 0, loss 1") && text.contains("all 1 are right"), "{text}");
}

fn bad_requests_are_refused(folder: &Path) {
    for args in [&[][..], &["chess"], &["tic-tac-toe", "--peer", "chess:x:true"], &["tic-tac-toe", "--peer", "x"]] {
        assert!(!bench(folder, args).status.success(), "{args:?}");
    }
}
