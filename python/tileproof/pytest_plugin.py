"""`pytest --tileproof`: checks each kernel that the tests launch, once in general, and each launch as it is, as tests of their own.

Where there is no GPU, launches are recorded and not made.
"""
from __future__ import annotations

import os
from typing import Any, Iterator

import pytest

from . import program
from .report import Report, reports

_state: dict[str, Any] = {}


def pytest_addoption(parser: Any) -> None:
    """Adds the flag."""
    group = parser.getgroup("tileproof")
    group.addoption("--tileproof", action="store_true", help="prove the kernels that tests launch")
    group.addoption("--tileproof-timeout", type=float, default=None, metavar="SECONDS", help="the work that a kernel may cost")


def pytest_configure(config: Any) -> None:
    """Takes the place of `ct.launch`, before any test imports it."""
    if not config.getoption("--tileproof"):
        return
    from .cutile import export, on_host, recording
    ct = export.load()
    written = program.Written()
    _state.update(written=written, real=ct.launch, made=_has_driver())
    if not _state["made"]:
        on_host.install()
    real = ct.launch
    recording.install(ct, written.table.launch)
    if _state["made"]:
        record = ct.launch

        def launch(stream: Any, grid: Any, kernel: Any, args: Any, /, **named: Any) -> Any:
            record(stream, grid, kernel, args)
            return real(stream, grid, kernel, args, **named)

        ct.launch = launch


def _has_driver() -> bool:
    import ctypes
    try:
        return ctypes.CDLL("libcuda.so.1").cuInit(0) == 0
    except OSError:
        return False


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Puts the proofs behind the tests, whose launches they are about."""
    if "written" in _state and items:
        root = items[0].listchain()[0]
        items.append(Proofs.from_parent(root, name="tileproof"))


class Proofs(pytest.Item):
    """Stands for the proofs until the tests have run."""

    def runtest(self) -> None:
        """Nothing: what is run instead is known then."""

    def proofs(self) -> Iterator[pytest.Item]:
        """An item for each report, and for what kept a launch out of the table."""
        written = _state["written"]
        try:
            table = written.end()
            seconds = self.config.getoption("--tileproof-timeout")
            found = reports(table, written.path, [f"--timeout={seconds}"] if seconds else []) if written.table.launches else []
        except (ValueError, RuntimeError) as error:
            yield Proof.from_parent(self.parent, name="tileproof::launches", said=str(error))
            return
        if not found:
            yield Proof.from_parent(self.parent, name="tileproof::launches", said="the tests launch no kernel, so nothing is checked")
        for number, report in enumerate(found):
            name = f"tileproof::{report.data['file']}::{report.data['name']}[{number}]"
            yield Proof.from_parent(self.parent, name=name, report=report)


class Proof(pytest.Item):
    """One report, which fails unless it is a proof."""

    def __init__(self, *, report: Report | None = None, said: str = "", **named: Any):
        super().__init__(**named)
        self.report, self.said = report, said

    def runtest(self) -> None:
        """Raises what is not proved."""
        if self.report is None:
            raise AssertionError(self.said)
        self.report.assert_proved()

    def repr_failure(self, excinfo: Any, style: Any = None) -> str:
        """The report."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[str, int | None, str]:
        """The place of the kernel or the launch."""
        return (self.report.data["file"] if self.report else "tileproof"), None, self.name


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: Any, nextitem: Any) -> bool | None:
    """Runs the proofs in the place of what stands for them."""
    if not isinstance(item, Proofs):
        return None
    for proof in item.proofs():
        proof.ihook.pytest_runtest_protocol(item=proof, nextitem=None)
    return True


def pytest_unconfigure(config: Any) -> None:
    """Removes the table."""
    written = _state.pop("written", None)
    if written is not None:
        written.__exit__()
