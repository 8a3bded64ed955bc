//! The command in a terminal: windows of several sizes, keys, colours, and what is left behind.

use crate::common::PROGRAM;
use crate::common::terminal::Terminal;
use std::process::Command;

/// How many lines of the screen begin with this.
fn count(screen: &str, start: &str) -> usize {
    screen.lines().filter(|line| line.starts_with(start)).count()
}

const SMALL_BOARD: &str = "perfectplay play connect-four --set 5x4,k=4";

#[test]
fn the_board_stays_in_its_place() {
    for (columns, rows) in [(40, 15), (80, 24), (120, 40)] {
        let terminal = Terminal::running(columns, rows, SMALL_BOARD);
        let screen = terminal.wait_for_line("Red>");
        assert!(screen.contains("You play Red (x). Type a move, or help."), "{screen}");
        let stones = |screen: &str| screen.lines().take(4).flat_map(str::chars).filter(|c| "xo".contains(*c)).count();
        for (nth, column) in ["3", "4", "1"].into_iter().enumerate() {
            terminal.type_line(column);
            let screen =
                terminal.wait_for(|screen| stones(screen) == 2 * (nth + 1) && screen.trim_end().ends_with("Red>"));
            assert!(count(&screen, "1 2 3 4 5") == 1 && count(&screen, "Yellow plays ") == 1, "{screen}");
        }
        // what the opponent did stays while something is asked
        terminal.type_line("h");
        let screen = terminal.wait_for(|screen| screen.contains(" positions in "));
        assert!(count(&screen, "Yellow plays ") == 1 && count(&screen, "1 2 3 4 5") == 1, "{screen}");
    }
}

#[test]
fn the_screen_in_the_readme() {
    let readme = include_str!("../../../../README.md");
    let (_, section) = readme.split_once("### A game in the terminal\n").unwrap();
    let (command, block) = section.split_once("```text\n").unwrap();
    let terminal = Terminal::running(120, 24, command.split('`').nth(1).unwrap());
    terminal.wait_for_line("Red>");
    for (line, answer) in [("4", "Yellow plays "), ("5", "That was a mistake"), ("moves", "Moves of Red")] {
        terminal.type_line(line);
        terminal.wait_for(|screen| screen.contains(answer) && screen.trim_end().ends_with("Red>"));
    }
    assert_eq!(terminal.screen().trim_end(), block.split_once("\n```").unwrap().0);
}

#[test]
fn a_window_may_be_smaller_than_the_board_and_change() {
    let terminal = Terminal::running(40, 15, "perfectplay play tixtax --limit-seconds 0.2");
    terminal.wait_for_line("Red>");
    terminal.type_line("E5");
    let screen = terminal.wait_for(|screen| screen.contains("Blue plays ") && screen.trim_end().ends_with("Red>"));
    assert!(screen.starts_with("9  "), "{screen}");
    for (columns, rows) in [(20, 6), (120, 40), (40, 15)] {
        terminal.resize(columns, rows);
        terminal.wait_for(|screen| {
            // the program may hear of the window a little later
            terminal.press(&["Enter"]);
            let is_whole = screen.starts_with("9  ") && count(screen, "    a b c   d e f   g h i") == 1;
            let is_told = screen.lines().any(|line| line.starts_with("Blue plays ") && line.ends_with("best)."));
            (is_whole, is_told) == (rows > 6, columns > 20) && screen.trim_end().ends_with("\nRed>")
        });
    }
}

#[test]
fn lines_are_edited_completed_and_brought_back() {
    let terminal = Terminal::running(60, 20, "perfectplay play weighted-tic-tac-toe");
    terminal.wait_for_line("Takahashi>");
    terminal.press(&["h", "x", "BSpace", "e", "Tab"]);
    terminal.wait_for_line("Takahashi> help");
    terminal.press(&["Enter"]);
    terminal.wait_for(|screen| screen.contains("undo, u   take your last move back"));
    // all that can follow is listed, once
    terminal.press(&["B", "Tab", "Tab"]);
    let is_told = |screen: &str, word| screen.split_whitespace().any(|told| told == word);
    let screen = terminal.wait_for(|screen| ["b1", "b2", "b3", "board"].iter().all(|word| is_told(screen, *word)));
    assert_eq!(screen.matches("b1").count(), 1, "{screen}");
    terminal.press(&["2", "Enter"]);
    // what was said before is gone
    terminal.wait_for(|screen| screen.contains("Aoki plays ") && !screen.contains("undo, u"));
    terminal.press(&["Up", "Up"]);
    terminal.wait_for_line("Takahashi> help");
    terminal.press(&["C-u"]);
    // pasted lines are taken one after the other
    terminal.paste("zz\nu\n?");
    terminal.press(&["Enter"]);
    let screen = terminal.wait_for(|screen| screen.contains("undo, u"));
    assert!(screen.starts_with("3  . . .\n2  . . .\n1  . . .\n") && !screen.contains("Aoki plays "), "{screen}");
}

#[test]
fn leaving_begins_a_new_line() {
    for (key, code) in [("C-c", "130"), ("C-d", "0")] {
        let terminal = Terminal::running(40, 15, "perfectplay play nim; echo code $?");
        terminal.wait_for_line("First>");
        terminal.press(&[key]);
        terminal.wait_for_line(&format!("code {code}"));
    }
    // without a terminal that can be drawn on, too
    let terminal = Terminal::running(40, 15, "TERM=dumb perfectplay play nim; echo code $?");
    let screen = terminal.wait_for_line("First>");
    assert!(count(&screen, "$ TERM=dumb perfectplay") == 1, "{screen}");
    terminal.press(&["C-c"]);
    terminal.wait_for_line("code 130");
}

/// It leaves a terminal that shows what is typed.
#[test]
fn a_line_under_way_may_be_ended_from_outside() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let command = format!("sh -c 'echo $$ > {}; exec {PROGRAM} play nim'", file.display());
    let terminal = Terminal::running(80, 24, &command);
    terminal.wait_for_line("First>");
    let kill = format!("kill {}", std::fs::read_to_string(file).unwrap());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    terminal.wait_for_line("$");
    terminal.type_line("stty -a | grep -o '.echo '");
    terminal.wait_for_line(" echo");
}

#[test]
fn ctrl_c_makes_the_opponent_move() {
    let terminal = Terminal::running(40, 15, "perfectplay play connect-four --no-book --limit-seconds 1000");
    terminal.wait_for_line("Red>");
    terminal.type_line("4");
    let screen = terminal.wait_for(|screen| screen.contains(" positions"));
    assert_eq!(screen.lines().filter(|line| line.contains(" positions")).count(), 1, "{screen}");
    terminal.press(&["C-c"]);
    let screen = terminal.wait_for(|screen| screen.contains("Yellow plays ") && screen.contains("Red>"));
    assert!(!screen.contains(" positions") && !screen.contains("^C"), "{screen}");
}

/// What is typed while the opponent thinks is read afterwards, and is in nobody's way before.
#[test]
fn typed_ahead() {
    let terminal = Terminal::running(40, 15, "perfectplay play connect-four --no-book --limit-seconds 4");
    terminal.wait_for_line("Red>");
    terminal.type_line("4");
    terminal.wait_for(|screen| screen.contains(" positions"));
    terminal.type_line("zzz");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let screen = terminal.screen();
    assert!(!screen.contains('z'), "{screen}");
    let screen = terminal.wait_for(|screen| screen.contains("\"zzz\"") && screen.trim_end().ends_with("\nRed>"));
    assert!(screen.contains("Yellow plays "), "{screen}");
    terminal.press(&["C-c"]);
    terminal.wait_for_line("$");
    terminal.type_line("stty -a | grep -o '.echo '");
    terminal.wait_for_line(" echo");
}

#[test]
fn progress_takes_one_line_and_leaves_none() {
    let terminal = Terminal::running(40, 15, "clear; perfectplay solve connect-four --no-book >/dev/null");
    let screen = terminal.wait_for(|screen| screen.contains(" positions"));
    assert_eq!(screen.trim_end().lines().count(), 1, "{screen}");
    terminal.press(&["C-c"]);
    terminal.wait_for(|screen| screen.trim() == "$");
}

#[test]
fn colours_where_they_are_wanted() {
    for (setting, is_coloured) in [("", true), ("NO_COLOR=1 ", false)] {
        let terminal = Terminal::running(60, 20, &format!("{setting}{SMALL_BOARD}"));
        terminal.wait_for_line("Red>");
        terminal.type_line("3");
        terminal.wait_for(|screen| screen.contains("Yellow plays ") && screen.contains("Red>"));
        let screen = terminal.coloured();
        assert_eq!(screen.contains("\u{1b}["), is_coloured, "{screen:?}");
        // Red's stone is red
        assert_eq!(screen.contains("\u{1b}[1m\u{1b}[31mx"), is_coloured, "{screen:?}");
    }
}
