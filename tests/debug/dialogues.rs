//! Dialogues, each from a counterexample to the line that causes it in three commands at the most; `BLESS=1` writes the answers anew.
//!
//! A file begins with the expected place, followed by a terminal's text.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The most commands of a dialogue.
const COMMANDS: usize = 3;

/// How the lines begin that are typed.
const PROMPT: &str = "(debug) ";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The words of a shell's line, in which quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match (letter, quoted) {
            ('\'', _) => quoted = !quoted,
            (' ', false) => words.push(String::new()),
            (letter, _) => words.last_mut().expect("there is one").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A terminal's text of a dialogue: its command line and the typed commands.
fn held(dialogue: &str) -> String {
    let command =
        dialogue.lines().next().and_then(|line| line.strip_prefix("$ tileproof ")).expect("a command line");
    let typed = dialogue
        .lines()
        .filter(|line| line.starts_with(PROMPT))
        .map(|line| format!("{}\n", &line[PROMPT.len()..]));
    let mut process = Command::new(env!("CARGO_BIN_EXE_tileproof"))
        .args(words(command))
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = process.stdin.take().expect("it is piped");
    input.write_all(typed.collect::<String>().as_bytes()).expect("it reads");
    drop(input);
    let output = process.wait_with_output().expect("it ends");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(0), "{command}\n{out}{err}");
    format!("$ tileproof {command}\n{out}{err}")
}

#[test]
fn counterexamples_lead_to_the_lines_that_cause_them() {
    let folder = root().join("tests/debug/dialogues");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| entry.expect("it is readable").path())
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("it is readable");
        let (cause, dialogue) = text.split_once('\n').expect("the first line names the cause");
        let place = cause.strip_prefix("cause: ").expect("the first line names the cause");
        let shown = held(dialogue);
        let (_, answers) = shown.split_once(PROMPT).expect("something is typed");
        let typed = shown.matches(PROMPT).count();
        if !answers.contains(place) || typed > COMMANDS {
            wrong.push(format!("{}: {typed} commands do not lead to {place}:\n{shown}", file.display()));
        } else if env::var_os("BLESS").is_some() {
            fs::write(&file, format!("{cause}\n{shown}")).expect("it is writable");
        } else if shown != dialogue {
            wrong.push(format!("{}: this is shown:\n{shown}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_shows_what_a_terminal_shows() {
    let page = fs::read_to_string(root().join("docs/debugger.md")).expect("it is readable");
    let fences =
        page.split("```text\n").skip(1).filter_map(|rest| rest.split_once("```").map(|(inside, _)| inside));
    let mut count = 0;
    for dialogue in fences.filter(|inside| inside.starts_with("$ tileproof debug") && inside.contains(PROMPT))
    {
        count += 1;
        assert_eq!(held(dialogue), dialogue);
    }
    assert!(count >= 1, "there is no dialogue");
}
