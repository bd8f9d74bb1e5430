//! The command line, as a user meets it: exit codes, texts, files.

mod folder;

use std::fs;
use std::io::Read;
use std::process::Stdio;

use folder::{Folder, STORE, UNKNOWN, has};

const DIVIDE: &str = "\
contract @divide {
  names = (b)
  grid = (1)
  requires = b >= 1, b <= 2
}
entry @divide(%b: tile<i32>) {
  %c7 = constant <i32: 7> : tile<i32>
  %q = divi %c7, %b unsigned : tile<i32>
  return
}
";

#[test]
fn a_proof_is_one_line_and_details_say_what_it_needs() {
    let folder = Folder::new("proved").with("a.tile", STORE);
    let text = folder.ends(0, &["check", "a.tile"]);
    let line = "a.tile: store: proved for all launches with grid.x == 1 and i >= 0 and i <= 1 and buffer o : i32[5]\n";
    assert!(text.starts_with(line) && text.lines().count() == 2, "{text}");
    has(&text, "\n1 kernel checked in ");
    let text = folder.ends(0, &["check", "a.tile", "-v"]);
    has(&text, "given: grid.x == 1; i >= 0; i <= 1; buffer o : i32[5]\n");
    has(&text, "termination: not checked (`--property progress` does)\n");
    has(&text, "2^24 - 1");
    has(&text, "every proof trusts: z3 ");
}

#[test]
fn a_counterexample_is_drawn_and_runs_again() {
    let folder = Folder::new("undefined").with("a.tile", STORE.replace("i <= 1", "i <= 2"));
    let text = folder.ends(1, &["check", "a.tile", "--counterexample", "cex.json"]);
    has(&text, "a.tile: store: undefined behavior");
    has(&text, "view.index.space");
    has(&text, "a.tile:11:");
    has(&text, "error[view.index.space]: tile index is out of range of `o`\n  --> a.tile:11:3\n");
    has(&text, "block (0, 0, 0) writes tile (2), but `o` (5) has 2 tiles of 4\n");
    has(
        &text,
        "
   |       0         4         8
   |     +---------+---------+---------+
   |     | . . . . | .       | X X X X |
   |     +---------+---------+---------+
   |     X accessed, outside   . not accessed
",
    );
    has(&text, " = launch: i = 2, grid (1, 1, 1)\n");
    has(&text, "\n\na.tile: store: undefined behavior, 1 error\n1 kernel checked in ");

    let again = folder.ends(1, &["run", "a.tile", "--launch", "cex.json"]);
    has(&again, "view.index.space");
    has(&again, "| X X X X |");
}

#[test]
fn json_has_a_fixed_shape() {
    let kernels = format!("{}{}", DIVIDE, DIVIDE.replace("@divide", "@beyond").replace("b >= 1", "b >= 0"));
    let folder = Folder::new("json").with("a.tile", kernels);
    let text = folder.ends(1, &["check", "a.tile", "--json"]);
    let steady = text.lines().map(|line| match line.split_once("\"seconds\": ") {
        Some((indent, rest)) => {
            let comma = if rest.ends_with(',') { "," } else { "" };
            format!("{indent}\"seconds\": 0{comma}\n")
        }
        None => format!("{line}\n"),
    });
    insta::assert_snapshot!(steady.collect::<String>());
}

#[test]
fn what_only_a_compiler_breaks_is_told_apart() {
    let text = include_str!("../corpus/found/one_element.tile");
    let folder = Folder::new("blame").with("a.tile", text);
    has(
        &folder.ends(1, &["check", "a.tile"]),
        "a.tile: one_element: undefined behavior by the compiler, 1 error; apart from that: proved",
    );
    let json = folder.ends(1, &["check", "a.tile", "--json"]);
    has(&json, "\"blame\": \"compiler\"");
    // The author's own mistake comes first.
    let wrong = text.replace("%cst_0_i32 = constant <i32: 0>", "%cst_0_i32 = constant <i32: 1>");
    let folder = Folder::new("both").with("a.tile", wrong);
    let both = folder.ends(1, &["check", "a.tile", "--format", "short"]);
    let rules: Vec<&str> =
        ["view.index.space", "assume.divisible"].into_iter().filter(|rule| both.contains(rule)).collect();
    assert_eq!(rules.len(), 2, "{both}");
    assert!(both.find(rules[0]) < both.find(rules[1]), "{both}");
    // What an author assumes is the author's.
    let folder = Folder::new("no_blame").with("a.tile", text.replace(".py\"", ".cu\""));
    let text = folder.ends(1, &["check", "a.tile"]);
    has(&text, "a.tile: one_element: undefined behavior");
    let json = folder.ends(1, &["check", "a.tile", "--json"]);
    assert!(!json.contains("\"blame\": \"compiler\""), "{json}");
}

#[test]
fn a_signature_is_assumed_and_said() {
    let text = include_str!("../corpus/kernels/py/seed_vec_add_div16.tile");
    let folder = Folder::new("signature").with("a.tile", text);
    let text = folder
        .ends(0, &["check", "a.tile", "-v", "--requires", "c_len >= 1, a_len == c_len, b_len == c_len"]);
    has(&text, "assumed by the compiled signature: a_len, b_len % 16 == 0");
}

#[test]
fn a_counterexample_has_a_fixed_shape() {
    let folder = Folder::new("cex").with("a.tile", STORE.replace("i <= 1", "i <= 2"));
    folder.ends(1, &["check", "a.tile", "--counterexample", "cex.json"]);
    let file = fs::read_to_string(folder.0.join("cex.json")).expect("it was asked for");
    insta::assert_snapshot!(file);
}

#[test]
fn a_grid_that_nobody_states_is_found() {
    let folder = Folder::new("grid").with("a.tile", STORE.replace("  grid = (1)\n", ""));
    let text = folder.ends(7, &["check", "a.tile"]);
    has(&text, "a.tile: store: proved if the grid is one block\n");
    folder.ends(0, &["check", "a.tile", "--allow-conditional"]);
    folder.ends(2, &["check", "a.tile", "--allow-conditional", "--strict"]);
    has(&text, "  needs a grid of one block: otherwise race.block at");
    let text = folder.ends(3, &["check", "a.tile", "--strict"]);
    has(&text, "proved if");
    let text = folder.ends(0, &["check", "a.tile", "--grid", "1"]);
    has(&text, "proved");
    let text = folder.ends(2, &["check", "a.tile", "--grid", "cdiv(i"]);
    has(&text, "--grid, --requires, --property and --at make no contract");
}

#[test]
fn requirements_that_nobody_states_are_found() {
    let folder = Folder::new("requires").with("a.tile", STORE.replace("  requires = i >= 0, i <= 1\n", ""));
    let text = folder.ends(7, &["check", "a.tile"]);
    has(&text, "a.tile: store: proved if i >= 0 and i <= 1\n");
    // A bound from one side leaves the opposite side open; two bounds do not.
    let text = folder.ends(7, &["check", "a.tile", "--requires", "i >= 0"]);
    has(&text, "a.tile: store: proved if i <= 1\n");
    folder.ends(0, &["check", "a.tile", "--requires", "i >= 0 && i <= 1"]);
    folder.ends(1, &["check", "a.tile", "--requires", "i >= 0", "--requires", "i <= 2"]);
}

#[test]
fn one_launch_can_be_looked_at() {
    let folder = Folder::new("at").with("a.tile", STORE.replace("  requires = i >= 0, i <= 1\n", ""));
    folder.ends(0, &["check", "a.tile", "--at", "i=1"]);
    has(&folder.ends(1, &["check", "a.tile", "--at", "i=2"]), "view.index.space");
    has(&folder.ends(1, &["check", "a.tile", "--at", "i=1,grid=2"]), "race.block");
    has(&folder.ends(1, &["check", "a.tile", "--at", "grid=(1,2),i=0"]), "race.block");
    let text = folder.ends(2, &["check", "a.tile", "--at", "grid=1"]);
    has(&text, "--at states a launch of @store without i");
    has(&text, "for example --at i=1\n");
    has(&folder.ends(2, &["check", "a.tile", "--at", "i=1,j=2"]), "has no argument `j`");
    has(&folder.ends(2, &["check", "a.tile", "--at", "i"]), "--at states no value of `i`");
    has(&folder.ends(2, &["check", "a.tile", "--requires", "i >= 0.0"]), "help: write `0`");
    has(&folder.ends(2, &["check", "a.tile", "--requires", "i"]), "--requires `i`: `i` gives a number");
    // A grid of the command line may be a formula of the arguments, with and without a grid in the file.
    let at =
        |at: &str, grid: &str| folder.run(&["check", "a.tile", "--at", at, "--grid", grid]).status.code();
    assert_eq!((at("i=1", "cdiv(i, 50)"), at("i=1", "2 * i")), (Some(0), Some(1)));
    let folder = folder.with("a.tile", STORE.replace("  grid = (1)\n", ""));
    let at =
        |at: &str, grid: &str| folder.run(&["check", "a.tile", "--at", at, "--grid", grid]).status.code();
    assert_eq!((at("i=1", "cdiv(i, 50)"), at("i=1", "2 * i")), (Some(0), Some(1)));
    let text = folder.ends(2, &["check", "a.tile", "--at", "i=1"]);
    has(&text, "--at states a launch of @store without grid");
    has(&text, "--grid 'cdiv(n, 128)' states the grid by a formula");
    let text = Folder::new("outside").with("a.tile", STORE).ends(2, &["check", "a.tile", "--at", "i=7"]);
    has(&text, "the launch of --at breaks `i <= 1`, a clause of the contract of @store");
}

#[test]
fn a_contract_that_nothing_meets_is_an_error() {
    let folder = Folder::new("empty").with("a.tile", STORE.replace("i <= 1", "i <= -1"));
    let text = folder.ends(4, &["check", "a.tile"]);
    has(&text, "no launch meets the contract of @store");
    has(&text, "or the grid has more than 16777215 blocks along x");
}

#[test]
fn what_does_not_parse_is_shown_at_its_place() {
    let folder = Folder::new("parse").with("a.tile", STORE.replace("%target[%i]", "%target[%j]"));
    let text = folder.ends(4, &["check", "a.tile"]);
    has(&text, "ill-formed: %j is not defined here");
    has(&text, "a.tile:11:");
    folder.ends(4, &["lower", "a.tile"]);
}

#[test]
fn a_contract_for_no_kernel_is_an_error() {
    let folder = Folder::new("stray").with("a.tile", STORE.replace("contract @store", "contract @stork"));
    folder.ends(4, &["check", "a.tile"]);
}

#[test]
fn what_has_no_meaning_yet_is_unsupported() {
    let kernel =
        "entry @k() {\n  %t = make_token : token\n  %u = preview$call @f(%t) : (token) -> (token)\n}\n";
    let folder = Folder::new("unsupported").with("a.tile", kernel);
    let text = folder.ends(3, &["check", "a.tile", "--grid", "1"]);
    has(&text, "a.tile: k: unsupported\n");
    has(&text, "a.tile:3:");
    has(&text, "the code of the function is in a library");
}

#[test]
fn of_several_kernels_the_worst_decides() {
    let folder = Folder::new("several")
        .with("good.tile", STORE)
        .with("open.tile", UNKNOWN)
        .with("wrong.tile", "entry")
        .with("bad.tile", STORE.replace("i <= 1", "i <= 2"));
    let folder = folder.with("half.tile", STORE.replace("  grid = (1)\n", ""));
    let text = folder.ends(7, &["check", "good.tile", "half.tile"]);
    has(&text, ": 1 proved under preconditions, 1 proved\n");
    folder.ends(3, &["check", "half.tile", "open.tile"]);
    folder.ends(3, &["check", "good.tile", "open.tile"]);
    folder.ends(4, &["check", "good.tile", "open.tile", "wrong.tile"]);
    let text = folder.ends(1, &["check", "good.tile", "open.tile", "wrong.tile", "bad.tile"]);
    has(&text, ": 1 with undefined behavior, 1 ill-formed, 1 unknown, 1 proved\n");
}

#[test]
fn a_wrong_command_says_what_to_do() {
    let folder = Folder::new("usage").with("a.tile", STORE);
    has(
        &folder.ends(2, &["check", "a.tile", "--", "-DN=1"]),
        "words behind `--` are for a compiler or a script",
    );
    folder.ends(2, &[]);
    folder.ends(2, &["check"]);
    folder.ends(2, &["prove", "a.tile"]);
    has(&folder.ends(2, &["check", "b.tile"]), "cannot read b.tile: there is no such file");
    has(&folder.ends(2, &["lower", "."]), "it is a directory");
    has(&folder.ends(2, &["check", "a.tile", "--kernel", "load"]), "help: there are @store");
    folder.ends(2, &["check", "a.tile", "--timeout", "-1"]);
}

#[test]
fn a_file_without_a_kernel_is_ill_formed() {
    let folder = Folder::new("nothing").with("empty.tile", "// none\n").with("bytes.tile", [0xff, 0xfe]);
    has(&folder.ends(4, &["check", "empty.tile"]), "empty.tile has no kernel");
    has(&folder.ends(4, &["check", "bytes.tile"]), "byte 0 is not UTF-8");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new("pipe").with("a.tile", STORE);
    for (words, code) in [(vec!["explain"], 0), (vec!["check", "a.tile", "--json"], 0), (vec!["--help"], 0)] {
        let mut child = folder
            .command(&words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut complaint = String::new();
        let mut stderr = child.stderr.take().expect("it is piped");
        stderr.read_to_string(&mut complaint).expect("it is text");
        let status = child.wait().expect("it ends");
        assert_eq!((status.code(), complaint.as_str()), (Some(code), ""), "{words:?}");
    }
}

#[test]
fn questions_are_written_as_scripts() {
    let folder = Folder::new("scripts").with("a.tile", STORE);
    folder.ends(0, &["check", "a.tile", "--emit-smt2", "new/scripts"]);
    let scripts = || {
        let entries = fs::read_dir(folder.0.join("new/scripts")).expect("the folder was made");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths.iter().map(|path| fs::read_to_string(path).expect("a script")).collect::<Vec<_>>()
    };
    let written = scripts();
    assert!(!written.is_empty());
    for text in &written {
        has(text, ", @store of a.tile\n");
        has(text, "(set-info :status unsat)\n(set-logic QF_NIA)\n");
        let is_of_ranges = text.contains("; ranges of terms, a question each: ");
        let end = if is_of_ranges { ")\n(check-sat)\n(pop 1)\n" } else { ")\n(check-sat)\n" };
        assert!(text.ends_with(end), "{text}");
        assert_eq!(text.matches('(').count(), text.matches(')').count(), "{text}");
    }
    let decided = |part| written.iter().filter(|text| text.contains(part)).count();
    assert_eq!(decided("; decides memory.bounds at a.tile:11:3\n"), 1, "{written:?}");
    assert_eq!(decided("; decides by ranges memory.alignment at a.tile:11:3\n"), 1, "{written:?}");
    // The written file is unchanged: neither replaced nor mixed.
    let text = folder.ends(2, &["check", "a.tile", "--grid", "2", "--emit-smt2", "new/scripts"]);
    has(&text, "new/scripts is not empty");
    assert_eq!(scripts(), written);
    has(&folder.ends(2, &["check", "a.tile", "--emit-smt2", "a.tile/x"]), "cannot make the folder a.tile/x");
}

#[test]
fn rules_are_explained() {
    let folder = Folder::new("explain");
    let text = folder.ends(0, &["explain", "view.index.space"]);
    has(&text, "view.index.space: tile lies outside the view's index space\n");
    has(&text, "SV-2, GS-1, GS-3)");
    has(&folder.ends(0, &["explain"]), "race.token");
    has(&folder.ends(2, &["explain", "view.indx.space"]), "did you mean `view.index.space`?");
}

#[test]
fn every_verb_has_examples() {
    let folder = Folder::new("help");
    for verb in ["check", "run", "explain", "lower", "certify"] {
        has(&folder.ends(0, &[verb, "--help"]), &format!("Examples:\n  tileproof {verb}"));
    }
}

#[test]
fn what_is_lowered_is_read_back() {
    let folder = Folder::new("lower").with("a.tile", STORE);
    let text = folder.ends(0, &["lower", "a.tile"]);
    let folder = folder.with("b.tile", &text);
    assert_eq!(folder.ends(0, &["lower", "b.tile"]), text);
    folder.ends(0, &["check", "b.tile"]);
}

#[test]
fn a_run_prints_and_writes_its_results() {
    let folder = Folder::new("run").with("a.tile", STORE);
    let words =
        ["run", "a.tile", "--grid", "1", "--arg", "o=iota:i32[5]", "--arg", "i=1", "--out", "o=o.npy"];
    has(&folder.ends(0, &words), "o: i32[5] = 0 1 2 3 7\n");
    let again = ["run", "a.tile", "--grid", "1,1,1", "--arg", "o=@o.npy", "--arg", "i=0"];
    has(&folder.ends(0, &again), "o: i32[5] = 7 7 7 7 7\n");

    let names = fs::read_dir(&folder.0).expect("it is there");
    assert_eq!(names.count(), 2, "nothing temporary is left");
}

#[test]
fn a_run_can_be_traced() {
    let folder = Folder::new("trace").with("a.tile", STORE);
    let words = ["run", "a.tile", "--grid", "1", "--arg", "o=iota:i32[5]", "--arg", "i=1", "--trace"];
    let text = folder.ends(0, &words);
    has(&text, "block (0, 0, 0) a.tile:8:3: %c7 = constant <i32: 7>; %c7 is 7, 7, 7, 7\n");
    has(&text, "block (0, 0, 0) a.tile:11:3: %t = store_view_tko weak %c7, %target[%i]\n");
}

#[test]
fn a_run_shows_what_is_undefined() {
    let words = ["run", "a.tile", "--grid", "1", "--arg", "o=uninit:i32[5]", "--arg", "i=-1"];
    let text = Folder::new("broken").with("a.tile", STORE).ends(1, &words);
    has(&text, "note: this launch is outside of the contract: it breaks `i >= 0`");
    has(&text, "view.index.space");
    has(&text, "tile (-1) covers (-4) to (-1)");
}

#[test]
fn a_run_that_is_not_said_right_does_not_start() {
    let folder = Folder::new("arguments").with("a.tile", STORE).with("text.npy", "text");
    let run = |words: &[&str]| folder.ends(2, &[&["run", "a.tile"], words].concat());
    let given = ["--arg", "o=zeros:i32[5]", "--arg", "i=0"];
    has(&run(&given), "no --grid");
    has(&run(&[&given[..], &["--grid", "0"]].concat()), "each at least 1");
    has(&run(&["--grid", "1", "--arg", "i=0"]), "no --arg for o");
    has(&run(&["--grid", "1", "--arg", "q=0"]), "the kernel takes o: ptr<i32>, i: i32");
    has(&run(&["--grid", "1", "--arg", "i=zero", "--arg", "o=zeros:i32[5]"]), "`zero` is not an integer");
    has(&run(&["--grid", "1", "--arg", "i=0", "--arg", "o=zeros:f32[5]"]), "points to i32");
    has(&run(&["--grid", "1", "--arg", "i=0", "--arg", "o=@text.npy"]), "is no .npy file");
    has(&run(&["--grid", "1", "--arg", "i=0", "--arg", "o=@none.npy"]), "there is no such file");
    has(&run(&["--launch", "text.npy"]), "is no launch file");
    has(&run(&["--device", "gpu", "--grid", "1"]), "no --arg for o, i");
}

#[test]
fn a_run_that_does_not_end_is_stopped() {
    let kernel = "entry @k() {\n  loop {\n    continue\n  }\n  return\n}\n";
    let folder = Folder::new("fuel").with("a.tile", kernel);
    let text = folder.ends(3, &["run", "a.tile", "--grid", "1", "--fuel", "1000"]);
    has(&text, "resources exhausted");
}

#[test]
fn code_is_printed_of_what_is_proved_only() {
    let folder = Folder::new("ptx").with("a.tile", STORE).with("b.tile", UNKNOWN);
    let code = folder.ends(0, &["ptx", "a.tile", "--sm", "80", "--threads", "64"]);
    has(&code, "// launch: the kernel's own grid, block = (64, 1, 1)");
    has(&code, "// parameters, in bytes: 8 at 0, 4 at 8");
    has(&code, ".target sm_80");
    has(&code, ".visible .entry store(");
    has(&code, ".reqntid 64, 1, 1");
    let refused = folder.ends(3, &["ptx", "b.tile"]);
    has(&refused, "@flip is not proved: unknown");
    assert!(!refused.contains(".entry"), "{refused}");
    has(&folder.ends(2, &["ptx", "a.tile", "--threads", "48"]), "a block has 32, 64, 128");
    has(&folder.ends(2, &["ptx", "a.tile", "--sm", "75"]), "75 is not in 80..=121");
}
