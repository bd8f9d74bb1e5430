//! The prose inside the code: comments, messages that a person may read, and chapters of the specification, which `explain` prints.
//! The tests of a crate count with the crate.

use std::collections::BTreeMap;

use crate::prose::{Limits, Measured, STRICT};
use crate::tokens::{Text, texts};
use crate::{File, files, none, rust_files};

/// The fewest words of a literal that counts as a message.
const MESSAGE: usize = 6;

/// The crate of a file: its folder, or `src`.
fn crate_of(file: &File) -> &str {
    if file.folder().is_empty() { "root" } else { file.folder() }
}

/// Adds a comment of several lines.
fn flush(measured: &mut Measured, block: &mut Option<(usize, String)>, path: &str) {
    if let Some((first, text)) = block.take() {
        measured.add_text(&text, &format!("{path}:{first}: "));
    }
}

/// Measures the comments of a file: consecutive lines with the same marks are one text.
fn add_comments(measured: &mut Measured, file: &File) {
    let (mut block, mut expected) = (None::<(usize, String)>, (0, ""));
    for text in texts(&file.text) {
        let Text::Comment(line, comment) = text else { continue };
        let body = comment.trim_start_matches(['/', '!']);
        let mark = &comment[..comment.len() - body.len()];
        if (line, mark) != expected {
            flush(measured, &mut block, &file.path);
        }
        let open = &mut block.get_or_insert_with(|| (line, String::new())).1;
        open.push_str(body.trim());
        open.push('\n');
        expected = (line + 1, mark);
    }
    flush(measured, &mut block, &file.path);
}

/// Measures the messages of a file. A line break ends a sentence, and a hole counts as a word.
fn add_messages(measured: &mut Measured, file: &File) {
    let shown: Vec<bool> = file.lines().map(|(_, _, is_code)| is_code).collect();
    for text in texts(&file.text) {
        let Text::Literal(line, literal) = text else { continue };
        let message = message(literal);
        let is_shown = shown.get(line - 1).copied().unwrap_or_default();
        if is_shown && message.split_whitespace().count() >= MESSAGE {
            measured.add_text(&message, &format!("{}:{line}: ", file.path));
        }
    }
}

/// A literal as it is printed, with `x` in its holes and an empty line for each line break.
fn message(literal: &str) -> String {
    let mut joined = String::new();
    for (at, part) in literal.split("\\\n").enumerate() {
        joined.push_str(if at == 0 { part } else { part.trim_start() });
    }
    let text = joined.replace("\\n", "\n").replace('\n', "\n\n").replace("\\\"", "\"");
    let mut message = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        message.push_str(before);
        message.push('x');
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    message + rest
}

/// The measures of each crate.
fn measure(
    add: impl Fn(&mut Measured, &File),
    is_meant: impl Fn(&File) -> bool,
) -> BTreeMap<String, Measured> {
    let mut crates = BTreeMap::<String, Measured>::new();
    for file in rust_files().iter().filter(|file| is_meant(file)) {
        add(crates.entry(crate_of(file).to_owned()).or_default(), file);
    }
    crates
}

/// Holds the measures of each crate against its limits, from both sides.
fn hold(what: &str, crates: &BTreeMap<String, Measured>, limits: &[(&str, Limits)]) {
    let mut wrong = Vec::new();
    for (name, measured) in crates {
        let own = limits.iter().find(|(known, _)| known == name).map(|(_, limits)| *limits);
        wrong.extend(measured.objections(name, own.unwrap_or(STRICT)));
        if let Some(own) = own.filter(|own| measured.is_far_below(*own)) {
            wrong.push(format!("{name}: limits that can fall: {own:?}, and it has {:?}", measured.numbers()));
        }
    }
    none(what, &wrong);
}

#[test]
fn comments_are_plain() {
    hold("comments that have to be read twice", &measure(add_comments, |_| true), &[]);
}

#[test]
fn messages_are_plain() {
    let is_shipped = |file: &File| !file.is_test() && file.folder() != "examples";
    hold("messages that have to be read twice", &measure(add_messages, is_shipped), &[]);
}

#[test]
fn chapters_are_plain() {
    let chapters = files().into_iter().filter(|file| file.folder() == "spec" && file.is(&["md"]));
    let measures = chapters.map(|file| {
        let mut measured = Measured::default();
        measured.add_text(&file.text, "");
        (file.path, measured)
    });
    hold("chapters that have to be read twice", &measures.collect(), &[]);
}

#[test]
fn messages_are_measured_as_they_are_printed() {
    assert_eq!(message("a {b:?} \\\n    c\\nd \\\"{}\\\""), "a x c\n\nd \"x\"");
    let text = "// It is that\n// which it is, such.\nfn a() { b(\"it is that which it is, {c}\"); }\n";
    let file = File { path: "spec/a.rs".to_owned(), text: text.to_owned() };
    let (mut comments, mut messages) = (Measured::default(), Measured::default());
    add_comments(&mut comments, &file);
    add_messages(&mut messages, &file);
    assert_eq!(comments.numbers().1, 1);
    assert_eq!(messages.numbers().1, 1);
}
