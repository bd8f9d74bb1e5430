//! The identity of this program's build.

use std::env;
use std::fs::File;
use std::io::Read;

use sha2::{Digest, Sha256};

/// The number of bytes per read.
const CHUNK: usize = 1 << 20;

/// The version with the digest of the executable; `None` if unreadable.
pub fn digest() -> Option<String> {
    let mut file = File::open(env::current_exe().ok()?).ok()?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk).ok()? {
            0 => break,
            count => digest.update(&chunk[..count]),
        }
    }
    let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("{} {digits}", env!("CARGO_PKG_VERSION")))
}
