"""`pytest --tileproof`: checks each kernel that the tests launch, once in general, and each launch as it is, as tests of their own.

Where there is no GPU, launches are recorded and not executed. A test that then compares results is skipped with a reason, but is run to
its end, for the launches behind the comparison.
"""
from __future__ import annotations

import importlib.util
import inspect
import os
from typing import Any, Generator, Iterator

import pytest

from . import comparisons, program
from .cutile import contents, export
from .report import Report, reports

NO_RESULTS = "results were not compared: without a GPU, tileproof records launches and does not execute them"

_state: dict[str, Any] = {}


def pytest_addoption(parser: Any) -> None:
    """Adds the options."""
    group = parser.getgroup("tileproof")
    group.addoption("--tileproof", action="store_true", help="prove the kernels that tests launch")
    group.addoption("--tileproof-strict", action="store_true", help="fail proofs that need preconditions which nobody wrote")
    group.addoption("--tileproof-timeout", type=float, default=None, metavar="SECONDS", help="the work that a kernel may cost")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> None:
    """Replaces `ct.launch` before a conftest.py can import it."""
    if getattr(early_config.known_args_namespace, "tileproof", False):
        _install()


def pytest_configure(config: Any) -> None:
    """Replaces `ct.launch` before any test imports it, and refuses several processes, each of which would see its own launches only."""
    if not config.getoption("--tileproof"):
        return
    if hasattr(config, "workerinput") or getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("--tileproof sees the launches of one process only: run pytest without -n")
    _install()


def _install() -> None:
    if "written" in _state:
        return
    from .cutile import on_host, recording
    from .triton.capture import Capture
    try:
        ct = export.load()
    except export.Refused:
        # Tests of Triton kernels need no cuda.tile.
        if not importlib.util.find_spec("triton"):
            raise
        ct = None
    written = program.Written()
    _state.update(written=written, made=_has_driver(), proofs=[], compared=0, shared=False, before=0, compares=False, reads={})
    if not _state["made"]:
        on_host.install(_lacks_results)
        contents.install(_read_result, as_recorded=True)
        _watch_numpy()
    _state["triton"] = Capture(written.table)
    _state["triton"].is_one_process = True
    _state["triton"].install_when_loaded(is_made=_state["made"])
    if ct is None:
        return
    real = ct.launch
    recording.install(ct, written.table.launch)
    record = ct.launch

    def launch(stream: Any, grid: Any, kernel: Any, args: Any, /, **named: Any) -> Any:
        if os.getpid() != written.table.owner:
            raise RuntimeError("--tileproof sees the launches of one process only, and this test launches from another")
        record(stream, grid, kernel, args)
        return real(stream, grid, kernel, args, **named) if _state["made"] else None

    ct.launch = launch


def _has_driver() -> bool:
    import ctypes
    try:
        return ctypes.CDLL("libcuda.so.1").cuInit(0) == 0
    except OSError:
        return False


def _lacks_results() -> bool:
    """Whether a launch before this comparison, of this test or shared by several tests, was recorded and not executed."""
    if "written" not in _state:
        return False
    lacks = _state["shared"] or _state["written"].table.launches > _state["before"]
    _state["compares"] |= lacks
    return lacks


def _read_result(_: str, file: str, line: int, __: Any) -> None:
    """Notes a line that reads a number from results. Launches behind it are checked as they were recorded."""
    _state["reads"][f"{export.relative(file)}:{line}"] = None


def _watch_numpy() -> None:
    """Has NumPy's assertions about arrays know that there are no results."""
    try:
        from numpy import testing
    except ImportError:
        return
    from .cutile import on_host
    for name in ("assert_allclose", "assert_array_equal", "assert_array_almost_equal", "assert_equal", "assert_almost_equal"):
        setattr(testing, name, on_host.compared(getattr(testing, name), None, _lacks_results))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, Any, Any]:
    """Notes a fixture that launches for several tests."""
    before = _state["written"].table.launches if "written" in _state else 0
    try:
        return (yield)
    finally:
        if "written" in _state and fixturedef.scope != "function":
            _state["shared"] |= _state["written"].table.launches > before


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    """Runs a test again, without the assertion that failed for lack of results, until none is left."""
    test = pyfuncitem.obj
    if "written" not in _state or _state["made"] or inspect.iscoroutinefunction(test):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    while True:
        try:
            test(**arguments)
            return True
        except AssertionError as error:
            if not _lacks_results() or not comparisons.skip_assertions(error, _lacks_results):
                raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Generator[None, Any, Any]:
    """Skips a test that compared results which no launch has computed."""
    report = yield
    if "written" not in _state or not _state["compares"] or report.when == "setup":
        return report
    # Two kinds of assertions cannot be skipped: those of nested functions, which each call makes anew, and those of unittest.
    lacks = report.failed and call is not None and call.excinfo is not None and call.excinfo.errisinstance(AssertionError)
    if (report.passed or lacks) and not hasattr(report, "wasxfail"):
        _state["compared"] += 1
        report.outcome, report.longrepr = "skipped", (str(item.path), item.reportinfo()[1] or 0, f"Skipped: {NO_RESULTS}")
    elif report.failed:
        report.sections.append(("tileproof", f"{NO_RESULTS}; a comparison answered \"equal\""))
    _state["compares"] = False
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: Any) -> None:
    """Puts the proofs behind the tests whose launches they are about, however the tests were selected."""
    if "written" in _state and session.items and not session.config.option.collectonly:
        # Modules may launch when they are imported.
        _state["shared"] |= _state["written"].table.launches > 0
        session.items.append(Proofs.from_parent(session, name="tileproof"))


class Proofs(pytest.Item):
    """Stands for the proofs until the tests have run."""

    def runtest(self) -> None:
        """Nothing: the proofs run instead."""

    def proofs(self) -> Iterator[pytest.Item]:
        """An item for each report, and for an error that kept a launch out of the table."""
        written = _state["written"]
        try:
            _state["triton"].end()
            written.end()
            seconds = self.config.getoption("--tileproof-timeout")
            found = reports(written.path, [f"--timeout={seconds}"] if seconds else []) if written.table.launches else []
        except (ValueError, RuntimeError) as error:
            yield Proof.from_parent(self.parent, name="tileproof::launches", nodeid="tileproof::launches", said=str(error))
            return
        if not found:
            yield Proof.from_parent(self.parent, name="tileproof::launches", nodeid="tileproof::launches", said="the tests launch no kernel, so nothing is checked")
        _state["proofs"] = found
        for number, report in enumerate(found):
            name = f"tileproof::{report.data['file']}::{report.data['name']}[{number}]"
            # Without an id of its own, the name of the item would begin with the empty id of the session.
            yield Proof.from_parent(self.parent, name=name, nodeid=name, report=report)


class Proof(pytest.Item):
    """One report, which fails unless it is a proof."""

    def __init__(self, *, report: Report | None = None, said: str = "", **named: Any):
        super().__init__(**named)
        self.report, self.said = report, said

    def runtest(self) -> None:
        """Raises AssertionError with the report of a kernel that is not proved."""
        if self.report is None:
            raise AssertionError(self.said)
        self.report.assert_proved(conditional=not self.config.getoption("--tileproof-strict"))

    def repr_failure(self, excinfo: Any, style: Any = None) -> str:
        """The report."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[str, int | None, str]:
        """The place of the kernel or the launch."""
        return (self.report.data["file"] if self.report else "tileproof"), None, self.name


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: Any, nextitem: Any) -> bool | None:
    """Runs the proofs in the place of the item that stands for them, and notes the launches before a test."""
    if not isinstance(item, Proofs):
        if "written" in _state:
            _state.update(before=_state["written"].table.launches, compares=False)
        return None
    proofs = list(item.proofs())
    # The percentages of the terminal count collected tests, and the stand-in was never one.
    item.session.testscollected += len(proofs)
    for proof in proofs:
        proof.ihook.pytest_runtest_protocol(item=proof, nextitem=None)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Names the proofs that need preconditions which nobody wrote, and counts the tests without results."""
    if "written" not in _state:
        return
    conditional = [report for report in _state["proofs"] if report.conditional and report.likely_bug is None]
    lines = [f"  {report.name}: {report.summary}" for report in conditional]
    if conditional:
        lines.insert(0, "proved only under inferred preconditions (--tileproof-strict fails these):")
    if _state["compared"]:
        tests = "1 test" if _state["compared"] == 1 else f"{_state['compared']} tests"
        lines.append(f"{tests} skipped: {NO_RESULTS}")
    if _state["reads"]:
        first, *others = _state["reads"]
        places = f"{first} and {len(others)} more" if others else first
        lines.append(f"{places}: numbers are read from results; launches behind them are checked as recorded, and may be others on a GPU")
    if lines:
        terminalreporter.section("tileproof")
        for line in lines:
            terminalreporter.write_line(line)


def pytest_unconfigure(config: Any) -> None:
    """Removes the table."""
    written = _state.pop("written", None)
    if written is not None:
        written.__exit__()
