//! What is tried: a kernel with a contract.

use std::sync::Arc;

use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};

use crate::harness::directive::{ExpectedVerdict, Task};
use crate::harness::{claim, files};

/// A kernel with a contract.
#[derive(Clone)]
pub(crate) struct Subject {
    /// The name, for a repetition.
    pub(crate) name: String,
    /// The module.
    pub(crate) module: Module,
    pub(crate) kernel: Arc<Kernel>,
    pub(crate) contract: Contract,
}

impl Subject {
    /// The first kernel of a module, under its first contract.
    pub(crate) fn new(name: String, module: Module) -> Self {
        let (kernel, contract) = (module.kernels[0].clone(), module.contracts[0].clone());
        Subject { name, module, kernel, contract }
    }

    /// Every kernel of the corpus, under every contract that a directive speaks of, in files whose path holds a text.
    pub(crate) fn corpus(part: &str) -> Vec<Self> {
        Self::checked(part, |_| true)
    }

    /// Every kernel of the corpus, under every contract with a `proved` directive.
    pub(crate) fn proved_corpus() -> Vec<Self> {
        Self::checked("", |verdict| *verdict == ExpectedVerdict::Proved)
    }

    fn checked(part: &str, wanted: impl Fn(&ExpectedVerdict) -> bool) -> Vec<Self> {
        let mut subjects = Vec::new();
        for file in files().iter().filter(|file| file.path.contains(part)) {
            let Ok(module) = &file.module else { continue };
            for case in file.cases.iter().flatten() {
                let (Task::Check { clauses, verdict, .. }, Some(kernel)) = (&case.task, &case.kernel) else {
                    continue;
                };
                if !wanted(verdict) {
                    continue;
                }
                let module = claim::module(module, kernel, clauses).expect("the directive can be read");
                subjects.push(Self::new(format!("corpus/{}:{}", file.path, case.line), module));
            }
        }
        subjects
    }

    /// Every kernel of the corpus once, with nothing promised but names, in files whose path holds a text.
    pub(crate) fn bare_corpus(part: &str) -> Vec<Self> {
        let mut subjects = Vec::new();
        for file in files().iter().filter(|file| file.path.contains(part)) {
            let Ok(module) = &file.module else { continue };
            for kernel in &module.kernels {
                let Ok(module) = claim::module(module, &kernel.name, &[]) else { continue };
                subjects.push(Self::new(format!("corpus/{} @{}", file.path, kernel.name), module).bare());
            }
        }
        subjects
    }

    /// The kernel of a text, and its contract.
    pub(crate) fn of_text(name: &str, text: &str) -> Self {
        let module = spec::parse::module(text);
        let module = module.unwrap_or_else(|problem| panic!("{name}: {}\n{text}", problem.message));
        Self::new(name.to_owned(), module)
    }

    /// The same with nothing promised: of the contract, the names are left alone.
    pub(crate) fn bare(self) -> Self {
        let contract = Contract {
            kernel: self.contract.kernel.clone(),
            names: self.contract.names.clone(),
            at: self.contract.at.clone(),
            ..Contract::default()
        };
        Subject { contract, ..self }
    }

    /// How many elements the operations have, those of loops once.
    pub(crate) fn weight(&self) -> usize {
        let tiles = self.kernel.values.iter().filter_map(|value| value.ty.tile());
        tiles.map(|tile| tile.len()).sum()
    }
}

/// Files of the corpus whose kernels are tried only if the verifier alone proves them, with reasons.
pub(crate) const SLOW: &[(&str, &str)] = &[
    ("corpus/atomics/row_locks.tile", "takes a minute to infer, and races only where blocks take turns"),
    (
        "corpus/atomics/waited_locks.tile",
        "takes half a minute to infer, and races only where blocks take turns",
    ),
    ("corpus/broken/ping_pong.tile", "takes a minute to refute"),
    ("corpus/broken/half_of_an_odd.tile", "takes long to infer: replays of large launches"),
    ("corpus/control/exits.tile", "takes half a minute a claim"),
    ("corpus/control/swap_now_and_then.tile", "takes half a minute to refute"),
    ("corpus/kernels/cpp/c08_loops.tile", "takes a minute to infer"),
];

/// Whether the kernel is listed.
pub(crate) fn is_slow(subject: &Subject) -> bool {
    SLOW.iter().any(|(name, _)| subject.name.starts_with(name))
}
