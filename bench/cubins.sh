#!/bin/sh
# The benchmark's kernels by NVIDIA's Tile compiler, as cubins for `tileproof bench --against DIR`.
#
#   sh bench/cubins.sh DIR [sm_90]
#
# It needs nvcc of CUDA 13.5 or newer with its Tile compiler (tileiras) and the headers cuda_tile.h and cuda_bf16.h: from a
# toolkit, where NVCC names the nvcc (`nvcc` without it), or from a Python environment CUDA_TILE_HOME into which were installed
# nvidia-cuda-nvcc, nvidia-cuda-crt, nvidia-nvvm, nvidia-cuda-runtime, nvidia-cuda-tileiras 13.5.37 and nvidia-cuda-cccl.
# Neither a GPU nor a driver is needed.
set -eu

folder=${1:?which folder the cubins go to}
architecture=${2:-sm_90}
sources=$(dirname "$0")/../corpus/kernels/perf

compiler=${NVCC:-nvcc}
if [ -n "${CUDA_TILE_HOME:-}" ]; then
    compiler=$(ls "$CUDA_TILE_HOME"/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
fi
mkdir -p "$folder"
for kernels in perf products attention hopper; do
    "$compiler" -std=c++20 --enable-tile -tile-only -tilecubin -arch="$architecture" \
        -o "$folder/$kernels.$architecture.cubin" "$sources/$kernels.cu"
    echo "$folder/$kernels.$architecture.cubin"
done
