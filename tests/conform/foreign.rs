//! The parts of an archive for other implementations: the definitions of rules, the clients, and the runner without tileproof. The
//! runner must give the tables of `tileproof conform`, for right and for wrong commands.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;
use spec::rules::Rule;

use crate::folder::{Folder, has};
use crate::{CORPUS, FILE, conform};

/// An operation in three launches: a result, an access outside the memory, and a misaligned access.
fn kernel(operation: &str, result: &str) -> String {
    format!(
        "contract @k {{
  names = (o, x, y)
}}
//@ run @k grid=1 x=12 y=10 o=i32[1]:uninit => o=[{result}]
//@ run @k grid=1 x=12 y=10 o=i32[0]:uninit => undefined memory.bounds
//@ run @k grid=1 x=12 y=10 o=i32[1]@2:uninit => undefined memory.alignment
entry @k(%o: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) {{
  %r = {operation} %x, %y : tile<i32>
  %t = store_ptr_tko weak %o, %r : tile<ptr<i32>>, tile<i32> -> token
  return
}}
"
    )
}

/// A misaligned buffer without any access: a false alarm of the clients' toy.
const UNUSED: &str = "\
contract @unused {
  names = (o, p)
}
//@ run @unused grid=1 o=i32[1]:uninit p=i32[1]@2:uninit => o=[7]
entry @unused(%o: tile<ptr<i32>>, %p: tile<ptr<i32>>) {
  %r = constant <i32: 7> : tile<i32>
  %t = store_ptr_tko weak %o, %r : tile<ptr<i32>>, tile<i32> -> token
  return
}
";

/// A suite in the folder `s`, with the clients and the runner.
fn suite(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.0.join("c/toys")).expect("the folder is writable");
    let folder = folder
        .with("c/toys/next.tile", FILE)
        .with("c/toys/xori.tile", kernel("xori", "6") + UNUSED)
        .with("c/toys/ori.tile", kernel("ori", "14"));
    conform(&folder, 0, &["--export", "s", "--filter", "toys/"]);
    folder
}

/// The words of a shell in the folder, its exit code and its output.
fn shell(folder: &Folder, script: &str) -> (Option<i32>, String) {
    let output = Command::new("sh").args(["-c", script]).current_dir(&folder.0).stdin(Stdio::null()).output();
    let output = output.expect("sh starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code(), out + &err)
}

/// The tables of a report: the lines with counts, without those about the version and the coverage.
fn tables(report: &str) -> String {
    let from = report.find("chapter  ").unwrap_or_else(|| panic!("no table in\n{report}"));
    let is_of_counts = |line: &&str| {
        !["operations: ", "rules: ", "suite ", "not as in suite "].iter().any(|start| line.starts_with(start))
    };
    report[from..].lines().filter(is_of_counts).map(|line| line.to_owned() + "\n").collect()
}

/// Both runners on a command: their common exit code and tables.
#[track_caller]
fn both(folder: &Folder, command: &str) -> (i32, String) {
    let target = format!("exec:{command}");
    let words = ["conform", "--suite", "s", "--candidates", "--batch", "--limit", "6", "--target", &target];
    let ours = folder.run(&words);
    let text = String::from_utf8_lossy(&ours.stdout).into_owned();
    let (code, theirs) =
        shell(folder, &format!("python3 s/conform_run.py --limit 6 s {command} 2>/dev/null"));
    assert_eq!((code, tables(&theirs)), (ours.status.code(), tables(&text)), "{command}\n{text}\n{theirs}");
    (code.expect("no signal"), tables(&theirs))
}

const SERVE: &str = concat!(env!("CARGO_BIN_EXE_tileproof"), " conform --serve");

#[test]
fn clients_in_c_and_python_answer_and_their_mistakes_are_reported() {
    let folder = suite("clients");
    let (code, said) = shell(&folder, "cc -Wall -Werror -o client s/conform_client.c");
    assert_eq!(code, Some(0), "{said}");
    let c = both(&folder, "./client");
    assert_eq!(c, both(&folder, "python3 s/conform_client.py"), "the clients differ");
    let (code, tables) = c;
    assert_eq!(code, 1);
    for line in [
        "memory.alignment                    3       0             1        0       0",
        "memory.bounds                       0       2             0        0       0",
        "all rules                           3       2             1        0       0",
        "all                  4         4          0        2       0       0",
    ] {
        has(&tables, line);
    }
    for client in ["conform_client.c", "conform_client.py"] {
        let text = fs::read_to_string(folder.0.join("s").join(client)).expect("it is in the suite");
        assert!(text.lines().count() <= 100, "{client} is long");
    }
}

#[test]
fn the_runner_without_tileproof_gives_the_same_tables() {
    let folder = suite("runner").with("adapter.py", include_str!("adapter.py"));
    let (code, tables) = both(&folder, SERVE);
    assert_eq!(code, 0);
    has(&tables, "all                 10         0          0        0       0       0");
    for (how, at, wanted) in [
        ("right", "", 0),
        ("wrong", "", 1),
        ("late", "k/1", 8),
        ("dies", "k/1", 8),
        ("hangs", "unused/1", 8),
        ("leaves", "k/1", 1),
        ("nonsense", "k/1", 8),
        ("unknown", "k/1", 8),
        ("rule", "k/1", 8),
        ("short", "k/1", 8),
        ("more", "k/1", 8),
        ("wrong greeting", "", 8),
        ("no greeting", "", 8),
        ("ends badly", "", 8),
    ] {
        let script = format!(
            "import sys; sys.argv = ['adapter.py', '{how}', '{at}']\nexec(open('adapter.py').read())\n"
        );
        fs::write(folder.0.join("broken.py"), script).expect("the folder is writable");
        assert_eq!(both(&folder, "python3 broken.py").0, wanted, "{how}");
    }
}

/// Each kind of permitted error and each float type, with a wrong last bit.
#[test]
fn both_runners_permit_the_same_errors() {
    for (name, filter, least) in
        [("exp", "elements/exp", 20), ("powers", "elements/fpowi", 10), ("sums", "accuracy/", 9)]
    {
        let folder = Folder::new(&format!("permitted-{name}")).with("adapter.py", include_str!("adapter.py"));
        folder.ends(0, &["conform", "--corpus", CORPUS, "--export", "s", "--filter", filter]);
        let script = "import sys; sys.argv = ['adapter.py', 'wrong', '']\nexec(open('adapter.py').read())\n";
        fs::write(folder.0.join("wrong.py"), script).expect("the folder is writable");
        let (_, tables) = both(&folder, "python3 wrong.py");
        let all: Vec<usize> = tables
            .lines()
            .last()
            .expect("a line")
            .split_whitespace()
            .skip(1)
            .map(|n| n.parse().expect("a count"))
            .collect();
        assert!(all.iter().sum::<usize>() >= least, "{tables}");
        assert_eq!(both(&folder, SERVE).0, 0, "{filter}");
    }
}

#[test]
fn a_suite_defines_every_rule() {
    let folder = suite("rules");
    let text = fs::read_to_string(folder.0.join("s/rules.json")).expect("it is in the suite");
    let file: Value = serde_json::from_str(&text).expect("it is JSON");
    let rules = file["rules"].as_array().expect("a list");
    assert_eq!(rules.len(), Rule::ALL.len());
    for (rule, defined) in Rule::ALL.iter().zip(rules) {
        assert_eq!(
            (defined["code"].as_str(), defined["title"].as_str()),
            (Some(rule.code()), Some(rule.title()))
        );
        let chapter = defined["chapter"].as_str().expect("a path");
        let chapter =
            fs::read_to_string(folder.0.join("s").join(chapter)).expect("the chapter is in the suite");
        has(&chapter, &format!("#### {}\n", rule.code()));
        for formula in defined["formulas"].as_array().expect("a list") {
            has(&chapter, formula["holds"].as_str().expect("a formula"));
        }
    }
}

#[test]
fn the_seeds_in_cpp_and_python_are_cases_with_their_sources() {
    let folder = Folder::new("sources");
    folder.ends(0, &["conform", "--corpus", CORPUS, "--export", "s", "--filter", "seeds/"]);
    let suite: Value =
        serde_json::from_slice(&fs::read(folder.0.join("s/suite.json")).expect("it was written"))
            .expect("it is JSON");
    let names: Vec<_> = suite["cases"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    for (start, source, count) in [("seeds/cpp/", ".cu", 100), ("seeds/python/", ".py", 20)] {
        let of: Vec<_> = names.iter().filter(|name| name.starts_with(start)).collect();
        assert!(of.len() >= count, "{} cases of {start}", of.len());
        for name in of {
            let file =
                fs::read(folder.0.join("s/cases").join(name).join("case.json")).expect("it was written");
            let case: Value = serde_json::from_slice(&file).expect("it is JSON");
            let path =
                case["kernel"]["sources"][0].as_str().unwrap_or_else(|| panic!("{name} has no source"));
            let text = fs::read_to_string(folder.0.join("s").join(path)).expect("the source is in the suite");
            let entry = case["kernel"]["entry"].as_str().expect("a name");
            assert!(path.ends_with(source) && text.contains(&format!("{entry}(")), "{name}: {path}");
        }
    }
    let report = folder.ends(0, &["conform", "--suite", "s"]);
    has(&report, "source.view.injective               2       0             0        0       0");
}

/// A compiler that accepts everything.
const TILEIRAS: &str = "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\nprintf '\\177ELF' >\"$2\"\n";

/// A sanitizer that blames the kernel `k` of each process.
const SANITIZER: &str = r#"#!/bin/sh
[ "$1" = --version ] && exec echo 'version 1'
while [ "$1" != --log-file ]; do shift; done
log=$(echo "$2" | sed "s/%p/$$/")
shift 2
printf '========= COMPUTE-SANITIZER\n========= Invalid __global__ write of size 4 bytes\n' >"$log"
printf '=========     at k+0x90\n=========     by thread (0,0,0) in block (0,0,0)\n' >>"$log"
printf '========= ERROR SUMMARY: 1 error\n' >>"$log"
exec "$@"
"#;

#[test]
fn reports_of_a_sanitizer_are_counted_by_rule() {
    let folder = suite("sanitize").with("tileiras", TILEIRAS).with("sanitizer", SANITIZER);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/sanitize.py");
    let words = format!(
        "chmod +x tileiras sanitizer && TILEIRAS=./tileiras python3 {script} pack s p && \
         python3 p/sanitize.py run p r --dry --tool $PWD/sanitizer"
    );
    let (code, said) = shell(&folder, &words);
    assert_eq!(code, Some(0), "{said}");
    let table = fs::read_to_string(folder.0.join("r/SANITIZE.md")).expect("it was written");
    // The kernel `next` is never blamed.
    for line in [
        "| `(none is broken)` | 3 | 3 | 0 | 2 | 2 | 2 | 2 |",
        "| `memory.alignment` | 3 | 3 | 0 | 2 | 2 | 2 | 2 |",
        "| `memory.bounds` | 2 | 2 | 0 | 2 | 2 | 2 | 2 |",
        "| (no answer) | 8 | | 0 | 0 | 0 | 0 | 0 |",
    ] {
        has(&table, line);
    }
}
