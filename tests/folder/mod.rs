//! A folder of a test, and commands run inside.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::{env, fs, process};

/// A proved kernel: a store to one of two places; the second may be partly outside.
#[allow(dead_code, reason = "each test takes what it needs")]
pub(crate) const STORE: &str = "\
contract @store {
  names = (o, i)
  grid = (1)
  requires = i >= 0, i <= 1
  buffer o : i32[5]
}
entry @store(%o: tile<ptr<i32>>, %i: tile<i32>) {
  %c7 = constant <i32: 7> : tile<4xi32>
  %to = make_tensor_view %o, shape = [5], strides = [1] : tensor_view<5xi32, strides=[1]>
  %target = make_partition_view %to : partition_view<tile=(4), tensor_view<5xi32, strides=[1]>>
  %t = store_view_tko weak %c7, %target[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<5xi32, strides=[1]>>, tile<i32> -> token
  return
}
";

/// A kernel that is unknown: the ranges of an exclusive or are not followed.
#[allow(dead_code, reason = "each test takes what it needs")]
pub(crate) const UNKNOWN: &str = "\
contract @flip {
  names = (x)
  grid = (1)
  requires = x >= -4, x <= 3
}
entry @flip(%x: tile<i32>) {
  %one = constant <i32: 1> : tile<i32>
  %large = constant <i32: 500000000> : tile<i32>
  %other = xori %x, %one : tile<i32>
  %product = muli %other, %large overflow<no_signed_wrap> : tile<i32>
  return
}
";

/// A folder of a test, with files.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// An empty folder; no two tests of a program share a name.
    pub(crate) fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("tileproof-{}-{name}", process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder is writable");
        Folder(folder)
    }

    /// Adds a file.
    pub(crate) fn with(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        fs::write(self.0.join(name), text).expect("the folder is writable");
        self
    }

    /// The command, in the folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tileproof"));
        command.args(words).current_dir(&self.0).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    /// Runs the command.
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the program starts")
    }

    /// Runs the command, which must end with `code`, and returns its output.
    #[track_caller]
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn ends(&self, code: i32, words: &[&str]) -> String {
        let output = self.run(words);
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert_eq!(output.status.code(), Some(code), "{words:?}\n{out}{err}");
        assert!(!err.contains("panicked"), "{err}");
        format!("{out}{err}")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the folder is ours");
    }
}

/// Fails where a text lacks a part.
#[track_caller]
pub(crate) fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in\n{text}");
}
