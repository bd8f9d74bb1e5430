#!/bin/sh
# Estimates how large the wheel of a release will be, from a program that tests have built; fails where it will be too large. A release is
# half an hour's work, and this is a second's.
#
#   sh scripts/wheel_size.sh PROGRAM [dev | release]     the profile that PROGRAM is built with, dev if not said
#   sh scripts/wheel_size.sh --limit                     the most bytes that a wheel may have
set -eu

cd "$(dirname "$0")/.."
limit=20000000
# Compressed, a program of the release profile has 61 parts of 100 of one of the dev profile: 7.32 MB of 11.47 MB, on 2026-11-28, with
# link-time optimization and with small code for the crates that Cargo.toml names. Since libraries are not optimized there, programs of the
# dev profile are a twentieth larger. `make release` counts the bytes.
share=61
# zopfli makes 972 of 1000 bytes of gzip's.
packed=972
# The package, licences and metadata.
others=75000

fail() {
    echo "wheel_size.sh: $1" >&2
    exit 1
}

[ "${1:-}" != --limit ] || { echo "$limit"; exit 0; }
[ $# -ge 1 ] && [ -f "$1" ] || fail 'name a program'
[ "${2:-dev}" = dev ] || share=100
solver=${Z3_LIBRARY_PATH_OVERRIDE:-.z3/lib}/libz3.so.5.4
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
# compressed FILE: the bytes of a program without symbols and debug information
compressed() {
    strip -o "$temporary/stripped" "$1"
    gzip --best --stdout "$temporary/stripped" | wc -c
}

program=$(($(compressed "$1") * share / 100))
total=$(((program + $(compressed "$solver") + others) * packed / 1000))
echo "the wheel will have about $total bytes; $limit are the most"
[ "$total" -lt "$limit" ] || fail "the wheel will have about $total bytes, and $limit are the most"
