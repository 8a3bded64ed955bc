//! `perfectplay games`: what there is to solve.

use crate::failure::Failure;
use perfectplay::Place;
use perfectplay::games::{Entry, OptionSpec, registry};
use std::io::Write;
use std::process::ExitCode;

/// List the games, or show the rules, options and notation of one.
#[derive(clap::Args)]
pub struct Args {
    /// The game to show.
    name: Option<String>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    match &args.name {
        None => {
            for entry in registry::GAMES {
                let options: Vec<String> = entry.options.iter().map(|o| format!("{}={}", o.name, o.default)).collect();
                writeln!(out, "{}\n    {}\n    options: {}", entry.name, entry.summary, options.join(" "))?;
            }
            writeln!(out, "\n`perfectplay games NAME` shows the rules, the notation and an example.")?;
        }
        Some(name) => write!(out, "{}", describe(registry::entry(name)?)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(entry: &Entry) -> Result<String, Failure> {
    let door = perfectplay::open::<&str>(entry.name, &[])?;
    let (players, board) = (door.players(), door.draw(&Place::default())?);
    let option = |o: &OptionSpec| {
        let default = if o.default.is_empty() { String::new() } else { format!(" (default {})", o.default) };
        format!("  {:<12}{}: {}{default}\n", o.name, o.help, o.kind.describe())
    };
    let indented =
        |text: &str| text.lines().map(|line| format!("  {line}").trim_end().to_string() + "\n").collect::<String>();
    Ok(format!(
        "{}: {}\n\nRULES\n{}\nPLAYERS\n  {}\n\nOPTIONS (--set NAME=VALUE)\n{}\nNOTATION\n{}\nSTART\n{}\nEXAMPLE\n  {}\n",
        entry.name,
        entry.summary,
        indented(&wrap(entry.rules)),
        players.join(" (begins), "),
        entry.options.iter().map(option).collect::<String>(),
        indented(&wrap(entry.notation)),
        indented(&board),
        entry.example
    ))
}

/// The text in lines of at most 100 characters.
fn wrap(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("at least one line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 100 {
            lines.push(word.to_string());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n")
}
