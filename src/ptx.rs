//! `tileproof ptx`: the code of a proved kernel, and how it is launched.

use clap::Args;
use codegen::{Options, Program, Target};
use driver::exit::Exit;
use driver::failure::Failure;

use crate::output::{eprint, print};
use crate::proved::describe;
use crate::sources::KernelArguments;

/// What to compile, and for what.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    kernel: KernelArguments,
    /// The compute capability of the GPU, from 80 on
    #[arg(long, value_name = "NUMBER", default_value_t = 90, value_parser = clap::value_parser!(u32).range(80..=121))]
    sm: u32,
    /// Threads of a block, a power of two from 32 to 1024; chosen by the kernel's tiles without it
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    threads: Option<u32>,
}

fn threads(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(threads) if threads.is_power_of_two() && (32..=1024).contains(&threads) => Ok(threads),
        Ok(_) | Err(_) => Err("a block has 32, 64, 128, 256, 512 or 1024 threads".to_owned()),
    }
}

/// Runs the verb.
///
/// # Errors
/// A kernel that cannot be read or is not proved, or an operation that has no code.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let file = arguments.kernel.read()?;
    let proved = file.prove(file.kernel(None)?)?;
    let options = Options { threads: arguments.threads, ..Options::default() };
    let program = codegen::compile(&proved, Target { sm: arguments.sm }, options)
        .map_err(|problem| Failure::refused(&problem.into(), &file.source))?;
    eprint(&describe(&proved));
    print(&text(&program)).map(|()| Exit::Success)
}

/// The code, after a comment that says how it is launched.
fn text(program: &Program) -> String {
    let parameters = program.parameters.iter().map(|one| format!("{} at {}", one.bytes, one.offset));
    let parameters: Vec<String> = parameters.collect();
    format!(
        "// launch: grid as the kernel's, block = ({}, 1, 1), {} bytes of dynamic shared memory\n\
         // parameters, in bytes: {}\n{}",
        program.threads,
        program.shared_bytes,
        parameters.join(", "),
        program.ptx
    )
}
