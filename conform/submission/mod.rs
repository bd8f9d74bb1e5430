//! Submissions: what an implementation made of a version of the suite, in a folder that others can hold to what it says.
//!
//! `profile.json` says what the implementation is, `results.jsonl` how each case ended, `waivers.jsonl` why some do not agree,
//! `summary.json` what that comes to, and `MANIFEST` has the digest of each of them.

mod line;
mod manifest;
mod part;
mod verify;
mod write;

pub use self::verify::{Verified, verify};
pub use self::write::{merge, submit};

/// The files.
mod file {
    pub(super) const PROFILE: &str = "profile.json";
    pub(super) const RESULTS: &str = "results.jsonl";
    pub(super) const WAIVERS: &str = "waivers.jsonl";
    pub(super) const SUMMARY: &str = "summary.json";
    pub(super) const MANIFEST: &str = "MANIFEST";
    /// The files of a submission in the order of the manifest.
    pub(super) const ALL: [&str; 4] = [PROFILE, RESULTS, SUMMARY, WAIVERS];
}
