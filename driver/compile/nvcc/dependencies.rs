//! What nvcc read for a compilation, as it writes that down for `make`.

use std::path::Path;

/// The files of a rule, `made : file file \`; none where it is no such rule.
pub(super) fn files(rule: &str) -> Option<Vec<String>> {
    let (_, listed) = rule.split_once(" : ").or_else(|| rule.split_once(": "))?;
    let (mut files, mut file) = (Vec::new(), String::new());
    let mut letters = listed.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        match (letter, next) {
            ('\\', Some('\n')) => {}
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => file.extend(letters.next()),
            (letter, _) if letter.is_whitespace() => {
                files.extend(Some(std::mem::take(&mut file)).filter(|file| !file.is_empty()));
            }
            (letter, _) => file.push(letter),
        }
    }
    files.extend(Some(file).filter(|file| !file.is_empty()));
    Some(files).filter(|files| !files.is_empty())
}

/// The folders where headers are looked for, as far as they are not the compiler's own: that of the file, and those that flags name.
pub(super) fn folders(file: &Path, flags: &[String]) -> Vec<String> {
    let own = file.parent().map(|folder| folder.display().to_string());
    let own = own.map(|folder| if folder.is_empty() { ".".to_owned() } else { folder });
    let mut folders: Vec<String> = own.into_iter().collect();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        if ["-I", "-isystem", "--include-path", "--system-include"].contains(&flag.as_str()) {
            folders.extend(flags.next().cloned());
        } else if let Some(folder) = flag.strip_prefix("-I") {
            folders.push(folder.to_owned());
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_rule_are_read() {
        let rule = "k.tilebc : k.cu \\\n    /usr/a\\ b.h \\\n    c$$.h \\\n    d\\e.h\n";
        assert_eq!(files(rule).expect("it is a rule"), ["k.cu", "/usr/a b.h", "c$.h", "d\\e.h"]);
        assert_eq!(files(""), None);
        assert_eq!(files("k.tilebc :"), None);
    }

    #[test]
    fn folders_are_those_of_the_file_and_of_flags() {
        let flags = ["-Ia", "-DX", "-I", "b", "-isystem", "c"].map(str::to_owned);
        assert_eq!(folders(Path::new("k.cu"), &flags), [".", "a", "b", "c"]);
        assert_eq!(folders(Path::new("x/k.cu"), &[]), ["x"]);
    }
}
