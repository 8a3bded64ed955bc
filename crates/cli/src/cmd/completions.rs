//! `perfectplay completions` and `perfectplay man`: what shells and manuals are told about the command.

use crate::failure::{Failure, Reworded};
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use clap_mangen::Man;
use perfectplay::Doors;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print what a shell needs to complete commands and options; bash and zsh also complete names of games.
#[derive(clap::Args)]
#[command(after_long_help = INSTALL)]
pub struct Args {
    /// The shell.
    shell: Shell,
}

const INSTALL: &str = "\
To install:
  bash        perfectplay completions bash > ~/.local/share/bash-completion/completions/perfectplay
  zsh         perfectplay completions zsh > ~/.zfunc/_perfectplay
              (and fpath+=~/.zfunc before compinit in ~/.zshrc)
  fish        perfectplay completions fish > ~/.config/fish/completions/perfectplay.fish
  elvish      perfectplay completions elvish >> ~/.config/elvish/rc.elv
  powershell  perfectplay completions powershell >> $PROFILE";

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let names: Vec<String> = doors.abouts().map(|about| about.name.clone()).collect();
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut with_games(crate::command(), &names), crate::program(), &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// The command with the names of games where one is expected. (It takes others, too: aliases, and files with rules.)
fn with_games(command: Command, names: &[String]) -> Command {
    let takes_game = command.get_positionals().any(|arg| arg.get_id() == "name");
    let names_of = |arg: clap::Arg| arg.value_parser(PossibleValuesParser::new(names.to_vec()));
    let command = if takes_game { command.mut_arg("name", names_of) } else { command };
    command.mut_subcommands(|part| with_games(part, names))
}

/// Write manual pages: one for each command into a folder, or else that of the whole to stdout.
#[derive(clap::Args)]
#[command(
    after_long_help = "To install: perfectplay man --out ~/.local/share/man/man1; then `man perfectplay-solve` is there."
)]
pub struct ManArgs {
    /// The folder; it is made if it is not there.
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub fn run_man(args: &ManArgs) -> Result<ExitCode, Failure> {
    let Some(folder) = &args.out else {
        let mut page = vec![];
        Man::new(crate::command().disable_help_subcommand(true)).render(&mut page)?;
        std::io::stdout().write_all(&page)?;
        return Ok(ExitCode::SUCCESS);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(crate::command(), folder));
    written.map_err(|error| Failure::input(Reworded::new(format!("{}: {error}", folder.display()), error)))?;
    Ok(ExitCode::SUCCESS)
}
