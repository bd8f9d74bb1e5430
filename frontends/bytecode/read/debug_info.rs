//! The debug section: for every function the locations of itself and of its operations, in the order of the text.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use spec::syntax::count::usize_from_u64;
use spec::syntax::span::{MAX_FRAMES, SourcePlace, SourcePosition};

use crate::bytecode::error::Read;
use crate::bytecode::read::budget::Budget;
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::offset_table::OffsetTable;

/// The tag of locations; other attributes are scopes, without a position.
const LOCATION: u8 = 4;
const CALL_SITE: u8 = 6;

/// The frames of a location, innermost first; empty if unknown.
type Frames = Arc<[Arc<SourcePosition>]>;

/// The locations of a file. Of a file without debug section all are unknown.
#[derive(Debug)]
pub(super) struct DebugInfo<'b> {
    /// Where each function's indices begin, 4 bytes each.
    starts: EncodingReader<'b>,
    /// Numbers of attributes, 8 bytes each.
    indices: EncodingReader<'b>,
    /// Attributes; the number 0 stands for an unknown location, so the first has the number 1.
    attributes: OffsetTable<'b, 4>,
    frames: RefCell<HashMap<u64, Frames>>,
    places: RefCell<HashMap<u64, Option<Arc<SourcePlace>>>>,
}

/// The remaining locations of one function.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocationIndices<'b>(Option<EncodingReader<'b>>);

impl<'b> DebugInfo<'b> {
    /// The debug section.
    pub(super) fn read(mut section: EncodingReader<'b>) -> Read<Self> {
        let (mut starts, mut indices) = (section, section);
        if section.remaining() > 0 {
            let functions = section.read_count(4, "functions")?;
            section.align_to(4)?;
            starts = section.sub_reader(4 * functions, "the functions of the debug section")?;
            let total = section.read_count(8, "locations")?;
            section.align_to(8)?;
            indices = section.sub_reader(8 * total, "the locations of the debug section")?;
        }
        let attributes = OffsetTable::read(section, "debug attributes")?;
        Ok(DebugInfo { starts, indices, attributes, frames: RefCell::default(), places: RefCell::default() })
    }

    /// The locations of the function with the next number in the section; 0 means no locations, and so does a
    /// missing section.
    pub(super) fn read_function(&self, cursor: &mut EncodingReader<'_>) -> Read<LocationIndices<'b>> {
        let position = cursor.read_varint_as::<u32>("the number of a function")?.checked_sub(1);
        let Some(position) = position.filter(|_| self.starts.remaining() > 0) else {
            return Ok(LocationIndices(None));
        };
        let mut starts = self.starts;
        starts.read_bytes(4 * usize_from_u64(position.into()))?;
        let start = usize_from_u64(starts.read_le::<4>()?);
        let mut indices = self.indices;
        indices.read_bytes(start.saturating_mul(8))?;
        // A function ends at the start of the next function; the last ends at the section's end.
        let end = if starts.remaining() >= 4 {
            usize_from_u64(starts.read_le::<4>()?)
        } else {
            start + indices.remaining() / 8
        };
        let count = end.saturating_sub(start).min(indices.remaining() / 8);
        indices
            .sub_reader(8 * count, "the locations of a function")
            .map(|indices| LocationIndices(Some(indices)))
    }

    /// The place that the next location of a function comes to.
    pub(super) fn next_place(
        &self,
        indices: &mut LocationIndices<'_>,
        strings: &OffsetTable<'_, 4>,
        budget: &Budget,
    ) -> Read<Option<Arc<SourcePlace>>> {
        let Some(cursor) = indices.0.as_mut().filter(|cursor| cursor.remaining() > 0) else {
            return Ok(None);
        };
        let at = cursor.offset();
        let id = cursor.read_le::<8>()?;
        let known = self.places.borrow().get(&id).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let place = SourcePlace::of_frames(&self.read_frames(id, at, 0, &Files { strings, budget })?);
        if let Some(place) = &place {
            let frames = place.inlined.iter().chain([&place.position]);
            budget.spend(frames.map(|frame| size_of::<SourcePosition>() + frame.file.len()).sum(), at)?;
        }
        self.places.borrow_mut().insert(id, place.clone());
        Ok(place)
    }

    /// The frames of an attribute that is named at `at`.
    fn read_frames(&self, id: u64, at: usize, depth: usize, files: &Files<'_>) -> Read<Frames> {
        let Some(position) = id.checked_sub(1).filter(|_| depth <= MAX_FRAMES) else {
            return Ok(Frames::default());
        };
        let known = self.frames.borrow().get(&id).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        // A call site that names itself is unknown: during its resolution, it has no frames.
        self.frames.borrow_mut().insert(id, Frames::default());
        let mut item = self.attributes.item(position, at)?;
        let frames = match item.read_byte()? {
            LOCATION => [Arc::new(files.read_position(&mut item)?)].into(),
            CALL_SITE => {
                let at = item.offset();
                let (callee, caller) = (item.read_varint()?, item.read_varint()?);
                let callee = self.read_frames(callee, at, depth + 1, files)?;
                let caller = self.read_frames(caller, at, depth + 1, files)?;
                let frames: Frames = callee.iter().chain(caller.iter()).take(MAX_FRAMES).cloned().collect();
                files.budget.spend(size_of_val(&*frames), at)?;
                frames
            }
            _ => Frames::default(),
        };
        self.frames.borrow_mut().insert(id, Arc::clone(&frames));
        Ok(frames)
    }
}

/// What the names of files are made of.
struct Files<'f> {
    strings: &'f OffsetTable<'f, 4>,
    budget: &'f Budget,
}

impl Files<'_> {
    /// A scope, a file, a line and a column.
    fn read_position(&self, item: &mut EncodingReader<'_>) -> Read<SourcePosition> {
        item.read_varint()?;
        let at = item.offset();
        let file = read_string(self.strings, item, self.budget)?;
        self.budget.spend(size_of::<SourcePosition>(), at)?;
        Ok(SourcePosition {
            file,
            line: item.read_varint_as("a line")?,
            column: item.read_varint_as("a column")?,
        })
    }
}

/// The string with the next number.
pub(super) fn read_string(
    strings: &OffsetTable<'_, 4>,
    cursor: &mut EncodingReader<'_>,
    budget: &Budget,
) -> Read<String> {
    let at = cursor.offset();
    let mut item = strings.item(cursor.read_varint()?, at)?;
    let bytes = item.read_bytes(item.remaining())?;
    // What is no UTF-8 takes up to three times as much.
    budget.spend(3 * bytes.len(), at)?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}
