//! Submissions: an implementation's results for a version of the suite, in a folder that others can verify.
//!
//! `profile.json` describes the implementation, `results.jsonl` has the outcomes, `waivers.jsonl` the reasons for
//! disagreements, and `summary.json` the totals. `MANIFEST` has the digest of each file.

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
