//! Globals and functions.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use spec::problem::{Refused, Unsupported};
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{FunctionKind, Global, Kernel, Module};
use spec::syntax::span::Place;
use spec::syntax::types::Type;

use crate::bytecode::error::{Read, unsupported, wrong};
use crate::bytecode::function_flag::{FOREIGN, FORM, HAS_HINTS, KERNEL, PLAIN, PRIVATE, TESTING};
use crate::bytecode::read::attribute::{read_empty_array, read_enum, read_tagged_hints};
use crate::bytecode::read::budget::Budget;
use crate::bytecode::read::constant;
use crate::bytecode::read::debug_info::{DebugInfo, read_string};
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::file::{File, Promise};
use crate::bytecode::read::offset_table::OffsetTable;
use crate::bytecode::read::region::read_ops;
use crate::bytecode::read::scope::Scope;
use crate::bytecode::read::sections::Sections;
use crate::bytecode::read::types::TypeTable;

/// The module of a file, with the promises of its accesses.
pub(crate) fn read_module(bytes: &[u8]) -> Read<(Module, Vec<Promise>)> {
    let sections = Sections::read(bytes)?;
    let file = File {
        version: sections.version,
        has_previews: sections.has_previews,
        strings: OffsetTable::read(sections.strings(), "strings")?,
        types: TypeTable::read(sections.version, sections.types())?,
        constants: OffsetTable::read(sections.constants(), "constants")?,
        debug: DebugInfo::read(sections.debug())?,
        budget: Budget::new(sections.len),
        promises: RefCell::default(),
    };
    let (mut module, mut names) = (Module::default(), HashSet::new());
    module.producer = read_producer(&file, sections.producer())?;
    read_each(sections.globals(), "globals", |cursor| {
        let global = read_global(&file, cursor)?;
        claim_name(&mut names, &global.name, &global.at)?;
        module.globals.push(global);
        Ok(())
    })?;
    read_each(sections.functions(), "functions", |cursor| {
        let kernel = read_kernel(&file, cursor)?;
        claim_name(&mut names, &kernel.name, &kernel.at)?;
        module.kernels.push(Arc::new(kernel));
        Ok(())
    })?;
    module.link();
    Ok((module, file.promises.into_inner()))
}

/// The compiler that wrote the file: a string, if the section is there. The rest of the section is not read.
fn read_producer(file: &File<'_>, mut section: EncodingReader<'_>) -> Read<Option<String>> {
    if section.remaining() == 0 {
        return Ok(None);
    }
    read_string(&file.strings, &mut section, &file.budget).map(Some)
}

/// A section that is a count, and so many things.
fn read_each(
    mut section: EncodingReader<'_>,
    things: &str,
    mut read: impl FnMut(&mut EncodingReader<'_>) -> Read<()>,
) -> Read<()> {
    if section.remaining() == 0 {
        return Ok(());
    }
    let count = section.read_count(4, things)?;
    (0..count).try_for_each(|_| read(&mut section))?;
    section.expect_end_padded()
}

/// Globals and kernels share one space of names.
fn claim_name(names: &mut HashSet<String>, name: &str, at: &Place) -> Result<(), Refused> {
    let new = names.insert(name.to_owned());
    if new { Ok(()) } else { Err(wrong(at.offset, at.len, format!("@{name} is defined twice"))) }
}

/// A name, a type, a value, an alignment; from 13.3 on the visibility, and whether the global is constant.
fn read_global(file: &File<'_>, cursor: &mut EncodingReader<'_>) -> Read<Global> {
    let start = cursor.offset();
    let name = read_string(&file.strings, cursor, &file.budget)?;
    let ty = file.types.read_type(cursor)?;
    let Type::Tile(tile) = &*ty else { return Err(wrong(start, 1, "a global is a tile")) };
    let Some(element) = tile.element.scalar() else {
        return Err(wrong(start, 1, format!("a global has numbers, and {tile} has none")));
    };
    let bytes = constant::read_data(&file.constants, cursor)?;
    file.budget.spend(size_of::<Global>(), start)?;
    let value = constant::decode(bytes, tile, element, &file.budget)?;
    let alignment = cursor.read_varint()?;
    let mut constant = false;
    if file.version >= 3 {
        // Who sees a global has no meaning here.
        read_enum(cursor, &[(), ()], "visibility")?;
        let at = cursor.offset();
        let flags = cursor.read_varint()?;
        if flags > 1 {
            return Err(wrong(at, 1, format!("the flags {flags:#b} of a global are not known")));
        }
        constant = flags == 1;
    }
    let at = Place { offset: start, len: cursor.offset() - start, source: None };
    Ok(Global { name, constant, alignment, element, value, ty: tile.clone(), at })
}

/// Refuses functions that are no kernels, by the form in their flags.
fn check_form((name, place): (&str, &Place), flags: u8, at: usize) -> Read<()> {
    match flags & FORM {
        PLAIN => Ok(()),
        FOREIGN if flags & KERNEL == 0 => Err(Unsupported::foreign_function(name, place.clone()).into()),
        FOREIGN => Err(wrong(at, 1, format!("@{name} is a kernel and a foreign function"))),
        TESTING => {
            Err(unsupported(place.clone(), format!("the function @{name} of the dialect's own tests")))
        }
        _ => Err(wrong(at, 1, format!("the flags {flags:#b} of a function are not known"))),
    }
}

/// A name, a type, flags and a number in the debug section. Then hints (always present from 13.5), attributes of the parameters (from
/// 13.5), and a body after its length.
fn read_kernel(file: &File<'_>, cursor: &mut EncodingReader<'_>) -> Read<Kernel> {
    let start = cursor.offset();
    let name = read_string(&file.strings, cursor, &file.budget)?;
    let params = file.types.read_function_type(cursor)?;
    let at = cursor.offset();
    let flags = cursor.read_byte()?;
    let mut indices = file.debug.read_function(cursor)?;
    let mut place = Place { offset: start, len: cursor.offset() - start, source: None };
    place.source = file.debug.next_place(&mut indices, &file.strings, &file.budget)?;
    // 13.5 writes hints and attributes of parameters always, earlier versions by a flag or not at all.
    let always = file.version >= 5;
    let known = PRIVATE | KERNEL | if always { FORM } else { HAS_HINTS };
    if flags & !known != 0 {
        return Err(wrong(at, 1, format!("the flags {flags:#b} of a function are not known")));
    }
    if always {
        check_form((&name, &place), flags, at)?;
    }
    if flags & KERNEL == 0 || flags & PRIVATE != 0 {
        return Err(unsupported(place, format!("the function @{name}, which is no public kernel")));
    }
    let hints = if always || flags & HAS_HINTS != 0 { read_tagged_hints(file, cursor)? } else { Vec::new() };
    if always {
        read_empty_array(cursor, "attributes of a kernel's parameters")?;
    }
    let len = cursor.read_count(1, "bytes")?;
    let mut code = cursor.sub_reader(len, "the body of a kernel")?;
    let mut body = Scope::new(file, indices);
    let params = params.iter().map(|ty| body.define_param(ty, start)).collect::<Read<Vec<_>>>()?;
    file.budget.spend(size_of::<Kernel>(), start)?;
    let block = read_ops(&mut body, &mut code)?;
    Ok(Kernel {
        name,
        kind: FunctionKind::Entry,
        params,
        body: block,
        values: body.into_values(),
        globals: Vec::new(),
        hints,
        unsupported: None,
        language: Language::TileIr,
        codes: Vec::new(),
        at: place,
    }
    .numbered())
}
