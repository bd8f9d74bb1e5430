//! Scripts that launch their kernels, without a contract: the first screen of a right script states the proof, and of a wrong
//! script the bug.

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::{Folder, compiler, said, workers};

/// The wrong scripts, each with the rule that its bug breaks.
const WRONG: [(&str, &str); 10] = [
    ("attention", "undetermined.stored"),
    ("layer_norm", "view.index.space"),
    ("matmul", "undetermined.stored"),
    ("moe_scatter", "race.block"),
    ("quantize", "race.block"),
    ("rms_norm", "view.index.space"),
    ("rope", "view.index.space"),
    ("silu_mul", "memory.bounds"),
    ("softmax", "undetermined.stored"),
    ("split_sum", "undetermined.stored"),
];

/// The number of lines on the first screen.
const SCREEN: usize = 40;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/scripts").join(name)
}

/// The report on a script without the times, to compare with the reviewed report.
fn report(kind: &str, name: &str) -> String {
    let path = script(&format!("{kind}/{name}.py"));
    let text = fs::read_to_string(&path).expect("the script is there");
    let folder = Folder::new(&format!("script-{kind}-{name}")).with(&format!("{name}.py"), text);
    let folder = compiler(folder, "--table", &path.with_extension("py.launches"));
    let (_, printed) = said(&mut folder.command(&["check", &format!("{name}.py"), "--no-cache"]));
    let lines = printed.lines().map(|line| line.split(" checked in ").next().unwrap_or_default());
    let printed = lines.fold(String::new(), |text, line| text + line.trim_end() + "\n");
    let read = path.with_extension("py.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&read, &printed).expect("the corpus is writable");
    }
    let known = fs::read_to_string(&read).unwrap_or_default();
    assert!(known == printed, "{kind}/{name}.py: another report than the one that was read:\n{printed}");
    printed
}

#[test]
fn right_scripts_are_proved_and_not_marked() {
    workers::each(WRONG.len(), |at| {
        let name = WRONG[at].0;
        let printed = report("right", name);
        for word in ["error", "likely bug", "unknown", "undefined"] {
            assert!(!printed.contains(word), "{name}: {printed}");
        }
        let kernel = format!("{name}.py: {name}");
        let first = printed.lines().find(|line| line.starts_with(&kernel)).unwrap_or_default();
        assert!(first.contains("proved for launches like yours"), "{name}: {printed}");
    });
}

#[test]
fn wrong_scripts_are_named_on_the_first_screen() {
    workers::each(WRONG.len(), |at| {
        let (name, rule) = WRONG[at];
        let printed = report("wrong", name);
        let screen: Vec<&str> = printed.lines().take(SCREEN).collect();
        let named = screen.iter().any(|line| line.starts_with(&format!("error[{rule}]")));
        assert!(named, "{name} does not name {rule}: {printed}");
    });
}
