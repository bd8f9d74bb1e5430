//! The arguments that name one kernel, shared by all verbs that take one.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use driver::failure::Failure;
use driver::load::{Source, find_kernel};
use driver::proof;
use spec::proof::Proved;
use spec::syntax::kernel::{Kernel, Module};

use super::{open_one, symbol};
use crate::help;

/// A kernel, and optionally its proof.
#[derive(Debug, Args)]
pub(crate) struct KernelArguments {
    /// The source: Tile C++, cuTile Python, Tile IR, or Triton's TTIR
    ///
    /// FILE.cu is Tile C++. FILE.py is cuTile Python; FILE.py:KERNEL takes sample arguments after `--`. Tile IR is read as assembly,
    /// or as bytecode (FILE.tilebc) with contracts in FILE.contract. FILE.ttir is Triton's TTIR, with contracts in FILE.contract.
    #[arg(index = 1, value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Read contracts from this file; its parameter names are used everywhere
    #[arg(long, help_heading = help::KERNEL, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The kernel [default: the only one]
    #[arg(long, help_heading = help::KERNEL, value_name = "NAME")]
    pub(crate) kernel: Option<String>,
    /// Use this proof (from `tileproof check FILE --proof PROOF`) instead of checking the kernel first
    #[arg(long, help_heading = help::KERNEL, value_name = "PROOF")]
    pub(crate) proof: Option<PathBuf>,
    /// Show what every proof assumes, too
    #[arg(long, short, help_heading = help::KERNEL)]
    pub(crate) verbose: bool,
    /// Flags of the C++ compiler (-I, -D), arguments of the script, or sample arguments of FILE.py:KERNEL
    #[arg(index = 2, last = true, value_name = "WORDS")]
    words: Vec<String>,
}

/// A parsed file of kernels.
pub(crate) struct KernelFile<'a> {
    arguments: &'a KernelArguments,
    pub(crate) source: Source,
    pub(crate) module: Module,
}

impl KernelArguments {
    /// Names a kernel of a file, without a proof.
    pub(crate) fn new(
        file: PathBuf,
        contract: Option<PathBuf>,
        kernel: Option<String>,
        words: Vec<String>,
    ) -> Self {
        KernelArguments { file, contract, kernel, proof: None, verbose: false, words }
    }

    /// Reads the file, and the contracts beside it.
    ///
    /// # Errors
    /// A file that cannot be read, or does not parse.
    pub(crate) fn read(&self) -> Result<KernelFile<'_>, Failure> {
        let (kernel, words) = (self.kernel.as_deref(), self.words.as_slice());
        let source = open_one(&self.file, self.contract.as_deref(), words, kernel)?;
        let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
        Ok(KernelFile { arguments: self, source, module })
    }
}

impl KernelFile<'_> {
    /// The kernel of `--kernel`, else the one called `otherwise`, else the only one.
    ///
    /// # Errors
    /// No kernel has the name, or the file has several and no name is given.
    pub(crate) fn kernel(&self, otherwise: Option<&str>) -> Result<&Arc<Kernel>, Failure> {
        let wanted = self.arguments.kernel.as_deref().or(otherwise);
        let wanted = wanted.map(|wanted| symbol(&[&self.source], wanted)).transpose()?;
        find_kernel(&self.module, wanted.as_deref())
    }

    /// The proof of a kernel.
    ///
    /// # Errors
    /// The kernel is not proved, the proof belongs to another kernel, or this build has no solver.
    pub(crate) fn prove(&self, kernel: &Arc<Kernel>) -> Result<Proved, Failure> {
        proof::prove(&self.source, &self.module, kernel, self.arguments.proof.as_deref())
    }
}
