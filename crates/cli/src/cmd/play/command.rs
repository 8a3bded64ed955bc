//! What a person can type beside a move.

/// Something to be done that is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Hint,
    Moves,
    All,
    Undo,
    Board,
    New,
    Help,
    Quit,
}

/// The commands with all their names, the first of which is completed, and what they do.
const COMMANDS: [(Command, &[&str], &str); 8] = [
    (Command::Hint, &["hint", "h"], "who wins from here, and how"),
    (Command::Moves, &["moves", "m"], "the moves with their values"),
    (Command::All, &["all", "a"], "the same in full"),
    (Command::Undo, &["undo", "u"], "take your last move back"),
    (Command::Board, &["board", "b"], "draw the board again"),
    (Command::New, &["new", "n"], "begin again"),
    (Command::Help, &["help", "?"], "this list"),
    (Command::Quit, &["quit", "q", "exit"], "leave, as with Ctrl-D"),
];

impl Command {
    /// The command with this name, in either case.
    pub fn named(text: &str) -> Option<Command> {
        let is_meant = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
        COMMANDS.iter().find(|(_, names, _)| is_meant(names)).map(|(command, ..)| *command)
    }

    /// The long names of all commands.
    pub fn names() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().map(|(_, names, _)| names[0])
    }
}

/// What can be typed, a line each.
pub fn help() -> String {
    let line = |(_, names, what): &(Command, &[&str], &str)| format!("{:<10}{what}", names[..2].join(", "));
    let commands: Vec<String> = COMMANDS.iter().map(line).collect();
    format!("{:<10}play it; Tab completes it\n{}", "a move", commands.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_of_one_command() {
        let mut names: Vec<&str> = COMMANDS.iter().flat_map(|(_, names, _)| names.iter().copied()).collect();
        assert!(names.iter().all(|name| Command::named(name).is_some()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COMMANDS.iter().map(|(_, names, _)| names.len()).sum::<usize>());
        assert_eq!((Command::named("H"), Command::named("hi")), (Some(Command::Hint), None));
    }

    #[test]
    fn help_fits_a_small_window() {
        assert!(help().lines().all(|line| line.len() <= 40));
    }
}
