//! The debug section: for every function the locations of itself and of its operations, in the order of the text.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use spec::syntax::span::{MAX_FRAMES, SourcePlace, SourcePosition};

use super::budget::Budget;
use super::cursor::Cursor;
use super::problem::Read;
use super::table::Table;

/// The tags of locations; the other attributes are scopes, which say nothing about where something stands.
const LOCATION: u8 = 4;
const CALL_SITE: u8 = 6;

/// What a location says: frames, innermost first; empty where it is unknown.
type Frames = Arc<[Arc<SourcePosition>]>;

/// The locations of a file. Of a file without debug section all are unknown.
#[derive(Debug)]
pub(super) struct Debug<'b> {
    /// Where each function's indices begin, 4 bytes each.
    starts: Cursor<'b>,
    /// Numbers of attributes, 8 bytes each.
    indices: Cursor<'b>,
    /// Attributes; the number 0 stands for an unknown location, so the first has the number 1.
    attributes: Table<'b, 4>,
    frames: RefCell<HashMap<u64, Frames>>,
    places: RefCell<HashMap<u64, Option<Arc<SourcePlace>>>>,
}

/// The locations of one function that have not been given out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Indices<'b>(Option<Cursor<'b>>);

impl<'b> Debug<'b> {
    /// The debug section.
    pub(super) fn read(mut section: Cursor<'b>) -> Read<Self> {
        let (mut starts, mut indices) = (section, section);
        if section.left() > 0 {
            let functions = section.count(4, "functions")?;
            section.align(4)?;
            starts = section.split(4 * functions, "the functions of the debug section")?;
            let total = section.count(8, "locations")?;
            section.align(8)?;
            indices = section.split(8 * total, "the locations of the debug section")?;
        }
        let attributes = Table::read(section, "debug attributes")?;
        Ok(Debug { starts, indices, attributes, frames: RefCell::default(), places: RefCell::default() })
    }

    /// The locations of the function whose number in this section stands next; 0 is none, and all are
    /// none where there is no section.
    pub(super) fn function(&self, cursor: &mut Cursor<'_>) -> Read<Indices<'b>> {
        let position = cursor.small::<u32>("the number of a function")?.checked_sub(1);
        let Some(position) = position.filter(|_| self.starts.left() > 0) else { return Ok(Indices(None)) };
        let mut starts = self.starts;
        starts.take(4 * position as usize)?;
        let start = starts.fixed::<4>()? as usize;
        let mut indices = self.indices;
        indices.take(start.saturating_mul(8))?;
        // A function ends where the next one begins; the last one at the end.
        let end = if starts.left() >= 4 { starts.fixed::<4>()? as usize } else { start + indices.left() / 8 };
        let count = end.saturating_sub(start).min(indices.left() / 8);
        indices.split(8 * count, "the locations of a function").map(|indices| Indices(Some(indices)))
    }

    /// The place that the next location of a function comes to.
    pub(super) fn next(
        &self,
        indices: &mut Indices<'_>,
        strings: &Table<'_, 4>,
        budget: &Budget,
    ) -> Read<Option<Arc<SourcePlace>>> {
        let Some(cursor) = indices.0.as_mut().filter(|cursor| cursor.left() > 0) else { return Ok(None) };
        let at = cursor.at();
        let id = cursor.fixed::<8>()?;
        let known = self.places.borrow().get(&id).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let place = SourcePlace::of_frames(&self.frames(id, at, 0, &Files { strings, budget })?);
        if let Some(place) = &place {
            let frames = place.inlined.iter().chain([&place.position]);
            budget.spend(frames.map(|frame| size_of::<SourcePosition>() + frame.file.len()).sum(), at)?;
        }
        self.places.borrow_mut().insert(id, place.clone());
        Ok(place)
    }

    /// The frames of an attribute that is named at `at`.
    fn frames(&self, id: u64, at: usize, depth: usize, files: &Files<'_>) -> Read<Frames> {
        let Some(position) = id.checked_sub(1).filter(|_| depth <= MAX_FRAMES) else {
            return Ok(Frames::default());
        };
        let known = self.frames.borrow().get(&id).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        // A call site that names itself is unknown: while it is being resolved, it has no frames.
        self.frames.borrow_mut().insert(id, Frames::default());
        let mut item = self.attributes.item(position, at)?;
        let frames = match item.byte()? {
            LOCATION => [Arc::new(files.position(&mut item)?)].into(),
            CALL_SITE => {
                let at = item.at();
                let (callee, caller) = (item.number()?, item.number()?);
                let callee = self.frames(callee, at, depth + 1, files)?;
                let caller = self.frames(caller, at, depth + 1, files)?;
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
    strings: &'f Table<'f, 4>,
    budget: &'f Budget,
}

impl Files<'_> {
    /// A scope, a file, a line and a column.
    fn position(&self, item: &mut Cursor<'_>) -> Read<SourcePosition> {
        item.number()?;
        let at = item.at();
        let file = string(self.strings, item, self.budget)?;
        self.budget.spend(size_of::<SourcePosition>(), at)?;
        Ok(SourcePosition { file, line: item.small("a line")?, column: item.small("a column")? })
    }
}

/// The string whose number stands next.
pub(super) fn string(strings: &Table<'_, 4>, cursor: &mut Cursor<'_>, budget: &Budget) -> Read<String> {
    let at = cursor.at();
    let mut item = strings.item(cursor.number()?, at)?;
    let bytes = item.take(item.left())?;
    // What is no UTF-8 takes up to three times as much.
    budget.spend(3 * bytes.len(), at)?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}
