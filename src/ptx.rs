//! `tileproof ptx`: prints the code of a proved kernel, with its launch parameters.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use codegen::{Number, Options, Program, Target, TensorMap};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use driver::launcher::{Launcher, number_in_words};
use driver::tune::Settings;
use spec::problem::Unsupported;
use spec::proof::Proved;

use crate::help;
use crate::output::{eprint, print};
use crate::proved::describe;
use crate::sources::KernelArguments;

/// The kernel to compile, and the target.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    kernel: KernelArguments,
    /// The compute capability of the GPU, from 80 (for 8.0) to 121
    #[arg(long, help_heading = help::GPU, value_name = "NUMBER", default_value_t = 90, value_parser = clap::value_parser!(u32).range(80..=121))]
    sm: u32,
    /// Threads per block, a power of two from 32 to 1024 [default: chosen from the tile sizes]
    #[arg(long, help_heading = help::GPU, value_name = "NUMBER", value_parser = threads)]
    threads: Option<u32>,
    /// Generate code with the settings of this file from `tileproof tune`, or with those in the cache (the word cache)
    #[arg(long, help_heading = help::GPU, value_name = "FILE|cache", conflicts_with = "threads")]
    tuned: Option<Settings>,
    /// Generate code without tensor maps (TMA), which works for every launch
    #[arg(long, help_heading = help::GPU)]
    no_tensor_maps: bool,
    /// Write everything that a launch needs to this file, as JSON: versions of the code, arguments and tensor maps as formulas of the parameters
    #[arg(long, help_heading = help::FILES, value_name = "FILE", conflicts_with = "no_tensor_maps")]
    launch: Option<PathBuf>,
    /// Print a launcher in this language instead of the PTX: a C header that checks the contract, encodes tensor maps and launches
    #[arg(long, help_heading = help::GPU, value_name = "LANGUAGE", value_enum, conflicts_with = "no_tensor_maps")]
    launcher: Option<Language>,
}

/// The language of a launcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// A header for C11 and C++, which needs only cuda.h
    C,
}

/// Parses the number of threads per block.
pub(crate) fn threads(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(threads) if threads.is_power_of_two() && (32..=1024).contains(&threads) => Ok(threads),
        Ok(_) | Err(_) => Err("a block has 32, 64, 128, 256, 512 or 1024 threads".to_owned()),
    }
}

/// Runs the verb.
///
/// # Errors
/// The kernel cannot be read or is not proved, or an operation has no code.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let file = arguments.kernel.read()?;
    let proved = file.prove(file.kernel(None)?)?;
    let without_tensor_maps = arguments.no_tensor_maps;
    let options = match &arguments.tuned {
        Some(tuned) => {
            let capability = format!("{}.{}", arguments.sm / 10, arguments.sm % 10);
            Options { without_tensor_maps, ..tuned.options(&proved, &capability)? }
        }
        None => Options { threads: arguments.threads, without_tensor_maps, ..Options::default() },
    };
    let target = Target { sm: arguments.sm };
    let refused = |problem: Unsupported| Failure::refused(&problem.into(), &file.source);
    if arguments.launch.is_none() && arguments.launcher.is_none() {
        let program = codegen::compile(&proved, target, options).map_err(refused)?;
        eprint(&describe(&proved, arguments.kernel.verbose));
        return print(&text(&program, &proved)).map(|()| Exit::Success);
    }
    let launcher = Launcher::new(&proved, target, options).map_err(refused)?;
    eprint(&describe(&proved, arguments.kernel.verbose));
    if let Some(path) = &arguments.launch {
        write_file(path, launcher.json().as_bytes())?;
    }
    if let Some(Language::C) = arguments.launcher {
        print(&launcher.c_header())?;
    }
    Ok(Exit::Success)
}

/// The code, after a comment with the launch parameters.
fn text(program: &Program, proved: &Proved) -> String {
    let bound = proved.bound();
    let grid = match program.persistent {
        None => "the kernel's own grid".to_owned(),
        Some(blocks) => format!(
            "grid = (min(tile blocks, {blocks} * multiprocessors), 1, 1); the last three numbers are the grid of tile blocks, fewer than 2^32 in all"
        ),
    };
    let mut text = format!(
        "// launch: {grid}, block = ({}, 1, 1), {} bytes of dynamic shared memory\n",
        program.threads, program.shared_bytes,
    );
    let parameters = program.parameters.iter().map(|one| format!("{} at {}", one.bytes, one.offset));
    let parameters: Vec<String> = parameters.collect();
    text += &format!("// parameters, in bytes: {}\n", parameters.join(", "));
    if program.scratch_bytes > 0 {
        text += &format!(
            "// the last of these is the address of {} bytes of memory for each block of threads, at a multiple of 128, in which the code makes tensor maps\n",
            program.scratch_bytes
        );
        for extent in &program.map_conditions.short_extents {
            text += &format!("// {} is below 2^31\n", describe_number(&Number::Value(*extent), proved));
        }
        for (at, limit) in &program.map_conditions.small_arrays {
            text += &format!("// {} has fewer than {limit} bytes\n", bound.argument_name(*at));
        }
    }
    for (at, map) in program.maps.iter().enumerate() {
        text += &format!("// then tensor map {at} of 128 bytes: {}\n", describe_map(map, proved));
    }
    if program.needs_launches() && !program.needs_maps() {
        text += "// launches of more tile blocks need the code of --no-tensor-maps\n";
    }
    if program.needs_maps() {
        text += "// launches without such maps need the code of --no-tensor-maps\n";
        text += "// `tileproof ptx --launch FILE` writes both codes, and when each applies; `--launcher c` prints a launcher\n";
    }
    text + &program.ptx
}

/// What a tensor map is made of (`cuTensorMapEncodeTiled`), along neighbours first.
fn describe_map(map: &TensorMap, proved: &Proved) -> String {
    let bound = proved.bound();
    let list = |numbers: &[Number]| {
        let all: Vec<String> = numbers.iter().map(|number| describe_number(number, proved)).collect();
        all.join(", ")
    };
    let boxes: Vec<String> = map.box_extents.iter().map(u32::to_string).collect();
    format!(
        "address {}, elements of {}, extents ({}), strides in elements ({}), box ({}), swizzle {}B, {}",
        bound.argument_name(map.pointer),
        bound
            .pointee(map.pointer)
            .map_or(format!("{} bytes", map.element_bytes), |scalar| scalar.to_string()),
        list(&map.extents),
        list(&map.strides),
        boxes.join(", "),
        map.line_bytes,
        match (map.stored, map.rounds) {
            (true, _) => "stored to, no two elements share a byte",
            (false, true) => "loaded and rounded to tf32 (data type TFLOAT32), zeros outside",
            (false, false) => "loaded, zeros outside",
        }
    )
}

/// A number as a formula of the parameters, or the name of a value of the kernel that has none.
fn describe_number(number: &Number, proved: &Proved) -> String {
    number_in_words(proved, number).unwrap_or_else(|| match number {
        Number::Known(known) => known.to_string(),
        Number::Value(value) => proved.kernel().name(*value),
    })
}
