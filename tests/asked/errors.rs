//! Unreadable and unwritable files: one line, an exit code, and nothing half-written.

use std::fs;
use std::path::Path;

use crate::folder::{Folder, STORE, has};

#[test]
fn what_cannot_be_read_is_said_in_one_line() {
    let bytecode =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/bytecode/cpp/c00_seeds.tilebc"));
    let bytecode = bytecode.expect("the corpus has it");
    let folder = Folder::new("asked-wrong")
        .with("empty.tile", "")
        .with("empty.cu", "")
        .with("no.tilebc", "text")
        .with("no.tile", [0xff, 0xfe])
        .with("short.tilebc", &bytecode[..4])
        .with("torn.tilebc", &bytecode[..bytecode.len() / 2]);
    fs::create_dir(folder.0.join("folder.cu")).expect("it is ours");
    for (file, code, said) in [
        ("absent.tile", 2, "cannot read absent.tile: there is no such file"),
        ("absent.cu", 2, "cannot read absent.cu: there is no such file"),
        ("absent.py", 2, "cannot read absent.py: there is no such file"),
        ("empty.tile", 2, "empty.tile is empty"),
        ("empty.cu", 2, "empty.cu is empty"),
        ("no.tile", 4, "no.tile is no text: byte 0 is not UTF-8"),
        ("no.tilebc", 4, "no.tilebc is no Tile IR bytecode, whatever its name says"),
        ("short.tilebc", 4, "short.tilebc is no Tile IR bytecode, whatever its name says"),
        ("torn.tilebc", 4, "torn.tilebc"),
        ("folder.cu", 2, "folder.cu"),
        ("empty.tile/a.cu", 2, "cannot read empty.tile/a.cu: "),
    ] {
        let text = folder.ends(code, &["check", file]);
        has(&text, said);
        // Of a torn file the place is drawn, too.
        let is_error = |line: &&str| line.trim_start().starts_with("x ") || line.starts_with("error: ");
        let error = text.lines().filter(is_error).count();
        assert_eq!(error, 1, "{file}: {text}");
    }
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let folder = Folder::new("asked-full").with("a.tile", STORE);
    for (words, code) in [
        (vec!["check", "a.tile", "--proof", "/dev/full"], 2),
        (vec!["check", "a.tile", "--proof", "absent/a.proof"], 2),
        (vec!["check", "a.tile", "--proof", "a.tile/a.proof"], 2),
        (vec!["check", "a.tile", "--proof", "."], 2),
    ] {
        let text = folder.ends(code, &words);
        has(&text, "cannot write");
    }
    // Writing to a device does not replace it.
    assert!(fs::metadata("/dev/full").is_ok_and(|data| !data.is_file()));
    let files = fs::read_dir(&folder.0).expect("it is there").count();
    assert_eq!(files, 1, "nothing half-written is left");
}
