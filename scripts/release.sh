#!/bin/sh
# Builds what is given to others, of which the same sources make the same bytes, in whichever folder and whenever:
#
#   tileproof-VERSION-py3-none-PLATFORM.whl   the Python package, with the program and its solver
#   tileproof-VERSION-PLATFORM.tar.gz         the program, its solver, manual, completions and licences
#   tileproof-VERSION-PLATFORM.cdx.json       what the program is made of (CycloneDX)
#   SHA256SUMS                                the digests of these
#
#   sh scripts/release.sh [DIR]     default target/dist
#
# BUILT names a tileproof that is built already, whose bytes are then what they are. SOURCE_DATE_EPOCH says of when the files are,
# else the last commit. The wheel's tag says from which glibc on it runs: what program and solver ask for.
set -eu
umask 022
export LC_ALL=C

cd "$(dirname "$0")/.."
root=$(pwd)
target=${CARGO_TARGET_DIR:-$root/target}
out=${1:-$target/dist}
work=$target/dist.tmp
limit=$(sh scripts/wheel_size.sh --limit)

fail() {
    echo "release.sh: $1" >&2
    exit 1
}

platform=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
grep -q "^## $version\( \|\$\)" CHANGELOG.md || fail "CHANGELOG.md does not say what is new in $version"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || fail 'set SOURCE_DATE_EPOCH to the time of the sources: there is no commit here'
export SOURCE_DATE_EPOCH

rm -rf "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir -p "$work/dist"

# No path of this machine comes into the program, and its solver is looked for beside it, or in lib beside bin.
build() {
    sh scripts/z3.sh
    separator=$(printf '\037')
    flags="--remap-path-prefix=$root=."
    for index in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
        flags="$flags$separator--remap-path-prefix=$index=crates"
    done
    # Optimized as a whole, the program is a fifth smaller.
    Z3_RUN_PATH='$ORIGIN:$ORIGIN/../lib' CARGO_ENCODED_RUSTFLAGS="$flags" CARGO_INCREMENTAL=0 \
        CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 \
        cargo build --release --locked --package tileproof --target-dir "$target/reproducible"
    program=$target/reproducible/release/tileproof
}

program=${BUILT:-}
[ -n "$program" ] || build
solver=$(realpath "${Z3_LIBRARY_PATH_OVERRIDE:-.z3/lib}/libz3.so.5.4")

name=tileproof-$version-$platform
tree=$work/$name
mkdir -p "$tree/bin" "$tree/lib" "$tree/share/man/man1" "$tree/share/bash-completion/completions" \
    "$tree/share/zsh/site-functions" "$tree/share/fish/vendor_completions.d"
strip -o "$tree/bin/tileproof" "$program"
strip -o "$tree/lib/libz3.so.5.4" "$solver"
if [ -n "${BUILT:-}" ]; then
    patchelf --set-rpath '$ORIGIN:$ORIGIN/../lib' "$tree/bin/tileproof" || fail 'patchelf is needed for BUILT'
fi
cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$tree/"
python3 scripts/sbom.py "$platform" "$tree/lib/libz3.so.5.4" "$work/dist/$name.cdx.json" "$tree/LICENSE-THIRD-PARTY"
"$tree/bin/tileproof" man -o "$tree/share/man/man1"
"$tree/bin/tileproof" completions bash >"$tree/share/bash-completion/completions/tileproof"
"$tree/bin/tileproof" completions zsh >"$tree/share/zsh/site-functions/_tileproof"
"$tree/bin/tileproof" completions fish >"$tree/share/fish/vendor_completions.d/tileproof.fish"

echo '== the archive'
tar --create --directory "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    --mtime="@$SOURCE_DATE_EPOCH" "$name" | gzip --no-name --best >"$work/dist/$name.tar.gz"

echo '== the wheel'
cp -r python "$work/python"
cp LICENSE-APACHE LICENSE-MIT "$tree/LICENSE-THIRD-PARTY" "$work/python/"
find "$work/python" -name __pycache__ -prune -exec rm -rf {} +
mkdir -p "$work/python/tileproof/bin"
cp "$tree/bin/tileproof" "$tree/lib/libz3.so.5.4" "$work/python/tileproof/bin/"
chmod -R u=rwX,go=rX "$work/python"
python3 -m venv "$work/venv"
# Other versions make other bytes.
"$work/venv/bin/pip" --quiet --disable-pip-version-check install 'setuptools==80.9.0' 'wheel==0.45.1' 'zopfli==0.4.3' || fail 'setuptools, wheel and zopfli are needed'
# The newest version of glibc that a symbol of either file is of.
glibc=$(objdump -T "$tree/bin/tileproof" "$tree/lib/libz3.so.5.4" | grep -o 'GLIBC_2\.[0-9]*' | sed 's/GLIBC_2\.//' | sort -n | tail -1)
tag="manylinux_2_${glibc}_$(uname -m)"
"$work/venv/bin/pip" --quiet --disable-pip-version-check wheel --no-deps --no-build-isolation --wheel-dir "$work/plain" "$work/python"
"$work/venv/bin/wheel" tags --remove --python-tag py3 --abi-tag none --platform-tag "$tag" "$work"/plain/tileproof-*.whl >/dev/null
wheel=$(ls "$work"/plain/tileproof-*.whl)
"$work/venv/bin/python" scripts/pack_wheel.py "$wheel"
size=$(wc -c <"$wheel")
[ "$size" -lt "$limit" ] || fail "$wheel has $size bytes, and $limit are the most"
mv "$wheel" "$work/dist/"
wheel=$work/dist/$(basename "$wheel")

echo '== what is installed or unpacked runs by itself'
# It must run with nothing of this folder.
runs() {
    (cd / && env -u LD_LIBRARY_PATH -u TILEPROOF "$1" --version) || fail "$1 does not run"
    env -u LD_LIBRARY_PATH -u TILEPROOF "$1" check corpus/demo/fixed.tile >/dev/null || fail "$1 proves nothing"
    if LC_ALL=C grep -q -e "$root" -e "${CARGO_HOME:-$HOME/.cargo}" "$1" && [ -z "${BUILT:-}" ]; then
        fail "$1 names a folder of this machine"
    fi
}
python3 -m venv "$work/fresh"
"$work/fresh/bin/pip" --quiet --disable-pip-version-check install --no-deps "$wheel"
env -u TILEPROOF "$work/fresh/bin/tileproof" check corpus/demo/fixed.tile >/dev/null || fail 'the installed command proves nothing'
runs "$(echo "$work"/fresh/lib/python3*/site-packages/tileproof/bin/tileproof)"
mkdir "$work/unpacked"
tar -xzf "$work/dist/$name.tar.gz" -C "$work/unpacked"
runs "$work/unpacked/$name/bin/tileproof"

(cd "$work/dist" && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
mkdir -p "$out"
mv "$work"/dist/* "$out/"
(cd "$out" && sha256sum --check --quiet SHA256SUMS && cat SHA256SUMS)
