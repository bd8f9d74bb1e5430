//! What an implementer states: of the implementation a profile, and of results that are not as they should be waivers with reasons.

mod waivers;

use std::fs;
use std::path::Path;

use driver::accuracy::Reading;
use driver::failure::Failure;
use serde::{Deserialize, Serialize};

pub use self::waivers::Waivers;
use crate::case::{Case, Expected};

/// The `schema` field that identifies a profile.
const SCHEMA: &str = "tileproof.profile/1";

/// The versions of Tile IR.
const VERSIONS: [&str; 5] = ["13.1", "13.2", "13.3", "13.4", "13.5"];

/// What an implementer states of the implementation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// `tileproof.profile/1`
    pub schema: String,
    /// What it is called.
    pub implementation: String,
    /// Which version of it.
    pub version: String,
    /// The target of its compiler, such as `sm_90`.
    pub architecture: String,
    /// The device, and its driver.
    pub device: String,
    /// The newest version of Tile IR that it takes.
    pub ir: String,
    /// Whether it rounds products and sums together.
    pub contraction: Freedom,
    /// Whether its atomic sums of `f32` flush subnormal numbers.
    pub flushing: Freedom,
    /// Whether it notices that a launch breaks a rule.
    pub undefined: Detection,
    /// The order of its blocks.
    pub order: BlockOrder,
}

/// What an implementation may do, or never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freedom {
    /// It may.
    May,
    /// It never does.
    Never,
}

/// Whether undefined behavior is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detection {
    /// It is.
    Detected,
    /// Violations are not detected, so such launches are not run.
    Undetected,
}

/// In which order blocks run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockOrder {
    /// In any: launches whose result holds in one order alone are not run.
    Any,
    /// One after the other, x fastest, then y, then z.
    Xyz,
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no profile.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
        let wrong = |why: String| {
            Failure::usage(format!("{}: {why}", path.display()))
                .help("corpus/CONFORM.md says what a profile states, and has one")
        };
        let profile: Profile = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
        if profile.schema != SCHEMA {
            return Err(wrong(format!("the schema is {}, not {SCHEMA}", profile.schema)));
        }
        if !VERSIONS.contains(&profile.ir.as_str()) {
            return Err(wrong(format!("there is no Tile IR {}: {}", profile.ir, VERSIONS.join(", "))));
        }
        let texts = [&profile.implementation, &profile.version, &profile.architecture, &profile.device];
        match texts.iter().any(|text| text.trim().is_empty()) {
            true => Err(wrong("a text is empty".to_owned())),
            false => Ok(profile),
        }
    }

    /// The implementation in a few words.
    pub fn title(&self) -> String {
        let Profile { implementation, version, architecture, device, .. } = self;
        format!("{implementation} {version} for {architecture} on {device}")
    }

    /// Why a case is none for such an implementation.
    pub(crate) fn excludes(&self, case: &Case) -> Option<&'static str> {
        match (&case.expected, self.undefined, self.order) {
            (Expected::Breaks(_), Detection::Undetected, _) => {
                Some("outside the profile: what breaks a rule is not detected")
            }
            (_, _, BlockOrder::Any) if case.in_order => Some("outside the profile: blocks run in any order"),
            (Expected::Breaks(_) | Expected::Leaves(_), _, _) => None,
        }
    }

    /// The case without what such an implementation never does.
    pub(crate) fn narrow(&self, mut case: Case) -> Case {
        if let Expected::Leaves(lists) = &mut case.expected {
            for left in lists {
                left.readings.retain(|(reading, _)| match reading {
                    Reading::Plain => true,
                    Reading::Contracted => self.contraction == Freedom::May,
                    Reading::Flushed => self.flushing == Freedom::May,
                });
            }
        }
        case
    }
}
