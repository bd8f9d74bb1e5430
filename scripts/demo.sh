#!/bin/sh
# A kernel with a mistake, then the same kernel without it. Fails when a verdict is not the expected one.
set -u

cd "${0%/*}/.." || exit
tileproof=${CARGO_TARGET_DIR:-target}/release/tileproof

# demo HEADING EXPECTED-EXIT ARGUMENT…
demo() {
    heading=$1
    expected=$2
    shift 2
    printf '\n== %s\n$ tileproof %s\n' "$heading" "$*"
    "$tileproof" "$@"
    exit=$?
    if [ "$exit" -ne "$expected" ]; then
        echo "demo.sh: expected exit $expected, got $exit" >&2
        exit 1
    fi
}

demo 'A launch that reads past the end: undefined behavior, with the launch that shows it' 1 check corpus/demo/broken.tile
demo 'The same kernel, corrected: proved for every size and every launch' 0 check corpus/demo/fixed.tile
