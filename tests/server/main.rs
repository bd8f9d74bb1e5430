//! The language server, driven as an editor drives it. `scripts/server.sh` tests real client libraries and an hour
//! of typing.

#[path = "../folder/mod.rs"]
mod folder;

mod client;
mod protocol;
mod sources;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use client::{Client, at};
use folder::{Folder, STORE, UNKNOWN, has};

/// A kernel on which the solver works for longer than any of these tests takes.
const HARD: &str = "\
contract @hard {
  names = (x, y, z)
  grid = (1)
  requires = x >= 2, y >= 2, z >= 2, x <= 2000000, y <= 2000000, z <= 2000000
}
entry @hard(%x: tile<i64>, %y: tile<i64>, %z: tile<i64>) {
  %a = muli %x, %x : tile<i64>
  %a3 = muli %a, %x : tile<i64>
  %b = muli %y, %y : tile<i64>
  %b3 = muli %b, %y : tile<i64>
  %c = muli %z, %z : tile<i64>
  %c3 = muli %c, %z : tile<i64>
  %s = addi %a3, %b3 : tile<i64>
  %d = subi %s, %c3 : tile<i64>
  %one = constant <i64: 1> : tile<i64>
  %q = divi %one, %d signed : tile<i64>
  return
}
";

/// Every block stores to the same place.
const RACE: &str = "\
contract @both {
  names = (o)
  grid = (2)
  buffer o : i32[4]
}
entry @both(%o: tile<ptr<i32>>) {
  %c7 = constant <i32: 7> : tile<4xi32>
  %zero = constant <i32: 0> : tile<i32>
  %to = make_tensor_view %o, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
  %target = make_partition_view %to : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
  %t = store_view_tko weak %c7, %target[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
  return
}
";

fn wrong() -> String {
    STORE.replace("i <= 1", "i <= 2")
}

fn file(folder: &Folder, name: &str) -> PathBuf {
    folder.0.join(name)
}

/// The line of a text, from zero, on which some words stand.
fn line(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).expect("they are there")
}

fn is_empty(all: &[Value]) -> bool {
    all.is_empty()
}

fn has_some(all: &[Value]) -> bool {
    !all.is_empty()
}

#[test]
fn what_is_wrong_is_shown_where_it_is_until_it_is_not() {
    let folder = Folder::new("server-tile");
    let path = file(&folder, "a.tile");
    let mut client = Client::serving(&folder, &[]);
    client.open(&path, &wrong());
    let found = client.diagnostics(&path, has_some);
    let [one] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((&one["severity"], &one["code"]), (&json!(1), &json!("view.index.space")));
    assert_eq!(one["range"]["start"], json!({"line": line(STORE, "store_view_tko"), "character": 2}));
    has(one["message"].as_str().expect("it is a text"), "of the launch i = 2, grid (1, 1, 1)");
    assert_eq!(client.hints(&path), [""; 0]);
    // A line is added before the finding, with different line ends.
    let text = format!("// a line\n{}", wrong()).replace('\n', "\r\n");
    client.change(&path, 2, &text);
    let found = client.diagnostics(&path, has_some);
    assert_eq!(found[0]["range"]["start"]["line"], line(&text, "store_view_tko"));
    client.change(&path, 3, STORE);
    client.diagnostics(&path, is_empty);
    assert_eq!(client.hints(&path), ["proved, masked"]);
    let said = client.hover(&path, line(STORE, "store_view_tko"), 8);
    has(&said, "**write** in `@store`: proved in bounds and free of races");
    has(&said, "along axis 0 the tile may reach behind its end");
    has(&said, "`view.index.space` never");
    let said = client.hover(&path, line(STORE, "requires"), 4);
    has(&said, "**`@store`**: proved\n");
    has(&said, "i <= 1");
    // Whole tiles.
    client.change(&path, 4, &STORE.replace("5", "8"));
    assert_eq!(client.hints(&path), ["proved full"]);
    client.change(&path, 5, &wrong());
    client.diagnostics(&path, has_some);
    client.close(&path);
    client.diagnostics(&path, is_empty);
    assert_eq!(client.hover(&path, 0, 0), "");
    client.shut_down();
}

#[test]
fn each_verdict_has_its_severity() {
    let folder = Folder::new("server-verdicts");
    let mut client = Client::serving(&folder, &[]);
    let severity = |client: &mut Client, name: &str, text: &str| {
        let path = file(&folder, name);
        client.open(&path, text);
        let found = client.diagnostics(&path, has_some);
        let related = &found[0]["relatedInformation"][0]["location"]["range"]["start"]["line"];
        (found[0]["severity"].clone(), found[0]["code"].clone(), related.clone())
    };
    let (bad, code, _) = severity(&mut client, "unknown.tile", UNKNOWN);
    assert_eq!((bad, code), (json!(3), json!("arith.overflow.signed")));
    let said = client.hover(&file(&folder, "unknown.tile"), line(UNKNOWN, "muli"), 4);
    has(&said, "**muli** in `@flip`: not proved");
    has(&said, "`arith.overflow.signed` may happen");
    let conditional = STORE.replace("  requires = i >= 0, i <= 1\n", "");
    let (bad, code, _) = severity(&mut client, "conditional.tile", &conditional);
    assert_eq!((bad, code), (json!(3), json!("conditional")));
    let said = client.hover(&file(&folder, "conditional.tile"), line(&conditional, "store_view_tko"), 4);
    has(&said, "proved in bounds and free of races, if the inferred preconditions hold");
    let (bad, code, _) = severity(&mut client, "form.tile", "entry @k() {\n  what\n}\n");
    assert_eq!((bad, code), (json!(1), json!("ill-formed")));
    let (bad, code, other) = severity(&mut client, "race.tile", RACE);
    assert_eq!((bad, code), (json!(1), json!("race.block")));
    assert_eq!(other, line(RACE, "store_view_tko"), "the other access is shown");
    client.shut_down();
}

#[test]
fn what_a_proof_needs_can_be_promised() {
    let folder = Folder::new("server-promise");
    let path = file(&folder, "a.tile");
    let mut client = Client::serving(&folder, &[]);
    let bare = STORE.replace("  requires = i >= 0, i <= 1\n", "");
    let without = &bare[bare.find("entry").expect("it is there")..];
    for (version, text) in [(1, bare.as_str()), (3, without)] {
        if version == 1 {
            client.open(&path, text)
        } else {
            client.change(&path, version, text)
        }
        let found = client.diagnostics(&path, has_some);
        let line = found[0]["range"]["start"]["line"].as_u64().expect("it is a number");
        let [action] = &client.actions(&path, line)[..] else { panic!("one action: {found:#?}") };
        has(action["title"].as_str().unwrap_or_default(), "Declare that launches keep `");
        let edit = &action["edit"]["documentChanges"][0]["edits"][0];
        let line = edit["range"]["start"]["line"].as_u64().expect("it is a number");
        let at = text
            .split_inclusive('\n')
            .take(usize::try_from(line).expect("it is small"))
            .map(str::len)
            .sum::<usize>();
        let promised = edit["newText"].as_str().expect("it is a text");
        client.change(&path, version + 1, &format!("{}{promised}{}", &text[..at], &text[at..]));
        let found = client.diagnostics(&path, |_| true);
        assert!(is_empty(&found), "{promised}\n{found:#?}");
    }
    client.shut_down();
}

#[test]
fn what_takes_long_keeps_nobody_waiting_and_can_be_cancelled() {
    let folder = Folder::new("server-hard");
    let (hard, easy) = (file(&folder, "hard.tile"), file(&folder, "easy.tile"));
    let mut client = Client::serving(&folder, &[]);
    // In one file with another kernel, too.
    let both = format!("{HARD}{}", wrong());
    client.open(&hard, &both);
    let question = client.request("textDocument/hover", at(&hard, line(HARD, "divi"), 0));
    client.open(&easy, &wrong());
    client.diagnostics(&easy, has_some);
    has(&client.hover(&hard, line(&both, "store_view_tko"), 8), "`view.index.space` happens");
    let found = client.diagnostics(&hard, has_some);
    assert_eq!(found[0]["code"], "view.index.space");
    // All of that came before the answer about the hard kernel.
    client.notify("$/cancelRequest", json!({ "id": question }));
    assert_eq!(client.answer(question)["error"]["code"], -32800);
    // A text that has gone asks nothing any more.
    let question = client.request("textDocument/hover", at(&hard, line(HARD, "divi"), 0));
    client.change(&hard, 2, STORE);
    assert_eq!(client.answer(question)["error"]["code"], -32801);
    client.diagnostics(&hard, is_empty);
    client.shut_down();
}

/// Progress is shown of long checks only, with a title, and ends with the check.
#[test]
fn long_checks_show_their_progress() {
    let folder = Folder::new("server-progress");
    let hard = file(&folder, "hard.tile");
    let mut client = Client::serving(&folder, &[]);
    // One such kernel may be given up in less time than a short check takes.
    let many: String = (0..24).map(|at| HARD.replace("@hard", &format!("@hard{at}"))).collect();
    client.open(&hard, &format!("{many}{}", wrong()));
    let created = client.wait(|message| message["method"] == "window/workDoneProgress/create");
    let token = created["params"]["token"].clone();
    let of_kind = |kind: &'static str| {
        let token = token.clone();
        move |message: &Value| {
            let params = &message["params"];
            message["method"] == "$/progress" && params["token"] == token && params["value"]["kind"] == kind
        }
    };
    let begun = client.wait(of_kind("begin"));
    assert_eq!(begun["params"]["value"]["title"], "tileproof: checking hard.tile");
    if begun["params"]["value"]["message"].is_null() {
        let report = client.wait(of_kind("report"));
        let said = report["params"]["value"]["message"].as_str().unwrap_or_default();
        assert!(said.ends_with(" checked"), "{report}");
    }
    // Another text ends the check, and so its progress.
    client.change(&hard, 2, STORE);
    client.wait(of_kind("end"));
    client.diagnostics(&hard, is_empty);
    client.shut_down();
}

#[test]
fn many_edits_leave_the_answer_to_the_last() {
    let folder = Folder::new("server-edits");
    let path = file(&folder, "a.tile");
    let mut client = Client::serving(&folder, &[]);
    client.open(&path, STORE);
    for version in 2..60 {
        let text = if version % 2 == 0 { wrong() } else { STORE.to_owned() };
        client.change(&path, version, &format!("{text}// {version}\n"));
        std::thread::sleep(Duration::from_millis(10));
    }
    client.change(&path, 60, &wrong());
    let is_last = |message: &Value| message["params"]["version"] == 60;
    let last = client.wait(is_last);
    assert_eq!(last["params"]["diagnostics"].as_array().map(Vec::len), Some(1), "{last}");
    // Nothing is said behind it but that hints are to be asked for again.
    client.shut_down();
}

#[test]
fn the_configuration_of_the_folder_counts() {
    let access = STORE.lines().nth(line(STORE, "store_view_tko")).and_then(|line| line.split_once(" = "));
    let access = access.expect("it has a result").1;
    let accept = format!(
        "[[accept]]\nfile = \"a.tile\"\nrule = \"view.index.space\"\nkernel = \"store\"\n\
         access = \"{access}\"\nbecause = \"it is known\"\n"
    );
    let folder = Folder::new("server-config").with("tileproof.toml", accept).with("a.tile", wrong());
    let path = file(&folder, "a.tile");
    let mut client = Client::serving(&folder, &[]);
    client.open(&path, &wrong());
    let first = client.diagnostics(&path, |_| true);
    let folder = folder.with("tileproof.toml", "what = 1\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    let found = client.diagnostics(&path, has_some);
    assert_eq!((first.len(), found.len(), &found[0]["code"]), (0, 1, &json!("unreadable")), "{first:#?}");
    has(found[0]["message"].as_str().expect("it is a text"), "tileproof.toml is wrong");
    let _folder = folder.with("tileproof.toml", "");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    client.diagnostics(&path, |all| all.iter().any(|one| one["code"] == "view.index.space"));
    client.shut_down();
}
