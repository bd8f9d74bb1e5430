//! The identity of this program's build.

use std::env;
use std::fs::File;
use std::io::Read;

use object::{Object, ReadCache};
use sha2::{Digest, Sha256};

use super::key::digits;

/// The number of bytes per read.
const CHUNK: usize = 1 << 20;

/// The version with the linker's digest of the program (its build ID), or without one the digest of the executable's bytes;
/// `None` if unreadable.
pub fn digest() -> Option<String> {
    let digest = match build_id() {
        Some(id) => digits(&id),
        None => digits(&digest_of_bytes()?),
    };
    Some(format!("{} {digest}", env!("CARGO_PKG_VERSION")))
}

/// The build ID; reading it takes no longer for a large program. `None` if the linker left none.
fn build_id() -> Option<Vec<u8>> {
    let bytes = ReadCache::new(executable()?);
    let program = object::File::parse(&bytes).ok()?;
    program.build_id().ok()?.map(<[u8]>::to_vec)
}

fn digest_of_bytes() -> Option<Vec<u8>> {
    let mut file = executable()?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk).ok()? {
            0 => return Some(digest.finalize().to_vec()),
            count => digest.update(&chunk[..count]),
        }
    }
}

fn executable() -> Option<File> {
    File::open(env::current_exe().ok()?).ok()
}
