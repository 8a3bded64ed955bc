//! What a terminal can do, how large its window is, and the mode that it was in.

use std::io::IsTerminal;
use terminal_size::terminal_size;

/// Of a window that does not tell its size.
const DEFAULT_SIZE: (usize, usize) = (80, 24);

/// Whether this leads to a terminal that can do more than print one line after the other.
pub fn can_be_drawn_on(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").map_or(cfg!(windows), |term| term != "dumb")
}

/// Columns and rows of the window.
pub fn size() -> (usize, usize) {
    terminal_size().map_or(DEFAULT_SIZE, |(width, height)| (width.0.into(), height.0.into()))
}

/// While this is there, keys are not shown in a terminal that is drawn on; what was typed can be read afterwards.
pub struct Hush(Mode);

impl Hush {
    pub fn new() -> Self {
        let mode = Mode::now();
        #[cfg(unix)]
        if let Some(mut hushed) = mode.0.clone().filter(|_| can_be_drawn_on(&std::io::stderr())) {
            hushed.local_modes -= rustix::termios::LocalModes::ECHO;
            Mode(Some(hushed)).restore();
        }
        Hush(mode)
    }
}

impl Drop for Hush {
    fn drop(&mut self) {
        self.0.restore();
    }
}

/// How a terminal treats keys. A program that ends while a line is edited has to leave that as it was.
pub struct Mode(#[cfg(unix)] Option<rustix::termios::Termios>);

impl Mode {
    /// The mode of stdin, if that is a terminal.
    pub fn now() -> Self {
        Mode(
            #[cfg(unix)]
            rustix::termios::tcgetattr(std::io::stdin()).ok(),
        )
    }

    /// Puts the terminal into the mode.
    pub fn restore(&self) {
        #[cfg(unix)]
        if let Some(mode) = &self.0 {
            // if that fails, there is nobody to tell
            let _ = rustix::termios::tcsetattr(std::io::stdin(), rustix::termios::OptionalActions::Now, mode);
        }
    }
}
