//! The program `perfectplay-check`: the published certificates, and the same when they are damaged.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn check(file: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perfectplay-check")).arg(file).args(more).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn published() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../certificates");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|ending| ending == "pproof")).collect()
}

fn example() -> Vec<u8> {
    let is_small = |file: &&PathBuf| file.metadata().unwrap().len() < 100_000;
    std::fs::read(published().iter().find(is_small).expect("a small certificate")).unwrap()
}

#[test]
fn what_is_published_is_verified() {
    let files = published();
    assert!(files.len() >= 3);
    for file in files {
        let checked = check(&file, &["--threads", "2"]);
        assert!(checked.status.success(), "{}: {}", file.display(), text(&checked.stderr));
        assert!(text(&checked.stdout).contains("\nVERIFIED: "), "{}", text(&checked.stdout));
    }
}

/// The file with another header of the same length, and the right checksum.
fn with_header(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let header = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&file[16..16 + header]).unwrap();
    assert!(text.contains(from), "{text}");
    let mut changed = file[..16].to_vec();
    changed.extend(text.replacen(from, to, 1).as_bytes());
    changed.extend(&file[16 + header..file.len() - 4]);
    changed.extend(crc32fast::hash(&changed).to_le_bytes());
    changed
}

#[test]
fn what_is_damaged_or_false_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate");
    let good = example();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    for (content, code, message) in [
        (with_header(&good, "\"within\":43", "\"within\":41"), 1, "NOT VERIFIED at "),
        (with_header(&good, "\"open\"", "\"olde\""), 2, "expected closed or open"),
        (with_header(&good, "\"tixtax\"", "\"tixtox\""), 2, "use the program that the file was made with"),
        (
            with_header(&good, "\"version\":1", "\"version\":2"),
            2,
            "version 1 of tixtax, found one of version 2; a newer",
        ),
        (with_header(&good, "9/9/9 -", "9/9/8 -"), 2, "in the header of the certificate"),
        (flipped, 2, "the file is damaged"),
        (good[..good.len() - 1].to_vec(), 2, "the file is damaged"),
        (good[..20].to_vec(), 2, "the file is cut off"),
        (b"something else".to_vec(), 2, "which begins with \"PPPROOF\""),
    ] {
        std::fs::write(&path, content).unwrap();
        let refused = check(&path, &[]);
        assert_eq!(refused.status.code(), Some(code), "{message}: {}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains(message), "{message}: {}", text(&refused.stderr));
        assert!(!text(&refused.stdout).contains("VERIFIED"), "{message}");
    }
    std::fs::write(&path, &good).unwrap();
    let little = check(&path, &["--memory", "64K"]);
    assert_eq!(little.status.code(), Some(1));
    assert!(text(&little.stderr).contains("give it more memory"), "{}", text(&little.stderr));
    assert_eq!(check(&path, &["--memory", "lots"]).status.code(), Some(2));
    assert_eq!(check(folder.path(), &[]).status.code(), Some(1), "a folder cannot be read");
    assert_eq!(check(&folder.path().join("none"), &[]).status.code(), Some(2));
}
