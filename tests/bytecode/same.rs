//! Bytecode and its disassembly are one kernel, with equal places in the author's file.
//!
//! The names of values are ignored, because bytecode has none; their order is not. Where the text leaves out a
//! terminator, its place is left out as well.

use std::sync::Arc;

use spec::syntax::kernel::{Block, Kernel, Module};
use spec::syntax::span::SourcePlace;

use crate::files::{self, File, read};

/// A kernel whose values are named by their numbers.
pub(crate) fn unnamed(kernel: &Kernel) -> Kernel {
    let mut kernel = kernel.clone();
    for (number, value) in kernel.values.iter_mut().enumerate() {
        value.name = number.to_string();
    }
    kernel
}

/// The author's places of a kernel and of its operations, in order.
fn places(kernel: &Kernel) -> Vec<Option<Arc<SourcePlace>>> {
    fn block(of: &Block, places: &mut Vec<Option<Arc<SourcePlace>>>) {
        for op in &of.ops {
            places.push(op.at.source.clone());
            op.regions.iter().for_each(|region| block(region, places));
        }
    }
    let mut places = vec![kernel.at.source.clone()];
    block(&kernel.body, &mut places);
    places
}

/// Holds two readings of a file against each other; gives how many operations have a place.
fn compare(name: &str, bytecode: &Module, text: &Module) -> usize {
    assert_eq!(bytecode.globals, text.globals, "{name}");
    assert_eq!(bytecode.kernels.len(), text.kernels.len(), "{name}");
    let mut placed = 0;
    for (one, other) in bytecode.kernels.iter().zip(&text.kernels) {
        let (plain, expected) = (unnamed(one), unnamed(other));
        let (printed, wanted) = (spec::print::kernel(&plain), spec::print::kernel(&expected));
        for (printed, wanted) in printed.lines().zip(wanted.lines()) {
            assert_eq!(printed, wanted, "{name} @{}", one.name);
        }
        assert!(plain == expected, "{name} @{} prints as the same, and is not", one.name);
        for (one, other) in places(one).into_iter().zip(places(other)) {
            placed += usize::from(other.is_some());
            assert!(other.is_none() || one == other, "{name}: {one:?} is not {other:?}");
        }
    }
    placed
}

fn pair(file: &File) -> Option<usize> {
    let module = file.module()?;
    let text =
        spec::parse::module(&file.text()).unwrap_or_else(|problem| panic!("{}: {problem:?}", file.name));
    Some(compare(&file.name, &module, &text))
}

#[test]
fn every_file_is_the_kernel_that_its_text_is() {
    let files = files::all();
    let placed: Vec<usize> = files.iter().filter_map(pair).collect();
    assert_eq!(placed.len() + 1, files.len(), "one file has what no text can say");
    assert!(placed.iter().sum::<usize>() > 5000, "{placed:?} operations have a place");
}

#[test]
fn every_version_is_there() {
    let minors: Vec<u8> = files::all().iter().map(|file| file.bytes[9]).collect();
    for minor in 1..=5 {
        let count = minors.iter().filter(|found| **found == minor).count();
        assert!(count >= 20, "there are {count} files of 13.{minor}");
    }
}

#[test]
fn what_is_printed_of_bytecode_reads_back() {
    for file in files::all() {
        let Some(mut module) = file.module() else { continue };
        // The text does not name the compiler.
        module.producer = None;
        let text = spec::print::module_in_place(&mut module);
        let again = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{}: {problem:?}", file.name));
        assert!(again == module, "{}", file.name);
        let offsets =
            |module: &Module| module.kernels.iter().map(|kernel| kernel.at.offset).collect::<Vec<_>>();
        assert_eq!(offsets(&again), offsets(&module), "{}", file.name);
    }
}

#[test]
fn columns_and_inlined_frames_are_the_author_s() {
    let module = read("demo/broken", &files::one("demo/broken"));
    let places = places(&module.kernels[0]);
    let load = places.iter().flatten().find(|place| place.position.line == 15).expect("line 15 loads");
    assert_eq!((load.position.file.as_str(), load.position.column), ("broken.cu", 17));
    let header = load.inlined.first().expect("the header is inlined");
    assert_eq!(header.file, "crt/cuda_tile.h");
}

#[test]
fn a_file_without_debug_section_has_no_places() {
    let bytes = files::one("py/seed_vec_add");
    let whole = read("py/seed_vec_add", &bytes);
    let without = read("py/seed_vec_add, without", &crate::wrong::without_section(&bytes, 3));
    assert!(places(&whole.kernels[0]).iter().any(Option::is_some));
    assert!(places(&without.kernels[0]).iter().all(Option::is_none));
    assert!(whole.kernels == without.kernels);
}
