//! The command `perfectplay`.

fn main() -> std::process::ExitCode {
    perfectplay_cli::run(perfectplay::Doors::ours())
}
