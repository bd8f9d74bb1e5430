"""The CUDA driver, by NVIDIA's package `cuda-bindings`: code, tensor maps and launches."""
from __future__ import annotations

import array
import threading
from typing import Any, Sequence

from .description import Variant
from .tensor_maps import WORDS, Encoder, encoder

# How many encoded maps of one version are kept.
MOST_MAPS = 4096


class CudaError(RuntimeError):
    """An error of the CUDA driver."""


def bindings() -> Any:
    """The driver's interface."""
    try:
        from cuda.bindings import driver
    except ImportError:
        raise ImportError("launches on a GPU need NVIDIA's bindings: pip install cuda-bindings") from None
    return driver


def checked(result: Any) -> Any:
    """The results of a call without its code; CudaError for any other code than success."""
    code, *rest = result
    if int(code) != 0:
        driver = bindings()
        _, name = driver.cuGetErrorName(code)
        raise CudaError(f"the CUDA driver: {name.decode() if isinstance(name, bytes) else name}")
    return rest[0] if len(rest) == 1 else tuple(rest)


class Gpu:
    """A device."""

    _known: dict[int, "Gpu"] = {}

    def __init__(self, number: int):
        driver = bindings()
        checked(driver.cuInit(0))
        self.number, self.driver, self.device = number, driver, checked(driver.cuDeviceGet(number))
        attribute = driver.CUdevice_attribute
        kinds = (attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                 attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
        major, minor, self.multiprocessors = (checked(driver.cuDeviceGetAttribute(kind, self.device)) for kind in kinds)
        self.capability = 10 * major + minor
        self.context = checked(driver.cuDevicePrimaryCtxRetain(self.device))
        self._is_current = int(self.context)
        self.encoder: Encoder | None = None

    @classmethod
    def of(cls, number: int) -> "Gpu":
        """The device of that number, opened once."""
        found = cls._known.get(number)
        if found is None:
            found = cls._known.setdefault(number, cls(number))
        return found

    def enter(self) -> bool:
        """Makes the device's context current; whether it was another one, which `leave` brings back."""
        code, context = self.driver.cuCtxGetCurrent()
        if int(code) == 0 and int(context) == self._is_current:
            return False
        checked(self.driver.cuCtxPushCurrent(self.context))
        return True

    def leave(self) -> None:
        """Makes the earlier context current again."""
        checked(self.driver.cuCtxPopCurrent())


class Code:
    """A version of the code, loaded on a device."""

    def __init__(self, variant: Variant, gpu: Gpu):
        driver = gpu.driver
        self.variant, self.gpu = variant, gpu
        self.library = checked(driver.cuLibraryLoadData(variant.ptx.encode() + b"\0", [], [], 0, [], [], 0))
        kernel = checked(driver.cuLibraryGetKernel(self.library, variant.entry.encode()))
        shared = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        checked(driver.cuKernelSetAttribute(shared, variant.shared, kernel, gpu.device))
        # cuLaunchKernel takes a kernel of a library in place of a function.
        self.kernel, self.function = kernel, driver.CUfunction(int(kernel))
        self.maps: dict[Any, Any] = {}
        self.lock = threading.Lock()
        self._make_room()

    def _make_room(self) -> None:
        """Memory for the arguments at a multiple of 64 bytes, as maps need it, and for the list of their addresses."""
        words = (self.variant.size + 7) // 8
        self.memory = array.array("Q", bytes(8 * (words + 8)))
        start = self.memory.buffer_info()[0]
        self.skipped = -start % 64
        self.list = array.array("Q", [start + self.skipped + offset for offset in self.variant.offsets] or [0])
        self.addresses = self.list.buffer_info()[0]
        self.map_words = [(self.skipped + place) // 8 for place in self.variant.map_places]

    def launch(self, numbers: Sequence[int], floats: Any, stream: int) -> bool:
        """Launches the code; false if the driver takes one of the tensor maps for none, and nothing was launched."""
        variant, driver = self.variant, self.gpu.driver
        maps = []
        for at, key in enumerate(variant.map_numbers(numbers)):
            found = self.maps.get((at, key))
            if found is None:
                found = self._encode(at, key)
                if found is None:
                    return False
            maps.append(found)
        scratch = None
        if variant.scratch is not None:
            scratch = checked(driver.cuMemAllocAsync(variant.scratch(numbers), stream))
        fields = variant.fields(numbers, floats, 0 if scratch is None else int(scratch))
        x, y, z = variant.grid(numbers)
        bx, by, bz = variant.block
        # The driver copies the arguments before it returns, so one memory serves all launches.
        with self.lock:
            variant.pack_into(self.memory, self.skipped, *fields)
            for word, one in zip(self.map_words, maps):
                self.memory[word:word + WORDS] = one
            code, = driver.cuLaunchKernel(self.function, x, y, z, bx, by, bz, variant.shared, stream, self.addresses, 0)
        if scratch is not None:
            checked(driver.cuMemFreeAsync(scratch, stream))
        if int(code) != 0:
            checked((code,))
        return True

    def _encode(self, at: int, key: Any) -> Any:
        """The words of a map; none if the driver does not take it."""
        driver, gpu = self.gpu.driver, self.gpu
        with self.lock:
            if gpu.encoder is None:
                gpu.encoder = encoder(driver, checked)
            code, words = gpu.encoder.encode(self.variant.maps[at], *key)
        if code in (int(driver.CUresult.CUDA_ERROR_INVALID_VALUE), int(driver.CUresult.CUDA_ERROR_NOT_SUPPORTED)):
            return None
        checked((driver.CUresult(code),))
        if len(self.maps) >= MOST_MAPS:
            self.maps.clear()
        self.maps[at, key] = words
        return words
