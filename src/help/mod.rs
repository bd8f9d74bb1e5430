//! The help texts of the verbs: examples, exit codes, and the headings under which options are grouped.

#[cfg(test)]
pub(crate) mod examples;

/// The heading of options that pick a kernel.
pub(crate) const KERNEL: &str = "Kernel";
/// The heading of options that pick several kernels.
pub(crate) const KERNELS: &str = "Kernels";
/// The heading of options that add to a contract.
pub(crate) const CONTRACT: &str = "Contract";
/// The heading of options that state one launch.
pub(crate) const LAUNCH: &str = "Launch";
/// The heading of options that choose how results are shown.
pub(crate) const REPORT: &str = "Report";
/// The heading of options that decide which findings fail a check.
#[cfg(feature = "solver")]
pub(crate) const POLICY: &str = "Accepted findings";
/// The heading of options that define the comparison of two kernels.
#[cfg(feature = "solver")]
pub(crate) const COMPARISON: &str = "Comparison";
/// The heading of options that limit time and memory.
pub(crate) const EFFORT: &str = "Effort";
/// The heading of options that write further files.
pub(crate) const FILES: &str = "Files to write";
/// The heading of options for input and output of a debugger.
pub(crate) const INTERFACE: &str = "Interface";
/// The heading of options for many files or machines.
#[cfg(feature = "solver")]
pub(crate) const PARTS: &str = "Parts of a check";
/// The heading of options for configurations of an autotuner.
#[cfg(feature = "solver")]
pub(crate) const CONFIGURATIONS: &str = "Autotuning";
/// The heading of options for all outcomes under the memory model.
pub(crate) const EXPLORATION: &str = "Memory model";
/// The heading of options that choose facts of a proof.
pub(crate) const FACTS: &str = "Facts";
/// The heading of options that pick cases of the conformance suite.
pub(crate) const CASES: &str = "Cases";
/// The heading of options for the implementation under test.
pub(crate) const IMPLEMENTATION: &str = "Implementation";
/// The heading of options for submissions of results.
pub(crate) const SUBMISSIONS: &str = "Submissions";
/// The heading of options for code on a GPU.
pub(crate) const GPU: &str = "GPU";

pub(crate) const TOP: &str = "\
Examples:
  tileproof check kernel.tile
  tileproof check kernel.tile --grid 'cdiv(N, 128)' --requires 'N >= 1'
  tileproof explain view.index.space

Exit codes:
  0  proved, or the command is done
  1  a launch has undefined behavior
  2  the command line is wrong
  3  not decided: unknown, unsupported, out of resources, or interrupted (Ctrl-C)
  4  the source is ill-formed
  5  there is no usable GPU, or the GPU cannot run this kernel
  6  the kernel failed on the GPU, did not end, or wrote a wrong result
  7  proved only with inferred preconditions (`check` without --allow-conditional), or a likely bug
  8  a command that runs conformance cases did not answer as agreed (`conform`)
  9  a submission is refused (`conform`)";

pub(crate) const CHECK: &str = "\
Examples:
  tileproof check kernel.tile
  tileproof check kernels --quiet
  tileproof check *.tile --strict --json
  tileproof check kernel.tile --kernel copy --grid 'cdiv(N, 128)' --requires 'N >= 1'
  tileproof check kernel.tilebc --contract kernel.contract
  tileproof check kernels --format sarif -o tileproof.sarif
  tileproof check kernels --write-baseline base.json; tileproof check kernels --baseline base.json
  tileproof check kernels --shard 1/2 --json -o 1.json; tileproof check --merge 1.json 2.json
  tileproof check kernel.tile --counterexample cex.json && \\
      tileproof run kernel.tile --launch cex.json
  tileproof check kernels.py:matmul 'A=f16[512, 512]' 'B=f16[512, 512]' 'C=f16[512, 512]' \\
      --configs TM=64..256,TN=64..256,TK=32,64 --filter safe.py
  tileproof check kernel.tile --emit-smt2 scripts && \\
      for script in scripts/*; do cvc5 $script; done";

pub(crate) const FIX: &str = "\
Examples:
  tileproof fix kernel.cu
  tileproof fix kernel.cu --write
  tileproof fix kernel.cu --suggest | git apply
  tileproof fix train.py:vec_add 'a=f32[1000]' 'b=f32[1000]' 'c=f32[1000]' T=256

Exit codes:
  0  nothing to repair, or every problem has a patch
  1  a kernel has undefined behavior, and no change repairs it
  2  the command line is wrong, or the file cannot be written
  3  something remains: a likely bug, an unknown answer, or a change of results
  4  the source is ill-formed";

pub(crate) const EQUIV: &str = "\
Examples:
  tileproof equiv before.tile after.tile
  tileproof equiv kernels.tile kernels.tile --kernel add --other-kernel add_wide
  tileproof equiv add.cu add.py:add --contract add.contract \\
      -- 'x=f32[1000]' 'y=f32[1000]' 'z=f32[1000]' n=1000
  tileproof equiv matmul.tile fused.tile --allow contraction,reassociation --json
  tileproof equiv norm.tile norm.tile --vary M

Exit codes:
  0  equivalent: for every launch, both kernels write the same values
  1  different: a pair of launches was run, and the results differ
  2  the command line is wrong, or the kernels take different arguments
  3  unknown: neither was shown, or a kernel has no proof of its own
  4  a source is ill-formed, or the contracts contradict each other";

pub(crate) const SERVER: &str = "\
Examples:
  tileproof server

An editor starts the server: see docs/editors.md.

Exit codes:
  0  the editor sent `shutdown` before `exit`
  1  the editor ended without `shutdown`, or broke the protocol";

pub(crate) const RUN: &str = "\
Examples:
  tileproof run kernel.tile --kernel copy --grid 4 --arg in=@in.npy \\
      --arg out=zeros:f32[500] --arg N=500
  tileproof run kernel.tile --grid 4,1,1 --arg in=iota:f32[500] \\
      --arg out=uninit:f32[500] --arg N=500 --out out=out.npy
  tileproof run kernel.tile --launch cex.json
  tileproof run message.tile --grid 2 --arg data=zeros:i32[1] \\
      --arg flag=zeros:i32[1] --explore 10000
  tileproof run kernel.tilebc --grid 4 --arg arg0=iota:f32[500] \\
      --arg arg1=zeros:f32[500] --arg arg2=500

Buffers:
  @file.npy            the array of a file (bf16 as its bits, dtype u2)
  zeros:f32[500]       zeros
  iota:i32[4,8]        0, 1, 2, … in row-major order
  full(3.5):f32[8]     the value 3.5 everywhere
  uninit:f32[8]        uninitialized memory";

pub(crate) const DEBUG: &str = "\
Examples:
  tileproof debug kernel.tile
  tileproof debug kernel.tile --at N=1000,grid=8
  tileproof debug kernel.tile --grid 4 --arg in=iota:f32[500] \\
      --arg out=uninit:f32[500] --arg N=500
  tileproof debug kernel.tile --launch cex.json --commands script.txt
  tileproof debug --dap

Commands:
  step, next                               run one operation, or one source line
  continue, finish, block 2                run to the next stop, out of the loop, or to block 2
  back, previous, reverse, start           the same, backwards
  goto 17                                  go to step 17
  break 33, delete 33                      stop at line 33, or no longer
  watch nan|undetermined|race|NAME         stop at NaN, undetermined, race, or change of NAME
  print %acc[0:4, 0:4], why t[3, 7]        print elements, or trace the origin of an element
  locals, where, list, launch, explain     show the state
  help, help COMMAND, quit";

pub(crate) const EXPLAIN: &str = "\
Examples:
  tileproof explain
  tileproof explain view.index.space";

pub(crate) const CERTIFY: &str = "\
Examples:
  tileproof certify kernel.tilebc -o certified.tilebc
  tileproof certify kernel.tilebc -o certified.tilebc --proof kernel.proof --guard kernel.h
  tileproof certify kernel.tilebc -o certified.tilebc --facts inbounds,divisible,aligned,tokens
  tileproof certify kernel.tilebc --variants certified";

pub(crate) const TUNE: &str = "\
Examples:
  tileproof tune kernel.tile --grid 4096 --arg n=4194304 \\
      --arg x=zeros:f32[4194304] -o kernel.tuned
  tileproof tune kernel.tile --grid 4096 --arg n=4194304 \\
      --arg x=zeros:f32[4194304]
  tileproof ptx kernel.tile --tuned cache
  tileproof run kernel.tile --tuned kernel.tuned --device gpu --grid 4096 \\
      --arg n=4194304 --arg x=zeros:f32[4194304]";

pub(crate) const LOWER: &str = "\
Examples:
  tileproof lower kernel.mlir > kernel.tile
  tileproof lower kernel.tilebc > kernel.tile";

pub(crate) const PTX: &str = "\
Examples:
  tileproof ptx kernel.tile > kernel.ptx
  tileproof ptx kernel.tile --kernel copy --proof copy.proof --sm 80 | \\
      ptxas -arch sm_80 -o copy.cubin -";

pub(crate) const BENCH: &str = "\
Examples:
  tileproof bench
  tileproof bench --against cubins --json
  tileproof bench --filter softmax --runs 100";

pub(crate) const CONFORM: &str = "\
Examples:
  tileproof conform
  tileproof conform --filter elements/addf --json
  tileproof conform --export suite
  tileproof conform --archive suite.tar
  tileproof conform --suite suite --target 'exec:python3 examples/conform_cubin.py' \\
      --batch --junit conform.xml
  tileproof conform --suite suite --target 'exec:python3 examples/conform_cubin.py' \\
      --batch --profile profile.json --waivers waivers.jsonl --submission mine
  tileproof conform --suite suite --verify mine

Exit codes:
  0  every case agrees or has a waiver; the submission is correct
  1  a case disagrees
  2  the command line is wrong
  3  no case was run, or the run was interrupted (Ctrl-C)
  8  a command that runs cases did not answer as agreed; some results are missing
  9  the submission is refused, with the file and the line";

#[cfg(feature = "solver")]
pub(crate) const INIT: &str = "\
Examples:
  tileproof init
  tileproof init kernels";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  tileproof completions bash > ~/.local/share/bash-completion/completions/tileproof
  tileproof completions zsh > ~/.zfunc/_tileproof";

pub(crate) const MAN: &str = "\
Examples:
  tileproof man > tileproof.1
  tileproof man -o man1";
