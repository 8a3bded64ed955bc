//! `perfectplay games`: what there is to solve.

use crate::args::choose;
use crate::failure::Failure;
use perfectplay::{About, Door, Doors, OptionSpec, Place};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// List the games, or show the rules, options and notation of one.
#[derive(clap::Args)]
pub struct Args {
    /// The game to show, or a file with its rules.
    name: Option<String>,
    /// Print JSON: a list of all games, or an object about the one.
    #[arg(long)]
    json: bool,
    /// Write a rules file to begin with: a small game with comments, which can be solved as it is.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "json"])]
    new: Option<PathBuf>,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    if let Some(path) = &args.new {
        write_new(path)?;
        writeln!(out, "{0} is written; `{1} solve {0}` solves it.", path.display(), crate::program())?;
        return Ok(ExitCode::SUCCESS);
    }
    match &args.name {
        None if args.json => {
            serde_json::to_writer(&mut out, &doors.abouts().collect::<Vec<_>>()).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        Some(name) if args.json => {
            serde_json::to_writer(&mut out, choose(doors, name, &[], true)?.about()).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        None => {
            for about in doors.abouts() {
                writeln!(out, "{}", about.name)?;
                if !about.summary.is_empty() {
                    writeln!(out, "    {}", about.summary)?;
                }
                let options: Vec<String> = about.options.iter().map(|o| format!("{}={}", o.name, o.default)).collect();
                if !options.is_empty() {
                    writeln!(out, "    options: {}", options.join(" "))?;
                }
            }
            writeln!(out, "\n`{} games NAME` shows the rules, the notation and an example.", crate::program())?;
        }
        Some(name) => {
            let door = choose(doors, name, &[], true)?;
            write!(out, "{}", describe(&*door, &crate::rules::symmetries(doors, name)?)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes rules to begin with, into a file that is not there yet.
fn write_new(path: &Path) -> Result<(), Failure> {
    let refuse = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::input(format!("{}: expected no file of this name, found one", path.display()))
        }
        _ => Failure::input(format!("{}: {error}", path.display())),
    };
    let mut file = std::fs::File::create_new(path).map_err(refuse)?;
    file.write_all(include_bytes!("new.kif")).map_err(refuse)
}

fn describe(door: &dyn Door, symmetries: &str) -> Result<String, Failure> {
    let about = door.about();
    let (players, board) = (door.players(), door.draw(&Place::default())?);
    let option = |o: &OptionSpec| {
        let default = if o.default.is_empty() { String::new() } else { format!(" (default {})", o.default) };
        format!("{:<12}{}: {}{default}\n", o.name, o.help, o.kind.describe())
    };
    let size = about
        .sample_size()
        .map(|size| format!("{size:<12}the size, columns by rows: sets {}\n", about.size.join(" and ")));
    let sections = [
        ("ALSO CALLED", wrap(about.aliases.iter().map(String::as_str))),
        ("RULES", wrap(about.rules.split_whitespace())),
        ("SYMMETRIES", wrap(symmetries.split_whitespace())),
        ("PLAYERS", players.join(", ")),
        ("OPTIONS (--set NAME=VALUE)", about.options.iter().map(option).chain(size).collect()),
        ("NOTATION", wrap(about.notation.split_whitespace())),
        ("START", board),
        ("FIRST MOVES", first_moves(door)?),
        ("EXAMPLE", about.example.clone()),
    ];
    let indented =
        |text: &str| text.lines().map(|line| format!("  {line}").trim_end().to_string() + "\n").collect::<String>();
    let section = |(title, text): &(&str, String)| format!("\n{title}\n{}", indented(text));
    let told = sections.iter().filter(|(_, text)| !text.is_empty()).map(section);
    Ok(format!("{}\n{}", headline(about), told.collect::<String>()))
}

/// The moves at the start, if they are not too many to list.
fn first_moves(door: &dyn Door) -> Result<String, Failure> {
    const MOST: usize = 60;
    let legal = door.view(&Place::default(), None)?.legal;
    let mut texts: Vec<&str> = legal.iter().take(MOST).map(|legal| &legal.mv[..]).collect();
    let more = format!("and {} more", legal.len().saturating_sub(MOST));
    texts.extend((legal.len() > MOST).then_some(&more[..]));
    Ok(wrap(texts))
}

fn headline(about: &About) -> String {
    if about.summary.is_empty() { about.name.clone() } else { format!("{}: {}", about.name, about.summary) }
}

/// Words in lines of at most 100 characters.
fn wrap<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let mut lines = vec![String::new()];
    for word in words {
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
