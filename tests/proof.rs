//! Proof files from a user's view: contents, and all refusals.

mod folder;

use std::fs;

use folder::{Folder, STORE, has};
use sha2::{Digest, Sha256};

/// A kernel with a needed allowance of the author.
const ACCEPTED: &str = "\
contract @divide {
  names = (b)
  grid = (1)
  requires = b >= 0
}
entry @divide(%b: tile<i32>) {
  // tileproof: allow arith.div.zero, because the host never passes 0
  %c7 = constant <i32: 7> : tile<i32>
  %q = divi %c7, %b unsigned : tile<i32>
  return
}
";

const LAUNCH: [&str; 8] = ["run", "a.tile", "--grid", "1", "--arg", "o=iota:i32[5]", "--arg", "i=1"];

/// A folder with a kernel and its proof.
fn proved(name: &str, kernel: &str) -> Folder {
    let folder = Folder::new(name).with("a.tile", kernel);
    folder.ends(0, &["check", "a.tile", "--proof", "a.proof"]);
    folder
}

fn read(folder: &Folder) -> String {
    fs::read_to_string(folder.0.join("a.proof")).expect("it was written")
}

/// The seal of a forged proof.
fn sealed(proof: &str) -> String {
    let (head, tail) = proof.split_once("  \"seal\": \"").expect("it has a seal");
    let open = format!("{head}  \"seal\": \"\"\n}}\n");
    let digits: String = Sha256::digest(open.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(tail.starts_with("sha256:"), "{tail}");
    format!("{head}  \"seal\": \"sha256:{digits}\"\n}}\n")
}

/// The proof without its obligation about a rule, or with something else in its place.
fn without(proof: &str, rule: &str, instead: impl Fn(&str) -> String) -> String {
    let name = proof.find(&format!("\"rule\": \"{rule}\"")).expect("it has the obligation");
    let start = proof[..name].rfind("    {\n").expect("an object");
    let len = proof[start..].find("    },\n").expect("it is not the last") + "    },\n".len();
    format!("{}{}{}", &proof[..start], instead(&proof[start..start + len]), &proof[start + len..])
}

/// A run with a changed proof: with the original seal, or with a matching one.
#[track_caller]
fn refuses(folder: &Folder, proof: &str, code: i32, message: &str) {
    let before = read(folder);
    fs::write(folder.0.join("a.proof"), proof).expect("the folder is writable");
    let text = folder.ends(code, &[&LAUNCH[..], &["--proof", "a.proof"]].concat());
    let words: Vec<_> = text.split_whitespace().filter(|word| *word != "|").collect();
    has(&words.join(" "), message);
    assert!(!text.contains("o: i32[5] ="), "it ran:\n{text}");
    fs::write(folder.0.join("a.proof"), before).expect("the folder is writable");
}

#[test]
fn a_proof_is_taken_for_what_it_is() {
    let folder = proved("taken", STORE);
    let proof = read(&folder);
    has(&proof, "\"schema\": \"tileproof.proof/1\"");
    has(
        &proof,
        "\"rule\": \"memory.bounds\",\n      \"operation\": 3,\n      \"op\": \"store_view_tko\",\n      \"status\": \"proved\",\n      \"place\": \"a.tile:11:3\"",
    );
    has(&proof, "2^24 - 1");
    assert_eq!(sealed(&proof), proof);
    let text = folder.ends(0, &[&LAUNCH[..], &["--proof", "a.proof"]].concat());
    has(&text, "o: i32[5] = 0 1 2 3 7\n");
    has(&text, "@store: proved\n  given: grid.x == 1; i >= 0; i <= 1; buffer o : i32[5]\n");
    assert!(!text.contains("axioms:"), "nobody asked for them:\n{text}");
    has(&folder.ends(0, &[&LAUNCH[..], &["--proof", "a.proof", "-v"]].concat()), "  axioms: ");
    // Names of values and white space are not the kernel.
    let folder = folder.with("a.tile", STORE.replace("%c7", "%seven").replace("  return", "  return "));
    folder.ends(0, &[&LAUNCH[..], &["--proof", "a.proof"]].concat());
    let names: Vec<_> =
        fs::read_dir(&folder.0).expect("it is there").flatten().map(|e| e.file_name()).collect();
    assert_eq!(names.len(), 2, "nothing temporary is left: {names:?}");
}

#[test]
fn text_and_bytecode_of_one_kernel_have_one_proof() {
    let corpus =
        |path: &str| fs::read(format!("{}/corpus/{path}", env!("CARGO_MANIFEST_DIR"))).expect("it is there");
    let text = String::from_utf8(corpus("demo/fixed.tile")).expect("it is text");
    let start = text.find("contract ").expect("it has a contract");
    let len = text[start..].find("\n}\n").expect("it ends") + 3;
    let folder = Folder::new("both")
        .with("k.tile", &text)
        .with("k.tilebc", corpus("bytecode/demo/fixed.tilebc"))
        .with("k.contract", &text[start..start + len]);
    folder.ends(0, &["check", "k.tile", "--proof", "text.proof"]);
    folder.ends(0, &["check", "k.tilebc", "--proof", "bytecode.proof"]);
    for file in ["k.tile", "k.tilebc"] {
        for proof in ["text.proof", "bytecode.proof"] {
            // The run is refused for missing arguments, not for its proof.
            has(&folder.ends(2, &["run", file, "--grid", "1", "--proof", proof]), "no --arg for");
        }
    }
}

#[test]
fn what_is_no_proof_file_is_refused() {
    let folder = proved("none", STORE);
    let proof = read(&folder);
    refuses(&folder, &proof[..proof.len() / 2], 4, "a.proof is no proof file: EOF while parsing");
    refuses(&folder, "", 4, "a.proof is no proof file: EOF while parsing");
    refuses(
        &folder,
        "{\"schema\": \"tileproof.check/3\"}",
        4,
        "its schema is `tileproof.check/3`, and this version reads `tileproof.proof/1`",
    );
    refuses(&folder, &proof.replace("proof/1", "proof/2"), 4, "its schema is `tileproof.proof/2`");
    refuses(&folder, &proof.replacen("\"proved\",", "\"perhaps\",", 1), 4, "unknown variant `perhaps`");
    refuses(&folder, &proof.replace("\"seal\"", "\"stamp\""), 4, "unknown field `stamp`");
    has(
        &folder.ends(2, &[&LAUNCH[..], &["--proof", "b.proof"]].concat()),
        "cannot read b.proof: there is no such file",
    );
}

#[test]
fn a_proof_of_another_time_is_refused() {
    let folder = proved("stale", STORE);
    let proof = read(&folder);
    let version = format!("\"tileproof\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let other = sealed(&proof.replace(&version, "\"tileproof\": \"0.0.9\""));
    refuses(&folder, &other, 3, "a.proof does not prove @store: it is of tileproof 0.0.9, and this is");
    let rules = proof.find("\"rules\": \"sha256:").expect("it has the digest") + "\"rules\": \"sha256:".len();
    let mut other = proof.clone();
    other.replace_range(rules..rules + 4, if proof[rules..].starts_with("0000") { "1111" } else { "0000" });
    refuses(&folder, &sealed(&other), 3, "the rules of the specification are others now");
}

#[test]
fn a_proof_that_was_edited_is_refused() {
    let folder = proved("edited", STORE);
    let proof = read(&folder);
    let changed = "the file was changed after it was written";
    // The contract weaker, stronger, and without a clause.
    for (from, to) in [("i <= 1", "i <= 9"), ("i <= 1", "i <= 0"), ("i >= 0, ", "")] {
        assert!(proof.contains(from));
        refuses(&folder, &proof.replace(from, to), 3, changed);
    }
    refuses(&folder, &without(&proof, "memory.bounds", |_| String::new()), 3, changed);
    refuses(
        &folder,
        &proof.replace("sha256:", "sha256:0"),
        3,
        "the rules of the specification are others now",
    );
}

#[test]
fn every_obligation_has_to_be_there() {
    let folder = proved("obligations", STORE);
    let proof = read(&folder);
    let bounds = |instead: &dyn Fn(&str) -> String| sealed(&without(&proof, "memory.bounds", instead));
    refuses(&folder, &bounds(&|_| String::new()), 3, "it does not say that operation 3 keeps memory.bounds");
    let twice = bounds(&|one| one.repeat(2));
    refuses(
        &folder,
        &twice,
        3,
        "it speaks of memory.bounds at operation 3, which the kernel does not ask for there",
    );
    let elsewhere = bounds(&|one| one.replace("\"operation\": 3", "\"operation\": 1"));
    refuses(&folder, &elsewhere, 3, "operation 1 is `make_tensor_view`, not `store_view_tko`");
    let nowhere = bounds(&|one| one.replace("\"operation\": 3", "\"operation\": 99"));
    refuses(&folder, &nowhere, 3, "the kernel has no operation 99");
    let other = bounds(&|one| one.replace("memory.bounds", "assume.same"));
    refuses(&folder, &other, 3, "assume.same at operation 3, which the kernel does not ask for there");
    let unknown = bounds(&|one| one.replace("memory.bounds", "memory.bonds"));
    refuses(&folder, &unknown, 3, "there is no rule `memory.bonds`");
    let accepted =
        bounds(&|one| one.replace("\"proved\",", "\"accepted\",\n      \"because\": \"I say so\","));
    refuses(
        &folder,
        &accepted,
        3,
        "the kernel's file does not accept memory.bounds for the reason \"I say so\"",
    );
    let unsaid = bounds(&|one| one.replace("\"proved\"", "\"accepted\""));
    refuses(&folder, &unsaid, 3, "what is accepted, and nothing else, has a reason");
}

#[test]
fn a_proof_of_something_else_is_refused() {
    let folder = proved("else", STORE);
    let proof = read(&folder);
    let with = |text: String| fs::write(folder.0.join("a.tile"), text).expect("the folder is writable");
    for (from, to, message) in [
        ("<i32: 7>", "<i32: 8>", "the kernel has changed since"),
        ("shape = [5]", "shape = [4]", "ill-formed"),
        (
            "i <= 1",
            "i <= 2",
            "the contract has `requires = i >= 0, i <= 2` now, and had `requires = i >= 0, i <= 1`",
        ),
        ("i <= 1", "i <= 0", "the contract has `requires = i >= 0, i <= 0` now"),
        ("  grid = (1)\n", "", "the contract has no `grid = (1)` any more"),
        ("i32[5]\n}", "i32[5]\n  align o : 16\n}", "the contract had no `align o : 16`"),
        ("@store", "@other", "it is of @store"),
    ] {
        with(STORE.replace(from, to));
        refuses(&folder, &proof, if message == "ill-formed" { 4 } else { 3 }, message);
    }
    let bare =
        STORE.split_once("entry").map(|(_, kernel)| format!("entry{kernel}")).expect("it has an entry");
    with(bare);
    refuses(&folder, &proof, 3, "the contract has no");
    // Of two kernels each has its own.
    with(format!("{STORE}{}", STORE.replace("@store", "@other")));
    let text = folder.ends(3, &[&LAUNCH[..], &["--kernel", "other", "--proof", "a.proof"]].concat());
    has(&text, "a.proof does not prove @other: it is of @store");
    folder.ends(0, &[&LAUNCH[..], &["--kernel", "store", "--proof", "a.proof"]].concat());
}

#[test]
fn only_what_is_proved_has_a_proof() {
    let folder = Folder::new("refused").with("a.tile", STORE.replace("i <= 1", "i <= 2"));
    let is_there = || folder.0.join("a.proof").exists();
    has(
        &folder.ends(1, &["check", "a.tile", "--proof", "a.proof"]),
        "there is no proof: a.proof is not written",
    );
    assert!(!is_there());
    let folder = Folder::new("conditional").with("a.tile", STORE.replace("  grid = (1)\n", ""));
    let is_there = || folder.0.join("a.proof").exists();
    folder.ends(3, &["check", "a.tile", "--proof", "a.proof", "--strict"]);
    assert!(!is_there());
    folder.ends(7, &["check", "a.tile", "--proof", "a.proof"]);
    let text = folder.ends(0, &[&LAUNCH[..], &["--proof", "a.proof"]].concat());
    has(&text, "@store: proved if grid.x == 1 and grid.y == 1 and grid.z == 1\n");

    let folder = Folder::new("two").with("a.tile", format!("{STORE}{}", STORE.replace("@store", "@other")));
    let text = folder.ends(2, &["check", "a.tile", "--proof", "a.proof"]);
    has(&text, "--proof is for one kernel, and there are 2");
    folder.ends(0, &["check", "a.tile", "--kernel", "other", "--proof", "a.proof"]);
    has(
        &folder.ends(2, &["check", "a.tile", "--kernel", "other", "--proof", "no/a.proof"]),
        "cannot write no/a.proof",
    );
}

#[test]
fn clauses_of_the_command_line_are_part_of_a_proof() {
    let folder = Folder::new("flags").with("a.tile", STORE.replace("  requires = i >= 0, i <= 1\n", ""));
    folder.ends(0, &["check", "a.tile", "--requires", "i == 1", "--proof", "a.proof"]);
    let run = |i: &str, code: i32| {
        let words =
            ["run", "a.tile", "--grid", "1", "--arg", "o=iota:i32[5]", "--arg", i, "--proof", "a.proof"];
        folder.ends(code, &words)
    };
    has(&run("i=1", 0), "o: i32[5] = 0 1 2 3 7\n");
    has(&run("i=0", 2), "@store is not proved for this launch: it breaks `i == 1`");
}

#[test]
fn what_is_trusted_of_memory_is_looked_at_before_a_run() {
    let folder = proved("trusted", &STORE.replace("  buffer o : i32[5]\n", ""));
    let run = |o: &str, code: i32| {
        let words = ["run", "a.tile", "--grid", "1", "--arg", o, "--arg", "i=1", "--proof", "a.proof"];
        folder.ends(code, &words)
    };
    let text = run("o=uninit:i32[5]", 0);
    has(&text, "trusted: buffer o : as large as the views on it");
    has(&run("o=zeros:i32[4]", 2), "@store is not proved for this launch: it breaks `buffer o : i32[5]`");
}

#[test]
fn what_the_author_accepts_is_carried_and_printed() {
    let folder = proved("accepted", ACCEPTED);
    let proof = read(&folder);
    has(&proof, "\"status\": \"accepted\",\n      \"because\": \"the host never passes 0\"");
    let run = ["run", "a.tile", "--grid", "1", "--arg", "b=1", "--proof", "a.proof"];
    has(&folder.ends(0, &run), "trusted: arith.div.zero is accepted, because the host never passes 0\n");
    for (from, to) in [("never passes", "seldom passes"), ("  // tileproof: allow", "  // allow")] {
        let folder = Folder::new("accepted-no-more")
            .with("a.tile", ACCEPTED.replace(from, to))
            .with("a.proof", &proof);
        has(&folder.ends(3, &run), "the kernel's file does not accept arith.div.zero");
    }
}
