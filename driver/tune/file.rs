//! The file with measured settings.

use std::fs;
use std::path::Path;

use codegen::Options;
use launch::Facts;
use serde::{Deserialize, Serialize};
use spec::proof::{self, Proved};

use crate::failure::Failure;
use crate::files::write_file;
use crate::proof::digest;
use crate::statistics::Estimate;

/// The shape of the file.
const SCHEMA: &str = "tileproof.tuned/1";

/// The options of the code; missing ones are chosen by the kernel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Threads of a block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Stages of pipelines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<u32>,
    /// Columns of a group of tile blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
}

/// A timed choice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timed {
    /// The choice.
    pub choice: Choice,
    /// The median time.
    pub microseconds: f64,
    /// The speedup over the untimed choice, with its 95 % interval.
    pub gain: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The measurements of a kernel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    schema: String,
    kernel: String,
    /// Of the kernel's text.
    pub(super) digest: String,
    device: String,
    pub(super) compute_capability: String,
    grid: [u32; 3],
    /// The fastest choice, or the untimed choice if no other is significantly faster.
    pub best: Timed,
    /// All timed choices, the default first.
    pub timed: Vec<Timed>,
}

impl From<Options> for Choice {
    fn from(options: Options) -> Self {
        Choice { threads: options.threads, stages: options.stages, group: options.group }
    }
}

impl Choice {
    fn options(self) -> Options {
        Options { threads: self.threads, stages: self.stages, group: self.group, ..Options::default() }
    }

    /// In words.
    pub fn describe(self) -> String {
        let parts = [("threads", self.threads), ("stages", self.stages), ("columns in a group", self.group)];
        let parts: Vec<String> = parts
            .iter()
            .filter_map(|(what, number)| number.map(|number| format!("{number} {what}")))
            .collect();
        if parts.is_empty() { "as chosen by the kernel".to_owned() } else { parts.join(", ") }
    }
}

impl Tuned {
    /// The measurements of a kernel's candidates, each with its time and its gain.
    pub(super) fn new(
        proved: &Proved,
        facts: &Facts,
        grid: [u32; 3],
        candidates: &[(Options, Estimate, Estimate)],
    ) -> Self {
        let timed: Vec<Timed> = candidates
            .iter()
            .map(|(options, time, gain)| Timed {
                choice: Choice::from(*options),
                microseconds: time.value * 1e3,
                gain: gain.value,
                low: gain.low,
                high: gain.high,
            })
            .collect();
        let kernel = proved.kernel();
        Tuned {
            schema: SCHEMA.to_owned(),
            kernel: kernel.name.clone(),
            digest: digest_of(proved),
            device: facts.name.clone(),
            compute_capability: facts.capability.to_string(),
            grid,
            best: best(&timed),
            timed,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or was not written by `tune`.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
        let wrong = |why: String| {
            Failure::usage(format!("{} is no file of measured choices: {why}", path.display()))
                .help("`tileproof tune FILE --output TUNED` writes one")
        };
        let tuned: Tuned = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if tuned.schema == SCHEMA { Ok(tuned) } else { Err(wrong(format!("it is {}", tuned.schema))) }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        write_file(path, self.text()?.as_bytes())
    }

    /// The file's text.
    pub(super) fn text(&self) -> Result<String, Failure> {
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::usage(error.to_string()))?;
        Ok(text + "\n")
    }

    /// How the code of a kernel is made for devices of a compute capability such as `9.0`.
    ///
    /// # Errors
    /// It is of another kernel, or was measured on another kind of device.
    pub fn options(&self, proved: &Proved, capability: &str) -> Result<Options, Failure> {
        let kernel = proved.kernel();
        let help = "measure it once more with `tileproof tune`";
        if self.digest != digest_of(proved) {
            let what = format!("what was measured is of @{} as it was, not of @{}", self.kernel, kernel.name);
            return Err(Failure::usage(what).help(help));
        }
        if self.compute_capability != capability {
            let what = format!(
                "@{} was measured on a device of compute capability {}, and this is {capability}",
                self.kernel, self.compute_capability
            );
            return Err(Failure::usage(what).help(help));
        }
        Ok(self.best.choice.options())
    }
}

/// The digest of a kernel's text.
pub(super) fn digest_of(proved: &Proved) -> String {
    digest::of(&proof::text(proved.kernel().written()))
}

/// The fastest of those that are faster for sure than the first, or the first.
fn best(timed: &[Timed]) -> Timed {
    let nothing = Timed { choice: Choice::default(), microseconds: 0.0, gain: 1.0, low: 1.0, high: 1.0 };
    let first = timed.first().copied().unwrap_or(nothing);
    let surely = timed.iter().filter(|one| one.low > 1.0).copied();
    surely.fold(first, |best, one| if one.gain > best.gain { one } else { best })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::tune) const KERNEL: &str = "contract @k { names = (a) requires = a >= 1 }
        entry @k(%a: tile<i32>) {
          return
        }";

    fn timed(threads: Option<u32>, gain: f64, low: f64) -> Timed {
        let choice = Choice { threads, ..Choice::default() };
        Timed { choice, microseconds: 10.0 / gain, gain, low, high: gain + (gain - low) }
    }

    #[test]
    fn only_what_is_surely_faster_is_chosen() {
        let all = [timed(None, 1.0, 1.0), timed(Some(64), 1.05, 0.98), timed(Some(256), 1.03, 1.01)];
        assert_eq!(best(&all).choice.threads, Some(256));
        assert_eq!(best(&all[..2]).choice, Choice::default());
        assert_eq!(best(&all[..2]).choice.describe(), "as chosen by the kernel");
    }

    pub(in crate::tune) fn tuned(text: &str) -> (Proved, Tuned) {
        let module = spec::parse::module(text).expect("it parses");
        let kernel = spec::valid::Valid::new(module.kernels[0].clone()).expect("it is valid");
        let contract = module.contracts[0].clone();
        let proved = Proved::trusting(&kernel, contract, proof::Grounds::default(), Vec::new())
            .expect("nothing to show");
        let facts = Facts {
            ordinal: 0,
            name: "NVIDIA H200".to_owned(),
            capability: launch::error::Version(9, 0),
            memory: 0,
            multiprocessors: 132,
            cache: 0,
            shared: 0,
            driver: launch::error::Version(13, 0),
        };
        let time = Estimate { value: 0.01, low: 0.01, high: 0.01 };
        let gain = Estimate { value: 1.5, low: 1.4, high: 1.6 };
        let one = Estimate { value: 1.0, low: 1.0, high: 1.0 };
        let faster = Options { threads: Some(64), ..Options::default() };
        let tuned =
            Tuned::new(&proved, &facts, [1; 3], &[(Options::default(), time, one), (faster, time, gain)]);
        (proved, tuned)
    }

    #[test]
    fn a_file_is_of_one_kernel_and_one_kind_of_device() {
        let (proved, tuned_) = tuned(KERNEL);
        assert_eq!(tuned_.options(&proved, "9.0").expect("it is of this kernel").threads, Some(64));
        let other = tuned_.options(&proved, "8.0").expect_err("it is of another device");
        assert!(other.to_string().contains("compute capability 9.0, and this is 8.0"), "{other}");
        let (changed, _) = tuned(&KERNEL.replace("return", "%c = constant <i32: 1> : tile<i32>\n return"));
        let other = tuned_.options(&changed, "9.0").expect_err("it is of another kernel");
        assert!(other.to_string().contains("of @k as it was"), "{other}");
    }
}
