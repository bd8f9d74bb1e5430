"""torch for numbers in place of tensors, without a GPU."""
import types

from . import overrides, testing

cuda = types.SimpleNamespace(is_available=lambda: False)
device = type("device", (), {})


class Tensor:
    """A tensor of one number."""

    def __init__(self, number):
        self.number = number

    def equal(self, other):
        return self.number == other.number

    allclose = equal


def equal(one, other):
    return one.equal(other)


allclose = equal
Generator = type("Generator", (), {})
nn = types.SimpleNamespace(Module=type("Module", (), {"to": lambda self, *_, **__: self}))
