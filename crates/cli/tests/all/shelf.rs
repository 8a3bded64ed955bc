//! Tables that are at hand: they are used without being named, and can be left out.

use crate::common::{json, output, perfectplay, refusal, text};
use crate::serve::{get, interrupt, serve};
use serde_json::Value;
use std::path::Path;

const GAME: [&str; 5] = ["connect-four", "--set", "cols=4", "--set", "rows=4"];

/// A folder with a table of late positions of the game.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "late.ppt", &[&GAME[..], &["--moves", "1,2,1"]].concat());
    folder
}

fn build(folder: &Path, name: &str, game: &[&str]) {
    let file = folder.join(name);
    let built = output(&[&["table", "build", "--out", file.to_str().unwrap()], game].concat());
    assert!(built.status.success(), "{}", text(&built.stderr));
}

/// The JSON object that the command prints if these folders are the user's.
fn with_folders(folders: &str, args: &[&str]) -> Value {
    let output = perfectplay(args).env("PERFECTPLAY_TABLES", folders).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a report says, whoever found it.
fn answer(mut report: Value) -> Value {
    let fields = report.as_object_mut().unwrap();
    ["engine", "engine_reason", "nodes", "seconds"].iter().for_each(|field| drop(fields.remove(*field)));
    report
}

#[test]
fn tables_in_the_users_folders_are_asked() {
    let (folder, empty) = (folder(), tempfile::tempdir().unwrap());
    let folders = std::env::join_paths([empty.path(), Path::new("no-such-folder"), folder.path()]).unwrap();
    let folders = folders.to_str().unwrap();
    let solve = |more: &[&'static str]| [&["solve", "--json", "--position", "1212"], &GAME[..], more].concat();
    let by_table = with_folders(folders, &solve(&[]));
    assert_eq!(by_table["engine"], "table");
    for (folders, more) in [("", &[][..]), (folders, &["--no-book"]), (folders, &["--engine", "alpha-beta"])] {
        let searched = with_folders(folders, &solve(more));
        assert_eq!(searched["engine"], "alpha-beta", "{more:?}");
        assert_eq!(answer(searched), answer(by_table.clone()), "{more:?}");
    }
    // what the table does not have is searched
    let before = with_folders(folders, &[&["solve", "--json", "--position", "12"], &GAME[..]].concat());
    assert_eq!(before["engine"], "alpha-beta");
    // without the variable it is the folder for data
    let data = empty.path().join("perfectplay");
    std::fs::create_dir(&data).unwrap();
    std::fs::rename(folder.path(), data.join("tables")).unwrap();
    let mut command = perfectplay(&solve(&[]));
    let output = command.env_remove("PERFECTPLAY_TABLES").env("XDG_DATA_HOME", empty.path()).output().unwrap();
    assert!(text(&output.stdout).contains("\"engine\":\"table\""), "{}", text(&output.stderr));
}

/// What cannot be used is told by the list, and is in nobody's way.
#[test]
fn the_list_tells_what_is_used_and_what_is_not() {
    let folder = folder();
    let path = folder.path();
    build(path, "discovered.ppt", &[concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/nim.kif")]);
    std::fs::write(path.join("nonsense.ppt"), "nonsense").unwrap();
    std::fs::write(path.join("empty.ppt"), "").unwrap();
    std::fs::write(path.join("other.txt"), "not looked at").unwrap();
    let whole = std::fs::read(path.join("late.ppt")).unwrap();
    std::fs::write(path.join("cut.ppt"), &whole[..whole.len() - 1]).unwrap();
    let folders = path.to_str().unwrap();
    #[cfg(unix)]
    std::fs::write(path.join("red\u{1b}[31m.ppt"), "").unwrap();
    let listing = with_folders(folders, &["table", "list", "--json"]);
    assert_eq!(listing["folders"], serde_json::json!([folders]));
    let row = |name: &str| {
        let is_it = |row: &&Value| row["table"].as_str().unwrap().ends_with(name);
        listing["tables"].as_array().unwrap().iter().find(is_it).cloned().unwrap_or_default()
    };
    let late = row("late.ppt");
    assert_eq!((&late["used"], &late["game"]), (&true.into(), &"connect-four".into()));
    assert_eq!(late["scope"], serde_json::json!({ "from": ["121"] }));
    assert_eq!(late["bytes"], whole.len());
    for (name, reason) in [
        ("discovered.ppt", "have to be discovered"),
        ("nonsense.ppt", "expected"),
        ("empty.ppt", "an empty file"),
        ("cut.ppt", "expected"),
    ] {
        let row = row(name);
        assert_eq!(row["used"], false, "{name}");
        assert!(row["reason"].as_str().unwrap().contains(reason), "{row}");
    }
    assert!(row("other.txt").is_null());
    let solved = with_folders(folders, &[&["solve", "--json", "--position", "121"], &GAME[..]].concat());
    assert_eq!(solved["engine"], "table");
    let listed = perfectplay(&["table", "list"]).env("PERFECTPLAY_TABLES", folders).output().unwrap();
    let listed = text(&listed.stdout);
    assert!(listed.contains("connect-four cols=4 k=4 rows=4"), "{listed}");
    assert!(listed.contains("nonsense.ppt: not used: ") && !listed.contains('\u{1b}'), "{listed}");
    let only = json(&["table", "list", "--json", path.join("late.ppt").to_str().unwrap()]);
    assert_eq!(only["tables"].as_array().unwrap().len(), 1);
}

/// Those that come with the program are asked by name, or without.
#[test]
fn shipped_tables() {
    let listing = json(&["table", "list", "--json"]);
    let rows = listing["tables"].as_array().unwrap();
    assert!(rows.len() >= 3, "{listing}");
    for row in rows {
        assert_eq!(row["used"], true, "{row}");
        let options = row["options"].as_object().unwrap().iter().map(|(name, setting)| match setting.as_str() {
            Some(text) => format!("{name}={text}"),
            None => format!("{name}={setting}"),
        });
        let options: Vec<String> = options.flat_map(|option| ["--set".to_string(), option]).collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let solved = json(&[&["solve", "--json", row["game"].as_str().unwrap()], &options[..]].concat());
        assert_eq!(solved["engine"], "table", "{row}");
        let probed = json(&["table", "probe", row["table"].as_str().unwrap(), "--json"]);
        assert_eq!(answer(probed), answer(solved));
    }
    assert!(refusal(&["table", "probe", "connect-four-9x9"], b"").contains("connect-four-9x9"));
}

#[test]
fn the_page_asks_tables() {
    let folder = folder();
    let (path, late) = (folder.path().to_str().unwrap(), "/api/games/connect-four/solve?cols=4&rows=4&position=1212");
    for (more, engine) in [(&["--table", path][..], "table"), (&[], "alpha-beta")] {
        let (mut child, address) = serve(&[&["--threads", "1", "--memory", "64M"], more].concat());
        let solved = get(&address, late);
        assert!(solved.contains(&format!("\"engine\":\"{engine}\"")), "{solved}");
        let quixo = get(&address, "/api/games/quixo/solve");
        assert!(quixo.contains("\"engine\":\"table\""), "{quixo}");
        interrupt(&child);
        child.wait().unwrap();
    }
    build(folder.path(), "discovered.ppt", &[concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/nim.kif")]);
    for (table, message) in [("discovered.ppt", "found one of discovered positions"), ("none.ppt", "none.ppt")] {
        let file = folder.path().join(table);
        let refused = refusal(&["serve", "--listen", "127.0.0.1:0", "--table", file.to_str().unwrap()], b"");
        assert!(refused.contains(message), "{refused}");
    }
}
