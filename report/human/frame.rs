//! The source lines of a finding, with underlined spans, in rustc's style.

use std::fmt::Write;
use std::sync::Arc;

use crate::region::relative;
use crate::text::{Ink, Style, columns, wrapped_at};

/// A tab in a source is drawn as so many blanks.
const TAB: usize = 4;

/// A span in one line of a file, with a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) file: String,
    pub(super) text: Arc<str>,
    /// The bytes of the file.
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) label: String,
    /// The author's place, where his file is not at hand and the text that was read is shown instead.
    pub(super) elsewhere: Option<String>,
}

impl Mark {
    /// The line's number and text, and the column and width of the span as drawn.
    fn place(&self) -> (usize, String, usize, usize) {
        let start = self.start.min(self.text.len());
        let before = self.text.get(..start).unwrap_or_default();
        let number = before.matches('\n').count() + 1;
        let head = before.rsplit('\n').next().unwrap_or_default();
        let rest = self.text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let stretch = rest.get(..self.len.min(rest.len())).unwrap_or(rest);
        (number, drawn(&format!("{head}{rest}")), width(head), width(stretch).max(1))
    }

    /// The line and the column, both from one, in characters of the file.
    fn position(&self) -> (usize, usize) {
        let before = self.text.get(..self.start.min(self.text.len())).unwrap_or_default();
        let head = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, head.chars().count() + 1)
    }
}

fn drawn(line: &str) -> String {
    line.trim_end().replace('\t', &" ".repeat(TAB))
}

fn width(text: &str) -> usize {
    text.chars().map(|c| if c == '\t' { TAB } else { 1 }).sum()
}

/// The marked lines, the first mark as the main one, and the width of the margin with the line numbers.
pub(super) fn frame(marks: &[Mark], style: Style) -> (String, usize) {
    let margin = marks.iter().map(|mark| mark.position().0.to_string().len()).max().unwrap_or(1);
    let bar = style.paint(Ink::Margin, "|");
    let mut text = String::new();
    let mut files: Vec<&str> = Vec::new();
    for mark in marks {
        if files.contains(&mark.file.as_str()) {
            continue;
        }
        let arrow = if files.is_empty() { "-->" } else { ":::" };
        files.push(&mark.file);
        let (line, column) = mark.position();
        let place = format!("{}:{line}:{column}", relative(&mark.file));
        let place = mark.elsewhere.clone().unwrap_or(place);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:margin$}{} {place}", "", style.paint(Ink::Margin, arrow));
        let _ = writeln!(text, "{:margin$} {bar}", "");
        lines(marks, &mark.file, margin, style, &mut text);
    }
    let _ = writeln!(text, "{:margin$} {bar}", "");
    (text, margin)
}

/// The marked lines of one file, in their order.
fn lines(marks: &[Mark], file: &str, margin: usize, style: Style, text: &mut String) {
    let bar = style.paint(Ink::Margin, "|");
    let mut here: Vec<(usize, &Mark)> =
        marks.iter().enumerate().filter(|(_, one)| one.file == file).collect();
    here.sort_by_key(|(at, mark)| (mark.position().0, *at));
    let mut before = None;
    for (at, mark) in here {
        let (number, line, column, width) = mark.place();
        if before != Some(number) {
            if before.is_some_and(|before| before + 1 < number) {
                text.push_str("...\n");
            }
            let shown = style.paint(Ink::Margin, &format!("{number:>margin$}"));
            let _ = writeln!(text, "{shown} {bar} {line}");
            before = Some(number);
        }
        let (sign, ink) = if at == 0 { ("^", Ink::Error) } else { ("-", Ink::Margin) };
        let under = format!("{:column$}{}", "", sign.repeat(width));
        let head = format!("{:margin$} {bar} ", "");
        let room = columns().saturating_sub(margin + 3);
        if under.chars().count() + 1 + mark.label.chars().count() <= room {
            let words = format!("{under} {}", mark.label);
            let _ = writeln!(text, "{head}{}", style.paint(ink, words.trim_end()));
            continue;
        }
        let _ = writeln!(text, "{head}{}", style.paint(ink, &under));
        let indent = column.min(room.saturating_sub(mark.label.chars().count()));
        for line in wrapped_at(&" ".repeat(indent), &mark.label, room).lines() {
            let _ = writeln!(text, "{head}{}", style.paint(ink, line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(file: &str, text: &str, stretch: &str, label: &str) -> Mark {
        let start = text.find(stretch).expect("it is there");
        Mark {
            file: file.to_owned(),
            text: text.into(),
            start,
            len: stretch.len(),
            label: label.to_owned(),
            elsewhere: None,
        }
    }

    #[test]
    fn two_places_of_a_file_stand_in_one_frame() {
        let text = "one\n\tload(a);\nthree\nfour store(b);\n";
        let marks = [mark("k.cu", text, "store(b)", "writes"), mark("k.cu", text, "load(a)", "reads")];
        let (drawn, margin) = frame(&marks, Style::Plain);
        let wanted = [
            " --> k.cu:4:6",
            "  |",
            "2 |     load(a);",
            "  |     ------- reads",
            "...",
            "4 | four store(b);",
            "  |      ^^^^^^^^ writes",
            "  |",
        ];
        assert_eq!((drawn.lines().collect::<Vec<_>>(), margin), (wanted.to_vec(), 1));
    }

    #[test]
    fn another_file_and_one_line_of_two_accesses() {
        let text = "o.store(o.load(0), 0);";
        let marks = [
            mark("a.cu", text, "o.store(o.load(0), 0)", "writes"),
            mark("a.cu", text, "o.load(0)", "reads"),
            mark("b.h", "x = 1", "x", "here"),
        ];
        let (drawn, _) = frame(&marks, Style::Plain);
        assert_eq!(drawn.matches("1 | o.store").count(), 1, "{drawn}");
        assert!(drawn.contains("::: b.h:1:1") && drawn.contains("|         --------- reads"), "{drawn}");
    }

    #[test]
    fn a_label_without_room_stands_on_lines_of_its_own() {
        let text = format!("{}x", " ".repeat(90));
        let words = "a label of many words that has no room behind a mark that stands so far to the right";
        let (drawn, _) = frame(&[mark("a.cu", &text, "x", words)], Style::Plain);
        assert!(drawn.lines().all(|line| line.chars().count() <= 100), "{drawn}");
        assert!(drawn.contains(words), "{drawn}");
    }
}
