//! The author's headers of a file, with assumptions and variables without a value: the second compilation has changed copies of them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{unset_in, with_rules, with_values};
use crate::compile::scratch::Scratch;
use crate::failure::Failure;

/// The headers that a file includes, directly or not, and that lie in the folder of an including file or in a folder of the flag `-I`.
pub(in super::super) struct Headers {
    /// The texts with the rules of the source as assertions.
    texts: Vec<(PathBuf, String)>,
    /// Whether there is such an assertion.
    has_rules: bool,
    folders: Vec<PathBuf>,
}

impl Headers {
    /// Reads the headers of a file with this text.
    pub(in super::super) fn of(file: &Path, text: &str, flags: &[String]) -> Self {
        let mut headers = Headers { texts: Vec::new(), has_rules: false, folders: folders(flags) };
        headers.add(file, text);
        let mut next = 0;
        while let Some((path, text)) = headers.texts.get(next).cloned() {
            headers.add(&path, &text);
            next += 1;
        }
        headers
    }

    /// Whether an assumption or the open end of a function is in one.
    pub(in super::super) fn has_rules(&self) -> bool {
        self.has_rules
    }

    /// Whether there is a variable without a value in one.
    pub(in super::super) fn has_unset(&self, followed: bool) -> bool {
        let mut all = self.texts.iter().flat_map(|(_, text)| unset_in(text));
        all.any(|one| one.is_needed(followed))
    }

    /// Writes copies into a folder, with values if these are wanted. Returns the text of the file with these headers in place of the author's.
    pub(in super::super) fn write(
        &self,
        file: &Path,
        text: &str,
        values: Option<bool>,
        folder: &Scratch,
    ) -> Result<String, Failure> {
        let copy = |at: usize| folder.file(&format!("{at}.h"));
        let copies: HashMap<&Path, PathBuf> =
            self.texts.iter().enumerate().map(|(at, (path, _))| (path.as_path(), copy(at))).collect();
        for (at, (path, text)) in self.texts.iter().enumerate() {
            let unset = if values.is_some() { unset_in(text) } else { Vec::new() };
            let changed = self.redirect(path, &with_values(text, &unset, values == Some(true)), &copies);
            let line = format!("#line 1 \"{}\"\n", path.display().to_string().replace('\\', "\\\\"));
            let copy = copy(at);
            fs::write(&copy, line + &changed).map_err(|error| Failure::file(&copy, "write", &error))?;
        }
        Ok(self.redirect(file, text, &copies))
    }

    fn add(&mut self, file: &Path, text: &str) {
        for name in text.lines().filter_map(included) {
            let Some(path) = self.find(file, name) else { continue };
            let is_new = self.texts.iter().all(|(known, _)| *known != path);
            if let (true, Ok(text)) = (is_new, fs::read_to_string(&path)) {
                let asserted = with_rules(&text);
                self.has_rules |= asserted != text;
                self.texts.push((path, asserted));
            }
        }
    }

    /// The header of a name, as the compiler finds it.
    fn find(&self, file: &Path, name: &str) -> Option<PathBuf> {
        let beside = file.parent().map(Path::to_owned);
        let mut paths = beside.iter().chain(&self.folders).map(|folder| folder.join(name));
        paths.find(|path| path.is_file()).and_then(|path| fs::canonicalize(path).ok())
    }

    /// A text that includes copies.
    fn redirect(&self, file: &Path, text: &str, copies: &HashMap<&Path, PathBuf>) -> String {
        let line = |line: &str| {
            let copy = included(line).and_then(|name| copies.get(self.find(file, name)?.as_path()));
            copy.map_or(line.to_owned(), |copy| format!("#include \"{}\"", copy.display()))
        };
        text.split('\n').map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The name that a line includes.
fn included(line: &str) -> Option<&str> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let name = directive.strip_prefix("include")?.trim_start();
    let end = match name.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    name[1..].split_once(end).map(|(name, _)| name)
}

/// The folders of `-I`, but for the compiler's own.
fn folders(flags: &[String]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        match flag.strip_prefix("-I") {
            Some("") => found.extend(rest.next().map(PathBuf::from)),
            Some(folder) => found.push(PathBuf::from(folder)),
            None => {}
        }
    }
    found.retain(|folder: &PathBuf| !folder.join("cuda_tile.h").is_file());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_get_values_in_copies() {
        let folder = Scratch::new().expect("a folder");
        let copies = Scratch::new().expect("a folder");
        fs::create_dir_all(folder.file("more")).expect("a folder");
        let body = "#pragma once\n#include \"two.h\"\ninline int f() { int t; return t; }\n";
        fs::write(folder.file("more/one.h"), body).expect("a header");
        fs::write(folder.file("more/two.h"), "#include \"../none.h\"\n#include <cuda_tile.h>\n")
            .expect("a header");
        let file = folder.file("k.cu");
        let text = "#include <one.h>\n# include \"more/two.h\" // c\nint main() {}\n";
        let flags = ["-I".to_owned(), folder.file("more").display().to_string()];
        let headers = Headers::of(&file, text, &flags);
        assert!(headers.has_unset(false) && !headers.has_unset(true));
        let changed = headers.write(&file, text, Some(false), &copies).expect("copies");
        let [one, two] = ["0.h", "1.h"].map(|name| copies.file(name));
        assert_eq!(
            changed,
            format!("#include \"{}\"\n#include \"{}\"\nint main() {{}}\n", one.display(), two.display())
        );
        let one = fs::read_to_string(one).expect("a copy");
        assert!(
            one.contains("int t = ::cuda") && one.contains(&format!("#include \"{}\"", two.display())),
            "{one}"
        );
        assert_eq!(fs::read_to_string(two).expect("a copy").lines().count(), 3);
    }
}
