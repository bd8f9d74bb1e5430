//! Bytecode made by hand, and the sections of any.

use std::ops::Range;

/// A number in groups of seven bits.
pub(crate) fn number(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(u8::try_from(number % 0x80).expect("seven bits") | 0x80);
        number /= 0x80;
    }
    bytes.push(u8::try_from(number).expect("seven bits"));
    bytes
}

fn pad(bytes: &mut Vec<u8>, to: usize) {
    bytes.resize(bytes.len().next_multiple_of(to), 0xcb);
}

/// A table whose offsets have so many bytes.
pub(crate) fn table(items: &[Vec<u8>], width: usize) -> Vec<u8> {
    let mut bytes = number(items.len() as u64);
    pad(&mut bytes, width);
    let mut offset = 0u64;
    for item in items {
        bytes.extend(&offset.to_le_bytes()[..width]);
        offset += item.len() as u64;
    }
    bytes.extend(items.concat());
    bytes
}

/// A file of Tile IR 13.`minor` with these sections, each aligned to eight bytes.
pub(crate) fn file(minor: u8, sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"\x7fTileIR\0".to_vec();
    bytes.extend([13, minor, 0, 0]);
    for (id, payload) in sections {
        bytes.push(id | 0x80);
        bytes.extend(number(payload.len() as u64));
        bytes.push(8);
        pad(&mut bytes, 8);
        bytes.extend(payload);
    }
    bytes.push(0);
    bytes
}

/// What a kernel of [`kernel`] may name.
#[derive(Default)]
pub(crate) struct Parts {
    /// Strings after the kernel's name.
    pub(crate) strings: Vec<Vec<u8>>,
    /// Types after those of [`types`].
    pub(crate) types: Vec<Vec<u8>>,
    /// Constants.
    pub(crate) constants: Vec<Vec<u8>>,
    /// The debug section, if any.
    pub(crate) debug: Option<Vec<u8>>,
}

/// 0 `i1`, 1 `tile<i1>`, 2 the type of a kernel with such a parameter, 3 `i8`, 4 a token.
fn types() -> Vec<Vec<u8>> {
    vec![vec![0], vec![13, 0, 0], vec![16, 1, 1, 0], vec![1], vec![17]]
}

/// A file of Tile IR 13.4 with the kernel `k`, which takes one `tile<i1>`: the value 0.
pub(crate) fn kernel(body: &[u8], parts: Parts) -> Vec<u8> {
    let mut functions = vec![1, 0, 2, 2, u8::from(parts.debug.is_some())];
    functions.extend(number(body.len() as u64));
    functions.extend(body);
    let constants: Vec<Vec<u8>> =
        parts.constants.iter().map(|data| [number(data.len() as u64), data.clone()].concat()).collect();
    let mut sections = vec![
        (1, table(&[vec![b"k".to_vec()], parts.strings].concat(), 4)),
        (2, functions),
        (4, table(&constants, 8)),
        (5, table(&[types(), parts.types].concat(), 4)),
    ];
    sections.extend(parts.debug.map(|debug| (3, debug)));
    file(4, &sections)
}

/// A debug section of one function with these indices and attributes.
pub(crate) fn debug(indices: &[u64], attributes: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![1];
    pad(&mut bytes, 4);
    bytes.extend([0; 4]);
    bytes.extend(number(indices.len() as u64));
    pad(&mut bytes, 8);
    bytes.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
    let table = table(attributes, 4);
    // The table is aligned in its aligned section.
    let before = bytes.len() % 4;
    assert_eq!(before, 0, "indices have eight bytes");
    bytes.extend(table);
    bytes
}

/// The number and the bytes of every section, from its first byte to the next section's, as far as they can be told.
pub(crate) fn sections(bytes: &[u8]) -> Vec<(u8, Range<usize>)> {
    let (mut at, mut found) = (12, Vec::new());
    while let Some(range) = section(bytes, at) {
        at = range.end;
        found.push((bytes[range.start] & 0x7f, range));
    }
    found
}

/// The section that begins at a byte.
fn section(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let mut at = start + 1;
    let id = *bytes.get(start).filter(|id| **id != 0)?;
    let len = read_number(bytes, &mut at)?;
    if id >= 0x80 {
        let alignment = read_number(bytes, &mut at)?;
        at = at.checked_next_multiple_of(alignment)?;
    }
    let end = at.checked_add(len)?;
    (end <= bytes.len()).then_some(start..end)
}

fn read_number(bytes: &[u8], at: &mut usize) -> Option<usize> {
    let mut number = 0usize;
    for shift in (0..63).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
