#!/usr/bin/env python3
"""Exports FlashInfer's cuTile kernels (Apache-2.0) for bench/public.py, without a GPU and without torch.

    PYTHONPATH=python python3 bench/flashinfer.py CHECKOUT EXPORTS

CHECKOUT is a clone of flashinfer-ai/flashinfer, which is no part of this project. EXPORTS gets a folder `flashinfer` with each kernel as
`NAME.tilebc`, and beside it the launch as `NAME.json`. Kernels are launched as FlashInfer's own functions launch them; a stand-in takes the
place of torch, and samples the place of tensors. Needs cuda-tile 1.7 and NumPy.
"""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import types

GEMM, QUANTIZATION = "gemm/kernels/cutile", "quantization/kernels/cutile"


class Anything:
    """Stands for whatever torch has: attributes, calls, parts and alternatives of it."""

    def __getattr__(self, name):
        return Anything()

    def __call__(self, *_, **__):
        return Anything()

    def __or__(self, _):
        return self

    __ror__ = __getitem__ = __or__


class Torch(types.ModuleType):
    """The module torch, as far as FlashInfer's modules name it while they are loaded."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


def load(checkout, copies, path):
    """A module of FlashInfer without the modules of its own package, whose names only its host functions use."""
    with open(os.path.join(checkout, "flashinfer", path), encoding="utf-8") as file:
        text = re.sub(r"^from \.[\w.]* import (\([^)]*\)|.*)$", "", file.read(), flags=re.M)
    name = os.path.basename(path)
    with open(os.path.join(copies, name), "w", encoding="utf-8") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(name.removesuffix(".py"), file.name)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def quantize(launch, module, sample):
    """Rows of 37 tokens with 512 numbers, in groups of 128, to floats and to integers; factors by rows and by columns."""
    tokens, width, group = 37, 512, 128
    size, groups = tokens * width, tokens * width // group
    for kind, least, most in (("f8e4m3fn", -448.0, 448.0), ("i8", -128.0, 127.0)):
        arrays = sample("bf16", size), sample(kind, size), sample("f32", groups)
        numbers = 1e-10, least, most
        launch((groups, 1, 1), module._per_token_group_quant_8bit_kernel, (*arrays, group, group, *numbers, group, size, size, groups))
        launch((groups, 1, 1), module._per_token_group_quant_8bit_colmajor_kernel,
               (*arrays, group, width, width, tokens, *numbers, 0, group, size, size, groups))


def quantize_groups(launch, module, sample):
    """Five groups of rows of 512 numbers."""
    sizes, offsets = sample("i32", (5, 3)), sample("i32", 2049)
    launch((1,), module._mxfp8_build_prefix_offsets_kernel, (sizes, offsets, 4))
    rows, starts, scales = sample("bf16", (700, 512)), sample("i32", 5), sample("i32", 5)
    launch((528,), module._mxfp8_grouped_quant_cutile_persistent_prefix,
           (rows, sizes, starts, scales, offsets, sample("f8e4m3fn", (700, 512)), sample("u8", 20480)))


def rotate(launch, module, sample):
    """37 tokens with 128 heads of 64 rotated and 512 other numbers, by blocks of one token and of eight."""
    tokens, heads, turned, other = 37, 128, 64, 512
    shapes = (tokens, heads, turned), (tokens, turned), (tokens, heads, other), (tokens, other)
    sources, results = [[sample(kind, shape) for shape in shapes] for kind in ("bf16", "f8e4m3fn")]
    for block in (1, 8):
        launch((-(-tokens // block), 9 * heads + 9, 1), module._rope_quantize_fp8_kernel,
               (*sources, sample("f32", (4096, turned)), sample("i32", tokens), *results, 1.0, 1.0, tokens, heads, 1, turned, other, block))


def multiply_scaled(launch, module, sample):
    """200 by 512 by 1024 with a factor for each 128, in either order of operands."""
    m, n, k = 200, 512, 1024
    arrays = sample("f8e4m3fn", (m, k)), sample("f8e4m3fn", (n, k)), sample("bf16", (m, n)), sample("f32", (m, 8)), sample("f32", (4, 8))
    for swapped in (0, 1):
        launch((16, 1, 1), module._w8a8_block_fp8_matmul_kernel,
               (*arrays, m, n, k, 128, 128, k, 1, 1, k, n, 1, 8, 1, 1, 8, 64, 128, 128, 16, 2, swapped))


def multiply_batches(launch, module, sample):
    """Four products of 200 by 384 by 256, with operands as they are and transposed."""
    batches, m, n, k = 4, 200, 384, 256
    for first, second in ((0, 0), (0, 1), (1, 1)):
        a = sample("bf16", (k, batches * m) if first else (batches * m, k))
        b = sample("bf16", (batches, n, k) if second else (batches, k, n))
        launch((96, 1, 1), module._bmm_bf16_kernel_cutile,
               (a, b, sample("bf16", (batches * m, n)), sample("i32", batches + 1), batches, m, n, first, second, 128, 128, 64, 8))


def multiply(launch, module, sample):
    """200 by 512 by 256, stored at once and in halves."""
    m, n, k = 200, 512, 256
    arrays = sample("bf16", (m, k)), sample("bf16", (n, k)), sample("bf16", (m, n))
    for halves in (0, 1):
        launch((8, 1, 1), module._gemm_alpha_beta_kernel_cutile, (*arrays, 1.0, 0.0, m, n, k, 8, 8, 2, 4, 0, 1, 128, 128, 64, 8, halves))


LAUNCHES = {
    f"{QUANTIZATION}/per_token_group_quant_8bit_cutile.py": quantize,
    f"{QUANTIZATION}/mxfp8_grouped_quantize_cutile.py": quantize_groups,
    f"{QUANTIZATION}/rope_quantize_fp8_cutile.py": rotate,
    f"{GEMM}/gemm_fp8_nt_groupwise_cutile.py": multiply_scaled,
    f"{GEMM}/bmm_bf16_cutile.py": multiply_batches,
    f"{GEMM}/mm_bf16_cutile.py": multiply,
}


def make_launches(checkout, copies):
    """Loads each module and launches its kernels; whoever runs the script records them."""
    sys.modules["torch"] = Torch("torch")
    import cuda.tile as ct
    from tileproof.cutile.arrays import sample
    for path, launches in LAUNCHES.items():
        launches(lambda grid, kernel, arguments: ct.launch(None, grid, kernel, arguments), load(checkout, copies, path), sample)


def write(table, folder):
    """Each kernel of a table of launches with its first launch."""
    kernels, counts = {}, {}
    for line in open(table, encoding="utf-8"):
        entry = json.loads(line)
        if "problem" in entry:
            sys.exit(entry["problem"]["message"])
        if "kernel" in entry:
            kernel = entry["kernel"]
            number = counts[kernel["symbol"]] = counts.get(kernel["symbol"], -1) + 1
            kernels[kernel["id"]] = os.path.join(folder, f"{kernel['symbol'].lstrip('_')}.{number}")
            with open(kernels[kernel["id"]] + ".tilebc", "wb") as file:
                file.write(bytes.fromhex(kernel["bytecode"]))
        if "launch" in entry and entry["launch"]["kernel"] in kernels:
            launch = entry["launch"]
            kind = lambda one: "pointer" if "value" not in one else "int" if isinstance(one["value"], int) else "float"
            flat = [(one["name"], kind(one), one.get("value", 0)) for one in launch["arguments"]]
            with open(kernels.pop(launch["kernel"]) + ".json", "w", encoding="utf-8") as file:
                json.dump({"grid": launch["grid"], "flat": flat}, file)


def main():
    checkout, out = sys.argv[1:3]
    if len(sys.argv) > 3:
        return make_launches(checkout, out)
    folder = os.path.join(out, "flashinfer")
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as copies:
        table = os.path.join(copies, "launches")
        recorder = [sys.executable, "-m", "tileproof.cutile", "--table", table, __file__, checkout, copies, "record"]
        subprocess.run(recorder, check=True)
        write(table, folder)


if __name__ == "__main__":
    main()
