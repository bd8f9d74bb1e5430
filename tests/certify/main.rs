//! Facts in bytecode: which are written, which are refused, and what a guard says of a launch.

#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../folder/mod.rs"]
mod folder;

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
    has(&certify(&["k.tilebc", "-o", "out.tilebc", "--guard", "k.rs"], 2), "a guard is C++ or Python");
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

/// The same, whose contract speaks of alignments and divisors, and of no buffers.
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
    // The facts hold under the contract, and not without what it says.
    folder.ends(0, &["check", "out.tilebc", "--contract", "k.contract"]);
    let contract = fs::read_to_string(folder.0.join("k.contract")).expect("it is there");
    let folder = folder.with("less.contract", contract.replace("width % 16 == 0", "width % 8 == 0"));
    folder.ends(1, &["check", "out.tilebc", "--contract", "less.contract"]);
    // An array is not said to be aligned where its rows are not.
    let certify = ["certify", "k.tilebc", "-o", "rows.tilebc", "--contract", "rows.contract", "--facts", all];
    let folder = folder.with("rows.contract", contract.replace("width % 16 == 0", "width % 2 == 0"));
    has(&folder.ends(0, &certify), "rows.tilebc: 2 promises more, 2 sizes divisible\n");
    // The sets that differ.
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

/// What an array holds no guard can see, so no promise is made that may follow from it.
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
