"""Signatures, and their bytecode."""


class _Shown:
    def __init__(self, *args, **named):
        self.args, self.named = args, named
        self.__dict__.update(named)
        self.dtype = args[0] if args else None

    def __repr__(self):
        return f"{type(self).__name__}{self.args}{self.named}"


class ArrayConstraint(_Shown):
    pass


class ListConstraint(_Shown):
    pass


class ScalarConstraint(_Shown):
    pass


class TupleConstraint(_Shown):
    pass


class ConstantConstraint(_Shown):
    @property
    def value(self):
        return self.args[0]


class CallingConvention:
    @staticmethod
    def cutile_python_v2():
        return None


class KernelSignature(_Shown):
    pass


def export_kernel(kernel, signatures, out, **_):
    function = kernel._annotated_function.pyfunc
    [signature] = signatures
    path = function(*(getattr(one, "value", None) for one in signature.args[0]))
    with open(path, "rb") as file:
        out.write(file.read())
