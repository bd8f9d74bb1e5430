//! Kernels of Triton: the launches of public bug reports with what is true of them, and Python's functions with a Triton that is made up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{corpus, ends, made_up_python};
use crate::folder::{Folder, has};

/// The truth about a kernel, in a comment above it: `# truth: wrong => launch undefined memory.bounds`.
#[derive(Debug)]
struct Truth {
    /// The kernel's function.
    kernel: String,
    /// Whether the launches of the file are meant, or the kernel for all sizes.
    of_launches: bool,
    /// The verdict, then a rule or a property.
    words: Vec<String>,
    /// The tool's answer today, if weaker.
    today: Option<String>,
}

/// The truths of a source.
fn truths(text: &str) -> Vec<Truth> {
    let truth = |line: &str| {
        let (kernel, said) = line.strip_prefix("# truth: ")?.split_once(" => ")?;
        let (said, today) =
            said.split_once(" but ").map_or((said, None), |(said, today)| (said, Some(today.to_owned())));
        let (subject, words) = said.split_once(' ')?;
        let words = words.split(' ').map(str::to_owned).collect();
        Some(Truth { kernel: kernel.to_owned(), of_launches: subject == "launch", words, today })
    };
    text.lines().filter_map(truth).collect()
}

/// The sources of public reports.
fn reports() -> Vec<PathBuf> {
    let entries = fs::read_dir(corpus("triton/reports")).expect("the folder is there");
    let mut all: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.retain(|path| path.extension().is_some_and(|end| end == "py"));
    all.sort();
    all
}

/// The reports of a table of launches, of its kernels and launches, with further output.
fn check(source: &PathBuf, truths: &[Truth]) -> (Value, String) {
    let name = source.file_name().expect("a file").to_string_lossy().into_owned();
    let table = format!("{name}.launches");
    let folder = Folder::new(&format!("triton-{}", name.trim_end_matches(".py")));
    fs::copy(source, folder.0.join(&name)).expect("the corpus has it");
    let mut text = fs::read_to_string(source.with_file_name(&table)).expect("the corpus has its table");
    if truths.iter().all(|truth| truth.of_launches) {
        // Nothing is said of the kernels for all sizes.
        text = text.replace("\"general\": true", "\"general\": false");
    }
    fs::write(folder.0.join(&table), text).expect("the folder is ours");
    let output = folder.command(&["check", &table, "--json"]).output().expect("the program starts");
    let [text, said] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(!said.contains("panicked"), "{name}: {said}");
    let all = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text}{said}"));
    (all, said)
}

/// The reason why the reports contradict a truth; `None` if they agree.
fn objection(truth: &Truth, all: &Value, problems: &str) -> Option<String> {
    let is_launch = |one: &Value| one["file"].as_str().is_some_and(|file| file.contains(".py:"));
    let own = all["kernels"].as_array().into_iter().flatten().filter(|one| {
        let name = one["name"].as_str().unwrap_or_default();
        name.split('(').next() == Some(&truth.kernel) && is_launch(one) == truth.of_launches
    });
    let own: Vec<&Value> = own.collect();
    let said: Vec<String> =
        own.iter().map(|one| one["verdict"].as_str().unwrap_or_default().to_owned()).collect();
    let names = |word: &String| own.iter().any(|one| one.to_string().contains(word.as_str()));
    let is_said = match truth.words[0].as_str() {
        "proved" => {
            !said.is_empty() && said.iter().all(|verdict| verdict == "proved" || verdict == "conditional")
        }
        "undefined" => {
            said.iter().any(|verdict| verdict == "undefined") && truth.words[1..].iter().all(names)
        }
        "violated" => own.iter().any(|one| one["properties"].to_string().contains("violated")),
        "suspect" => own.iter().any(|one| one["likely_bug"].to_string().contains(&truth.words[1])),
        "unproved" => said.iter().any(|verdict| verdict != "proved" && verdict != "conditional"),
        "untuned" => problems.contains("is autotuned") && problems.contains(&format!("`{}`", truth.words[1])),
        "refused" => said.is_empty() && problems.contains("CUDA takes"),
        other => panic!("no verdict {other}"),
    };
    (!is_said).then(|| format!("{truth:?}: {said:?} {problems}"))
}

#[test]
fn bugs_of_public_reports_are_found_and_their_repairs_proved() {
    let sources = reports();
    assert!(sources.len() >= 20, "{} reports", sources.len());
    let mut wrong = Vec::new();
    for source in &sources {
        let text = fs::read_to_string(source).expect("it is readable");
        let truths = truths(&text);
        let (all, problems) = check(source, &truths);
        assert!(truths.len() >= 2, "{} says too little", source.display());
        for truth in &truths {
            match (objection(truth, &all, &problems), &truth.today) {
                (Some(_), Some(_)) | (None, None) => {}
                (Some(objection), None) => wrong.push(format!("{}: {objection}", source.display())),
                (None, Some(_)) => wrong.push(format!("{}: {truth:?} is found now", source.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The TTIR of a kernel that caps elements, under the name `right`.
fn ttir() -> String {
    let table = fs::read_to_string(corpus("triton/reports/softcap.py.launches")).expect("it is there");
    let line = table.lines().find(|line| line.starts_with("{\"kernel\"")).expect("it has a kernel");
    let line: Value = serde_json::from_str(line).expect("it is JSON");
    line["kernel"]["ttir"].as_str().expect("it is of Triton").replace("@reported", "@right")
}

/// Runs a program of Python with the made-up Triton, and gives the lines that it prints.
#[track_caller]
pub(super) fn python(folder: &Folder, words: &[&str]) -> Vec<String> {
    let mut command = Command::new("python3");
    command.arg("-B").args(words).current_dir(&folder.0).env("PYTHONPATH", made_up_python());
    command.env("TILEPROOF", env!("CARGO_BIN_EXE_tileproof")).env("TILEPROOF_CACHE", "");
    let output = command.output().expect("there is a Python");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{out}{err}");
    out.lines().map(str::to_owned).collect()
}

/// A script with a kernel that caps the elements of an array, tuned with two configurations.
const SCRIPT: &str = "\
import triton
import triton.language as tl
from tileproof import sample

@triton.autotune(configs=[triton.Config({'BLOCK': 128}), triton.Config({'BLOCK': 256}, num_warps=8)], key=['n'])
@triton.jit
def right(out, x, cap, n, BLOCK: tl.constexpr):
    return f'right{BLOCK}.ttir'

if __name__ == '__main__':
    for n in (500, 300):
        right[lambda meta: (triton.cdiv(n, meta['BLOCK']),)](sample('f32', n), sample('f32', n), 30.0, n)
";

/// A folder with the script, and its kernel in two sizes.
fn tuned(name: &str) -> Folder {
    let text = ttir();
    let wide = text.replace("128", "256");
    Folder::new(name).with("train.py", SCRIPT).with("right128.ttir", &text).with("right256.ttir", wide)
}

#[test]
fn a_script_is_executed_and_its_kernel_configured() {
    let folder = tuned("triton-script");
    let path = made_up_python();
    let variables = [("PYTHONPATH", path.as_str()), ("PYTHON", "python3"), ("TILEPROOF_CACHE", "")];
    let text = ends(&folder, &variables, 7, &["check", "train.py"]);
    has(&text, "right has 2 configurations, and the first one is checked");
    has(&text, "train.py: 2 launches: proved");
    let words = ["check", "train.py:right", "--filter", "safe.py", "--configs"];
    let text = ends(&folder, &variables, 7, &words);
    has(&text, "2 configurations: 2 are safe");
    let program = "
import triton, safe
class Tensor:
    dtype = 'float32'
    def __init__(self, n):
        self.shape, self.stride = (n,), lambda: (1,)
configs = [triton.Config({'BLOCK': 128}), triton.Config({'BLOCK': 512})]
for m in (500, 400):
    given = {'out': Tensor(500), 'x': Tensor(m), 'cap': 30.0, 'n': 500}
    grid = lambda meta: (triton.cdiv(meta['n'], meta['BLOCK']),)
    print([one.kwargs['BLOCK'] for one in safe.prune(configs, given, grid=grid, warmup=False)])
";
    assert_eq!(python(&folder, &["-c", program]), ["[128]", "[]"]);
    let text = ends(&folder, &variables, 2, &["check", "train.py:other", "--configs"]);
    has(&text, "other is no kernel with an autotuner");
}

#[test]
fn an_array_that_is_passed_twice_suggests_one_array() {
    let path = made_up_python();
    let variables = [("PYTHONPATH", path.as_str()), ("PYTHON", "python3"), ("TILEPROOF_CACHE", "")];
    let arrays = "array out, x : f32[n]";
    let apart = ends(&tuned("triton-apart"), &variables, 7, &["check", "train.py"]);
    let twice = SCRIPT.replace("(sample('f32', n), sample('f32', n), 30.0", "(*[sample('f32', n)] * 2, 30.0");
    assert_ne!(twice, SCRIPT);
    let folder = tuned("triton-twice").with("train.py", twice);
    let twice = ends(&folder, &variables, 7, &["check", "train.py"]);
    has(&twice, "# tileproof: grid = (cdiv(n, 128))");
    has(&twice, "# tileproof: same_array out, x\n");
    has(&twice, arrays);
    // Equal arrays are one array, so a lane reads and writes its own element.
    has(&twice, "train.py: 2 launches: proved\n");
    has(&apart, arrays);
    assert!(!apart.contains("same_array"), "{apart}");
    // Every block reads the elements that the first block writes.
    let first = ttir().replace("tt.addptr %value_9, %at_6", "tt.addptr %value_9, %at_4");
    assert_ne!(first, ttir());
    let shared = ends(&folder.with("right128.ttir", first), &variables, 1, &["check", "train.py"]);
    has(&shared, "error[race.block]: data race: two blocks access the same element of `out`");
}

#[test]
fn python_checks_and_guards_a_kernel() {
    let folder = tuned("triton-python");
    let program = "\
import tileproof, triton, triton.language as tl
from tileproof import sample
@triton.jit
def right(out, x, cap, n, BLOCK: tl.constexpr):
    return 'right128.ttir'
x, short = sample('f32', 500), sample('f32', 400)
print(tileproof.check(right, (x, sample('f32', 500), 30.0, 500, 128)).verdict)
given = {'out': x, 'x': sample('f32', 500), 'cap': 30.0, 'n': 500, 'BLOCK': 128}
print(tileproof.check(right, given, grid=(4,)).verdict)
print(tileproof.check(right, {**given, 'x': short}, grid=(4,)).verdict)
try:
    tileproof.check(right, {'m': 3})
except Exception as error:
    print(error)
tileproof.guard(right)
for last in (x, short):
    try:
        right[(4,)](x, last if last is short else sample('f32', 500), 30.0, 500, BLOCK=128)
    except tileproof.LaunchRefused as refused:
        print('refused:', refused)
    except RuntimeError as error:
        print('launched:', error)
";
    fs::write(folder.0.join("p.py"), program).expect("the folder is ours");
    let said = python(&folder, &["p.py"]);
    assert_eq!(said[..3], ["conditional", "proved", "undefined"], "{said:?}");
    has(&said[3], "it has no m");
    assert_eq!(said[4], "launched: there is no GPU");
    has(&said[5], "refused: @right is not proved for this launch: it breaks `");
}

#[test]
fn tests_that_launch_are_proved_by_pytest() {
    let folder = Folder::new("triton-pytest").with("right.ttir", ttir());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/source/made_up/triton_plugin.py");
    python(&folder, &[&script.display().to_string()]);
}

/// What is told of launches of Triton is told in every format, kept, and hidden by a baseline, as of cuTile.
#[test]
fn formats_the_cache_and_baselines_know_launches() {
    let folder = Folder::new("triton-formats");
    for name in ["two_lengths.py", "two_lengths.py.launches"] {
        fs::copy(corpus(&format!("triton/reports/{name}")), folder.0.join(name)).expect("the corpus has it");
    }
    fs::create_dir(folder.0.join("cache")).expect("it is ours");
    let table = "two_lengths.py.launches";
    let kept = [("TILEPROOF_CACHE", "cache")];
    let first = ends(&folder, &kept, 1, &["check", table, "--no-times"]);
    has(&first, "two_lengths.py:30: wrong(STRIDE=2): undefined behavior");
    let second = ends(&folder, &kept, 1, &["check", table, "--no-times"]);
    assert_eq!(first, second, "a kept verdict is told in the same words");
    for (format, part) in
        [("sarif", "\"ruleId\": \"memory.bounds\""), ("github", "file=two_lengths.py"), ("junit", "<failure")]
    {
        has(&ends(&folder, &[], 1, &["check", table, "--format", format]), part);
    }
    ends(&folder, &[], 1, &["check", table, "--write-baseline", "known"]);
    let text = ends(&folder, &[], 7, &["check", table, "--baseline", "known"]);
    has(&text, "1 finding accepted");
}
