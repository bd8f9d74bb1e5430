//! The header, and the sections after it.

use spec::syntax::span::Place;

use crate::bytecode::error::{Read, unsupported, wrong};
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::version::{MAGIC, NEWEST};

/// The only meaningful bit of the header's tag: the file may use preview features.
const PREVIEW: u64 = 1;

/// The bit of a section's number for an aligned payload.
const ALIGNED: u8 = 0x80;

/// The contents of a section, by number; 0 ends the file.
const NAMES: [&str; 8] = [
    "the end",
    "the string section",
    "the function section",
    "the debug section",
    "the constant section",
    "the type section",
    "the global section",
    "the producer section",
];

/// The sections of a file; a missing one is empty.
#[derive(Debug)]
pub(super) struct Sections<'b> {
    /// The minor version of 13.
    pub(super) version: u8,
    /// Whether the file may use preview features.
    pub(super) has_previews: bool,
    /// EncodingEmitter of the file.
    pub(super) len: usize,
    payloads: [Option<EncodingReader<'b>>; NAMES.len()],
    end: EncodingReader<'b>,
}

impl<'b> Sections<'b> {
    /// Finds the sections of a file.
    pub(super) fn read(bytes: &'b [u8]) -> Read<Self> {
        let mut cursor = EncodingReader::new(bytes);
        let (version, has_previews) = read_header(&mut cursor)?;
        let mut payloads = [None; NAMES.len()];
        loop {
            let at = cursor.offset();
            let marked = cursor.read_byte()?;
            let id = usize::from(marked & !ALIGNED);
            let Some(name) = NAMES.get(id) else {
                return Err(wrong(at, 1, format!("there is no section of the number {id}")));
            };
            if marked == 0 {
                break;
            }
            let payload = read_payload(&mut cursor, marked & ALIGNED != 0, name)?;
            // Which of two would count is nowhere said.
            if payloads[id].replace(payload).is_some() {
                return Err(wrong(at, 1, format!("{name} is there twice")));
            }
        }
        cursor.expect_end()?;
        Ok(Sections { version, has_previews, len: bytes.len(), payloads, end: cursor })
    }

    pub(super) fn strings(&self) -> EncodingReader<'b> {
        self.section(1)
    }

    pub(super) fn functions(&self) -> EncodingReader<'b> {
        self.section(2)
    }

    pub(super) fn debug(&self) -> EncodingReader<'b> {
        self.section(3)
    }

    pub(super) fn constants(&self) -> EncodingReader<'b> {
        self.section(4)
    }

    pub(super) fn types(&self) -> EncodingReader<'b> {
        self.section(5)
    }

    pub(super) fn globals(&self) -> EncodingReader<'b> {
        self.section(6)
    }

    pub(super) fn producer(&self) -> EncodingReader<'b> {
        self.section(7)
    }

    fn section(&self, id: usize) -> EncodingReader<'b> {
        self.payloads[id].unwrap_or(self.end).into_rest(NAMES[id])
    }
}

/// The magic number, the version and the tag. Returns the minor version and the presence of previews.
fn read_header(cursor: &mut EncodingReader<'_>) -> Read<(u8, bool)> {
    let magic = cursor.read_bytes(MAGIC.len())?;
    if magic != MAGIC {
        return Err(wrong(
            0,
            MAGIC.len(),
            "Tile IR bytecode begins with 7F 54 69 6C 65 49 52 00, and this does not",
        ));
    }
    let at = cursor.offset();
    let (major, minor) = (cursor.read_byte()?, cursor.read_byte()?);
    let place = |offset, len| Place { offset, len, source: None };
    if (major, minor) < (13, 1) {
        return Err(wrong(at, 2, format!("there is no Tile IR {major}.{minor}: the first is 13.1")));
    }
    if (major, minor) > (13, NEWEST) {
        let message = format!("Tile IR {major}.{minor}: the newest that is read is 13.{NEWEST}");
        return Err(unsupported(place(at, 2), message));
    }
    let at = cursor.offset();
    let tag = cursor.read_le::<2>()?;
    if tag & !PREVIEW != 0 {
        return Err(unsupported(place(at, 2), format!("the tag {tag:#x} of the header")));
    }
    Ok((minor, tag & PREVIEW != 0))
}

/// Reads a section after its number: length, optional alignment, and bytes.
fn read_payload<'b>(
    cursor: &mut EncodingReader<'b>,
    aligned: bool,
    name: &'static str,
) -> Read<EncodingReader<'b>> {
    let len = cursor.read_count(1, "bytes")?;
    if aligned {
        let at = cursor.offset();
        let alignment: usize = cursor.read_varint_as("an alignment")?;
        if !alignment.is_power_of_two() {
            return Err(wrong(
                at,
                cursor.offset() - at,
                format!("an alignment is a power of two, not {alignment}"),
            ));
        }
        cursor.align_to(alignment)?;
    }
    cursor.sub_reader(len, name)
}
