//! Autotuned kernels that change an array after a read. An autotuner launches every configuration on the caller's
//! arrays, so each timing run starts from the result of the previous run.

use std::collections::BTreeSet;

use serde::Deserialize;
use spec::origins::Origins;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;

use crate::exit::Exit;
use crate::failure::Failure;

/// What an autotuner does with arrays around a timing run.
#[derive(Debug, Deserialize)]
pub(super) struct Tuned {
    /// The number of configurations.
    configs: usize,
    /// Arrays that are set to zero before each run.
    #[serde(default)]
    reset: Vec<String>,
    /// Arrays that are restored after each run.
    #[serde(default)]
    restored: Vec<String>,
    /// Whether a function of the author's runs before each run, which may prepare any array.
    #[serde(default)]
    hooked: bool,
    /// Whether a search of cuTile runs the configurations; its arguments come from a function of the author's.
    #[serde(default)]
    searched: bool,
}

impl Tuned {
    /// A problem for each array that timing runs change and nobody prepares anew. `place` is the kernel's, as `train.py:12`.
    pub(super) fn problems(&self, kernel: &Kernel, names: &[String], place: &str) -> Vec<Failure> {
        if self.configs < 2 || self.hooked {
            return Vec::new();
        }
        let origins = Origins::new(kernel);
        let read: BTreeSet<usize> = origins.read.positions().collect();
        let updated = updated_atomically(kernel, &origins);
        let changed = origins.written.positions().filter(|position| read.contains(position));
        let problem = |position: usize| {
            let name = names.get(position)?;
            if self.reset.contains(name) || self.restored.contains(name) {
                return None;
            }
            let (how, prepare) = if updated.contains(&position) {
                ("updates `", "reset_to_zero")
            } else {
                ("reads and writes `", "restore_value")
            };
            let mut failure = Failure::unproved(format!(
                "{place}: {} is autotuned and {how}{name}`: every timing run changes the data of the next one",
                kernel.name
            ));
            failure.exit = Exit::Undefined;
            Some(failure.help(if self.searched {
                format!("copy `{name}` in the function that gives the arguments of each run")
            } else {
                format!("write {prepare}=[\"{name}\"] in the decorator of the autotuner")
            }))
        };
        changed.filter_map(problem).collect()
    }
}

/// The parameters that atomic updates may change.
fn updated_atomically(kernel: &Kernel, origins: &Origins) -> BTreeSet<usize> {
    let updates = kernel.operations().filter(|op| matches!(op.op, Op::AtomicRmwTko | Op::AtomicCasTko));
    updates.flat_map(|op| origins.accessed_by(op)).collect()
}
