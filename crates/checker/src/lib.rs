//! `perfectplay-check FILE`, which is also `perfectplay check FILE`.

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use perfectplay_check::{Certificate, CertificateError, Checker, Header, Rejection, Terms};
use perfectplay_game::OptionError;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Check a certificate with the rules of the game alone: every position that can come up is played out again.
///
/// Prints the claims and VERIFIED, or the first position that is wrong and why. Exit code 0 if it proves what it claims,
/// 1 if it does not, 2 if the file is not a certificate.
#[derive(clap::Args)]
pub struct Args {
    /// The certificate.
    file: PathBuf,
    /// Threads to use (default: all cores).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the positions that are still to be checked, such as 512M or 8G.
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = read_size, allow_negative_numbers = true)]
    memory: usize,
    /// The rules file of a certificate that has only its hash, because the rules are too long.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
}

/// Sets up the game that a certificate is about.
pub type Open<'o> = &'o dyn Fn(&Header) -> Result<Arc<dyn Checker>, OptionError>;

/// Runs the command; it prints what it finds.
pub fn run(args: &Args, open: Open) -> ExitCode {
    let told = run_file(args, open).unwrap_or_else(|error| {
        let code = if is_about_reading(&error) { 1 } else { 2 };
        Told { code, out: String::new(), err: format!("error: {error}") }
    });
    let mut out = std::io::stdout().lock();
    let written = out.write_all(told.out.as_bytes()).and_then(|()| out.flush());
    if !told.err.is_empty() {
        tell(&told.err);
    }
    match written {
        // whoever read it has gone away, and knows what was read
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            tell(&format!("error: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::from(told.code),
    }
}

/// Prints a line on stderr; if that fails, there is nobody to tell.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A file that is there, but cannot be read to its end.
fn is_about_reading(error: &CertificateError) -> bool {
    matches!(error, CertificateError::Io { source, .. } if source.kind() != std::io::ErrorKind::NotFound)
}

/// What is printed, and the exit code.
struct Told {
    code: u8,
    out: String,
    err: String,
}

fn run_file(args: &Args, open: Open) -> Result<Told, CertificateError> {
    let certificate = Certificate::open(&args.file)?;
    let checker = open(&certificate.header)?;
    let started = Instant::now();
    let about = sentence(&*checker, &certificate.header)?;
    let bytes = certificate.bytes;
    let threads = args
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from);
    let terms = Terms { threads, memory: args.memory, most_positions: certificate.counts.positions };
    let bar = ProgressBar::new(certificate.counts.positions);
    let style = "{elapsed} {wide_bar} {human_pos} of {human_len} positions";
    bar.set_style(ProgressStyle::with_template(style).expect("a valid template"));
    let mut watch = |positions: u64| {
        if started.elapsed() > Duration::from_millis(300) {
            bar.set_position(positions);
        }
        true
    };
    let result = checker.check_certificate(certificate, terms, &mut watch);
    bar.finish_and_clear();
    match result {
        Ok(counts) => {
            let seconds = started.elapsed().as_secs_f64();
            let positions = HumanCount(counts.positions);
            let verdict = format!("VERIFIED: {positions} positions, {}, in {seconds:.3} s\n", HumanBytes(bytes));
            Ok(Told { code: 0, out: about + &verdict, err: String::new() })
        }
        Err(Rejection::File(error)) => Err(error),
        Err(Rejection::Unproved { message, .. }) => {
            Ok(Told { code: 1, out: about, err: format!("NOT VERIFIED{message}") })
        }
        Err(error) => Ok(Told { code: 1, out: about, err: format!("NOT VERIFIED: {error}") }),
    }
}

/// What a certificate is about, in words.
fn sentence(checker: &dyn Checker, header: &Header) -> Result<String, CertificateError> {
    let options: Vec<String> = header.options.iter().map(|(name, setting)| format!(" {name}={setting}")).collect();
    let position = match header.position.as_str() {
        "" => "the start".to_string(),
        text => format!("position {text}"),
    };
    Ok(format!("{}{}, {position}: {}.\n", header.game, options.concat(), checker.sentence(header)?))
}

/// A size in bytes, with K, M, G or T for powers of 1024; a B or iB may follow.
///
/// # Errors
///
/// If it is none, or too large.
pub fn read_size(text: &str) -> Result<usize, String> {
    let wrong = || format!("expected a size such as 512M or 2G, found {text:?}");
    let number_end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(number_end);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(wrong()),
    };
    let number: usize = number.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_sizes() {
        assert_eq!(read_size("0"), Ok(0));
        assert_eq!(read_size("17"), Ok(17));
        assert_eq!(read_size("64K"), Ok(65536));
        assert_eq!(read_size("2GiB"), Ok(2 << 30));
        for wrong in ["", "M", "-1M", "1.5G", "1X", "99999999999T", "1 G"] {
            assert!(read_size(wrong).is_err(), "{wrong}");
        }
    }
}
