//! A check in shards, merged: the report, the exit code and what is said beside it are those of one machine.

use std::fs;

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
    has(&refused(&[&two[0], &three[1]]), "are not of one check");
    has(&refused(&["none.json"]), "there is no such file");
    has(&refused(&["k/a.tile"]), "k/a.tile is no whole report of a shard: expected value");
    let strict = shards(&folder, 2, &["--strict"]);
    shards(&folder, 2, &[]);
    fs::copy(folder.0.join(&two[0]), folder.0.join("first.json")).expect("the folder is ours");
    shards(&folder, 2, &["--strict"]);
    has(&refused(&["first.json", &strict[1]]), "are not of one check");
    let changed = folder.with("k/a.tile", UNKNOWN);
    shards(&changed, 2, &[]);
    has(&changed.ends(2, &["check", "--merge", "first.json", &two[1]]), "are not of one check");
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
    has(&folder.ends(0, &["check", "a.tile", "--shard", "2/2"]), "@store: proved");
}
