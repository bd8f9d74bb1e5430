//! The configuration: each key, the search path, and the limits.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::broken;
use crate::folder::{Folder, STORE, has};

fn open() -> String {
    STORE.replace("  grid = (1)\n", "")
}

fn folder(name: &str, config: &str) -> Folder {
    let folder = Folder::new(&format!("config_{name}")).with("tileproof.toml", config);
    folder.with("a.tile", broken()).with("open.tile", open()).with("good.tile", STORE)
}

#[test]
fn files_are_named_and_the_command_line_wins() {
    let folder = folder("files", "files = [\"good.tile\"]\n");
    has(&folder.ends(0, &["check"]), "store: proved");
    folder.ends(1, &["check", "a.tile"]);
    has(&folder.ends(2, &["check", "--no-config"]), "no file given");
    let other = folder.with("other.toml", "files = [\"a.tile\"]\n");
    other.ends(1, &["check", "--config", "other.toml"]);
    other.ends(2, &["check", "--config", "none.toml"]);
}

#[test]
fn it_is_found_from_a_folder_inside() {
    let folder = folder("inside", "files = [\"good.tile\"]\n");
    fs::create_dir_all(folder.0.join("deep/er")).expect("the folder is ours");
    let output = folder.command(&["check"]).current_dir(folder.0.join("deep/er")).output();
    let output = output.expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn strictness_is_said_and_flags_win() {
    for (said, code, strict, allowed) in [("report", 7, 3, 0), ("accept", 0, 3, 0), ("reject", 3, 3, 0)] {
        let folder = folder(said, &format!("conditional = \"{said}\"\n"));
        folder.ends(code, &["check", "open.tile"]);
        folder.ends(strict, &["check", "open.tile", "--strict"]);
        folder.ends(allowed, &["check", "open.tile", "--allow-conditional"]);
        folder.ends(7, &["check", "open.tile", "--no-config"]);
    }
}

#[test]
fn a_baseline_is_named_and_the_command_line_wins() {
    let folder = folder("baseline", "baseline = \"base.json\"\n").with("b.tile", STORE);
    folder.ends(1, &["check", "a.tile", "--no-config", "--write-baseline", "base.json"]);
    let text = folder.ends(0, &["check", "a.tile", "--no-config", "--baseline", "base.json"]);
    has(&text, ": 1 with undefined behavior; 1 accepted\n");
    folder.ends(0, &["check", "a.tile"]);
    folder.ends(0, &["check", "b.tile", "--no-config", "--write-baseline", "empty.json"]);
    folder.ends(1, &["check", "a.tile", "--baseline", "empty.json"]);
}

#[test]
fn excluded_files_are_left_out_of_searches() {
    let folder = folder("exclude", "exclude = [\"a.tile\", \"deep\"]\n").with("b.tile", STORE);
    fs::create_dir(folder.0.join("deep")).expect("the folder is ours");
    let folder = folder.with("deep/c.tile", broken());
    fs::remove_file(folder.0.join("open.tile")).expect("the folder is ours");
    has(&folder.ends(0, &["check", "."]), "2 files excluded: ./a.tile, ./deep/c.tile");
    // A file that the command line names is meant.
    folder.ends(1, &["check", "a.tile"]);
    folder.ends(0, &["check", "a.tile", "--only-with-kernels"]);
    has(&folder.ends(2, &["check", "deep"]), "excludes every file with a kernel");
    folder.ends(1, &["check", ".", "--no-config"]);
}

#[test]
fn findings_are_accepted_with_a_reason() {
    let accept = |access: &str, because: &str| {
        format!(
            "[[accept]]\nfile = \"a.tile\"\nrule = \"view.index.space\"\nkernel = \"store\"\naccess = '''{access}'''\nbecause = \"{because}\"\n"
        )
    };
    let line = broken().lines().nth(10).map(str::to_owned).expect("it is there");
    let folder = folder("accept", &accept(&line, "callers never pass 2"));
    let text = folder.ends(0, &["check", "a.tile", "-v"]);
    has(&text, "store: undefined behavior, 1 finding accepted");
    has(&text, "because callers never pass 2");
    folder.ends(1, &["check", "a.tile", "--no-config"]);
    // Elsewhere, another access and another kernel are not meant.
    let folder = folder.with("b.tile", broken());
    folder.ends(1, &["check", "b.tile"]);
    let folder = folder.with("a.tile", broken().replace("%target", "%other"));
    folder.ends(1, &["check", "a.tile"]);
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_checked() {
    let accept = "file = \"a.tile\"\nkernel = \"store\"\naccess = \"x\"\n";
    for (config, said) in [
        ("more = 1\n".to_owned(), "unknown field `more`"),
        ("requires = [\"n >= 1\"]\n".to_owned(), "unknown field `requires`"),
        ("files = 1\n".to_owned(), "invalid type"),
        ("files = [\n".to_owned(), "tileproof.toml is wrong"),
        ("conditional = \"maybe\"\n".to_owned(), "unknown variant"),
        (format!("[[accept]]\n{accept}rule = \"view.index.space\"\n"), "missing field `because`"),
        (format!("[[accept]]\n{accept}rule = \"no.rule\"\nbecause = \"y\"\n"), "there is no rule `no.rule`"),
        (format!("[[accept]]\n{accept}rule = \"view.index.space\"\nbecause = \" \"\n"), "nothing says why"),
    ] {
        let folder = folder("wrong", &config);
        let text = folder.ends(2, &["check", "good.tile"]);
        has(&text, said);
        assert!(!text.contains("proved"), "{text}");
    }
}

#[test]
fn flags_of_nvcc_are_from_the_folder() {
    let folder =
        folder("nvcc", "nvcc = [\"-Iinc\", \"-DN=3\"]\n").with("k.cu", "__tile_global__ void k() {}\n");
    let folder = folder.with("nvcc", "#!/bin/sh\necho \"$@\" >> \"$WORDS\"\nexit 1\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.0.join("nvcc"), mode).expect("the folder is ours");
    let told = |words: &[&str]| {
        let path = folder.0.join("words.txt");
        let _ = fs::remove_file(&path);
        let mut command = folder.command(words);
        command.env("NVCC", folder.0.join("nvcc")).env("WORDS", &path);
        command.output().expect("the program starts");
        fs::read_to_string(path).expect("nvcc was called")
    };
    let text = told(&["check", "k.cu"]);
    has(&text, "-DN=3");
    has(&text, &folder.0.join("inc").canonicalize().unwrap_or(folder.0.join("inc")).display().to_string());
    let text = told(&["check", "k.cu", "--", "-DM=4"]);
    assert!(text.contains("-DM=4") && !text.contains("-DN=3"), "{text}");
}

#[test]
fn init_writes_what_fits() {
    let folder = Folder::new("config_init").with("a.tile", STORE);
    fs::create_dir_all(folder.0.join("kernels/deep")).expect("the folder is ours");
    fs::create_dir_all(folder.0.join("include")).expect("the folder is ours");
    let folder =
        folder.with("kernels/deep/b.tile", STORE).with("kernels/c.cu", "__tile_global__ void c() {}\n");
    has(&folder.ends(0, &["init"]), "wrote ./tileproof.toml (`tileproof check` checks ./a.tile, ./kernels)");
    let text = fs::read_to_string(folder.0.join("tileproof.toml")).expect("it is written");
    has(&text, "files = [\"a.tile\", \"kernels\"]");
    has(&text, "nvcc = [\"-Iinclude\"]");
    has(&text, "# baseline = ");
    fs::remove_file(folder.0.join("kernels/c.cu")).expect("it is ours");
    has(&folder.ends(0, &["check"]), ": 2 proved\n");
    has(&folder.ends(2, &["init"]), "already exists");
    assert_eq!(fs::read_to_string(folder.0.join("tileproof.toml")).expect("it is there"), text);
    let empty = Folder::new("config_init_empty");
    has(&empty.ends(2, &["init"]), "has no file with a kernel");
    assert!(!empty.0.join("tileproof.toml").exists());
}

/// On the first day a check is green: present findings are in a baseline, and a new one is told.
#[test]
fn init_writes_a_baseline_on_request() {
    let bad = STORE.replace("i <= 1", "i <= 2");
    let folder = Folder::new("config_init_baseline").with("a.tile", &bad);
    let text = folder.ends(0, &["init", "--baseline"]);
    has(&text, "wrote ./tileproof.baseline.json (its findings are accepted)");
    let text = folder.ends(0, &["check"]);
    assert!(!text.contains("view.index.space"), "{text}");
    let folder = folder.with("b.tile", &bad);
    has(&folder.ends(1, &["check", "a.tile", "b.tile"]), "view.index.space");
}

/// A likely bug of a conditional proof, or of an unknown kernel, is a finding like any other: its baseline gives exit code 0.
#[test]
fn a_baseline_accepts_likely_bugs() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/typical/wrong");
    let read = |name: &str| fs::read(corpus.join(name)).expect("the corpus has it");
    let folder = Folder::new("config_init_likely").with("saxpy.tilebc", read("saxpy.cu.tilebc"));
    has(&folder.ends(0, &["init", "--baseline"]), "]: likely bug: ");
    let text = folder.ends(0, &["check"]);
    has(&text, "1 proved under preconditions");
    assert!(!text.contains("error["), "{text}");
    // Without the baseline the bug is told, whatever is said of other preconditions.
    has(&folder.ends(7, &["check", "--no-config", "--allow-conditional", "-q", "."]), "]: likely bug: ");
    let folder = Folder::new("config_unknown_likely").with("upsample.launches", read("upsample.py.launches"));
    let words = ["check", "upsample.launches", "--no-config", "-q"];
    let text = folder.ends(3, &[&words[..], &["--write-baseline", "base.json"]].concat());
    has(&text, "error[memory.bounds]: likely bug: ");
    has(&text, "1 with a likely bug");
    let text = folder.ends(0, &[&words[..], &["--baseline", "base.json"]].concat());
    assert!(!text.contains("likely bug"), "{text}");
    // An output with unwritten elements breaks no rule; its code is the property.
    let table = corpus.join("../../scripts/wrong/persistent.py.launches");
    let folder = Folder::new("config_unwritten").with("p.launches", fs::read(table).expect("it is there"));
    let words = ["check", "p.launches", "--no-config", "--allow-conditional", "-q"];
    let text = folder.ends(7, &[&words[..], &["--write-baseline", "base.json"]].concat());
    has(&text, "error[writes]: likely bug: the script passes `");
    let text = folder.ends(0, &[&words[..], &["--baseline", "base.json"]].concat());
    assert!(!text.contains("likely bug"), "{text}");
}

/// A quiet report has a line for each conditional proof, with its preconditions.
#[test]
fn a_quiet_report_names_preconditions() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/inferred/in_turn.tile");
    let folder = Folder::new("config_quiet").with("a.tile", fs::read(corpus).expect("the corpus has it"));
    let text = folder.ends(1, &["check", "-q", "a.tile"]);
    has(&text, "a.tile:9:1: note[conditional]: proved if b >= 10 and a <= 9");
}

/// A stale accepted finding gives a warning; without a check of its file it gives none.
#[test]
fn a_stale_accept_is_warned_of() {
    let accept = "[[accept]]\nfile = \"a.tile\"\nrule = \"view.tile.inside\"\nkernel = \"store\"\n\
                  access = \"xs.load(i)\"\nbecause = \"callers pad\"\n";
    let folder = Folder::new("config_stale").with("a.tile", STORE).with("b.tile", STORE);
    let folder = folder.with("tileproof.toml", accept);
    let text = folder.ends(0, &["check", "a.tile"]);
    has(
        &text,
        "warning: stale [[accept]]: a.tile has no finding view.tile.inside of store at `xs.load(i)`; remove it",
    );
    let text = folder.ends(0, &["check", "b.tile"]);
    assert!(!text.contains("stale"), "{text}");
}

#[test]
fn shells_and_manuals_know_the_command_line() {
    let folder = Folder::new("config_shell");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = folder.ends(0, &["completions", shell]);
        has(&text, "write-baseline");
        if shell == "bash" {
            let folder = Folder::new("config_bash").with("c.sh", &text);
            let checked = std::process::Command::new("bash").arg("-n").arg(folder.0.join("c.sh")).status();
            assert!(checked.is_ok_and(|status| status.success()), "bash reads its completions");
        }
    }
    has(&folder.ends(0, &["man"]), ".TH tileproof 1");
    folder.ends(0, &["man", "-o", "man"]);
    let page = fs::read_to_string(folder.0.join("man/tileproof-check.1")).expect("it is written");
    has(&page, "\\-\\-write\\-baseline");
}
