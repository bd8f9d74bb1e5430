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
use spec::syntax::op::Op;
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

/// Generates the cases of all wanted operations, in order.
pub(crate) fn all(wanted: impl Fn(&str) -> bool) -> Vec<Generated> {
    let mut by_file: BTreeMap<&str, Vec<Kernel>> = BTreeMap::new();
    let tiles = tiles::kernels().into_iter().filter(|kernel| wanted(kernel.op.mnemonic()));
    for kernel in kernels::elementwise(|op| wanted(op.mnemonic())).into_iter().chain(tiles) {
        by_file.entry(kernel.op.mnemonic()).or_default().push(kernel);
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
                    name: format!("generated/{stem}/{}/{chosen}", kernel.name),
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

/// Whether a case of an operation may have a text in its name, which is `generated/MNEMONIC/KERNEL/CHOICE`. Kernels' names are not looked at.
pub(crate) fn may_have_in_name(mnemonic: &str, text: &str) -> bool {
    const PARTS: usize = 4;
    let pieces: Vec<&str> = text.split('/').collect();
    let last = pieces.len() - 1;
    let is_in = |at: usize, part: &str| match (at == 0, at == last) {
        (true, true) => part.contains(pieces[at]),
        (true, false) => part.ends_with(pieces[at]),
        (false, true) => part.starts_with(pieces[at]),
        (false, false) => part == pieces[at],
    };
    let is_at = |start: usize| {
        (0..pieces.len()).all(|at| match start + at {
            0 => is_in(at, "generated"),
            1 => is_in(at, mnemonic),
            3 => Choice::NAMES.iter().any(|(_, choice)| is_in(at, choice)),
            _ => true,
        })
    };
    (0..PARTS).take_while(|start| start + pieces.len() <= PARTS).any(is_at)
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
    fn every_part_of_a_name_may_be_in_it() {
        for mnemonic in ["absi", "scan"] {
            let all = all(|other| other == mnemonic);
            assert!(all.len() > 10, "{mnemonic}");
            for name in all.iter().map(|one| one.name.as_str()) {
                let ends =
                    (0..name.len()).flat_map(|start| (start..=name.len()).map(move |end| (start, end)));
                for part in ends.map(|(start, end)| &name[start..end]) {
                    assert!(may_have_in_name(mnemonic, part), "{part} of {name}");
                }
            }
        }
    }

    #[test]
    fn what_is_in_no_name_is_told() {
        for text in [
            "generated/mulf/",
            "generated/mulf",
            "accuracy/contraction/add/1",
            "hand/addf/addf_f32/any",
            "a/b/c/d/e",
        ] {
            assert!(!may_have_in_name("addf", text), "{text}");
        }
    }
}
