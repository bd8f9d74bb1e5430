#!/bin/sh
# All that a machine with a GPU needs to run what was proved, in one folder: programs without the solver, which need glibc
# and the driver, the kernels, their proofs and another compiler's cubins. `sh gpu.sh` there runs everything.
#
#   sh scripts/pack_gpu.sh [DIR]     default target/gpu
#
# CUBINS names a folder of cubins (bench/cubins.sh makes it); with FILTER=text only kernels of files with that text in their
# path are proved. Proofs that are there already are kept if they still prove the kernel.
set -eu

cd "${0%/*}/.."
folder=${1:-target/gpu}
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$folder/proofs"

echo '== with the solver, to prove'
sh scripts/z3.sh
cargo build --release
cp "$target/release/tileproof" "$target/prover"

# Every kernel with a run that ends well, as FILE KERNEL.
echo '== proofs'
grep -r --include='*.tile' '^//@ run @' corpus | grep -v '=> undefined' | grep -F -- "${FILTER:-}" |
    sed 's,^corpus/\([^:]*\):.* run @\([A-Za-z0-9_]*\).*,\1 \2,' | sort -u >"$target/provable"
prove() {
    proof=$folder/proofs/${1%.tile}/$2.proof
    # Three seconds of the solver decide all but a few: what is left out is counted on the GPU.
    mkdir -p "${proof%/*}"
    if [ "$proof" -nt "$target/prover" ]; then return; fi
    rm -f "$proof"
    "$target/prover" check "corpus/$1" --kernel "$2" --timeout 3 --proof "$proof" >/dev/null 2>&1 || :
}
half() { awk -v part="$1" 'NR % 2 == part' "$target/provable" | while read -r file kernel; do prove "$file" "$kernel"; done; }
half 0 &
half 1
wait
echo "$(find "$folder/proofs" -name '*.proof' | wc -l) of $(wc -l <"$target/provable") kernels proved"

echo '== without the solver, to run'
cargo build --release --no-default-features
cp "$target/release/tileproof" "$folder/tileproof"
# The program that a test is, by cargo's own account of it.
program() {
    cargo test --release --no-run --message-format=json "$@" 2>/dev/null |
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
cp scripts/gpu.sh "$folder/gpu.sh"
du -sh "$folder"
