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
