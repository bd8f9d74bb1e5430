//! Facts in bytecode: written facts, refused facts, and a guard's answers about launches.

#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../folder/mod.rs"]
mod folder;
mod quotients;

use std::fs;
use std::process::Command;

use folder::{Folder, has};

/// A folder with the bytecode of a kernel of the demonstration, its contract, and a proof for whole tiles.
fn whole_tiles(name: &str) -> Folder {
    let corpus =
        |path: &str| fs::read(format!("{}/corpus/{path}", env!("CARGO_MANIFEST_DIR"))).expect("it is there");
    let text = String::from_utf8(corpus("demo/fixed.tile")).expect("it is text");
    let start = text.find("contract ").expect("it has a contract");
    let len = text[start..].find("\n}\n").expect("it ends") + 3;
    let contract = &text[start..start + len];
    let folder =
        Folder::new(name).with("k.tilebc", corpus("bytecode/demo/fixed.tilebc")).with("k.contract", contract);
    let whole = ["--requires", "height % 8 == 0", "--requires", "width % 16 == 0"];
    folder.ends(0, &[&["check", "k.tilebc", "--proof", "k.proof"], &whole[..]].concat());
    folder
}

#[test]
fn bytecode_promises_what_is_proved_of_it() {
    let folder = whole_tiles("certified");
    let certify = ["certify", "k.tilebc", "-o", "out.tilebc", "--proof", "k.proof"];
    has(&folder.ends(0, &certify), "out.tilebc: 4 promises more\n");
    let promised = folder.ends(0, &["lower", "out.tilebc", "--contract", "k.contract"]);
    assert_eq!(promised.matches("inbounds = [true, true]").count(), 2, "{promised}");
    let before = folder.ends(0, &["lower", "k.tilebc"]);
    assert_eq!(promised.replace(" inbounds = [true, true]", ""), before);
    // The promises are kept under what the proof rests on, and not without.
    let check = ["check", "out.tilebc", "--contract", "k.contract"];
    let whole = ["--requires", "height % 8 == 0", "--requires", "width % 16 == 0"];
    folder.ends(0, &[&check[..], &whole].concat());
    has(&folder.ends(1, &check), "view.tile.inside");
    // Nothing is proved of tiles that may be cut off.
    let alone = ["certify", "k.tilebc", "-o", "same.tilebc"];
    has(&folder.ends(0, &alone), "same.tilebc: 0 promises more\n");
    let read = |name: &str| fs::read(folder.0.join(name)).expect("it is there");
    assert_eq!(read("same.tilebc"), read("k.tilebc"));
}

#[test]
fn what_is_not_proved_is_not_certified() {
    let folder = whole_tiles("uncertified");
    let certify = |words: &[&str], code: i32| folder.ends(code, &[&["certify"], words].concat());
    let contract = fs::read_to_string(folder.0.join("k.contract")).expect("it is there");
    fs::write(folder.0.join("other"), contract.replace("height >= 10", "height >= 9"))
        .expect("it is writable");
    let with = ["k.tilebc", "-o", "out.tilebc", "--proof", "k.proof", "--contract", "other"];
    has(&certify(&with, 3), "k.proof does not prove @scale_image: the contract has");
    has(&certify(&["k.contract", "-o", "out.tilebc"], 4), "ill-formed");
    has(&certify(&["k.tilebc", "-o", "out.tilebc", "--guard", "k.rs"], 2), "a guard is C++, Python or JSON");
    assert!(!folder.0.join("out.tilebc").exists());
}

#[test]
fn guards_say_what_a_launch_must_keep() {
    let folder = whole_tiles("guards");
    for (name, parts) in [
        (
            "k.h",
            [
                "const char* broken_clause_of_scale_image(",
                "mod(N(arg_width), N(16)) == N(0)",
                "return nullptr;",
            ],
        ),
        (
            "k.py",
            [
                "def broken_clause_of_scale_image(",
                "cdiv(N(arg_height), N(8))",
                "return \"disjoint = (in, out)\"",
            ],
        ),
    ] {
        let certify = ["certify", "k.tilebc", "-o", "out.tilebc", "--proof", "k.proof", "--guard", name];
        folder.ends(0, &certify);
        let guard = fs::read_to_string(folder.0.join(name)).expect("it was written");
        parts.iter().for_each(|part| has(&guard, part));
    }
}

/// A variant whose contract has alignments and divisors, and no buffers.
fn aligned(name: &str) -> Folder {
    let folder = whole_tiles(name);
    let contract = fs::read_to_string(folder.0.join("k.contract")).expect("it is there");
    let kept: String =
        contract.lines().filter(|line| !line.contains("buffer")).map(|line| format!("{line}\n")).collect();
    let more = "height >= 10, width % 16 == 0, height % 8 == 0\n  align in : 16\n  align out : 32\n";
    folder.with("k.contract", kept.replace("height >= 10\n", more))
}

#[test]
fn facts_of_a_contract_are_written_as_assumptions() {
    let folder = aligned("facts");
    let all = "inbounds,divisible,aligned,tokens";
    let certify = ["certify", "k.tilebc", "-o", "out.tilebc", "--facts", all];
    has(&folder.ends(0, &certify), "out.tilebc: 4 promises more, 2 sizes divisible, 2 arrays aligned\n");
    let text = folder.ends(0, &["lower", "out.tilebc", "--contract", "k.contract"]);
    for assumed in ["div_by<16>, %arg0 :", "div_by<32>, %arg1 :", "div_by<8>, %arg2 :", "div_by<16>, %arg3 :"]
    {
        assert!(text.contains(assumed), "{assumed}: {text}");
    }
    // The facts hold under the contract, and not without its clauses.
    folder.ends(0, &["check", "out.tilebc", "--contract", "k.contract"]);
    let contract = fs::read_to_string(folder.0.join("k.contract")).expect("it is there");
    let folder = folder.with("less.contract", contract.replace("width % 16 == 0", "width % 8 == 0"));
    folder.ends(1, &["check", "out.tilebc", "--contract", "less.contract"]);
    // An array is not called aligned unless its rows are.
    let certify = ["certify", "k.tilebc", "-o", "rows.tilebc", "--contract", "rows.contract", "--facts", all];
    let folder = folder.with("rows.contract", contract.replace("width % 16 == 0", "width % 2 == 0"));
    has(&folder.ends(0, &certify), "rows.tilebc: 2 promises more, 2 sizes divisible\n");
    // The differing sets.
    let said = folder.ends(0, &["certify", "k.tilebc", "--variants", "sets"]);
    let sets = ["inbounds", "divisible", "aligned"]
        .map(|set| folder.0.join(format!("sets/scale_image.{set}.tilebc")));
    assert!(
        sets.iter().all(|set| set.exists())
            && said.lines().filter(|line| line.contains("sets/")).count() == 3,
        "{said}"
    );
}

#[test]
fn clauses_that_nobody_wrote_are_accepted_or_refused() {
    let folder = whole_tiles("conditional");
    let contract = "contract @scale_image {\n  names = (in, out, height, width, gain)\n}\n";
    let folder = folder.with("k.contract", contract);
    let certify = ["certify", "k.tilebc", "-o", "out.tilebc", "--guard", "k.py"];
    has(&folder.ends(3, &certify), "is proved only if");
    assert!(!folder.0.join("out.tilebc").exists());
    folder.ends(0, &[&certify[..], &["--accept-inferred"]].concat());
    let written = fs::read_to_string(folder.0.join("out.contract")).expect("it was written");
    has(&written, "grid.x <= cdiv(width, 16)");
    has(
        &fs::read_to_string(folder.0.join("k.py")).expect("it was written"),
        "N(grid_x) <= cdiv(N(arg_width), N(16))",
    );
    folder.ends(0, &["check", "out.tilebc"]);
    let folder = folder.with("out.contract", contract);
    has(
        &folder.ends(2, &[&certify[..], &["--accept-inferred"]].concat()),
        "out.contract has another contract",
    );
}

/// A guard in Python, asked about launches.
#[test]
fn a_guard_looks_at_buffers_without_a_size() {
    let folder = aligned("sizes");
    folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", "k.py"]);
    let guard = fs::read_to_string(folder.0.join("k.py")).expect("it was written");
    assert!(!guard.contains("Not looked at: buffer"), "{guard}");
    let launches = "
from k import broken_clause_of_scale_image as broken
whole = dict(grid_x=2, grid_y=2, grid_z=1, arg_in_address=4096, arg_in_bytes=2048, arg_out_address=8192, arg_out_bytes=2048,
             arg_height=16, arg_width=32)
for change in [{}, {'arg_in_bytes': 2047}, {'arg_out_bytes': 2044}, {'arg_in_address': 4104}, {'arg_width': 16},
               {'arg_out_address': 6112}]:
    print(broken(**{**whole, **change}))
";
    let said = Command::new("python3")
        .args(["-c", launches])
        .current_dir(&folder.0)
        .output()
        .expect("there is Python");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let expected = "None\nbuffer in : as large as the views on it\nbuffer out : as large as the views on it\nalign in : 16\n\
                    grid.x == cdiv(width, 16)\ndisjoint = (in, out)\n";
    assert_eq!(said, expected);
}

/// A kernel reads an extent as a natural number, so a negative argument lays a view that no buffer holds.
#[test]
fn a_guard_refuses_negative_extents_and_spells_large_numbers() {
    let view = "tensor_view<?xf32, strides=[1]>";
    let tiles = format!("partition_view<tile=(64), padding_value = zero, {view}>");
    let kernel = format!(
        "contract @k {{
  names = (a, n)
  grid = (1)
  requires = n != 0, n >= 85070591730234615865843651857942052864 - 85070591730234615865843651857942052874
}}
entry @k(%a: tile<ptr<f32>>, %n: tile<i32>) {{
  %b:3 = get_tile_block_id : tile<i32>
  %v = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> {view}
  %p = make_partition_view %v : {tiles}
  %x, %t = load_view_tko weak %p[%b#0] : {tiles}, tile<i32> -> tile<64xf32>, token
  return
}}
"
    );
    let module = spec::parse::module(&kernel).expect("it is a kernel");
    let bytes = frontends::bytecode::write::module(&module.kernels).expect("it can be written");
    let contract = module.contracts[0].to_string();
    let folder = Folder::new("negative").with("k.tilebc", bytes).with("k.contract", contract);
    ["k.py", "k.h"].into_iter().for_each(|guard| {
        folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", guard]);
    });
    let launches = "
from k import broken_clause_of_k as broken
for n in [1, -1, -10, -11]:
    print(broken(1, 1, 1, arg_a_address=4096, arg_a_bytes=4, arg_n=n))
";
    let said = Command::new("python3").args(["-B", "-c", launches]).current_dir(&folder.0).output();
    let said = String::from_utf8_lossy(&said.expect("there is Python").stdout).into_owned();
    let size = "buffer a : as large as the views on it";
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..3], ["None", size, size], "{said}");
    assert!(lines[3].contains("n >= "), "{said}");
    // No literal of C++ has more than 64 bits.
    let header = fs::read_to_string(folder.0.join("k.h")).expect("it was written");
    let digits = |literal: &str| literal.bytes().take_while(u8::is_ascii_digit).count();
    assert!(header.split("N(").all(|literal| digits(literal) <= 19), "{header}");
}

/// No guard can see the contents of an array, so promises that may depend on them are omitted.
#[test]
fn no_promise_rests_on_what_no_guard_sees() {
    let folder = aligned("unseen");
    let contract = fs::read_to_string(folder.0.join("k.contract")).expect("it is there");
    // An array of floats that is said to hold something is as good as any.
    let folder = folder
        .with("k.contract", contract.replace("  align in", "  contents in : value == value\n  align in"));
    let said = folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--facts", "inbounds,aligned"]);
    has(&said, "out.tilebc: 0 promises more, 2 arrays aligned\n");
    has(&said, "no promise is made, which no guard could keep: `contents in : value == value`");
}

/// Two guards and a program that has their names already, as functions, types and macros.
const PROGRAM: &str = r#"
#define N 4096
#define Z(x) broken
#define div(a, b) broken
#define least broken
static int cdiv(int a, int b) { return (a + b - 1) / b; }
struct greatest { int mod; };
#include "k.h"
#include "k.h"
#include "again/k.h"
#include "store.h"
#include <cstdio>
static_assert(N == 4096, "the program's own");
static void say(const char* clause) { std::puts(clause ? clause : "kept"); }
int main() {
  using tileproof_guard_scale_image::broken_clause_of_scale_image;
  say(broken_clause_of_scale_image(2, 2, 1, 4096, 2048, 8192, 2048, 16, 32));
  say(broken_clause_of_scale_image(2, 2, 1, 4096, 2047, 8192, 2048, 16, 32));
  say(broken_clause_of_scale_image(2, 2, 1, 4096, 2048, 6112, 2048, 16, 32));
  say(broken_clause_of_scale_image(cdiv(N, 1) / N, 2, 1, 4096, 2048, 8192, 2048, 16, 32));
  say(tileproof_guard_store::broken_clause_of_store(1, 1, 1, 4096, 20, 1));
  say(tileproof_guard_store::broken_clause_of_store(1, 1, 1, 4096, 20, 2));
  say(tileproof_guard_store::broken_clause_of_store(1, 1, 1, 4096, 20, (1ll << 32) + 1));
  say(tileproof_guard_store::broken_clause_of_store(1, 1, 1, 4096, 20, 1 - (1ll << 32)));
  return greatest().mod;
}
"#;

#[test]
fn guards_are_compiled_beside_each_other_and_any_program() {
    let folder = aligned("headers");
    let module = spec::parse::module(folder::STORE).expect("it is a kernel");
    let bytes = frontends::bytecode::write::module(&module.kernels).expect("it can be written");
    let folder = folder
        .with("store.tilebc", bytes)
        .with("store.contract", module.contracts[0].to_string())
        .with("p.cpp", PROGRAM);
    folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", "k.h"]);
    folder.ends(0, &["certify", "store.tilebc", "-o", "out.tilebc", "--guard", "store.h"]);
    fs::create_dir_all(folder.0.join("again")).expect("the folder is ours");
    fs::copy(folder.0.join("k.h"), folder.0.join("again/k.h")).expect("the folder is ours");
    let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"];
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++11", "p.cpp", "-o", "p"]).args(warnings).current_dir(&folder.0);
    let compiled = compiler.output().expect("there is a compiler of C++");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let said = Command::new(folder.0.join("p")).output().expect("it was compiled");
    let expected = "kept\nbuffer in : as large as the views on it\ndisjoint = (in, out)\ngrid.x == cdiv(width, 16)\nkept\n\
                    i <= 1\n-2147483648 <= i && i <= 2147483647\n-2147483648 <= i && i <= 2147483647\n";
    assert_eq!(String::from_utf8_lossy(&said.stdout), expected);
    // Nothing but the guard's own is declared, and two guards of one name are not taken for one.
    let header = fs::read_to_string(folder.0.join("store.h")).expect("it was written");
    assert!(!header.contains("using ") && header.matches("\nnamespace ").count() == 1, "{header}");
}

/// A guard is given wider numbers than the kernel: what its type cannot hold reaches the kernel as another number.
#[test]
fn numbers_that_do_not_fit_their_parameter_break_the_guard() {
    let kernel = "\
contract @k {
  names = (n, low : u32, small, long)
  grid = (1)
}
entry @k(%a: tile<i32>, %b: tile<i32>, %c: tile<i8>, %d: tile<i64>) {
  return
}
";
    let module = spec::parse::module(kernel).expect("it is a kernel");
    let bytes = frontends::bytecode::write::module(&module.kernels).expect("it can be written");
    let folder =
        Folder::new("fits").with("k.tilebc", bytes).with("k.contract", module.contracts[0].to_string());
    ["k.py", "k.h", "k.json"].into_iter().for_each(|guard| {
        folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", guard]);
    });
    let asked = "
from k import broken_clause_of_k as broken
for numbers in [(2**31 - 1, 2**32 - 1, 127, 2**63 - 1), (-2**31, 0, -128, -2**63), (2**32 + 1, 0, 0, 0), (3 * 10**9, 0, 0, 0),
                (0, 2**32, 0, 0), (0, -1, 0, 0), (0, 0, 128, 0), (0, 0, 0, 2**63)]:
    print(broken(1, 1, 1, *numbers))
";
    let said = Command::new("python3").args(["-B", "-c", asked]).current_dir(&folder.0).output();
    let said = String::from_utf8_lossy(&said.expect("there is Python").stdout).into_owned();
    let [number, unsigned] = ["-2147483648 <= n && n <= 2147483647", "0 <= low && low <= 4294967295"];
    let [small, long] =
        ["-128 <= small && small <= 127", "-9223372036854775808 <= long && long <= 9223372036854775807"];
    let expected = ["None", "None", number, number, unsigned, unsigned, small, long];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
    for guard in ["k.h", "k.json"] {
        let text = fs::read_to_string(folder.0.join(guard)).expect("it was written");
        [number, unsigned, small, long].into_iter().for_each(|clause| has(&text, clause));
    }
}

/// An argument that is called as a part of another is.
#[test]
fn parameters_of_a_guard_have_names_of_their_own() {
    let kernel = "\
contract @k {
  names = (a, a_bytes, grid)
  grid = (1)
  requires = a_bytes >= 1, grid >= 2
  buffer a : i32[4]
}
entry @k(%a: tile<ptr<i32>>, %b: tile<i32>, %c: tile<i32>) {
  return
}
";
    let module = spec::parse::module(kernel).expect("it is a kernel");
    let bytes = frontends::bytecode::write::module(&module.kernels).expect("it can be written");
    let folder =
        Folder::new("named").with("k.tilebc", bytes).with("k.contract", module.contracts[0].to_string());
    folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", "k.py"]);
    let asked = "import k; print(k.broken_clause_of_k(1, 1, 1, 4096, 16, 0, 2), k.broken_clause_of_k(1, 1, 1, 4096, 16, 1, 2))";
    let said = Command::new("python3").args(["-c", asked]).current_dir(&folder.0).output();
    let said = said.expect("there is Python");
    assert_eq!(String::from_utf8_lossy(&said.stdout), "a_bytes >= 1 None\n", "{said:?}");
}

/// Expression trees, for evaluation by a program.
#[test]
fn conditions_are_written_as_trees() {
    let folder = aligned("trees");
    let contract = fs::read_to_string(folder.0.join("k.contract")).expect("it is there");
    let folder = folder
        .with("k.contract", contract.replace("  align in", "  contents in : value == value\n  align in"));
    folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", "k.json"]);
    let text = fs::read_to_string(folder.0.join("k.json")).expect("it was written");
    let guard: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&guard["schema"], &guard["kernel"]), (&"tileproof.guard/1".into(), &"scale_image".into()));
    let parameters =
        ["grid_x", "grid_y", "grid_z", "arg_in_address", "arg_in_bytes", "arg_out_address", "arg_out_bytes"];
    assert_eq!(
        guard["parameters"].as_array().expect("it is a list")[..7],
        parameters.map(serde_json::Value::from)
    );
    let conditions = guard["conditions"].as_array().expect("it is a list");
    let holds =
        conditions.iter().find(|one| one["clause"] == "width % 16 == 0").map(|one| one["holds"].to_string());
    assert_eq!(holds.as_deref(), Some(r#"["==",["%",["name","arg_width"],["number","16"]],["number","0"]]"#));
    let contents = r#"[{"array":"in","clause":"contents in : value == value","holds":["==",["name","value"],["name","value"]]}]"#;
    assert_eq!(guard["contents"].to_string(), contents);
    assert!(guard["unseen"].to_string().find("contents").is_none(), "{}", guard["unseen"]);
}
