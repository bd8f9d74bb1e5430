//! Annotations of GitHub's workflows: a command per finding, each on its own line.

use crate::checked::{Shared, Told, shared};
use crate::entry::Level;
use crate::human::summary;
use crate::region::{Region, relative};

/// The commands.
pub fn report(told: &Told<'_>) -> String {
    let mut text = String::new();
    for one in shared(told.kernels) {
        text.push_str(&annotation(&one));
    }
    for problem in told.problems {
        let file = problem.file_name().map(|file| relative(&file.display().to_string()));
        let file = file.map_or(String::new(), |file| format!("file={},", property(&file)));
        let message = data(&problem.to_string());
        text.push_str(&format!("::error {file}title=tileproof%3A unreadable::{message}\n"));
    }
    let pairs: Vec<_> = told.kernels.iter().map(|one| (&one.source, &one.report)).collect();
    let accepted = told.rest_in_words();
    // What is no command stands in the log.
    text.push_str(&format!("tileproof: {}{accepted}\n", summary(&pairs, None).trim()));
    text
}

fn annotation(one: &Shared<'_>) -> String {
    let entry = one.entry;
    let command = match entry.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let mut message = entry.message.clone();
    if let Some(other) = &entry.other {
        message.push_str(&format!("\nthe other access: {}", other.place()));
    }
    if let Some(list) = one.list() {
        message.push_str(&format!("\n{list}"));
    }
    if let Some(proposal) = &entry.proposal {
        let (line, words) = &proposal.shown;
        message.push_str(&format!("\nfix: in line {line}, write {words}"));
    } else if let Some(help) = &entry.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let kernel = entry.kernel.as_ref().map_or(String::new(), |kernel| format!(" in {kernel}"));
    let title = property(&format!("{}{kernel}", entry.kind.id()));
    format!("::{command} {},title={title}::{}\n", place(&entry.at), data(&message))
}

/// A place. Columns are only valid for a place within one line.
fn place(at: &Region) -> String {
    let (line, column) = at.start;
    let mut text = format!("file={},line={line}", property(&at.file));
    match at.end {
        Some((end, behind)) if end == line => {
            text.push_str(&format!(",endLine={end},col={column},endColumn={behind}"));
        }
        Some((end, _)) => text.push_str(&format!(",endLine={end}")),
        None => text.push_str(&format!(",col={column}")),
    }
    text
}

/// Text as the message of a command has it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text as a property of a command has it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_said_ends_a_command_or_a_property() {
        assert_eq!(data("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a,b:c%0A"), "a%2Cb%3Ac%250A");
        let at = |end| Region { file: "a,b.cu".to_owned(), start: (3, 5), end };
        assert_eq!(place(&at(Some((3, 9)))), "file=a%2Cb.cu,line=3,endLine=3,col=5,endColumn=9");
        assert_eq!(place(&at(Some((4, 2)))), "file=a%2Cb.cu,line=3,endLine=4");
        assert_eq!(place(&at(None)), "file=a%2Cb.cu,line=3,col=5");
    }
}
