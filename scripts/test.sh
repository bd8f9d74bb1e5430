#!/usr/bin/env bash
# All tests, and clippy's lints while they are built: a warning is an error. The tests run in two halves side by side, each with half of the
# processors, since most programs of tests end with one slow test.
set -euo pipefail

cd "$(dirname "$0")/.."
# One build serves both. `cargo clippy` passes its arguments in this variable.
command -v clippy-driver >/dev/null || { echo 'missing: clippy (rustup component add clippy)' >&2; exit 1; }
export RUSTC_WORKSPACE_WRAPPER=$(pwd)/scripts/rustc.sh CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

cargo test --workspace --all-targets --no-run 2>&1 | tee "$logs/build"

# The programs that take half of the time.
heavy='conform corpus mutants soundness source twins typical'
first=()
second=(--lib --bins --examples)
for name in $(sed -n 's,^ *Executable tests/.*deps/\(.*\)-[0-9a-f]*)$,\1,p' "$logs/build" | sort -u); do
    case " $heavy " in
    *" $name "*) first+=(--test "$name") ;;
    *) second+=(--test "$name") ;;
    esac
done

export RUST_TEST_THREADS=$((($(nproc) + 1) / 2))
cargo test --workspace --no-fail-fast "${first[@]}" >"$logs/first" 2>&1 &
half=$!
failed=0
cargo test --workspace --no-fail-fast "${second[@]}" || failed=1
wait "$half" || failed=1
cat "$logs/first"
exit "$failed"
