//! The implementer's statements: a profile of the implementation, and waivers with reasons for unexpected results.

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

/// An implementer's statements about the implementation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// `tileproof.profile/1`
    pub schema: String,
    /// The name.
    pub implementation: String,
    /// The version.
    pub version: String,
    /// The target of its compiler, such as `sm_90`.
    pub architecture: String,
    /// The device, and its driver.
    pub device: String,
    /// The newest supported version of Tile IR.
    pub ir: String,
    /// Whether products and sums are rounded together.
    pub contraction: Freedom,
    /// Whether its atomic sums of `f32` flush subnormal numbers.
    pub flushing: Freedom,
    /// Whether the implementation detects a broken rule.
    pub undefined: Detection,
    /// The order of its blocks.
    pub order: BlockOrder,
}

/// What an implementation may do, or never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freedom {
    /// The implementation may do so.
    May,
    /// The implementation never does so.
    Never,
}

/// Whether undefined behavior is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detection {
    /// The implementation detects it.
    Detected,
    /// Violations are not detected, so such launches are not run.
    Undetected,
}

/// The order of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockOrder {
    /// Any order: launches with an order-dependent result are skipped.
    Any,
    /// Blocks run in turn, x fastest, then y, then z.
    Xyz,
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// The file cannot be read, or is not a profile.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
        let wrong = |why: String| {
            Failure::usage(format!("{}: {why}", path.display()))
                .help("corpus/CONFORM.md describes profiles, with an example")
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

    /// Removes outcomes that the implementation excludes.
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
