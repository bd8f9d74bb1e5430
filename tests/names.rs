//! Parameters and kernels are called as in the author's file, where that is at hand and fits.

mod folder;

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use folder::{Folder, has};

const KERNEL: &[u8] = include_bytes!("../corpus/bytecode/py/seed_vec_add.tilebc");
const PYTHON: &str = include_str!("../corpus/kernels/py/seeds.py");

/// The names in reports if nothing is known.
const NUMBERED: &str = "needs `grid.x <= cdiv(arg7, 16)`";

fn python(name: &str) -> Folder {
    let folder = Folder::new(name).with("seeds.py", PYTHON).with("k.tilebc", KERNEL);
    write_at(&folder, "seeds.py", Duration::from_secs(3600));
    folder
}

/// Sets the age of a file.
fn write_at(folder: &Folder, name: &str, ago: Duration) {
    let file = File::options().write(true).open(folder.0.join(name)).expect("it is there");
    file.set_modified(SystemTime::now() - ago).expect("it is ours");
}

#[test]
fn tensors_of_python_have_their_names() {
    let folder = python("names_python");
    let text = folder.ends(7, &["check", "k.tilebc", "-v"]);
    has(
        &text,
        "k.tilebc: vec_add: proved if 4 preconditions hold\n  needs `grid.x <= cdiv(c.shape[0], 16)`: ",
    );
    has(&text, "disjoint = (a, b, c)");
    assert!(!text.contains("arg0") && !text.contains("arg7") && !text.contains("warning"), "{text}");
}

#[test]
fn what_is_inferred_can_be_pasted_and_numbers_are_names_too() {
    let folder = python("names_paste");
    let grid = ["--grid", "cdiv(c.shape[0], 16)", "--requires", "c.shape[0] >= 1"];
    for least in ["a.shape[0] >= c.shape[0], b.shape[0] >= c.shape[0]", "arg1 >= arg7, b.shape[0] >= arg7"] {
        let text = folder.ends(0, &[&["check", "k.tilebc", "-v", "--requires", least], &grid[..]].concat());
        has(&text, "a.shape[0] >= c.shape[0]");
    }
    let clauses = "contract @vec_add {\n  names = (x, n)\n  grid = (cdiv(arg7, 16))\n  requires = c.shape[0] >= 1, n >= c.shape[0], b.shape[0] >= arg7\n}\n";
    let text = folder.with("k.contract", clauses).ends(0, &["check", "k.tilebc", "-v"]);
    has(&text, "n >= c.shape[0]");
    has(&text, "disjoint = (x, b, c)");
}

#[test]
fn a_signature_that_does_not_fit_gives_no_names() {
    for (name, from, to) in [
        ("less", "def vec_add(a, b, c, T: C)", "def vec_add(a, b, T: C)"),
        ("more", "def vec_add(a, b, c, T: C)", "def vec_add(a, b, c, n, T: C)"),
        ("two", "def vec_add(a, b, c, T: C)", "def vec_add(a, b, c, *rest)"),
        ("other", "def vec_add(a, b, c, T: C)", "def other(a, b, c, T: C)"),
    ] {
        let text = PYTHON.replace(from, to);
        assert_ne!(text, PYTHON);
        let folder = Folder::new(&format!("names_{name}")).with("seeds.py", text).with("k.tilebc", KERNEL);
        has(&folder.ends(7, &["check", "k.tilebc"]), NUMBERED);
    }
    has(&Folder::new("names_absent").with("k.tilebc", KERNEL).ends(7, &["check", "k.tilebc"]), NUMBERED);
}

#[test]
fn functions_of_cpp_have_their_names() {
    let folder = Folder::new("names_cpp")
        .with("c00_seeds.cu", include_str!("../corpus/kernels/cpp/c00_seeds.cu"))
        .with("k.tilebc", include_bytes!("../corpus/bytecode/cpp/c00_seeds.tilebc"));
    let text = folder.ends(7, &["check", "k.tilebc", "-v", "--kernel", "vec_add"]);
    has(&text, "vec_add");
    has(&text, "disjoint = (a, b, out)");
    has(&folder.ends(2, &["check", "k.tilebc", "--kernel", "vec_sub"]), "there is no kernel @vec_sub");
}

#[test]
fn mangled_kernels_are_found_by_their_functions() {
    let text = folder::STORE.replace("@store", "@_Z5storePii");
    let folder = Folder::new("names_mangled").with("a.tile", &text);
    has(&folder.ends(0, &["check", "a.tile", "--kernel", "store"]), "a.tile: store: proved");
    let args = ["--arg", "o=zeros:i32[5]", "--arg", "arg1=0"];
    folder.ends(0, &[&["run", "a.tile", "--kernel", "store", "--grid", "1"], &args[..]].concat());
    let twice = format!("{text}{}", text.replace("_Z5storePii", "_Z5storeILi4EEvPii"));
    let folder = Folder::new("names_twice").with("a.tile", twice);
    let refused =
        folder.ends(2, &[&["run", "a.tile", "--kernel", "store", "--grid", "1"], &args[..]].concat());
    has(&refused, "several kernels are of the function store");
}

#[test]
fn a_name_that_is_unknown_is_told_with_those_that_are_not() {
    let folder = python("names_unknown");
    for flag in ["--grid", "--requires"] {
        let text = folder
            .ends(2, &["check", "k.tilebc", flag, if flag == "--grid" { "cdiv(n, 256)" } else { "n >= 1" }]);
        has(&text, "@vec_add has no argument `n`");
        has(&text, "it has a, a.shape[0], a.strides[0], b, ");
    }
}

#[test]
fn a_file_that_is_newer_is_warned_of() {
    let folder = python("names_newer");
    write_at(&folder, "k.tilebc", Duration::from_secs(7200));
    has(&folder.ends(7, &["check", "k.tilebc"]), "warning: seeds.py is newer than k.tilebc");
}

#[test]
fn a_proof_needs_no_source() {
    let folder = python("names_proof");
    folder.ends(7, &["check", "k.tilebc", "--proof", "p.json"]);
    let words = ["ptx", "k.tilebc", "--proof", "p.json"];
    folder.ends(0, &words);
    fs::remove_file(folder.0.join("seeds.py")).expect("it is there");
    folder.ends(0, &words);
}

#[test]
fn a_module_of_mlir_is_read() {
    let entry = "entry @k() {\n  return\n}\n";
    for head in ["cuda_tile.module @m", "module", "module @m"] {
        let folder = Folder::new(&format!("names_{}", head.replace([' ', '@', '.'], "_")));
        folder.with("a.tile", format!("{head} {{\n{entry}}}\n")).ends(0, &["check", "a.tile", "--grid", "1"]);
    }
    let folder = Folder::new("names_generic").with("a.tile", "\"cuda_tile.module\"() ({\n}) : () -> ()\n");
    has(&folder.ends(4, &["check", "a.tile"]), "MLIR in its generic form");
}

#[test]
fn arrays_of_a_stated_launch_are_contiguous() {
    let kernel = "\
contract @k {
  names = (o, o.shape[0], o.shape[1], o.strides[0], o.strides[1])
  grid = (1)
}
entry @k(%o: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %s: tile<i32>, %t: tile<i32>) {
  return
}
";
    let folder = Folder::new("strides").with("k.tile", kernel);
    let text = folder.ends(0, &["check", "k.tile", "--at", "o.shape[0]=2,o.shape[1]=3"]);
    let words: Vec<&str> = text.split_whitespace().collect();
    has(&words.join(" "), "o.strides[0] = 3, o.strides[1] = 1");
    let text = folder.ends(0, &["check", "k.tile", "--at", "o.shape[0]=2,o.shape[1]=3,o.strides[0]=7"]);
    has(&text.split_whitespace().collect::<Vec<_>>().join(" "), "o.strides[0] = 7, o.strides[1] = 1");
    has(&folder.ends(2, &["check", "k.tile", "--at", "o.shape[0]=2"]), "without o.shape[1], o.strides[0]");
    // A stride that the contract states is not open.
    let stated = kernel.replace("grid = (1)", "grid = (1) requires = o.strides[0] == 2 * o.shape[1]");
    let folder = folder.with("k.tile", stated);
    folder.ends(0, &["check", "k.tile", "--at", "o.shape[0]=2,o.shape[1]=3"]);
}
