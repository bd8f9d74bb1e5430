//! Globals and functions.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use spec::problem::Refused;
use spec::syntax::kernel::{Global, Kernel, Module};
use spec::syntax::span::Place;
use spec::syntax::types::Type;

use super::attribute::{empty_array, named, tagged_hints};
use super::body::Body;
use super::budget::Budget;
use super::constant;
use super::cursor::Cursor;
use super::debug::{Debug, string};
use super::problem::{Read, unsupported, wrong};
use super::sections::Sections;
use super::table::Table;
use super::types::Types;

/// Flags of a function.
const PRIVATE: u8 = 1;
pub(super) const KERNEL: u8 = 2;
const HAS_HINTS: u8 = 4;

/// What everything in a file may name.
#[derive(Debug)]
pub(super) struct File<'b> {
    /// The minor version of 13.
    pub(super) version: u8,
    pub(super) strings: Table<'b, 4>,
    pub(super) types: Types<'b>,
    pub(super) constants: Table<'b, 8>,
    pub(super) debug: Debug<'b>,
    pub(super) budget: Budget,
    /// What accesses promise, in the order of the file.
    pub(super) promises: RefCell<Vec<Promise>>,
}

/// Where the file has what an access of a view promises of its axes: a byte each, 0 or 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promise {
    /// Where the operation begins.
    pub operation: usize,
    /// The first byte.
    pub at: usize,
    /// How many axes there are.
    pub axes: usize,
}

/// The module that the sections make, with what its accesses promise.
pub(super) fn module(sections: Sections<'_>) -> Read<(Module, Vec<Promise>)> {
    let file = File {
        version: sections.version,
        strings: Table::read(sections.strings(), "strings")?,
        types: Types::read(sections.version, sections.types())?,
        constants: Table::read(sections.constants(), "constants")?,
        debug: Debug::read(sections.debug())?,
        budget: Budget::new(sections.len),
        promises: RefCell::default(),
    };
    let (mut module, mut names) = (Module::default(), HashSet::new());
    each(sections.globals(), "globals", |cursor| {
        let global = global(&file, cursor)?;
        once(&mut names, &global.name, &global.at)?;
        module.globals.push(global);
        Ok(())
    })?;
    each(sections.functions(), "functions", |cursor| {
        let kernel = kernel(&file, cursor)?;
        once(&mut names, &kernel.name, &kernel.at)?;
        module.kernels.push(Arc::new(kernel));
        Ok(())
    })?;
    module.link();
    Ok((module, file.promises.into_inner()))
}

/// A section that is a count, and so many things.
fn each(
    mut section: Cursor<'_>,
    things: &str,
    mut read: impl FnMut(&mut Cursor<'_>) -> Read<()>,
) -> Read<()> {
    if section.left() == 0 {
        return Ok(());
    }
    let count = section.count(4, things)?;
    (0..count).try_for_each(|_| read(&mut section))?;
    section.finish_padded()
}

/// Globals and kernels share one space of names.
fn once(names: &mut HashSet<String>, name: &str, at: &Place) -> Result<(), Refused> {
    let new = names.insert(name.to_owned());
    if new { Ok(()) } else { Err(wrong(at.offset, at.len, format!("@{name} is defined twice"))) }
}

/// A name, a type, a value, an alignment; from 13.3 who sees it and whether it can be written.
fn global(file: &File<'_>, cursor: &mut Cursor<'_>) -> Read<Global> {
    let start = cursor.at();
    let name = string(&file.strings, cursor, &file.budget)?;
    let ty = file.types.ty(cursor)?;
    let Type::Tile(tile) = &*ty else { return Err(wrong(start, 1, "a global is a tile")) };
    let Some(element) = tile.element.scalar() else {
        return Err(wrong(start, 1, format!("a global has numbers, and {tile} has none")));
    };
    let bytes = constant::bytes(&file.constants, cursor)?;
    file.budget.spend(size_of::<Global>(), start)?;
    let value = constant::dense(bytes, tile, element, &file.budget)?;
    let alignment = cursor.number()?;
    let mut constant = false;
    if file.version >= 3 {
        // Who sees a global has no meaning here.
        named(cursor, &[(), ()], "visibility")?;
        let at = cursor.at();
        let flags = cursor.number()?;
        if flags > 1 {
            return Err(wrong(at, 1, format!("the flags {flags:#b} of a global are not known")));
        }
        constant = flags == 1;
    }
    let at = Place { offset: start, len: cursor.at() - start, source: None };
    Ok(Global { name, constant, alignment, element, value, ty: tile.clone(), at })
}

/// A name, a type, flags and a number in the debug section; hints, which from 13.5 are always there; from 13.5
/// attributes of the parameters; and a body with its length before it.
fn kernel(file: &File<'_>, cursor: &mut Cursor<'_>) -> Read<Kernel> {
    let start = cursor.at();
    let name = string(&file.strings, cursor, &file.budget)?;
    let params = file.types.function(cursor)?;
    let at = cursor.at();
    let flags = cursor.byte()?;
    let mut indices = file.debug.function(cursor)?;
    let mut place = Place { offset: start, len: cursor.at() - start, source: None };
    place.source = file.debug.next(&mut indices, &file.strings, &file.budget)?;
    if flags & !(PRIVATE | KERNEL | HAS_HINTS) != 0 {
        return Err(wrong(at, 1, format!("the flags {flags:#b} of a function are not known")));
    }
    if flags & KERNEL == 0 || flags & PRIVATE != 0 {
        return Err(unsupported(place, format!("the function @{name}, which is no public kernel")));
    }
    let always = file.version >= 5;
    let hints = if always || flags & HAS_HINTS != 0 { tagged_hints(file, cursor)? } else { Vec::new() };
    if always {
        empty_array(cursor, "attributes of a kernel's parameters")?;
    }
    let len = cursor.count(1, "bytes")?;
    let mut code = cursor.split(len, "the body of a kernel")?;
    let mut body = Body::new(file, indices);
    let params = params.iter().map(|ty| body.param(ty, start)).collect::<Read<Vec<_>>>()?;
    file.budget.spend(size_of::<Kernel>(), start)?;
    let block = body.rest(&mut code)?;
    Ok(Kernel {
        name,
        params,
        body: block,
        values: body.into_values(),
        globals: Vec::new(),
        hints,
        at: place,
    })
}
