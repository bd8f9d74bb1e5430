"""Stand-ins for PyTorch and other packages, so that modules with Triton kernels can be imported without them."""

import importlib.abc
import importlib.machinery
import importlib.metadata
import sys
import types


def is_own(name):
    """Whether a name is one of Python's own, which no stand-in has."""
    return name.startswith("__") and name not in ("__version__",)


class OfClass(type):
    """Attributes of classes that derive from a stand-in."""

    def __getattr__(cls, name):
        if is_own(name):
            raise AttributeError(name)
        return Anything()


class Base(metaclass=OfClass):
    """The class that takes the place of a stand-in among base classes."""

    def __init__(self, *_, **__):
        """Nothing: any arguments are taken."""


def is_definition(value):
    """Whether a decorator's argument is the function or class below it."""
    return isinstance(value, (types.FunctionType, type)) or hasattr(value, "arg_names") or hasattr(value, "fn")


class Anything:
    """Has every attribute, takes every call, and leaves functions and classes as they are as a decorator. As a number, it is 9."""

    __version__ = "2.9.0"
    __path__ = []

    def __init__(self, *_, **__):
        """Nothing: any arguments are taken."""

    def __getattr__(self, name):
        if is_own(name):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *args, **named):
        return args[0] if len(args) == 1 and not named and is_definition(args[0]) else Anything()

    def __mro_entries__(self, _):
        return (Base,)

    def _same(self, *_):
        return self

    def _yes(self, *_):
        return True

    def _no(self, *_):
        return False

    __or__ = __ror__ = __and__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _same
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __pow__ = __neg__ = __invert__ = __getitem__ = _same
    __ge__ = __gt__ = __bool__ = _yes
    __lt__ = __le__ = __contains__ = _no

    def __setitem__(self, *_):
        """Nothing."""

    def __int__(self):
        return 9

    __index__ = __int__

    def __float__(self):
        return 9.0

    def __len__(self):
        return 2

    def __iter__(self):
        return iter((9, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Nothing: exceptions pass."""

    def __str__(self):
        return self.__version__

    def __format__(self, _):
        return self.__version__

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self is other


class Module(types.ModuleType):
    """A module with every attribute."""

    def __getattr__(self, name):
        if is_own(name):
            raise AttributeError(name)
        if name.isupper() and name.startswith("HAS_"):
            return name == "HAS_TRITON"
        # Decorators with arguments keep the function below them.
        return keep if name in ("libentry", "libtuner", "compile", "autotune") else Anything()


def keep(*args, **named):
    """A decorator, with or without arguments, that changes nothing."""
    return args[0] if len(args) == 1 and not named and is_definition(args[0]) else lambda function: function


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a stand-in for every module that is not installed, and for those below some prefixes."""

    def __init__(self, package, replaced):
        self.package, self.replaced, self.is_searching = package, replaced, False

    def find_spec(self, name, path=None, target=None):
        is_replaced = any(name == prefix or name.startswith(prefix + ".") for prefix in self.replaced)
        if not is_replaced and (self.is_searching or name.split(".")[0] in (self.package, "triton") or name.split(".")[0] in sys.stdlib_module_names):
            return None
        self.is_searching = True
        try:
            found = None if is_replaced else self._real(name)
        finally:
            self.is_searching = False
        return found or importlib.machinery.ModuleSpec(name, self, is_package=True)

    def _real(self, name):
        parent, _, _ = name.rpartition(".")
        if isinstance(sys.modules.get(parent), Module):
            return None
        return importlib.machinery.PathFinder.find_spec(name, getattr(sys.modules.get(parent), "__path__", None))

    def create_module(self, spec):
        module = Module(spec.name)
        module.__path__, module.__version__ = [], "2.9.0"
        return module

    def exec_module(self, module):
        """Nothing: a stand-in has no code."""


def install(package, replaced):
    """Has stand-ins take the place of all modules that are not installed, and of those below the prefixes in `replaced`."""
    sys.meta_path.insert(0, Absent(package, replaced))
    version = importlib.metadata.version

    def known(name):
        return version(name) if name in ("triton", "numpy", "packaging") else "9.0"

    importlib.metadata.version = known
