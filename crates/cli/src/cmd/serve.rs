//! `perfectplay serve`: the page in a browser, and the JSON interface behind it.

use crate::args::{PROGRAM, read_seconds, read_size};
use crate::failure::{Failure, tell};
use crate::shelf;
use perfectplay::door::is_at_once;
use perfectplay::{Doors, Shelf};
use perfectplay_web::{Access, Config, Token};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Play and analyse in a browser: opens a page with all games and the value of every move.
///
/// The same address has a JSON interface, described at /api/openapi.json. The server is for this machine alone unless --listen
/// says otherwise (0.0.0.0:7878, say); other machines then need a token, which is in the addresses that are printed. Clients,
/// told apart by their addresses, take turns. Ctrl-C stops it.
#[derive(clap::Args)]
pub struct Args {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// Searches at the same time, and threads for one that is alone (default: all cores). One client or one long analysis
    /// never takes all of the former, and short questions never wait for long ones.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the whole program, such as 512M or 2G.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = read_size, allow_negative_numbers = true)]
    memory: usize,
    /// The longest that one request may search, in seconds; unless it asks for more, it has a minute.
    #[arg(long, value_name = "S", default_value = "600", value_parser = read_seconds, allow_negative_numbers = true)]
    limit_seconds: f64,
    /// Another name by which the server may be called; localhost and its own addresses are known. Can be given several
    /// times.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// An access token that everyone needs, on this machine, too: a long text that nobody guesses. Without this option one
    /// is made, for other machines alone, when they can reach the server. Give it behind a proxy on this machine that does
    /// not say for whom it asks: whoever comes that way counts as this machine.
    #[arg(long, value_name = "TEXT", value_parser = Token::new)]
    token: Option<Token>,
    /// The server is behind a proxy: a client is the last address in X-Forwarded-For. Only where nobody reaches the server
    /// but through the proxy, because anyone can write that header.
    #[arg(long)]
    trust_proxy: bool,
    /// A certificate to walk through on the page, made by `perfectplay prove`; it is checked at the start. Can be given several
    /// times.
    #[arg(long, value_name = "FILE")]
    certificate: Vec<PathBuf>,
    /// A file with the rules of a game, which the page has beside the others; or a folder of such files. Can be given several
    /// times.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Vec<PathBuf>,
    /// A table made by `perfectplay table build`, or a folder of them; what it has is answered at once. Can be given several
    /// times. Tables that are at hand without this (`perfectplay table list`) are asked, too.
    #[arg(long, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// Search, and leave out the tables that are at hand without --table.
    #[arg(long)]
    no_book: bool,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

/// What a search needs at least.
const LEAST_OF_SEARCH: usize = 4 << 20;

pub fn run(args: &Args, doors: &Arc<Doors>) -> Result<ExitCode, Failure> {
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(2, usize::from), usize::from);
    // one more for short questions
    let least_memory = (threads + 1) * LEAST_OF_SEARCH;
    if args.memory < PROGRAM + least_memory {
        let least = (PROGRAM + least_memory) >> 20;
        let error = format!("--memory: expected at least {least}M for {threads} threads, found {}", args.memory);
        return Err(Failure::input(error));
    }
    let access = match &args.token {
        Some(token) => Access::Token(token.clone()),
        None if args.listen.ip().is_loopback() => Access::Open,
        None => Access::TokenFromElsewhere(Token::random()?),
    };
    let config = Config {
        doors: doors.clone(),
        listen: args.listen,
        threads,
        memory: args.memory - PROGRAM,
        least_memory,
        limit: Duration::from_secs_f64(args.limit_seconds),
        hosts: args.allow_host.clone(),
        access,
        trusts_proxy: args.trust_proxy,
        certificates: args.certificate.clone(),
        tables: tables(args, doors)?,
    };
    let (stop_in, stop_out) = tokio::sync::oneshot::channel();
    let mut stop_in = Some(stop_in);
    // without a handler, Ctrl-C just ends the program
    let _ = ctrlc::set_handler(move || match stop_in.take() {
        Some(stop) => drop(stop.send(())),
        None => std::process::exit(130),
    });
    let ready = |address: SocketAddr| {
        let urls = urls(address, &own_addresses(), &config);
        // nobody has to read it
        let _ = write!(std::io::stdout(), "{}", announcement(&urls, address, &config.access));
        if args.open
            && let Err(error) = open::that_detached(&urls[0])
        {
            tell(&format!("the browser could not be opened: {error}"));
        }
    };
    let served = perfectplay_web::serve(&config, ready, async { drop(stop_out.await) });
    served.map_err(Failure::no_answer)?;
    Ok(ExitCode::SUCCESS)
}

/// The tables that were given, each of which can be asked at once, and those that are at hand.
fn tables(args: &Args, doors: &Doors) -> Result<Shelf, Failure> {
    let given = args.table.iter().fold(Shelf::default(), Shelf::with);
    for source in given.sources() {
        let (table, _) = crate::cmd::table::with_game(source.open()?, doors)?;
        if !is_at_once(table.table().header()) {
            let expected = "expected a table of positions that have numbers of their own";
            return Err(Failure::input(format!("{source}: {expected}, found one of discovered positions")));
        }
    }
    Ok(if args.no_book { given } else { given.then(shelf::at_hand()) })
}

/// The addresses of this machine in its networks.
fn own_addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    all.iter().filter(|one| !one.is_loopback() && !one.is_link_local()).map(|one| one.ip()).collect()
}

/// Where the page is, the nearest address first, with the token where it is needed.
fn urls(listen: SocketAddr, own: &[IpAddr], config: &Config) -> Vec<String> {
    let addresses = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => {
            [IpAddr::V4(Ipv4Addr::LOCALHOST)].into_iter().chain(own.iter().copied().filter(IpAddr::is_ipv4)).collect()
        }
        IpAddr::V6(ip) if ip.is_unspecified() => {
            [IpAddr::V6(Ipv6Addr::LOCALHOST)].into_iter().chain(own.iter().copied()).collect()
        }
        ip => vec![ip],
    };
    let token = |ip: IpAddr| match &config.access {
        Access::TokenFromElsewhere(token) if config.trusts_proxy || !ip.is_loopback() => Some(token),
        Access::Token(token) => Some(token),
        _ => None,
    };
    let url = |ip: IpAddr| {
        let query = token(ip).map(|token| format!("?token={}", token.text())).unwrap_or_default();
        format!("http://{}/{query}", SocketAddr::new(ip, listen.port()))
    };
    addresses.into_iter().map(url).collect()
}

/// What is printed: where the page is, who can reach it, and what they need.
fn announcement(urls: &[String], listen: SocketAddr, access: &Access) -> String {
    let mut text = format!("Perfectplay is at {} (Ctrl-C stops it)\n", urls[0]);
    if listen.ip().is_loopback() {
        return text;
    }
    text += "Every machine that can reach this one can reach it, too, and gets in with the token in the address:\n";
    let from_elsewhere = if urls.len() > 1 { &urls[1..] } else { urls };
    from_elsewhere.iter().for_each(|url| text += &format!("  {url}\n"));
    if let Access::TokenFromElsewhere(token) | Access::Token(token) = access {
        text += &format!("Programs send the header \"Authorization: Bearer {}\".\n", token.text());
    }
    text + "To call this machine by a name, allow the name: --allow-host NAME\n"
}
