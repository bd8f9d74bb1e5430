//! What says on a command line which kernel is meant, for every verb that takes one.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use driver::failure::Failure;
use driver::load::{Source, find_kernel};
use driver::proof;
use spec::proof::Proved;
use spec::syntax::kernel::{Kernel, Module};

use super::{open_one, symbol};

/// A kernel, and what proves it.
#[derive(Debug, Args)]
pub(crate) struct KernelArguments {
    /// Tile C++ (FILE.cu), cuTile Python (FILE.py, or FILE.py:KERNEL with samples behind `--`), Tile IR: assembly, or bytecode
    /// with a file of contracts beside it (FILE.contract for FILE.tilebc), or Triton's TTIR (FILE.ttir, with FILE.contract)
    #[arg(index = 1, value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Contracts for the file's kernels, wherever they stand: the names of the parameters are theirs
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The kernel; may be left out where there is only one
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<String>,
    /// The file that proves the kernel (`tileproof check FILE --proof PROOF`); without it the kernel is checked first
    #[arg(long, value_name = "PROOF")]
    pub(crate) proof: Option<PathBuf>,
    /// For the compiler of C++, such as -I and -D; for a script its arguments; for a kernel of Python samples of its arguments
    #[arg(index = 2, last = true, value_name = "WORDS")]
    words: Vec<String>,
}

/// A file of kernels that was read.
pub(crate) struct KernelFile<'a> {
    arguments: &'a KernelArguments,
    pub(crate) source: Source,
    pub(crate) module: Module,
}

impl KernelArguments {
    /// A kernel of a file, without a proof.
    pub(crate) fn new(
        file: PathBuf,
        contract: Option<PathBuf>,
        kernel: Option<String>,
        words: Vec<String>,
    ) -> Self {
        KernelArguments { file, contract, kernel, proof: None, words }
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
    /// The kernel that is named, here or by `otherwise`, or the only one.
    ///
    /// # Errors
    /// There is no such kernel, or several and none is named.
    pub(crate) fn kernel(&self, otherwise: Option<&str>) -> Result<&Arc<Kernel>, Failure> {
        let wanted = self.arguments.kernel.as_deref().or(otherwise);
        let wanted = wanted.map(|wanted| symbol(&[&self.source], wanted)).transpose()?;
        find_kernel(&self.module, wanted.as_deref())
    }

    /// The proof of a kernel.
    ///
    /// # Errors
    /// The kernel is not proved, the file is not a proof of it, or this build cannot check anything.
    pub(crate) fn prove(&self, kernel: &Arc<Kernel>) -> Result<Proved, Failure> {
        proof::prove(&self.source, &self.module, kernel, self.arguments.proof.as_deref())
    }
}
