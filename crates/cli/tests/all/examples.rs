//! The examples in the documentation print what it says.

#[test]
fn documentation() {
    trycmd::TestCases::new().case("../../README.md").case("tests/cmd/*.md").run();
    std::fs::remove_file("triangle-war.pproof").expect("the README writes a certificate here");
}

/// The example that `perfectplay games` shows for each game, run by a shell.
#[cfg(unix)]
#[test]
fn examples_of_the_games() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_perfectplay"));
    for about in perfectplay::games::abouts() {
        let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        let output = std::process::Command::new("sh").args(["-c", &about.example]).env("PATH", path).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains("Best play:"), "{}: {text}", about.example);
    }
}

/// Whether lines are as expected, where `...` stands for any lines and `[..]` for any part of one.
#[cfg(unix)]
fn fits(lines: &[&str], expected: &[&str]) -> bool {
    match (lines, expected) {
        (_, ["...", rest @ ..]) => (0..=lines.len()).any(|skipped| fits(&lines[skipped..], rest)),
        ([], []) => true,
        ([line, lines @ ..], [pattern, expected @ ..]) => {
            let is_same = match pattern.split_once("[..]") {
                Some((start, end)) => {
                    line.len() >= start.len() + end.len() && line.starts_with(start) && line.ends_with(end)
                }
                None => line == pattern,
            };
            is_same && fits(lines, expected)
        }
        _ => false,
    }
}

/// The tutorial about rules files: the parts of the file are written one after the other, and the commands in between are run.
#[cfg(unix)]
#[test]
fn tutorial() {
    let text = include_str!("../../../../docs/rules.md");
    let folder = tempfile::tempdir().unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_perfectplay"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let shell = |command: &str| {
        let both = format!("{{ {command} ; }} 2>&1");
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &both]).current_dir(folder.path()).env("PATH", &path).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (mut rules, mut commands) = (String::new(), 0);
    for block in text.split("\n```").skip(1).step_by(2) {
        let (kind, block) = block.split_once('\n').unwrap();
        match kind {
            "kif" => {
                rules.push_str(&format!("{block}\n\n"));
                std::fs::write(folder.path().join("trek.kif"), &rules).unwrap();
            }
            "sh" => assert_eq!(shell(block), ""),
            "console" => {
                for part in format!("\n{block}").split("\n$ ").skip(1) {
                    let (command, expected) = part.split_once('\n').unwrap();
                    let found = shell(command);
                    let lines: Vec<&str> = found.lines().collect();
                    assert!(
                        fits(&lines, &expected.lines().collect::<Vec<_>>()),
                        "{command}\n{found}\ninstead of\n{expected}"
                    );
                    commands += 1;
                }
            }
            _ => panic!("expected a block of kif, sh or console, found {kind}"),
        }
    }
    assert_eq!(commands, 6);
}
