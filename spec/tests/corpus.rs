//! Every kernel of the corpus is read.

use std::path::PathBuf;

/// Every `.tile` file of the corpus.
fn files() -> Vec<PathBuf> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/kernels"));
    let folders = std::fs::read_dir(root).expect("readable").map(|folder| folder.expect("readable").path());
    let files =
        folders.filter(|path| path.is_dir()).flat_map(|path| std::fs::read_dir(path).expect("readable"));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tile"));
    files.sort();
    files
}

#[test]
fn every_file_is_read() {
    let files = files();
    assert!(files.len() >= 51, "only {} files", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("readable");
        if let Err(problem) = spec::parse::module(&text) {
            let line = text[..problem.at.offset].lines().count();
            panic!("{}:{line}: {} ({:?})", file.display(), problem.message, problem.help);
        }
    }
}
