#!/bin/sh
# All that a machine with a GPU needs to run the undefined cases of the suite under compute-sanitizer: the cases, NVIDIA's code with
# and without its instrumentation, and the scripts. `sh sanitize.sh` there writes the table.
#
#   sh scripts/pack_sanitize.sh [DIR]     default target/sanitize
#
# CUDA_TILE_HOME, ARCH, TILEIRAS, PROFILE and BUILT are as for scripts/pack_conform.sh.
set -eu

cd "$(dirname "$0")/.."
folder=${1:-target/sanitize}
target=${CARGO_TARGET_DIR:-target}
profile=${PROFILE:-release}
home=${CUDA_TILE_HOME:-$HOME/.cache/cuda-tile}
mkdir -p "$folder"

built=${BUILT:-}
if [ -z "$built" ]; then
    cargo build --profile "$profile" --package tileproof --no-default-features
    if [ "$profile" = dev ]; then built=$target/debug/tileproof; else built=$target/$profile/tileproof; fi
fi
echo '== suite'
"$built" conform --archive "$target/conform-suite.tar"
rm -rf "$target/conform-suite" "$target/sanitize-cases/suite"
mkdir "$target/conform-suite"
tar -xf "$target/conform-suite.tar" -C "$target/conform-suite" --strip-components=1

echo '== cubins'
if [ -z "${TILEIRAS:-}" ]; then
    TILEIRAS=$(find "$home" -path '*/bin/tileiras' | head -1)
    export TILEIRAS
fi
python3 scripts/sanitize.py pack "$target/conform-suite" "$target/sanitize-cases" "${ARCH:-sm_90}"
tar -czf "$folder/cases.tar.gz" -C "$target/sanitize-cases" .
cp scripts/sanitize.sh "$folder"
du -sh "$folder"
