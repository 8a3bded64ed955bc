//! Takes tables apart and writes them again, with right checksums, whatever was changed in between. It shares no code with
//! the program, so that both can be wrong only on their own.

use serde_json::Value;

/// A table in parts.
#[derive(Clone)]
pub struct Parts {
    pub header: Value,
    /// What is written in the place of the header.
    pub header_text: Option<String>,
    /// The true size of cells, whatever the header says.
    pub cell_bytes: usize,
    pub blocks: Vec<Part>,
    /// How far the footer misses the index.
    pub index_is_off: i64,
}

/// A block with its entry in the index.
#[derive(Clone, Default)]
pub struct Part {
    /// The number of the first position, as the index has it.
    pub first: u64,
    /// From each number to the next, less one, if they are listed.
    pub steps: Vec<u64>,
    pub cells: Vec<u32>,
    /// How far the index misses place and length.
    pub is_off: (i64, i64),
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

impl Parts {
    /// The parts of a table that is right.
    pub fn of(table: &[u8]) -> Parts {
        let header_end = 16 + u32_at(table, 12) as usize;
        let header: Value = serde_json::from_slice(&table[16..header_end]).unwrap();
        let cell_bytes = header["cell_bytes"].as_u64().unwrap() as usize;
        let index = u64_at(table, table.len() - 24) as usize;
        let mut parts = Parts { header, header_text: None, cell_bytes, blocks: vec![], index_is_off: 0 };
        let counts = parts.block_counts();
        for (entry, (_, count, is_listed)) in table[index..table.len() - 24].chunks_exact(24).zip(counts) {
            let (offset, length) = (u64_at(entry, 8) as usize, u32_at(entry, 16) as usize);
            let raw = zstd::bulk::decompress(&table[offset..offset + length], 1 << 24).unwrap();
            let (steps, cells) = raw.split_at(raw.len() - count * cell_bytes);
            parts.blocks.push(Part {
                first: u64_at(entry, 0),
                steps: if is_listed { read_steps(steps) } else { vec![] },
                cells: cells
                    .chunks(cell_bytes)
                    .map(|cell| cell.iter().rev().fold(0, |c, &b| c << 8 | u32::from(b)))
                    .collect(),
                is_off: (0, 0),
            });
        }
        parts
    }

    /// For each block that the header speaks of: its section, how many positions it has, and whether they are listed.
    pub fn block_counts(&self) -> Vec<(usize, usize, bool)> {
        let size = self.header["block_size"].as_u64().unwrap_or(1).max(1);
        let sections = self.header["sections"].as_array().cloned().unwrap_or_default();
        let blocks = |(number, section): (usize, &Value)| {
            let count = section["count"].as_u64().unwrap_or(0).min(1 << 16);
            let is_listed = section["is_listed"] == true;
            let block = move |first: u64| (number, (count - first).min(size) as usize, is_listed);
            (0..count).step_by(size as usize).map(block).collect::<Vec<_>>()
        };
        sections.iter().enumerate().flat_map(blocks).collect()
    }

    /// The blocks of a section.
    pub fn blocks_of(&self, section: usize) -> std::ops::Range<usize> {
        let counts = self.block_counts();
        let before = counts.iter().filter(|block| block.0 < section).count().min(self.blocks.len());
        let these = counts.iter().filter(|block| block.0 == section).count();
        before..(before + these).min(self.blocks.len())
    }

    /// The same table in blocks of another size.
    pub fn repacked(&self, size: usize) -> Parts {
        let mut other = Parts { blocks: vec![], ..self.clone() };
        for (number, section) in self.header["sections"].as_array().unwrap().iter().enumerate() {
            let is_listed = section["is_listed"] == true;
            let positions: Vec<(u64, u32)> =
                self.blocks[self.blocks_of(number)].iter().flat_map(|block| block.positions(is_listed)).collect();
            other.blocks.extend(positions.chunks(size).map(|chunk| Part::new(chunk, is_listed)));
        }
        other.header["block_size"] = size.into();
        other
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let header = self.header_text.clone().unwrap_or_else(|| self.header.to_string());
        let mut file = b"PPTABLE\n".to_vec();
        file.extend(2u32.to_le_bytes());
        file.extend((header.len() as u32).to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(crc32fast::hash(&file).to_le_bytes());
        let mut offsets = vec![];
        for block in &self.blocks {
            let packed = zstd::bulk::compress(&block.raw(self.cell_bytes), 1).unwrap();
            offsets.push((file.len(), packed.len()));
            file.extend(packed);
        }
        let mut index = vec![];
        for (block, (offset, length)) in self.blocks.iter().zip(offsets) {
            let (offset, length) = ((offset as i64 + block.is_off.0) as u64, (length as i64 + block.is_off.1) as u32);
            let (from, to) = ((offset as usize).min(file.len()), (offset as usize + length as usize).min(file.len()));
            index.extend(block.first.to_le_bytes());
            index.extend(offset.to_le_bytes());
            index.extend(length.to_le_bytes());
            index.extend(crc32fast::hash(&file[from..to.max(from)]).to_le_bytes());
        }
        let offset = (file.len() as i64 + self.index_is_off) as usize;
        file.extend(index);
        let checksum = crc32fast::hash(&file[offset.min(file.len())..]);
        file.extend((offset as u64).to_le_bytes());
        file.extend(checksum.to_le_bytes());
        file.extend(crc32fast::hash(&file).to_le_bytes());
        file.extend(b"PPTABLE\n");
        file
    }
}

impl Part {
    pub fn new(positions: &[(u64, u32)], is_listed: bool) -> Part {
        let step = |pair: &[(u64, u32)]| pair[1].0.wrapping_sub(pair[0].0).wrapping_sub(1);
        Part {
            first: positions[0].0,
            steps: if is_listed { positions.windows(2).map(step).collect() } else { vec![] },
            cells: positions.iter().map(|&(_, cell)| cell).collect(),
            is_off: (0, 0),
        }
    }

    /// Numbers and cells.
    pub fn positions(&self, is_listed: bool) -> Vec<(u64, u32)> {
        let mut number = self.first;
        let mut positions = vec![];
        for (at, &cell) in self.cells.iter().enumerate() {
            positions.push((number, cell));
            let step = if is_listed { self.steps.get(at).copied().unwrap_or(0) } else { 0 };
            number = number.wrapping_add(step).wrapping_add(1);
        }
        positions
    }

    fn raw(&self, cell_bytes: usize) -> Vec<u8> {
        let mut raw = vec![];
        for &step in &self.steps {
            let mut step = step;
            while step >= 128 {
                raw.push(step as u8 | 128);
                step >>= 7;
            }
            raw.push(step as u8);
        }
        self.cells.iter().for_each(|cell| raw.extend(&cell.to_le_bytes()[..cell_bytes]));
        raw
    }
}

fn read_steps(bytes: &[u8]) -> Vec<u64> {
    let groups = bytes.split_inclusive(|byte| byte & 128 == 0);
    groups.map(|group| group.iter().rev().fold(0, |step, &byte| step << 7 | u64::from(byte & 127))).collect()
}
