#!/bin/sh
# Checks sources by the real compilers, nvcc and cuda.tile from the package registry, and writes bench/SOURCE.md. Fails where they
# cannot be had. CUDA_TILE_HOME names a Python environment that has them, and pytest; without it one is made in target/source.
# SOURCES names a folder of more sources with their Tile IR beside them, KERNELS one of sources that are compiled with the header of the
# rules of the source and without it; GENERATED says how many kernels are generated.
set -eu

cd "$(dirname "$0")/.."
root=$(pwd)
target=${CARGO_TARGET_DIR:-$root/target}
home=${CUDA_TILE_HOME:-}
version=13.5.37

if [ -z "$home" ]; then
    home=$target/source
    if [ ! -e "$home/made-$version" ]; then
        echo "fetching nvcc $version and cuda.tile, about a gigabyte"
        rm -rf "$home"
        python3 -m venv "$home"
        "$home/bin/pip" --quiet --disable-pip-version-check install "nvidia-cuda-nvcc==$version" "nvidia-cuda-crt==$version" \
            "nvidia-nvvm==$version" "nvidia-cuda-runtime==$version" nvidia-cuda-cccl "nvidia-cuda-tileiras==$version" \
            'cuda-tile==1.7.*' numpy pytest
        touch "$home/made-$version"
    fi
fi
nvcc=
for found in "$home"/lib/python3*/site-packages/nvidia/cu*/bin/nvcc; do nvcc=$found; done
[ -x "$nvcc" ] || { echo "source.sh: there is no nvcc in $home" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WORK="$work" TILEPROOF_CACHE="$work/cache" NVCC="$nvcc" PYTHON="$home/bin/python" TILEPROOF="$target/release/tileproof"
"$PYTHON" tests/source/real/check.py
