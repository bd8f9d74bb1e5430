//! The first files of people who are new: reports on several kernels and launches at once, as a person has read them.

use std::{env, fs};

use super::{compiler, said, typical};
use crate::folder::Folder;

/// The files, each with the flag of its compiler and the ending of the compiler's output.
const FILES: [(&str, &str, &str); 3] =
    [("launches.cu", "-o", "tilebc"), ("shared.cu", "-o", "tilebc"), ("step.py", "--table", "launches")];

/// The most lines of a finding, with the picture.
const MOST: usize = 25;

#[test]
fn reports_are_the_ones_that_were_read() {
    for (file, flag, made) in FILES {
        let source = fs::read(typical(&format!("first/{file}"))).expect("the file is there");
        let folder = Folder::new(&format!("first-{}", file.replace('.', "-"))).with(file, source);
        let folder = compiler(folder, flag, &typical(&format!("first/{file}.{made}")));
        let (_, report) = said(&mut folder.command(&["check", file, "--no-times"]));
        let report = report.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n");
        let long = report.split("\n\n").find(|block| block.lines().count() > MOST);
        assert_eq!(long, None, "a finding of more than {MOST} lines");
        let path = typical(&format!("first/{file}.txt"));
        if env::var_os("BLESS").is_some() {
            fs::write(path, report).expect("the corpus can be written");
            continue;
        }
        let known = fs::read_to_string(path).expect("somebody has read the report");
        assert!(known == report, "another report than the one that was read:\n{report}");
    }
}
