//! Table files: the bytes as they are, and the same as the parts of a file whose checksums are right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay::Table;

const ENTRY: usize = 24;

fuzz_target!(|data: &[u8]| {
    read_all(data.to_vec());
    let [header, blocks, entries, rest @ ..] = data else { return };
    let header_length = (8 * *header as usize).min(rest.len());
    let (header, rest) = rest.split_at(header_length);
    let (blocks, rest) = rest.split_at((*blocks as usize).min(rest.len()));
    let index = &rest[..(ENTRY * *entries as usize).min(rest.len() / ENTRY * ENTRY)];
    read_all(signed(header, blocks, index));
});

/// Reads everything there is to read.
fn read_all(bytes: Vec<u8>) {
    let Ok(table) = Table::from_bytes(bytes) else { return };
    for block in 0..table.header().blocks() {
        if let Ok(block) = table.block(block) {
            for place in 0..block.len() {
                assert_eq!(block.place(block.number(place)), Some(place));
                table.decode(block.cell(place));
            }
        }
    }
    let _ = table.check_file();
}

/// A file with these parts. An index that points to blocks one after the other has the right places and checksums.
fn signed(header: &[u8], blocks: &[u8], index: &[u8]) -> Vec<u8> {
    let mut file = b"PPTABLE\n".to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    file.extend(crc32fast::hash(&file).to_le_bytes());
    let mut offset = file.len();
    file.extend(blocks);
    let end = file.len();
    let mut right = vec![];
    for entry in index.chunks_exact(ENTRY) {
        let length = (entry[16] as usize).min(end - offset);
        right.extend(&entry[..8]);
        right.extend((offset as u64).to_le_bytes());
        right.extend((length as u32).to_le_bytes());
        right.extend(crc32fast::hash(&file[offset..offset + length]).to_le_bytes());
        offset += length;
    }
    file.truncate(offset);
    file.extend(&right);
    file.extend((offset as u64).to_le_bytes());
    file.extend(crc32fast::hash(&right).to_le_bytes());
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.extend(b"PPTABLE\n");
    file
}
