//! A folder of twenty sources of every kind: one command writes a configuration and one checks it, with equal findings in every
//! format.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use roxmltree::Document;
use serde_json::Value;

use crate::broken;
use crate::folder::{Folder, STORE, UNKNOWN, has};

/// A finding: `FILE:LINE RULE`.
type Findings = BTreeSet<String>;

/// Compilers that are made up: nvcc takes the bytecode that lies under the source's name, Python the table.
fn compilers(folder: Folder) -> Folder {
    let nvcc = "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n\
                [ -f \"made/$(basename \"$1\")\" ] || { echo \"$1(3): error: this is no kernel\" >&2; exit 2; }\n\
                cp \"made/$(basename \"$1\")\" \"$out\"\n";
    let python = "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --table ] && out=$2; shift; done\n\
                  cat \"made/$(basename \"$1\")\" > \"$out\"\n";
    let folder = folder.with("nvcc", nvcc).with("python", python);
    for name in ["nvcc", "python"] {
        fs::set_permissions(folder.0.join(name), fs::Permissions::from_mode(0o755))
            .expect("the folder is ours");
    }
    folder
}

/// A table of launches without a compiled kernel.
const NO_LAUNCH: &str = "{\"schema\": \"tileproof.launches/1\"}\n{\"end\": \"the script came to its end\"}\n";

/// Twenty sources: text and bytecode of Tile IR, Tile C++, cuTile Python; right, broken, open, torn.
fn sources(name: &str) -> Folder {
    let mut folder = compilers_in(name);
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let read = |name: &str| fs::read(corpus.join(name)).expect("the corpus has it");
    let race = STORE.replace("grid = (1)", "grid = (2)");
    let open = STORE.replace("  grid = (1)\n", "");
    for (name, text) in [
        ("ir/right.tile", STORE.to_owned()),
        ("ir/broken.tile", broken()),
        ("ir/unknown.tile", UNKNOWN.to_owned()),
        ("ir/race.tile", race),
        ("ir/open.tile", open),
        ("ir/two.tile", STORE.replace("@store", "@second") + &broken()),
        ("ir/torn.tile", "entry".to_owned()),
    ] {
        folder = folder.with(name, text);
    }
    for name in ["edge_safe", "gather_oob", "vec_add", "view_pad", "tile_sum", "idx_i64", "ld_0d"] {
        folder = folder.with(&format!("bytes/{name}.tilebc"), read(&format!("seeds/python/{name}.tilebc")));
        folder =
            folder.with(&format!("bytes/{name}.contract"), read(&format!("seeds/python/{name}.contract")));
    }
    for name in ["extents", "notes", "rank_zero", "zero_extent"] {
        folder = folder.with(&format!("cpp/{name}.cu"), read(&format!("seeds/{name}.cu")));
        folder = folder.with(&format!("made/{name}.cu"), read(&format!("seeds/{name}.checked.tilebc")));
    }
    folder = folder.with("cpp/no_kernel.cu", "\n\n__tile_global__ void broken( {}\n");
    folder
        .with("launches.py", "import cuda.tile as ct\n@ct.kernel\ndef f(): ...\n")
        .with("made/launches.py", NO_LAUNCH)
}

fn compilers_in(name: &str) -> Folder {
    let folder = Folder::new(name);
    for inner in ["ir", "bytes", "cpp", "made"] {
        fs::create_dir(folder.0.join(inner)).expect("the folder is ours");
    }
    compilers(folder)
}

/// Runs the command with simulated compilers: the exit code, and the output.
fn run(folder: &Folder, words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = folder.command(words);
    for name in ["VIRTUAL_ENV", "CUDA_HOME", "CUDA_PATH"] {
        command.env_remove(name);
    }
    // The first format needed a solver, and the later formats take the cached results.
    let own = [("NVCC", "./nvcc"), ("PYTHON", "./python"), ("TILEPROOF_CACHE", "./kept")];
    let output = command.envs(own).output().expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code(), out, err)
}

/// `check --format …`, with the exit code that each must have.
fn report(folder: &Folder, format: &str) -> String {
    let (code, out, err) = run(folder, &["check", "--format", format]);
    assert_eq!(code, Some(1), "{format}\n{out}{err}");
    assert!(!err.contains("panicked"), "{err}");
    out
}

/// The findings of lines as `short` has them: `FILE:LINE:COLUMN: LEVEL: … [RULE] (@KERNEL)`, without the other place of a race.
fn of_short(text: &str) -> Findings {
    let one = |line: &str| {
        let (place, rest) = line.split_once(": ")?;
        if rest.starts_with("note: the other access") {
            return None;
        }
        let rule = rest.rsplit_once('[')?.1.split(']').next()?;
        let mut parts = place.rsplitn(3, ':');
        let (_column, row, file) = (parts.next()?, parts.next()?, parts.next()?);
        Some(format!("{file}:{row} {rule}"))
    };
    text.lines().filter_map(one).collect()
}

/// Those of the commands of a workflow.
fn of_github(text: &str) -> Findings {
    let one = |line: &str| {
        let (head, _) = line.strip_prefix("::")?.split_once("::")?;
        let value = |key: &str| {
            let rest = &head[head.find(&format!("{key}="))? + key.len() + 1..];
            Some(rest.split(',').next()?.replace("%2C", ","))
        };
        let title = value("title")?;
        let rule = title.split(" in ").next()?;
        Some(format!("{}:{} {rule}", value("file")?, value("line")?))
    };
    text.lines().filter_map(one).collect()
}

/// Those of the results of a log.
fn of_sarif(text: &str) -> Findings {
    let log: Value = serde_json::from_str(text).expect("it is JSON");
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let one = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        let file = place["artifactLocation"]["uri"].as_str()?;
        Some(format!("{file}:{} {}", place["region"]["startLine"], result["ruleId"].as_str()?))
    };
    results.iter().filter_map(one).collect()
}

/// The unproved obligations of a report, with files named as in debug information.
fn of_json(text: &str) -> Findings {
    let report: Value = serde_json::from_str(text).expect("it is JSON");
    let mut found = Findings::new();
    for kernel in report["kernels"].as_array().expect("a list") {
        for one in kernel["obligations"].as_array().into_iter().flatten() {
            let span = &one["span"];
            if one["status"] == "refuted" || one["status"] == "unknown" {
                let file = base(span["file"].as_str().unwrap_or_default());
                found.insert(format!("{file}:{} {}", span["line"], one["rule"].as_str().unwrap_or_default()));
            }
        }
    }
    found
}

/// A file without folders.
fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The number in front of a word of the last line.
fn count(line: &str, word: &str) -> usize {
    let before = line.split([',', ';', ':']).find_map(|part| part.trim().strip_suffix(word));
    before.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

#[test]
fn twenty_sources_are_the_same_in_every_format() {
    let folder = sources("formats_mixed");
    let (code, out, err) = run(&folder, &["init"]);
    assert_eq!(code, Some(0), "{out}{err}");
    // Proofs under preconditions are told, as no proofs of their own.
    let config = folder.0.join("tileproof.toml");
    let text = fs::read_to_string(&config).expect("init has written it");
    fs::write(&config, text.replace("conditional = \"accept\"", "conditional = \"report\""))
        .expect("it is ours");
    let short = report(&folder, "short");
    let found = of_short(&short);
    let last = short.lines().last().expect("a last line");
    for (number, word) in [(14, "with undefined behavior"), (1, "ill-formed"), (1, "unknown")] {
        assert!(count(last, word) >= number, "{last}");
    }
    // Every file of the folder was looked at, and is named where something is to be said of it.
    for file in
        ["ir/broken.tile", "ir/torn.tile", "ir/unknown.tile", "cpp/no_kernel.cu: error", "launches.py: error"]
    {
        has(&short, file);
    }
    assert!(!short.contains("right.tile"), "{short}");
    assert_eq!(of_github(&report(&folder, "github")), found);
    assert_eq!(of_sarif(&report(&folder, "sarif")), found);
    for format in ["html", "github"] {
        has(&report(&folder, format), last);
    }
    let (_, counts) = last.split_once(": ").expect("it has counts");
    has(&report(&folder, "human"), &format!(" s: {counts}\n"));
    let page = report(&folder, "html");
    let sections = |class: &str| page.matches(&format!("<section class=\"{class}\"")).count();
    assert_eq!(sections("undefined"), count(last, "with undefined behavior"));
    // What is only likely to be wrong is no obligation.
    let decided: Vec<_> = short.lines().filter(|line| !line.contains("likely bug")).collect();
    let is_rule =
        |one: &String| spec::rules::Rule::from_code(one.rsplit(' ').next().unwrap_or_default()).is_some();
    let rules = of_short(&decided.join("\n")).into_iter().filter(is_rule);
    assert_eq!(of_json(&report(&folder, "json")), rules.map(|one| base(&one).to_owned()).collect());
    let suites = report(&folder, "junit");
    let suites = Document::parse(&suites).expect("it is XML");
    let cases: Vec<_> = suites.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    // The kernels, and the two missing files.
    assert_eq!(cases.len(), count(last, "kernels checked") + 2);
    let failed = cases.iter().filter(|case| case.children().any(|node| node.is_element())).count();
    assert_eq!(cases.len() - failed, count(last, " proved"));
}
