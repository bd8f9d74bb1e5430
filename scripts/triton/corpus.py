"""Compiles the kernels of corpus/triton to TTIR, on a machine without a GPU.

usage: python scripts/triton/corpus.py [NAME…]    (pip install triton==3.9.0)

A source names its parameters in a comment, `# signature: x: *fp32, n: i32; B = 128`: types as Triton names them, then constants. With
`# warps: 4`, the text says how many warps a program has; without, a program may have any number. Every
`# layouts`, the text also has the layouts and the barriers of Triton's own code that order accesses. Every
kernel of the source becomes corpus/triton/NAME.KERNEL.ttir, with the source's own name in its locations. In corpus/triton/repairs, NAME.py has the
kernel NAME with a bug, and NAME.fixed.py is the text that `tileproof fix` makes of it.
"""
import importlib.util
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import triton  # noqa: E402
from tileproof.triton.compiling import Codes  # noqa: E402
from tileproof.triton.signature import Signature  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402

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


def write(path, kernel, written):
    """Compiles a kernel of a source, and writes its TTIR with the source's own name in its locations."""
    types, constants = read_signature(path.read_text())
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = compile_kernel(getattr(module, kernel), types, constants)
    # Locations inside of Triton's own library say nothing about the source.
    text = text.replace(str(path), path.name.replace(".fixed.py", ".py"))
    text = re.sub(r'"/[^"]*/triton/language/', '"triton/language/', text)
    warps = re.search(r"^# warps: (\d+)$", path.read_text(), re.M)
    if warps:
        number = int(warps.group(1))
        has_layouts = re.search(r"^# layouts$", path.read_text(), re.M)
        found = Signature({name: types.get(name, "constexpr") for name in getattr(module, kernel).arg_names}, constants)
        codes = Codes().of(getattr(module, kernel), found, {"num_warps": number})[0] if has_layouts else ""
        text = text.replace("module {", f'module attributes {{"ttg.num-warps" = {number} : i32{codes}}} {{', 1)
    written.write_text(text)


def main():
    wanted = set(sys.argv[1:])
    for path in sorted(FOLDER.glob("*.py")):
        if not wanted or path.stem in wanted:
            for kernel in KERNELS:
                write(path, kernel, path.with_name(f"{path.stem}.{kernel}.ttir"))
    for path in sorted((FOLDER / "repairs").glob("*.py")):
        kernel = path.name.split(".")[0]
        if not wanted or kernel in wanted:
            write(path, kernel, path.with_suffix(".ttir"))


if __name__ == "__main__":
    main()
