//! Compilers for tests without nvcc and cuda.tile: they give the stored result of a source of the corpus. Lines that are only a comment in
//! C++ may differ, so that a page can show the source with another contract.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::folder::Folder;
use super::root;

/// Sources in `corpus/typical` with a stored result beside them.
const KNOWN: [&str; 3] = ["wrong/saxpy.cu", "repaired/saxpy.cu", "launched/train.py"];

/// A folder with the script that stands in for both compilers.
pub(crate) struct Compilers(Folder);

impl Compilers {
    pub(crate) fn new() -> Self {
        let mut script = String::from(
            "#!/bin/sh\nbare() { sed 's,^//.*,//,' \"$1\"; }\n\
             for word; do case $word in *.cu|*.py) source=$word;; esac; done\n\
             while [ $# -gt 1 ]; do case $1 in -o|--table) out=$2;; esac; shift; done\n",
        );
        for known in KNOWN {
            let source = root().join("corpus/typical").join(known).display().to_string();
            let made = if known.ends_with(".py") { "launches" } else { "tilebc" };
            script.push_str(&format!(
                "[ \"$(bare \"$source\")\" = \"$(bare '{source}')\" ] && {{ cp '{source}.{made}' \"$out\"; exit; }}\n"
            ));
        }
        script.push_str("echo \"no stored result of $source\" >&2\nexit 2\n");
        let folder = Folder::new("compilers").with("compiler", script);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.0.join("compiler"), mode).expect("the folder is ours");
        Compilers(folder)
    }

    /// The command with these compilers and without kept verdicts.
    pub(crate) fn used_by(&self, mut command: Command) -> Command {
        let script = self.0.0.join("compiler");
        command.env("NVCC", &script).env("PYTHON", script).env("TILEPROOF_CACHE", "");
        command
    }
}
