//! The formats of `tileproof check`, each by a reader of its own, and what is known of findings from one version of a file to the next.

#[path = "../folder/mod.rs"]
mod folder;

mod baseline;
mod config;
mod integrations;
mod mixed;
mod page;
mod repeated;
mod sarif;
mod schema;
mod shards;
mod stated;
mod values;

use std::fs;
use std::path::Path;

use folder::{Folder, STORE, UNKNOWN, has};
use roxmltree::Document;
use serde_json::Value;

/// A store beyond the end, in a launch that the contract allows.
fn broken() -> String {
    STORE.replace("i <= 1", "i <= 2")
}

/// Kernels of C++ as a compiler left them, with their source.
fn compiled(name: &str) -> Folder {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/seeds");
    let read = |name: &str| fs::read(corpus.join(name)).expect("it is there");
    let (source, bytecode) = (read("partition_view.cu"), read("partition_view.plain.tilebc"));
    Folder::new(name).with("partition_view.cu", source).with("k.tilebc", bytecode)
}

#[test]
fn short_is_a_line_a_finding() {
    let folder = Folder::new("formats_short").with("a.tile", broken()).with("b.tile", UNKNOWN);
    let text = folder.ends(1, &["check", "a.tile", "b.tile", "--format", "short"]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    has(lines[0], "a.tile:11:3: error: ");
    has(lines[0], "[view.index.space] (@store)");
    has(lines[1], "b.tile:10:");
    assert_eq!(lines[2], "2 kernels checked: 1 with undefined behavior, 1 unknown");
    let good = Folder::new("formats_short_good").with("a.tile", STORE);
    assert_eq!(good.ends(0, &["check", "a.tile", "--format", "short"]), "1 kernel checked: 1 proved\n");
}

#[test]
fn json_is_what_it_is_without_a_format() {
    let folder = Folder::new("formats_json").with("a.tile", broken());
    let steady = |text: String| {
        let is_clock = |line: &&str| !line.contains("\"seconds\": ");
        text.lines().filter(is_clock).map(str::to_owned).collect::<Vec<_>>()
    };
    let old = steady(folder.ends(1, &["check", "a.tile", "--json"]));
    assert_eq!(steady(folder.ends(1, &["check", "a.tile", "--format", "json"])), old);
    assert_eq!(folder.ends(1, &["check", "a.tile", "--json", "-o", "out.json"]), "");
    assert_eq!(steady(fs::read_to_string(folder.0.join("out.json")).expect("it is written")), old);
    folder.ends(2, &["check", "a.tile", "--json", "--format", "json"]);
    folder.ends(2, &["check", "a.tile", "--format", "yaml"]);
    has(&folder.ends(2, &["check", "a.tile", "-o", "no/out"]), "no/out");
}

#[test]
fn what_goes_to_a_file_has_no_colours() {
    let folder = Folder::new("formats_file").with("a.tile", broken());
    let printed = folder.ends(1, &["check", "a.tile", "--no-times"]);
    let colored = folder.ends(1, &["--color", "always", "check", "a.tile", "--no-times"]);
    has(&colored, "\u{1b}[1;31merror[view.index.space]\u{1b}[0m: ");
    folder.ends(1, &["--color", "always", "check", "a.tile", "--no-times", "-o", "report.txt"]);
    assert_eq!(fs::read_to_string(folder.0.join("report.txt")).expect("it is written"), printed);
}

#[test]
fn github_has_a_command_a_finding() {
    let folder = Folder::new("formats_github").with("a,b.tile", broken());
    let text = folder.ends(1, &["check", "a,b.tile", "--format", "github"]);
    let lines: Vec<_> = text.lines().collect();
    has(lines[0], "::error file=a%2Cb.tile,line=11,endLine=11,col=3,endColumn=");
    has(lines[0], ",title=view.index.space in store::");
    has(lines[0], "%0Ahelp: launch at most");
    assert_eq!(lines[1..], ["tileproof: 1 kernel checked: 1 with undefined behavior"]);
}

#[test]
fn junit_has_a_case_a_kernel() {
    let folder = Folder::new("formats_junit").with("a.tile", broken()).with("b.tile", UNKNOWN);
    let open = STORE.replace("  grid = (1)\n", "");
    let folder = folder.with("c.tile", STORE).with("d.tile", open);
    let words = ["check", "a.tile", "b.tile", "c.tile", "d.tile", "--format", "junit"];
    for (more, failures) in [(&[][..], "2"), (&["--allow-conditional"][..], "1")] {
        let text = folder.ends(1, &[&words[..], more].concat());
        let xml = Document::parse(&text).expect("it is XML");
        let root = xml.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("tests")), ("testsuites", Some("4")));
        assert_eq!((root.attribute("failures"), root.attribute("errors")), (Some(failures), Some("1")));
        let case = |file: &str| {
            let is_it = |node: &roxmltree::Node<'_, '_>| node.attribute("classname") == Some(file);
            let case = root.descendants().find(is_it).expect("there is a case");
            case.children()
                .find(roxmltree::Node::is_element)
                .map(|inside| inside.tag_name().name().to_owned())
        };
        assert_eq!([case("a.tile"), case("b.tile")], ["failure", "error"].map(|tag| Some(tag.to_owned())));
        assert_eq!(case("c.tile"), None);
        assert_eq!(case("d.tile").is_some(), more.is_empty());
        // The whole report, with its picture, came through.
        has(
            &root
                .descendants()
                .find_map(|node| node.text().filter(|text| text.contains("undefined")))
                .unwrap_or_default()
                .replace('\r', ""),
            "| X X X X |",
        );
    }
}

#[test]
fn what_cannot_be_read_is_an_entry() {
    let folder = Folder::new("formats_unread");
    fs::create_dir(folder.0.join("k")).expect("the folder is ours");
    let folder = folder.with("k/a.tile", STORE).with("k/b.tile", b"entry \xff");
    for (format, has_it) in [
        ("short", "k/b.tile: error: k/b.tile is no text"),
        ("github", "::error file=k/b.tile,title=tileproof%3A unreadable::k/b.tile is no text"),
        ("junit", "<testcase classname=\"k/b.tile\" name=\"the file\"><error message=\"k/b.tile is no text"),
        ("sarif", "\"executionSuccessful\": false"),
        ("html", "<section class=\"unreadable\">"),
    ] {
        let output = folder.run(&["check", "k", "--format", format]);
        let text = String::from_utf8_lossy(&output.stdout);
        has(&text, has_it);
        assert_eq!(output.status.code(), Some(4), "{format}: {text}");
    }
}

/// The output of each format for a launch beyond the end, for an unknown and for a proof.
#[test]
fn formats_have_a_fixed_shape() {
    let folder = Folder::new("formats_shape").with("a.tile", broken()).with("b.tile", UNKNOWN);
    let folder = folder.with("c.tile", STORE);
    for format in ["short", "github", "junit", "sarif", "html"] {
        let text = folder.ends(1, &["check", "a.tile", "b.tile", "c.tile", "--format", format]);
        insta::assert_snapshot!(format, steady(&text));
    }
}

/// A race and an access outside of an array come before an overflow, in every format with a list, and a likely bug before a
/// conditional proof.
#[test]
fn findings_come_in_the_order_of_their_worth() {
    // The product is first in the kernel, and the race behind it.
    let both = "\
contract @both {
  names = (o, x)
  grid = (2)
  requires = x >= 0
  buffer o : i32[4]
}
entry @both(%o: tile<ptr<i32>>, %x: tile<i32>) {
  %product = muli %x, %x overflow<no_signed_wrap> : tile<i32>
  %c7 = constant <i32: 7> : tile<4xi32>
  %zero = constant <i32: 0> : tile<i32>
  %to = make_tensor_view %o, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
  %target = make_partition_view %to : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
  %t = store_view_tko weak %c7, %target[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
  return
}
";
    let folder = Folder::new("formats_order").with("a.tile", both);
    let formats: [&[&str]; 5] = [
        &["-q"],
        &["--format", "short"],
        &["--format", "github"],
        &["--format", "sarif"],
        &["--format", "human"],
    ];
    for format in formats {
        let text = folder.ends(1, &[&["check", "a.tile"][..], format].concat());
        // SARIF describes the rules first.
        let listed = text.rsplit_once("\"results\": ").map_or(text.as_str(), |(_, results)| results);
        let at = |rule: &str| listed.find(rule).unwrap_or_else(|| panic!("{format:?} has no {rule}: {text}"));
        assert!(at("race.block") < at("arith.overflow.signed"), "{format:?}: {text}");
    }
    let json: Value =
        serde_json::from_str(&folder.ends(1, &["check", "a.tile", "--json"])).expect("it is JSON");
    assert_eq!(json["kernels"][0]["counterexample"]["rule"], "race.block");
    // A likely bug is an error, and a conditional proof is a note behind it.
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/typical/wrong/saxpy.cu.tilebc");
    let folder = Folder::new("formats_likely").with("b.tilebc", fs::read(corpus).expect("it is there"));
    for (format, bug, proof) in [
        ("short", "error: likely bug: ", "note: proved if "),
        ("github", "::error ", "::notice "),
        ("sarif", "\"level\": \"error\"", "\"level\": \"note\""),
    ] {
        let text = folder.ends(7, &["check", "b.tilebc", "--format", format]);
        let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{format} has no {words}: {text}"));
        assert!(at(bug) < at(proof), "{format}: {text}");
    }
}

/// A report without what changes from run to run, from solver to solver, and with the specification or the looks of a page.
fn steady(text: &str) -> String {
    let mut kept = String::new();
    let (mut is_left, mut is_style) = (false, false);
    for line in text.lines() {
        is_style = (is_style || line == "<style>") && line != "</style>";
        // The rules of SARIF stand between these lines.
        is_left =
            (is_left || line.trim() == "\"rules\": [") && !line.trim().starts_with("\"semanticVersion\"");
        if is_style || is_left || line.contains("z3 ") {
            continue;
        }
        let mut line = line.to_owned();
        if let Some((before, behind)) = line.split_once(" time=\"") {
            let rest = behind.split_once('"').map_or("", |(_, rest)| rest);
            line = format!("{before}{rest}");
        }
        kept.push_str(&line);
        kept.push('\n');
    }
    kept
}

#[test]
fn a_file_that_is_wrong_keeps_nothing_from_being_said_of_the_others() {
    let folder = Folder::new("formats_torn").with("a.tile", broken()).with("b.tile", b"entry \xff");
    let text = folder.ends(1, &["check", "a.tile", "b.tile", "none.tile", "--format", "short"]);
    has(&text, "a.tile:11:3: error: ");
    has(&text, "b.tile: error: b.tile is no text");
    has(&text, "none.tile: error: cannot read none.tile");
    // Alone the error is the command's, without a report.
    has(&folder.ends(4, &["check", "b.tile", "-o", "out"]), "is no text");
    assert!(!folder.0.join("out").exists());
}
