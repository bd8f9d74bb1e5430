//! Inputs: files and texts of the corpus, with something wrong in them.

use std::fmt;
use std::fs;

use crate::build::{number, sections};
use crate::files;
use crate::mutate::{mutate_bytes, mutate_words};
use crate::random::Random;

/// Something to be read.
pub(crate) enum Input {
    Bytecode(Vec<u8>),
    Text(String),
}

impl Input {
    /// Bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Input::Bytecode(bytes) => bytes.len(),
            Input::Text(text) => text.len(),
        }
    }

    /// The name in reports.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Input::Bytecode(_) => "bytecode",
            Input::Text(_) => "text",
        }
    }
}

/// Prints a failing input so that it can be tried again.
impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Bytecode(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Input::Text(text) => f.write_str(text),
        }
    }
}

/// Deterministic inputs from a seed.
pub(crate) struct Inputs {
    random: Random,
    bytecode: Vec<Vec<u8>>,
    texts: Vec<String>,
}

impl Inputs {
    /// Files of up to 6 kB, and one kernel a text.
    pub(crate) fn new(seed: u64) -> Self {
        let bytecode = files::all().into_iter().map(|file| file.bytes).filter(|bytes| bytes.len() <= 6000);
        let mut texts = Vec::new();
        for folder in ["kernels/cpp", "kernels/py", "broken", "rules"] {
            for entry in fs::read_dir(files::corpus().join(folder)).expect("a folder is readable") {
                let path = entry.expect("an entry is readable").path();
                if path.extension().is_some_and(|kind| kind == "tile") {
                    let text = fs::read_to_string(path).expect("a kernel is text");
                    let module = spec::parse::module(&text);
                    let kernels = module.into_iter().flat_map(|module| module.kernels);
                    texts.extend(kernels.map(|kernel| spec::print::kernel(&kernel)));
                }
            }
        }
        texts.retain(|text| text.len() < 3000);
        texts.sort();
        assert!(texts.len() > 100, "only {} texts", texts.len());
        Inputs { random: Random::new(seed), bytecode: bytecode.collect(), texts }
    }

    /// A text with changed words or bytes.
    pub(crate) fn text(&mut self) -> Input {
        let text = self.random.of(&self.texts);
        let words = self.random.below(4) > 0;
        let mutate = if words { mutate_words } else { mutate_bytes };
        Input::Text(mutate(&text, &mut self.random))
    }

    /// Bytecode with up to three changes.
    pub(crate) fn bytecode(&mut self) -> Input {
        let mut bytes = self.random.of(&self.bytecode);
        let changes = if self.random.flip() { 1 } else { 1 + self.random.below(3) };
        for _ in 0..changes {
            self.change(&mut bytes);
            if bytes.is_empty() {
                break;
            }
        }
        Input::Bytecode(bytes)
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = self.place(bytes);
        let random = &mut self.random;
        match random.below(20) {
            // The smallest change is the likeliest to be readable.
            0..3 => bytes[at] ^= 1 << random.below(8),
            3..7 => bytes[at] = bytes[at].wrapping_add(1),
            7..13 => bytes[at] = bytes[at].wrapping_sub(1),
            13 => bytes[at] = random.of(&[0, 1, 2, 13, 0x7f, 0x80, 0xcb, 0xff]),
            14 => {
                let end = (at + 1 + random.below(8)).min(bytes.len());
                let other = self.bytecode[random.below(self.bytecode.len())].clone();
                let from = random.below(other.len());
                let piece = other[from..(from + random.below(16)).min(other.len())].to_vec();
                bytes.splice(at..end, piece);
            }
            15 => {
                let huge = number(1 << random.below(64));
                let end = (at + if random.flip() { huge.len() } else { 1 }).min(bytes.len());
                bytes.splice(at..end, huge);
            }
            16 => bytes.truncate(at),
            17 => {
                let end = (at + random.below(40)).min(bytes.len());
                let (piece, to) = (bytes[at..end].to_vec(), random.below(bytes.len()));
                bytes.splice(to..to, piece);
            }
            18 => drop(bytes.drain(at..(at + 1 + random.below(12)).min(bytes.len()))),
            _ => self.change_sections(bytes),
        }
    }

    /// A place in the file, more often among functions and types than anywhere else.
    fn place(&mut self, bytes: &[u8]) -> usize {
        let wanted = self.random.of(&[2, 2, 2, 5, 4, 0]);
        let found = sections(bytes).into_iter().find(|(id, _)| *id == wanted);
        match found {
            Some((_, range)) if !range.is_empty() => range.start + self.random.below(range.len()),
            Some(_) | None => self.random.below(bytes.len()),
        }
    }

    /// A section twice, gone, elsewhere, or another file's.
    fn change_sections(&mut self, bytes: &mut Vec<u8>) {
        let known = sections(bytes);
        if known.is_empty() {
            return;
        }
        let (id, range) = self.random.of(&known);
        let piece = bytes[range.clone()].to_vec();
        match self.random.below(4) {
            0 => drop(bytes.splice(range.start..range.start, piece)),
            1 => drop(bytes.drain(range)),
            2 => {
                bytes.drain(range);
                let rest = sections(bytes);
                let to = rest.last().map_or(12, |(_, range)| range.end).min(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let other = self.random.of(&self.bytecode);
                if let Some((_, theirs)) = sections(&other).into_iter().find(|(found, _)| *found == id) {
                    bytes.splice(range, other[theirs].to_vec());
                }
            }
        }
    }
}
