#!/bin/sh
# Builds tileproof without the solver, in a folder of its own, and runs kernels with the proofs of a build that has it.
set -eu

cd "${0%/*}/.."
target=${CARGO_TARGET_DIR:-target}
cargo build --package tileproof
cargo build --package tileproof --no-default-features --target-dir "$target/unsolved"
with=$target/debug/tileproof
without=$target/unsolved/debug/tileproof
proof=$target/unsolved/scale_image.proof

# ends EXPECTED-EXIT COMMAND…
ends() {
    expected=$1
    shift
    printf '\n$ %s\n' "$*"
    exit=0
    "$@" || exit=$?
    if [ "$exit" -ne "$expected" ]; then
        echo "unsolved.sh: expected exit $expected, got $exit" >&2
        exit 1
    fi
}

if ldd "$without" | grep z3; then
    echo "unsolved.sh: the build without the solver links with z3" >&2
    exit 1
fi
kernel=corpus/demo/fixed.tile
run="run $kernel --grid 1,1 --arg height=10 --arg width=20 --arg in=iota:f32[200] --arg out=uninit:f32[200] --arg gain=2"
ends 0 "$with" check $kernel --proof "$proof"
ends 0 "$without" --version
ends 0 "$without" explain view.index.space >/dev/null
ends 0 "$without" lower $kernel >/dev/null
ends 3 "$without" check $kernel --proof "$proof"
# The grid is one block short along each axis, so the launch is not the proof's; then it is.
ends 2 "$without" $run --proof "$proof"
ends 0 "$without" $(echo "$run" | sed 's/--grid 1,1/--grid 2,2/') --proof "$proof"
printf '\nwithout the solver: all as expected\n'
