"""The part of pytest that the plugin needs, so that its hooks can be called one by one."""


class Item:
    """A test."""

    def __init__(self, name="", parent=None, nodeid=None):
        self.name, self.parent, self.config, self.session = name, parent, getattr(parent, "config", None), parent
        self.nodeid = nodeid or f"{getattr(parent, 'nodeid', '')}::{name}"

    @classmethod
    def from_parent(cls, parent, **named):
        return cls(parent=parent, **named)


class UsageError(Exception):
    """A command line that is refused."""


def hookimpl(**_):
    return lambda function: function
