#!/bin/sh
# The benchmark's kernels by NVIDIA's Tile compiler, as cubins for `tileproof bench --against DIR`; or kernels with facts of their
# proofs, which `tileproof certify --variants TILEBC` wrote, for `tileproof bench --certified DIR`.
#
#   sh bench/cubins.sh DIR [sm_90]
#   sh bench/cubins.sh --certified TILEBC DIR [sm_90]
#
# It needs nvcc of CUDA 13.5 or newer with its Tile compiler (tileiras) and the headers cuda_tile.h and cuda_bf16.h: from a
# toolkit, where NVCC names the nvcc (`nvcc` without it), or from a Python environment CUDA_TILE_HOME into which were installed
# nvidia-cuda-nvcc, nvidia-cuda-crt, nvidia-nvvm, nvidia-cuda-runtime, nvidia-cuda-tileiras 13.5.37 and nvidia-cuda-cccl.
# Neither a GPU nor a driver is needed.
set -eu

certified=
if [ "${1:-}" = --certified ]; then
    certified=${2:?which folder the bytecode is in}
    shift 2
fi
folder=${1:?which folder the cubins go to}
architecture=${2:-sm_90}
sources=$(dirname "$0")/../corpus/kernels/perf

compiler=${NVCC:-nvcc}
if [ -n "${CUDA_TILE_HOME:-}" ]; then
    compiler=$(ls "$CUDA_TILE_HOME"/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
fi
mkdir -p "$folder"
if [ -n "$certified" ]; then
    assembler=$(dirname "$(command -v "$compiler")")/tileiras
    for bytecode in "$certified"/*.tilebc; do
        cubin=$folder/$(basename "$bytecode" .tilebc).$architecture.cubin
        "$assembler" --gpu-name "$architecture" -o "$cubin" "$bytecode"
        echo "$cubin"
    done
    exit
fi
for kernels in perf products attention hopper histograms ragged rows; do
    "$compiler" -std=c++20 --enable-tile -tile-only -tilecubin -arch="$architecture" \
        -o "$folder/$kernels.$architecture.cubin" "$sources/$kernels.cu"
    echo "$folder/$kernels.$architecture.cubin"
done
