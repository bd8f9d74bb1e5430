//! The command line: its verbs, with examples for each.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::{CommandFactory, Parser, Subcommand};

use crate::output::{Color, eprint, print, set_color, style_of_stderr};
#[cfg(feature = "solver")]
use crate::setup::init;
use crate::setup::{log, shell};
use crate::{bench, certify, check, conform, debug, equiv, explain, fix, lower, ptx, run, server, tune};
use driver::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  tileproof check kernel.tile
  tileproof check kernel.tile --grid 'cdiv(N, 128)' --requires 'N >= 1'
  tileproof explain view.index.space

Exit codes:
  0  proved, or done
  1  undefined behaviour is reached
  2  the command is wrong
  3  unknown, unsupported, out of resources, or interrupted (Ctrl-C) before all was decided
  4  the source is ill-formed
  5  there is no GPU that could be used, or it cannot run this
  6  on the GPU a kernel failed, did not end, or left what it may not
  7  proved under clauses that nobody wrote (`check`), without --allow-conditional or with a likely bug
  8  a command that runs cases did not do its part (`conform`)
  9  a submission is not what it says (`conform`)";

const CHECK: &str = "\
Examples:
  tileproof check kernel.tile
  tileproof check *.tile --strict --json
  tileproof check kernels --quiet
  tileproof check kernels --format sarif -o tileproof.sarif
  tileproof check kernels --write-baseline base.json; tileproof check kernels --baseline base.json
  tileproof check kernels --shard 1/2 --json -o 1.json; tileproof check --merge 1.json 2.json
  tileproof check - < kernel.tile
  tileproof check kernels.py:matmul 'A=f16[512, 512]' 'B=f16[512, 512]' 'C=f16[512, 512]' --configs TM=64..256,TN=64..256,TK=32,64 --filter safe.py
  tileproof check kernel.tile --kernel copy --grid 'cdiv(N, 128)' --requires 'N >= 1'
  tileproof check kernel.tilebc --contract kernel.contract
  tileproof check kernel.tile --counterexample cex.json && tileproof run kernel.tile --launch cex.json
  tileproof check kernel.tile --emit-smt2 scripts && for script in scripts/*; do cvc5 $script; done";

const FIX: &str = "\
Examples:
  tileproof fix kernel.cu
  tileproof fix kernel.cu --write
  tileproof fix kernel.cu --suggest | git apply
  tileproof fix train.py:vec_add 'a=f32[1000]' 'b=f32[1000]' 'c=f32[1000]' T=256

Exit codes:
  0  there is nothing to do, or all of it is done, or printed
  1  a kernel has undefined behaviour that no change repairs
  2  the command is wrong, or the file cannot be written
  3  something else is left: a likely bug, what is unknown, or a change that leaves other results
  4  the source is ill-formed";

const EQUIV: &str = "\
Examples:
  tileproof equiv before.tile after.tile
  tileproof equiv kernels.tile kernels.tile --kernel add --other-kernel add_wide
  tileproof equiv add.cu add.py:add --contract add.contract -- 'x=f32[1000]' 'y=f32[1000]' 'z=f32[1000]' n=1000
  tileproof equiv matmul.tile fused.tile --allow contraction,reassociation --json
  tileproof equiv norm.tile norm.tile --vary M

Exit codes:
  0  equivalent: every launch of the one leaves what that of the other leaves
  1  different: two launches, which were run, leave different things
  2  the command is wrong, or the kernels do not take the same arguments
  3  unknown: neither was shown, or a kernel is not proved by itself
  4  a source is ill-formed, or the contracts contradict one another";

const SERVER: &str = "\
An editor starts it: docs/editors.md says how.

Exit codes:
  0  the editor has shut it down before it ended it
  1  it has not, or what it said is not the protocol";

const RUN: &str = "\
Examples:
  tileproof run kernel.tile --kernel copy --grid 4 --arg in=@in.npy --arg out=zeros:f32[500] --arg N=500
  tileproof run kernel.tile --grid 4,1,1 --arg in=iota:f32[500] --arg out=uninit:f32[500] --arg N=500 \\
      --out out=out.npy
  tileproof run kernel.tile --launch cex.json
  tileproof run message.tile --grid 2 --arg data=zeros:i32[1] --arg flag=zeros:i32[1] --explore 10000
  tileproof run kernel.tilebc --grid 4 --arg arg0=iota:f32[500] --arg arg1=zeros:f32[500] --arg arg2=500

Buffers:
  @file.npy            the array of a file (bf16: its bits, as u2)
  zeros:f32[500]       zeros
  iota:i32[4,8]        0, 1, 2, … in row-major order
  full(3.5):f32[8]     one value
  uninit:f32[8]        nothing that could be relied on";

const DEBUG: &str = "\
Examples:
  tileproof debug kernel.tile
  tileproof debug kernel.tile --at N=1000,grid=8
  tileproof debug kernel.tile --grid 4 --arg in=iota:f32[500] --arg out=uninit:f32[500] --arg N=500
  tileproof debug kernel.tile --launch cex.json --commands script.txt
  tileproof debug --dap

Commands:
  step, next, continue, finish, block 2     forwards: an operation, a line, to what stops it, out of a loop, to a block
  back, previous, reverse, start, goto 17   backwards
  break 33, watch nan|undetermined|race|NAME, delete 33
  print %acc[0:4, 0:4], why t[3, 7], locals, where, list, launch, explain
  help, help COMMAND, quit";

const EXPLAIN: &str = "\
Examples:
  tileproof explain
  tileproof explain view.index.space";

const CERTIFY: &str = "\
Examples:
  tileproof certify kernel.tilebc -o certified.tilebc
  tileproof certify kernel.tilebc -o certified.tilebc --proof kernel.proof --guard kernel.h
  tileproof certify kernel.tilebc -o certified.tilebc --facts inbounds,divisible,aligned,tokens
  tileproof certify kernel.tilebc --variants certified";

const TUNE: &str = "\
Examples:
  tileproof tune kernel.tile --grid 4096 --arg n=4194304 --arg x=zeros:f32[4194304] -o kernel.tuned
  tileproof run kernel.tile --tuned kernel.tuned --device gpu --grid 4096 …";

const LOWER: &str = "\
Examples:
  tileproof lower kernel.mlir > kernel.tile
  tileproof lower kernel.tilebc > kernel.tile";

const PTX: &str = "\
Examples:
  tileproof ptx kernel.tile > kernel.ptx
  tileproof ptx kernel.tile --kernel copy --proof copy.proof --sm 80 | ptxas -arch sm_80 -o copy.cubin -";

const BENCH: &str = "\
Examples:
  tileproof bench
  tileproof bench --against cubins --json
  tileproof bench --filter softmax --runs 100";

const CONFORM: &str = "\
Examples:
  tileproof conform
  tileproof conform --filter elements/addf --json
  tileproof conform --export suite
  tileproof conform --archive suite.tar
  tileproof conform --suite suite --target 'exec:python3 examples/conform_cubin.py' --batch --junit conform.xml
  tileproof conform --suite suite --target 'exec:python3 examples/conform_cubin.py' --batch --profile profile.json \\
      --waivers waivers.jsonl --submission mine
  tileproof conform --suite suite --verify mine

Exit codes:
  0  every case that was run agrees, or a waiver says why not; the submission is what it says
  1  some case disagrees
  2  the command is wrong
  3  nothing was run, or not all of it (Ctrl-C)
  8  the command that runs cases did not do so as agreed: of some nobody knows what came of them
  9  the submission is refused, with the file and the line";

/// Proves that CUDA Tile kernels have no undefined behaviour, or shows a launch that has
#[derive(Debug, Parser)]
#[command(name = "tileproof", version, after_help = EXAMPLES)]
struct Cli {
    /// Whether to use colours and lines
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Prove kernels, or show a launch that reaches undefined behaviour
    #[command(after_help = CHECK)]
    Check(check::Arguments),
    /// Give accesses the masks that they need, and take those that they do not, in the author's source
    #[command(after_help = FIX)]
    Fix(fix::Arguments),
    /// Prove that two kernels do the same for every launch, or show a launch for which they do not
    #[command(after_help = EQUIV)]
    Equiv(equiv::Arguments),
    /// Tell an editor what checks find, by the language server protocol
    #[command(after_help = SERVER)]
    Server(server::Arguments),
    /// Run a kernel on the interpreter, with every check on
    #[command(after_help = RUN)]
    Run(run::Arguments),
    /// Look at a launch operation by operation, forwards and backwards
    #[command(after_help = DEBUG)]
    Debug(debug::Arguments),
    /// Say what a rule requires, why, and what to try
    #[command(after_help = EXPLAIN)]
    Explain(explain::Arguments),
    /// Print a file as tileproof reads it
    #[command(after_help = LOWER)]
    Lower(lower::Arguments),
    /// Print the PTX of a proved kernel
    #[command(after_help = PTX)]
    Ptx(ptx::Arguments),
    /// Write into bytecode what is proved, for other compilers
    #[command(after_help = CERTIFY)]
    Certify(certify::Arguments),
    /// Time the few ways to make a kernel's code on a GPU, and keep the fastest
    #[command(after_help = TUNE)]
    Tune(tune::Arguments),
    /// Time the benchmark kernels on a GPU, beside those of another compiler
    #[command(after_help = BENCH)]
    Bench(bench::Arguments),
    /// Run the corpus's cases on an implementation, and compare what it leaves
    #[command(after_help = CONFORM)]
    Conform(conform::Arguments),
    /// Write a tileproof.toml that fits a folder
    #[cfg(feature = "solver")]
    Init(init::Arguments),
    /// Print what a shell needs to complete this command line
    Completions(shell::CompletionArguments),
    /// Print the manual, or write a page for every verb
    Man(shell::ManArguments),
}

/// Runs a command line, whose first word is the program's name.
pub fn main(words: impl IntoIterator<Item = OsString>) -> Exit {
    std::panic::set_hook(Box::new(|panic| eprint(&format!("tileproof has a bug: {panic}\n"))));
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            eprint(&error.render().to_string());
            return Exit::Usage;
        }
        // Help and the version.
        Err(text) => return print(&text.render().to_string()).map_or_else(|f| f.exit, |()| Exit::Success),
    };
    set_color(cli.color);
    // What went wrong has been said by the hook; a failure of ours is no verdict.
    catch_unwind(AssertUnwindSafe(|| run_verb(&cli.verb))).unwrap_or(Exit::Unknown)
}

fn run_verb(verb: &Verb) -> Exit {
    let done = log::start().and_then(|()| match verb {
        Verb::Check(arguments) => check::run(arguments),
        Verb::Fix(arguments) => fix::run(arguments),
        Verb::Equiv(arguments) => equiv::run(arguments),
        Verb::Server(arguments) => server::run(arguments),
        Verb::Run(arguments) => run::run(arguments),
        Verb::Debug(arguments) => debug::run(arguments),
        Verb::Explain(arguments) => explain::run(arguments),
        Verb::Lower(arguments) => lower::run(arguments),
        Verb::Ptx(arguments) => ptx::run(arguments),
        Verb::Certify(arguments) => certify::run(arguments),
        Verb::Tune(arguments) => tune::run(arguments),
        Verb::Bench(arguments) => bench::run(arguments),
        Verb::Conform(arguments) => conform::run(arguments),
        #[cfg(feature = "solver")]
        Verb::Init(arguments) => init::run(arguments),
        Verb::Completions(arguments) => shell::complete(arguments, Cli::command()),
        Verb::Man(arguments) => shell::document(arguments, Cli::command()),
    });
    done.unwrap_or_else(|failure| {
        eprint(&style_of_stderr().render(&failure));
        if failure.hangs {
            launch::leave(failure.exit.code());
        }
        failure.exit
    })
}
