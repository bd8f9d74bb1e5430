//! The arguments of `tileproof check`.

use std::ffi::OsString;
use std::fmt::Debug;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use conform::run::Shard;
use driver::config::{Config, Strictness};
use driver::failure::Failure;
use driver::load::Flags;
use report::checked::Conditional;
use report::format::Format;

use crate::help;

/// The kernels to check, and the form of the report.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// Files, folders, or - for standard input [default: the files of tileproof.toml]
    ///
    /// FILE.cu is Tile C++. FILE.py is a script with cuTile or Triton kernels: tileproof executes the script and checks its launches. FILE.py:KERNEL checks
    /// one kernel with sample arguments, such as 'a=f32[1000]' n=3. Tile IR is read as assembly with contracts, or as bytecode
    /// (FILE.tilebc) with contracts in FILE.contract. FILE.ttir is Triton's TTIR with contracts in FILE.contract. A folder is searched for all of them.
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Read contracts from this file (with one kernel file)
    #[arg(long, help_heading = help::CONTRACT, value_name = "FILE")]
    pub(super) contract: Option<PathBuf>,
    /// Check only this kernel
    #[arg(long, help_heading = help::KERNEL, value_name = "NAME")]
    pub(super) kernel: Option<String>,
    /// The grid of every launch, such as 'cdiv(N, 128)' or '4, 2'; overrides the file
    #[arg(long, help_heading = help::CONTRACT, value_name = "GRID", allow_hyphen_values = true)]
    grid: Option<String>,
    /// A precondition of every launch, such as 'N >= 1'; added to the file's preconditions
    #[arg(long, help_heading = help::CONTRACT, value_name = "CONDITION", allow_hyphen_values = true)]
    requires: Vec<String>,
    /// Prove this property too, such as 'writes(out)' or progress; added to the contract's `ensures`
    #[arg(long, help_heading = help::CONTRACT, value_name = "PROPERTY")]
    property: Vec<String>,
    /// Check every configuration of one kernel (FILE:KERNEL), such as TILE=16..256 or search.py
    ///
    /// TILE=16..256 means all powers of two; TILE=16,32,STAGES=2,3 means all combinations. A script search.py defines `configs`
    /// (a list of dicts) or `search()`. Without a value, Triton's autotuner lists them. The names are constants in Python, macros in
    /// C++, and arguments in Tile IR.
    #[arg(long, help_heading = help::CONFIGURATIONS, value_name = "CONFIGS", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["at", "baseline", "write_baseline", "counterexample", "proof", "emit_smt2", "shard", "merge"])]
    pub(super) configs: Option<String>,
    /// Write a Python file with `safe(config, **sizes)`, for an autotuner to skip unsafe configurations
    #[arg(long, help_heading = help::CONFIGURATIONS, value_name = "FILE", requires = "configs")]
    pub(super) filter: Option<PathBuf>,
    /// Check one launch with any memory contents, such as 'N=1000,grid=8' or 'rows=3,cols=5,grid=(2,1)'
    ///
    /// Give every integer argument, and the grid unless the contract states one.
    #[arg(long, help_heading = help::LAUNCH, value_name = "LAUNCH", allow_hyphen_values = true)]
    at: Option<String>,
    /// The format of reports
    #[arg(long, help_heading = help::REPORT, value_name = "FORMAT", default_value = "human", value_parser = super::format::parser())]
    format: Format,
    /// Print one JSON object (same as --format json)
    #[arg(long, help_heading = help::REPORT, conflicts_with = "format")]
    json: bool,
    /// Add the human-readable report of each kernel to the JSON, as `text`
    #[arg(long, help_heading = help::REPORT, requires = "json")]
    pub(super) with_text: bool,
    /// Write reports to this file
    #[arg(long, short, help_heading = help::REPORT, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The configuration [default: tileproof.toml here or in the nearest folder above]
    #[arg(long, help_heading = help::POLICY, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Ignore tileproof.toml
    #[arg(long, help_heading = help::POLICY, conflicts_with = "config")]
    no_config: bool,
    /// Report only findings missing from this baseline; known findings are counted
    #[arg(long, help_heading = help::POLICY, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write all findings to this file, for --baseline
    #[arg(long, help_heading = help::POLICY, value_name = "FILE")]
    pub(super) write_baseline: Option<PathBuf>,
    /// Reject proofs with inferred preconditions (exit code 3)
    #[arg(long, help_heading = help::POLICY, conflicts_with = "allow_conditional")]
    strict: bool,
    /// Accept proofs with inferred preconditions (exit code 0 instead of 7), except likely bugs
    #[arg(long, help_heading = help::POLICY)]
    allow_conditional: bool,
    /// Show every finding in full, with the obligations, preconditions, assumptions and solver of each proof
    #[arg(long, short, help_heading = help::REPORT)]
    pub(super) verbose: bool,
    /// Print one line per finding, such as 'a.cu:8:11: error[view.tile.inside]: …', and a summary
    #[arg(long, short, help_heading = help::REPORT, conflicts_with_all = ["verbose", "json"])]
    pub(super) quiet: bool,
    /// Approximate seconds per kernel [default: 8, or 3.3 with a given launch]
    ///
    /// The limit counts work, with inference and replays, so that the load of the machine changes no verdict. After ten times the
    /// limit by the clock, the kernel is unknown.
    #[arg(long, help_heading = help::EFFORT, value_name = "SECONDS", value_parser = crate::setup::seconds::parse_seconds)]
    pub(super) timeout: Option<f64>,
    /// The number of kernels to check at once [default: the number of processors]
    #[arg(long, short, help_heading = help::EFFORT, value_name = "N")]
    pub(super) jobs: Option<NonZero<usize>>,
    /// Do not use the cache of verdicts ($TILEPROOF_CACHE, else ~/.cache/tileproof)
    #[arg(long, help_heading = help::EFFORT)]
    pub(super) no_cache: bool,
    /// Write the first counterexample to this file, for `tileproof run --launch`
    #[arg(long, help_heading = help::FILES, value_name = "FILE")]
    pub(super) counterexample: Option<PathBuf>,
    /// Write the proof of the only kernel to this file, for `--proof` of other verbs
    #[arg(long, help_heading = help::FILES, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Write every solver query and lemma as an SMT-LIB 2 script into this new or empty folder
    #[arg(long, help_heading = help::FILES, value_name = "DIR")]
    pub(super) emit_smt2: Option<PathBuf>,
    /// Check one part of the files, such as 2/5; --merge joins the JSON reports of all parts
    #[arg(long, help_heading = help::PARTS, value_name = "I/N", value_parser = Shard::parse, conflicts_with_all = ["kernel", "contract", "counterexample", "proof", "emit_smt2", "write_baseline"])]
    pub(super) shard: Option<Shard>,
    /// Join JSON reports of --shard into one report
    #[arg(long, help_heading = help::PARTS, conflicts_with_all = CHECKING)]
    pub(super) merge: bool,
    /// Skip files without a kernel, as a search of a folder does; without any kernel the exit code is 0
    #[arg(long, help_heading = help::FILES)]
    pub(super) only_with_kernels: bool,
    /// Print 0 for every time, so that equal answers give equal bytes
    #[arg(long, help_heading = help::REPORT)]
    pub(super) no_times: bool,
    /// Seconds a Python script may run [default: 300]
    #[arg(long, help_heading = help::EFFORT, value_name = "SECONDS")]
    pub(super) script_timeout: Option<u64>,
    /// Flags of the C++ compiler, such as -I and -D, or arguments of the script
    #[arg(last = true, value_name = "WORDS")]
    pub(super) words: Vec<String>,
}

/// Options of a check, which `--merge` rejects.
const CHECKING: [&str; 28] = [
    "contract",
    "kernel",
    "grid",
    "requires",
    "configs",
    "filter",
    "at",
    "format",
    "with_text",
    "config",
    "no_config",
    "baseline",
    "write_baseline",
    "strict",
    "allow_conditional",
    "verbose",
    "quiet",
    "timeout",
    "jobs",
    "no_cache",
    "counterexample",
    "proof",
    "emit_smt2",
    "shard",
    "no_times",
    "only_with_kernels",
    "script_timeout",
    "words",
];

impl Arguments {
    /// The check of a configuration's files that writes a baseline.
    pub(super) fn for_baseline(config: &Path, files: &[PathBuf], baseline: &Path) -> Self {
        /// The flags of `check`, as on the command line.
        #[derive(Parser)]
        struct Flags {
            #[command(flatten)]
            arguments: Arguments,
        }
        let mut words: Vec<OsString> = ["check", "--quiet", "--config"].map(OsString::from).to_vec();
        words.extend([config.into(), OsString::from("--write-baseline"), baseline.into()]);
        words.extend(files.iter().map(|file| file.clone().into()));
        Flags::parse_from(words).arguments
    }

    /// The configuration.
    ///
    /// # Errors
    /// The file cannot be read, or is invalid.
    pub(super) fn config(&self) -> Result<Config, Failure> {
        if self.no_config {
            return Ok(Config::default());
        }
        let here = std::env::current_dir().unwrap_or_default();
        match self.config.clone().or_else(|| Config::find(&here)) {
            // A file in the current folder is named without the folder, as a user would type it.
            Some(path) => Config::read(path.strip_prefix(&here).unwrap_or(&path)),
            None => Ok(Config::default()),
        }
    }

    /// Fills in missing arguments from the configuration; the command line wins.
    ///
    /// # Errors
    /// Neither names a file.
    pub(super) fn complete(&mut self, config: &Config) -> Result<(), Failure> {
        if self.files.is_empty() {
            self.files.clone_from(&config.files);
        }
        if self.files.is_empty() {
            return Err(Failure::usage("no file given")
                .help("name files or folders, or write a tileproof.toml with `tileproof init`"));
        }
        if !self.strict && !self.allow_conditional {
            self.strict = config.conditional == Some(Strictness::Reject);
            self.allow_conditional = config.conditional == Some(Strictness::Accept);
        }
        if self.baseline.is_none() {
            self.baseline.clone_from(&config.baseline);
        }
        Ok(())
    }

    /// The format of reports; `--json` is an abbreviation.
    pub(super) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// The treatment of conditional proofs.
    pub(super) fn conditional(&self) -> Conditional {
        match (self.strict, self.allow_conditional) {
            (true, _) => Conditional::Reject,
            (false, true) => Conditional::Accept,
            (false, false) => Conditional::Report,
        }
    }

    /// The flags that change verdicts, exit codes or the report, with their values.
    pub(super) fn of_verdicts(&self) -> [(&'static str, String); 10] {
        let shown = |value: &dyn Debug| format!("{value:?}");
        [
            ("--grid", shown(&self.grid)),
            ("--requires", shown(&self.requires)),
            ("--property", shown(&self.property)),
            ("--at", shown(&self.at)),
            ("--strict or --allow-conditional", shown(&self.conditional())),
            ("--timeout", shown(&self.timeout)),
            ("--script-timeout", shown(&self.script_timeout)),
            ("--no-times", shown(&self.no_times)),
            ("--with-text", shown(&self.with_text)),
            ("the words behind --", shown(&self.words)),
        ]
    }

    /// The clauses of the command line.
    ///
    /// # Errors
    /// A clause does not parse.
    pub(super) fn flags(&self) -> Result<Flags, Failure> {
        let flags = Flags {
            grid: self.grid.clone(),
            requires: self.requires.clone(),
            properties: self.property.clone(),
            at: self.at.clone(),
        };
        flags
            .parse()
            .map_err(|problem| Failure::usage(problem.message).help(problem.help.unwrap_or_default()))?;
        Ok(flags)
    }
}
