"""Functions that would be compiled."""
import inspect


def mangle_type(value):
    """The type of an argument that is no array."""
    if value is None:
        return "constexpr"
    if isinstance(value, bool):
        return "u1"
    if isinstance(value, int):
        return "i32" if -2**31 <= value < 2**31 else "i64"
    if isinstance(value, float):
        return "fp32"
    raise TypeError(f"no type of {value!r}")


class Param:
    do_not_specialize, annotation_type = False, ""

    def __init__(self, param):
        self.name, self.is_constexpr = param.name, param.annotation == "constexpr"
        self.has_default = param.default is not inspect.Parameter.empty


class KernelInterface:
    def __getitem__(self, grid):
        return lambda *args, **named: self.run(*args, grid=grid, warmup=False, **named)

    def warmup(self, *args, grid, **named):
        return self.run(*args, grid=grid, warmup=True, **named)


class JITFunction(KernelInterface):
    def __init__(self, fn):
        self.fn, self.signature, self.pre_run_hooks = fn, inspect.signature(fn), []
        self.params = [Param(one) for one in self.signature.parameters.values()]
        self.arg_names = [one.name for one in self.params]

    def run(self, *_, **__):
        raise RuntimeError("there is no GPU")
