//! Failing kernels, unsupported code and machines without a GPU: every case in a process of its own, over a simulated driver in C, or with
//! `FAULTS_ON=gpu` over the real one.
#![allow(clippy::print_stdout, reason = "this is a program that reports what it finds")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fs};

use launch::placement::Manner;
use launch::{Beside, Code, Device, Error, Image, Parameter, leave};
use spec::syntax::launch::{Argument, Buffer, Launch};

const KERNELS: &str = include_str!("faults/kernels.ptx");

/// A case: the kernel, the fault of the simulated driver, and the start of the message.
struct Case {
    name: &'static str,
    machine: &'static str,
    says: &'static str,
}

const fn case(name: &'static str, says: &'static str) -> Case {
    Case { name, machine: "", says }
}

const fn machine(machine: &'static str, says: &'static str) -> Case {
    Case { name: "copy", machine, says }
}

const CASES: &[Case] = &[
    case("copy", "well: [1, 2, 3, 4, 5]"),
    case("through_shared", "well: [1, 2, 3, 4, 5]"),
    case("traps", "the kernel failed on the GPU: it executed a trap"),
    case("leaves_memory", "the kernel failed on the GPU: it accessed unmapped memory"),
    case("misaligns", "the kernel failed on the GPU: it accessed memory at a misaligned address"),
    case("strays", "the kernel wrote beside buffer 1, at byte 20 from its start"),
    case("spins", "the kernel did not end within 2 seconds"),
    case("again", "the GPU takes no more work from this process after a failed kernel"),
    case("absent", "the code has no kernel `absent`"),
    case("nonsense", "the driver's compiler refuses the PTX:\nptxas"),
    case("newer", "the driver knows CUDA 13.0, which is too old for PTX 99.0"),
    case("foreign", "the code is for sm_199, and the GPU has compute capability 9.0"),
    case("wide", "the GPU has not the registers or threads for a block of 4096 threads"),
    case("misfit", "the arguments are not the kernel's: its 1. stands at 8 and has 8 bytes"),
    case("too_few", "the arguments are 2, and the kernel takes more"),
    case("greedy", "a block needs 1000000 bytes of shared memory, and the GPU has 232448 for one"),
    case("huge", "the GPU has no 17592186044676 bytes of memory left: "),
    machine("absent", "no NVIDIA driver: the library libcuda.so is missing"),
    machine("broken", "the NVIDIA driver does not start: MISMATCH"),
    machine("none", "the NVIDIA driver finds no usable GPU"),
    machine("full", "the GPU has no 280 bytes of memory left: 4096 are free"),
];

fn main() -> ExitCode {
    if let Ok(case) = env::var("FAULTS_CASE") {
        run_one(&case);
        return ExitCode::SUCCESS;
    }
    let on_gpu = env::var("FAULTS_ON").is_ok_and(|on| on == "gpu");
    let libraries = if on_gpu { None } else { Some(build_driver()) };
    let this = env::current_exe().expect("this program has a path");
    let mut failed = 0;
    for case in CASES {
        // Only a simulated machine lacks a feature.
        if on_gpu && !case.machine.is_empty() {
            continue;
        }
        let mut command = Command::new(&this);
        command.env("FAULTS_CASE", case.name).env("FAKE_DRIVER", case.machine);
        if let Some(libraries) = &libraries {
            let folder = if case.machine == "absent" { libraries.join("empty") } else { libraries.clone() };
            command.env("LD_LIBRARY_PATH", folder);
        }
        let output = command.output().expect("this program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let code = output.status.code();
        let is_right = said.starts_with(case.says) && code == Some(0);
        failed += usize::from(!is_right);
        let (Case { name, machine, says }, verdict) = (case, if is_right { "ok" } else { "FAILED" });
        println!("{verdict} {name} {machine}");
        if !is_right {
            let complaint = String::from_utf8_lossy(&output.stderr);
            println!("  expected: {says}\n  said: {said}{complaint}  code: {code:?}");
        }
    }
    println!("{failed} of the cases failed");
    ExitCode::from(u8::from(failed > 0))
}

/// Compiles a driver without a GPU; returns its folder.
fn build_driver() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults");
    fs::create_dir_all(folder.join("empty")).expect("a folder for the driver");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/driver.c");
    let library = folder.join("libcuda.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-w", "-o"]).arg(library).arg(source);
    assert!(compiler.status().expect("cc starts").success(), "cc compiles the driver");
    folder
}

fn run_one(case: &str) {
    match outcome(case) {
        Ok(said) => println!("{said}"),
        Err(error) => {
            println!("{error}");
            if matches!(error, Error::Hangs { .. }) {
                leave(0);
            }
        }
    }
}

fn outcome(case: &str) -> Result<String, Error> {
    let mut text = KERNELS.to_owned();
    let (mut threads, mut shared_bytes, mut entry) = (64, 0, "copy");
    let mut launch = launch();
    match case {
        "nonsense" => text = text.replace(".address_size 64", "nonsense;"),
        "newer" => text = text.replace(".version 7.0", ".version 99.0"),
        "foreign" => text = text.replace(".target sm_80", ".target sm_199"),
        "wide" => threads = 4096,
        "greedy" => shared_bytes = 1_000_000,
        "huge" => launch.buffers[0].bytes = 1 << 44,
        "again" => entry = "traps",
        "misfit" | "too_few" => {}
        "through_shared" => (entry, shared_bytes) = (case, 100_000),
        other => entry = other,
    }
    let limit = Duration::from_secs(2);
    let device = Device::open(0, limit)?;
    let sizes: &[u32] = match case {
        "misfit" => &[8, 4, 8],
        "too_few" => &[8, 8],
        _ => &[8, 8, 4],
    };
    let parameters = Parameter::lay_out(sizes.iter().copied());
    let code = Code { image: Image::Ptx(&text), entry, threads, shared_bytes, parameters, maps: 0 };
    let placed = device.place(&launch, Manner::Guarded)?;
    let kernel = device.load(&code)?;
    let values = placed.values(&launch)?;
    let ran = kernel.run(launch.grid, &values, &Beside::default());
    if case != "again" {
        ran?;
        return shown(&placed.read()?);
    }
    // After a fault nothing works, not even on a device that is opened again: a process has to start again.
    match device.place(&launch, Manner::Guarded) {
        Err(error) => Err(error),
        Ok(_) => shown(&placed.read()?),
    }
}

/// Five numbers, copied from a buffer at 4 bytes to one at 16.
fn launch() -> Launch {
    let numbers: Vec<u8> = [1u32, 2, 3, 4, 5].iter().flat_map(|number| number.to_le_bytes()).collect();
    let from = Buffer { bytes: 20, alignment: 4, uninit: false, contents: BTreeMap::from([(0, numbers)]) };
    let to = Buffer { bytes: 20, alignment: 16, uninit: true, contents: BTreeMap::new() };
    let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
    let arguments = vec![pointer(0), pointer(1), Argument::Scalar(5)];
    Launch { grid: [1, 1, 1], arguments, buffers: vec![from, to], blocks: None }
}

fn shown(buffers: &[Vec<u8>]) -> Result<String, Error> {
    let words =
        buffers[1].chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
    Ok(format!("well: {:?}", words.collect::<Vec<_>>()))
}
