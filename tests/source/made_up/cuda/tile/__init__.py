"""A cuda.tile that is made up: it launches nothing, and a kernel is the bytecode in the file that its function names."""
from __future__ import annotations

import inspect

from cuda.tile._cext import launch

__version__ = "1.7.0"
int32, int64, uint32, float32, bool_ = "int32", "int64", "uint32", "float32", "bool_"


class Constant:
    """The annotation of a constant."""


class Leaf:
    KIND, scalar, array, list = "leaf", None, None, None

    def __init__(self, parameter):
        self.constant = parameter.annotation is Constant


class Annotated:
    def __init__(self, function):
        self.pyfunc, self.pysig = function, inspect.signature(function)
        self.parameter_annotations = [Leaf(one) for one in self.pysig.parameters.values()]


class kernel:
    def __init__(self, function):
        self._annotated_function = Annotated(function)

    def replace_hints(self, **hints):
        return kernel(self._annotated_function.pyfunc)
