//! The bytecode of the corpus, and the text of each file.

use std::fs;
use std::path::{Path, PathBuf};

use spec::problem::Refused;
use spec::syntax::kernel::Module;

/// A file of `corpus/bytecode`.
pub(crate) struct File {
    /// The path from that folder, without the extension.
    pub(crate) name: String,
    /// The contents.
    pub(crate) bytes: Vec<u8>,
}

/// The corpus.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// All files, in order.
pub(crate) fn all() -> Vec<File> {
    let root = corpus().join("bytecode");
    let (mut files, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder is readable") {
            let path = entry.expect("an entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "tilebc") {
                let name = path.strip_prefix(&root).expect("the walk stays inside").with_extension("");
                let bytes = fs::read(&path).expect("a file is readable");
                files.push(File { name: name.display().to_string(), bytes });
            }
        }
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(files.len() > 100, "only {} files", files.len());
    files
}

/// A file.
pub(crate) fn one(name: &str) -> Vec<u8> {
    let path = corpus().join("bytecode").join(format!("{name}.tilebc"));
    fs::read(path).expect("the file is there")
}

/// Reads valid bytecode.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Module {
    frontends::bytecode::module(bytes).unwrap_or_else(|problem| panic!("{name}: {problem} ({problem:?})"))
}

impl File {
    /// The parsed module; `None` for files without a text form.
    pub(crate) fn module(&self) -> Option<Module> {
        match frontends::bytecode::module(&self.bytes) {
            Ok(module) => Some(module),
            Err(Refused::Unsupported(_)) if self.name.starts_with("operations/multicast") => None,
            Err(problem) => panic!("{}: {problem} ({problem:?})", self.name),
        }
    }

    /// The disassembler's text, with contracts of the corpus: from beside the file if only this version is printed like this, else from the
    /// source's other versions.
    pub(crate) fn text(&self) -> String {
        let stem = self.name.rsplit('/').next().unwrap_or(&self.name);
        let folder = self.name.split('/').next().unwrap_or_default();
        let candidates = [
            format!("bytecode/{}.mlir", self.name),
            format!("kernels/{folder}/{stem}.tile"),
            format!("{folder}/{stem}.tile"),
        ];
        let texts = candidates.iter().find_map(|path| fs::read_to_string(corpus().join(path)).ok());
        texts.unwrap_or_else(|| panic!("{} has no text", self.name))
    }
}
