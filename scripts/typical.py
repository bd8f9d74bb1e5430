"""Makes the bytecode of corpus/typical, corpus/source and corpus/seeds: NAME.cu.tilebc by nvcc, NAME.py.launches by cuda.tile.

    PYTHON=… NVCC=… python3 scripts/typical.py [wrong|right|repaired|bare|first|launched|scripts|rules|seeds …]

Source files are named as the corpus has them, without the folders of this machine.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from bytecode_strings import renamed

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus/typical"
NVCC, PYTHON = os.environ["NVCC"], os.environ.get("PYTHON", sys.executable)
FLAGS = ["-std=c++20", "--enable-tile", "-tile-only", "-tilebc", "-lineinfo", "-arch=sm_90"]


def relative(folder):
    def change(string):
        if string == str(folder):
            return "."
        if string.startswith(f"{folder}/"):
            return string[len(str(folder)) + 1:]
        if string.startswith("/"):
            return string.rsplit("/include/", 1)[-1] if "/include/" in string else string.rsplit("/", 1)[-1]
        return string
    return change


HEADER = ROOT / "driver/compile/nvcc/cuda_tile_checked.h"


def made(source, samples, scratch, words=()):
    """What a compiler makes of a file of the corpus; nvcc can be given more words."""
    if source.suffix == ".cu":
        out = scratch / "made.tilebc"
        subprocess.run([NVCC, *FLAGS, *words, "-o", out, source.name], check=True, cwd=source.parent)
        return renamed(out.read_bytes(), relative(source.parent))
    out = scratch / "made.launches"
    words = [word for sample in samples for word in ("--sample", sample)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    subprocess.run([PYTHON, "-m", "tileproof.cutile", "--table", out, "--kernel", source.stem, *words, "--", source.name],
                   check=True, cwd=source.parent, env=environment)
    return launches(out)


def launches(table):
    """The launches of a table; what the script read is of the machine that it ran on."""
    lines = table.read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b'{"read"'))


# Versions of a file that `fix` tries, by what they are called.
BARE = {
    "helper.cu": {"cu": [], "load": ["view.load_masked"], "store": ["ys.store_masked"]},
    "sizes.cu": {"cu": [], "load": ["xs.load_masked"], "store": ["ys.store_masked"]},
    "size.cu": {"cu": [], "load": ["xs.load_masked"], "both": ["xs.load_masked", "ys.store_masked"]},
    "causal.cu": {
        "cu": [],
        "load": ["ct::load_masked(in + at, at < k, 0.0f) => ct::load(in + at)"],
        "store": ["store_masked(out + at, v, /* all of them */ at < n) => store(out + at, v /* all of them */ )"],
    },
    "shared.cu": {"cu": [], "load": ["view.load_masked"]},
    "tops.cu": {
        "cu": [],
        "zeros": ["first.load => first.load_masked"],
        "least": ["third.load(x) => third.load_masked(ct::view_padding_constant<ct::view_padding::negative_inf>{}, x)"],
    },
}


def write_both(source, target, scratch):
    """Writes both compilations of a file, TARGET.tilebc and, with the header of the rules before it, TARGET.checked.tilebc."""
    target.with_name(f"{target.name}.tilebc").write_bytes(made(source, [], scratch))
    target.with_name(f"{target.name}.checked.tilebc").write_bytes(made(source, [], scratch, ["-include", HEADER]))


def make_bare():
    """Bytecode of files whose masks are needed or not, and of their versions without."""
    for name, versions in BARE.items():
        source = CORPUS / "bare" / name
        for version, words in versions.items():
            with tempfile.TemporaryDirectory() as scratch:
                text = source.read_text()
                for word in words:
                    old, _, new = word.partition(" => ")
                    text = text.replace(old, new or word.removesuffix("_masked"))
                copy = pathlib.Path(scratch) / name
                copy.write_text(text)
                write_both(copy, source.with_name(f"{source.stem}.{version}"), pathlib.Path(scratch))


def recorded(script, scratch):
    """The launches that a script makes."""
    out = scratch / "made.launches"
    subprocess.run([PYTHON, "-m", "tileproof.cutile", "--table", out, "--", script.name], check=True, cwd=script.parent,
                   env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    return launches(out)


def make_first():
    """The first files of people who are new: several kernels each, and a script with launches."""
    for source in sorted((CORPUS / "first").glob("*.cu")) + sorted((CORPUS / "first").glob("*.py")):
        with tempfile.TemporaryDirectory() as scratch:
            if source.suffix == ".cu":
                write_both(source, source, pathlib.Path(scratch))
            else:
                source.with_name(f"{source.name}.launches").write_bytes(recorded(source, pathlib.Path(scratch)))


def make_launched():
    """Kernels whose launches tests make up."""
    source = CORPUS / "launched/take_rows.py"
    with tempfile.TemporaryDirectory() as scratch:
        samples = ["table=f32[8, 16]", "chosen=i32[3]", "out=f32[3, 16]", "T=16"]
        source.with_name(f"{source.name}.launches").write_bytes(made(source, samples, pathlib.Path(scratch)))
    # The script of docs/check-python.md; PYTHON needs torch for it.
    script = CORPUS / "launched/train.py"
    with tempfile.TemporaryDirectory() as scratch:
        script.with_name(f"{script.name}.launches").write_bytes(recorded(script, pathlib.Path(scratch)))


def make_scripts():
    """Scripts with the launches that they make."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    for script in sorted((ROOT / "corpus/scripts").glob("*/*.py")):
        with tempfile.TemporaryDirectory() as scratch:
            out = pathlib.Path(scratch) / "made.launches"
            subprocess.run([PYTHON, "-m", "tileproof.cutile", "--table", out, "--", script.name], check=True, cwd=script.parent,
                           env=environment)
            script.with_name(f"{script.name}.launches").write_bytes(launches(out))


def make_indices():
    """Kernels of corpus/source/index.py, each with its second compilation."""
    source = ROOT / "corpus/source/index.py"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    for kernel in ("index_broken", "index_kept", "index_wide"):
        with tempfile.TemporaryDirectory() as scratch:
            out = pathlib.Path(scratch) / "made.launches"
            samples = [word for sample in ("x=f32[8]", "r=f32[4]", "i=1") for word in ("--sample", sample)]
            subprocess.run([PYTHON, "-m", "tileproof.cutile", "--table", out, "--kernel", kernel, *samples, "--", source.name],
                           check=True, cwd=source.parent, env=environment)
            source.with_name(f"{kernel}.launches").write_bytes(launches(out))


# Functions of a file that the second compilation refuses, because a constant expression in them is undefined.
REFUSED = {"constants.cu": ["bad", "beyond", "calls"]}


def make_both(source):
    """Both compilations of a file: as it is, and with the header of the rules before it, there without the functions that are refused."""
    for version, words in {"plain": [], "checked": ["-include", HEADER]}.items():
        with tempfile.TemporaryDirectory() as scratch:
            out, path = pathlib.Path(scratch) / "made.tilebc", source.name
            if words and source.name in REFUSED:
                path = pathlib.Path(scratch) / source.name
                path.write_text(without(source.read_text(), REFUSED[source.name]))
            subprocess.run([NVCC, *FLAGS, *words, "-o", out, path], check=True, cwd=source.parent)
            source.with_name(f"{source.stem}.{version}.tilebc").write_bytes(renamed(out.read_bytes(), relative(source.parent)))


def without(text, functions):
    """The text without the bodies of functions that stand on one line each."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        name = next((name for name in functions if f" {name}(" in line and "{" in line), None)
        if name is not None:
            lines[at] = line[:line.index("{")] + ("{}" if line.startswith("K ") else ";")
    return "\n".join(lines)


def make_rules():
    """corpus/source/*.cu."""
    for source in sorted((ROOT / "corpus/source").glob("*.cu")):
        make_both(source)


def make_seeds():
    """What the seed documents say, in Tile C++ and in cuTile Python."""
    folder = ROOT / "corpus/seeds"
    for source in sorted(folder.glob("*.cu")):
        make_both(source)
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([PYTHON, folder / "cuda_tile.py", scratch], check=True, cwd=folder)
        for out in sorted(pathlib.Path(scratch).glob("*.tilebc")):
            (folder / "python" / out.name).write_bytes(renamed(out.read_bytes(), relative(folder)))


def main():
    if sys.argv[1:] in ([], ["rules"]):
        make_rules()
        make_indices()
    if sys.argv[1:] in ([], ["seeds"]):
        make_seeds()
    if sys.argv[1:] in ([], ["bare"]):
        make_bare()
    if sys.argv[1:] in ([], ["first"]):
        make_first()
    if sys.argv[1:] in ([], ["launched"]):
        make_launched()
    if sys.argv[1:] in ([], ["scripts"]):
        make_scripts()
    for folder in (sys.argv[1:] or ["wrong", "right", "repaired"]):
        if folder in ("bare", "first", "launched", "scripts", "rules", "seeds"):
            continue
        table = "wrong" if folder == "repaired" else folder
        for case in json.loads((CORPUS / f"{table}.json").read_text()):
            source = CORPUS / folder / case["file"]
            if source.exists():
                with tempfile.TemporaryDirectory() as scratch:
                    kind = "tilebc" if source.suffix == ".cu" else "launches"
                    target = source.with_name(f"{source.name}.{kind}")
                    if source.suffix == ".cu":
                        write_both(source, source, pathlib.Path(scratch))
                    else:
                        target.write_bytes(made(source, case.get("samples", []), pathlib.Path(scratch)))


main()
