"""A Triton that is made up: it launches nothing, and a kernel is the text of TTIR in the file that its function names."""
from . import testing
from .runtime import driver
from .runtime.autotuner import Autotuner, Config, Heuristics
from .runtime.jit import JITFunction as jit

__version__ = "3.9.0"


def cdiv(x, y):
    return (x + y - 1) // y


def next_power_of_2(n):
    return 1 << (n - 1).bit_length()


def autotune(configs, key, **named):
    return lambda fn: Autotuner(fn, configs, key, **named)


def heuristics(values):
    return lambda fn: Heuristics(fn, values)
