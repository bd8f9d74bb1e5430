"""Compiles the kernels of corpus/triton to TTIR, on a machine without a GPU.

usage: python scripts/triton/corpus.py [NAME…]    (pip install triton==3.9.0)

A source names its parameters in a comment, `# signature: x: *fp32, n: i32; B = 128`: types as Triton names them, then constants. With
`# warps: 4`, the text says how many warps a program has; without, a program may have any number. Every
kernel of the source becomes corpus/triton/NAME.KERNEL.ttir, with the source's own name in its locations.
"""
import importlib.util
import pathlib
import re
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "corpus" / "triton"
KERNELS = ("right", "wrong")


def read_signature(text):
    """The types and the constants of a source."""
    line = re.search(r"^# signature: (.*)$", text, re.M).group(1)
    types, _, constants = line.partition(";")
    types = dict(part.split(": ") for part in types.strip().split(", "))
    pairs = (part.split("=") for part in constants.split(",") if part.strip())
    return types, {name.strip(): int(value) for name, value in pairs}


def compile_kernel(kernel, types, constants):
    """The TTIR of a kernel for all launches: no argument is specialized."""
    signature = {name: types.get(name, "constexpr") for name in kernel.arg_names}
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants)
    return triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttir"]


def main():
    wanted = sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.py"))
    for name in wanted:
        path = FOLDER / f"{name}.py"
        types, constants = read_signature(path.read_text())
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for kernel in KERNELS:
            text = compile_kernel(getattr(module, kernel), types, constants)
            # Locations inside of Triton's own library say nothing about the source.
            text = text.replace(str(path), path.name)
            text = re.sub(r'"/[^"]*/triton/language/', '"triton/language/', text)
            warps = re.search(r"^# warps: (\d+)$", path.read_text(), re.M)
            if warps:
                text = text.replace("module {", f'module attributes {{"ttg.num-warps" = {warps.group(1)} : i32}} {{', 1)
            (FOLDER / f"{name}.{kernel}.ttir").write_text(text)


main()
