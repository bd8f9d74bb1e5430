//! A check in shards, merged: the report, the exit code and further output equal those of one machine.

use std::fs;
use std::path::Path;

use crate::broken;
use crate::folder::{Folder, STORE, UNKNOWN, has};

/// Files of every kind, in a folder `k`; one cannot be read.
fn kernels(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.0.join("k")).expect("the folder is ours");
    let two = STORE.replace("@store", "@second") + STORE;
    let folder = folder.with("k/a.tile", STORE).with("k/b.tile", UNKNOWN).with("k/c.tile", two);
    let open = STORE.replace("  grid = (1)\n", "");
    folder.with("k/d.tile", b"entry \xff").with("k/e.tile", open).with("k/f.tile", "entry")
}

/// The reports of so many shards, in files.
fn shards(folder: &Folder, count: usize, more: &[&str]) -> Vec<String> {
    let one = |index: usize| {
        let (shard, file) = (format!("{index}/{count}"), format!("{index}-{count}.json"));
        let words = ["check", "k", "--json", "--no-times", "--shard", &shard, "-o", &file];
        folder.run(&[&words[..], more].concat());
        file
    };
    (1..=count).map(one).collect()
}

#[test]
fn shards_are_merged_to_what_one_machine_says() {
    let folder = kernels("shards_same");
    for broken_too in [false, true] {
        let folder = if broken_too { &kernels("shards_broken").with("k/g.tile", broken()) } else { &folder };
        for (count, more) in [(1, &[][..]), (3, &["--allow-conditional"]), (9, &["--strict"])] {
            let whole = folder.run(&[&["check", "k", "--json", "--no-times"][..], more].concat());
            let mut files = shards(folder, count, more);
            files.reverse();
            let words: Vec<_> =
                ["check", "--merge"].into_iter().chain(files.iter().map(String::as_str)).collect();
            let merged = folder.run(&words);
            assert_eq!(merged, whole, "{count}");
            assert_eq!(whole.status.code(), Some(if broken_too { 1 } else { 4 }));
            has(&String::from_utf8_lossy(&whole.stderr), "k/d.tile is no text");
            let words = [&words[..], &["-o", "whole.json"]].concat();
            assert_eq!(folder.run(&words).stdout, b"");
            assert_eq!(fs::read(folder.0.join("whole.json")).expect("it is written"), whole.stdout);
        }
    }
}

#[test]
fn every_shard_of_one_check_is_needed_once() {
    let folder = kernels("shards_wrong");
    let (two, three) = (shards(&folder, 2, &[]), shards(&folder, 3, &[]));
    let refused = |files: &[&str]| folder.ends(2, &[&["check", "--merge"], files].concat());
    has(&refused(&[&three[0], &three[2]]), "of 3 shards 1 is missing: 2");
    has(&refused(&[&two[0], &two[0]]), "are both shard 1 of 2");
    has(&refused(&[&two[0], &three[1]]), "are not of one check: one is of 2 shards and the other of 3");
    has(&refused(&["none.json"]), "there is no such file");
    has(&refused(&["k/a.tile"]), "k/a.tile is no whole report of a shard: expected value");
    let strict = shards(&folder, 2, &["--strict"]);
    shards(&folder, 2, &[]);
    fs::copy(folder.0.join(&two[0]), folder.0.join("first.json")).expect("the folder is ours");
    shards(&folder, 2, &["--strict"]);
    has(
        &refused(&["first.json", &strict[1]]),
        "are not of one check: the flag --strict or --allow-conditional differs",
    );
    let changed = folder.with("k/a.tile", UNKNOWN);
    shards(&changed, 2, &[]);
    has(
        &changed.ends(2, &["check", "--merge", "first.json", &two[1]]),
        "are not of one check: k/a.tile differs",
    );
}

/// Every input that a verdict, an exit code or the report depends on, changed between the two shards of a check.
#[test]
fn shards_of_different_inputs_are_not_merged() {
    let config = |because: &str| {
        format!(
            "files = [\"k\"]\n[[accept]]\nfile = \"k/a.tile\"\nrule = \"view.index.space\"\nkernel = \"store\"\n\
             access = \"store\"\nbecause = \"{because}\"\n"
        )
    };
    let folder = Folder::new("shards_inputs");
    fs::create_dir_all(folder.0.join("k/inside")).expect("the folder is ours");
    fs::write(folder.0.join("base.json"), "{\"schema\": \"tileproof.baseline/1\", \"findings\": []}")
        .expect("it is ours");
    let folder = folder.with("k/a.tile", STORE).with("k/b.tile", STORE).with("tileproof.toml", config("one"));
    let folder = folder.with("k/s.cu", "__tile_global__ void s() {}").with("k/inside/h.cuh", "one");
    let nvcc = Path::new(env!("CARGO_MANIFEST_DIR")).join("no/nvcc");
    let shard = |index: &str, more: &[&str]| {
        let file = format!("{}.json", &index[..1]);
        let words = ["check", "k", "--json", "--no-times", "--shard", index, "-o", &file];
        let words = [&words[..], more].concat();
        folder.command(&words).env("NVCC", &nvcc).output().expect("the program starts");
    };
    let merge = || folder.run(&["check", "--merge", "1.json", "2.json"]);
    let said = |output: std::process::Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let base = ["--baseline", "base.json"];
    shard("1/2", &base);
    shard("2/2", &base);
    assert_eq!(merge().stdout.first(), Some(&b'{'), "shards of one check are merged");
    for (more, what) in [
        (&["--property", "progress"][..], "the flag --property differs"),
        (&["--requires", "i >= 1"], "the flag --requires differs"),
        (&["--timeout", "3"], "the flag --timeout differs"),
        (&["--no-config"], "the configuration differs"),
    ] {
        shard("2/2", &[&base[..], more].concat());
        has(&said(merge()), &format!("1.json and 2.json are not of one check: {what}"));
    }
    for (file, text, what) in [
        ("tileproof.toml", config("two"), "the configuration differs"),
        (
            "base.json",
            "{\"schema\": \"tileproof.baseline/1\", \"findings\":  []}".to_owned(),
            "base.json differs",
        ),
        ("k/inside/h.cuh", "two".to_owned(), "k/inside/h.cuh differs"),
        ("k/a.contract", "contract @store {}".to_owned(), "only one has k/a.contract"),
        ("k/c.tile", STORE.to_owned(), "only one has k/c.tile"),
    ] {
        let path = folder.0.join(file);
        let before = fs::read(&path).ok();
        fs::write(&path, text).expect("the folder is ours");
        shard("2/2", &base);
        has(&said(merge()), &format!("1.json and 2.json are not of one check: {what}"));
        match before {
            Some(bytes) => fs::write(&path, bytes).expect("the folder is ours"),
            None => fs::remove_file(&path).expect("the folder is ours"),
        }
    }
}

#[test]
fn what_shards_cannot_say_is_refused() {
    let folder = Folder::new("shards_flags").with("a.tile", STORE);
    for words in [
        &["--shard", "0/2"][..],
        &["--shard", "1/2", "--kernel", "store"],
        &["--shard", "1/2", "--write-baseline", "base.json"],
        &["--merge", "--grid", "1"],
        &["--merge", "--json", "--strict"],
    ] {
        folder.ends(2, &[&["check", "a.tile"], words].concat());
    }
    // A shard without files is one nevertheless.
    has(&folder.ends(3, &["check", "a.tile", "--json", "--shard", "1/2"]), "\"kernels\": []");
    has(&folder.ends(0, &["check", "a.tile", "--shard", "2/2"]), "store: proved");
}
