//! `fix`, with compilers that are made up: each gives the bytecode of the version that it finds in the file, or fails.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread::sleep;
use std::time::Duration;

use super::typical;
use crate::folder::{Folder, has};

fn read(name: &str) -> String {
    fs::read_to_string(typical(name)).expect("the corpus has it")
}

/// A folder with a file, and an nvcc that gives bytecode by the words that the file has: the first that fits.
fn folder(name: &str, file: &str, text: &str, versions: &[(&str, &str)]) -> Folder {
    let mut script = super::script("-o");
    for (words, made) in versions {
        let made = typical(made);
        script.push_str(&format!("if {words}; then give '{}'; exit; fi\n", made.display()));
    }
    script.push_str("exit 2\n");
    let folder = Folder::new(&format!("fix-{name}")).with(file, text).with("nvcc", script);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.0.join("nvcc"), mode).expect("the folder is ours");
    folder
}

/// The kernel without a mask, as some bytes have it.
fn saxpy(name: &str, text: &str) -> Folder {
    let versions = [
        ("grep -qF 'alpha * xs.load(i)' \"$last\"", "wrong/saxpy.cu.tilebc"),
        (
            "grep -qF 'ys.store_masked(alpha * xs.load_masked(i) + ys.load_masked(i)' \"$last\"",
            "repaired/saxpy.cu.tilebc",
        ),
    ];
    folder(name, "saxpy.cu", text, &versions)
}

/// Runs the command: the exit code, the output and the messages.
fn run(folder: &Folder, words: &[&str]) -> (Option<i32>, String, String) {
    let output = folder.command(words).env("NVCC", "./nvcc").output().expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code(), out, err)
}

fn held(folder: &Folder) -> String {
    fs::read_to_string(folder.0.join("saxpy.cu")).expect("the file is there")
}

#[test]
fn a_diff_is_printed_and_nothing_is_written() {
    let folder = saxpy("diff", &read("wrong/saxpy.cu"));
    let (code, out, err) = run(&folder, &["fix", "saxpy.cu"]);
    assert_eq!(code, Some(0), "{out}{err}");
    has(&out, "--- a/saxpy.cu\n+++ b/saxpy.cu\n@@ ");
    has(
        &out,
        "\n-  ys.store_masked(alpha * xs.load(i) + ys.load_masked(i), i);\n+  ys.store_masked(alpha * xs.load_masked(i) + ys.load_masked(i), i);\n",
    );
    has(&err, "saxpy.cu: proved: the change keeps the results of every launch without undefined behavior");
    assert_eq!(held(&folder), read("wrong/saxpy.cu"));
}

#[test]
fn a_file_is_written_with_its_permissions_and_all_else_as_it_was() {
    // Ends of lines, tabs, and what comes after the last line.
    let dos = |text: String| text.replace("\n", "\r\n").replace("// y =", "//\ty\t=").trim_end().to_owned();
    let folder = saxpy("write", &dos(read("wrong/saxpy.cu")));
    let path = folder.0.join("saxpy.cu");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("the file is ours");
    let (code, out, err) = run(&folder, &["fix", "saxpy.cu", "--write"]);
    assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
    has(&err, "saxpy.cu: written; now saxpy: proved under preconditions");
    assert_eq!(held(&folder), dos(read("repaired/saxpy.cu")));
    let mode = fs::metadata(&path).expect("the file is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(fs::read_dir(&folder.0).expect("the folder is there").count(), 2, "nothing is left beside it");
    // A repaired file needs no further repair.
    let (code, out, err) = run(&folder, &["fix", "saxpy.cu", "--write"]);
    assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
    has(&err, "saxpy.cu: nothing is changed");
}

#[test]
fn a_read_only_file_stays_as_it_is() {
    let folder = saxpy("readonly", &read("wrong/saxpy.cu"));
    let path = folder.0.join("saxpy.cu");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("the file is ours");
    let (code, _, err) = run(&folder, &["fix", "saxpy.cu", "--write"]);
    assert_eq!(code, Some(2), "{err}");
    has(&err, "it is read-only");
    assert_eq!(held(&folder), read("wrong/saxpy.cu"));
}

#[test]
fn an_interrupted_write_leaves_the_old_file_or_the_new_one() {
    let (old, new) = (read("wrong/saxpy.cu"), read("repaired/saxpy.cu"));
    for delay in [0, 40, 80, 120, 160, 200, 300, 500, 800, 1200] {
        let folder = saxpy(&format!("killed-{delay}"), &old);
        let mut command = folder.command(&["fix", "saxpy.cu", "--write"]);
        command.env("NVCC", "./nvcc").stderr(std::process::Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        sleep(Duration::from_millis(delay));
        child.kill().expect("the program can be ended");
        child.wait().expect("the program has ended");
        let held = held(&folder);
        assert!(held == old || held == new, "torn after {delay} ms:\n{held}");
    }
}

#[test]
fn a_mask_stays_that_another_kernel_or_size_needs() {
    let without = |words: &str| format!("! grep -qF '{words}' \"$last\"");
    let (load, store) = (without("load_masked"), without("store_masked"));
    for (file, name) in [("helper.cu", "helper"), ("sizes.cu", "sizes")] {
        let made = ["load", "store", "cu"].map(|version| format!("bare/{name}.{version}.tilebc"));
        let versions = [(load.as_str(), made[0].as_str()), (store.as_str(), &made[1]), ("true", &made[2])];
        let folder = folder(name, file, &read(&format!("bare/{file}")), &versions);
        let (code, out, err) = run(&folder, &["fix", file]);
        assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
        has(&err, "nothing is changed");
    }
}

#[test]
fn a_mask_goes_that_nothing_needs() {
    let both = "! grep -q '_masked' \"$last\"";
    let load = "! grep -q 'load_masked' \"$last\"";
    let versions =
        [(both, "bare/size.both.tilebc"), (load, "bare/size.load.tilebc"), ("true", "bare/size.cu.tilebc")];
    let folder = folder("size", "size.cu", &read("bare/size.cu"), &versions);
    let (code, out, err) = run(&folder, &["fix", "size.cu"]);
    assert_eq!(code, Some(0), "{err}");
    has(&out, "\n-  ys.store_masked(xs.load_masked(i), i);\n+  ys.store(xs.load(i), i);\n");
}

#[test]
fn a_mask_stays_that_is_no_test_of_bounds_and_a_comment_too() {
    let load = "! grep -q 'load_masked' \"$last\"";
    let store = "! grep -q 'store_masked' \"$last\"";
    let versions = [
        (load, "bare/causal.load.tilebc"),
        (store, "bare/causal.store.tilebc"),
        ("true", "bare/causal.cu.tilebc"),
    ];
    let folder = folder("causal", "causal.cu", &read("bare/causal.cu"), &versions);
    let (code, out, err) = run(&folder, &["check", "causal.cu"]);
    assert_eq!(code, Some(0), "{out}{err}");
    has(&out, "causal.cu:16:3: this access is proved to be in bounds; it needs no mask");
    assert_eq!(out.matches("needs no mask").count(), 1, "{out}");
    let (code, out, err) = run(&folder, &["fix", "causal.cu"]);
    assert_eq!(code, Some(0), "{out}{err}");
    has(
        &out,
        "\n-  ct::store_masked(out + at, v, /* all of them */ at < n);\n+  ct::store(out + at, v /* all of them */ );\n",
    );
    has(&err, "causal.cu: proved: the change keeps the results of every launch without undefined behavior");
    assert_eq!(out.matches("\n-").count(), 1, "{out}");
}

#[test]
fn a_mask_is_given_where_the_padding_is_clear() {
    let versions = [
        ("grep -qF 'third.load_masked(ct::view_padding_constant' \"$last\"", "bare/tops.least.tilebc"),
        ("grep -qF 'first.load_masked' \"$last\"", "bare/tops.zeros.tilebc"),
        ("! grep -q 'load_masked' \"$last\"", "bare/tops.cu.tilebc"),
    ];
    let folder = folder("tops", "tops.cu", &read("bare/tops.cu"), &versions);
    let (_, out, err) = run(&folder, &["fix", "tops.cu"]);
    let masked = "third.load_masked(ct::view_padding_constant<ct::view_padding::negative_inf>{}, x);\n";
    has(&out, masked);
    assert_eq!(out.matches("load_masked").count(), 1, "{out}");
    has(&err, "tops.cu:17: no mask added");
    has(&err, "tops.cu:30: no mask added");
}

#[test]
fn a_helper_that_another_file_includes_is_not_changed() {
    let versions =
        [("! grep -q 'load_masked' \"$last\"", "bare/shared.load.tilebc"), ("true", "bare/shared.cu.tilebc")];
    let folder = folder("shared", "shared.cu", &read("bare/shared.cu"), &versions);
    let (code, out, err) = run(&folder, &["fix", "shared.cu"]);
    assert_eq!(code, Some(0), "{out}{err}");
    has(&out, "\n-  return view.load_masked(i);\n+  return view.load(i);\n");
    fs::write(folder.0.join("other.cu"), "  #include \"shared.cu\"\n").expect("the folder is ours");
    let (code, out, err) = run(&folder, &["fix", "shared.cu"]);
    assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
    has(
        &err,
        "shared.cu:7: suggested, not applied: ./other.cu uses this file too, and its kernels were not checked",
    );
    has(&err, "  suggestion: return view.load(i);");
    has(&err, "shared.cu: nothing is changed");
}

#[test]
fn what_cannot_be_changed_is_refused() {
    let folder = Folder::new("fix-refused").with("a.tile", "").with("b.cu", b"\xff\xfe");
    has(
        &folder.ends(2, &["fix", "a.tile"]),
        "a.tile is no source: fix changes Tile C++, cuTile Python and Triton",
    );
    has(&folder.ends(4, &["fix", "b.cu"]), "b.cu is no text");
    has(&folder.ends(2, &["fix", "absent.cu"]), "absent.cu");
    has(&folder.ends(2, &["fix", "b.cu", "b.cu"]), "there are several");
    has(&folder.ends(0, &["fix", "--help"]), "tileproof fix kernel.cu --suggest | git apply");
}

/// The report of `check` names the command that tries its change, and `fix` without the flag names it, too.
#[test]
fn the_command_that_tries_a_change_is_named_everywhere() {
    let versions = [
        ("grep -qF 'src.load_masked(c, r)' \"$last\"", "repaired/transpose.cu.tilebc"),
        ("true", "wrong/transpose.cu.tilebc"),
    ];
    let folder = folder("suggested", "transpose.cu", &read("wrong/transpose.cu"), &versions);
    let (code, out, err) = run(&folder, &["check", "transpose.cu"]);
    assert_eq!(code, Some(7), "{out}{err}");
    let said: String = out.split_whitespace().collect::<Vec<_>>().join(" ");
    has(&said, "write `auto t = src.load_masked(c, r);`");
    has(&said, "`tileproof fix --suggest transpose.cu` tries this change");
    let (_, out, err) = run(&folder, &["fix", "transpose.cu"]);
    assert_eq!(out, "", "{err}");
    has(
        &err,
        "transpose.cu: nothing is changed: an edit for view.index.space at line 11 may change results;",
    );
    has(&err, "`tileproof fix --suggest transpose.cu` tries and prints it");
    // The named command prints the change.
    let (_, out, err) = run(&folder, &["fix", "--suggest", "transpose.cu"]);
    has(&out, "+  auto t = src.load_masked(c, r);\n");
    has(&err, "transpose.cu: after the fix: ");
    let trials = err.lines().find(|line| line.contains("the same results in ")).unwrap_or_default();
    assert!(trials.contains(" launches of at most ") && trials.ends_with(" elements; no proof"), "{err}");
    assert!(!err.contains("nothing is changed"), "{err}");
    // A mask keeps all results, so the plain command tries it.
    let masked = saxpy("masked", &read("wrong/saxpy.cu"));
    let (_, out, err) = run(&masked, &["check", "saxpy.cu"]);
    let said: String = out.split_whitespace().collect::<Vec<_>>().join(" ");
    has(&said, "`tileproof fix saxpy.cu` tries this change");
    assert!(!said.contains("--suggest"), "{err}");
}
