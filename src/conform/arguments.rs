//! The arguments of `tileproof conform`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use conform::run::{ConformTarget, Shard};

use crate::help;

/// The cases to run, the implementation, and the results to write.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The implementation: interp, gpu, exec:COMMAND, or results:DIR
    #[arg(long, help_heading = help::IMPLEMENTATION, value_name = "TARGET", default_value = "interp", value_parser = ConformTarget::parse)]
    pub(super) target: ConformTarget,
    /// Run only cases with this text in their name
    #[arg(long, help_heading = help::CASES, value_name = "TEXT", default_value = "")]
    pub(super) filter: String,
    /// Run one part of the suite, such as 2/5
    #[arg(long, help_heading = help::CASES, value_name = "I/N", value_parser = Shard::parse)]
    pub(super) shard: Option<Shard>,
    /// The folder of the corpus
    #[arg(long, help_heading = help::CASES, value_name = "DIR", default_value = "corpus")]
    pub(super) corpus: PathBuf,
    /// Use a suite from --export instead of the corpus
    #[arg(long, help_heading = help::CASES, value_name = "DIR")]
    pub(super) suite: Option<PathBuf>,
    /// Use the proofs F/K.proof for kernel K of F.tile (target gpu) instead of checking first
    #[arg(long, help_heading = help::IMPLEMENTATION, value_name = "DIR")]
    pub(super) proofs: Option<PathBuf>,
    /// Also run generated cases without a confirmation by a device
    #[arg(long, help_heading = help::CASES)]
    pub(super) candidates: bool,
    /// Run only the frozen cases of the suite's version
    #[arg(long, help_heading = help::CASES, conflicts_with = "candidates")]
    pub(super) mustpass: bool,
    #[command(flatten)]
    pub(super) batch: BatchArguments,
    #[command(flatten)]
    pub(super) stated: StatedArguments,
    #[command(flatten)]
    pub(super) made: MadeArguments,
    /// Print JSON
    #[arg(long, help_heading = help::REPORT)]
    pub(super) json: bool,
    /// Write JUnit XML to this file
    #[arg(long, help_heading = help::REPORT, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// Write the list of agreeing generated cases to this file
    #[arg(long, help_heading = help::FILES, value_name = "FILE", requires = "device")]
    pub(super) admit: Option<PathBuf>,
    /// The name of the device, for --admit
    #[arg(long, help_heading = help::FILES, value_name = "TEXT")]
    pub(super) device: Option<String>,
}

/// The settings for one process that runs all cases.
#[derive(Debug, Args)]
pub(super) struct BatchArguments {
    /// Start the command of --target once, and send all cases as lines of JSON
    #[arg(long, help_heading = help::IMPLEMENTATION)]
    pub(super) batch: bool,
    /// Seconds until an answer of the command is overdue
    #[arg(long, help_heading = help::IMPLEMENTATION, value_name = "SECONDS", default_value = "60", value_parser = limit, requires = "batch")]
    pub(super) limit: Duration,
    /// The maximum number of restarts after a crash of the command
    #[arg(long, help_heading = help::IMPLEMENTATION, value_name = "N", default_value_t = 50, requires = "batch")]
    pub(super) restarts: usize,
    /// Serve as such a command: read cases from standard input, run the interpreter, print answers
    #[arg(long, help_heading = help::IMPLEMENTATION, conflicts_with = "batch")]
    pub(super) serve: bool,
}

/// Statements about the implementation.
#[derive(Debug, Args)]
pub(super) struct StatedArguments {
    /// The profile of the implementation
    #[arg(long, help_heading = help::IMPLEMENTATION, value_name = "FILE")]
    pub(super) profile: Option<PathBuf>,
    /// The list of expected disagreements, with reasons
    #[arg(long, help_heading = help::IMPLEMENTATION, value_name = "FILE")]
    pub(super) waivers: Option<PathBuf>,
}

/// Files made from a run, or instead of a run.
#[derive(Debug, Args)]
pub(super) struct MadeArguments {
    /// Write the suite to this folder; run nothing
    #[arg(long, help_heading = help::FILES, value_name = "DIR", conflicts_with = "suite", group = "made")]
    pub(super) export: Option<PathBuf>,
    /// Write the suite's version to this tar archive; run nothing
    #[arg(long, help_heading = help::FILES, value_name = "FILE", group = "made", conflicts_with_all = ["filter", "shard", "candidates"])]
    pub(super) archive: Option<PathBuf>,
    /// Write the list of a version, corpus/conform/mustpass.txt; run nothing
    #[arg(long, help_heading = help::FILES, value_name = "VERSION", group = "made", conflicts_with_all = ["suite", "filter", "shard", "candidates"])]
    pub(super) freeze: Option<String>,
    /// Verify a submission; run nothing else
    #[arg(long, help_heading = help::SUBMISSIONS, value_name = "DIR", group = "made", conflicts_with_all = ["filter", "shard", "candidates"])]
    pub(super) verify: Option<PathBuf>,
    /// Merge the submissions of several parts; run nothing
    #[arg(long, help_heading = help::SUBMISSIONS, value_name = "DIR", num_args = 1.., group = "made",
          conflicts_with_all = ["filter", "shard", "candidates", "profile"])]
    pub(super) merge: Vec<PathBuf>,
    /// Write the results as a submission to this folder
    #[arg(long, help_heading = help::SUBMISSIONS, value_name = "DIR", conflicts_with_all = ["export", "archive", "freeze", "verify", "candidates"])]
    pub(super) submission: Option<PathBuf>,
}

fn limit(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit
        .filter(|limit| limit.as_secs() <= 86400)
        .ok_or_else(|| "expected seconds, at most a day (86400)".to_owned())
}
