//! Breakpoints: lines of the author's file, or of the kernel's text.

use std::collections::BTreeSet;

use crate::program::Program;

/// Lines at whose first operation a run stops.
#[derive(Debug, Default)]
pub(crate) struct Breakpoints {
    lines: BTreeSet<(String, usize)>,
}

impl Breakpoints {
    /// Stops at a line of a file, or at the next line with an operation; returns the actual line. A path suffix selects the
    /// file; the kernel's own file is the default.
    pub(crate) fn add(
        &mut self,
        program: &Program<'_>,
        file: Option<&str>,
        line: usize,
    ) -> Option<(String, usize)> {
        let found = resolve(program, file, line)?;
        self.lines.insert(found.clone());
        Some(found)
    }

    /// Removes a breakpoint; returns whether it existed.
    pub(crate) fn remove(&mut self, program: &Program<'_>, file: Option<&str>, line: usize) -> bool {
        resolve(program, file, line).is_some_and(|found| self.lines.remove(&found))
    }

    /// Removes all of a file.
    pub(crate) fn clear_file(&mut self, file: &str) {
        self.lines.retain(|(own, _)| !is_file(own, file));
    }

    /// All breakpoints.
    pub(crate) fn all(&self) -> impl Iterator<Item = &(String, usize)> {
        self.lines.iter()
    }

    /// Whether a run stops before an operation, by its number.
    pub(crate) fn stops_at(&self, program: &Program<'_>, number: usize) -> bool {
        let listed = &program.all()[number];
        listed.begins
            && self
                .lines
                .iter()
                .any(|(file, line)| *line == listed.position.line && *file == listed.position.file)
    }
}

/// The first line with an operation, at or below the given line.
fn resolve(program: &Program<'_>, file: Option<&str>, line: usize) -> Option<(String, usize)> {
    let own = &program.all().first()?.position.file;
    let places = program.all().iter().map(|listed| &listed.position);
    let meant =
        places.filter(|at| file.map_or(at.file == *own, |file| is_file(&at.file, file)) && at.line >= line);
    meant.min_by_key(|at| at.line).map(|at| (at.file.clone(), at.line))
}

/// Whether two paths may name one file: one is a suffix of the other.
fn is_file(own: &str, given: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
    };
    ends(own, given) || ends(given, own)
}
