//! Code for every kernel of the corpus is generated, or the missing operation is named, and the assembler accepts it if present (`ptxas` on
//! the path, or `PTXAS=file`). `FILTER=text` picks kernels by file and name, `SHOW=1` prints their code, `THREADS=n` sets the size of a
//! block, `WIDE=n` the bytes that a thread moves at once.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use spec::contract::Bound;
use spec::syntax::op::Op;
use spec::valid::Valid;

use crate::analysis::parameters::ParameterFacts;
use crate::compile::{compile_under, compile_valid};
use crate::{Options, Program, Target};

/// The targets that code is assembled for.
const TARGETS: [u32; 2] = [80, 90];

/// So many programs have an operation or a tile that has no code: more are a mistake, fewer are to be written here.
const REFUSED: usize = 28;

fn tiles(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("the corpus is readable").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            tiles(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "tile") {
            found.push(path);
        }
    }
}

fn filter() -> String {
    env::var("FILTER").unwrap_or_default()
}

/// Every valid kernel of the corpus, with its file.
fn kernels() -> Vec<(String, Valid)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut files = Vec::new();
    tiles(&corpus, &mut files);
    let filter = filter();
    let mut all = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("the corpus is readable");
        let Ok(module) = spec::parse::module(&text) else { continue };
        let name = file.strip_prefix(&corpus).unwrap_or(&file).display().to_string();
        for kernel in module.kernels {
            let name = format!("{} @{}", name.trim_end_matches(".tile"), kernel.name);
            if let (true, Ok(valid)) = (name.contains(&filter), Valid::new(kernel)) {
                all.push((name, valid));
            }
        }
    }
    all
}

/// What `THREADS`, `WIDE`, `STAGES`, `PLAIN` and `FEW` say.
fn options() -> Options {
    let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
    Options {
        threads: number("THREADS"),
        max_vector_bytes: number("WIDE"),
        stages: number("STAGES"),
        group: None,
        without_tensor_maps: env::var_os("PLAIN").is_some(),
        larger_tiles: false,
        few_blocks: env::var_os("FEW").is_some(),
    }
}

fn ptxas() -> Option<PathBuf> {
    let path = env::var_os("PTXAS").map_or_else(|| PathBuf::from("ptxas"), PathBuf::from);
    Command::new(&path).arg("--version").output().ok().filter(|output| output.status.success()).map(|_| path)
}

/// Assembles a program; returns the spilled bytes of registers, or the assembler's message.
fn assemble(ptxas: &Path, program: &Program, target: Target, at: usize) -> Result<u32, String> {
    let folder = env::temp_dir().join(format!("tileproof-ptx-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|problem| problem.to_string())?;
    let file = folder.join(format!("{at}-{}.ptx", target.sm));
    fs::write(&file, &program.ptx).map_err(|problem| problem.to_string())?;
    let output = Command::new(ptxas)
        .args(["-v", "-O1", "-arch", &target.name(), "-o", "/dev/null"])
        .arg(&file)
        .output()
        .map_err(|problem| problem.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let _ = fs::remove_file(&file);
    if !output.status.success() {
        return Err(said);
    }
    let spilled = said.split(" bytes spill stores").next().and_then(|text| text.split_whitespace().last());
    Ok(spilled.and_then(|bytes| bytes.parse().ok()).unwrap_or(0))
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is what people want to see")]
fn every_kernel_has_code_that_assembles() {
    let kernels = kernels();
    let ptxas = ptxas();
    let (next, found) =
        (AtomicUsize::new(0), Mutex::new((BTreeMap::<String, Vec<String>>::new(), Vec::new(), 0)));
    let work = || {
        while let Some((name, kernel)) = kernels.get(next.fetch_add(1, Ordering::Relaxed)) {
            for sm in TARGETS {
                let target = Target { sm };
                match compile_valid(kernel, target, options()).map(|made| made.program) {
                    Err(problem) => {
                        let mut found = found.lock().expect("no worker panics");
                        found.0.entry(problem.message).or_default().push(name.clone());
                    }
                    Ok(program) => {
                        if env::var_os("SHOW").is_some() {
                            println!(
                                "// {name}, {} threads, {} shared\n{}",
                                program.threads, program.shared_bytes, program.ptx
                            );
                        }
                        let assembled = ptxas.as_ref().map(|ptxas| {
                            let at = kernels.iter().position(|(other, _)| other == name).unwrap_or(0);
                            assemble(ptxas, &program, target, at)
                        });
                        let mut found = found.lock().expect("no worker panics");
                        found.2 += 1;
                        match assembled {
                            Some(Err(said)) => found.1.push(format!("{name} for sm_{sm}: {said}")),
                            Some(Ok(spilled)) if spilled > 0 => {
                                println!("{name} spills {spilled} bytes on sm_{sm}")
                            }
                            Some(Ok(_)) | None => {}
                        }
                    }
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            thread::Builder::new()
                .stack_size(1 << 26)
                .spawn_scoped(scope, work)
                .expect("a thread can be had");
        }
    });
    let (unsupported, wrong, made) = found.into_inner().expect("no worker panics");
    for (what, names) in &unsupported {
        println!("{:4} {what}: {}", names.len(), names[0]);
    }
    println!("{made} programs of {} kernels", kernels.len());
    assert!(made > 0, "no code was made");
    let refused = kernels.len() * TARGETS.len() - made;
    let most = if filter().is_empty() { REFUSED } else { kernels.len() * TARGETS.len() };
    assert!(refused <= most, "{refused} programs are refused, and {most} were");
    assert!(wrong.is_empty(), "{} are not assembled:\n{}", wrong.len(), wrong.join("\n"));
}

/// The kernels of the corpus with a property under their contracts, as `FILE @KERNEL`.
fn kernels_with(has: impl Fn(&Valid, &ParameterFacts) -> bool) -> Vec<String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut files = Vec::new();
    tiles(&corpus, &mut files);
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("the corpus is readable");
        let Ok(module) = spec::parse::module(&text) else { continue };
        for contract in &module.contracts {
            let kernel = module.kernels.iter().find(|kernel| kernel.name == contract.kernel);
            let Some(valid) = kernel.and_then(|kernel| Valid::new(kernel.clone()).ok()) else { continue };
            let Ok(bound) = Bound::new(contract, &valid) else { continue };
            if has(&valid, &ParameterFacts::of(&bound)) {
                let name = file.strip_prefix(&corpus).unwrap_or(&file).with_extension("");
                found.push(format!("{} @{}", name.display(), valid.name));
            }
        }
    }
    found
}

/// Kernels whose updates are collected in shared memory, on every target.
#[test]
fn updates_of_these_kernels_are_collected() {
    let collected = kernels_with(|valid, facts| {
        if !valid.operations().any(|op| op.op == Op::AtomicRmwTko) {
            return false;
        }
        let found = TARGETS.map(|sm| {
            let made = compile_under(valid, facts, Target { sm }, options());
            made.is_ok_and(|made| made.program.ptx.contains("red.relaxed.cta.shared"))
        });
        assert_eq!(found[0], found[1], "@{}", valid.name);
        found[0]
    });
    let expected = [
        "atomics/lanes @histogram",
        "control/one_of_many @all_atomic",
        "kernels/perf/histograms @histogram_bytes",
        "kernels/perf/histograms @histogram_tile",
        "kernels/perf/rows @histogram_any",
        "properties/writes @counted_by_lanes",
        "seeds/vectors @duplicates_atomic",
    ];
    assert_eq!(collected, expected);
}
