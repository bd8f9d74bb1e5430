//! The cases of compiled sources: `run` directives in Tile C++ beside the bytecode of nvcc, and in contracts beside the bytecode of
//! cuTile Python. The text of such a kernel is its bytecode, printed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use driver::failure::Failure;
use driver::load::{Flags, Source, find_contract};
use spec::syntax::contract::{ArgumentName, Contract};
use spec::syntax::kernel::Module;

use super::collect::{Run, Written, below, read_text, runs};
use super::directive::{Directive, ExpectedOutcome, Task};
use crate::case::Forms;

/// A bytecode file with some runs of its kernels.
struct Compilation<'a> {
    /// The folder of the corpus.
    root: &'a Path,
    /// The file with the directives.
    path: &'a Path,
    /// The bytecode.
    bytecode: PathBuf,
    /// The text of the kernels, without its extension, from the suite's root.
    tile: String,
    runs: Vec<Run>,
}

/// Adds the runs of a `.cu` or `.contract` file.
///
/// # Errors
/// A file cannot be read, a line is not a directive, or the bytecode has no such kernel.
pub(super) fn collect_compiled(root: &Path, path: &Path, all: &mut Vec<Written>) -> Result<(), Failure> {
    let runs = runs(path, &read_text(path)?)?;
    let folder = below(root, path.parent().unwrap_or(root));
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let compiled = |kind: &str, tile: String, runs: Vec<Run>| Compilation {
        root,
        path,
        bytecode: path.with_extension(kind),
        tile,
        runs,
    };
    if path.extension().is_some_and(|kind| kind == "cu") {
        // nvcc drops the rules of the language; the other compilation has them as prints.
        let (of_source, of_ir) = runs.into_iter().partition(|run| breaks_source_rule(&run.directive));
        compiled("plain.tilebc", format!("{folder}/cpp/{stem}"), of_ir).add_to(all)?;
        compiled("checked.tilebc", format!("{folder}/cpp/{stem}.checked"), of_source).add_to(all)
    } else {
        compiled("tilebc", format!("{folder}/{stem}"), runs).add_to(all)
    }
}

fn breaks_source_rule(directive: &Directive) -> bool {
    matches!(&directive.task, Task::Run { result: ExpectedOutcome::Breaks(rule), .. } if rule.is_of_source())
}

impl Compilation<'_> {
    fn add_to(self, all: &mut Vec<Written>) -> Result<(), Failure> {
        if self.runs.is_empty() {
            return Ok(());
        }
        let source = Source::read(&self.bytecode, None)?;
        let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
        let (text, printed) = self.printed(&module, &source)?;
        let sources = self.sources(&module).into_iter();
        let sources = sources
            .map(|path| Ok((format!("kernels/{}", below(self.root, &path)), read_text(&path)?.into())));
        let tile = format!("kernels/{}.tile", self.tile);
        let forms = Forms { tile, text: text.into(), sources: sources.collect::<Result<_, Failure>>()? };
        let (forms, module) = (Arc::new(forms), Arc::new(printed));
        for Run { kernel, number, mut directive } in self.runs {
            add_layouts(&module, &kernel, &mut directive);
            let name = format!("{}/{kernel}/{number}", self.tile);
            all.push(Written { name, directive, forms: Arc::clone(&forms), module: Arc::clone(&module) });
        }
        Ok(())
    }

    /// The kernels with a run as text, and the text parsed, with contracts that name the parameters as the author does.
    fn printed(&self, module: &Module, source: &Source) -> Result<(String, Module), Failure> {
        let (mut text, mut contracts) = (String::new(), Vec::new());
        for kernel in
            module.kernels.iter().filter(|kernel| self.runs.iter().any(|run| run.kernel == kernel.name))
        {
            let contract = find_contract(module, kernel, &Flags::default());
            let contract = contract.map_err(|problem| Failure::refused(&problem.into(), source))?;
            let names = self.with_missing_name(&kernel.name, contract.names);
            contracts.push(Contract { kernel: kernel.name.clone(), names, ..Contract::default() });
            text.push_str(&spec::print::kernel(kernel));
        }
        let printed = spec::parse::module(&text).map_err(|problem| {
            Failure::ill_formed(format!(
                "{}: its text cannot be read back: {}",
                self.bytecode.display(),
                problem.message
            ))
        })?;
        Ok((text, Module { contracts, ..printed }))
    }

    /// The names of a kernel's parameters. Clauses cannot speak of some names, as of `i`, so such a parameter has none: it is the one that
    /// the runs name.
    fn with_missing_name(&self, kernel: &str, mut names: Vec<ArgumentName>) -> Vec<ArgumentName> {
        let runs = self.runs.iter().filter(|run| run.kernel == kernel);
        let arguments = runs.flat_map(|run| match &run.directive.task {
            Task::Run { arguments, .. } => arguments.as_slice(),
            Task::Check { .. }
            | Task::Ensure { .. }
            | Task::Equiv { .. }
            | Task::Infer { .. }
            | Task::Explore { .. } => &[],
        });
        let known = |name: &str| names.iter().any(|one| one.name == name);
        let unknown: BTreeSet<_> =
            arguments.map(|(name, _)| name).filter(|name| !known(name)).cloned().collect();
        let missing = (0..names.len()).filter(|at| names[*at].name == format!("arg{at}"));
        if let ([at], 1) = (missing.collect::<Vec<_>>().as_slice(), unknown.len()) {
            names[*at].name = unknown.into_iter().collect();
        }
        names
    }

    /// The author's files: the C++ file itself, or the Python files that the bytecode names, beside it or in the folder above.
    fn sources(&self, module: &Module) -> Vec<PathBuf> {
        if self.path.extension().is_some_and(|kind| kind == "cu") {
            return vec![self.path.to_owned()];
        }
        let named = module.kernels.iter().filter_map(|kernel| kernel.at.source.as_ref());
        let names =
            named.filter_map(|place| Path::new(&place.position.file).file_name().map(ToOwned::to_owned));
        let folders = self.path.ancestors().skip(1).take(2).collect::<Vec<_>>();
        let found = names.flat_map(|name| folders.iter().map(move |folder| folder.join(&name)));
        let mut found: Vec<_> = found.filter(|path| path.is_file()).collect();
        found.sort();
        found.dedup();
        found
    }
}

/// Adds the extents and strides of each array of cuTile Python: row-major, as far as the kernel has them as parameters.
fn add_layouts(module: &Module, kernel: &str, directive: &mut Directive) {
    let Task::Run { arguments, .. } = &mut directive.task else { return };
    let contract = module.contracts.iter().find(|contract| contract.kernel == kernel);
    let names: Vec<_> =
        contract.iter().flat_map(|contract| &contract.names).map(|one| one.name.as_str()).collect();
    let mut layouts = Vec::new();
    for (name, value) in arguments.iter() {
        let Some(shape) = extents(value) else { continue };
        for (axis, extent) in shape.iter().enumerate() {
            let stride: u64 = shape[axis + 1..].iter().product();
            layouts.push((format!("{name}{axis}"), extent.to_string()));
            layouts.push((format!("{name}_stride{axis}"), stride.to_string()));
        }
    }
    layouts.retain(|(name, _)| {
        names.contains(&name.as_str()) && arguments.iter().all(|(given, _)| given != name)
    });
    arguments.extend(layouts);
}

/// The extents of `i32[5x7]@16:iota`.
fn extents(value: &str) -> Option<Vec<u64>> {
    let (kind, _) = value.split_once(':')?;
    let (_, extents) = kind.split_once('@').map_or(kind, |(kind, _)| kind).split_once('[')?;
    extents.strip_suffix(']')?.split('x').map(|extent| extent.parse().ok()).collect()
}
