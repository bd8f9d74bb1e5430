//! Sources with simulated compilers.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Client, uri};
use crate::folder::{Folder, has};
use crate::{file, has_some, is_empty, line};

fn typical(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/typical").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(typical(name)).expect("the corpus has it")
}

fn with_program(folder: Folder, name: &str, script: &str) -> Folder {
    let folder = folder.with(name, format!("#!/bin/sh\n{script}\n"));
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.0.join(name), mode).expect("the folder is ours");
    folder
}

/// A kernel without a mask, and an nvcc that knows exactly this kernel, with its mask and without.
fn saxpy(name: &str) -> Folder {
    let (wrong, right) = (typical("wrong/saxpy.cu.tilebc"), typical("repaired/saxpy.cu.tilebc"));
    let script = format!(
        "kind=tilebc\nfor last; do case $last in -include) kind=checked.tilebc;; esac; done\n\
         while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n\
         give() {{ cp \"${{1%.tilebc}}.$kind\" \"$out\"; }}\n\
         if grep -qF 'alpha * xs.load(i)' \"$last\"; then give '{}'; exit; fi\n\
         if grep -qF 'xs.load_masked(i)' \"$last\"; then give '{}'; exit; fi\n\
         echo 'saxpy.cu(3): error: this is no kernel'; exit 2",
        wrong.display(),
        right.display()
    );
    with_program(Folder::new(name).with("saxpy.cu", read("wrong/saxpy.cu")), "nvcc", &script)
}

#[test]
fn a_source_is_checked_as_it_is_saved_and_mended() {
    let folder = saxpy("server-saxpy");
    let path = file(&folder, "saxpy.cu");
    let text = read("wrong/saxpy.cu");
    let access = line(&text, "alpha * xs.load(i)");
    let mut client = Client::serving(&folder, &[("NVCC", "./nvcc")]);
    client.open(&path, &text);
    let found = client.diagnostics(&path, has_some);
    let is_bug = |one: &&Value| one["code"] == "view.tile.inside";
    let bug = found.iter().find(is_bug).unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!(bug["range"]["start"]["line"], access);
    has(
        &client.hover(&path, access, text.lines().nth(access).and_then(|l| l.find("xs.load")).unwrap_or(0)),
        "**read** in `@saxpy`",
    );
    // Unsaved text is not checked, and places below the typed text have moved.
    let typed = format!("\n\n{text}");
    client.change(&path, 2, &typed);
    has(&client.hover(&path, access + 2, 0x24), "in `@saxpy`");
    assert_eq!(client.actions(&path, 2 + access as u64), [Value::Null; 0], "edits are of what is saved");
    client.change(&path, 3, &text);
    let actions = client.actions(&path, access as u64);
    let titles: Vec<_> = actions.iter().map(|action| action["title"].as_str().unwrap_or_default()).collect();
    has(titles[0], "xs.load_masked(i)");
    has(titles[0], "(untried)");
    has(titles[1], "Add missing masks and paddings");
    let edit = &actions[0]["edit"]["documentChanges"][0];
    assert_eq!(
        (&edit["textDocument"]["uri"], &edit["textDocument"]["version"]),
        (&json!(uri(&path)), &json!(3))
    );
    let fixed = client.ask("codeAction/resolve", actions[1].clone());
    let edit = &fixed["result"]["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["range"]["start"], json!({"line": access, "character": 0}), "{fixed}");
    has(edit["newText"].as_str().unwrap_or_default(), "alpha * xs.load_masked(i) + ys.load_masked(i)");
    // The same as the author's next version.
    fs::write(&path, read("repaired/saxpy.cu")).expect("the folder is ours");
    client.change(&path, 4, &read("repaired/saxpy.cu"));
    client.save(&path);
    client.diagnostics(&path, |all| !all.iter().any(|one| is_bug(&one)));
    assert!(client.hints(&path).iter().all(|label| label.contains("masked")), "hints");
    // A compiler's error is at its line.
    fs::write(&path, "__tile_global__\n\nx\n").expect("the folder is ours");
    client.change(&path, 5, "__tile_global__\n\nx\n");
    client.save(&path);
    let found = client.diagnostics(&path, |all| all.iter().any(|one| one["code"] == "ill-formed"));
    assert_eq!((found.len(), &found[0]["range"]["start"]["line"]), (1, &json!(2)), "{found:#?}");
    client.shut_down();
}

#[test]
fn a_compiler_that_is_not_there_is_said_once() {
    let folder = Folder::new("server-absent")
        .with("k.cu", "__tile_global__ void k() {}\n")
        .with("host.cu", "int main() {}\n")
        .with("s.py", "import cuda.tile as ct\n@ct.kernel\ndef k(): pass\n");
    let mut client = Client::serving(&folder, &[("NVCC", "./absent"), ("PYTHON", "./absent")]);
    let (kernel, host, script) = (file(&folder, "k.cu"), file(&folder, "host.cu"), file(&folder, "s.py"));
    client.open(&kernel, "__tile_global__ void k() {}\n");
    let found = client.diagnostics(&kernel, has_some);
    assert_eq!((found.len(), &found[0]["severity"]), (1, &json!(2)), "{found:#?}");
    has(found[0]["message"].as_str().unwrap_or_default(), "$NVCC is ./absent, and there is no such program");
    client.open(&host, "int main() {}\n");
    client.diagnostics(&host, is_empty);
    // A script is executed when it is saved, and not before.
    client.open(&script, "import cuda.tile as ct\n@ct.kernel\ndef k(): pass\n");
    assert_eq!(client.hints(&script), [""; 0]);
    client.save(&script);
    let found = client.diagnostics(&script, has_some);
    assert_eq!(found.len(), 1, "{found:#?}");
    client.shut_down();
}

/// A compiler that does not end is ended when nobody wants its answer any more, and with the server.
#[test]
fn compilers_end_with_whoever_wants_them() {
    let script = "echo $$ >> pids; exec sleep 100";
    let folder = with_program(
        Folder::new("server-hangs").with("k.cu", "__tile_global__ void k() {}\n"),
        "nvcc",
        script,
    );
    let path = file(&folder, "k.cu");
    let mut client = Client::serving(&folder, &[("NVCC", "./nvcc")]);
    client.open(&path, "__tile_global__ void k() {}\n");
    let pids = |count: usize| loop {
        let said = fs::read_to_string(folder.0.join("pids")).unwrap_or_default();
        if said.lines().count() == count {
            return said.lines().map(str::to_owned).collect::<Vec<_>>();
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    // A file is compiled twice at once.
    let first = pids(2);
    client.save(&path);
    let all = pids(4);
    let lives = |pid: &String| Path::new("/proc").join(pid).join("cmdline").exists();
    // An ended process remains for a moment.
    let end = |pids: &[String]| {
        (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            !pids.iter().any(lives)
        })
    };
    assert!(end(&first), "what is old has ended");
    client.shut_down();
    assert!(end(&all), "all have ended");
}
