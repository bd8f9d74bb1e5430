//! The destination of a suite's files: a folder, or a reproducible tar archive (POSIX.1-1988, `ustar`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use driver::failure::Failure;
use driver::files::write_file;

/// Bytes of a header, and what a file's bytes are filled up to.
const BLOCK: usize = 512;

/// The most bytes of the last and of the first part of a path.
const NAME: usize = 100;
const PREFIX: usize = 155;

/// The destination of files.
#[derive(Debug)]
pub(crate) enum Place {
    /// A folder.
    Folder(PathBuf),
    /// What an archive is made of, by path.
    Archive(BTreeMap<String, Vec<u8>>),
}

impl Place {
    /// Writes a file; its path has `/` between folders.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn put(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), Failure> {
        match self {
            Place::Folder(root) => {
                let path = root.join(path);
                path.parent().map_or(Ok(()), folder)?;
                write_file(&path, &bytes)
            }
            Place::Archive(files) => {
                files.insert(path.to_owned(), bytes);
                Ok(())
            }
        }
    }
}

/// Makes a folder.
///
/// # Errors
/// The folder cannot be created.
pub(crate) fn folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::file(path, "make", &error))
}

/// The archive of some files, all below one folder: in the order of their paths, of nobody and of no time.
///
/// # Errors
/// A path exceeds the archive's limit.
pub(crate) fn tar(root: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let mut archive = Vec::new();
    for (path, bytes) in files {
        let path = format!("{root}/{path}");
        let header = header(&path, bytes.len());
        let header = header.ok_or_else(|| Failure::usage(format!("{path} does not fit in a tar archive")))?;
        archive.extend(header);
        archive.extend(bytes);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    Ok(archive)
}

/// The header of a file; `None` if its path or size does not fit.
fn header(path: &str, size: usize) -> Option<[u8; BLOCK]> {
    let (prefix, name) = match path.len() <= NAME {
        true => ("", path),
        false => {
            let cuts = path.match_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..]));
            let mut fits = cuts.filter(|(prefix, name)| prefix.len() <= PREFIX && name.len() <= NAME);
            fits.next()?
        }
    };
    let size = Some(format!("{size:011o}")).filter(|size| size.len() == 11)?;
    let mut header = [0; BLOCK];
    let fields: [(usize, &str); 9] = [
        (0, name),
        (100, "0000644"),
        (108, "0000000"),
        (116, "0000000"),
        (124, &size),
        (136, "00000000000"),
        (148, "        "),
        (156, "0"),
        (257, "ustar\x0000"),
    ];
    for (at, text) in fields.into_iter().chain([(345, prefix)]) {
        header[at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Some(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_as_posix_has_it() {
        let made = header("a/b", 5).expect("it fits");
        // The sum of all bytes, with blanks in place of the sum itself.
        let blank = |at: usize| (148..156).contains(&at);
        let sum: u32 =
            made.iter().enumerate().map(|(at, byte)| if blank(at) { 32 } else { u32::from(*byte) }).sum();
        assert_eq!(made[148..156], *format!("{sum:06o}\0 ").as_bytes());
        assert_eq!(made[124..136], *b"00000000005\0");
        let long = format!("{}/{}", "p".repeat(150), "n".repeat(90));
        let made = header(&long, 0).expect("it fits in two parts");
        assert_eq!((made[0], made[90], made[345], made[495]), (b'n', 0, b'p', 0));
        assert_eq!(header(&"n".repeat(101), 0), None);
        let files = BTreeMap::from([("b".to_owned(), vec![1]), ("a".to_owned(), vec![2; 513])]);
        let archive = tar("r", &files).expect("it fits");
        assert_eq!(archive.len(), 512 + 1024 + 512 + 512 + 1024);
        assert_eq!(archive[..4], *b"r/a\0");
    }
}
