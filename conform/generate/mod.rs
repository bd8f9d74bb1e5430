//! Generated cases: every element-wise operation of every type in every mode, at special, ordinary and arbitrary values, and
//! operations on small tiles. The interpreter's result is a candidate; the case counts once a device agrees.

mod kernels;
mod tiles;
mod values;

use std::collections::BTreeMap;
use std::sync::Arc;

use interp::{Options, Stop};
use spec::syntax::array::bytes;
use spec::syntax::kernel::Module;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::op::{Meaning, Op};
use spec::valid::Valid;

use self::kernels::Kernel;
use self::values::{Choice, Random};
use crate::case::{Case, Expected, Forms, Origin, State};
use crate::case::{admitted::Admitted, chapter};
use crate::corpus::collect::{as_it_is, reference};
use crate::corpus::prepare::{Pointer, Prepared};

/// The kernels of one operation in one file, and the values to try with each.
pub(crate) struct Generated {
    /// The case's name.
    pub(crate) name: String,
    kernel: Arc<Kernel>,
    choice: Choice,
    forms: Arc<Forms>,
    module: Arc<Module>,
}

/// Generates the cases of all wanted operations that have a case with a text in its name, in order.
pub(crate) fn all(wanted: impl Fn(&str) -> bool, filter: &str) -> Vec<Generated> {
    let mut by_file: BTreeMap<&str, Vec<Kernel>> = BTreeMap::new();
    // A file has all kernels of its operation, whichever of them is asked for.
    let has_case = |kernels: &[Kernel]| {
        kernels.iter().any(|kernel| wanted(kernel.op.mnemonic()) && has_in_name(kernel, filter))
    };
    for kernel in tiles::kernels() {
        by_file.entry(kernel.op.mnemonic()).or_default().push(kernel);
    }
    by_file.retain(|_, kernels| has_case(kernels));
    for op in Op::ALL.iter().copied().filter(|op| op.meaning() == Meaning::Elementwise) {
        // Names are cheap; which kernels are legal is not.
        if has_case(&kernels::possible(op)) {
            by_file.entry(op.mnemonic()).or_default().extend(kernels::legal(op));
        }
    }
    let mut all = Vec::new();
    for (stem, kernels) in by_file {
        let text: String = kernels.iter().map(Kernel::text).collect();
        let module = spec::parse::module(&text).map(Arc::new);
        let Ok(module) = module else { continue };
        let tile = format!("kernels/generated/{stem}.tile");
        let forms = Arc::new(Forms { tile, text: text.as_str().into(), sources: Vec::new() });
        for kernel in kernels {
            let kernel = Arc::new(kernel);
            for (choice, chosen) in Choice::NAMES {
                all.push(Generated {
                    name: case_name(&kernel, chosen),
                    kernel: Arc::clone(&kernel),
                    choice: *choice,
                    forms: Arc::clone(&forms),
                    module: Arc::clone(&module),
                });
            }
        }
    }
    all
}

/// Whether one of the names of a kernel's cases contains a text.
fn has_in_name(kernel: &Kernel, text: &str) -> bool {
    Choice::NAMES.iter().any(|(_, choice)| case_name(kernel, choice).contains(text))
}

fn case_name(kernel: &Kernel, choice: &str) -> String {
    format!("generated/{}/{}/{choice}", kernel.op.mnemonic(), kernel.name)
}

impl Generated {
    /// The case; `None` if no valid operand values were found.
    ///
    /// # Errors
    /// The interpreter cannot run the kernel.
    pub(crate) fn case(&self, admitted: &Admitted) -> Result<Option<Case>, String> {
        let found = self.module.kernels.iter().find(|kernel| kernel.name == self.kernel.name);
        let kernel = found.ok_or("the kernel is not in its file")?;
        let valid = Valid::new(Arc::clone(kernel)).map_err(|problem| problem.to_string())?;
        let Some(prepared) = self.prepared(valid)? else { return Ok(None) };
        let (reference, outcome) = reference(&prepared)?;
        let at = prepared.pointers.len() - 1;
        let left = as_it_is(&reference, at, &prepared.pointers[at], &outcome.buffers);
        let mut case = Case {
            name: self.name.clone(),
            chapter: chapter::of_kernel(&prepared.kernel, self.kernel.op.mnemonic()),
            operations: vec![self.kernel.op.mnemonic()],
            forms: Forms::clone(&self.forms),
            prepared,
            in_order: false,
            expected: Expected::Leaves(vec![left]),
            asserts: Vec::new(),
            origin: Origin::Interp,
            how: "the interpreter's own result".to_owned(),
            state: State::Candidate,
        };
        if admitted.has(&case) {
            case.state = State::Admitted;
            case.how = format!("the interpreter's own result, with which {} agrees", admitted.device());
        }
        Ok(Some(case))
    }

    /// Finds values that the operation accepts: the given ones, else ones, else zeros.
    fn prepared(&self, kernel: Valid) -> Result<Option<Prepared>, String> {
        let mut random = Random::of(&self.name);
        let operands = &self.kernel.operands;
        let folds = matches!(self.kernel.op, Op::Reduce | Op::Scan | Op::Mmaf | Op::Mmai);
        let vector = |(position, (scalar, shape)): (usize, &(_, Vec<u32>))| {
            let len = driver::convert::index(shape.iter().product::<u32>());
            values::vector(*scalar, self.choice, len, position * usize::from(!folds), &mut random)
        };
        let mut vectors: Vec<Vec<u64>> = operands.iter().enumerate().map(vector).collect();
        let mut tried = BTreeMap::new();
        loop {
            let prepared = self.build_launch(kernel.clone(), &vectors);
            match interp::run(&kernel, &prepared.launch, &Options::default()) {
                Ok(_) => return Ok(Some(prepared)),
                Err(Stop::Violation(violation)) => {
                    let Some(lane) = violation.party.lane.as_deref().and_then(|lane| lane.first()) else {
                        return Ok(None);
                    };
                    let count = tried.entry(*lane).or_insert(0);
                    *count += 1;
                    if *count > 2 {
                        return Ok(None);
                    }
                    for ((scalar, _), vector) in operands.iter().zip(&mut vectors) {
                        let Some(value) = vector.get_mut(driver::convert::index(*lane)) else {
                            return Ok(None);
                        };
                        *value = if *count == 1 { values::one(*scalar) } else { 0 };
                    }
                }
                Err(stop) => return Err(stop.to_string()),
            }
        }
    }

    fn build_launch(&self, kernel: Valid, vectors: &[Vec<u64>]) -> Prepared {
        let mut launch = Launch { grid: [1; 3], arguments: Vec::new(), buffers: Vec::new(), blocks: None };
        let mut pointers = Vec::new();
        let operands = self.kernel.operands.iter().zip(vectors.iter().map(Some));
        for ((scalar, shape), values) in operands.chain([(&self.kernel.result, None)]) {
            let shape: Vec<u64> = shape.iter().map(|extent| u64::from(*extent)).collect();
            let contents = bytes(*scalar, values.into_iter().flatten().copied());
            let buffer = launch.buffers.len();
            launch.arguments.push(Argument::Pointer { buffer, offset: 0 });
            launch.buffers.push(Buffer {
                bytes: scalar.bytes_of(shape.iter().product()).unwrap_or(u64::MAX),
                alignment: 256,
                uninit: values.is_none(),
                contents: BTreeMap::from([(0, contents)]),
            });
            let name = kernel.values[kernel.params[buffer].index()].name.clone();
            pointers.push(Pointer { name, buffer, element: *scalar, shape });
        }
        let names = pointers.iter().map(|pointer| pointer.name.clone()).collect();
        Prepared { kernel, names, launch, pointers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_name_finds_its_case() {
        for mnemonic in ["absi", "scan"] {
            let is_named = |other: &str| other == mnemonic;
            let all_names: Vec<String> = all(is_named, "").into_iter().map(|one| one.name).collect();
            assert!(all_names.len() > 10, "{mnemonic}");
            let name = &all_names[0];
            for start in (0..name.len()).step_by(3) {
                let part = &name[start..(start + 5).min(name.len())];
                let found: Vec<String> = all(is_named, part).into_iter().map(|one| one.name).collect();
                assert_eq!(found, all_names, "{part}: a file has all kernels of its operation");
            }
        }
    }

    #[test]
    fn a_text_in_no_name_finds_nothing() {
        for text in
            ["generated/mulf/", "accuracy/contraction/add/1", "hand/addf/addf_f32/any", "a/b/c/d/e", "next"]
        {
            assert!(all(|mnemonic| mnemonic == "addf", text).is_empty(), "{text}");
        }
    }
}
