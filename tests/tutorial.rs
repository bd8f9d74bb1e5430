//! The commands of `docs/tutorial.md`: each is run in a folder with the files that the page names, and prints what the
//! page shows. A line `…` stands for lines that do not matter, `[exit 1]` for the exit code, which is 0 otherwise.

#[allow(dead_code, reason = "each test takes what it needs")]
mod folder;

use std::fs;
use std::path::Path;

use folder::Folder;

/// A block of code: what stands behind its fence, and its lines.
struct Block<'t> {
    info: &'t str,
    lines: Vec<&'t str>,
}

/// A command with what must come of it.
struct Step<'t> {
    words: Vec<String>,
    shown: Vec<&'t str>,
    exit: i32,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some(Block { info, lines: Vec::new() }),
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => block.lines.push(line),
            (None, None) => {}
        }
    }
    found
}

/// The words of a command line, some of them in single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is a first word").push(c),
        }
    }
    words
}

fn steps<'t>(block: &Block<'t>) -> Vec<Step<'t>> {
    let mut steps: Vec<Step<'t>> = Vec::new();
    for line in &block.lines {
        if let Some(command) = line.strip_prefix("$ tileproof ") {
            steps.push(Step { words: words(command), shown: Vec::new(), exit: 0 });
            continue;
        }
        let step = steps.last_mut().expect("a block of commands begins with one");
        match line.strip_prefix("[exit ").and_then(|rest| rest.strip_suffix(']')) {
            Some(code) => step.exit = code.parse().expect("an exit code is a number"),
            None => step.shown.push(line),
        }
    }
    steps
}

/// Whether lines are those that are shown, `…` standing for any.
fn agrees(shown: &[&str], lines: &[&str]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((&"…", rest)), _) => (0..=lines.len()).any(|skipped| agrees(rest, &lines[skipped..])),
        (Some((first, shown)), Some((line, lines))) => {
            first.trim_end() == line.trim_end() && agrees(shown, lines)
        }
        (None, Some(_)) | (Some(_), None) => false,
    }
}

#[test]
fn every_command_prints_what_the_page_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/tutorial.md")).expect("the page is readable");
    let mut folder = Folder::new("tutorial");
    for kernel in ["broken", "fixed"] {
        for path in [format!("demo/{kernel}.cu"), format!("bytecode/demo/{kernel}.tilebc")] {
            let bytes = fs::read(root.join("corpus").join(&path)).expect("the corpus is readable");
            folder = folder.with(path.rsplit('/').next().expect("a path has a name"), bytes);
        }
    }
    let (mut ran, mut wrong) = (0, Vec::new());
    for block in blocks(&text) {
        if let Some(name) = block.info.strip_prefix("text ") {
            folder = folder.with(name, block.lines.join("\n") + "\n");
        }
        for step in if block.info == "console" { steps(&block) } else { Vec::new() } {
            let words: Vec<&str> = step.words.iter().map(String::as_str).collect();
            let output = folder.run(&words);
            let said = [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned());
            let said = said.concat();
            ran += 1;
            let code = output.status.code();
            if code != Some(step.exit) || !agrees(&step.shown, &said.lines().collect::<Vec<_>>()) {
                wrong.push(format!("$ tileproof {}\n[exit {code:?}]\n{said}", words.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {ran} print something else:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran > 8, "only {ran} commands");
}

#[test]
fn lines_that_do_not_matter_are_skipped_and_no_others() {
    assert!(agrees(&["a", "…", "c"], &["a", "b", "b", "c"]) && agrees(&["a", "…"], &["a"]));
    assert!(!agrees(&["a", "c"], &["a", "b", "c"]) && !agrees(&["…", "b"], &["b", "c"]));
    assert_eq!(words("x 'y z' w"), ["x", "y z", "w"]);
}
