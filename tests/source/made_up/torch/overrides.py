"""Modes that are entered and change nothing."""


class TorchFunctionMode:
    """A mode."""

    def __enter__(self):
        return self
