//! Changes of a compiler's inputs, by every way to read them: the verdict is never outdated.

use std::fs::{self, File, FileTimes};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{bytecode, ends, made_up_python, with_program};
use crate::folder::Folder;

/// A store to one of two places; with `OFFSET`, to the place behind.
const STORE: &str = "\
entry @store(%o: tile<ptr<i32>>,PARAMETERS %i: tile<i32>) {
  %c7 = constant <i32: 7> : tile<4xi32>
  %step = constant <i32: OFFSET> : tile<i32>
  %at = addi %i, %step : tile<i32>
  %to = make_tensor_view %o, shape = [5], strides = [1] : tensor_view<5xi32, strides=[1]>
  %target = make_partition_view %to : partition_view<tile=(4), tensor_view<5xi32, strides=[1]>>
MARK  %t = store_view_tko weak %c7, %target[%at] : tile<4xi32>, partition_view<tile=(4), tensor_view<5xi32, strides=[1]>>, tile<i32> -> token
  return
}
";

/// The mark of an access in the compilation with the rules of the source.
const MARK: &str = "  %yes = cmpi equal %step, %step, signed : tile<i32> -> tile<i1>
  assert %yes, \"tileproof checks this access\" : tile<i1>
";

/// A folder with both kernels, with possible further parameters, and their results in both compilations.
fn folder(name: &str, parameters: &str) -> Folder {
    let text = |offset| STORE.replace("PARAMETERS", parameters).replace("OFFSET", offset);
    let plain = |offset| bytecode(&text(offset).replace("MARK", ""));
    let checked = |offset| bytecode(&text(offset).replace("MARK", MARK));
    let folder = Folder::new(name).with("good.tilebc", plain("0")).with("evil.tilebc", plain("1"));
    folder.with("good.checked.tilebc", checked("0")).with("evil.checked.tilebc", checked("1"))
}

/// Writes a file and the folders above.
fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("the folder is ours");
    fs::write(path, text).expect("the folder is ours");
}

/// Another text of equal length, in a file with an unchanged time.
fn replace(folder: &Path, name: &str, from: &str, to: &str) {
    let path = folder.join(name);
    let (text, written) = (
        fs::read_to_string(&path).expect("it is there"),
        fs::metadata(&path).and_then(|data| data.modified()).expect("it has a time"),
    );
    assert!(text.contains(from) && from.len() == to.len());
    let mode = fs::metadata(&path).expect("it is there").permissions();
    fs::remove_file(&path).expect("it is ours");
    fs::write(&path, text.replace(from, to)).expect("it is ours");
    fs::set_permissions(&path, mode).expect("it is ours");
    let file = File::options().write(true).open(&path).expect("it is ours");
    file.set_times(FileTimes::new().set_modified(written)).expect("it is ours");
}

/// A call of the program, and the exit code where the store is to the place behind: Python's contracts are open.
struct Call<'a> {
    broken: i32,
    words: Vec<&'a str>,
    variables: Vec<(&'a str, String)>,
}

impl Call<'_> {
    #[track_caller]
    fn ends(&self, folder: &Folder, code: i32, more: &[&str]) {
        let cache = folder.0.join("cache").display().to_string();
        let mut variables: Vec<(&str, &str)> = vec![("TILEPROOF_CACHE", &cache)];
        variables.extend(self.variables.iter().map(|(name, value)| (*name, value.as_str())));
        let at = self.words.iter().position(|word| *word == "--").unwrap_or(self.words.len());
        let words = [&self.words[..at], more, &self.words[at..]].concat();
        ends(folder, &variables, code, &words);
    }
}

/// The verdict is kept, and is `proved`; behind the change the kernel is not, with a cache as without.
#[track_caller]
fn is_seen(folder: &Folder, before: &Call<'_>, change: impl FnOnce(&Path), after: &Call<'_>) {
    before.ends(folder, 0, &[]);
    before.ends(folder, 0, &[]);
    change(&folder.0);
    after.ends(folder, after.broken, &["--no-cache"]);
    after.ends(folder, after.broken, &[]);
}

/// An nvcc that preprocesses as any compiler does.
const NVCC: &str = r#"while [ $# -gt 0 ]; do
  case "$1" in
    -o) out=$2; shift ;;
    --enable-tile|-tile-only|-tilebc|-lineinfo|-arch=*) ;;
    -include) if [ "$(basename "$2")" = cuda_tile_checked.h ]; then kind=.checked; else args="$args -include $2"; fi; shift ;;
    -optf) args="$args @$2"; shift ;;
    *) args="$args $1" ;;
  esac
  shift
done
cc -E -P -x c++ $args > "$out.i" || exit 2
if grep -q 'offset = 1;' "$out.i"; then name=evil; else name=good; fi
cp "$name$kind.tilebc" "$out""#;

/// A file of Tile C++ whose store is to `OFF` places behind, and its compiler.
pub(super) fn cpp(name: &str, source: &str) -> Folder {
    let contract = "// tileproof: grid = (1)\n// tileproof: requires = i >= 0, i <= 1\n// tileproof: buffer o : i32[5]\n";
    let kernel = "extern \"C\" __tile_global__ void store(int* o, int i) {\n}\n";
    let folder = folder(name, "").with("k.cu", format!("{source}\nint offset = OFF;\n{contract}{kernel}"));
    with_program(folder, "nvcc", NVCC)
}

fn check_cpp<'a>(flags: &[&'a str], variables: &[(&'a str, String)]) -> Call<'a> {
    let mut words = vec!["check", "k.cu"];
    if !flags.is_empty() {
        words.push("--");
    }
    words.extend_from_slice(flags);
    let mut all = vec![("NVCC", "./nvcc".to_owned())];
    all.extend(variables.iter().cloned());
    Call { broken: 1, words, variables: all }
}

/// A change of a folder, with the flags `-I a -I b`.
#[track_caller]
fn is_seen_in(name: &str, source: &str, files: &[(&str, &str)], change: impl FnOnce(&Path)) {
    let folder = cpp(name, source);
    files.iter().for_each(|(file, text)| write(&folder.0, file, text));
    let call = check_cpp(&["-I", "a", "-I", "b"], &[]);
    is_seen(&folder, &call, change, &call);
}

#[test]
fn a_header_that_stands_before_another_is_seen() {
    for (number, name) in ["_size.h", "size.def", "sizes", "deep/in/the/tree.h"].into_iter().enumerate() {
        let include = format!("#include \"{name}\"");
        let files = [(&*format!("b/{name}"), "#define OFF 0\n")];
        is_seen_in(&format!("changes-before-{number}"), &include, &files, |folder| {
            write(folder, &format!("a/{name}"), "#define OFF 1\n");
        });
    }
}

#[test]
fn a_header_that_is_asked_for_is_seen() {
    let source = "#if __has_include(\"cfg/opt.h\")\n#include \"cfg/opt.h\"\n#else\n#define OFF 0\n#endif";
    is_seen_in("changes-asked", source, &[("a/cfg/other.h", "")], |folder| {
        write(folder, "a/cfg/opt.h", "#define OFF 1\n");
    });
}

#[test]
fn a_header_of_the_same_size_and_time_is_seen() {
    let files = [("a/size.h", "#define OFF 0\n")];
    is_seen_in("changes-same", "#include \"size.h\"", &files, |folder| {
        replace(folder, "a/size.h", "OFF 0", "OFF 1");
    });
}

#[test]
fn a_link_that_leads_elsewhere_is_seen() {
    let files = [("one/size.h", "#define OFF 0\n"), ("two/size.h", "#define OFF 1\n")];
    let folder = cpp("changes-link", "#include \"size.h\"");
    files.iter().for_each(|(file, text)| write(&folder.0, file, text));
    symlink("one", folder.0.join("a")).expect("the folder is ours");
    let call = check_cpp(&["-I", "a"], &[]);
    let change = |folder: &Path| {
        fs::remove_file(folder.join("a")).expect("it is ours");
        symlink("two", folder.join("a")).expect("it is ours");
    };
    is_seen(&folder, &call, change, &call);
}

#[test]
fn folders_that_the_environment_names_are_seen() {
    for variable in ["CPATH", "CPLUS_INCLUDE_PATH"] {
        let folder = cpp(&format!("changes-{variable}"), "#include \"plain.h\"");
        write(&folder.0, "b/plain.h", "#define OFF 0\n");
        write(&folder.0, "c/plain.h", "#define OFF 1\n");
        fs::create_dir_all(folder.0.join("a")).expect("the folder is ours");
        let both = check_cpp(&[], &[(variable, "a:b".to_owned())]);
        is_seen(&folder, &both, |_| (), &check_cpp(&[], &[(variable, "c:b".to_owned())]));
        both.ends(&folder, 0, &[]);
        is_seen(&folder, &both, |folder| write(folder, "a/plain.h", "#define OFF 1\n"), &both);
    }
}

#[test]
fn the_order_of_flags_and_a_file_of_flags_are_seen() {
    let folder = cpp("changes-flags", "#include \"size.h\"");
    write(&folder.0, "a/size.h", "#define OFF 0\n");
    write(&folder.0, "b/size.h", "#define OFF 1\n");
    let orders = [["-Ia", "-Ib"], ["-Ib", "-Ia"]].map(|flags| check_cpp(&flags, &[]));
    is_seen(&folder, &orders[0], |_| (), &orders[1]);
    let folder = cpp("changes-optf", "");
    write(&folder.0, "flags.txt", "-DOFF=0\n");
    let call = check_cpp(&["-optf", "flags.txt"], &[]);
    is_seen(&folder, &call, |folder| replace(folder, "flags.txt", "OFF=0", "OFF=1"), &call);
    let folder = cpp("changes-database", "");
    let database = r#"[{"directory": ".", "file": "k.cu", "command": "nvcc -DOFF=0 k.cu"}]"#;
    let here = folder.0.display().to_string();
    write(&folder.0, "compile_commands.json", &database.replace("\".\"", &format!("\"{here}\"")));
    let call = check_cpp(&[], &[]);
    is_seen(&folder, &call, |folder| replace(folder, "compile_commands.json", "OFF=0", "OFF=1"), &call);
}

#[test]
fn a_compiler_that_was_replaced_in_its_place_is_seen() {
    let folder = cpp("changes-compiler", "#define OFF 0");
    let call = check_cpp(&[], &[]);
    is_seen(&folder, &call, |folder| replace(folder, "nvcc", "name=good", "name=evil"), &call);
    // So is a called program.
    let folder = with_program(cpp("changes-called", "#define OFF 0"), "choose", "cp good$1.tilebc \"$2\"");
    let folder = with_program(
        folder,
        "nvcc",
        &NVCC.replace("cp \"$name$kind.tilebc\" \"$out\"", "./choose \"$kind\" \"$out\""),
    );
    is_seen(&folder, &call, |folder| replace(folder, "choose", "cp good", "cp evil"), &call);
}

/// The same in Python, with more parameters.
pub(super) fn python(name: &str, source: &str, more: &str) -> Folder {
    let contract = "# tileproof: grid = (1)\n# tileproof: requires = i >= 0, i <= 1, o.shape[0] >= 5\n";
    let kernel =
        format!("@ct.kernel\ndef store(o, i{more}):\n    return 'evil.tilebc' if OFF else 'good.tilebc'\n");
    folder(name, " %n: tile<i32>, %s: tile<i32>,")
        .with("k.py", format!("import cuda.tile as ct\n{source}\n{contract}{kernel}"))
}

fn check_python(path: &str, variables: &[(&'static str, String)]) -> Call<'static> {
    let mut all = vec![("PYTHON", "python3".to_owned())];
    all.push(("PYTHONPATH", format!("{}{path}", made_up_python())));
    all.extend(variables.iter().cloned());
    Call { broken: 3, words: vec!["check", "k.py:store", "o=i32[5]", "i=0"], variables: all }
}

/// A change of a folder for a kernel of Python.
#[track_caller]
fn is_seen_by_python(name: &str, source: &str, files: &[(&str, &str)], change: impl FnOnce(&Path)) {
    let folder = python(name, source, "");
    files.iter().for_each(|(file, text)| write(&folder.0, file, text));
    let call = check_python("", &[]);
    is_seen(&folder, &call, change, &call);
}

#[test]
fn a_module_that_was_not_there_is_seen() {
    let config = "try:\n    from .local import OFF\nexcept ImportError:\n    OFF = 0\n";
    let files = [("pkg/__init__.py", ""), ("pkg/config.py", config)];
    is_seen_by_python("changes-module", "from pkg.config import OFF", &files, |folder| {
        write(folder, "pkg/local.py", "OFF = 1\n");
    });
    // A part of a package without a file of its own, in a folder that is looked into first.
    let source = "import sys\nsys.path[:0] = ['early', 'late']\nfrom space.sizes import OFF";
    let files = [("late/space/sizes.py", "OFF = 0\n"), ("early/other.py", "")];
    is_seen_by_python("changes-space", source, &files, |folder| {
        write(folder, "early/space/sizes.py", "OFF = 1\n");
    });
    let source = "import sys\nsys.path[:0] = ['early', 'late']\nfrom _sizes import OFF";
    let files = [("late/_sizes.py", "OFF = 0\n"), ("early/other.py", "")];
    is_seen_by_python("changes-early", source, &files, |folder| {
        write(folder, "early/_sizes.py", "OFF = 1\n");
    });
    let source = "import site\nsite.addsitedir('site')\nfrom _sizes import OFF";
    let files = [("new/_sizes.py", "OFF = 1\n"), ("site/a.pth", "../old\n"), ("old/_sizes.py", "OFF = 0\n")];
    is_seen_by_python("changes-pth", source, &files, |folder| replace(folder, "site/a.pth", "old", "new"));
}

#[test]
fn whatever_a_module_asks_is_seen() {
    let source = "import contextlib, json, os\nOFF = 0\nwith contextlib.chdir('data'):\n    if os.path.exists('params.json'):\n        \
                  OFF = json.load(open('params.json'))['off']";
    is_seen_by_python("changes-chdir", source, &[("data/other", "")], |folder| {
        write(folder, "data/params.json", "{\"off\": 1}");
    });
    let source = "import os\nOFF = int(os.access('flag.on', os.R_OK))";
    is_seen_by_python("changes-access", source, &[], |folder| write(folder, "flag.on", ""));
    let source = "import subprocess\nOFF = int(subprocess.check_output(['cat', 'off.txt']))";
    is_seen_by_python("changes-process", source, &[("off.txt", "0")], |folder| write(folder, "off.txt", "1"));
    let source = "import os\nOFF = len(os.listdir('listed'))";
    let folder = python("changes-listed", source, "");
    fs::create_dir_all(folder.0.join("listed")).expect("the folder is ours");
    let call = check_python("", &[]);
    is_seen(&folder, &call, |folder| write(folder, "listed/one", ""), &call);
    let source = "import os\nOFF = os.readlink('link') != 'one'";
    let folder = python("changes-readlink", source, "");
    symlink("one", folder.0.join("link")).expect("the folder is ours");
    let change = |folder: &Path| {
        fs::remove_file(folder.join("link")).expect("it is ours");
        symlink("two", folder.join("link")).expect("it is ours");
    };
    is_seen(&folder, &call, change, &call);
    let folder =
        python("changes-variable", "import os\nOFF = int(os.environb.get(b'MADE_UP_OFF', b'0'))", "");
    is_seen(&folder, &call, |_| (), &check_python("", &[("MADE_UP_OFF", "1".to_owned())]));
}

#[test]
fn folders_of_python_are_seen() {
    let folder = python("changes-path", "from _sizes import OFF", "");
    write(&folder.0, "old/_sizes.py", "OFF = 0\n");
    write(&folder.0, "new/_sizes.py", "OFF = 1\n");
    let (old, new) = (check_python(":old", &[]), check_python(":new:old", &[]));
    is_seen(&folder, &old, |_| (), &new);
}

/// Python itself takes a cached module as current if size and time of its source are unchanged.
#[test]
fn a_module_of_the_same_size_and_time_is_seen() {
    let folder = python("changes-cached", "from _sizes import OFF", "");
    write(&folder.0, "_sizes.py", "OFF = 0\n");
    let mut import = Command::new("python3");
    import.args(["-c", "import _sizes"]).current_dir(&folder.0).env_remove("PYTHONDONTWRITEBYTECODE");
    assert!(import.status().expect("there is a Python").success() && folder.0.join("__pycache__").is_dir());
    let call = check_python("", &[]);
    is_seen(&folder, &call, |folder| replace(folder, "_sizes.py", "0", "1"), &call);
}
