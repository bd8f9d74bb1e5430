//! Contracts in comments: `// tileproof: requires = n >= 1` above a C++ kernel, `# tileproof: …` above a Python kernel. They are joined to
//! a contract text, with a map back to the author's lines.

use std::fmt::Write;
use std::sync::Arc;

/// A comment: the text behind `tileproof:`, and its offset in the author's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The words.
    pub(crate) text: String,
    /// Their place.
    pub(crate) offset: usize,
}

/// The contract comments of one kernel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The kernel's name in the bytecode.
    pub(crate) symbol: String,
    /// Its parameters, as entries of `names`; `None` if unknown.
    pub(crate) names: Vec<String>,
    /// Constants of the source that clauses may name.
    pub(crate) constants: Vec<(String, i128)>,
    /// The comments above it.
    pub(crate) clauses: Vec<Clause>,
    /// Where the kernel stands in the author's file.
    pub(crate) offset: usize,
}

/// The way from a text of contracts to the author's file.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The author's file.
    pub(crate) text: Arc<str>,
    /// In order, the start of a span in the contracts, its start in the file, and whether the texts agree letter by
    /// letter.
    starts: Vec<(usize, usize, bool)>,
}

impl Origin {
    /// Of a text from which nothing was put together yet.
    pub(crate) fn new(text: &str) -> Self {
        Origin { text: text.into(), starts: Vec::new() }
    }

    /// The author's place of a place of the contracts: of words in the same line, of what nobody wrote the kernel.
    pub(crate) fn place(&self, offset: usize) -> usize {
        let next = self.starts.partition_point(|(start, ..)| *start <= offset);
        let start = next.checked_sub(1).and_then(|at| self.starts.get(at)).copied();
        let Some((start, to, true)) = start else { return start.map_or(0, |(_, to, _)| to) };
        let rest = self.text.get(to..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let mut column = (offset - start).min(rest.len());
        while !rest.is_char_boundary(column) {
            column -= 1;
        }
        to + column
    }
}

/// The contracts of kernels as one text.
pub(crate) fn assemble(said: &[Said], origin: &mut Origin) -> String {
    let mut text = String::new();
    for kernel in said.iter().filter(|kernel| !kernel.names.is_empty() || !kernel.clauses.is_empty()) {
        origin.starts.push((text.len(), kernel.offset, false));
        // Writing to a string does not fail.
        let _ = writeln!(text, "contract @\"{}\" {{", kernel.symbol.escape_default());
        if !kernel.names.is_empty() {
            let _ = writeln!(text, "names = ({})", kernel.names.join(", "));
        }
        for clause in &kernel.clauses {
            let words = with_constants(&clause.text, &kernel.constants);
            let comment = if words.trim_start().starts_with("allow ") { "// tileproof: " } else { "" };
            text.push_str(comment);
            origin.starts.push((text.len(), clause.offset, true));
            text.push_str(&words);
            text.push('\n');
        }
        origin.starts.push((text.len(), kernel.offset, false));
        text.push_str("}\n");
    }
    text
}

/// A clause with numbers in place of the names of constants.
pub(crate) fn with_constants(text: &str, constants: &[(String, i128)]) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(if is_word(first) { end } else { first.len_utf8() });
        let number = constants.iter().find(|(name, _)| name == word && !words.ends_with('.'));
        match number {
            Some((_, number)) if *number < 0 => words.push_str(&format!("({number})")),
            Some((_, number)) => words.push_str(&number.to_string()),
            None => words.push_str(word),
        }
        rest = behind;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_of_a_contract_is_one_of_the_authors() {
        let file = "int x;\n// tileproof: requires = n >= T\nkernel(int n)\n";
        let offset = file.find("requires").expect("it is there");
        let clauses = vec![Clause { text: "requires = n >= T".to_owned(), offset }];
        let (names, constants) = (vec!["n".to_owned()], vec![("T".to_owned(), 16)]);
        let kernel = file.find("kernel").expect("it is there");
        let said = Said { symbol: "k".to_owned(), names, constants, clauses, offset: kernel };
        let mut origin = Origin::new(file);
        let text = assemble(&[said], &mut origin);
        assert_eq!(text, "contract @\"k\" {\nnames = (n)\nrequires = n >= 16\n}\n");
        assert_eq!(
            origin.place(text.find("n >= 16").expect("it is there")),
            file.find("n >= T").expect("it is there")
        );
        assert_eq!(origin.place(text.find("names").expect("it is there")), kernel);
    }

    #[test]
    fn constants_are_whole_words() {
        let constants = [("T".to_owned(), 16), ("low".to_owned(), -1)];
        let text = with_constants("cdiv(T_n, T) > low && a.T == Té", &constants);
        assert_eq!(text, "cdiv(T_n, 16) > (-1) && a.T == 16é");
    }
}
