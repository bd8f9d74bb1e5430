"""A proved kernel as a function: a call checks the contract, picks the version of the code, and launches on the current stream."""
from __future__ import annotations

import sys
from operator import index
from typing import Any, Callable, Sequence

from ..cutile.arrays import memory_of
from ..guards import LaunchRefused, elements_of
from . import host, tuning
from .arguments import Seen, has_type, see
from .cuda import Code, Gpu
from .description import Description
from .kernels import CuTile, Source, source_of
from .short import Short, short

# The capability for which a kernel is described where no GPU is.
_WITHOUT_GPU = 90

# How many combinations of types are remembered.
MOST = 4096

CONTENTS = ("refuse", "check", "trust")


class Loaded:
    """The code of one description on one device."""

    def __init__(self, description: Description, gpu: Gpu):
        self.description, self.gpu = description, gpu
        self.codes: list[Code | None] = [None] * len(description.variants)

    def launch(self, numbers: Sequence[int], floats: Any, stream: int) -> str:
        """Launches the first version for these numbers; its name."""
        for at, variant in enumerate(self.description.variants):
            if variant.is_for(numbers):
                code = self.codes[at]
                if code is None:
                    code = self.codes[at] = Code(variant, self.gpu)
                if code.launch(numbers, floats, stream):
                    return variant.name
        raise RuntimeError(f"no version of the code of @{self.description.kernel} is for this launch")


class Compiled:
    """A proved kernel; see `compile`."""

    def __init__(self, source: Source | CuTile, device: str, contents: str, options: Sequence[str]):
        self.source, self.device, self.contents, self.options = source, device, contents, list(options)
        self.described: dict[Any, Description] = {}
        self.loaded: dict[Any, Loaded] = {}
        # By types: the code, and for cuTile Python the numbers with the places of addresses.
        self.entries: dict[Any, tuple[Loaded, list[Any] | None, list[int]]] = {}
        # By types and the name of the version: the short way, if there is one; and the one for the types of the last launch.
        self.shorts: dict[Any, Short | None] = {}
        self.short: Short | None = None

    @property
    def parameters(self) -> list[tuple[str, str, str]]:
        """Name, kind (`pointer`, `integer`, `float`) and element type of each parameter; of a file's kernel."""
        return [(one["name"], one["kind"], one["type"]) for one in self._description(None, _WITHOUT_GPU).parameters]

    def _description(self, signature: Any, capability: int) -> Description:
        key = (capability, signature.key() if signature is not None else None)
        found = self.described.get(key)
        if found is None:
            found = self.described[key] = self.source.describe(signature, capability, self.options)
        return found

    def __call__(self, *args: Any, grid: Any = None, stream: Any = None) -> None:
        """Launches the kernel with these arguments. `grid` is needed if the contract does not state it. LaunchRefused with the clause and
        its values for a launch outside the contract."""
        way = self.short
        if way is not None and way(args, grid, stream):
            return
        key, numbers, addresses, floats = self._look_up(args)
        entry = self.entries.get(key) if key is not None else None
        if entry is None:
            self._begin(args, key, grid, stream)
            return
        loaded, known, places = entry
        if known is not None:
            numbers = known.copy()
            for place, address in zip(places, addresses):
                numbers[place] = address
        else:
            numbers.append(loaded.gpu.multiprocessors)
        name = self._launch(loaded, numbers, floats, args, grid, stream)
        if known is None:
            self._shorten((key, name), loaded, numbers, args)

    def _look_up(self, args: tuple[Any, ...]) -> tuple[Any, list[Any], list[int], dict[int, Any]]:
        """A key of launches with equal types, or none for arguments of other libraries than torch; with the numbers of a file's kernel."""
        numbers: list[Any] = [0, 0, 0]
        key: list[Any] = []
        addresses: list[int] = []
        floats: dict[int, Any] = {}
        is_flat = self.source.is_flat
        for at, value in enumerate(args):
            kind = type(value)
            if kind in _tensors:
                address = value.data_ptr()
                if is_flat:
                    numbers.append(address)
                    numbers.append(value.nbytes if value.is_contiguous() else see(value).bytes)
                    key += (value.dtype, value.get_device())
                else:
                    # Sizes and numbers are part of the types of cuTile Python.
                    key += (value.dtype, value.get_device(), value.shape, value.stride())
                    addresses.append(address)
            elif kind is int:
                numbers.append(value)
                key.append(kind if is_flat else value)
            elif kind is float and (is_flat or value == value):
                floats[at] = value
                key.append(kind if is_flat else (kind, repr(value)))
            else:
                return None, numbers, addresses, floats
        return tuple(key), numbers, addresses, floats

    def _shorten(self, key: Any, loaded: Loaded, numbers: Sequence[int], args: tuple[Any, ...]) -> None:
        """Takes the short way for launches as this one."""
        if key not in self.shorts:
            if len(self.shorts) >= MOST:
                self.shorts.clear()
            self.shorts[key] = self._short_way(key[1], loaded, numbers, args)
        self.short = self.shorts[key]

    def _short_way(self, name: str, loaded: Loaded, numbers: Sequence[int], args: tuple[Any, ...]) -> Short | None:
        """The short way for the version of the code of that name; none where the driver has refused an earlier version, or elements are checked."""
        description = loaded.description
        if (description.conditions.contents or description.unseen) and self.contents != "trust":
            return None
        first = next(at for at, one in enumerate(description.variants) if one.is_for(numbers))
        code = loaded.codes[first]
        if description.variants[first].name != name or code is None or "torch" not in sys.modules:
            return None
        earlier = [one.when for one in description.variants[:first]]
        return short(description, code, args, earlier, sys.modules["torch"])

    def _begin(self, args: tuple[Any, ...], key: Any, grid: Any, stream: Any) -> None:
        """A launch whose types are new, or whose arguments need a longer look."""
        signature = None if self.source.is_flat else self.source.signature(args)
        flat: Sequence[Any] = args if signature is None else _leaves(args, signature)
        arrays: list[Seen] = []
        numbers: list[Any] = [0, 0, 0]
        places: list[int] = []
        for value in flat:
            kind = type(value)
            if kind is int or kind is bool:
                numbers.append(int(value))
            elif kind is not float:
                seen = see(value)
                arrays.append(seen)
                places.append(len(numbers))
                numbers += (seen.address, seen.bytes)
        if self.device == "cpu":
            self._run(signature, args, flat, arrays, numbers, grid)
            return
        number = _common(arrays)
        name = (number, None if signature is None else signature.key())
        loaded = self.loaded.get(name)
        if loaded is None:
            gpu = Gpu.of(number)
            loaded = self.loaded[name] = Loaded(self._description(signature, gpu.capability), gpu)
        numbers.append(loaded.gpu.multiprocessors)
        floats = _typed(loaded.description, flat, arrays)
        _tensors.update(type(value) for value in flat if _is_torch(type(value)))
        bf16 = any(one["kind"] == "float" and one["type"] == "bf16" for one in loaded.description.parameters)
        if key is not None and not bf16:
            if len(self.entries) >= MOST:
                self.entries.clear()
            # The positions of floats among the arguments of cuTile Python are other ones than those of the kernel.
            if signature is None:
                self.entries[key] = (loaded, None, [])
            elif not floats:
                self.entries[key] = (loaded, numbers.copy(), places)
        self._launch(loaded, numbers, floats, flat, grid, stream)

    def _launch(self, loaded: Loaded, numbers: list[Any], floats: Any, flat: Sequence[Any], grid: Any, stream: Any) -> str:
        """Checks the contract, and launches; the name of the version of the code."""
        gpu = loaded.gpu
        self._hold(loaded.description, numbers, flat, grid)
        handle = _stream(stream, gpu.number, flat)
        if gpu.enter():
            try:
                return loaded.launch(numbers, floats, handle)
            finally:
                gpu.leave()
        return loaded.launch(numbers, floats, handle)

    def _run(self, signature: Any, args: tuple[Any, ...], flat: Sequence[Any], arrays: list[Seen], numbers: list[Any], grid: Any) -> None:
        """The same on the interpreter."""
        if any(one.device >= 0 for one in arrays):
            raise TypeError("device=\"cpu\" takes arrays of the host")
        description = self._description(signature, _WITHOUT_GPU)
        numbers.append(1)
        _typed(description, flat, arrays)
        self._hold(description, numbers, flat, grid)
        if isinstance(self.source, CuTile):
            from .. import api
            api.run(self.source.kernel, args, numbers[:3])
        else:
            host.run(self.source.words, description, flat, numbers[:3])

    def tune(self, *args: Any, grid: Any = None, runs: int = 20) -> str:
        """Times candidates of the code in a launch with these arguments, and keeps the fastest in the cache, for this and later programs.
        The arrays do not change. Says what is kept. RuntimeError without a GPU."""
        if self.device == "cpu" or not self.source.is_flat:
            raise TypeError("the kernel of a file is tuned, compiled for a GPU")
        arrays = [see(value) for value in args if not isinstance(value, (int, float))]
        gpu = Gpu.of(_common(arrays))
        description = self._description(None, gpu.capability)
        _typed(description, args, arrays)
        numbers: list[Any] = [0, 0, 0]
        for value in args:
            if isinstance(value, int):
                numbers.append(int(value))
            elif not isinstance(value, float):
                numbers += (see(value).address, see(value).bytes)
        numbers.append(gpu.multiprocessors)
        self._hold(description, numbers, args, grid)
        kept = tuning.tune([*self.source.words, *self._proof()], description, args, numbers, runs)
        for table in (self.described, self.loaded, self.entries, self.shorts):
            table.clear()
        self.short = None
        return kept

    def _proof(self) -> list[str]:
        """The options that name a proof."""
        at = self.options.index("--proof") if "--proof" in self.options else len(self.options)
        return self.options[at:at + 2]

    def _hold(self, description: Description, numbers: list[Any], flat: Sequence[Any], grid: Any) -> None:
        """Fills in the grid, and refuses a launch outside the contract."""
        if grid is not None:
            # Numbers of NumPy wrap in formulas, and those of Python do not.
            grid = [index(extent) for extent in (grid if isinstance(grid, (tuple, list)) else (grid,))]
            if not 1 <= len(grid) <= 3:
                raise TypeError(f"a grid has one to three axes, not {len(grid)}")
            numbers[:3] = [*grid, 1, 1][:3]
        elif description.grid is not None:
            try:
                numbers[:3] = description.grid(numbers)
            except ZeroDivisionError:
                pass
        else:
            raise TypeError(f"the contract of @{description.kernel} does not state the grid: pass grid=(x, y, z)")
        if description.first_broken(numbers) >= 0:
            raise LaunchRefused(f"@{description.kernel} is not proved for this launch: it breaks {description.broken(numbers)}")
        if (description.conditions.contents or description.unseen) and self.contents != "trust":
            self._look(description, numbers, flat)

    def _look(self, description: Description, numbers: list[Any], flat: Sequence[Any]) -> None:
        """Checks clauses about the contents of arrays, or refuses them."""
        for clause in description.unseen:
            raise LaunchRefused(f"@{description.kernel} is proved for `{clause}`, which cannot be checked: tileproof.compile(…, contents=\"trust\")")
        names = [one["name"] for one in description.parameters]
        own = numbers[:-1]
        for name, clause, holds in description.conditions.contents:
            if self.contents != "check":
                raise LaunchRefused(f"@{description.kernel} is proved for `{clause}`, which nobody has checked: "
                                    "tileproof.compile(…, contents=\"check\"), or \"trust\"")
            if holds is None:
                raise LaunchRefused(f"`{clause}` relates elements, which cannot be checked: tileproof.compile(…, contents=\"trust\")")
            array = flat[names.index(name)]
            for element in set(elements_of(memory_of(array) if self.source.is_flat else array)):
                if description.conditions.is_broken_by(holds, own, [element]):
                    raise LaunchRefused(f"@{description.kernel} is not proved for this launch: it breaks `{clause}` ({name} holds {element})")


def _leaves(args: tuple[Any, ...], signature: Any) -> list[Any]:
    """The arguments of a kernel of cuTile Python as its code takes them: of an array, address, shape and strides."""
    arrays = iter(host.arrays_in(args))
    flat: list[Any] = []
    for value in signature.values:
        if "address" in value:
            flat.append(next(arrays))
        else:
            number = value["value"]
            flat.append(float(number) if isinstance(number, str) else number)
    return flat


def _common(arrays: list[Seen]) -> int:
    """The GPU that has all arrays."""
    if not arrays:
        return 0
    number = arrays[0].device
    for one in arrays:
        if one.device != number or number < 0:
            raise TypeError("the arrays of a launch are on one GPU: one is on another device" if number >= 0 else
                            "the arrays of a launch are on a GPU; tileproof.compile(…, device=\"cpu\") takes arrays of the host")
    return number


def _typed(description: Description, flat: Sequence[Any], arrays: list[Seen]) -> Any:
    """Checks the types of the arguments; floats by the position of their parameter, as they are passed."""
    parameters = description.parameters
    if len(flat) != len(parameters):
        listed = ", ".join(one["name"] for one in parameters)
        raise TypeError(f"@{description.kernel} takes {len(parameters)} arguments ({listed}), {len(flat)} are given")
    floats: dict[int, Any] = {}
    at = 0
    for position, (value, parameter) in enumerate(zip(flat, parameters)):
        kind = parameter["kind"]
        if kind == "pointer":
            if isinstance(value, (int, float)):
                raise TypeError(f"`{parameter['name']}` is an array of {parameter['type']}, and a number is given")
            if not has_type(arrays[at].dtype, parameter["type"]):
                raise TypeError(f"`{parameter['name']}` has elements of {parameter['type']}, and an array of {arrays[at].dtype} is given")
            at += 1
        elif kind == "integer":
            if not isinstance(value, int):
                raise TypeError(f"`{parameter['name']}` is an integer, and a {type(value).__name__} is given")
        elif isinstance(value, float):
            floats[position] = host.bits_of_bf16(value) if parameter["type"] == "bf16" else value
        else:
            raise TypeError(f"`{parameter['name']}` is a float, and a {type(value).__name__} is given")
    return floats


def _stream(stream: Any, number: int, flat: Sequence[Any]) -> int:
    """The handle of the stream: the one that is given, or the current one of the library that made the first array."""
    if stream is not None:
        if type(stream) is int:
            return stream
        for name in ("cuda_stream", "ptr", "handle"):
            if hasattr(stream, name):
                return int(getattr(stream, name))
        if hasattr(stream, "__cuda_stream__"):
            return int(stream.__cuda_stream__()[1])
        return int(stream)
    for value in flat:
        if not isinstance(value, (int, float)):
            return _current(type(value).__module__.partition(".")[0])(number)
    return 0


def _current(library: str) -> Callable[[int], int]:
    if library not in _streams:
        _streams[library] = _finder(library)
    return _streams[library]


def _finder(library: str) -> Callable[[int], int]:
    if library == "torch":
        import torch
        raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
        return raw if raw is not None else lambda number: torch.cuda.current_stream(number).cuda_stream
    if library == "cupy":
        import cupy
        return lambda number: cupy.cuda.get_current_stream().ptr
    return lambda number: 0


_streams: dict[str, Callable[[int], int]] = {}

# Classes of torch that were seen: their tensors take the short way.
_tensors: set[type] = set()


def _is_torch(kind: type) -> bool:
    return kind.__module__ in ("torch", "torch.nn.parameter")


def compile(kernel: Any, name: str | None = None, *, device: str = "cuda", contract: str | None = None, contents: str = "refuse",
            threads: int | None = None, tuned: str | None = None, proof: str | None = None) -> Compiled:
    """A proved kernel as a function of its arguments.

    `kernel` is a kernel of cuTile Python, the name of a file (Tile C++, Tile IR or bytecode) with the `name` of its kernel, Tile IR as text,
    or bytecode as bytes; `contract` is the text or the file of its contract, where it has none beside it. The function takes what the kernel
    takes, arrays of torch, cupy or any library with DLPack or an array interface, and launches on the current stream of the library.
    `device="cpu"` gives the same function for arrays of the host, run by the interpreter. `contents` says what becomes of clauses about
    elements of arrays: launches are refused, the elements are copied to the host and checked, or the clauses are trusted. `tuned` names a file of
    `tileproof tune`; without it the settings in the cache are taken, if there are any (see `Compiled.tune`). The kernel is proved at the first
    call, for each combination of types once. RuntimeError for a kernel without a proof.
    """
    if device not in ("cuda", "cpu"):
        raise ValueError("the device is \"cuda\" or \"cpu\"")
    if threads is not None and tuned is not None:
        raise ValueError("tuned settings have a number of threads already")
    if contents not in CONTENTS:
        raise ValueError(f"contents is one of {', '.join(CONTENTS)}")
    options = [] if threads is None else ["--threads", str(threads)]
    options += ["--tuned", tuned or "cache"] if threads is None else []
    options += [] if proof is None else ["--proof", proof]
    return Compiled(source_of(kernel, name, contract), device, contents, options)
