//! Cached verdicts: an entry of the folder equals the check's result, and any damage is only a miss.

#[path = "../folder/mod.rs"]
mod folder;

use std::fs;
use std::path::{Path, PathBuf};

use folder::{Folder, STORE, UNKNOWN, has};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Runs a check with a cache folder, which must end with `code`; returns the output and the warnings.
#[track_caller]
fn check(folder: &Folder, cache: &str, code: i32, words: &[&str]) -> (String, String) {
    // A report has its time; in JSON the times are those of the first check.
    let times: &[&str] = if words.contains(&"--json") { &[] } else { &["--no-times"] };
    let mut command = folder.command(&[&["check"], times, words].concat());
    let output = command.env("TILEPROOF_CACHE", cache).output().expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(code), "{words:?}\n{out}{err}");
    (out, err)
}

fn entries(folder: &Folder) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.0.join("cache")).into_iter().flatten().flatten();
    let mut entries: Vec<_> = files.map(|file| file.path()).collect();
    entries.sort();
    entries
}

/// The only entry: the file and the contents.
#[track_caller]
fn only(folder: &Folder) -> (PathBuf, Value) {
    let [path] = entries(folder).try_into().expect("there is one entry");
    let text = fs::read_to_string(&path).expect("it is there");
    let (_, body) = text.split_once('\n').expect("it has a seal");
    (path, serde_json::from_str(body).expect("it is JSON"))
}

/// Writes an entry with a valid seal.
fn forge(path: &Path, body: &Value) {
    let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let digest = Sha256::digest(format!("tileproof.cache/1 {name}\n{body}").as_bytes());
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(path, format!("tileproof.cache/1 {digits}\n{body}")).expect("it is ours");
}

/// Undefined, conditional and proved.
fn three(name: &str) -> Folder {
    Folder::new(name)
        .with("a.tile", STORE.replace("i <= 1", "i <= 2"))
        .with("b.tile", STORE.replace("  requires = i >= 0, i <= 1\n", ""))
        .with("c.tile", STORE)
}

#[test]
fn what_is_kept_is_printed_as_if_it_were_found_now() {
    let folder = three("cache-printed");
    let files = ["a.tile", "b.tile", "c.tile"];
    let found = check(&folder, "cache", 1, &files);
    assert_eq!(entries(&folder).len(), 3);
    assert_eq!(check(&folder, "cache", 1, &files), found);
    assert_eq!(check(&folder, "cache", 1, &[&files[..], &["--no-cache"]].concat()), found);
    // Times come from the check that stored the entry.
    let json = check(&folder, "cache", 1, &[&files[..], &["--json"]].concat());
    assert_eq!(check(&folder, "cache", 1, &[&files[..], &["--json"]].concat()), json);
    check(&folder, "cache", 1, &["a.tile", "--counterexample", "one.json"]);
    check(&folder, "", 1, &["a.tile", "--counterexample", "two.json"]);
    let read = |name: &str| fs::read(folder.0.join(name)).expect("it was asked for");
    assert_eq!(read("one.json"), read("two.json"));
    assert_eq!(entries(&folder).len(), 3);
}

#[test]
fn lines_may_move() {
    let folder = Folder::new("cache-lines").with("a.tile", STORE.replace("i <= 1", "i <= 2"));
    check(&folder, "cache", 1, &["a.tile"]);
    let folder = folder.with("a.tile", format!("// a line\n\n{}", STORE.replace("i <= 1", "i <= 2")));
    let found = check(&folder, "cache", 1, &["a.tile"]);
    assert_eq!(entries(&folder).len(), 1);
    has(&found.0, "a.tile:13:");
    assert_eq!(check(&folder, "", 1, &["a.tile"]), found);
}

#[test]
fn whatever_a_verdict_hangs_on_is_looked_at() {
    let folder = Folder::new("cache-keys").with("a.tile", STORE);
    let mut kept = 0;
    let more = |words: &[&str], code| {
        check(&folder, "cache", code, words);
        check(&folder, "cache", code, words);
        kept += 1;
        assert_eq!(entries(&folder).len(), kept, "{words:?}");
    };
    let mut more = more;
    more(&["a.tile"], 0);
    more(&["a.tile", "--timeout", "20"], 0);
    // The default, stated: a launch without open numbers takes less by default.
    more(&["a.tile", "--timeout", "8"], 0);
    more(&["a.tile", "--requires", "i >= 1"], 0);
    more(&["a.tile", "--at", "i=1"], 0);
    let rewrite = |from: &str, to: &str| {
        fs::write(folder.0.join("a.tile"), STORE.replace(from, to)).expect("it is ours")
    };
    rewrite("i <= 1", "i <= 0");
    more(&["a.tile"], 0);
    rewrite("i32[5]", "i32[8]");
    more(&["a.tile"], 0);
    rewrite("<i32: 7>", "<i32: 8>");
    more(&["a.tile"], 0);
    // Another build decides anew.
    rewrite("", "");
    let copy = folder.0.join("other");
    let mut program = fs::read(env!("CARGO_BIN_EXE_tileproof")).expect("it was built");
    // The note of the linker: its kind, its name, and the build ID.
    let note = b"\x03\0\0\0GNU\0";
    let at =
        program.windows(note.len()).position(|bytes| bytes == note).expect("the linker leaves a build ID");
    program[at + note.len()] ^= 1;
    fs::write(&copy, program).expect("the folder is ours");
    fs::set_permissions(
        &copy,
        fs::metadata(env!("CARGO_BIN_EXE_tileproof")).expect("it is there").permissions(),
    )
    .expect("it is ours");
    let mut command = std::process::Command::new(&copy);
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join(".z3/lib");
    command.args(["check", "a.tile"]).current_dir(&folder.0).env("TILEPROOF_CACHE", "cache");
    let output = command.env("LD_LIBRARY_PATH", library).output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(entries(&folder).len(), 9);
}

/// A kernel of C++ lacks rules of its source, which another language does not have.
#[test]
fn the_language_of_a_source_belongs_to_the_key() {
    let text = |source: &str| {
        format!(
            "contract @k {{ grid = (1) }}\nentry @k() {{\n  %c = constant <i32: 1> : tile<i32> loc(\"{source}\":1:1)\n  return\n}}\n"
        )
    };
    let folder = Folder::new("cache-language").with("rust.tile", text("k.rs")).with("cpp.tile", text("k.cu"));
    let note = "bytecode lacks some rules of C++";
    for _ in 0..2 {
        assert!(!check(&folder, "cache", 0, &["rust.tile"]).0.contains(note));
        has(&check(&folder, "cache", 0, &["cpp.tile"]).0, note);
    }
    assert_eq!(entries(&folder).len(), 2);
}

#[test]
fn a_comment_that_accepts_is_part_of_the_contract() {
    let kernel = STORE.replace("i <= 1", "i <= 2");
    let accepted =
        kernel.replace("  names", "  // tileproof: allow view.index.space, because it is so\n  names");
    let folder = Folder::new("cache-allow").with("a.tile", &kernel);
    check(&folder, "cache", 1, &["a.tile"]);
    let folder = folder.with("a.tile", &accepted);
    let now = check(&folder, "", 0, &["a.tile"]);
    for _ in 0..2 {
        assert_eq!(check(&folder, "cache", 0, &["a.tile"]), now);
    }
    has(&now.0, "accepted");
    let folder = folder.with("a.tile", accepted.replace("it is so", "of another reason"));
    has(&check(&folder, "cache", 0, &["a.tile", "-v"]).0, "because of another reason");
}

#[test]
fn a_damaged_entry_is_a_miss() {
    let folder = Folder::new("cache-damage").with("a.tile", STORE.replace("i <= 1", "i <= 2"));
    let found = check(&folder, "cache", 1, &["a.tile"]);
    let (path, _) = only(&folder);
    let whole = fs::read(&path).expect("it is there");
    let spread = (0..12).map(|part| part * (whole.len() - 1) / 11);
    for at in spread {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).expect("it is ours");
        assert_eq!(check(&folder, "cache", 1, &["a.tile"]), found, "byte {at}");
        assert_ne!(fs::read(&path).expect("it is there"), damaged, "byte {at}: it is kept anew");
    }
    for torn in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..torn]).expect("it is ours");
        assert_eq!(check(&folder, "cache", 1, &["a.tile"]), found, "{torn} bytes");
    }
}

#[test]
fn an_entry_of_another_kernel_is_a_miss() {
    let folder = three("cache-other");
    check(&folder, "cache", 1, &["a.tile"]);
    let (undefined, _) = only(&folder);
    check(&folder, "cache", 0, &["c.tile"]);
    let proved = entries(&folder).into_iter().find(|path| *path != undefined).expect("there are two");
    fs::copy(&proved, &undefined).expect("it is ours");
    check(&folder, "cache", 1, &["a.tile"]);
}

#[test]
fn a_launch_that_breaks_nothing_is_never_shown() {
    let folder = Folder::new("cache-launch").with("a.tile", STORE.replace("i <= 1", "i <= 2"));
    let found = check(&folder, "cache", 1, &["a.tile"]);
    has(&found.0, "i = 2");
    let (path, body) = only(&folder);
    let text = body.to_string();
    // The first value breaks nothing, the second is excluded by a clause, and the others cannot be run.
    for value in ["1", "3", "-1", "null", "\"x\""] {
        let other = text.replace("\"value\":2", &format!("\"value\":{value}"));
        assert_ne!(other, text);
        forge(&path, &serde_json::from_str(&other).expect("it is JSON"));
        assert_eq!(check(&folder, "cache", 1, &["a.tile"]), found, "{value}");
    }
    // A rule different from the broken rule.
    forge(
        &path,
        &serde_json::from_str(&text.replace("view.index.space", "arith.div.zero")).expect("it is JSON"),
    );
    assert_eq!(check(&folder, "cache", 1, &["a.tile"]), found);
}

#[test]
fn what_is_unknown_is_not_kept() {
    let folder = Folder::new("cache-unknown").with("a.tile", UNKNOWN).with("b.tile", "entry @k(");
    check(&folder, "cache", 3, &["a.tile"]);
    check(&folder, "cache", 4, &["b.tile"]);
    assert_eq!(entries(&folder), Vec::<PathBuf>::new());
}

#[test]
fn a_proof_is_made_anew() {
    let folder = Folder::new("cache-proof").with("a.tile", STORE);
    check(&folder, "cache", 0, &["a.tile"]);
    check(&folder, "cache", 0, &["a.tile", "--proof", "a.proof"]);
    assert!(folder.0.join("a.proof").is_file());
    check(&folder, "cache", 0, &["a.tile", "--emit-smt2", "scripts"]);
    assert!(fs::read_dir(folder.0.join("scripts")).expect("it was made").count() > 0);
    assert_eq!(entries(&folder).len(), 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_said_once() {
    let folder = three("cache-unwritten").with("file", "");
    let files = ["a.tile", "b.tile", "c.tile"];
    let found = check(&folder, "", 1, &files);
    assert_eq!(found.1, "");
    for cache in ["file", "file/inside", "/dev/full", "/proc/none"] {
        let (out, err) = check(&folder, cache, 1, &files);
        assert_eq!(out, found.0, "{cache}");
        assert_eq!(err.matches("warning: nothing is kept in ").count(), 1, "{cache}: {err}");
        has(&err, "--no-cache asks for none");
    }
}

#[test]
fn without_a_home_nothing_is_kept() {
    let folder = Folder::new("cache-home").with("a.tile", STORE);
    let run = |variables: &[(&str, &str)]| {
        let mut command = folder.command(&["check", "--no-times", "a.tile"]);
        ["TILEPROOF_CACHE", "XDG_CACHE_HOME", "HOME"].iter().for_each(|name| {
            command.env_remove(name);
        });
        let output = command.envs(variables.iter().copied()).output().expect("the program starts");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    };
    let kept = |path: &str| fs::read_dir(folder.0.join(path)).map_or(0, Iterator::count);
    run(&[]);
    let here = folder.0.display().to_string();
    run(&[("HOME", &here)]);
    assert_eq!(kept(".cache/tileproof"), 1);
    run(&[("HOME", &here), ("XDG_CACHE_HOME", &format!("{here}/xdg"))]);
    assert_eq!(kept("xdg/tileproof"), 1);
    run(&[("HOME", &here), ("TILEPROOF_CACHE", "own")]);
    assert_eq!((kept("own"), kept(".cache/tileproof")), (1, 1));
}

#[test]
fn two_processes_keep_one_verdict() {
    let folder = three("cache-two");
    let start = || {
        let mut command = folder.command(&["check", "--no-times", "a.tile", "b.tile", "c.tile"]);
        command
            .env("TILEPROOF_CACHE", "cache")
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("it starts")
    };
    let outputs = [start(), start(), start()].map(|child| child.wait_with_output().expect("it ends"));
    let first = &outputs[0];
    assert!(outputs.iter().all(|other| other.stdout == first.stdout && other.status.code() == Some(1)));
    assert_eq!(entries(&folder).len(), 3);
    assert_eq!(check(&folder, "cache", 1, &["a.tile", "b.tile", "c.tile"]).0.as_bytes(), first.stdout);
}
