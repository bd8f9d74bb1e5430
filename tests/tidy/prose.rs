//! The prose of documents: no sentence is long, and few words are pronouns or relative words. Code, headings and rulers of tables are left out.

use crate::{File, files, none};

/// Pronouns and relative words. A sentence with many of them names few things.
const VAGUE: [&str; 26] = [
    "what",
    "whatever",
    "that",
    "those",
    "which",
    "it",
    "its",
    "them",
    "they",
    "this",
    "such",
    "one",
    "other",
    "others",
    "there",
    "where",
    "who",
    "whoever",
    "same",
    "whose",
    "whom",
    "whichever",
    "wherever",
    "itself",
    "themselves",
    "these",
];

/// The most words of a sentence.
const LONGEST: usize = 30;

/// The fewest words of a sentence whose share of vague words is meaningful.
const SHORTEST: usize = 6;

/// The largest share of vague words on a page, in percent.
const MEAN: f64 = 7.0;

/// The limits of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) long: usize,
    pub(crate) vague: usize,
    pub(crate) mean: f64,
}

pub(crate) const STRICT: Limits = Limits { long: 0, vague: 0, mean: MEAN };

/// The measures of a page.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    words: usize,
    vague_words: usize,
    long: Vec<String>,
    vague: Vec<String>,
}

impl Measured {
    fn new(text: &str) -> Self {
        let mut measured = Measured::default();
        measured.add_text(text, "");
        measured
    }

    /// Adds the sentences of a text; `place` stands in front of those with objections.
    pub(crate) fn add_text(&mut self, text: &str, place: &str) {
        for sentence in units(text).iter().flat_map(|unit| sentences(unit)) {
            self.add(&sentence, place);
        }
    }

    fn add(&mut self, sentence: &str, place: &str) {
        let words: Vec<String> = sentence.split_whitespace().filter_map(word).collect();
        let vague = words.iter().filter(|word| VAGUE.contains(&word.as_str())).count();
        self.words += words.len();
        self.vague_words += vague;
        if words.len() > LONGEST {
            self.long.push(format!("{place}{} words: {sentence}", words.len()));
        }
        if words.len() >= SHORTEST && vague * 3 > words.len() {
            self.vague.push(format!("{place}{vague} vague words of {}: {sentence}", words.len()));
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "a page has few words")]
    fn mean(&self) -> f64 {
        100.0 * self.vague_words as f64 / self.words.max(1) as f64
    }

    /// Whether a limit can fall.
    pub(crate) fn is_far_below(&self, limits: Limits) -> bool {
        self.long.len() + 10 < limits.long
            || self.vague.len() + 3 < limits.vague
            || limits.mean > MEAN && self.mean() + 1.0 < limits.mean
    }

    /// The numbers of long and vague sentences, and the share of vague words in percent.
    pub(crate) fn numbers(&self) -> (usize, usize, f64) {
        (self.long.len(), self.vague.len(), self.mean())
    }

    pub(crate) fn objections(&self, path: &str, limits: Limits) -> Vec<String> {
        let mut wrong = Vec::new();
        for (sentences, limit) in [(&self.long, limits.long), (&self.vague, limits.vague)] {
            if sentences.len() > limit {
                let shown = sentences.iter().take(8).map(|one| format!("\n    {one}")).collect::<String>();
                wrong.push(format!("{path}: {} sentences, {limit} allowed:{shown}", sentences.len()));
            }
        }
        if self.mean() > limits.mean {
            wrong.push(format!(
                "{path}: {:.1} % of the words are vague, {} allowed",
                self.mean(),
                limits.mean
            ));
        }
        wrong
    }
}

/// A word in lower case without marks; code counts as a word.
fn word(text: &str) -> Option<String> {
    let bare: String = text.chars().filter(|c| c.is_alphanumeric() || *c == '`').collect();
    (!bare.is_empty()).then(|| bare.to_lowercase())
}

/// Paragraphs, items of lists and cells of tables, each on one line, with code as one mark and links as their text.
fn units(text: &str) -> Vec<String> {
    let (mut units, mut open) = (Vec::new(), String::new());
    let mut in_code = false;
    for line in text.lines().map(str::trim) {
        let is_fence = line.starts_with("```");
        let is_row = line.starts_with('|') && !in_code;
        let begins = line.is_empty() || line.starts_with(['#', '<']) || is_fence || is_row || is_item(line);
        if begins && !open.is_empty() {
            units.push(std::mem::take(&mut open));
        }
        in_code ^= is_fence;
        if in_code || is_fence || line.starts_with(['#', '<']) {
            continue;
        }
        if is_row {
            let row = plain(line);
            units.extend(row.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()));
        } else {
            open.push_str(line);
            open.push(' ');
        }
    }
    units.push(open);
    units.iter().map(|unit| plain(unit)).collect()
}

/// Whether a line begins an item of a list.
fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

/// A text without code and without the targets of links.
fn plain(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let text: String = parts.map(|(at, part)| if at % 2 == 0 { part } else { "`" }).collect();
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("](") {
        plain.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain
}

/// The sentences of a unit.
fn sentences(unit: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for word in unit.split_whitespace() {
        let last = found.last_mut().expect("there is a first sentence");
        last.push_str(word);
        last.push(' ');
        if word.trim_end_matches(['*', '"', ')']).ends_with(['.', '?', '!']) {
            found.push(String::new());
        }
    }
    found
}

/// Pages outside of the folders of documents.
pub(crate) const DOCUMENTS: [&str; 6] =
    ["README.md", "GLOSSARY.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "corpus/README.md"];

fn is_document(file: &File) -> bool {
    let is_page = file.is(&["md"]) && matches!(file.folder(), "docs" | "integrations");
    is_page || DOCUMENTS.contains(&file.path.as_str())
}

#[test]
fn documents_are_plain() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|file| is_document(file)) {
        wrong.extend(Measured::new(&file.text).objections(&file.path, STRICT));
    }
    none("prose that has to be read twice", &wrong);
}

#[test]
fn readme_is_short() {
    let readme = files().into_iter().find(|file| file.path == "README.md").expect("README is there");
    assert!(readme.text.lines().count() <= 100, "README.md has {} lines", readme.text.lines().count());
    let mut in_code = false;
    let mut paragraph = 0;
    for line in readme.text.lines() {
        in_code ^= line.starts_with("```");
        let is_prose = !in_code && !line.is_empty() && !line.starts_with(['#', '|', '`', '-']);
        paragraph = if is_prose { paragraph + 1 } else { 0 };
        assert!(paragraph <= 4, "a paragraph has more than four lines: {line}");
    }
}

/// Every page of docs is in the index, and names the readers first.
#[test]
fn pages_are_listed_and_say_who_they_are_for() {
    let files = files();
    let index = files.iter().find(|file| file.path == "docs/README.md").expect("the index is there");
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| file.folder() == "docs" && file.is(&["md"])) {
        if file.path != index.path && !index.text.contains(&format!("]({})", file.name())) {
            wrong.push(format!("{} is not in docs/README.md", file.path));
        }
        let begin: String = file.text.lines().skip(1).take(3).collect();
        if !begin.starts_with("This page is ") {
            wrong.push(format!("{} does not begin with who it is for", file.path));
        }
    }
    none("pages of docs", &wrong);
}

#[test]
fn sentences_are_measured() {
    let text = "# What that is\nIt is that which it is, and this\nis such. A join of `a | that` and [b](which.md).\n\n\
                ```text\nthat that\n```\n| `that` | the one |\n|--|--|\n";
    let measured = Measured::new(text);
    assert_eq!((measured.words, measured.vague_words, measured.vague.len()), (19, 7, 1));
    let long = format!("{} end.", "word ".repeat(30));
    assert_eq!(Measured::new(&long).long.len(), 1);
    assert_eq!(Measured::new(&long.replace("word word", "word. Word")).long.len(), 0);
    assert_eq!(measured.objections("a.md", STRICT).len(), 2);
}
