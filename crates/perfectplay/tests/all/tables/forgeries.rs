//! Everything that can be changed in a table, one choice after the other: all choices in turn, choices at random, and
//! choices by the bytes of a fuzzer make forgeries alike.

use super::forger::{Part, Parts};
use serde_json::{Value, json};

/// Chooses a number below the given one.
pub type Choose<'c> = &'c mut dyn FnMut(usize) -> usize;

/// Calls a function once for each series of choices.
pub fn with_all_choices(mut body: impl FnMut(Choose)) {
    let mut series: Vec<(usize, usize)> = vec![];
    loop {
        let mut made = 0;
        body(&mut |below| {
            if made == series.len() {
                series.push((0, below));
            }
            made += 1;
            series[made - 1].0
        });
        loop {
            match series.pop() {
                Some((chosen, below)) if chosen + 1 < below => break series.push((chosen + 1, below)),
                Some(_) => {}
                None => return,
            }
        }
    }
}

/// What to change.
const KINDS: [fn(&mut Parts, &[String], Choose); 12] = [
    change_a_number,
    change_a_flag,
    change_the_scope,
    change_the_game,
    write_the_header_oddly,
    change_sections,
    change_blocks,
    change_cells,
    change_listed_numbers,
    change_the_coding,
    change_places,
    change_the_layout,
];

/// Changes something. `texts` are positions of the game.
pub fn forge(parts: &mut Parts, texts: &[String], choose: Choose) {
    KINDS[choose(KINDS.len())](parts, texts, choose);
}

/// One of several, if there are any.
fn pick(below: usize, choose: Choose) -> Option<usize> {
    (below > 0).then(|| choose(below))
}

fn another(number: u64, parts: &Parts, choose: Choose) -> u64 {
    let size = parts.header["block_size"].as_u64().unwrap_or(1);
    let count = parts.header["index_count"].as_u64().unwrap_or(1);
    let all = [
        number.wrapping_add(1),
        number.wrapping_sub(1),
        number.wrapping_add(size),
        number.wrapping_sub(size),
        number.wrapping_mul(2),
        number / 2,
        0,
        count.wrapping_sub(1),
        count,
        u64::MAX,
    ];
    all[choose(all.len())]
}

fn section_count(parts: &Parts) -> usize {
    parts.header["sections"].as_array().map_or(0, Vec::len)
}

/// A number in the header or the index.
fn change_a_number(parts: &mut Parts, _: &[String], choose: Choose) {
    const FIELDS: [&str; 3] = ["index_count", "block_size", "cell_bytes"];
    let (sections, blocks) = (section_count(parts), parts.blocks.len());
    match choose(FIELDS.len() + 2 * sections + blocks) {
        field if field < FIELDS.len() => {
            let number = parts.header[FIELDS[field]].as_u64().unwrap_or(0);
            parts.header[FIELDS[field]] = another(number, parts, choose).into();
        }
        field if field < FIELDS.len() + 2 * sections => {
            let (section, field) = ((field - FIELDS.len()) / 2, ["count", "layer"][(field - FIELDS.len()) % 2]);
            let number = parts.header["sections"][section][field].as_u64().unwrap_or(0);
            let number = another(number, parts, choose);
            parts.header["sections"][section][field] =
                if field == "layer" { json!(number as u32) } else { number.into() };
        }
        field => {
            let block = field - FIELDS.len() - 2 * sections;
            parts.blocks[block].first = another(parts.blocks[block].first, parts, choose);
        }
    }
}

fn change_a_flag(parts: &mut Parts, _: &[String], choose: Choose) {
    match choose(4 + 2 * section_count(parts)) {
        0 => parts.header["scored"] = json!(parts.header["scored"] != true),
        1 => parts.header["numbering"] = json!("discovered"),
        2 => parts.header["numbering"] = json!({ "own": 0 }),
        3 => parts.header["numbering"] = json!({ "own": 2 }),
        flag => {
            let section = &mut parts.header["sections"][(flag - 4) / 2];
            match flag % 2 {
                0 => section["is_listed"] = json!(section["is_listed"] != true),
                _ => section["layer"] = Value::Null,
            }
        }
    }
}

fn change_the_scope(parts: &mut Parts, texts: &[String], choose: Choose) {
    parts.header["scope"] = match choose(4 + texts.len()) {
        0 => json!("all"),
        1 => json!({ "from": [] }),
        2 => json!({ "from": texts }),
        3 => json!({ "from": ["", " "] }),
        text => json!({ "from": [texts[text - 4]] }),
    };
}

fn change_the_game(parts: &mut Parts, _: &[String], choose: Choose) {
    const NAMES: [&str; 5] = ["nim", "quixo", "finger-game", "dots-and-boxes", "chomp"];
    let Some(options) = parts.header["options"].as_object_mut() else { return };
    match choose(2 + 6 * options.len()) {
        0 => parts.header["game"] = NAMES[choose(NAMES.len())].into(),
        1 => drop(options.insert("more".to_string(), json!(1))),
        option => {
            let (name, setting) = options.iter().nth((option - 2) / 6).expect("an option");
            let (name, number, text) = (name.clone(), setting.as_i64(), setting.to_string());
            let setting = match (option - 2) % 6 {
                0 => number.map_or(json!(true), |number| (number + 1).into()),
                1 => number.map_or(json!(false), |number| (number - 1).into()),
                2 => text.into(),
                3 => format!(" +0{text}\n").into(),
                4 => Value::Null,
                _ => {
                    options.shift_remove(&name);
                    return;
                }
            };
            options.insert(name, setting);
        }
    }
}

/// The same to a reader that is not careful, or something that is left out.
fn write_the_header_oddly(parts: &mut Parts, _: &[String], choose: Choose) {
    let text = parts.header.to_string();
    let names: Vec<String> = parts.header.as_object().map_or(vec![], |header| header.keys().cloned().collect());
    parts.header_text = Some(match choose(6 + 2 * names.len()) {
        0 => text.replacen(',', ", ", 1),
        1 => format!("{text}\n"),
        2 => text.replacen('{', "{\"more\":1,", 1),
        3 => text.replace("{\"layer\":null,", "{"),
        4 => text.replacen("\"options\":{", "\"options\":{\"size\":9,\"modulus\":9,\"rows\":9,", 1),
        5 => text.replacen("\"game\"", "\"g\\u0061me\"", 1),
        odd if odd % 2 == 0 => {
            let name = &names[(odd - 6) / 2];
            format!("{{\"{name}\":{},{}", parts.header[name], &text[1..])
        }
        odd => {
            let mut header = parts.header.clone();
            header.as_object_mut().expect("an object").shift_remove(&names[(odd - 6) / 2]);
            header.to_string()
        }
    });
}

/// Sections that are dropped, doubled or exchanged, with their blocks or without.
fn change_sections(parts: &mut Parts, _: &[String], choose: Choose) {
    let Some(section) = pick(section_count(parts), choose) else { return };
    let blocks = parts.blocks_of(section);
    let taken: Vec<Part> = parts.blocks[blocks.clone()].to_vec();
    let with_blocks = choose(2) == 0;
    let kind = choose(3);
    let next = parts.blocks_of(section + 1);
    let sections = parts.header["sections"].as_array_mut().expect("sections");
    match kind {
        0 => drop(sections.remove(section)),
        1 => sections.insert(section, sections[section].clone()),
        _ if section + 1 < sections.len() => sections.swap(section, section + 1),
        _ => sections.reverse(),
    }
    match kind {
        _ if !with_blocks => {}
        0 => drop(parts.blocks.drain(blocks)),
        1 => drop(parts.blocks.splice(blocks.end..blocks.end, taken)),
        _ => parts.blocks[blocks.start..next.end.max(blocks.end)].rotate_left(blocks.len()),
    }
}

/// Blocks that are exchanged, doubled, dropped or shifted, with what the index says of them or without.
fn change_blocks(parts: &mut Parts, _: &[String], choose: Choose) {
    let Some(one) = pick(parts.blocks.len(), choose) else { return };
    let counts = parts.block_counts();
    let adjust = |parts: &mut Parts, more: bool| {
        let Some(&(section, count, _)) = counts.get(one) else { return };
        let all = parts.header["sections"][section]["count"].as_u64().unwrap_or(0);
        let other = if more { all.wrapping_add(count as u64) } else { all.wrapping_sub(count as u64) };
        parts.header["sections"][section]["count"] = other.into();
    };
    match choose(7) {
        0 => {
            let other = choose(parts.blocks.len());
            parts.blocks.swap(one, other);
            match choose(3) {
                0 => {}
                1 => exchange(parts, one, other, |a, b| std::mem::swap(&mut a.first, &mut b.first)),
                _ => exchange(parts, one, other, |a, b| {
                    std::mem::swap(&mut a.first, &mut b.first);
                    std::mem::swap(&mut a.steps, &mut b.steps);
                }),
            }
        }
        1 => parts.blocks.insert(one, parts.blocks[one].clone()),
        2 => {
            parts.blocks.insert(one, parts.blocks[one].clone());
            adjust(parts, true);
        }
        3 => drop(parts.blocks.remove(one)),
        4 => {
            parts.blocks.remove(one);
            adjust(parts, false);
        }
        5 => {
            let mut firsts: Vec<u64> = parts.blocks.iter().map(|block| block.first).collect();
            firsts.rotate_left(one);
            parts.blocks.iter_mut().zip(firsts).for_each(|(block, first)| block.first = first);
        }
        _ => parts.blocks[one..].iter_mut().for_each(|block| block.first = block.first.wrapping_add(1)),
    }
}

fn exchange(parts: &mut Parts, one: usize, other: usize, with: impl FnOnce(&mut Part, &mut Part)) {
    if let Ok([a, b]) = parts.blocks.get_disjoint_mut([one, other]) {
        with(a, b);
    }
}

/// Cells that are changed or exchanged, in a block or between two.
fn change_cells(parts: &mut Parts, _: &[String], choose: Choose) {
    let Some(one) = pick(parts.blocks.len(), choose) else { return };
    let Some(at) = pick(parts.blocks[one].cells.len(), choose) else { return };
    let cell = parts.blocks[one].cells[at];
    match choose(7) {
        0 => {
            let other = choose(parts.blocks.len());
            let Some(there) = pick(parts.blocks[other].cells.len().min(4), choose) else { return };
            parts.blocks[one].cells[at] = parts.blocks[other].cells[there];
            parts.blocks[other].cells[there] = cell;
        }
        1 => parts.blocks[one].cells[at] = cell.wrapping_add(1),
        2 => parts.blocks[one].cells[at] = cell.wrapping_sub(1),
        3 => parts.blocks[one].cells[at] = 0u32.wrapping_sub(cell),
        4 => parts.blocks[one].cells[at] = 0,
        5 => parts.blocks[one].cells.rotate_left(1),
        _ => parts.blocks[one].cells.reverse(),
    }
}

/// Numbers that are moved, added or taken out, where they are listed.
fn change_listed_numbers(parts: &mut Parts, _: &[String], choose: Choose) {
    let Some(block) = pick(parts.blocks.len(), choose) else { return };
    let Some(&(section, ..)) = parts.block_counts().get(block) else { return };
    let all = parts.header["sections"][section]["count"].as_u64().unwrap_or(0);
    let part = &mut parts.blocks[block];
    let Some(at) = pick(part.steps.len().min(part.cells.len().saturating_sub(1)), choose) else { return };
    let step = part.steps[at];
    match choose(5) {
        0 => part.steps[at] = step.wrapping_add(1),
        1 => part.steps[at] = step.wrapping_sub(1),
        2 => {
            // the numbers behind it stay as they are
            part.steps[at] = step.wrapping_add(1);
            if let Some(next) = part.steps.get_mut(at + 1) {
                *next = next.wrapping_sub(1);
            }
        }
        3 => {
            part.steps[at] = step / 2;
            part.steps.insert(at + 1, (step - step / 2).wrapping_sub(1));
            part.cells.insert(at + 1, part.cells[at]);
            parts.header["sections"][section]["count"] = all.wrapping_add(1).into();
        }
        _ => {
            let gone = part.steps.remove(at);
            if let Some(next) = part.steps.get_mut(at) {
                *next = next.wrapping_add(gone).wrapping_add(1);
            }
            part.cells.remove(at + 1);
            parts.header["sections"][section]["count"] = all.wrapping_sub(1).into();
        }
    }
}

/// Cells of another size, with the same bits or as their values have it.
fn change_the_coding(parts: &mut Parts, _: &[String], choose: Choose) {
    let (from, to) = (parts.cell_bytes, [1, 2, 4][choose(3)]);
    parts.cell_bytes = to;
    parts.header["cell_bytes"] = to.into();
    let shift = |bytes: usize| 1u32 << (8 * bytes - 1);
    match choose(3) {
        0 => {}
        // distances count from the ends of the range, what is between them from the middle
        1 => {
            for cell in parts.blocks.iter_mut().flat_map(|block| &mut block.cells) {
                let c = i64::from(*cell) - i64::from(shift(from));
                let edge = if parts.header["scored"] == true { i64::from(shift(from)) / 2 } else { 3 };
                let grown = i64::from(shift(to)) - i64::from(shift(from));
                let c = if c <= -edge {
                    c - grown
                } else if c >= edge {
                    c + grown
                } else {
                    c
                };
                *cell = (c + i64::from(shift(to))) as u32;
            }
        }
        _ => parts.header["scored"] = json!(parts.header["scored"] != true),
    }
}

/// Where the index says that blocks are, and where the footer says that the index is.
fn change_places(parts: &mut Parts, _: &[String], choose: Choose) {
    let by = [1, -1, 24, -24][choose(4)];
    match choose(1 + parts.blocks.len()) {
        0 => parts.index_is_off = by,
        block => match choose(3) {
            0 => parts.blocks[block - 1].is_off.0 += by,
            1 => parts.blocks[block - 1].is_off.1 += by,
            _ => {
                parts.blocks[block - 1].is_off.1 += by;
                if let Some(next) = parts.blocks.get_mut(block) {
                    next.is_off.0 += by;
                    next.is_off.1 -= by;
                }
            }
        },
    }
}

/// Blocks of another size, all layers in one section, or layers that are called otherwise.
fn change_the_layout(parts: &mut Parts, _: &[String], choose: Choose) {
    match choose(6) {
        kind @ 0..3 => {
            let is_whole = parts.block_counts().len() == parts.blocks.len();
            if is_whole && parts.blocks.iter().all(|block| !block.cells.is_empty()) {
                *parts = parts.repacked([1, 5, 1 << 20][kind]);
            }
        }
        3 => {
            let counts = parts.block_counts();
            let blocks = parts.blocks.iter().zip(&counts);
            let mut all: Vec<(u64, u32)> = blocks.flat_map(|(block, count)| block.positions(count.2)).collect();
            all.sort_unstable();
            all.dedup_by_key(|position| position.0);
            parts.header["sections"] = json!([{ "layer": null, "count": all.len(), "is_listed": true }]);
            let size = parts.header["block_size"].as_u64().unwrap_or(1).max(1) as usize;
            parts.blocks = all.chunks(size).map(|chunk| Part::new(chunk, true)).collect();
        }
        kind => {
            for section in parts.header["sections"].as_array_mut().into_iter().flatten() {
                if let Some(layer) = section["layer"].as_u64() {
                    section["layer"] = if kind == 4 { layer.wrapping_add(1) } else { layer.wrapping_sub(1) }.into();
                }
            }
        }
    }
}
