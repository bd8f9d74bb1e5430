//! What the command line of `tileproof check` may say.

use std::fmt::Debug;
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use conform::run::Shard;
use driver::config::{Config, Strictness};
use driver::failure::Failure;
use driver::load::Flags;
use report::checked::Conditional;
use report::format::Format;

/// What to check, and how to say it.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// Tile C++ (FILE.cu), cuTile Python (FILE.py: the script is executed, for its launches; or FILE.py:KERNEL with samples of its
    /// arguments, such as 'a=f32[1000]' n=3), or Tile IR: assembly with contracts, or bytecode with a file of contracts beside it
    /// (FILE.contract for FILE.tilebc), or Triton's TTIR (FILE.ttir, with FILE.contract); a folder, in which all such files are looked for; or - for what comes in
    /// [default: the files of tileproof.toml]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Contracts for the kernels of the one file, wherever they stand
    #[arg(long, value_name = "FILE")]
    pub(super) contract: Option<PathBuf>,
    /// Check this kernel only
    #[arg(long, value_name = "NAME")]
    pub(super) kernel: Option<String>,
    /// The grid of every launch, for example 'cdiv(N, 128)' or '4, 2'; wins over the file's
    #[arg(long, value_name = "GRID", allow_hyphen_values = true)]
    grid: Option<String>,
    /// What every launch promises, for example 'N >= 1'; added to the file's clauses
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    requires: Vec<String>,
    /// What every launch does beside having no undefined behaviour, for example 'writes(out)' or progress; added to what the
    /// contract ensures
    #[arg(long, value_name = "PROPERTY")]
    property: Vec<String>,
    /// Every configuration that an autotuner may pick, of one kernel (FILE:KERNEL): TILE=16..256 (powers of two), TILE=16,32,STAGES=2,3
    /// (all combinations), or a script search.py that has `configs`, a list of dicts, or `search()`. Each is decided: constants of
    /// cuTile Python, macros of C++, arguments of Tile IR
    #[arg(long, value_name = "CONFIGS", conflicts_with_all = ["at", "baseline", "write_baseline", "counterexample", "proof", "emit_smt2", "shard", "merge"])]
    pub(super) configs: Option<String>,
    /// Write the configurations that are safe for a launch as a Python file, with `safe(config, **sizes)` for an autotuner
    #[arg(long, value_name = "FILE", requires = "configs")]
    pub(super) filter: Option<PathBuf>,
    /// One launch only, with whatever is in memory: all integer arguments, and the grid where the contract does not
    /// state it, for example 'N=1000,grid=8' or 'rows=3,cols=5,grid=(2,1)'
    #[arg(long, value_name = "LAUNCH", allow_hyphen_values = true)]
    at: Option<String>,
    /// How to write reports
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = super::format::parser())]
    format: Format,
    /// Print one JSON object instead: --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Give each kernel in the JSON its report for people, as `text`
    #[arg(long, requires = "json")]
    pub(super) with_text: bool,
    /// Write reports to this file rather than print them
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The configuration [default: tileproof.toml here, or in the nearest folder above that has one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
    /// Tell only findings that this file does not have; those that it has are counted
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write all findings to this file, for --baseline
    #[arg(long, value_name = "FILE")]
    pub(super) write_baseline: Option<PathBuf>,
    /// Accept no proof that needs clauses which nobody wrote (exit code 3)
    #[arg(long, conflicts_with = "allow_conditional")]
    strict: bool,
    /// Accept proofs that need clauses which nobody wrote (exit code 0, where 7 is), unless they are likely to hide a bug
    #[arg(long)]
    allow_conditional: bool,
    /// Show every finding in full, and the obligations, clauses, assumptions and solver of each proof
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Print one line for each finding, such as 'a.cu:8:11: error[view.tile.inside]: …', and the last line
    #[arg(long, short, conflicts_with_all = ["verbose", "json"])]
    pub(super) quiet: bool,
    /// About how long a kernel may take, with inference and replays; counted in work, so that load changes no verdict. A
    /// clock ends what takes ten times as long: such a kernel is unknown [default: 8, or 3.3 where the launch is given]
    #[arg(long, value_name = "SECONDS", value_parser = crate::setup::seconds::parse_seconds)]
    pub(super) timeout: Option<f64>,
    /// So many kernels at once [default: as many as there are processors]
    #[arg(long, short, value_name = "N")]
    pub(super) jobs: Option<NonZero<usize>>,
    /// Neither read nor keep verdicts of earlier checks ($TILEPROOF_CACHE, else ~/.cache/tileproof)
    #[arg(long)]
    pub(super) no_cache: bool,
    /// Write the first counterexample to this file, for `tileproof run --launch`
    #[arg(long, value_name = "FILE")]
    pub(super) counterexample: Option<PathBuf>,
    /// Write what was proved of the one kernel, and what that rests on, to this file, for `--proof` of other verbs
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Write every question that decides an obligation, and every lemma, as an SMT-LIB 2 script into this folder, which
    /// must be new or empty
    #[arg(long, value_name = "DIR")]
    pub(super) emit_smt2: Option<PathBuf>,
    /// Check one part of the files only, such as 2/5; the JSON of all parts is one report by --merge
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with_all = ["kernel", "contract", "counterexample", "proof", "emit_smt2", "write_baseline"])]
    pub(super) shard: Option<Shard>,
    /// The files are reports of --shard, written by --json: print them as the one of the whole check
    #[arg(long, conflicts_with_all = CHECKING)]
    pub(super) merge: bool,
    /// Say of everything that it took 0 seconds, so that a check that says the same is the same bytes
    #[arg(long)]
    pub(super) no_times: bool,
    /// How long a script of Python may run [default: 300]
    #[arg(long, value_name = "SECONDS")]
    pub(super) script_timeout: Option<u64>,
    /// For the compiler of C++, such as -I and -D; for a script its arguments
    #[arg(last = true, value_name = "WORDS")]
    pub(super) words: Vec<String>,
}

/// What is for checking kernels, and not for merging reports.
const CHECKING: [&str; 27] = [
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
    "script_timeout",
    "words",
];

impl Arguments {
    /// What the configuration says.
    ///
    /// # Errors
    /// It cannot be read, or is wrong.
    pub(super) fn config(&self) -> Result<Config, Failure> {
        if self.no_config {
            return Ok(Config::default());
        }
        let here = std::env::current_dir().unwrap_or_default();
        match self.config.clone().or_else(|| Config::find(&here)) {
            // What lies here is called as one would call it here.
            Some(path) => Config::read(path.strip_prefix(&here).unwrap_or(&path)),
            None => Ok(Config::default()),
        }
    }

    /// Takes of the configuration what the command line leaves open.
    ///
    /// # Errors
    /// There is nothing to check.
    pub(super) fn complete(&mut self, config: &Config) -> Result<(), Failure> {
        if self.files.is_empty() {
            self.files.clone_from(&config.files);
        }
        if self.files.is_empty() {
            return Err(Failure::usage("no file is named")
                .help("name files or folders, or let `tileproof init` write a tileproof.toml that does"));
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

    /// How reports are written.
    pub(super) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// What is made of conditional proofs.
    pub(super) fn conditional(&self) -> Conditional {
        match (self.strict, self.allow_conditional) {
            (true, _) => Conditional::Reject,
            (false, true) => Conditional::Accept,
            (false, false) => Conditional::Report,
        }
    }

    /// The flags that verdicts, exit codes or the report depend on, with their values.
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

    /// The clauses of the command line, which must at least parse.
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
