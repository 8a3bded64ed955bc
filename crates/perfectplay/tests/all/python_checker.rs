//! The checker in Python and the one in Rust come to the same verdict, on true certificates and on spoilt ones.

use crate::common::rounds;
use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use perfectplay::check::{Certificate, CertificateError, Checker, Claim, Counts, Gets, Header, Rejection, Side, Terms};
use perfectplay::files::Draft;
use perfectplay::{
    AlphaBeta, Bounds, Complaint, Control, Engine, Game, Goal, Limits, Options, Outcome, Playable, Record, Registry,
    Setting, Visitor, certify,
};
use perfectplay_games::{TixTax, WeightedTicTacToe, WonBoards};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

const TERMS: Terms = Terms { threads: 1, memory: 64 << 20, most_positions: 3000 };

/// Runs the Python checker: its exit code, and what it prints.
pub fn python(file: &Path) -> (i32, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checkers/check_certificate.py");
    let output = Command::new("python3").arg(script).arg(file).output();
    let output = output.expect("python3 runs; this test needs Python 3.9 or newer");
    let text = |bytes| String::from_utf8(bytes).expect("Python prints UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout) + &text(output.stderr))
}

struct AsChecker;

impl Visitor for AsChecker {
    type Output = Arc<dyn Checker>;

    fn visit<G: Playable>(self, game: G, _: &Options) -> Arc<dyn Checker> {
        Arc::new(game)
    }
}

/// What the Rust checker finds.
fn check(file: &Path) -> Result<Counts, Rejection> {
    let mut games = Registry::default();
    games.extend(perfectplay_games::entries(), |_| AsChecker);
    let certificate = Certificate::open(file)?;
    let header = &certificate.header;
    let checker = match &header.rules {
        Some(text) => perfectplay_gdl::reopen_exactly(&header.game, text, &[], &header.options, |_| AsChecker),
        None => games.reopen_exactly(&header.game, &header.options),
    };
    let checker = checker.map_err(CertificateError::Game)?;
    checker.check_certificate(certificate, Terms { most_positions: u64::MAX, ..TERMS }, &mut |_| true)
}

/// The verdict of both checkers.
pub fn verdict(file: &Path) -> i32 {
    let expected = match catch_unwind(|| check(file)) {
        Ok(Ok(_)) => 0,
        Ok(Err(Rejection::File(_))) => 2,
        Ok(Err(_)) => 1,
        Err(panic) => Complaint::of(&*panic).map(|_| 2).expect("nothing else panics"),
    };
    let (found, text) = python(file);
    assert_eq!(found, expected, "{}: {text}", String::from_utf8_lossy(&fs::read(file).unwrap()));
    let word = ["VERIFIED: ", "NOT VERIFIED: ", "error: expected "][expected as usize];
    assert!(text.lines().any(|line| line.starts_with(word)), "{text}");
    expected
}

/// A place for certificates of one game.
pub struct Bench<'g, G: Game> {
    game: &'g G,
    name: &'static str,
    options: BTreeMap<String, Setting>,
    engine: fn(&G) -> Box<dyn Engine<G> + '_>,
    folder: TempDir,
}

impl<'g, G: Playable> Bench<'g, G> {
    fn new(game: &'g G, name: &'static str, options: &[(&str, Setting)]) -> Self {
        Bench::with(game, name, options, |game| Box::new(AlphaBeta::new(game, 16 << 20).unwrap()))
    }

    /// With an engine of its own.
    pub fn with(
        game: &'g G,
        name: &'static str,
        options: &[(&str, Setting)],
        engine: fn(&G) -> Box<dyn Engine<G> + '_>,
    ) -> Self {
        let options = options.iter().map(|(name, setting)| (name.to_string(), setting.clone())).collect();
        Bench { game, name, options, engine, folder: tempfile::tempdir().unwrap() }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.path().join("certificate.pp")
    }

    /// Writes a certificate of these claims, if they are true and not hard to show.
    pub fn write(&self, record: &Record<G>, claims: &[Claim]) -> Option<Counts> {
        let mut engine = (self.engine)(self.game);
        let header = Header {
            game: self.name.to_string(),
            version: self.game.version(),
            options: self.options.clone(),
            rules: self.game.text().map(str::to_string),
            position: self.game.write_position(record),
            claims: claims.to_vec(),
        };
        let mut draft = Draft::create(&self.file()).unwrap();
        let counts = certify(&mut draft, self.game, &header, &mut *engine, TERMS, &mut limited()).ok()?;
        draft.finish().unwrap();
        Some(counts)
    }

    /// Claims about a position that are true, if they are not hard to find, and others that are not.
    fn true_and_false_claims(&self, record: &Record<G>) -> Option<(Vec<Claim>, Vec<Claim>)> {
        let mut engine = (self.engine)(self.game);
        let value = engine.bounds(record.position(), Goal::Exact, &mut limited()).unwrap().value()?;
        let both = |mover, other| [(Side::Mover, mover), (Side::Other, other)];
        let (win, not_loss) = (Gets::Win { within: None }, Gets::NotLoss { within: None });
        let of_outcome = match value.outcome() {
            Outcome::Win => vec![(Side::Mover, win)],
            Outcome::Loss => vec![(Side::Other, win)],
            _ => both(not_loss, not_loss).to_vec(),
        };
        let wrong = match value.outcome() {
            Outcome::Win => both(not_loss, not_loss)[1..].to_vec(),
            Outcome::Loss => both(not_loss, not_loss)[..1].to_vec(),
            _ => both(win, win).to_vec(),
        };
        let claim = |(side, gets)| Claim { side, gets };
        let exact = Claim::of_bounds(Bounds::exactly(value), self.game.scored());
        let sharper = exact.iter().filter_map(|&Claim { side, gets }| match gets {
            Gets::Win { within: Some(plies) } => {
                Some(Claim { side, gets: Gets::Win { within: Some(plies.checked_sub(1)?) } })
            }
            Gets::NotLoss { within: Some(plies) } => {
                Some(Claim { side, gets: Gets::NotLoss { within: Some(plies + 1) } })
            }
            Gets::Margin { at_least } => Some(Claim { side, gets: Gets::Margin { at_least: at_least + 1 } }),
            _ => None,
        });
        let wrong: Vec<Claim> = wrong.into_iter().map(claim).chain(sharper).collect();
        Some((exact.into_iter().chain(of_outcome.into_iter().map(claim)).collect(), wrong))
    }

    /// Checks certificates about a position: of true claims, of false ones, and with a number changed.
    pub fn try_position(&self, record: &Record<G>, random: &mut fastrand::Rng) -> Tally {
        let mut tally = Tally::default();
        let Some((right, wrong)) = self.true_and_false_claims(record) else { return tally };
        if self.write(record, &right).is_none_or(|counts| counts.positions == 0) {
            return tally;
        }
        assert_eq!(verdict(&self.file()), 0);
        tally.accepted += 1;
        let honest = Parts::read(&self.file());
        let wrong = random.choice(wrong).expect("a false claim");
        honest.with(|parts| parts.header["claims"] = json!([wrong])).write(&self.file());
        assert_eq!(verdict(&self.file()), 1, "{wrong:?}");
        if !honest.numbers.is_empty() {
            let at = random.usize(..honest.numbers.len());
            honest.with(|parts| parts.numbers[at] = (parts.numbers[at] + random.u64(1..4)) % 5).write(&self.file());
            tally.refused += usize::from(verdict(&self.file()) == 1);
        }
        tally
    }
}

fn limited<'c>() -> Control<'c> {
    Control::new(Limits { nodes: Some(20_000), time: None })
}

/// How many certificates were found good, and how many spoilt ones were not.
#[derive(Default)]
pub struct Tally {
    pub accepted: usize,
    pub refused: usize,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.accepted += other.accepted;
        self.refused += other.refused;
    }
}

/// What a certificate consists of.
#[derive(Clone)]
pub struct Parts {
    pub header: Json,
    pub numbers: Vec<u64>,
    counts: [u8; 16],
}

impl Parts {
    /// So many positions, and these numbers.
    pub fn new(header: Json, numbers: &[u64], positions: u64) -> Parts {
        let counts = [positions.to_le_bytes(), (numbers.len() as u64).to_le_bytes()];
        Parts { header, numbers: numbers.to_vec(), counts: counts.concat().try_into().unwrap() }
    }

    pub fn read(file: &Path) -> Parts {
        let bytes = fs::read(file).unwrap();
        let body = 16 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let mut stream = vec![];
        ZlibDecoder::new(&bytes[body..bytes.len() - 20]).read_to_end(&mut stream).unwrap();
        let numbers = stream.split_inclusive(|&byte| byte < 0x80);
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |high, byte| high << 7 | u64::from(byte & 0x7f));
        Parts {
            header: serde_json::from_slice(&bytes[16..body]).unwrap(),
            numbers: numbers.map(number).collect(),
            counts: bytes[bytes.len() - 20..bytes.len() - 4].try_into().unwrap(),
        }
    }

    pub fn with(&self, change: impl FnOnce(&mut Parts)) -> Parts {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    fn zlib(&self) -> Vec<u8> {
        let mut stream = vec![];
        for mut number in self.numbers.iter().copied() {
            while number >= 0x80 {
                stream.push(number as u8 | 0x80);
                number >>= 7;
            }
            stream.push(number as u8);
        }
        let mut compressed = vec![];
        ZlibEncoder::new(&stream[..], Compression::fast()).read_to_end(&mut compressed).unwrap();
        compressed
    }

    pub fn write(&self, file: &Path) {
        self.write_with_body(file, &self.zlib());
    }

    fn write_with_body(&self, file: &Path, body: &[u8]) {
        self.write_with(file, &self.header.to_string(), body);
    }

    fn write_with(&self, file: &Path, header: &str, body: &[u8]) {
        let mut bytes = b"PPPROOF\n\x02\0\0\0".to_vec();
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(body);
        bytes.extend_from_slice(&self.counts);
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        fs::write(file, bytes).unwrap();
    }
}

/// A position after so many random moves, unless the game ends before.
pub fn random_position<G: Game>(game: &G, plies: usize, random: &mut fastrand::Rng) -> Option<Record<G>> {
    let mut record = Record::new(game);
    for _ in 0..plies {
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        record.play(game, random.choice(moves)?).unwrap();
    }
    game.ending(record.position()).is_none().then_some(record)
}

fn tixtax(rule: WonBoards) -> (TixTax, [(&'static str, Setting); 1]) {
    let name = if rule == WonBoards::Open { "open" } else { "closed" };
    (TixTax::new(rule), [("won-boards", Setting::Text(name.to_string()))])
}

#[test]
fn tixtax_endgames() {
    let mut random = fastrand::Rng::with_seed(11);
    for rule in [WonBoards::Closed, WonBoards::Open] {
        let (game, options) = tixtax(rule);
        let bench = Bench::new(&game, "tixtax", &options);
        let mut tally = Tally::default();
        while tally.accepted < rounds(15) || tally.refused < rounds(5) {
            let plies = random.usize(38..62);
            if let Some(record) = random_position(&game, plies, &mut random) {
                tally.add(bench.try_position(&record, &mut random));
            }
        }
    }
}

/// With few squares taken, the canonical form turns the board.
#[test]
fn tixtax_beginnings() {
    let mut random = fastrand::Rng::with_seed(12);
    for rule in [WonBoards::Closed, WonBoards::Open] {
        let (game, options) = tixtax(rule);
        let bench = Bench::new(&game, "tixtax", &options);
        let mut found = 0;
        while found < rounds(10) {
            let plies = random.usize(7..13);
            let Some(record) = random_position(&game, plies, &mut random) else { continue };
            let side = random.choice([Side::Mover, Side::Other]).unwrap();
            let claim = Claim { side, gets: Gets::NotLoss { within: Some(random.u32(12..20)) } };
            if bench.write(&record, &[claim]).is_some_and(|counts| counts.positions > 10) {
                assert_eq!(verdict(&bench.file()), 0);
                found += 1;
            }
        }
    }
}

#[test]
fn weighted_tic_tac_toe() {
    let mut random = fastrand::Rng::with_seed(13);
    let mut tally = Tally::default();
    while tally.accepted < rounds(30) || tally.refused < rounds(5) {
        let [rows, cols, k] = [2..5, 2..5, 2..5].map(|range| random.usize(range));
        let spread = random.choice([0, 1, 9]).unwrap();
        let weights: Vec<i64> = (0..rows * cols).map(|_| random.i64(-spread..=spread)).collect();
        let game = WeightedTicTacToe::new(rows, cols, k, &weights);
        let int = |n: usize| Setting::Int(n as i64);
        let options = [("rows", int(rows)), ("cols", int(cols)), ("k", int(k)), ("weights", Setting::Ints(weights))];
        let bench = Bench::new(&game, "weighted-tic-tac-toe", &options);
        let plies = random.usize((rows * cols).saturating_sub(9)..rows * cols);
        if let Some(record) = random_position(&game, plies, &mut random) {
            tally.add(bench.try_position(&record, &mut random));
        }
    }
}

#[test]
fn spoilt_files() {
    let game = WeightedTicTacToe::new(3, 3, 3, &[0; 9]);
    let int = |n: usize| Setting::Int(n as i64);
    let options = [("rows", int(3)), ("cols", int(3)), ("k", int(3)), ("weights", Setting::Ints(vec![0; 9]))];
    let bench = Bench::new(&game, "weighted-tic-tac-toe", &options);
    let file = bench.file();
    let not_loss = Claim { side: Side::Mover, gets: Gets::NotLoss { within: None } };
    bench.write(&Record::new(&game), &[not_loss]).expect("tic-tac-toe is a tie");
    let honest = Parts::read(&file);
    let verdict_with = |change: &dyn Fn(&mut Parts)| {
        honest.with(|parts| change(parts)).write(&file);
        verdict(&file)
    };
    assert_eq!(verdict_with(&|_| {}), 0);
    assert_eq!(verdict_with(&|parts| parts.numbers.push(0)), 1, "a number too many");
    assert_eq!(verdict_with(&|parts| parts.numbers.truncate(parts.numbers.len() - 1)), 1, "a number too few");
    assert_eq!(verdict_with(&|parts| parts.counts[0] += 1), 1, "more positions promised");
    assert_eq!(verdict_with(&|parts| parts.counts[0] -= 1), 1, "fewer positions promised");
    assert_eq!(verdict_with(&|parts| parts.counts[8] += 1), 1, "more numbers promised");
    assert_eq!(verdict_with(&|parts| parts.header["claims"] = json!([])), 2, "no claim");
    let margin = json!([{"side": "mover", "gets": "margin", "at_least": 0}]);
    assert_eq!(verdict_with(&|parts| parts.header["claims"] = margin.clone()), 2, "no margins in this game");
    for within in [json!(-1), json!(1.5), json!("3"), json!(1 << 28), json!(true)] {
        let claims = json!([{"side": "mover", "gets": "win", "within": within}]);
        assert_eq!(verdict_with(&|parts| parts.header["claims"] = claims.clone()), 2, "{claims}");
    }
    for position in ["xx1/3/3", "3/3", "3/3/4", "3/3/12", "3/3/y2", "3/3/03", "xxx/oo1/o2", "oox/oxx/xxo x", "-"] {
        assert_eq!(verdict_with(&|parts| parts.header["position"] = json!(position)), 2, "{position}");
    }
    for (body, what) in [
        (&[] as &[u8], "no stream"),
        (&[honest.zlib(), vec![0]].concat(), "more after the stream"),
        (&honest.zlib()[..honest.zlib().len() - 1], "the end of the stream is missing"),
        (&[honest.zlib(), honest.zlib()].concat(), "two streams"),
    ] {
        honest.write_with_body(&file, body);
        assert_eq!(verdict(&file), 1, "{what}");
    }
    honest.write(&file);
    let bytes = fs::read(&file).unwrap();
    for cut in [0, 7, 8, 15, 20, 35, 36, bytes.len() - 1] {
        fs::write(&file, &bytes[..cut]).unwrap();
        assert_eq!(verdict(&file), 2, "the first {cut} bytes");
    }
    for (at, what) in [(0, "another beginning"), (8, "another version"), (15, "a long header"), (40, "a changed byte")]
    {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x40;
        fs::write(&file, &bytes).unwrap();
        assert_eq!(verdict(&file), 2, "{what}");
    }
}

/// Headers that mean the same to a reader who is not strict, and those that do not.
#[test]
fn headers_written_in_another_way() {
    let game = WeightedTicTacToe::new(3, 3, 3, &[0; 9]);
    let int = |n: usize| Setting::Int(n as i64);
    let options = [("rows", int(3)), ("cols", int(3)), ("k", int(3)), ("weights", Setting::Ints(vec![0; 9]))];
    let bench = Bench::new(&game, "weighted-tic-tac-toe", &options);
    let not_loss = Claim { side: Side::Mover, gets: Gets::NotLoss { within: Some(9) } };
    bench.write(&Record::new(&game), &[not_loss]).expect("tic-tac-toe is a tie");
    let honest = Parts::read(&bench.file());
    let header = honest.header.to_string();
    let verdict_with = |header: &str| {
        honest.write_with(&bench.file(), header, &honest.zlib());
        verdict(&bench.file())
    };
    assert_eq!(verdict_with(&header), 0);
    for (from, to) in [
        ("{", " {"),
        ("{", "\u{feff}{"),
        (":3,", ": 3,"),
        ("}]}", "}]}\n"),
        ("}]}", "}],\"more\":1}"),
        ("}]}", "}],\"game\":\"weighted-tic-tac-toe\"}"),
        ("\"game\"", "\"gam\\u0065\""),
        ("\"game\":\"weighted-tic-tac-toe\",", ""),
        ("\"game\":\"weighted-tic-tac-toe\",\"version\":1,\"options\"", "\"options\""),
        ("\"version\":1,", ""),
        ("\"version\":1", "\"version\":0"),
        ("\"version\":1", "\"version\":2"),
        ("\"version\":1", "\"version\":\"1\""),
        ("\"version\":1", "\"version\":1.0"),
        ("\"version\":1", "\"version\":true"),
        ("\"version\":1", "\"version\":null"),
        ("\"version\":1", "\"version\":-1"),
        ("\"version\":1", "\"version\":4294967297"),
        ("\"version\":1", "\"version\":1,\"version\":1"),
        ("\"game\":\"weighted-tic-tac-toe\",\"version\":1", "\"version\":1,\"game\":\"weighted-tic-tac-toe\""),
        (
            "\"version\":1,\"options\":{\"cols\":3,\"k\":3,\"rows\":3,\"weights\":[0,0,0,0,0,0,0,0,0]}",
            "\"options\":{\"cols\":3,\"k\":3,\"rows\":3,\"weights\":[0,0,0,0,0,0,0,0,0]},\"version\":1",
        ),
        ("\"position\"", "\"rules\":null,\"position\""),
        ("\"position\"", "\"rules\":\"\",\"position\""),
        ("\"position\"", "\"rules\":\"(role x)\",\"position\""),
        ("\"position\"", "\"rules\":1,\"position\""),
        ("\"options\"", "\"rules\":\"(role x)\",\"options\""),
        ("\"rows\":3,", ""),
        (",\"weights\":[0,0,0,0,0,0,0,0,0]", ""),
        ("[0,0,0,0,0,0,0,0,0]", "[]"),
        ("[0,0,0,0,0,0,0,0,0]", "\"0,0,0,0,0,0,0,0,0\""),
        ("\"rows\":3", "\"rows\":\" +03\\n\""),
        ("\"rows\":3", "\"rows\":\"3\""),
        ("\"rows\":3", "\"rows\":3.0"),
        ("\"rows\":3", "\"rows\":3e0"),
        ("\"rows\":3", "\"rows\":[3]"),
        ("\"rows\":3", "\"rows\":4"),
        ("\"rows\":3", "\"rows\":null"),
        ("\"rows\":3", "\"rows\":99999999999999999999"),
        ("\"rows\":3", "\"rows\":3,\"rows\":3"),
        ("\"rows\":3", "\"lines\":3,\"rows\":3"),
        ("\"k\":3,\"rows\":3", "\"rows\":3,\"k\":3"),
        ("3/3/3", ".../3/3"),
        ("3/3/3", "12/3/3"),
        ("3/3/3", "3/3/3 "),
        ("3/3/3", "\\n3/3/3"),
        ("\"side\":\"mover\",\"gets\":\"not-loss\"", "\"gets\":\"not-loss\",\"side\":\"mover\""),
        ("\"within\":9", "\"within\":9,\"within\":9"),
        ("\"within\":9", "\"within\":9,\"at_least\":0"),
        ("\"within\":9", "\"within\":null"),
        ("\"within\":9", "\"within\":9.0"),
        ("\"within\":9", "\"within\":09"),
        ("\"within\":9", "\"within\":9,\"why\":\"because\""),
        ("\"mover\"", "\"Mover\""),
        ("}]}", "},7]}"),
    ] {
        assert!(header.contains(from), "{from} in {header}");
        assert_eq!(verdict_with(&header.replacen(from, to, 1)), 2, "{from} as {to}");
    }
    // another claim that is written as it should be is just another claim
    assert_eq!(verdict_with(&header.replace("not-loss", "win")), 1);
    let scored = "{\"game\":\"strings-and-coins\",\"version\":1,\"options\":{\"edges\":\"ground-1\"},\"position\":\"\",\
                  \"claims\":[{\"side\":\"other\",\"gets\":\"not-loss\",\"within\":1}]}";
    honest.write_with(&bench.file(), scored, &honest.zlib());
    assert_eq!(python(&bench.file()).0, 2, "plies in a scored game");
}

/// Texts that do not tell a position.
#[test]
fn tixtax_positions() {
    let empty_ranks = "/9/9/9/9/9/9/9";
    for (rule, position, expected) in [
        (WonBoards::Closed, "9/9/9/9/9/9/9/9/9 -".to_string(), 0),
        (WonBoards::Closed, "9/9/9/9/9/9/9/9/9 a1".to_string(), 2),
        (WonBoards::Closed, "9/9/9/9/4x4/9/9/9/9 -".to_string(), 2),
        (WonBoards::Closed, "9/9/9/9/4x4/9/9/9/9 a1".to_string(), 2),
        (WonBoards::Closed, "9/9/9/9/4x4/9/9/9/9 e5".to_string(), 0),
        (WonBoards::Closed, "9/9/9/9/4x4/9/9/9/9 e5 ---------".to_string(), 2),
        (WonBoards::Closed, format!("xxx6/ooo6{empty_ranks} a8"), 2),
        (WonBoards::Closed, "xxxxxxxxx/9/9/ooo6/3o4o/6oo1/oo7/9/9 b3".to_string(), 2),
        (WonBoards::Closed, "xxxxxxxxx/9/9/ooo6/3o4o/6o2/oo7/9/9 i9".to_string(), 0),
        (WonBoards::Open, format!("xxx6/ooo6{empty_ranks} a8"), 2),
        (WonBoards::Open, format!("xxx6/ooo6{empty_ranks} a8 ---------"), 2),
        (WonBoards::Open, format!("xxx6/ooo6{empty_ranks} a8 x-------x"), 2),
        (WonBoards::Open, format!("xxx6/ooo6{empty_ranks} a8 xo"), 2),
        (WonBoards::Open, format!("xxx6/ooo6{empty_ranks} a8 o--------"), 0),
        (WonBoards::Open, "xxx3ooo/xxx3ooo/9/9/9/9/9/9/9 g9".to_string(), 0),
    ] {
        let (game, options) = tixtax(rule);
        let bench = Bench::new(&game, "tixtax", &options);
        let met_at_once = Claim { side: Side::Mover, gets: Gets::NotLoss { within: Some(0) } };
        bench.write(&Record::new(&game), &[met_at_once]).unwrap();
        let is_won = position.starts_with("xxxxxxxxx");
        let side = if is_won { "other" } else { "mover" };
        let change = |parts: &mut Parts| {
            parts.header["position"] = json!(position);
            parts.header["claims"][0]["side"] = json!(side);
        };
        Parts::read(&bench.file()).with(change).write(&bench.file());
        assert_eq!(verdict(&bench.file()), expected, "{position}");
    }
}
