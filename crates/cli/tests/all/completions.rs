//! What shells and manuals are told.

use crate::common::{refusal, stdout};

#[test]
fn the_version_has_the_name_of_the_program() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(stdout(&["--version"], ""), format!("perfectplay {version}\n"));
    assert_eq!(stdout(&["solve", "-V"], ""), format!("perfectplay-solve {version}\n"));
}

#[test]
fn there_are_completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell], "");
        for word in ["perfectplay", "solve", "limit-seconds"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert_eq!(script.contains("connect-four"), ["bash", "zsh"].contains(&shell), "{shell}");
    }
    assert!(refusal(&["completions", "tcsh"], b"").contains("expected bash, elvish, fish, powershell, zsh"));
}

/// What bash makes of it.
#[cfg(unix)]
#[test]
fn bash_completes_commands_games_and_engines() {
    let complete = r#"
        words=(perfectplay "$@")
        source /dev/stdin
        COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
        _perfectplay perfectplay "${words[-1]}" "${words[-2]}"
        echo "${COMPREPLY[@]}"
    "#;
    for (typed, expected) in [
        (&["sol"][..], "solve"),
        (&["solve", "conn"], "connect-four"),
        (&["table", "build", "ch"], "chess-ending chomp"),
        (&["solve", "nim", "--engine", "pr"], "proof-number"),
        (&["solve", "nim", "--limit-n"], "--limit-nodes"),
    ] {
        let mut bash = std::process::Command::new("bash");
        bash.args(["-c", complete, "bash"]).args(typed);
        let mut bash = bash.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let script = stdout(&["completions", "bash"], "");
        std::io::Write::write_all(&mut bash.stdin.take().unwrap(), script.as_bytes()).unwrap();
        let completed = bash.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(completed.stdout).unwrap().trim(), expected, "{typed:?}");
    }
}

#[test]
fn there_are_manual_pages_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    stdout(&["man", "--out", pages.to_str().unwrap()], "");
    let page = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap();
    assert_eq!(page("perfectplay.1"), stdout(&["man"], ""));
    assert!(page("perfectplay.1").contains(".TH perfectplay 1"));
    assert!(page("perfectplay-solve.1").contains("limit\\-seconds"));
    assert!(page("perfectplay-table-build.1").contains("resume"));
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(refusal(&["man", "--out", file.to_str().unwrap()], b"").contains("file: "));
}
