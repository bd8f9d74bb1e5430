"""Makes corpus/bytecode: what NVIDIA's compilers make of the corpus's own sources, and how its disassembler prints that.

    $CUDA_TILE_HOME/bin/python scripts/bytecode.py [FOLDER]

CUDA_TILE_HOME is a Python environment with nvidia-cuda-nvcc, nvidia-cuda-crt, nvidia-nvvm, nvidia-cuda-runtime,
nvidia-cuda-tileiras 13.5.37, nvidia-cuda-cccl, cuda-tile 1.7.0 and numpy. Neither a GPU nor a driver is needed.

Source files are named in the bytecode as the corpus has them: the string table is written anew, without the folders of
this machine. A text is kept where the corpus does not have it already.
"""
import pathlib
import runpy
import subprocess
import sys
import tempfile

import cuda.tile._compile as compile_module
import cuda.tile.compilation as compilation
from cuda.tile._bytecode.version import BytecodeVersion

from bytecode_strings import renamed

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus"
TARGET = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS / "bytecode"
TOOLS = next(pathlib.Path(folder) / "nvidia/cu13" for folder in sys.path
             if (pathlib.Path(folder) / "nvidia/cu13/bin/nvcc").exists())

# nvcc writes 13.5 only. Of cuTile Python 13.5 is no official target, but its writer knows it.
VERSIONS = list(BytecodeVersion)
OFFICIAL = compile_module._SUPPORTED_VERSIONS


def relative(folder):
    """Paths as the corpus has them: its own by name, headers from their include folder."""
    def change(string):
        if string == str(folder):
            return "."
        if string.startswith(f"{folder}/"):
            return string[len(str(folder)) + 1:]
        if string.startswith(str(TOOLS)) and "/include" in string:
            return string.rsplit("/include/", 1)[-1] if "/include/" in string else "include"
        return string
    return change


def keep(made, name, folder, text=False):
    """Puts a file that was made from a source of that folder into the corpus, and its text where that is wanted."""
    path = TARGET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(renamed(made.read_bytes(), relative(folder)))
    if text:
        shown = subprocess.run([TOOLS / "bin/tileirdisasm", "--preview=simt", "-g", path], check=True, capture_output=True, text=True)
        path.with_suffix(".mlir").write_text(shown.stdout)


def compile_cpp(scratch):
    for folder in ("kernels/cpp", "kernels/perf", "demo", "found", "locals"):
        for source in sorted((CORPUS / folder).glob("*.cu")):
            arch = "sm_100" if source.stem == "c34_scaled_mma" else "sm_90"
            made = scratch / "made.tilebc"
            subprocess.run([TOOLS / "bin/nvcc", "-std=c++20", "--enable-tile", "-tile-only", "-tilebc", "-lineinfo",
                            f"-arch={arch}", "-o", made, source.name], check=True, cwd=source.parent)
            keep(made, f"{pathlib.Path(folder).name}/{source.stem}.tilebc", source.parent)


def compile_preview(scratch):
    """Sources with features of a preview, which stand beside their bytecode."""
    for source in sorted((CORPUS / "bytecode/preview").glob("*.cu")):
        made = scratch / "made.tilebc"
        subprocess.run([TOOLS / "bin/nvcc", "-std=c++20", "--enable-tile", "-tile-only", "--tile-preview=simt", "-tilebc",
                        "-lineinfo", "-arch=sm_100", "-o", made, source.name], check=True, cwd=source.parent)
        keep(made, f"preview/{source.stem}.tilebc", source.parent, text=True)


def export_python(scratch, version=None):
    """The exports of seeds.py as they are, or all that one version can have."""
    official = compilation.export_kernel

    def export(kernel, signatures, path, **options):
        if version is not None and ("bytecode_version" in options or options["gpu_code"] is None):
            return
        if version is not None:
            options["bytecode_version"] = version.as_string()
        official(kernel, signatures, path, **options)

    folder = CORPUS / "kernels/py"
    into = scratch / (version.as_string() if version else "seeds")
    into.mkdir()
    compilation.export_kernel = export
    compile_module._SUPPORTED_VERSIONS = VERSIONS if version else OFFICIAL
    arguments, sys.argv = sys.argv, ["seeds.py", str(into)]
    runpy.run_path(str(folder / "seeds.py"), run_name="__main__")
    sys.argv, compilation.export_kernel = arguments, official
    compile_module._SUPPORTED_VERSIONS = OFFICIAL
    for made in sorted(into.glob("*.tilebc")):
        place = f"py/{version.as_string()}" if version else "py"
        # Up to 13.2 a partition view is made where it is used, so the kernels are others.
        keep(made, f"{place}/{made.name}", folder, text=version is not None and version.minor() < 3)


def write_operations(scratch):
    """Operations that no kernel here has, in every version, by the writer alone."""
    operations = runpy.run_path(str(CORPUS / "bytecode/operations.py"))
    for version in VERSIONS:
        for name, data in operations["modules"](version):
            made = scratch / "made.tilebc"
            made.write_bytes(data)
            keep(made, f"operations/{name}_{version.as_string()}.tilebc", CORPUS / "bytecode", text=name == "all")


def export_found(scratch):
    """A kernel of cuTile Python in which something was found."""
    folder = CORPUS / "found"
    for source in sorted(folder.glob("*.py")):
        arguments, sys.argv = sys.argv, [source.name, str(scratch / "made.tilebc")]
        runpy.run_path(str(source), run_name="__main__")
        sys.argv = arguments
        keep(scratch / "made.tilebc", f"found/{source.stem}.tilebc", folder)


with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    compile_cpp(scratch)
    compile_preview(scratch)
    export_python(scratch)
    for version in VERSIONS:
        if version != BytecodeVersion.V_13_4:
            export_python(scratch, version)
    write_operations(scratch)
    export_found(scratch)
