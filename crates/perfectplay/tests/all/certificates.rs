//! Certificates: every engine's are accepted, and no change makes the checker believe what is false.

use crate::common::graph::Graph;
use crate::common::{Opened, instances, open, rounds, with_game};
use crate::meaning;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use perfectplay::check::{
    Certificate, CertificateError, CheckError, Claim, Counts, Demand, Fault, Gets, Header, Reason, Side, Strategy,
    Terms, Trouble, check, walk,
};
use perfectplay::files::Draft;
use perfectplay::{
    AlphaBeta, Bounds, CertifyError, Control, Crew, Engine, Exhaustive, Goal, Limits, Notation, Playable, Premise,
    ProofNumber, Record, Retrograde, Value, certify,
};
use std::io::{Cursor, Read, Write};

const MEMORY: usize = 64 << 20;
const TERMS: Terms = Terms { threads: 2, memory: MEMORY, most_positions: u64::MAX };

fn header<G: Playable>(opened: &Opened, game: &G, record: &Record<G>, claims: Vec<Claim>) -> Header {
    let (header, _) = Header::about(&opened.name, &opened.options, game, record).unwrap();
    Header { claims, ..header }
}

/// A file by hand: it has the right checksum, whatever it says.
fn file_of(header: &str, numbers: &[u64], counts: Counts) -> Vec<u8> {
    let mut stream = ZlibEncoder::new(vec![], Compression::fast());
    for &number in numbers {
        let mut rest = number;
        while rest >= 0x80 {
            stream.write_all(&[rest as u8 | 0x80]).unwrap();
            rest >>= 7;
        }
        stream.write_all(&[rest as u8]).unwrap();
    }
    let mut file = b"PPPROOF\n".to_vec();
    file.extend(2u32.to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(stream.finish().unwrap());
    file.extend(counts.positions.to_le_bytes());
    file.extend(counts.varints.to_le_bytes());
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file
}

/// The numbers of a certificate.
fn numbers_of(file: &[u8]) -> Vec<u64> {
    let header = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let mut bytes = vec![];
    flate2::read::ZlibDecoder::new(&file[16 + header..file.len() - 20]).read_to_end(&mut bytes).unwrap();
    let mut numbers = vec![0u64];
    let mut shift = 0;
    for byte in bytes {
        *numbers.last_mut().unwrap() |= ((byte & 0x7F) as u64) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            numbers.push(0);
            shift = 0;
        }
    }
    numbers.pop();
    numbers
}

fn check_bytes<G: Playable>(game: &G, file: &[u8]) -> Result<Counts, CheckError<G::Position>> {
    let certificate = Certificate::read(Cursor::new(file))?;
    check(game, certificate, Terms { threads: 1, ..TERMS }, &mut |_| true)
}

fn certificate<G: Playable>(
    game: &G,
    header: &Header,
    engine: &mut dyn Engine<G>,
) -> Result<Vec<u8>, CertifyError<G::Position>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let mut draft = Draft::create(&path).unwrap();
    let counts = certify(&mut draft, game, header, engine, TERMS, &mut Control::default())?;
    draft.finish().unwrap();
    let file = std::fs::read(&path).unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    assert_eq!(check_bytes(game, &file).unwrap(), counts);
    Ok(file)
}

/// Claims that say more than is true, by as little as possible, about a position of this value.
fn false_claims(value: Value) -> Vec<Claim> {
    let mover = |gets| Claim { side: Side::Mover, gets };
    let other = |gets| Claim { side: Side::Other, gets };
    match value {
        Value::Win { plies } => vec![
            mover(Gets::Win { within: Some(plies - 1) }),
            other(Gets::NotLoss { within: Some(plies) }),
            other(Gets::NotLoss { within: None }),
        ],
        Value::Loss { plies } => vec![
            mover(Gets::NotLoss { within: Some(plies) }),
            mover(Gets::NotLoss { within: None }),
            other(Gets::Win { within: Some(plies - 1) }),
        ],
        Value::Tie | Value::Draw => vec![mover(Gets::Win { within: None }), other(Gets::Win { within: None })],
        Value::Margin(margin) => {
            vec![mover(Gets::Margin { at_least: margin + 1 }), other(Gets::Margin { at_least: 1 - margin })]
        }
    }
}

/// A position from random play that is small enough to be searched by anything; the text that leads there is kept.
fn small_record<G: Playable>(game: &G, most: usize, random: &mut fastrand::Rng) -> Record<G> {
    let mut record = Record::new(game);
    loop {
        let mut oracle = Exhaustive::new(game, MEMORY).unwrap().with_most_positions(most);
        let goal = Goal::Exact;
        match oracle.bounds(record.position(), goal, &mut Control::new(Limits { nodes: Some(50_000), time: None })) {
            Err(error) if matches!(error.premise, Premise::TooManyPositions { .. }) => {}
            // a game with cycles is small as it is
            _ => return game.read_position(&game.write_position(&record)).unwrap(),
        }
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        record.play(game, random.choice(moves).expect("an unfinished position")).unwrap();
    }
}

fn engines<'g, G: Playable>(game: &'g G) -> Vec<Box<dyn Engine<G> + 'g>> {
    match game.layer(&game.start()) {
        None => vec![Box::new(Retrograde::new(game, MEMORY).unwrap())],
        Some(_) => vec![
            Box::new(AlphaBeta::new(game, MEMORY).unwrap()),
            Box::new(ProofNumber::new(game, MEMORY, Crew::new(1)).unwrap()),
            // so little that parts of the proof get lost
            Box::new(AlphaBeta::new(game, 4 << 20).unwrap()),
            Box::new(Retrograde::new(game, MEMORY).unwrap()),
        ],
    }
}

fn check_game<G: Playable>(name: &str, opened: &Opened, game: &G, random: &mut fastrand::Rng) {
    let is_small = |count: Option<u64>| count.is_some_and(|count| count < 20_000);
    if game.layer(&game.start()).is_none() && (game.scored() || !is_small(game.index_count())) {
        return;
    }
    let record = small_record(game, 1500, random);
    if game.ending(record.position()).is_some() {
        return;
    }
    let mut oracle = Retrograde::new(game, MEMORY).unwrap();
    let Ok(bounds) = oracle.bounds(record.position(), Goal::Exact, &mut Control::default()) else {
        return; // too many positions for a small test
    };
    let value = bounds.value().unwrap().with_lead(record.lead(game));
    let mut numbers: Vec<Vec<u64>> = vec![];
    for claim in Claim::of_bounds(Bounds::exactly(value), game.scored()) {
        for mut engine in engines(game) {
            let file = certificate(game, &header(opened, game, &record, vec![claim]), &mut *engine)
                .unwrap_or_else(|error| panic!("{name}, {}: {error} for {claim:?}", engine.name()));
            numbers.push(numbers_of(&file));
        }
    }
    for claim in false_claims(value) {
        let lie = header(opened, game, &record, vec![claim]);
        for mut engine in engines(game) {
            let refused = certificate(game, &lie, &mut *engine);
            assert!(matches!(refused, Err(CertifyError::Refuted)), "{name} {claim:?}");
        }
        // the strategies of true claims, whole and mutilated, do not prove it
        let text = serde_json::to_string(&lie).unwrap();
        for original in &numbers {
            for variant in variants(original, random) {
                let counts = Counts { positions: random.u64(0..3000), varints: variant.len() as u64 };
                let found = check_bytes(game, &file_of(&text, &variant, counts));
                assert!(found.is_err(), "{name}: {claim:?} is false, and accepted");
            }
        }
    }
}

/// A list of numbers with one dropped, two swapped, and some changed.
fn variants(numbers: &[u64], random: &mut fastrand::Rng) -> Vec<Vec<u64>> {
    let mut all = vec![numbers.to_vec()];
    if numbers.len() > 1 {
        for _ in 0..4 {
            let (i, j) = (random.usize(0..numbers.len()), random.usize(0..numbers.len()));
            let mut dropped = numbers.to_vec();
            dropped.remove(i);
            let mut swapped = numbers.to_vec();
            swapped.swap(i, j);
            let mut changed = numbers.to_vec();
            changed[i] = random.u64(0..10);
            all.extend([dropped, swapped, changed]);
        }
    }
    all
}

#[test]
fn of_every_engine_on_every_instance() {
    let mut random = fastrand::Rng::with_seed(41);
    for (name, opened) in instances() {
        with_game!(opened, |game| (0..rounds(2)).for_each(|_| check_game(&name, &opened, game, &mut random)));
    }
}

/// Plays by chance.
struct Chance(fastrand::Rng);

impl<P> Strategy<P> for Chance {
    type Error = ();
    fn choose(&mut self, _: &Demand<P>) -> Result<u64, ()> {
        Ok(self.0.u64(0..3))
    }
    fn declare(&mut self, _: &Demand<P>) -> Result<u32, ()> {
        Ok(self.0.u32(0..12))
    }
}

#[test]
fn whatever_a_strategy_says_only_the_truth_is_accepted() {
    let (mut accepted, mut refused) = (0, 0);
    let mut random = fastrand::Rng::with_seed(43);
    for seed in 0..6000 {
        let graph = Graph::random(&mut random, true, false);
        let start = Record::new(&graph);
        for side in [Side::Mover, Side::Other] {
            let wins = [None, Some(2), Some(6)].map(|within| Gets::Win { within });
            let not_losses = [None, Some(3)].map(|within| Gets::NotLoss { within });
            for gets in wins.into_iter().chain(not_losses) {
                let claim = Claim { side, gets };
                let mut chance = Chance(fastrand::Rng::with_seed(seed));
                match walk(&graph, &start, claim, &mut chance, TERMS, &mut |_| true) {
                    Ok(_) => {
                        assert_eq!(meaning::holds(&graph, &start, claim, 24), Some(true), "{claim:?}: {graph:?}");
                        accepted += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(accepted > 5_000 && refused > 5_000, "{accepted} accepted, {refused} refused");
}

/// A small certificate with both kinds of turns.
fn example() -> (Opened, Header, Vec<u8>) {
    let opened = open("weighted-tic-tac-toe weights=0,1,3,-4,2,5,1,0,-7");
    with_game!(opened, |game| {
        let record = Record::new(game);
        let mut engine = AlphaBeta::new(game, MEMORY).unwrap();
        let bounds = engine.bounds(record.position(), Goal::Exact, &mut Control::default()).unwrap();
        let header = header(&opened, game, &record, Claim::of_bounds(bounds, false));
        let file = certificate(game, &header, &mut engine).unwrap();
        (opened, header, file)
    })
}

#[test]
fn every_flipped_byte_and_every_cut_is_noticed() {
    let (opened, _, file) = example();
    with_game!(opened, |game| {
        for at in 0..file.len() {
            for flip in [0x01, 0x80, 0xFF] {
                let mut damaged = file.clone();
                damaged[at] ^= flip;
                assert!(check_bytes(game, &damaged).is_err(), "byte {at}");
            }
            assert!(matches!(check_bytes(game, &file[..at]), Err(CheckError::File(_))), "cut at {at}");
        }
        let more = [&file[..], &[0]].concat();
        assert!(matches!(check_bytes(game, &more), Err(CheckError::File(CertificateError::Checksum { .. }))));
    });
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let (opened, header, file) = example();
    with_game!(opened, |game| {
        let numbers = numbers_of(&file);
        let counts = check_bytes(game, &file).unwrap();
        let text = serde_json::to_string(&header).unwrap();
        let told = |file: &[u8]| check_bytes(game, file).unwrap_err();
        assert!(check_bytes(game, &file_of(&text, &numbers, counts)).is_ok());

        assert!(matches!(told(b""), CheckError::File(CertificateError::NotACertificate { .. })));
        assert!(matches!(told(b"PPTABLE\n and so on"), CheckError::File(CertificateError::NotACertificate { .. })));
        for (version, whose) in [(1, "an older"), (3, "a newer")] {
            let mut other = file.clone();
            other[8] = version;
            let error = told(&other);
            assert!(matches!(error, CheckError::File(CertificateError::Version { .. })));
            assert!(error.to_string().contains(&format!("found version {version}; {whose} Perfectplay")), "{error}");
        }
        let mut long = file.clone();
        long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(matches!(told(&long), CheckError::File(CertificateError::Header { .. })));

        let more = Counts { positions: counts.positions + 1, ..counts };
        assert!(matches!(told(&file_of(&text, &numbers, more)), CheckError::Counts { .. }));
        let fewer = Counts { positions: counts.positions - 1, ..counts };
        let too_many = told(&file_of(&text, &numbers, fewer));
        assert!(matches!(too_many, CheckError::Refuted(Reason::Fault(Fault::TooManyPositions { .. }), _)));
        let rest = [&numbers[..], &[0]].concat();
        assert!(matches!(told(&file_of(&text, &rest, counts)), CheckError::Counts { .. }));
        let silent = told(&file_of(&text, &numbers[..numbers.len() - 1], counts));
        assert!(matches!(silent, CheckError::Refuted(Reason::Silent, _)));
        let mut wild = numbers.clone();
        wild[0] = 77;
        let no_move = told(&file_of(&text, &wild, counts));
        assert!(matches!(no_move, CheckError::Refuted(Reason::Fault(Fault::NoSuchMove { choice: 77, .. }), _)));

        let of_version_7 = text.replacen("\"version\":1", "\"version\":7", 1);
        let other_version = told(&file_of(&of_version_7, &numbers, counts));
        assert!(matches!(other_version, CheckError::File(CertificateError::GameVersion { found: 7, .. })));
        let of_other_rules = serde_json::to_string(&Header { rules: Some("(role x)".to_string()), ..header }).unwrap();
        let other_rules = told(&file_of(&of_other_rules, &numbers, counts));
        assert!(matches!(other_rules, CheckError::File(CertificateError::Header { .. })));

        for (part, by) in
            [("\"3/3/3\"", "\"4/4\""), ("\"claims\":[", "\"claims\":[], \"c\":["), ("\"win\"", "\"gain\"")]
        {
            assert!(text.contains(part), "{part} in {text}");
            let broken = told(&file_of(&text.replacen(part, by, 1), &numbers, counts));
            assert!(matches!(broken, CheckError::File(CertificateError::Header { .. })), "{by}: {broken}");
        }
        let certificate = Certificate::read(Cursor::new(&file[..])).unwrap();
        let little = Terms { memory: 100, ..TERMS };
        let refused = check(game, certificate, little, &mut |_| true).unwrap_err();
        assert!(matches!(refused, CheckError::Refuted(Reason::Fault(Fault::Memory { memory: 100 }), _)));
        let certificate = Certificate::read(Cursor::new(&file[..])).unwrap();
        assert!(matches!(check(game, certificate, TERMS, &mut |_| false), Err(CheckError::Stopped)));
    });
}

/// A strategy for a long game that is all zeros, packed so tightly that it promises far more than it is worth.
#[test]
fn a_huge_promise_takes_no_more_than_the_given_memory() {
    let opened = open("connect-four");
    with_game!(opened, |game| {
        let claim = Claim { side: Side::Mover, gets: Gets::Win { within: None } };
        let text = serde_json::to_string(&header(&opened, game, &Record::new(game), vec![claim])).unwrap();
        let counts = Counts { positions: u64::MAX, varints: u64::MAX };
        let file = file_of(&text, &vec![0; 4 << 20], counts);
        assert!(file.len() < 100_000);
        let certificate = Certificate::read(Cursor::new(&file[..])).unwrap();
        let refused = check(game, certificate, Terms { memory: 1 << 20, ..TERMS }, &mut |_| true).unwrap_err();
        assert!(matches!(refused, CheckError::Refuted(Reason::Fault(Fault::Memory { .. } | Fault::Ending(_)), _)));
    });
}

#[test]
fn a_walk_that_the_watch_ends_is_no_proof() {
    let claim = Claim { side: Side::Mover, gets: Gets::NotLoss { within: None } };
    let mut stopped = 0;
    for seed in 0..200 {
        let graph = Graph::random(&mut fastrand::Rng::with_seed(seed), true, false);
        let mut strategy = Chance(fastrand::Rng::with_seed(seed));
        match walk(&graph, &Record::new(&graph), claim, &mut strategy, TERMS, &mut |_| false) {
            Err(Trouble::Stopped) => stopped += 1,
            // it was over before the watch was asked
            Err(Trouble::At(..)) | Ok(0) => {}
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(stopped > 50, "{stopped}");
}

/// Engines that lose most of what they find still write certificates.
#[test]
fn of_a_proof_that_does_not_fit_the_table() {
    let opened = open("tixtax");
    with_game!(opened, |game| {
        let text = "1x1oo1xx1/x1ooox2o/xo1xx4/3o3ox/1xox1o2x/oo3ox1x/xxoox2oo/xx4o2/oo1oxx2x g2";
        let record = game.read_position(text).unwrap();
        for threads in [1, 2] {
            let crew = Crew::new(threads);
            let mut engine = ProofNumber::new(game, if threads == 1 { 5 << 20 } else { 16 << 20 }, crew).unwrap();
            let claim = Claim { side: Side::Other, gets: Gets::NotLoss { within: None } };
            let file = certificate(game, &header(&opened, game, &record, vec![claim]), &mut engine).unwrap();
            let counts = check_bytes(game, &file).unwrap();
            assert!(counts.positions > 5_000, "{counts:?}");
            assert!((file.len() as u64) < counts.positions, "less than a byte a position");
        }
    });
}
