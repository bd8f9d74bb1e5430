#!/bin/sh
# All that a machine with a GPU needs to run what was proved, in one folder: programs without the solver, which need glibc
# and the driver, the kernels, their proofs and another compiler's cubins. `sh gpu.sh` there runs everything.
#
#   sh scripts/pack_gpu.sh [DIR]     default target/gpu
#
# PROFILE=dev makes it of less optimised programs, sooner; PROVER names a tileproof with the solver, which then need not be
# built. CUBINS names a folder of cubins (bench/cubins.sh makes it), CONTEST one of Triton kernels (bench/triton/contest.py
# export). With FILTER=text only kernels of files with that text in their path are proved. Proofs that are newer than the
# prover and the kernel are kept.
set -eu

cd "$(dirname "$0")/.."
folder=${1:-target/gpu}
target=${CARGO_TARGET_DIR:-target}
profile=${PROFILE:-release}
built=$target/$profile
if [ "$profile" = dev ]; then built=$target/debug; fi
mkdir -p "$folder/proofs"

prover=${PROVER:-}
if [ -z "$prover" ]; then
    echo '== with the solver, to prove'
    sh scripts/z3.sh
    cargo build --profile "$profile"
    prover=$target/prover
    # A program that is the same stays the same file: proofs by it are kept.
    cmp -s "$built/tileproof" "$prover" || cp "$built/tileproof" "$prover"
fi

# Every kernel with a run that ends well, and those of the benchmark, as FILE KERNEL.
echo '== proofs'
{
    grep -r --include='*.tile' '^//@ run @' corpus | grep -v '=> undefined' | grep -F -- "${FILTER:-}" |
        sed 's,^corpus/\([^:]*\):.* run @\([A-Za-z0-9_]*\).*,\1 \2,'
    for file in perf products attention attention_flush hopper histograms ragged rows; do
        sed -n "s,^contract @\\([a-z0-9_]*\\).*,kernels/perf/$file.tile \\1,p" "corpus/kernels/perf/$file.tile"
    done
} | sort -u >"$target/provable"
prove() {
    proof=$folder/proofs/${1%.tile}/$2.proof
    # Three seconds of the solver decide all but a few: what is left out is counted on the GPU.
    mkdir -p "${proof%/*}"
    if [ "$proof" -nt "$prover" ] && [ "$proof" -nt "corpus/$1" ]; then return; fi
    rm -f "$proof"
    "$prover" check "corpus/$1" --kernel "$2" --timeout 3 --proof "$proof" >/dev/null 2>&1 || :
}
half() { awk -v part="$1" 'NR % 2 == part' "$target/provable" | while read -r file kernel; do prove "$file" "$kernel"; done; }
half 0 &
half 1
wait
echo "$(find "$folder/proofs" -name '*.proof' | wc -l) of $(wc -l <"$target/provable") kernels proved"

mkdir -p "$folder/proofs/bench"
for proof in "$folder"/proofs/kernels/perf/*/*.proof; do cp "$proof" "$folder/proofs/bench"; done

echo '== without the solver, to run'
cargo build --profile "$profile" --package tileproof --no-default-features
cp "$built/tileproof" "$folder/tileproof"
# The program that a test is, by cargo's own account of it.
program() {
    cargo test --profile "$profile" --no-run --message-format=json "$@" 2>/dev/null |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1
}
cp "$(program -p tileproof --no-default-features --test gpu)" "$folder/runs"
cp "$(program -p launch --test faults)" "$folder/faults"
strip "$folder/tileproof" "$folder/runs" "$folder/faults"

echo '== kernels'
rm -rf "$folder/corpus"
(find corpus -name '*.tile' | tar -cf - -T -) | tar -xf - -C "$folder"
if [ -n "${CUBINS:-}" ]; then
    rm -rf "$folder/cubins"
    cp -r "$CUBINS" "$folder/cubins"
fi
if [ -n "${CONTEST:-}" ]; then
    rm -rf "$folder/contest"
    cp -r "$CONTEST" "$folder/contest"
fi
cp scripts/gpu.sh "$folder/gpu.sh"
cp bench/torch_peers.py scripts/gpu_launches.py scripts/launch_overhead.py "$folder"
rm -rf "$folder/python"
mkdir -p "$folder/python"
cp -r python/tileproof "$folder/python"
du -sh "$folder"
