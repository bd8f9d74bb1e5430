//! What may be asked of a check: folders, what comes in, few words, colours, several kernels at once, and an early end.

#[path = "../folder/mod.rs"]
mod folder;

mod errors;
mod offered;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use folder::{Folder, STORE, UNKNOWN, has};

/// A kernel on which the solver works for longer than any of these tests takes.
const HARD: &str = "\
contract @hard {
  names = (x, y, z)
  grid = (1)
  requires = x >= 2, y >= 2, z >= 2, x <= 2000000, y <= 2000000, z <= 2000000
}
entry @hard(%x: tile<i64>, %y: tile<i64>, %z: tile<i64>) {
  %a = muli %x, %x : tile<i64>
  %a3 = muli %a, %x : tile<i64>
  %b = muli %y, %y : tile<i64>
  %b3 = muli %b, %y : tile<i64>
  %c = muli %z, %z : tile<i64>
  %c3 = muli %c, %z : tile<i64>
  %s = addi %a3, %b3 : tile<i64>
  %d = subi %s, %c3 : tile<i64>
  %one = constant <i64: 1> : tile<i64>
  %q = divi %one, %d signed : tile<i64>
  return
}
";

fn texts(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned())
}

#[test]
fn a_folder_is_searched_for_kernels() {
    let folder = Folder::new("asked-folder");
    for inside in ["kernels/deep", "kernels/.git", "kernels/target"] {
        fs::create_dir_all(folder.0.join(inside)).expect("it is ours");
    }
    let folder = folder
        .with("kernels/b.tile", STORE)
        .with("kernels/deep/a.mlir", STORE.replace("i <= 1", "i <= 2"))
        .with("kernels/notes.md", "entry")
        .with("kernels/tools.py", "print(1)")
        .with("kernels/host.cu", "int main() {}")
        .with("kernels/.git/x.tile", STORE)
        .with("kernels/target/y.tile", STORE);
    let output = folder.run(&["check", "kernels"]);
    let [out, err] = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    has(&out, "kernels/b.tile: store: proved");
    has(&out, "kernels/deep/a.mlir: store: undefined behavior");
    has(&out, ": 1 with undefined behavior, 1 proved");
    assert_eq!(err, "note: 2 files without a kernel: kernels/host.cu, kernels/tools.py\n");
}

#[test]
fn a_file_of_a_folder_keeps_no_other_from_being_checked() {
    let folder = Folder::new("asked-broken");
    fs::create_dir_all(folder.0.join("k")).expect("it is ours");
    let folder = folder.with("k/a.tile", STORE).with("k/b.cu", "__tile_global__ void f() {}");
    let mut command = folder.command(&["check", "k"]);
    let output = command.env("NVCC", "./absent").output().expect("the program starts");
    let [out, err] = texts(&output);
    assert_eq!(output.status.code(), Some(2), "{out}{err}");
    has(&out, "k/a.tile: store: proved");
    has(&err, "$NVCC is ./absent, and there is no such program");
    fs::remove_file(folder.0.join("k/a.tile")).expect("it is ours");
    fs::remove_file(folder.0.join("k/b.cu")).expect("it is ours");
    has(&folder.ends(2, &["check", "k"]), "k has no file with a kernel");
}

fn with_input(folder: &Folder, words: &[&str], input: &[u8]) -> Output {
    let mut command = folder.command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[test]
fn what_comes_in_is_of_its_kind() {
    let folder = Folder::new("asked-stdin");
    let output = with_input(&folder, &["check", "-"], STORE.as_bytes());
    has(&texts(&output)[0], "<stdin>: store: proved");
    assert_eq!(output.status.code(), Some(0));
    let output = with_input(&folder, &["check", "-", "--json"], STORE.replace("i <= 1", "i <= 2").as_bytes());
    has(&texts(&output)[0], "\"file\": \"<stdin>\"");
    assert_eq!(output.status.code(), Some(1));
    let bytecode = include_bytes!("../../corpus/bytecode/py/seed_vec_add.tilebc");
    let output = with_input(&folder, &["check", "-"], bytecode);
    has(&texts(&output)[0], "<stdin>: vec_add: proved if");
    let output = with_input(&folder, &["check", "-"], b"");
    has(&texts(&output)[1], "<stdin> is empty");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn few_words_are_the_last_line_and_what_is_undefined() {
    let folder =
        Folder::new("asked-quiet").with("a.tile", STORE).with("b.tile", STORE.replace("i <= 1", "i <= 2"));
    has(&folder.ends(0, &["check", "-q", "--no-times", "a.tile"]), "1 kernel checked: 1 proved");
    let text = folder.ends(1, &["check", "-q", "a.tile", "b.tile"]);
    assert!(text.starts_with("b.tile:11:3: error[view.index.space]: "), "{text}");
    assert!(text.ends_with(": 1 with undefined behavior, 1 proved\n"), "{text}");
    assert!(!text.contains("a.tile"), "{text}");
    folder.ends(2, &["check", "-q", "-v", "a.tile"]);
}

#[test]
fn colours_are_used_where_they_are_asked_for() {
    let folder = Folder::new("asked-colour").with("b.tile", STORE.replace("i <= 1", "i <= 2"));
    let has_colour = |words: &[&str]| folder.ends(1, words).contains('\u{1b}');
    assert!(!has_colour(&["check", "b.tile"]));
    assert!(!has_colour(&["check", "b.tile", "--color", "never"]));
    assert!(has_colour(&["check", "b.tile", "--color", "always"]));
    assert!(has_colour(&["--color=always", "check", "b.tile"]));
}

#[test]
fn kernels_at_once_are_told_in_order() {
    let kernels: String = (0..6)
        .map(|at| {
            STORE.replace("@store", &format!("@store{at}")).replace("i <= 1", &format!("i <= {}", 1 + at % 2))
        })
        .collect();
    let folder = Folder::new("asked-jobs").with("a.tile", kernels);
    let one = folder.ends(1, &["check", "a.tile", "--no-times", "--jobs", "1"]);
    assert_eq!(folder.ends(1, &["check", "a.tile", "--no-times", "--jobs", "4"]), one);
    assert_eq!(folder.ends(1, &["check", "a.tile", "--no-times"]), one);
    folder.ends(2, &["check", "a.tile", "--jobs", "0"]);
}

#[test]
fn files_that_are_read_at_once_are_told_in_order() {
    let mut folder = Folder::new("asked-files");
    for at in 0..6 {
        let text = STORE.replace("@store", &format!("@store{at}"));
        // The third file is ill-formed.
        folder = folder.with(
            &format!("{at}.tile"),
            if at == 2 { text.replacen("entry", "torn entry", 1) } else { text },
        );
    }
    let one = folder.ends(4, &["check", ".", "--no-times", "--jobs", "1"]);
    assert_eq!(folder.ends(4, &["check", ".", "--no-times", "--jobs", "4"]), one);
    let places: Vec<Option<usize>> = (0..6).map(|at| one.find(&format!("{at}.tile"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{one}");
}

/// Asks a process to end, as Ctrl-C does.
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(sent.success());
}

/// The exit of a process, which must be soon, and the last output.
fn ends_soon(mut child: Child) -> (Option<i32>, String) {
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        sleep(Duration::from_millis(20));
    };
    let mut said = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut said).expect("it is text");
    (status.code(), said)
}

#[test]
fn an_early_end_leaves_what_was_decided() {
    for (first, code) in [(STORE.to_owned(), 3), (STORE.replace("i <= 1", "i <= 2"), 1)] {
        let folder = Folder::new(&format!("asked-end-{code}"))
            .with("a.tile", first)
            .with("b.tile", HARD)
            .with("c.tile", UNKNOWN);
        let mut command =
            folder.command(&["check", "a.tile", "b.tile", "c.tile", "--jobs", "1", "--timeout", "600"]);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        while !line.contains("a.tile: store: ") {
            line.clear();
            assert!(out.read_line(&mut line).expect("it is text") > 0, "no report comes");
        }
        sleep(Duration::from_millis(200));
        interrupt(&child);
        let (ended, said) = ends_soon(child);
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("it is text");
        assert_eq!(
            (ended, said.as_str()),
            (Some(code), "interrupted: 2 of 3 kernels and launches were not decided\n")
        );
        has(&rest, "1 kernel checked in ");
    }
}

#[test]
fn an_early_end_leaves_no_folder_behind() {
    let folder = Folder::new("asked-scratch")
        .with("k.cu", "__tile_global__ void f() {}")
        .with("nvcc", "#!/bin/sh\necho > begun\nexec sleep 60\n");
    fs::create_dir(folder.0.join("tmp")).expect("it is ours");
    let status =
        Command::new("chmod").args(["+x", "nvcc"]).current_dir(&folder.0).status().expect("there is chmod");
    assert!(status.success());
    let mut command = folder.command(&["check", "k.cu"]);
    command.env("NVCC", "./nvcc").env("TMPDIR", folder.0.join("tmp")).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let start = Instant::now();
    while !folder.0.join("begun").exists() {
        assert!(start.elapsed() < Duration::from_secs(20), "nvcc is not called");
        sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    let (ended, said) = ends_soon(child);
    assert_eq!(ended, Some(3), "{said}");
    has(&said, "interrupted: nothing was decided");
    assert_eq!(fs::read_dir(folder.0.join("tmp")).expect("it is there").count(), 0);
}
