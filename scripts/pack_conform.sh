#!/bin/sh
# All that a machine with a GPU needs to run NVIDIA's compiler against the suite, in one folder: the program without the solver,
# the archive of the suite's version, the cubins, and the command that runs them. `sh conform.sh` there makes a submission.
#
#   sh scripts/pack_conform.sh [DIR]     default target/conform
#
# CUDA_TILE_HOME names a Python environment with NVIDIA's compilers; ARCH what they compile for, sm_90 if not set. PROFILE=dev
# makes it of a less optimised program, sooner; BUILT names a tileproof, which then is not built.
set -eu

cd "$(dirname "$0")/.."
folder=${1:-target/conform}
target=${CARGO_TARGET_DIR:-target}
arch=${ARCH:-sm_90}
profile=${PROFILE:-release}
home=${CUDA_TILE_HOME:-$HOME/.cache/cuda-tile}
mkdir -p "$folder" "$target/conform-cubins"

built=${BUILT:-}
if [ -z "$built" ]; then
    cargo build --profile "$profile" --package tileproof --no-default-features
    if [ "$profile" = dev ]; then built=$target/debug/tileproof; else built=$target/$profile/tileproof; fi
fi
cp "$built" "$folder/tileproof"
strip "$folder/tileproof"

echo '== suite'
"$built" conform --archive "$target/conform-suite.tar"
rm -rf "$target/conform-suite"
mkdir "$target/conform-suite"
tar -xf "$target/conform-suite.tar" -C "$target/conform-suite" --strip-components=1
gzip -9nc "$target/conform-suite.tar" >"$folder/suite.tar.gz"

echo '== cubins'
if [ -z "${TILEIRAS:-}" ]; then
    TILEIRAS=$(find "$home" -path '*/bin/tileiras' | head -1)
    export TILEIRAS
fi
version=$("$TILEIRAS" --version | sed -n 's/.*\(V\|release \)\([0-9][0-9.]*\).*/\2/p' | tail -1)
python3 scripts/conform.py "$target/conform-suite" "$target/conform-cubins" "$arch"
rm -f "$folder/cubins.tar.gz"
(cd "$target/conform-cubins" && find . -name '*.cubin' -o -name cubins.json) |
    tar -czf "$folder/cubins.tar.gz" -C "$target/conform-cubins" -T -

cp examples/conform_cubin.py scripts/conform.sh corpus/conform/nvidia.waivers.jsonl "$folder"
printf 'arch=%s\nversion=%s\n' "$arch" "$version" >"$folder/compiler"
du -sh "$folder"
