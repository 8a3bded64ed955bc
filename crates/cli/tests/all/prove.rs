//! Proofs by the command: certificates that hold, claims that do not, and what happens when it is disturbed.

use crate::common::{PROGRAM, output, peak_memory, perfectplay, text};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn what_is_proved_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    let late = "1x1oo1xx1/x1ooox2o/xo1xx4/3o3ox/1xox1o2x/oo3ox1x/xxoox2oo/xx4o2/oo1oxx2x g2";
    for (args, sentence) in [
        (&["nim"][..], "First, to move, wins."),
        (&["nim", "--claim", "win", "--within", "12"], "First, to move, wins within 12 plies."),
        (&["nim", "--position", "0,1,1", "--claim", "loss"], "Second, not to move, wins."),
        (&["triangle-war"], "B, not to move, wins."),
        (&["triangle-war", "--claim", "margin>=-3"], "A, to move, gets a margin of at least -3."),
        (&["triangle-war", "--claim", "margin<=-3"], "B, not to move, gets a margin of at least +3."),
        (&["finger-game"], "First, to move, does not lose; Second, not to move, does not lose."),
        (&["finger-game", "--claim", "not-loss", "--within", "30"], "First, to move, does not lose within 30 plies."),
        (
            &["tixtax", "--position", late, "--claim", "tie"],
            "Red, to move, does not lose; Blue, not to move, does not lose.",
        ),
        (&["tixtax", "--position", late, "--claim", "not-win"], "Blue, not to move, does not lose."),
        (
            &["connect-four", "--set", "cols=4", "--set", "rows=4", "--engine", "proof-number"],
            "Red, to move, does not lose",
        ),
    ] {
        let proved = output(&[&["prove", "--out", file], args].concat());
        assert!(proved.status.success(), "{args:?}: {}", text(&proved.stderr));
        assert!(text(&proved.stdout).starts_with(&format!("Proved: {sentence}")), "{}", text(&proved.stdout));
        let checked = output(&["check", file]);
        assert!(checked.status.success(), "{args:?}: {}", text(&checked.stderr));
        let said = text(&checked.stdout);
        assert!(said.contains(sentence) && said.contains("VERIFIED"), "{args:?}: {said}");
        assert_eq!(files(folder.path()), ["proof"]);
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn as_json_and_as_part_of_a_solution() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    let read = |output: Output| -> serde_json::Value {
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let proof = read(output(&["prove", "nim", "--json", "--out", file]));
    assert_eq!(proof["status"], "proved");
    assert_eq!(proof["claims"], serde_json::json!([{ "side": "mover", "gets": "win" }]));
    assert_eq!(proof["engine"], "exhaustive");
    assert!(proof["engine_reason"].as_str().unwrap().contains("few positions"));
    assert_eq!(proof["certificate"]["file"], file);
    assert_eq!(proof["certificate"]["bytes"], std::fs::metadata(file).unwrap().len());

    let solution = read(output(&["solve", "triangle-war", "--json", "--certificate", file]));
    assert_eq!((&solution["margin"], &solution["engine"]), (&(-3).into(), &"alpha-beta".into()));
    let sentence = "A, to move, gets a margin of at least -3; B, not to move, gets a margin of at least +3";
    assert_eq!(solution["certificate"]["sentence"], sentence);
    assert!(text(&output(&["check", file]).stdout).contains(sentence));

    let outcome = read(output(&["solve", "connect-four", "--set", "cols=5", "--set", "rows=4", "--outcome", "--json"]));
    assert_eq!(outcome["value"], "tie");
    let text_too = output(&["solve", "triangle-war", "--certificate", file]);
    assert!(text(&text_too.stdout).contains("accepted by the checker"), "{}", text(&text_too.stdout));
}

const WITHIN: &str = "error: --within: expected a claim without plies, because the game is scored";

#[test]
fn what_is_false_or_nonsense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    for (args, code, message) in [
        (&["nim", "--claim", "loss"][..], 1, "error: it is not true that Second, not to move, wins"),
        (&["nim", "--claim", "win", "--within", "1"], 1, "it is not true"),
        (&["triangle-war", "--claim", "margin>=-2"], 1, "it is not true"),
        (&["finger-game", "--claim", "win"], 1, "it is not true"),
        (&["nim", "--claim", "margin>=1"], 2, "because the game is not scored, found one about a margin"),
        (&["triangle-war", "--claim", "not-loss", "--within", "18"], 2, WITHIN),
        (&["triangle-war", "--claim", "loss", "--within", "18"], 2, WITHIN),
        (&["strings-and-coins", "--set", "edges=ground-1", "--claim", "win", "--within", "1"], 2, WITHIN),
        (&["strings-and-coins", "--set", "edges=ground-1", "--claim", "not-win", "--within", "0"], 2, WITHIN),
        (&["strings-and-coins", "--set", "edges=ground-1", "--claim", "not-win"], 1, "it is not true"),
        (&["nim", "--claim", "tie", "--within", "3"], 2, "--within: expected a claim about a win or a loss"),
        (&["nim", "--claim", "perhaps"], 2, "expected win, tie, loss, not-loss, not-win, margin>=K or margin<=K"),
        (&["nim", "--claim", "win", "--within", "4294967295"], 2, "expected numbers that values can have"),
        (&["triangle-war", "--claim", "margin>=2147483647"], 2, "expected numbers that values can have"),
        (&["nim", "--within", "3"], 2, "--claim"),
        (&["nim", "--engine", "estimate"], 2, "expected an exact engine"),
        (&["tixtax", "--limit-nodes", "1000"], 3, "not proved: it is not known yet who wins"),
        (
            &["tixtax", "--claim", "win", "--limit-nodes", "1000"],
            3,
            "not proved: no proof found yet that Red, to move, wins",
        ),
    ] {
        let refused = output(&[&["prove", "--out", file], args].concat());
        assert_eq!(refused.status.code(), Some(code), "{args:?}: {}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains(message), "{args:?}: {}", text(&refused.stderr));
        assert!(files(folder.path()).is_empty(), "{args:?}: {:?}", files(folder.path()));
    }
    let nowhere = output(&["prove", "nim", "--out", "/nowhere/at/all"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(text(&nowhere.stderr).contains("expected a file in a folder that exists"));
    let device = output(&["prove", "nim", "--out", "/dev/null"]);
    assert_eq!(device.status.code(), Some(2));
    assert!(text(&device.stderr).contains("expected a file in a folder that exists, found /dev/null"));

    for (content, message) in [("", "found an empty file"), ("PPTABLE\n", "which begins with \"PPPROOF\"")] {
        std::fs::write(file, content).unwrap();
        let refused = output(&["check", file]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(message), "{}", text(&refused.stderr));
    }
    assert_eq!(output(&["check", "/nowhere"]).status.code(), Some(2));
}

/// A question that takes some seconds.
const LONG: [&str; 5] =
    ["tixtax", "--position", "2o4o1/4oo3/o2xx2xx/1xox2x1x/o5x2/2o6/4o2x1/x2o1ox1o/2o1x2ox d2", "--claim", "win"];

#[cfg(unix)]
#[test]
fn interrupted_with_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let (file, checkpoint) = (folder.path().join("proof"), folder.path().join("checkpoint"));
    let (file, checkpoint) = (file.to_str().unwrap(), checkpoint.to_str().unwrap());
    let args = [&["prove", "--out", file, "--checkpoint", checkpoint, "--save-every", "1"], &LONG[..]].concat();
    let child = perfectplay(&args).spawn().unwrap();
    while !Path::new(checkpoint).exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130), "{}", text(&stopped.stderr));
    assert!(text(&stopped.stderr).contains("goes on from the checkpoint"), "{}", text(&stopped.stderr));
    assert_eq!(files(folder.path()), ["checkpoint"]);

    // it is of use only to the same job, and only as it was written
    let other = output(&["prove", "nim", "--out", file, "--checkpoint", checkpoint]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("--checkpoint: expected one of"), "{}", text(&other.stderr));
    let saved = std::fs::read(checkpoint).unwrap();
    for damaged in [&saved[..saved.len() / 2], b"nonsense"] {
        std::fs::write(checkpoint, damaged).unwrap();
        let refused = output(&args);
        assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    }
    std::fs::write(checkpoint, &saved).unwrap();
    // what it had found is there again: without it, so few nodes do not do
    let again = output(&[&args[..], &["--limit-nodes", "20000"]].concat());
    assert_eq!(again.status.code(), Some(3), "{}", text(&again.stderr));
    assert!(std::fs::metadata(checkpoint).unwrap().len() >= saved.len() as u64 / 2, "nothing is lost");
}

/// A proof that goes on from a checkpoint takes fewer nodes, and removes it in the end.
#[test]
fn resumed_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let (file, checkpoint) = (folder.path().join("proof"), folder.path().join("checkpoint"));
    let (file, checkpoint) = (file.to_str().unwrap(), checkpoint.to_str().unwrap());
    let late = "1x1oo1xx1/x1ooox2o/xo1xx4/3o3ox/1xox1o2x/oo3ox1x/xxoox2oo/xx4o2/oo1oxx2x g2";
    let job =
        ["prove", "tixtax", "--position", late, "--claim", "not-win", "--engine", "proof-number", "--threads", "1"];
    let prove = |more: &[&str]| output(&[&job[..], &["--json", "--out", file], more].concat());
    let nodes = |output: &Output| -> u64 {
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["nodes"].as_u64().unwrap()
    };
    let whole = nodes(&prove(&[]));
    let limit = (whole / 3).to_string();
    let stopped = prove(&["--checkpoint", checkpoint, "--limit-nodes", &limit]);
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
    assert!(Path::new(checkpoint).exists());
    let rest = nodes(&prove(&["--checkpoint", checkpoint]));
    assert!(rest < whole * 9 / 10, "{rest} of {whole}");
    assert_eq!(files(folder.path()), ["proof"]);
}

/// Files that cannot grow stand for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    let limited = |args: &[&str]| {
        let mut command = Command::new("bash");
        command.arg("-c").arg("trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"").arg(PROGRAM).args(args);
        command.output().unwrap()
    };
    let full = limited(&["solve", "chess-ending", "--certificate", file]);
    assert_eq!(full.status.code(), Some(1), "{}", text(&full.stderr));
    assert!(text(&full.stderr).contains("File too large"), "{}", text(&full.stderr));
    assert!(files(folder.path()).is_empty(), "{:?}", files(folder.path()));
}

/// kill -9 at any moment leaves nothing under the name of the certificate, or all of it.
#[test]
fn killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let mut random = fastrand::Rng::with_seed(5);
    let (mut cut, mut complete, mut longest) = (0, 0, 400);
    while cut < 10 || complete == 0 {
        let mut child = perfectplay(&["solve", "chess-ending", "--certificate"]).arg(&file).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.u64(1..longest)));
        child.kill().unwrap();
        child.wait().unwrap();
        if file.exists() {
            assert!(output(&["check", file.to_str().unwrap()]).status.success());
            std::fs::remove_file(&file).unwrap();
            complete += 1;
        } else {
            cut += 1;
            // a slow machine needs more time
            longest += longest / 8;
        }
    }
}

/// The engine and the walk share the memory: both are at work at the same time.
#[cfg(target_os = "linux")]
#[test]
fn proofs_stay_within_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    let jobs: [(&[&str], u64, u64); 4] = [
        // a walk that fits beside the engine, and one that does not
        (&["finger-game", "--set", "modulus=26"], 16, 64),
        (&["finger-game", "--set", "modulus=60"], 20, 40),
        (&["tixtax", "--claim", "not-win", "--within", "60", "--limit-seconds", "3"], 24, 64),
        (&["connect-four", "--set", "cols=5", "--set", "rows=5", "--limit-seconds", "3"], 8, 32),
    ];
    for (args, least, megabytes) in jobs {
        let memory = format!("{megabytes}M");
        let peak = peak_memory(&[&["prove", "--out", file, "--memory", &memory], args].concat());
        assert!(peak >= least << 20, "{args:?} does not even try: {peak}");
        assert!(peak <= megabytes << 20, "{args:?} within {memory}: {peak}");
    }
    let too_large = output(&["prove", "--out", file, "--memory", "40M", "finger-game", "--set", "modulus=60"]);
    assert_eq!(too_large.status.code(), Some(1));
    assert!(text(&too_large.stderr).contains("give it more memory"), "{}", text(&too_large.stderr));
}
