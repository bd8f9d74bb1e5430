//! The size of the folder: where entries have too many bytes, the oldest go.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How names of entries end.
pub(super) const KIND: &str = "entry";

/// How names of files end that are being written.
const PART: &str = "part";

/// The age of an unfinished file that counts as abandoned.
const STALE: Duration = Duration::from_secs(3600);

/// Removes the oldest entries until the others have no more than so many bytes. Other files of the folder are left alone.
pub(super) fn trim(folder: &Path, most: u64) {
    let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some((written, bytes)) =
            file.metadata().ok().and_then(|data| Some((data.modified().ok()?, data.len())))
        else {
            continue;
        };
        let path = file.path();
        match path.extension().and_then(|kind| kind.to_str()) {
            Some(KIND) => entries.push((written, bytes, path)),
            Some(PART) if written.elapsed().is_ok_and(|age| age > STALE) => remove(&path),
            Some(_) | None => {}
        }
    }
    let mut all: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
    entries.sort();
    for (_, bytes, path) in entries {
        if all <= most {
            return;
        }
        remove(&path);
        all -= bytes;
    }
}

/// Another process may have removed the file.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

#[cfg(test)]
mod tests {
    use std::fs::{File, FileTimes};

    use super::*;

    #[test]
    fn the_oldest_go_first_and_strangers_stay() {
        let folder = std::env::temp_dir().join(format!("tileproof-trim-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder is writable");
        let hours = |count: u64| SystemTime::now() - Duration::from_secs(3600 * count);
        for (name, age) in [("new.entry", 1), ("old.entry", 3), ("mid.entry", 2), ("x.part", 2), ("notes", 9)]
        {
            fs::write(folder.join(name), [0; 10]).expect("it is ours");
            let file = File::options().write(true).open(folder.join(name)).expect("it is there");
            file.set_times(FileTimes::new().set_modified(hours(age))).expect("it is ours");
        }
        trim(&folder, 20);
        let mut left: Vec<_> =
            fs::read_dir(&folder).expect("it is there").flatten().map(|file| file.file_name()).collect();
        left.sort();
        assert_eq!(left, ["mid.entry", "new.entry", "notes"]);
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
