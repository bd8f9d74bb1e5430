//! The command line over bytecode.

use std::fs;

use spec::syntax::kernel::Module;

use crate::files;
use crate::folder::{Folder, has};

/// The contract of a kernel of the demonstration.
fn contract() -> String {
    let text = fs::read_to_string(files::corpus().join("demo/broken.tile")).expect("it is there");
    let start = text.find("contract ").expect("it has a contract");
    let len = text[start..].find("\n}\n").expect("it ends") + 3;
    text[start..start + len].to_owned()
}

#[test]
fn contracts_stand_beside_bytecode() {
    let folder = Folder::new("beside")
        .with("k.tilebc", files::one("demo/broken"))
        .with("k.contract", contract())
        .with("broken.cu", fs::read(files::corpus().join("demo/broken.cu")).expect("it is there"));
    let text = folder.ends(1, &["check", "k.tilebc", "--counterexample", "cex.json"]);
    has(&text, "k.tilebc: scale_image: undefined behavior");
    has(&text, "view.tile.inside");
    has(&text, "broken.cu:15:17");
    has(&text, "auto pixels = source.load(y, x);");
    has(&text, "width = 20");
    let again = folder.ends(1, &["run", "k.tilebc", "--launch", "cex.json"]);
    has(&again, "view.tile.inside");
    let json = folder.ends(1, &["check", "k.tilebc", "--json"]);
    has(&json, "\"file\": \"broken.cu\",");
    has(&json, "\"line\": 15,");
}

#[test]
fn contracts_may_have_another_name() {
    let folder = Folder::new("named").with("k.tilebc", files::one("demo/fixed")).with("other", contract());
    has(&folder.ends(7, &["check", "k.tilebc"]), "scale_image: proved if grid.x <= cdiv(arg3, 16) and");
    has(&folder.ends(0, &["check", "k.tilebc", "--contract", "other"]), "scale_image: proved");
    let flags = [
        "check",
        "k.tilebc",
        "--grid",
        "cdiv(arg3, 16), cdiv(arg2, 8)",
        "--requires",
        "arg3 >= 20",
        "--requires",
        "arg2 >= 10",
    ];
    has(&folder.ends(0, &flags), "scale_image: proved");
    let text = folder.ends(2, &["check", "k.tilebc", "k.tilebc", "--contract", "other"]);
    has(&text, "--contract belongs to one file");
    has(&folder.ends(2, &["check", "k.tilebc", "--contract", "nowhere"]), "cannot read nowhere");
}

#[test]
fn contracts_are_wrong_in_their_own_file() {
    let folder = Folder::new("wrong")
        .with("k.tilebc", files::one("demo/broken"))
        .with("k.contract", contract().replace("grid =", "gird ="));
    let text = folder.ends(4, &["check", "k.tilebc"]);
    has(&text, "k.contract:3:3");
    has(&text, "`gird` does not belong here");
    let folder = folder.with("k.contract", contract().replace("scale_image", "scale"));
    has(&folder.ends(4, &["check", "k.tilebc"]), "there is no kernel @scale");
    has(&folder.ends(4, &["run", "k.tilebc", "--grid", "1"]), "k.contract:1:10");
}

#[test]
fn a_text_takes_contracts_from_a_file_as_well() {
    let text = fs::read_to_string(files::corpus().join("demo/fixed.tile")).expect("it is there");
    let bare = text.replace(&contract(), "");
    assert_ne!(bare, text, "the two kernels of the demonstration have one contract");
    let folder = Folder::new("text").with("k.tile", bare).with("k.contract", contract());
    has(&folder.ends(7, &["check", "k.tile"]), "scale_image: proved if grid.x <= cdiv(arg3, 16) and");
    has(&folder.ends(0, &["check", "k.tile", "--contract", "k.contract"]), "scale_image: proved");
}

#[test]
fn bytecode_is_known_by_what_it_holds() {
    let folder = Folder::new("content")
        .with("k.tile", files::one("py/seed_vec_add"))
        .with("text.tilebc", "entry @k() {}\n")
        .with("torn.tilebc", &files::one("py/seed_vec_add")[..100]);
    let printed = folder.ends(0, &["lower", "k.tile"]);
    has(&printed, "entry @vec_add(%arg0: tile<ptr<f32>>, %arg1: tile<i32>");
    has(
        &folder.ends(4, &["check", "text.tilebc"]),
        "text.tilebc is no Tile IR bytecode, whatever its name says",
    );
    let torn = folder.ends(4, &["check", "torn.tilebc"]);
    has(&torn, "ill-formed: byte 13: ");
    has(&torn, "00000000  7f 54 69 6c 65 49 52 00 0d 04 00 00 82");
    has(&torn, "make it again");
    has(&folder.ends(4, &["lower", "torn.tilebc"]), "byte 13: ");
}

#[test]
fn what_bytecode_is_printed_as_is_the_same_kernel() {
    let folder = Folder::new("lower").with("k.tilebc", files::one("cpp/c10_reduce"));
    let printed = folder.ends(0, &["lower", "k.tilebc"]);
    let text = spec::parse::module(&printed).expect("it reads back");
    let bytecode = files::read("cpp/c10_reduce", &files::one("cpp/c10_reduce"));
    assert!(bytecode.producer.as_ref().is_some_and(|name| name.starts_with("Cuda compilation tools")));
    assert!(text == Module { producer: None, ..bytecode });
}

#[test]
fn what_cannot_be_read_yet_is_unsupported() {
    let folder = Folder::new("unsupported").with("k.tilebc", files::one("operations/multicast_13.5"));
    has(&folder.ends(3, &["check", "k.tilebc"]), "unsupported: a pointer with the attribute `multicast`");
    has(&folder.ends(3, &["lower", "k.tilebc"]), "says nothing against the kernel");
}
