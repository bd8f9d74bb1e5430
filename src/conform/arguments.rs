//! The arguments of `tileproof conform`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use conform::run::{ConformTarget, Shard};

/// What to run, on what, and what is to be made of it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// interp, gpu, exec:COMMAND, or results:DIR
    #[arg(long, value_name = "TARGET", default_value = "interp", value_parser = ConformTarget::parse)]
    pub(super) target: ConformTarget,
    /// Only cases whose name has this in it
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(super) filter: String,
    /// One part of several, such as 2/5
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub(super) shard: Option<Shard>,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    pub(super) corpus: PathBuf,
    /// A suite that was written earlier, in place of the corpus
    #[arg(long, value_name = "DIR")]
    pub(super) suite: Option<PathBuf>,
    /// Proofs of the kernels for the target gpu: F/K.proof for kernel K of F.tile; without it kernels are checked first
    #[arg(long, value_name = "DIR")]
    pub(super) proofs: Option<PathBuf>,
    /// Generated cases that no device has agreed with, too
    #[arg(long)]
    pub(super) candidates: bool,
    /// Only the cases of the suite's version, as they were frozen
    #[arg(long, conflicts_with = "candidates")]
    pub(super) mustpass: bool,
    #[command(flatten)]
    pub(super) batch: BatchArguments,
    #[command(flatten)]
    pub(super) stated: StatedArguments,
    #[command(flatten)]
    pub(super) made: MadeArguments,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Write JUnit's XML
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// Write which generated cases agree to a file
    #[arg(long, value_name = "FILE", requires = "device")]
    pub(super) admit: Option<PathBuf>,
    /// What the target is, for that file
    #[arg(long, value_name = "TEXT")]
    pub(super) device: Option<String>,
}

/// How one process runs all cases.
#[derive(Debug, Args)]
pub(super) struct BatchArguments {
    /// Run the command of --target once, and ask it case after case in lines of JSON
    #[arg(long)]
    pub(super) batch: bool,
    /// How many seconds the command may owe an answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = limit, requires = "batch")]
    pub(super) limit: Duration,
    /// How often a command that dies is started again
    #[arg(long, value_name = "N", default_value_t = 50, requires = "batch")]
    pub(super) restarts: usize,
    /// Be such a command: answer by the interpreter what standard input asks
    #[arg(long, conflicts_with = "batch")]
    pub(super) serve: bool,
}

/// What is stated of the implementation.
#[derive(Debug, Args)]
pub(super) struct StatedArguments {
    /// What the implementation is, and does
    #[arg(long, value_name = "FILE")]
    pub(super) profile: Option<PathBuf>,
    /// Which cases are expected not to agree, and why
    #[arg(long, value_name = "FILE")]
    pub(super) waivers: Option<PathBuf>,
}

/// What is made in place of a run, or of it.
#[derive(Debug, Args)]
pub(super) struct MadeArguments {
    /// Write the suite to a folder, and run nothing
    #[arg(long, value_name = "DIR", conflicts_with = "suite", group = "made")]
    pub(super) export: Option<PathBuf>,
    /// Write the suite's version to a tar archive, and run nothing
    #[arg(long, value_name = "FILE", group = "made", conflicts_with_all = ["filter", "shard", "candidates"])]
    pub(super) archive: Option<PathBuf>,
    /// Write the list of a version, corpus/conform/mustpass.txt, and run nothing
    #[arg(long, value_name = "VERSION", group = "made", conflicts_with_all = ["suite", "filter", "shard", "candidates"])]
    pub(super) freeze: Option<String>,
    /// Hold a submission to what it says, and run nothing
    #[arg(long, value_name = "DIR", group = "made", conflicts_with_all = ["filter", "shard", "candidates"])]
    pub(super) verify: Option<PathBuf>,
    /// Make one of the submissions of several parts, and run nothing
    #[arg(long, value_name = "DIR", num_args = 1.., group = "made",
          conflicts_with_all = ["filter", "shard", "candidates", "profile"])]
    pub(super) merge: Vec<PathBuf>,
    /// Write what came of it as a submission to a folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["export", "archive", "freeze", "verify", "candidates"])]
    pub(super) submission: Option<PathBuf>,
}

fn limit(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit.filter(|limit| limit.as_secs() <= 86400).ok_or_else(|| "seconds, up to a day".to_owned())
}
