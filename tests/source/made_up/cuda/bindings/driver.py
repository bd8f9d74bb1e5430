"""The CUDA driver's interface, which records calls and launches nothing."""
import array
import ctypes
import enum

calls = []
takes_maps = True
capability = (9, 0)


class CUresult(enum.IntEnum):
    CUDA_SUCCESS = 0
    CUDA_ERROR_INVALID_VALUE = 1
    CUDA_ERROR_NOT_SUPPORTED = 801


OK = CUresult.CUDA_SUCCESS


class CUdevice_attribute(enum.IntEnum):
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76


class CUfunction_attribute(enum.IntEnum):
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8


class CUtensorMapDataType(enum.IntEnum):
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6
    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9


class CUtensorMapInterleave(enum.IntEnum):
    CU_TENSOR_MAP_INTERLEAVE_NONE = 0


class CUtensorMapSwizzle(enum.IntEnum):
    CU_TENSOR_MAP_SWIZZLE_32B = 1
    CU_TENSOR_MAP_SWIZZLE_64B = 2
    CU_TENSOR_MAP_SWIZZLE_128B = 3


class CUtensorMapL2promotion(enum.IntEnum):
    CU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3


class CUtensorMapFloatOOBfill(enum.IntEnum):
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0


class CUfunction(int):
    pass


def cuGetErrorName(code):
    return OK, CUresult(int(code)).name.encode()


def cuInit(flags):
    return OK,


def cuDeviceGet(number):
    return OK, number


def cuDeviceGetAttribute(kind, device):
    values = {16: 132, 75: capability[0], 76: capability[1]}
    return OK, values[int(kind)]


def cuDevicePrimaryCtxRetain(device):
    return OK, 100 + device


context = [100]


def cuCtxGetCurrent():
    return OK, context[-1]


def cuCtxPushCurrent(new):
    context.append(int(new))
    return OK,


def cuCtxPopCurrent():
    return OK, context.pop()


def cuLibraryLoadData(code, options, values, count, library_options, library_values, library_count):
    assert code.endswith(b"\0") and b".version" in code
    calls.append("load")
    return OK, 7


def cuLibraryGetKernel(library, name):
    calls.append(f"kernel {name.decode()}")
    return OK, 70


def cuKernelSetAttribute(kind, value, kernel, device):
    calls.append(f"shared {value} on {device}")
    return OK,


def cuMemAllocAsync(size, stream):
    calls.append(f"allocate {size}")
    return OK, 0x7000


def cuMemFreeAsync(address, stream):
    calls.append(f"free {int(address):#x}")
    return OK,


def _encode(place, kind, rank, address, extents, strides, box, steps, interleave, swizzle, promotion, fill):
    if not takes_maps:
        return int(CUresult.CUDA_ERROR_INVALID_VALUE)
    assert place % 128 == 0 and (interleave, promotion, fill) == (0, 3, 0) and list(steps[:rank]) == [1] * rank
    calls.append(f"map {CUtensorMapDataType(kind).name[24:]} at {address:#x} extents {extents[:rank]} strides {strides[:rank - 1]} "
                 f"box {box[:rank]} {CUtensorMapSwizzle(swizzle).name[22:]}")
    ctypes.memmove(place, (ctypes.c_uint64 * 16)(address, *extents[:rank]), 128)
    return 0


_long, _short, _word = ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_uint32), ctypes.c_int
_function = ctypes.CFUNCTYPE(_word, ctypes.c_void_p, _word, ctypes.c_uint32, ctypes.c_void_p, _long, _long, _short, _short, *[_word] * 4)(_encode)


def cuGetProcAddress(name, version, flags):
    assert name == b"cuTensorMapEncodeTiled"
    return OK, ctypes.cast(_function, ctypes.c_void_p).value, 0


def _words(address, count):
    """Memory of this process."""
    return array.array("Q", ctypes.string_at(address, 8 * count))


# Bytes of the arguments of the next launch.
sizes = []


def cuLaunchKernel(function, x, y, z, bx, by, bz, shared, stream, arguments, extra):
    assert type(function) is CUfunction and extra == 0
    places = _words(arguments, len(sizes))
    values = [int.from_bytes(ctypes.string_at(place, min(size, 8)), "little") for place, size in zip(places, sizes)]
    assert all(place % min(size, 64) == 0 for place, size in zip(places, sizes))
    calls.append(f"launch {(x, y, z)} block {(bx, by, bz)} shared {shared} stream {stream} in {context[-1]} with {values}")
    return OK,
