"""A cuda.tile that is made up: it launches nothing, and a kernel is the bytecode in the file that its function names."""
from __future__ import annotations

import inspect

from cuda.tile._cext import launch

__version__ = "1.7.0"
int32, int64, float32, bool_ = "int32", "int64", "float32", "bool_"


class Leaf:
    """No annotation."""
    KIND, constant, scalar, array, list = "leaf", False, None, None, None


class Annotated:
    def __init__(self, function):
        self.pyfunc, self.pysig = function, inspect.signature(function)
        self.parameter_annotations = [Leaf() for _ in self.pysig.parameters]


class kernel:
    def __init__(self, function):
        self._annotated_function = Annotated(function)

    def replace_hints(self, **hints):
        return kernel(self._annotated_function.pyfunc)
