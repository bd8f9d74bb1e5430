//! The command line: `run --explore`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::folder::{Folder, has};

/// A folder with a file of the corpus in it.
fn folder(test: &str, name: &str) -> Folder {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/litmus").join(name);
    Folder::new(test).with("a.tile", fs::read(path).expect("a file of the corpus is readable"))
}

fn words<'a>(kernel: &'a str, buffers: [&'a str; 2], more: &[&'a str]) -> Vec<&'a str> {
    let fixed =
        ["run", "a.tile", "--kernel", kernel, "--grid", "2", "--arg", buffers[0], "--arg", buffers[1]];
    [&fixed[..], more].concat()
}

const PLACES: [&str; 2] = ["x=zeros:i32[1]", "y=zeros:i32[1]"];

#[test]
fn outcomes_are_listed() {
    let folder = folder("outcomes", "sb.tile");
    let text = folder.ends(0, &words("relaxed", PLACES, &["--explore", "1000"]));
    has(&text, "4 outcomes, of ");
    has(&text, "\n  0:p = 0, 1:q = 0; x[0] = 1, y[0] = 1\n");

    let text = folder.ends(0, &words("relaxed", PLACES, &["--explore", "1000", "--json"]));
    let json: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(json["schema"], "tileproof.explore/1");
    assert_eq!((&json["kernel"], &json["complete"]), (&"relaxed".into(), &true.into()));
    assert_eq!(json["undefined"].as_array().map(Vec::len), Some(0));
    assert_eq!(json["outcomes"].as_array().map(Vec::len), Some(4));
    let first = &json["outcomes"][0];
    assert_eq!(first["reads"][1]["block"], serde_json::json!([1, 0, 0]));
    assert_eq!((&first["reads"][1]["name"], &first["reads"][1]["value"]), (&"q".into(), &"0".into()));
    assert_eq!((&first["memory"][0]["name"], &first["memory"][0]["value"]), (&"x[0]".into(), &"1".into()));
}

#[test]
fn the_documents_show_what_is_printed() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/counterexample.md"));
    let folder = folder("readme", "mp.tile");
    let buffers = ["data=zeros:i32[1]", "flag=zeros:i32[1]"];
    has(
        &page.expect("the page is readable"),
        &folder.ends(0, &words("relaxed_all", buffers, &["--explore", "1000"])),
    );
}

#[test]
fn a_race_is_shown_with_both_sides() {
    let folder = folder("undefined", "mp.tile");
    let buffers = ["data=zeros:i32[1]", "flag=zeros:i32[1]"];
    let text = folder.ends(1, &words("relaxed_flag_store", buffers, &["--explore", "1000"]));
    has(&text, "race.block");
    has(&text, "two blocks race");

    let text = folder.ends(1, &words("relaxed_flag_store", buffers, &["--explore", "1000", "--json"]));
    let json: Value = serde_json::from_str(&text).expect("it is JSON");
    let race = &json["undefined"][0];
    assert_eq!((&race["rule"], &race["memory"]), (&"race.block".into(), &"data".into()));
    assert_eq!(race["party"]["block"], serde_json::json!([1, 0, 0]));
    assert_eq!(race["other"]["block"], serde_json::json!([0, 0, 0]));
    assert_eq!(json["outcomes"].as_array().map(Vec::len), Some(0));
}

#[test]
fn what_is_not_explored_is_said() {
    let folder = folder("limits", "sb.tile");
    let text = folder.ends(3, &words("relaxed", PLACES, &["--explore", "3"]));
    has(&text, "cut short after 3 candidates");
    let grid = ["run", "a.tile", "--kernel", "relaxed", "--grid", "100", "--explore", "1000"];
    let text = folder.ends(3, &[&grid[..], &["--arg", PLACES[0], "--arg", PLACES[1]]].concat());
    has(&text, "the launch has more than 8 blocks");
    folder.ends(2, &words("relaxed", PLACES, &["--json"]));
    folder.ends(2, &words("relaxed", PLACES, &["--explore", "3", "--trace"]));
}

/// Block 1 waits for the flag in a loop.
const WAITS: &str = "\
entry @waits(%data: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %first = cmpi equal %b, %zero, unsigned : tile<i32> -> tile<i1>
  if %first {
    %t = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
    %u = store_ptr_tko ORDER device %flag, %one token=%t : tile<ptr<i32>>, tile<i32> -> token
  } else {
    %begin = make_token : token
    %s = loop iter_values(%w = %begin) : token -> token {
      %f, %a = load_ptr_tko acquire device %flag : tile<ptr<i32>> -> tile<i32>, token
      %seen = cmpi equal %f, %one, unsigned : tile<i32> -> tile<i1>
      if %seen {
        break %a : token
      }
      continue %w : token
    }
    %d, %v = load_ptr_tko weak %data token=%s : tile<ptr<i32>> -> tile<i32>, token
  }
  return
}
";

#[test]
fn a_block_may_wait_in_a_loop() {
    let buffers = ["data=zeros:i32[1]", "flag=zeros:i32[1]"];
    let folder = Folder::new("waits").with("a.tile", WAITS.replace("ORDER", "release"));
    let text = folder.ends(3, &words("waits", buffers, &["--explore", "1000"]));
    has(&text, "1:f = 0, 1:f#1 = 1, 1:d = 1;");
    assert!(!text.contains("1:d = 0"), "{text}");
    has(&text, "cut short where a block makes more accesses than are followed");
    let folder = Folder::new("raced").with("a.tile", WAITS.replace("ORDER", "relaxed"));
    has(&folder.ends(1, &words("waits", buffers, &["--explore", "1000"])), "race.block");
}
