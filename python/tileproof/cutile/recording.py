"""Launches that are recorded and not made: what takes the place of cuda.tile's own functions."""
from __future__ import annotations

import os
import sys
from typing import Any, Callable


def install(ct: Any, launch: Callable[..., None]) -> None:
    """Puts `launch(grid, kernel, args)` in the place of `ct.launch`, and of what launches by itself. A search for the best configuration
    adds `searched`: the number of configurations, and the arguments of another run."""
    real = ct.launch

    def recorded(stream: Any, grid: Any, kernel: Any, kernel_args: Any, /, **_: Any) -> None:
        launch(grid, kernel, kernel_args)

    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("cuda.tile") and getattr(module, "launch", None) is real:
            module.launch = recorded
    ct.launch = recorded
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("cuda.tile") and hasattr(module, "get_compute_capability"):
            module.get_compute_capability = lambda *_: (9, 0)
    _install_tuning(launch)


def install_export(exported: Callable[..., None]) -> None:
    """Has `exported(kernel, signatures)` see what a script exports ahead of time, which is done nevertheless."""
    from cuda.tile import compilation
    real = compilation.export_kernel

    def recorded(kernel: Any, signatures: Any, *args: Any, **named: Any) -> Any:
        signatures = list(signatures)
        exported(kernel, signatures)
        return real(kernel, signatures, *args, **named)

    recorded.recorded = real
    compilation.export_kernel = recorded


def _install_tuning(launch: Callable[..., None]) -> None:
    """A search for the best configuration takes the first, since nothing is timed."""
    try:
        from cuda.tile import tune
        from cuda.tile.tune import _tune
    except ImportError:
        return

    def first(search_space: Any, stream: Any, grid_fn: Any, kernel: Any, args_fn: Any, hints_fn: Any = None, **_: Any) -> Any:
        space = list(search_space)
        for config in space:
            # An array that is another one the next time is a copy for each run.
            launch(grid_fn(config), kernel, args_fn(config), searched=(len(space), args_fn(config)))
            best = _tune.Measurement(config=config, mean_us=1.0, num_samples=1, error_margin_us=0.0)
            return _tune.TuningResult(best=best, successes=[best], failures=[])
        raise ValueError("the search space is empty")

    _tune.exhaustive_search = tune.exhaustive_search = first


def watch_processes(problem: Callable[..., None], file: str) -> None:
    """Says where launches may be made that nobody here sees."""
    said = []

    def say() -> None:
        if not said:
            said.append(True)
            problem(3, f"{file} starts another process, and launches there are not seen", "launch from one process")

    os.register_at_fork(after_in_parent=say)
    import multiprocessing.process
    start = multiprocessing.process.BaseProcess.start

    def started(process: Any) -> None:
        say()
        start(process)

    multiprocessing.process.BaseProcess.start = started
