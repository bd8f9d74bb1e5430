"""Launches of Triton kernels that are recorded and not made: the functions that replace Triton's own."""
from __future__ import annotations

import importlib.abc
import importlib.util
import os
import sys
import types
from typing import Any, Callable

from . import driver, grids, signature
from ..cutile.export import Refused

# Sees a kernel, its grid (none for a warm-up), its bound arguments, and its compile options.
Record = Callable[[Any, Any, "dict[str, Any]", "dict[str, Any]"], None]


class _Finder(importlib.abc.MetaPathFinder):
    """Finds Triton as everybody does, and calls a function when it is loaded."""

    def __init__(self, loaded: Callable[[], None]):
        self.loaded, self.is_searching = loaded, False

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "triton" or self.is_searching:
            return None
        # The other finders are asked; a search alone, as by `importlib.util.find_spec`, loads nothing.
        self.is_searching = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.is_searching = False
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def exec_module(module: Any) -> None:
                sys.meta_path.remove(self)
                # The interpreter of Triton replaces the compiler, and its launches are run, not compiled.
                os.environ.pop("TRITON_INTERPRET", None)
                load(module)
                self.loaded()

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def when_loaded(loaded: Callable[[], None]) -> None:
    """Calls a function once Triton is imported: now, or when the script imports it."""
    if "triton" in sys.modules:
        loaded()
    else:
        sys.meta_path.insert(0, _Finder(loaded))


def install(record: Record, tuned: Callable[[Any], None], is_made: bool = False) -> None:
    """Has `record` see every launch, and `tuned` every tuner and all heuristics that are launched. With `is_made`, a GPU makes the launches too."""
    import triton
    from triton.runtime import autotuner, jit

    real = jit.JITFunction.run

    def run(kernel: Any, *args: Any, grid: Any, warmup: bool, **named: Any) -> Any:
        if not is_made:
            for hook in kernel.pre_run_hooks:
                hook(*args, **named)
        bound, options = bind(kernel, args, named)
        record(kernel, None if warmup else grid, bound, options)
        if is_made:
            return real(kernel, *args, grid=grid, warmup=warmup, **named)
        return Handle(kernel, options, run)

    jit.JITFunction.run = run
    _install_tuning(autotuner, tuned, is_made)
    if not is_made:
        triton.runtime.driver.set_active(driver.active())
        _install_testing(triton)


def bind(kernel: Any, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments by parameter, with defaults, and the compile options among the keyword arguments."""
    own = {name: value for name, value in named.items() if name in kernel.arg_names}
    bound = kernel.signature.bind_partial(*args, **own)
    bound.apply_defaults()
    return dict(bound.arguments), {name: value for name, value in named.items() if name not in own}


class Handle:
    """A compiled kernel, as a launch returns it: some scripts ask how many registers it has, or launch it."""

    n_regs, n_spills, n_max_threads = 32, 0, 1024
    function = module = None

    def __init__(self, kernel: Any, options: dict[str, Any], run: Callable[..., Any]):
        self.kernel, self.options, self._run = kernel, options, run
        self.metadata = types.SimpleNamespace(shared=0, num_warps=options.get("num_warps", 4), num_ctas=1, name=kernel.fn.__name__,
                                              num_stages=options.get("num_stages", 3), cluster_dims=(1, 1, 1), target=driver.target())
        self.name, self.hash = kernel.fn.__name__, ""

    def _init_handles(self) -> None:
        """Nothing: no module is loaded."""

    def result(self) -> Handle:
        """The kernel itself, as an asynchronous compilation ends."""
        return self

    def __getitem__(self, grid: Any) -> Callable[..., Any]:
        return lambda *args, stream=None: self._run(self.kernel, *args, grid=grid, warmup=False, **self.options)


def _install_tuning(autotuner: Any, tuned: Callable[[Any], None], is_made: bool) -> None:
    """Without a GPU, a search for the best configuration takes the first that is left."""
    launch = autotuner.Autotuner.run

    def run(tuner: Any, *args: Any, **named: Any) -> Any:
        tuned(tuner)
        if not is_made:
            # Nothing is timed, so nothing has to be reset or restored between timing runs.
            tuner.pre_hook = tuner.post_hook = lambda *_, **__: None
        return launch(tuner, *args, **named)

    compute = autotuner.Heuristics.run

    def computed(heuristics: Any, *args: Any, **named: Any) -> Any:
        tuned(heuristics)
        return compute(heuristics, *args, **named)

    autotuner.Autotuner.run = run
    autotuner.Heuristics.run = computed
    if not is_made:
        autotuner.Autotuner._bench = lambda *_, **__: [1.0, 1.0, 1.0]


def _install_testing(triton: Any) -> None:
    """Times are made up, and the tables of a benchmark are not made."""
    from triton import testing

    def once(call: Callable[[], Any], *_: Any, quantiles: Any = None, return_mode: str = "mean", **__: Any) -> Any:
        call()
        return [1.0] * len(quantiles) if quantiles else [1.0] if return_mode == "all" else 1.0

    testing.do_bench = testing.do_bench_cudagraph = once
    testing.Mark.run = lambda *_, **__: None


def extents(grid: Any, bound: dict[str, Any]) -> tuple[tuple[int, ...], list[str] | None]:
    """The numbers of blocks along each axis, and formulas for them where the grid is a function that can be followed."""
    if not callable(grid):
        return _numbers(grid), None
    return _numbers(grid(dict(bound))), grids.formulas(grid, bound)


def _numbers(grid: Any) -> tuple[int, ...]:
    try:
        listed = tuple(int(one) for one in grid) if isinstance(grid, (tuple, list)) else (int(grid),)
    except (TypeError, ValueError):
        raise Refused(f"the grid {grid!r} is no tuple of numbers") from None
    if not 1 <= len(listed) <= 3:
        raise Refused(f"a grid has one to three axes, not {len(listed)}")
    limits = (2**31 - 1, 65535, 65535)
    for axis, (extent, most) in enumerate(zip(listed, limits)):
        if not 0 <= extent <= most:
            raise Refused(f"the grid {listed} has {extent} blocks along {'xyz'[axis]}, and CUDA takes 1 to {most}")
    return listed


def is_kernel(value: Any) -> bool:
    """Whether a value is a kernel of Triton, with or without a tuner around it."""
    jit = sys.modules.get("triton.runtime.jit")
    return jit is not None and isinstance(value, jit.KernelInterface)


def innermost(kernel: Any) -> tuple[Any, list[Any]]:
    """The function that is compiled, and the tuners and heuristics around it, outermost first."""
    around = []
    while not hasattr(kernel, "params"):
        around.append(kernel)
        kernel = kernel.fn
    return kernel, around
