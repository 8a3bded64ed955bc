//! A terminal in tests: a window of tmux with a shell in it.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A window; what runs there ends with it.
pub struct Terminal {
    folder: TempDir,
}

impl Terminal {
    /// A shell in a window of so many columns and rows.
    pub fn new(columns: u16, rows: u16) -> Terminal {
        let terminal = Terminal { folder: tempfile::tempdir().unwrap() };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let program = super::PROGRAM.replace('\'', r"'\''");
        let shell = format!("alias perfectplay='{program}'; PS1='$ '; clear");
        terminal.tmux(&["new-session", "-d", "-x", &columns, "-y", &rows, "env -u NO_COLOR -u CLICOLOR_FORCE sh"]);
        terminal.type_line(&shell);
        terminal.wait_for(|screen| screen.trim() == "$");
        terminal
    }

    /// The same with a command under way.
    pub fn running(columns: u16, rows: u16, command: &str) -> Terminal {
        let terminal = Terminal::new(columns, rows);
        terminal.type_line(command);
        terminal
    }

    /// Presses keys: `C-c`, `Up`, `Tab`, or a text.
    pub fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    pub fn type_line(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.press(&["Enter"]);
    }

    /// Pastes a text, as a terminal does that tells typing and pasting apart.
    pub fn paste(&self, text: &str) {
        self.tmux(&["set-buffer", text]);
        self.tmux(&["paste-buffer", "-p"]);
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.tmux(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// What is to be seen.
    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// The same with colours.
    pub fn coloured(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-e"])
    }

    /// What is to be seen as soon as that is as it should be.
    pub fn wait_for(&self, is_right: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let screen = self.screen();
            if is_right(&screen) {
                return screen;
            }
            assert!(Instant::now() < deadline, "still not there:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The same once a line begins with this.
    pub fn wait_for_line(&self, start: &str) -> String {
        self.wait_for(|screen| screen.lines().any(|line| line.starts_with(start)))
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = self.run(args).expect("tmux is there; ./test installs it");
        assert!(output.status.success(), "tmux {args:?}: {}", super::text(&output.stderr));
        super::text(&output.stdout)
    }

    fn run(&self, args: &[&str]) -> std::io::Result<Output> {
        let mut tmux = Command::new("tmux");
        tmux.arg("-S").arg(self.folder.path().join("socket")).args(["-u", "-f", "/dev/null"]);
        tmux.args(args).env("LC_ALL", "C.UTF-8").stdin(Stdio::null()).output()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // there may be none
        let _ = self.run(&["kill-server"]);
    }
}
