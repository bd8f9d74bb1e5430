//! What the command line of `tileproof check` may say.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use driver::failure::Failure;
use driver::load::Flags;

/// What to check, and how to say it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile C++ (FILE.cu), cuTile Python (FILE.py: the script is executed, for its launches; or FILE.py:KERNEL with samples of its
    /// arguments, such as 'a=f32[1000]' n=3), or Tile IR: assembly with contracts, or bytecode with a file of contracts beside it
    /// (FILE.contract for FILE.tilebc); a folder, in which all such files are looked for; or - for what comes in
    #[arg(required = true, value_name = "FILE")]
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
    /// One launch only, with whatever is in memory: all integer arguments, and the grid where the contract does not
    /// state it, for example 'N=1000,grid=8' or 'rows=3,cols=5,grid=(2,1)'
    #[arg(long, value_name = "LAUNCH", allow_hyphen_values = true)]
    at: Option<String>,
    /// Print one JSON object instead
    #[arg(long)]
    pub(super) json: bool,
    /// Accept no proof that needs clauses which nobody wrote (exit code 3)
    #[arg(long, conflicts_with = "allow_conditional")]
    pub(super) strict: bool,
    /// Accept proofs that need clauses which nobody wrote (exit code 0, where 7 is), unless they are likely to hide a bug
    #[arg(long)]
    pub(super) allow_conditional: bool,
    /// Say of what is unknown all that was found out
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Print the last line, which counts verdicts, and what is undefined or ill-formed
    #[arg(long, short, conflicts_with_all = ["verbose", "json"])]
    pub(super) quiet: bool,
    /// About how long a kernel may take, with inference and replays; counted in work, not by a clock, which ends only what
    /// takes half as long again: such a kernel is unknown [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
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
    /// How long a script of Python may run [default: 300]
    #[arg(long, value_name = "SECONDS")]
    pub(super) script_timeout: Option<u64>,
    /// For the compiler of C++, such as -I and -D; for a script its arguments
    #[arg(last = true, value_name = "WORDS")]
    pub(super) words: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && f64::is_finite(seconds) => Ok(seconds),
        Ok(_) | Err(_) => Err("a number of seconds above 0 is needed".to_owned()),
    }
}

impl Arguments {
    /// The clauses of the command line, which must at least parse.
    pub(super) fn flags(&self) -> Result<Flags, Failure> {
        let flags = Flags { grid: self.grid.clone(), requires: self.requires.clone(), at: self.at.clone() };
        flags
            .parse()
            .map_err(|problem| Failure::usage(problem.message).help(problem.help.unwrap_or_default()))?;
        Ok(flags)
    }
}
