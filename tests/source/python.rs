//! cuTile Python with a simulated interpreter, which writes the test's table.

use std::fmt::Write;
use std::fs;

use super::{corpus, ends, with_program};
use crate::folder::{Folder, has};

/// The author's file; the kernel of the corpus has line 33 of another.
pub(super) const SOURCE: &str = "\
import cuda.tile as ct
# tileproof: requires = a.shape[0] == c.shape[0], b.shape[0] == c.shape[0]
@ct.kernel
def vec_add(a, b, c, T):
    ...

ct.launch(None, (4,), vec_add, (a, b, c, 16))
";

/// The first line of a table, and the last.
pub(super) const BEGIN: &str = "{\"schema\": \"tileproof.launches/1\"}\n";
pub(super) const END: &str = "{\"end\": \"the script came to its end\"}\n";

/// A line for the kernel.
pub(super) fn kernel() -> String {
    let bytes = fs::read(corpus("bytecode/py/seed_vec_add.tilebc")).expect("the corpus has it");
    let hex = bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let names = ["a", "b", "c"]
        .map(|array| format!("\"{array}\", \"{array}.shape[0]\", \"{array}.strides[0]\""))
        .join(", ");
    let clause = "{\"text\": \"requires = a.shape[0] == c.shape[0], b.shape[0] == c.shape[0]\", \"line\": 2}";
    format!(
        "{{\"kernel\": {{\"id\": 0, \"symbol\": \"vec_add\", \"called\": \"vec_add(T=16)\", \"file\": \"k.py\", \"line\": 3, \
         \"names\": [{names}], \"constants\": {{\"T\": 16}}, \"clauses\": [{clause}], \"bytecode\": \"{hex}\"}}}}\n"
    )
}

/// A line for a launch with arrays of so many elements.
fn launch(grid: u32, lengths: [u32; 3]) -> String {
    launch_at(0, grid, lengths)
}

/// The same, with the arrays so many bytes further up.
pub(super) fn launch_at(base: u32, grid: u32, lengths: [u32; 3]) -> String {
    launch_in(7, base, grid, lengths)
}

/// The same in a line of the author's file.
pub(super) fn launch_in(line: u32, base: u32, grid: u32, lengths: [u32; 3]) -> String {
    let array = |(name, len): (&str, u32)| {
        let address = base + 4096 * u32::from(name.as_bytes()[0]);
        let numbers = format!(
            "{{\"name\": \"{name}.shape[0]\", \"value\": {len}}}, {{\"name\": \"{name}.strides[0]\", \"value\": 1}}"
        );
        format!("{{\"name\": \"{name}\", \"address\": {address}, \"bytes\": {}}}, {numbers}", 4 * len)
    };
    let arguments = ["a", "b", "c"].into_iter().zip(lengths).map(array).collect::<Vec<_>>().join(", ");
    format!(
        "{{\"launch\": {{\"kernel\": 0, \"file\": \"k.py\", \"line\": {line}, \"grid\": [{grid}, 1, 1], \"arguments\": [{arguments}]}}}}\n"
    )
}

/// An interpreter that writes a table and then does something.
fn python(name: &str, table: &str, then: &str) -> Folder {
    let folder = Folder::new(name).with("k.py", SOURCE).with("given", table);
    let script = format!(
        "echo \"$@\" > words\n[ \"$1\" = -m ] || exit 9\nwhile [ $# -gt 1 ]; do [ \"$1\" = --table ] && out=$2; shift; done\ncat given > \"$out\"\n{then}"
    );
    with_program(folder, "python", &script)
}

const PYTHON: [(&str, &str); 1] = [("PYTHON", "./python")];

#[test]
fn a_launch_is_checked_at_its_line() {
    let table = [BEGIN, &kernel(), &launch(4, [64; 3]), &launch(5, [64; 3]), END].concat();
    let folder = python("py", &table, "");
    let text = ends(&folder, &PYTHON, 1, &["check", "k.py"]);
    has(&text, "k.py: vec_add(T=16): proved for launches like yours if grid.x <= cdiv(c.shape[0], 16)");
    has(&text, "k.py: 2 launches: 1 with undefined behavior, 1 proved\n\nerror[view.index.space]: ");
    has(&text, "k.py:7: vec_add(T=16): undefined behavior");
    assert!(!text.contains("k.py:7: vec_add(T=16): proved"), "{text}");
    has(&text, "view.index.space");
    has(&text, "= launch: a: 64, b: 64, c: 64, grid (5, 1, 1)");
    has(&ends(&folder, &PYTHON, 1, &["check", "k.py", "-v"]), "the proof of the kernel covers this launch");
    has(&text, "note: k.py was run by ./python; its launches were recorded but not executed");
    let text = ends(&folder, &PYTHON, 1, &["check", "k.py", "--json"]);
    has(&text, "\"file\": \"k.py:7\"");
}

/// Each further launch is one line with its sizes: the source line and the picture are shown once.
#[test]
fn the_same_bug_of_several_launches_is_told_once() {
    let table = [BEGIN, &kernel(), &launch(5, [64; 3]), &launch(6, [64; 3]), END].concat();
    let folder = python("py-twice", &table, "");
    let text = ends(&folder, &PYTHON, 1, &["check", "k.py"]);
    assert_eq!(text.matches("error[view.index.space]: ").count(), 1, "{text}");
    assert_eq!(text.matches("k.py:7: vec_add(T=16): undefined behavior").count(), 2, "{text}");
    has(&text, "\n  the same error as above: view.index.space at ");
    has(&text, "\n  launch: a: 64, b: 64, c: 64, grid (6, 1, 1)\n");
    let all = ends(&folder, &PYTHON, 1, &["check", "k.py", "-v"]);
    // Both launches, and a precondition that neither meets.
    assert_eq!(all.matches("error[view.index.space]: ").count(), 3, "{all}");
    has(&all, "likely bug: every launch of the script breaks a precondition of the proof");
    assert_eq!(all.matches("every proof assumes: ").count(), 1, "{all}");
}

#[test]
fn a_promise_that_a_launch_breaks_is_named() {
    let folder = python("py-promise", &[BEGIN, &kernel(), &launch(4, [64, 63, 64]), END].concat(), "");
    let text = ends(&folder, &PYTHON, 4, &["check", "k.py"]);
    has(&text, "the launch breaks `b.shape[0] == c.shape[0]`, which the contract promises");
    has(&text, "--> k.py:7:1");
}

#[test]
fn constants_and_shapes_stand_in_flags() {
    let folder = python("py-flags", &[BEGIN, &kernel(), END].concat(), "");
    let words = ["check", "k.py:vec_add", "a=f32[64]", "T=16", "-v", "--grid", "cdiv(c.shape[0], T)"];
    let text = ends(&folder, &PYTHON, 0, &words);
    has(&text, "k.py: vec_add(T=16): proved");
    has(&text, "given: grid.x == cdiv(c.shape[0], 16)");
    let said = fs::read_to_string(folder.0.join("words")).expect("the interpreter was called");
    has(&said, "--kernel vec_add --sample=a=f32[64] --sample=T=16 -- k.py");
}

#[test]
fn a_script_that_ends_early_keeps_its_launches() {
    let seen = [BEGIN, &kernel(), &launch(4, [64; 3])].concat();
    let proved = "k.py: 1 launch: proved\n";
    for (name, then, said) in [
        ("py-exit", "exit 7", "k.py exited with status 7 before it came to its end"),
        ("py-killed", "kill -9 $$", "k.py was ended by signal 9"),
        (
            "py-torn",
            "printf '{\"launch\": ' >> \"$out\"; exit 0",
            "k.py exited with status 0 before it came to its end",
        ),
    ] {
        let text = ends(&python(name, &seen, then), &PYTHON, 3, &["check", "k.py"]);
        has(&text, proved);
        has(&text, said);
    }
    let raised = "{\"problem\": {\"exit\": 3, \"message\": \"k.py:9: the script raised ValueError: no\", \"help\": \"h\"}}\n";
    let text = ends(&python("py-raised", &[&seen, raised, END].concat(), ""), &PYTHON, 3, &["check", "k.py"]);
    has(&text, proved);
    has(&text, "k.py:9: the script raised ValueError: no");
    // Undefined behavior stays.
    let text = ends(
        &python("py-both", &[&seen, &launch(5, [64; 3]), raised, END].concat(), ""),
        &PYTHON,
        1,
        &["check", "k.py"],
    );
    has(&text, "the script raised ValueError");
}

#[test]
fn a_script_that_launches_nothing_is_not_proved() {
    let text = ends(&python("py-none", &[BEGIN, END].concat(), ""), &PYTHON, 3, &["check", "k.py"]);
    has(&text, "k.py launches no kernel, so nothing is checked");
}

#[test]
fn an_interpreter_that_cannot_is_named() {
    let folder = python("py-cannot", "", "exit 1");
    has(&ends(&folder, &PYTHON, 2, &["check", "k.py"]), "./python does not run tileproof's package for k.py");
    has(
        &ends(&folder, &[("PYTHON", "./absent")], 2, &["check", "k.py"]),
        "cannot start ./absent: there is no such file",
    );
    has(&ends(&folder, &[("PATH", "/nowhere")], 2, &["check", "k.py"]), "there is no Python on the path");
    let old = "{\"problem\": {\"exit\": 2, \"message\": \"cuda.tile is 1.2.0, and 1.7 is needed\", \"help\": \"pip install\"}}\n";
    let text = ends(&python("py-old", &[BEGIN, old, END].concat(), ""), &PYTHON, 2, &["check", "k.py"]);
    has(&text, "cuda.tile is 1.2.0, and 1.7 is needed");
}

#[test]
fn a_script_that_hangs_is_ended() {
    let seen = [BEGIN, &kernel(), &launch(4, [64; 3])].concat();
    let folder = python("py-hangs", &seen, "exec sleep 60");
    let text = ends(&folder, &PYTHON, 3, &["check", "k.py", "--script-timeout", "0"]);
    has(&text, "k.py did not end in 0 seconds");
    has(&text, "k.py: 1 launch: proved\n");
}
