//! The explanation of a code that reports use: a rule with its requirement, source and examples, or a verdict, or a property.

#[cfg(feature = "solver")]
use driver::check::report::Verdict;
use driver::explain::{Example, Examples, advice, examples, section, statements};
use spec::rules::Rule;
use spec::syntax::contract::Property;

use crate::text::wrapped_at;

/// The code of a file that could not be read or compiled.
pub const UNREADABLE: &str = "unreadable";

/// The title of the code for unreadable files.
const UNREADABLE_TITLE: &str = "the file could not be read or compiled";

/// The title of the codes of properties.
const PROPERTY_TITLE: &str = "a launch lacks, or may lack, this property";

/// The possible verdicts for a finding's code.
#[cfg(feature = "solver")]
const VERDICTS: [Verdict; 5] =
    [Verdict::Conditional, Verdict::Unknown, Verdict::Unsupported, Verdict::IllFormed, Verdict::Undefined];

/// Every rule with its title, then the other codes of findings.
pub fn list() -> String {
    let width = Rule::ALL.iter().map(|rule| rule.code().len()).max().unwrap_or(0);
    codes().map(|(code, title)| format!("{code:width$}  {title}\n")).collect()
}

/// Every code that [`explain_code`] knows, with its title.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    #[cfg(feature = "solver")]
    let verdicts = VERDICTS.iter().map(|verdict| (verdict.name(), verdict.title()));
    #[cfg(not(feature = "solver"))]
    let verdicts = std::iter::empty();
    let rules = Rule::ALL.iter().map(|rule| (rule.code(), rule.title()));
    let properties = Property::NAMES.iter().map(|name| (*name, PROPERTY_TITLE));
    rules.chain(verdicts).chain([(UNREADABLE, UNREADABLE_TITLE)]).chain(properties)
}

/// The explanation of a code, in lines of so many columns; none of a code that no finding has.
pub fn explain_code(code: &str, columns: usize) -> Option<String> {
    if let Some(rule) = Rule::from_code(code) {
        return Some(explain(rule, columns));
    }
    #[cfg(feature = "solver")]
    if let Some(verdict) = VERDICTS.iter().find(|verdict| verdict.name() == code) {
        return Some(explain_verdict(*verdict, columns));
    }
    if code == UNREADABLE {
        let words = "The file could not be read, or its compiler reported errors. Nothing of it was checked. Read the \
                     message: the path, the compiler (nvcc, cuda.tile) or the source needs a change.";
        return Some(format!("{code}: {UNREADABLE_TITLE}\n\n{}", wrapped_at("  ", words, columns)));
    }
    let section = spec::chapters::section(code)?;
    let text = paragraphs(section.text.trim(), columns);
    Some(format!("{code}: a property that a contract ensures\n\n{text}"))
}

/// A verdict: its meaning, its exit code and the next step.
#[cfg(feature = "solver")]
fn explain_verdict(verdict: Verdict, columns: usize) -> String {
    let mut text = format!("{}: {}\n", verdict.name(), verdict.title());
    let exit = verdict.exit().code();
    let exit = if verdict == Verdict::Conditional {
        format!("{exit}; 0 with --allow-conditional, unless a bug is likely; 3 with --strict")
    } else {
        exit.to_string()
    };
    for (title, words) in
        [("Meaning", verdict.meaning()), ("Exit code", &exit), ("What to try", verdict.advice())]
    {
        text.push_str(&format!("\n{title}:\n{}", wrapped_at("  ", words, columns)));
    }
    text
}

/// Explains one rule in lines of limited width, with its section of the specification, if any.
pub fn explain(rule: Rule, columns: usize) -> String {
    let mut text = format!("{}: {}\n", rule.code(), rule.title());
    for (title, words) in
        [("Required", rule.text()), ("Source", rule.source()), ("What to try", advice(rule))]
    {
        text.push_str(&format!("\n{title}:\n{}", wrapped_at("  ", words, columns)));
    }
    let Examples { cpp, python } = examples(rule);
    for (language, example) in [("Tile C++", cpp), ("cuTile Python", python)] {
        text.push_str(&example.map_or(String::new(), |example| mistake(language, example)));
    }
    if cpp.is_none() && python.is_none() {
        let words = "No line of Tile C++ or cuTile Python breaks the rule by itself. A compiler writes the operation, or Tile IR is \
                     written by hand.";
        text.push_str(&format!("\nIn a source:\n{}", wrapped_at("  ", words, columns)));
    }
    let said = statements(rule.code());
    if !said.is_empty() {
        text.push_str("\nNVIDIA's documents on this rule:\n");
        for (document, statement) in said {
            text.push_str(&wrapped_at("  ", &format!("{document}: {statement}"), columns));
        }
    }
    if let Some(section) = section(rule.code()) {
        text.push_str(&format!("\nIn Tile IR:\n\n{}", paragraphs(section.trim(), columns)));
    }
    text
}

/// A text of a chapter, with its paragraphs wrapped. Code, tables and lists keep their lines.
fn paragraphs(text: &str, columns: usize) -> String {
    let (mut wrapped, mut paragraph, mut is_code) = (String::new(), String::new(), false);
    for line in text.lines().chain([""]) {
        let is_plain = !is_code && line.starts_with(|letter: char| letter.is_alphanumeric());
        if is_plain {
            paragraph.push_str(line);
            paragraph.push(' ');
            continue;
        }
        if !paragraph.is_empty() {
            wrapped.push_str(&wrapped_at("", &std::mem::take(&mut paragraph), columns));
        }
        is_code ^= line.starts_with("```");
        wrapped.push_str(line);
        wrapped.push('\n');
    }
    wrapped.trim_end().to_owned() + "\n"
}

/// A mistake in a language, and the lines that repair it.
fn mistake(language: &str, example: Example) -> String {
    let indented = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
    let (wrong, right) = (indented(example.wrong), indented(example.right));
    format!("\nIn {language}, this breaks the rule:\n{wrong}  and this keeps it:\n{right}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::COLUMNS;

    #[test]
    fn paragraphs_are_wrapped_and_code_is_not() {
        let text = "One two three\nfour.\n\n```tile\none two three four\n```\n- one two three four";
        assert_eq!(
            paragraphs(text, 10),
            "One two\nthree\nfour.\n\n```tile\none two three four\n```\n- one two three four\n"
        );
    }

    #[test]
    fn every_rule_is_explained() {
        for rule in Rule::ALL {
            let text = explain(*rule, COLUMNS);
            let first = rule.text().split_whitespace().take(8).collect::<Vec<_>>().join(" ");
            assert!(text.starts_with(rule.code()) && text.contains(&first), "{text}");
            assert!(!text.contains("corpus/"), "{text}");
        }
    }

    #[test]
    fn every_code_of_a_finding_is_explained_and_listed() {
        let list = list();
        for (code, _) in codes() {
            let text = explain_code(code, COLUMNS);
            assert!(text.is_some_and(|text| text.starts_with(&format!("{code}: "))), "{code}");
            assert!(list.lines().any(|line| line.split(' ').next() == Some(code)), "{code}");
        }
        assert!(explain_code("writes", COLUMNS).is_some());
        assert_eq!(explain_code("nonsense", COLUMNS), None);
    }
}
