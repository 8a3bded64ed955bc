//! `perfectplay serve`: the page in a browser, and the JSON interface behind it.

use crate::args::{PROGRAM, read_seconds, read_size};
use crate::failure::{Failure, tell};
use perfectplay_web::Config;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// Play and analyse in a browser: opens a page with all games and the value of every move.
///
/// The same address has a JSON interface, described at /api/openapi.json. The server is for this machine alone unless --listen
/// says otherwise. Ctrl-C stops it.
#[derive(clap::Args)]
pub struct Args {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// Searches at the same time (default: all cores). One long analysis never takes them all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the whole program, such as 512M or 2G.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = read_size, allow_negative_numbers = true)]
    memory: usize,
    /// The longest that one request may search, in seconds.
    #[arg(long, value_name = "S", default_value = "60", value_parser = read_seconds, allow_negative_numbers = true)]
    limit_seconds: f64,
    /// Another name by which the server may be called; localhost and 127.0.0.1 are known. Can be given several times.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// A certificate to walk through on the page, made by `perfectplay prove`; it is checked at the start. Can be given several
    /// times.
    #[arg(long, value_name = "FILE")]
    certificate: Vec<PathBuf>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

/// What a search needs at least.
const LEAST_OF_SEARCH: usize = 4 << 20;

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(2, usize::from), usize::from);
    let least = PROGRAM + threads * LEAST_OF_SEARCH;
    if args.memory < least {
        let error =
            format!("--memory: expected at least {}M for {threads} threads, found {}", least >> 20, args.memory);
        return Err(Failure::Input(error));
    }
    let mut hosts = args.allow_host.clone();
    if !args.listen.ip().is_unspecified() {
        hosts.push(match args.listen.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        });
    }
    let config = Config {
        listen: args.listen,
        threads,
        memory: args.memory - PROGRAM,
        limit: Duration::from_secs_f64(args.limit_seconds),
        hosts,
        certificates: args.certificate.clone(),
    };
    let (stop_in, stop_out) = tokio::sync::oneshot::channel();
    let mut stop_in = Some(stop_in);
    // without a handler, Ctrl-C just ends the program
    let _ = ctrlc::set_handler(move || match stop_in.take() {
        Some(stop) => drop(stop.send(())),
        None => std::process::exit(130),
    });
    let ready = |address: SocketAddr| {
        let url = format!("http://{address}/");
        // nobody has to read it
        let _ = writeln!(std::io::stdout(), "Perfectplay is at {url} (Ctrl-C stops it)");
        if args.open
            && let Err(error) = webbrowser::open(&url)
        {
            tell(&format!("the browser could not be opened: {error}"));
        }
    };
    let served = perfectplay_web::serve(&config, ready, async { drop(stop_out.await) });
    served.map_err(|error| Failure::NoAnswer(error.to_string()))?;
    Ok(ExitCode::SUCCESS)
}
