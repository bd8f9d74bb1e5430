#!/usr/bin/env python3
"""Compiles the Triton kernels of a package to TTIR, without a GPU and without the packages that it needs.

    python3 bench/triton/export.py SOURCES PACKAGE EXPORTS [--filter REGEX]

SOURCES is a folder with the unpacked package, which is no part of this project. EXPORTS gets `PACKAGE/MODULE.KERNEL.ttir`, and
`PACKAGE.json` with what did not compile and why. Arguments are guessed (guesses.py). Nothing is assumed of their values, and a
kernel has the warps of its tuner's first configuration. Needs triton.
"""

import argparse
import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import itertools
import json
import os
import re
import signal
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "python")]

import guesses  # noqa: E402
import launchers  # noqa: E402
import stand_ins  # noqa: E402

# Parts of packages that ask for a device while they are imported.
REPLACED = {"flag_gems": ("flag_gems.runtime", "flag_gems.config", "flag_gems.modules", "flag_gems.utils.libentry",
                          "flag_gems.utils.pointwise_dynamic", "flag_gems.utils.shape_utils", "flag_gems.utils.device_info",
                          "flag_gems.utils.tensor_wrapper", "flag_gems.logging_utils"),
            "vllm": ("vllm.platforms", "vllm.envs", "vllm.triton_utils.importing", "vllm.logger", "vllm.config", "vllm.distributed"),
            "unsloth": (), "fla": ("fla.utils.autotune_cache",), "liger_kernel": ()}
# Other backends' copies of kernels, and code that needs no compiler of Triton.
SKIPPED = re.compile(r"ascend|_ascend|cambricon|iluvatar|kunlunxin|metax|mthreads|_nvidia|_amd|_hygon|_arm|_aipu|cutile|\.cute|tests?\.|rocm|xpu")
SECONDS = 40
# Warps that a launch has where nothing chooses them.
WARPS = 4


def modules(sources, package):
    """The modules of a package by name."""
    for folder, _, files in sorted(os.walk(os.path.join(sources, package))):
        for file in sorted(files):
            path = os.path.join(folder, file)
            if file.endswith(".py"):
                with open(path, encoding="utf-8", errors="replace") as text:
                    if "triton" in text.read():
                        yield os.path.relpath(path, sources).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Tolerant(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads a package's modules statement by statement, without those that fail: only kernels and their constants matter."""

    def __init__(self, sources, package):
        self.sources, self.package = sources, package

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] != self.package or any(name == one or name.startswith(one + ".") for one in REPLACED.get(self.package, ())):
            return None
        base = os.path.join(self.sources, *name.split("."))
        if os.path.isfile(base + ".py"):
            return importlib.util.spec_from_file_location(name, base + ".py", loader=self)
        if os.path.isdir(base):
            start = os.path.join(base, "__init__.py")
            return importlib.machinery.ModuleSpec(name, self, origin=start if os.path.isfile(start) else None, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        if spec.submodule_search_locations is not None:
            module.__path__ = [os.path.join(self.sources, *spec.name.split("."))]
            # Some packages compute the names that they export.
            module.__getattr__ = lambda name: missing(spec.name, module.__path__[0], name)
        return module

    def exec_module(self, module):
        path = module.__spec__.origin
        if not path:
            return
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        for statement in tree.body:
            for part in parts(statement):
                try:
                    exec(compile(ast.Module([part], []), path, "exec"), vars(module))
                except Exception:
                    define_missing(part, module)


def parts(statement):
    """A statement, with one import for each name."""
    if isinstance(statement, ast.ImportFrom):
        return [ast.copy_location(ast.ImportFrom(statement.module, [name], statement.level), statement) for name in statement.names]
    return [statement]


def define_missing(statement, module):
    """Gives the names that a failed statement would have defined a stand-in."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            vars(module).setdefault((alias.asname or alias.name).split(".")[0], stand_ins.Anything())
    elif isinstance(statement, ast.ClassDef):
        vars(module).setdefault(statement.name, stand_ins.Anything())
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                vars(module).setdefault(target.id, stand_ins.Anything())


def add_former_names():
    """Gives `tl.math` the functions of libdevice, which it had in earlier versions of Triton."""
    import triton.language as tl
    from triton.language.extra import libdevice
    for name in dir(libdevice):
        if not name.startswith("_") and not hasattr(tl.math, name):
            setattr(tl.math, name, getattr(libdevice, name))


def missing(package, folder, name):
    """A name that the start of a package does not define: a module of the package, or a stand-in."""
    if name == "__version__":
        return "9.0"
    if stand_ins.is_own(name):
        raise AttributeError(name)
    if os.path.exists(os.path.join(folder, name)) or os.path.exists(os.path.join(folder, name + ".py")):
        return importlib.import_module(f"{package}.{name}")
    return stand_ins.Anything()


def kernels(module, seen):
    """The kernels that a module defines, with the configuration that a tuner would try first, the warps, and heuristics as functions of
    the constants."""
    for name, value in sorted(vars(module).items()):
        chosen, around = {}, 0
        # Tuners and heuristics around a kernel have it as `fn`, and so has the kernel its function.
        while not hasattr(value, "src") and hasattr(type(value), "run") and around < 5:
            configs = getattr(value, "configs", None)
            if isinstance(configs, list) and configs and hasattr(configs[0], "all_kwargs"):
                chosen.update(configs[0].all_kwargs())
            heuristics = getattr(value, "values", None)
            chosen.update(heuristics if isinstance(heuristics, dict) else {})
            value, around = getattr(value, "fn", None), around + 1
        if isinstance(getattr(value, "src", None), str) and hasattr(value, "arg_names") and value.fn.__module__ == module.__name__ and value.fn not in seen:
            seen.add(value.fn)
            warps = chosen.get("num_warps") or launchers.warps(value) or WARPS
            yield name, value, {key: one for key, one in chosen.items() if key in value.arg_names and one is not None}, warps


def is_entry(kernel):
    """Whether a kernel stores something itself, as the ones that hosts launch do."""
    return re.search(r"\bstore\(|atomic_|\.store\(", kernel.src) is not None


def compiled(kernel, chosen, warps):
    """The TTIR of a kernel for the first guess of its arguments that compiles."""
    from tileproof.triton import compiling
    from tileproof.triton.signature import Signature
    problem = contradictory = None
    ways = ((True, True, 1024), (False, True, 1024), (True, False, 1024), (False, False, 1024), (False, False, 64), (False, False, 16))
    for small, launched, (low, flags, width) in itertools.product((True, False), (True, False), ways):
        guessed = guesses.arguments(kernel, chosen, low, flags, width, launched, small)
        try:
            text = mended(kernel, guessed, warps, compiling.ttir(kernel, Signature(*guessed), {"num_warps": warps}))
        except TimeoutError:
            raise
        except Exception as error:
            problem = problem or compiling.reason(error)
            continue
        if not guesses.divides_by_zero(text):
            return with_codes(kernel, guessed, text)
        contradictory = contradictory or text
    if contradictory:
        return contradictory
    raise ValueError(problem)


def mended(kernel, guessed, warps, text):
    """The TTIR with other guesses of the types and the warps, where it shows that a guess was wrong."""
    from tileproof.triton import compiling
    from tileproof.triton.signature import Signature
    types = guessed[0]
    better = dict.fromkeys(guesses.rounded(text), "*fp32") | guesses.truncated(text)
    better = {name: one for name, one in better.items() if name in types}
    # A tile with fewer lanes than the program has threads orders nothing: blocks are guessed, and so are warps.
    stored = guesses.lanes(text)
    fitting = warps if warps != WARPS or stored is None else max(1, min(warps, stored // 32))
    fitting = 1 << (fitting.bit_length() - 1)
    if not better and fitting == warps:
        return text
    types.update(better)
    try:
        return compiling.ttir(kernel, Signature(*guessed), {"num_warps": fitting})
    except TimeoutError:
        raise
    except Exception:
        return text


def with_codes(kernel, guessed, text):
    """The TTIR with the layouts of Triton's own code, where they order accesses to an array that the kernel loads and stores."""
    from tileproof.triton import compiling
    from tileproof.triton.signature import Signature
    warps = re.search(r'"ttg.num-warps" = (\d+) : i32', text)
    codes = compiling.Codes().of(kernel, Signature(*guessed), {"num_warps": int(warps.group(1))})[0] if warps else ""
    return text.replace(warps.group(), warps.group() + codes, 1) if codes else text


def export(kernel, chosen, warps, path):
    """Compiles a kernel in a process of its own, whose crash or endless loop ends nothing else; returns the problem."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        message = "the compiler crashed"
        try:
            # The compiler prints whole modules with its errors.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            text = compiled(kernel, chosen, warps)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            message = ""
        except BaseException as error:
            message = str(error)[:200] or type(error).__name__
        os.write(writing, message.encode()[:400] or b"\0")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return None if said == b"\0" else said.decode(errors="replace") or f"the compiler crashed, or took more than {SECONDS} seconds of a processor"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources"), parser.add_argument("package"), parser.add_argument("exports")
    parser.add_argument("--filter", default="")
    args = parser.parse_args()
    sys.path.insert(0, args.sources)
    stand_ins.install(args.package, REPLACED.get(args.package, ()))
    import triton
    from tileproof.triton import driver
    triton.runtime.driver.set_active(driver.active())
    add_former_names()
    sys.meta_path.insert(0, Tolerant(args.sources, args.package))
    folder = os.path.join(args.exports, args.package)
    os.makedirs(folder, exist_ok=True)
    problems, unread, seen, count = {}, {}, set(), 0
    for name in modules(args.sources, args.package):
        if SKIPPED.search(name) or args.filter and not re.search(args.filter, name):
            continue
        try:
            module = importlib.import_module(name)
        except BaseException as error:
            unread[name] = f"{type(error).__name__}: {error}"[:200]
            continue
        for called, kernel, chosen, warps in kernels(module, seen):
            if is_entry(kernel):
                problem = export(kernel, chosen, warps, os.path.join(folder, f"{name}.{called}.ttir"))
                count += problem is None
                problems.update({} if problem is None else {f"{name}.{called}": problem})
    with open(folder + ".json", "w", encoding="utf-8") as file:
        json.dump({"exported": count, "not compiled": problems, "modules not imported": unread}, file, indent=1)
    print(f"{args.package}: {count} kernels exported, {len(problems)} not compiled, {len(unread)} modules not imported")
    os._exit(0)


if __name__ == "__main__":
    main()
