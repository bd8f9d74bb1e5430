"""Encoded tensor maps.

`cuda-bindings` encodes a map into an object of Python, which stands at a multiple of 16 bytes. The driver needs a multiple of 128, so this one
function of the driver is called by its address, which the bindings give.
"""
from __future__ import annotations

import array
import ctypes
from typing import Any, Sequence

WORDS = 16
_ALIGNMENT = 128

# The driver's interface of CUDA 12.0 has the function.
_VERSION = 12000

_long, _short, _place, _word = ctypes.c_uint64, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_int
_Encode = ctypes.CFUNCTYPE(_word, _place, _word, _short, _place, ctypes.POINTER(_long), ctypes.POINTER(_long), ctypes.POINTER(_short),
                           ctypes.POINTER(_short), _word, _word, _word, _word)


class Encoder:
    """The function of the driver, and memory for one map."""

    def __init__(self, driver: Any, address: int):
        self.driver = driver
        self.function = _Encode(address)
        self.memory = array.array("Q", bytes(8 * WORDS + _ALIGNMENT))
        start = self.memory.buffer_info()[0]
        self.skipped = -start % _ALIGNMENT
        self.place = start + self.skipped

    def encode(self, said: dict[str, Any], address: int, extents: Sequence[int], strides: Sequence[int]) -> tuple[int, Any]:
        """The driver's code, and the words of the map."""
        driver, rank = self.driver, said["rank"]
        kinds = ((driver.CUtensorMapInterleave, "INTERLEAVE", "interleave"), (driver.CUtensorMapSwizzle, "SWIZZLE", "swizzle"),
                 (driver.CUtensorMapL2promotion, "L2_PROMOTION", "l2_promotion"), (driver.CUtensorMapFloatOOBfill, "FLOAT_OOB_FILL", "fill"))
        modes = [int(getattr(kind, f"CU_TENSOR_MAP_{words}_{said[key]}")) for kind, words, key in kinds]
        data_type = int(getattr(driver.CUtensorMapDataType, f"CU_TENSOR_MAP_DATA_TYPE_{said['data_type']}"))
        code = self.function(self.place, data_type, rank, address, (_long * rank)(*extents), (_long * max(rank - 1, 1))(*strides),
                             (_short * rank)(*said["box"]), (_short * rank)(*said["element_strides"]), *modes)
        first = self.skipped // 8
        return code, self.memory[first:first + WORDS]


def encoder(driver: Any, checked: Any) -> Encoder:
    """The encoder of the driver."""
    address, _ = checked(driver.cuGetProcAddress(b"cuTensorMapEncodeTiled", _VERSION, 0))
    return Encoder(driver, int(address))
