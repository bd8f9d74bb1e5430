//! nvcc's errors for a rejected file, without the notes on every mismatched overload.

use std::path::Path;

use super::find::HOW;
use crate::failure::Failure;

/// The most lines of errors to show. The first error usually causes the others.
const SHOWN: usize = 16;

/// The failure of a compilation.
pub(super) fn failure(file: &Path, nvcc: &Path, said: &str) -> Failure {
    if said.contains("Unknown option") && said.contains("tile") {
        return Failure::usage(format!("{} does not know Tile C++", nvcc.display())).help(HOW);
    }
    let errors = errors(said);
    if errors.is_empty() {
        let said = said.trim();
        let said = if said.is_empty() { "it says nothing" } else { said };
        return Failure::usage(format!("{} does not compile {}: {said}", nvcc.display(), file.display()));
    }
    let shown = first(&errors);
    let more = match errors.len() - shown.len() {
        0 => String::new(),
        1 => "\nand 1 more error".to_owned(),
        count => format!("\nand {count} more errors"),
    };
    Failure::ill_formed(format!("nvcc does not accept {}\n{}{more}", file.display(), shown.join("\n")))
}

/// The first error, and the further errors that fit.
fn first(errors: &[String]) -> &[String] {
    let mut lines = 0;
    let fit = errors.iter().take_while(|error| {
        lines += error.lines().count();
        lines <= SHOWN
    });
    let count = fit.count().max(1).min(errors.len());
    &errors[..count]
}

/// Each error with its lines: the types of arguments, the line of the source, and the column.
fn errors(said: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in said.lines() {
        let begins = line.contains("): error") || line.contains(": error:") || line.starts_with("error");
        let indented = line.starts_with(char::is_whitespace) && !line.trim().is_empty();
        // The places from where templates are instantiated stand behind the notes.
        let instantiated = line.trim_start().starts_with("detected during") || line.contains("\" at line ");
        inside = begins || (inside || instantiated && !found.is_empty()) && indented;
        match found.last_mut() {
            _ if begins => found.push(without_bindings(line)),
            Some(last) if inside => {
                last.push('\n');
                last.push_str(&without_bindings(line));
            }
            Some(_) | None => {}
        }
    }
    found
}

/// A line without what templates are instantiated with, and without names of namespaces that nobody writes.
fn without_bindings(line: &str) -> String {
    let mut line = line.replace("cuda::tiles::__1::", "ct::");
    while let Some(start) = line.find(" [with ") {
        let end = line[start..].find(']').map_or(line.len(), |end| start + end + 1);
        line.replace_range(start..end, "");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_errors_fill_a_screen_at_most() {
        let of_lines = |count: usize| vec!["e"; count].join("\n");
        assert_eq!(first(&[of_lines(40), of_lines(1)]).len(), 1);
        assert_eq!(first(&[of_lines(3), of_lines(13), of_lines(1)]).len(), 2);
        assert_eq!(first(&[of_lines(3), of_lines(3)]).len(), 2);
    }

    #[test]
    fn notes_are_left_out() {
        let said = "\
e.cu(5): error: no instance of \"cuda::tiles::__1::load [with T=a<b>]\" matches
            argument types are: (int)
    auto v = x.load(3);
               ^
h.h(9): note #3473-D: substituting
      requires compatible
               ^

e.cu(6): error: identifier \"u\" is undefined
    u(3);
    ^

2 errors detected in the compilation of \"e.cu\".
";
        assert_eq!(
            errors(said),
            [
                "e.cu(5): error: no instance of \"ct::load\" matches\n            argument types are: (int)\n    auto v = x.load(3);\n               ^",
                "e.cu(6): error: identifier \"u\" is undefined\n    u(3);\n    ^",
            ]
        );
    }
}
