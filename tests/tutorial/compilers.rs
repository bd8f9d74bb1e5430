//! Compilers for tests without nvcc and cuda.tile: they give the stored result of a source of the corpus. Lines that are only a comment in
//! C++ may differ, so that a page can show the source with another contract. The second compilation, with the header of the rules of the source,
//! has a result of its own where one is stored.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::folder::Folder;
use super::root;

/// Sources in `corpus/typical` with a stored result beside them.
const KNOWN: [&str; 4] = ["wrong/saxpy.cu", "repaired/saxpy.cu", "launched/train.py", "launched/scale.py"];

/// A folder with the script that stands in for both compilers, under both names.
pub(crate) struct Compilers(Folder);

impl Compilers {
    pub(crate) fn new() -> Self {
        let mut script = String::from(
            "#!/bin/sh\nbare() { sed 's,^//.*,//,' \"$1\"; }\n\
             give() { if [ -f \"$1$checked.$2\" ]; then cp \"$1$checked.$2\" \"$out\"; else cp \"$1.$2\" \"$out\"; fi; }\n\
             for word; do case $word in *.cu|*.py) source=$word;; -include) checked=.checked;; esac; done\n\
             while [ $# -gt 1 ]; do case $1 in -o|--table) out=$2;; esac; shift; done\n",
        );
        for known in KNOWN {
            let source = root().join("corpus/typical").join(known).display().to_string();
            let made = if known.ends_with(".py") { "launches" } else { "tilebc" };
            script.push_str(&format!(
                "[ \"$(bare \"$source\")\" = \"$(bare '{source}')\" ] && {{ give '{source}' {made}; exit; }}\n"
            ));
        }
        script.push_str("echo \"no stored result of $source\" >&2\nexit 2\n");
        let folder = Folder::new("compilers").with("nvcc", &script).with("python3", &script);
        for name in ["nvcc", "python3"] {
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(folder.0.join(name), mode).expect("the folder is ours");
        }
        Compilers(folder)
    }

    /// The command with these compilers first on the path, under names that a report can show, and without kept verdicts.
    pub(crate) fn used_by(&self, mut command: Command) -> Command {
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = [self.0.0.clone()].into_iter().chain(env::split_paths(&others));
        let path = env::join_paths(folders).expect("no folder has a colon in its name");
        command.env("PATH", path).env("NVCC", "nvcc").env("PYTHON", "python3").env("TILEPROOF_CACHE", "");
        command
    }
}
