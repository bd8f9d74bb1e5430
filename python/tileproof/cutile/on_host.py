"""torch without a GPU: what asks for `cuda` is given memory of the host, so that scripts come to their launches.

It is put in place when a script imports torch, and only where torch finds no GPU. Launches are recorded and leave no results, so a
comparison of results answers "equal" without looking. Whoever installs this says which comparisons are of results, and is told of each.
"""
from __future__ import annotations

import builtins
import contextlib
import functools
import importlib.abc
import importlib.util
import sys
import threading
import types
from typing import Any, Callable

from . import contents, memory


class _Finder(importlib.abc.MetaPathFinder):
    """Finds torch as everybody does, and changes it when it is loaded."""

    def __init__(self, lacks_results: Callable[[], bool]):
        self.lacks_results = lacks_results

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def loaded(module: Any) -> None:
                load(module)
                if not module.cuda.is_available():
                    put_on_host(module, self.lacks_results)

            spec.loader.exec_module = loaded
        return spec


def install(lacks_results: Callable[[], bool] = lambda: True) -> None:
    """Waits for torch. Each comparison asks `lacks_results` whether it is of results that no launch has computed."""
    sys.meta_path.insert(0, _Finder(lacks_results))


def put_on_host(torch: Any, lacks_results: Callable[[], bool] = lambda: True) -> None:
    """Makes torch take the host for a GPU."""
    from torch.overrides import TorchFunctionMode
    device = torch.device

    def host(where: Any) -> Any:
        on_gpu = isinstance(where, int) and not isinstance(where, bool) or str(where).startswith("cuda")
        return device("cpu") if on_gpu else where

    class OnHost(TorchFunctionMode):
        def __torch_function__(self, function: Any, kinds: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = dict(kwargs or {})
            if "device" in kwargs:
                kwargs["device"] = host(kwargs["device"])
            name = getattr(function, "__name__", "")
            if name in ("cuda", "pin_memory"):
                return args[0]
            if name == "to":
                args = tuple(host(one) if isinstance(one, (str, device)) else one for one in args)
            generator = kwargs.get("generator")
            if generator is not None and generator.device.type != "cpu":
                kwargs["generator"] = None
            if function is torch.Tensor.backward:
                # The author's own functions of the backward pass are called with this mode, too.
                with self:
                    return backward(*args, **kwargs)
            if has_engine and function is torch.autograd.grad:
                return contents.gradients(function(*args, **kwargs))
            return contents.watched(function, args, kwargs)

    def backward(tensor: Any, gradient: Any = None, retain_graph: Any = None, create_graph: bool = False, inputs: Any = None) -> None:
        torch.autograd.backward(tensor, gradient, retain_graph, create_graph, inputs=inputs)

    mode = OnHost()
    mode.__enter__()
    has_engine = hasattr(getattr(torch, "autograd", None), "_engine_run_backward")
    if has_engine:
        engine = torch.autograd._engine_run_backward

        def run_backward(*args: Any, **named: Any) -> Any:
            # `torch.autograd.grad` is called without the mode, and calls the author's functions of the backward pass.
            with contextlib.nullcontext() if torch._C._len_torch_function_stack() else mode:
                return engine(*args, **named)

        torch.autograd._engine_run_backward = run_backward
    _watch_threads(mode)
    torch._tileproof_mode = mode
    torch.Tensor.is_cuda = property(lambda tensor: True)
    torch.Tensor.is_on_host = True
    # Its argument has to be a real stream before the mode is asked.
    torch.Tensor.record_stream = lambda *_: None
    torch.nn.Module.cuda = lambda module, *_: module
    to = torch.nn.Module.to
    torch.nn.Module.to = lambda module, *args, **named: to(
        module, *(host(one) if isinstance(one, (str, device, int)) else one for one in args),
        **{name: host(value) if name == "device" else value for name, value in named.items()})
    torch.set_default_device = lambda *_: None
    real = torch.Generator

    class Generator(real):
        def __new__(cls, *_: Any, **__: Any) -> Any:
            return real.__new__(real)

    torch.Generator = Generator
    _gpu(torch.cuda)
    # cuda.tile compiles the `print` of Python in kernels, and knows it as an object.
    if not _has_cutile():
        builtins.print = _printing(torch, builtins.print)
    for owner, name, equal in ((torch, "allclose", True), (torch, "equal", True), (torch.Tensor, "allclose", True),
                               (torch.Tensor, "equal", True), (torch.testing, "assert_close", None)):
        setattr(owner, name, compared(getattr(owner, name), equal, lacks_results))


def _watch_threads(mode: Any) -> None:
    """Has threads that start from now on call functions of torch with this mode, which counts for one thread."""
    start = threading.Thread.start

    def started(thread: threading.Thread) -> None:
        run = thread.run

        def inside() -> None:
            with mode:
                run()

        thread.run = inside  # type: ignore[method-assign]
        start(thread)

    threading.Thread.start = started  # type: ignore[method-assign]


def compared(real: Callable[..., Any], equal: bool | None, lacks_results: Callable[[], bool]) -> Callable[..., Any]:
    """A comparison, which gives `equal` where there are no results to compare."""
    @functools.wraps(real)
    def compared(*args: Any, **named: Any) -> Any:
        if not lacks_results():
            return real(*args, **named)
        contents.compared([*args, *named.values()])
        return equal

    return compared


def _has_cutile() -> bool:
    try:
        return importlib.util.find_spec("cuda.tile") is not None
    except ModuleNotFoundError:
        return False


def _printing(torch: Any, real: Callable[..., None]) -> Callable[..., None]:
    """`print`, which computes nothing from the tensors that it shows."""
    @functools.wraps(real)
    def printed(*values: Any, file: Any = None, **named: Any) -> None:
        if file in (None, sys.__stdout__, sys.__stderr__) and sys.stdout is sys.__stdout__:
            with memory.unwatched():
                values = tuple(str(value) if isinstance(value, torch.Tensor) else value for value in values)
        real(*values, file=file, **named)

    return printed


class _Quiet:
    """A stream, an event, a graph or a context of none."""
    cuda_stream = 0
    device_index = 0

    def __init__(self, *_: Any, **__: Any):
        pass

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> bool:
        return False

    def __call__(self, function: Any) -> Any:
        return function

    def elapsed_time(self, *_: Any) -> float:
        return 1.0

    def query(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: None


def _gpu(cuda: Any) -> None:
    properties = types.SimpleNamespace(multi_processor_count=132, total_memory=80 << 30, name="a GPU that is not there", major=9,
                                       minor=0, L2_cache_size=50 << 20, warp_size=32, max_threads_per_multi_processor=2048,
                                       shared_memory_per_block_optin=232448, regs_per_multiprocessor=65536)
    quiet = {name: _Quiet for name in ("Stream", "Event", "ExternalStream", "CUDAGraph", "stream", "device", "graph")}
    values = {"is_available": True, "device_count": 1, "current_device": 0, "is_initialized": True, "init": None,
              "get_device_capability": (9, 0), "get_device_properties": properties, "get_device_name": properties.name,
              "synchronize": None, "empty_cache": None, "manual_seed": None, "manual_seed_all": None, "set_device": None,
              "mem_get_info": (79 << 30, 80 << 30), "memory_allocated": 0, "max_memory_allocated": 0, "memory_reserved": 0,
              "reset_peak_memory_stats": None, "is_bf16_supported": True, "is_current_stream_capturing": False}
    for name, value in values.items():
        setattr(cuda, name, lambda *_, value=value, **__: value)
    for name, value in quiet.items():
        setattr(cuda, name, value)
    cuda.current_stream = cuda.default_stream = lambda *_: _Quiet()
