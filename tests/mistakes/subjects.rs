//! The kernels that mistakes are made in: those of the corpus that are proved under a closed contract.

use std::path::Path;
use std::sync::Arc;

use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};
use spec::valid::Valid;
use tileproof::check::report::KernelReport;
use tileproof::check::{Options, check_under};

use crate::contracts::closed;

/// The files.
const FILES: &[&str] = &[
    "perf/perf",
    "cpp/c00_seeds",
    "cpp/c01_view_1d",
    "cpp/c02_view_2d",
    "cpp/c03_view_3d",
    "cpp/c04_padding",
    "cpp/c06_gather_scatter",
    "cpp/c08_loops",
    "cpp/c09_ifelse",
    "cpp/c37_seed_edge_safe",
];

/// A kernel with its contract.
pub(crate) struct Subject {
    /// The file, without its ending.
    pub(crate) file: String,
    /// The kernel.
    pub(crate) kernel: Arc<Kernel>,
    /// The contract, with a size and an alignment for every pointer.
    pub(crate) contract: Contract,
}

impl Subject {
    /// The file and the kernel.
    pub(crate) fn name(&self) -> String {
        format!("{} @{}", self.file, self.kernel.name)
    }

    /// What a check says of a kernel under this contract.
    pub(crate) fn check(&self, kernel: &Arc<Kernel>) -> KernelReport {
        check_under(&Module::default(), kernel, &self.contract, &Options::default())
    }
}

/// Every kernel of those files that can be checked at all.
pub(crate) fn all() -> Vec<Subject> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/kernels");
    let folder = std::fs::read_dir(root.join("py")).expect("the corpus has a folder py");
    let names = folder.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> =
        names.filter_map(|name| Some(format!("py/{}", name.strip_suffix(".tile")?))).collect();
    files.sort();
    files.extend(FILES.iter().map(|&file| file.to_owned()));
    files.iter().flat_map(|file| in_file(&root, file)).collect()
}

fn in_file(root: &Path, file: &str) -> Vec<Subject> {
    let text = std::fs::read_to_string(root.join(format!("{file}.tile"))).expect("a file of the corpus");
    let module = spec::parse::module(&text).expect("the corpus is well-formed");
    let readable = |kernel: &&Arc<Kernel>| Valid::new(Arc::clone(kernel)).is_ok();
    let subject = |kernel: &Arc<Kernel>| {
        let written = module.contracts.iter().find(|contract| contract.kernel == kernel.name);
        let contract = closed(file, kernel, written.expect("every kernel has a contract"));
        Subject { file: file.to_owned(), kernel: kernel.clone(), contract }
    };
    module.kernels.iter().filter(readable).map(subject).collect()
}
