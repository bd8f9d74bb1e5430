//! A problem: our code, proved and compiled here, and another compiler's.

use std::fs;
use std::path::{Path, PathBuf};

use codegen::Options;
use launch::{Code, Device, Error, Image, Kernel, Parameter};
use spec::proof::Proved;
use spec::syntax::kernel::Module;

use super::measure::{Contestant, Rounds, measure};
use super::problem::{Given, Inputs, Problem};
use super::report::Row;
use driver::failure::Failure;
use driver::load::{Source, find_kernel};
use driver::{gpu, proof};

/// A file with code.
pub(super) struct Cubin {
    name: String,
    /// What the name of the file begins with, up to points: of certified code the kernel and the set of facts.
    parts: Vec<String>,
    bytes: Vec<u8>,
}

/// The cubins of a folder, in order.
pub(super) fn read_cubins(folder: &Path) -> Result<Vec<Cubin>, Failure> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| Failure::file(&path, "read", &error)
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        paths.push(entry.map_err(unreadable(folder))?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "cubin"));
    paths.sort();
    let read = |path: &PathBuf| {
        let bytes = fs::read(path).map_err(unreadable(path))?;
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let parts = stem.split('.').map(str::to_owned).collect();
        Ok(Cubin { name: path.display().to_string(), parts, bytes })
    };
    let all = paths.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    if all.is_empty() {
        return Err(Failure::usage(format!("{} has no cubins", folder.display()))
            .help("`bench/cubins.sh DIR` makes them, where NVIDIA's tile compiler is"));
    }
    Ok(all)
}

/// The benchmark's kernels.
pub(super) const KERNELS: [(&str, &str); 8] = [
    ("corpus/kernels/perf/perf.tile", include_str!("../../corpus/kernels/perf/perf.tile")),
    ("corpus/kernels/perf/products.tile", include_str!("../../corpus/kernels/perf/products.tile")),
    ("corpus/kernels/perf/attention.tile", include_str!("../../corpus/kernels/perf/attention.tile")),
    (
        "corpus/kernels/perf/attention_flush.tile",
        include_str!("../../corpus/kernels/perf/attention_flush.tile"),
    ),
    ("corpus/kernels/perf/hopper.tile", include_str!("../../corpus/kernels/perf/hopper.tile")),
    ("corpus/kernels/perf/histograms.tile", include_str!("../../corpus/kernels/perf/histograms.tile")),
    ("corpus/kernels/perf/ragged.tile", include_str!("../../corpus/kernels/perf/ragged.tile")),
    ("corpus/kernels/perf/rows.tile", include_str!("../../corpus/kernels/perf/rows.tile")),
];

/// The proved kernels of the benchmark, as they are asked for.
pub(super) struct Ours<'a> {
    files: Vec<(Source, Module)>,
    proofs: Option<&'a Path>,
    known: Option<Proved>,
    options: Options,
}

impl<'a> Ours<'a> {
    pub(super) fn new(proofs: Option<&'a Path>, options: Options) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for (path, text) in KERNELS {
            let source = Source::new(path, text);
            let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
            files.push((source, module));
        }
        Ok(Ours { files, proofs, known: None, options })
    }

    /// The proof of a kernel; kept, since problems of one kernel follow each other.
    fn proved(&mut self, name: &str) -> Result<&Proved, Failure> {
        let known = self.known.take().filter(|proved| proved.kernel().name == name);
        let proved = match known {
            Some(proved) => proved,
            None => {
                let has_it = |(_, module): &&(Source, Module)| module.kernels.iter().any(|k| k.name == name);
                let there = self.files.iter().find(has_it);
                let (source, module) =
                    there.ok_or_else(|| Failure::usage(format!("the benchmark has no kernel {name}")))?;
                let kernel = find_kernel(module, Some(name))?;
                let proof = self.proofs.map(|folder| folder.join(format!("{name}.proof")));
                proof::prove(source, module, kernel, proof.as_deref())?
            }
        };
        Ok(self.known.insert(proved))
    }
}

/// A problem, timed.
pub(super) struct Timed {
    pub(super) row: Row,
    /// What our launch must keep and nobody has looked at.
    pub(super) trusted: Vec<String>,
}

/// Times a problem. What keeps our kernel from running, or theirs, is part of the report, unless it is the GPU.
pub(super) fn time(
    device: &Device,
    problem: &Problem,
    ours: &mut Ours<'_>,
    theirs: &Others,
    rounds: Rounds,
) -> Result<Timed, Failure> {
    let inputs = Inputs::new(problem);
    let (mut no_ours, mut our_kernel, mut trusted) = (None, None, Vec::new());
    let options = ours.options;
    let made = ours.proved(problem.kernel).and_then(|proved| {
        trusted = proof::validate_launch(proved, &problem.to_launch(&inputs))?;
        let program = gpu::compile_with(proved, device, options);
        program.map_err(|unsupported| Failure::unsupported(unsupported.message))
    });
    match made {
        Err(failure) => no_ours = Some(failure.to_string()),
        Ok(program) => match gpu::load(device, program) {
            Ok(kernel) => our_kernel = Some(kernel),
            Err(error) => no_ours = Some(error.to_string()),
        },
    }
    let failed = |error| Failure::gpu(&error);
    let (their_kernel, no_theirs) = find_theirs(&theirs.against, device, problem).map_err(failed)?;
    let mut kernels = vec![
        our_kernel.map(|kernel| Contestant::Ours(Box::new(kernel))),
        their_kernel.map(Contestant::Theirs),
    ];
    let mut sets = Vec::new();
    for cubin in theirs.certified.iter().filter(|cubin| cubin.is_of(problem.kernel)) {
        let kernel = load_theirs(cubin, device, problem).map_err(failed)?;
        sets.push(cubin.set());
        kernels.push(Some(Contestant::Theirs(kernel)));
    }
    let outcome = measure(device, problem, &inputs, &kernels, rounds).map_err(failed)?;
    Ok(Timed { row: Row::new(problem, &outcome, [no_ours, no_theirs], &sets), trusted })
}

/// Cubins of another compiler.
pub(super) struct Others {
    /// Cubins of the unchanged kernels.
    pub(super) against: Vec<Cubin>,
    /// Of kernels with facts of their proofs, a file each.
    pub(super) certified: Vec<Cubin>,
}

impl Cubin {
    /// Whether the cubin has this kernel with a set of facts.
    fn is_of(&self, kernel: &str) -> bool {
        self.parts.len() > 1 && self.parts[0] == kernel
    }

    /// The name of the set of facts.
    fn set(&self) -> String {
        self.parts.get(1).cloned().unwrap_or_default()
    }
}

/// The kernel of the first cubin that has it, or the reason for its absence.
fn find_theirs<'d>(
    cubins: &[Cubin],
    device: &'d Device,
    problem: &Problem,
) -> Result<(Option<Kernel<'d>>, Option<String>), Error> {
    let mut why = None;
    for cubin in cubins {
        match load_theirs(cubin, device, problem) {
            Ok(kernel) => return Ok((Some(kernel), None)),
            Err(error) if error.is_of_the_run() => return Err(error),
            Err(error) => why = Some(format!("{}: {error}", cubin.name)),
        }
    }
    Ok((None, why))
}

/// The problem's kernel of a cubin.
fn load_theirs<'d>(cubin: &Cubin, device: &'d Device, problem: &Problem) -> Result<Kernel<'d>, Error> {
    let size = |given: &Given| match given {
        Given::Number(_) => 4,
        Given::Input(..) | Given::Output(..) | Given::Sum(..) => 8,
    };
    let parameters = Parameter::lay_out(problem.arguments.iter().map(size));
    // NVIDIA's compiler launches a Tile kernel with one thread per block; its code starts the others.
    device.load(&Code {
        image: Image::of(&cubin.bytes)?,
        entry: problem.kernel,
        threads: 1,
        shared_bytes: 0,
        parameters,
        maps: 0,
    })
}
