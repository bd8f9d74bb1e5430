//! The kernel format over the corpus: every kernel is read, and printed as it was.

use std::path::PathBuf;

use spec::syntax::kernel::{Block, Module};

/// Every `.tile` file below a folder of the corpus, with its text.
pub(crate) fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder is readable") {
            let path = entry.expect("an entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "tile") {
                let text = std::fs::read_to_string(&path).expect("a kernel is text");
                files.push((path, text));
            }
        }
    }
    files.sort();
    assert!(files.len() >= 50, "only {} files", files.len());
    files
}

/// Reads a text that must be well-formed.
fn read(name: &str, text: &str) -> Module {
    spec::parse::module(text).unwrap_or_else(|problem| {
        let before = text.get(..problem.at.offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        panic!("{name}:{line}: {} ({:?})", problem.message, problem.help)
    })
}

#[test]
fn what_is_printed_reads_back() {
    for (path, text) in files("") {
        let name = path.display().to_string();
        let module = read(&name, &text);
        let printed = spec::print::module(&module);
        let again = read(&format!("{name}, printed"), &printed);
        assert!(again == module, "{name} reads back as something else:\n{printed}");
    }
}

/// Offsets and lengths of everything in a module, in the order of the text.
fn places(module: &Module) -> Vec<(usize, usize)> {
    fn block(of: &Block, places: &mut Vec<(usize, usize)>) {
        for op in &of.ops {
            places.push((op.at.offset, op.at.len));
            op.regions.iter().for_each(|region| block(region, places));
        }
    }
    // A global is read to the next one.
    let mut places: Vec<_> = module.globals.iter().map(|global| (global.at.offset, 0)).collect();
    for kernel in &module.kernels {
        places.push((kernel.at.offset, kernel.at.len));
        block(&kernel.body, &mut places);
    }
    places
}

#[test]
fn what_is_printed_in_place_stands_where_it_is_read() {
    for (path, text) in files("") {
        let name = path.display().to_string();
        let mut module = read(&name, &text);
        let printed = spec::print::module_in_place(&mut module);
        let again = read(&format!("{name}, printed"), &printed);
        assert_eq!(places(&module), places(&again), "{name}:\n{printed}");
    }
}

/// A line without debug locations, with single spaces.
fn plain(line: &str) -> String {
    let line = line.split(" loc(#").next().unwrap_or(line);
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines that the disassembler prints: no contracts, comments or location aliases.
fn disassembled(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut in_contract = false;
    for line in text.lines() {
        in_contract |= line.starts_with("contract ");
        let ours = in_contract || line.starts_with('#') || line.trim_start().starts_with("//");
        if !ours && !line.trim().is_empty() {
            lines.push(plain(line));
        }
        in_contract &= !line.starts_with('}');
    }
    lines
}

#[test]
fn prints_as_the_disassembler_does() {
    for (path, text) in files("kernels") {
        let printed = spec::print::module(&read(&path.display().to_string(), &text));
        let (expected, printed) = (disassembled(&text), disassembled(&printed));
        for (expected, printed) in expected.iter().zip(&printed) {
            assert_eq!(printed, expected, "{}", path.display());
        }
        assert_eq!(printed.len(), expected.len(), "{}", path.display());
    }
}
