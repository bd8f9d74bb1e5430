//! Comments that look like clauses of a contract, and belong to no kernel.

use std::ops::Range;
use std::path::Path;

use super::kernels::CppFile;
use crate::code::{Language, blanked};
use crate::load::comments::Said;

/// The words that clauses begin with.
const CLAUSES: &[&str] = &[
    "grid", "requires", "buffer", "array", "contents", "align", "alias", "names", "ensures", "list", "closed",
];

/// A note for each such comment: one without the colon, in the body of a kernel, or behind the last kernel.
pub(super) fn comments(file: &Path, text: &str, said: &[Said]) -> Vec<String> {
    let code = CppFile::new(text);
    let declared = code.declared();
    let made = (1..=text.lines().count()).filter(|line| is_made_by_macro(text, *line));
    let of_macros = made.flat_map(|line| code.clauses_above(line));
    let clauses =
        declared.iter().flat_map(|one| &one.clauses).chain(said.iter().flat_map(|one| &one.clauses));
    let read: Vec<usize> =
        clauses.map(|clause| clause.offset).chain(of_macros.map(|clause| clause.offset)).collect();
    let unread = clause_lines(text).into_iter().filter(|(_, span)| !read.iter().any(|at| span.contains(at)));
    unread
        .map(|(line, _)| {
            format!(
                "{}:{line}: this comment is not read: a clause is `// tileproof: …` in a line of its own above the kernel",
                file.display()
            )
        })
        .collect()
}

/// The lines with a comment that begins like a clause, and their bytes.
fn clause_lines(text: &str) -> Vec<(usize, Range<usize>)> {
    let code = blanked(text, Language::Cpp);
    let mut start = 0;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if is_clause(line, &code[start..]) {
            found.push((number, start..start + line.len()));
        }
        start += line.len();
    }
    found
}

/// Whether a comment in a line begins like a clause: a comment of this line, or a block comment of an earlier one.
fn is_clause(line: &str, code: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let Some(at) = lower.find("tileproof") else { return false };
    let before = line[..at].trim_end_matches([' ', '\t', '/', '*', '!']);
    let marks = &line[before.len()..at];
    let is_comment =
        code[at..].starts_with(' ') && (before.is_empty() || marks.contains("//") || marks.contains("/*"));
    let rest = lower[at + "tileproof".len()..].trim_start().trim_start_matches(':').trim_start();
    let word = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    is_comment && CLAUSES.contains(&word)
}

/// Whether a line may be a macro that makes kernels: comments above it have a note of their own, or are read.
fn is_made_by_macro(text: &str, line: usize) -> bool {
    let Some(line) = text.lines().nth(line - 1) else { return false };
    let Some((name, _)) = line.split_once('(') else { return false };
    !name.is_empty()
        && name.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_of_no_kernel_has_a_note() {
        let text = "\
// tileproof: grid = (cdiv(n, 8))
// tileproof requires = n >= 1
__tile_global__ void k(float* x, int n) {
  // tileproof: ensures = writes(x)
  x[0] = 1; // tileproof is fine
}
// TileProof: buffer x : f32[n]
// tileproof: allow race.block, because it is meant
";
        let notes = comments(Path::new("k.cu"), text, &[]);
        let lines: Vec<&str> = notes.iter().filter_map(|note| note.split(':').nth(1)).collect();
        assert_eq!(lines, ["2", "4", "7"], "{notes:?}");
    }

    #[test]
    fn a_clause_in_a_block_comment_of_several_lines_has_a_note() {
        let text = "\
/* tileproof: grid = (1) */
/*
   tileproof: requires = n >= 1
 * tileproof: requires = n <= 9
*/
__tile_global__ void k(float* x, int n) {}
";
        let notes = comments(Path::new("k.cu"), text, &[]);
        let lines: Vec<&str> = notes.iter().filter_map(|note| note.split(':').nth(1)).collect();
        assert_eq!(lines, ["3"], "{notes:?}");
    }

    #[test]
    fn comments_above_a_macro_are_no_stray_ones() {
        let text = "// tileproof: requires = n >= 1\nMAKE_KERNEL(k, 8)\n";
        assert_eq!(comments(Path::new("k.cu"), text, &[]), Vec::<String>::new());
    }
}
