//! Rules of Tile C++ that nvcc drops: each kernel of `corpus/source/rules.cu` breaks the rule in a comment at its line, or keeps
//! all. The simulated compiler writes the bytecode next to the file, of the second compilation if the header precedes the file.

use std::path::{Path, PathBuf};

use super::{Folder, program, said};
use crate::folder::has;

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/source").join(name)
}

/// A folder with the file, and an nvcc that gives both compilations of it.
fn folder(name: &str, checked: &str) -> Folder {
    let script = format!(
        "#!/bin/sh\nmade=plain\nfor word; do case $word in -include) made=checked;; esac; done\n\
         while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n\
         if [ $made = checked ]; then {checked}; fi\n\
         cp '{}/rules.'$made.tilebc \"$out\"\n",
        source("").display()
    );
    let text = std::fs::read(source("rules.cu")).expect("the file is there");
    program(Folder::new(name).with("rules.cu", text), &script)
}

/// The kernels of the file, each with its broken rule and the line, if any.
fn expected(text: &str) -> Vec<(String, Option<(String, usize)>)> {
    let mut found: Vec<(String, Option<(String, usize)>)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if let Some(rest) = line.strip_prefix("KERNEL ") {
            found.push((rest.split('(').next().unwrap_or_default().to_owned(), None));
        }
        if let (Some((_, code)), Some(last)) = (line.split_once("// <- "), found.last_mut()) {
            last.1 = Some((code.to_owned(), at + 1));
        }
    }
    found
}

#[test]
fn each_rule_is_broken_at_its_line_and_kept() {
    let folder = folder("source-rules", ":");
    let text = std::fs::read_to_string(source("rules.cu")).expect("the file is there");
    let all = expected(&text);
    assert!(all.iter().filter(|(_, broken)| broken.is_some()).count() >= 9, "{all:?}");
    for (kernel, broken) in all {
        let words = ["check", "rules.cu", "--no-cache", "--kernel", &kernel];
        let (code, said) = said(&mut folder.command(&words));
        match broken {
            Some((rule, line)) => {
                has(&said, &format!("rules.cu: {kernel}: undefined behavior"));
                has(&said, &format!("error[{rule}]: "));
                has(&said, &format!("--> rules.cu:{line}:"));
                assert_eq!(code, Some(1), "{kernel}");
            }
            None => {
                has(&said, &format!("rules.cu: {kernel}: proved"));
                assert!(matches!(code, Some(0 | 7)), "{kernel}: {said}");
            }
        }
    }
}

#[test]
fn an_index_that_python_cuts_is_found() {
    let kernels = [("index_broken", None), ("index_kept", Some("proved")), ("index_wide", Some("proved"))];
    for (kernel, proved) in kernels {
        let table = std::fs::read(source(&format!("{kernel}.launches"))).expect("the table is there");
        let text = std::fs::read(source("index.py")).expect("the file is there");
        let folder = Folder::new(kernel).with("k.launches", table).with("index.py", text);
        let (code, said) = said(&mut folder.command(&["check", "k.launches", "--no-cache"]));
        has(&said, &format!(": {kernel}: {}", proved.unwrap_or("undefined behavior")));
        if proved.is_none() {
            has(&said, "error[source.index.representable]: ");
            has(&said, "--> index.py:9:");
            assert_eq!(code, Some(1), "{said}");
        }
    }
}

#[test]
fn nothing_is_proved_where_the_second_compilation_fails() {
    let folder = folder("source-rules-lost", "echo 'x.h(3): error: no such thing' >&2; exit 1");
    let words = ["check", "rules.cu", "--no-cache", "--kernel", "index_kept"];
    let (code, said) = said(&mut folder.command(&words));
    has(&said, "rules.cu: index_kept: unknown");
    has(&said, "rules of the source are not checked, and so nothing is proved");
    assert_eq!(code, Some(3));
}

#[test]
fn bytecode_alone_says_that_the_source_is_not_checked() {
    let bytes = std::fs::read(source("rules.plain.tilebc")).expect("the bytecode is there");
    let folder = Folder::new("source-rules-bytecode").with("k.tilebc", bytes);
    let words = ["check", "k.tilebc", "--no-cache", "-v", "--kernel", "step_kept"];
    let (_, said) = said(&mut folder.command(&words));
    has(&said, "note: bytecode lacks some rules of C++");
}
