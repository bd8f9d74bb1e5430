"""Calls the hooks of `pytest --tileproof` in the order of pytest, on a machine without a GPU: every line here must hold."""
import importlib
import sys
import types

import pytest
from tileproof import comparisons, pytest_plugin as plugin

plugin._has_driver = lambda: False


def config(**options):
    option = types.SimpleNamespace(collectonly=False, numprocesses=options.get("numprocesses"))
    return types.SimpleNamespace(option=option, getoption=lambda name: name == "--tileproof")


def reported(outcome="passed", when="call"):
    """The report of the test after the plugin has seen it."""
    report = types.SimpleNamespace(outcome=outcome, when=when, sections=[], longrepr=None, passed=outcome == "passed",
                                   failed=outcome == "failed")
    hook = plugin.pytest_runtest_makereport(item, None)
    next(hook)
    try:
        hook.send(report)
    except StopIteration as end:
        return end.value
    raise AssertionError("the hook goes on")


def differ(compare, *what):
    """Whether two numbers that differ are found to differ."""
    try:
        return compare(*what) is False
    except AssertionError:
        return True


for options in [{"numprocesses": 4}]:
    try:
        plugin.pytest_configure(config(**options))
    except pytest.UsageError as error:
        assert "one process" in str(error)
    else:
        raise AssertionError("several processes are accepted")

plugin.pytest_load_initial_conftests(types.SimpleNamespace(known_args_namespace=types.SimpleNamespace(tileproof=True)))
plugin.pytest_configure(config())

import cuda.tile as ct
import torch

session = types.SimpleNamespace(items=[], config=config())
item = pytest.Item(name="test", parent=session)
item.path, item.reportinfo = "test.py", lambda: ("test.py", 3, "test")
session.items.append(item)
plugin.pytest_runtestloop(session)
assert [type(one) for one in session.items] == [pytest.Item, plugin.Proofs], session.items

ONE, TWO = torch.Tensor(1), torch.Tensor(2)
COMPARISONS = [(torch.testing.assert_close, ONE, TWO), (torch.equal, ONE, TWO), (torch.allclose, ONE, TWO), (ONE.equal, TWO), (ONE.allclose, TWO)]

# A test that launches nothing compares as ever.
assert plugin.pytest_runtest_protocol(item, None) is None
assert all(differ(*one) for one in COMPARISONS)
assert reported().outcome == "passed"

# After a launch that was not executed there is nothing to compare, and the test is no success.
for comparison in COMPARISONS:
    plugin.pytest_runtest_protocol(item, None)
    ct.launch(None, (1,), object(), ())
    assert not differ(*comparison)
    skipped = reported()
    assert skipped.outcome == "skipped" and "does not execute" in skipped.longrepr[2], skipped
failed = reported("failed")
assert failed.outcome == "failed" and not failed.sections

# A test that launches and compares nothing passes, and one that fails after a comparison says so.
plugin.pytest_runtest_protocol(item, None)
ct.launch(None, (1,), object(), ())
assert reported().outcome == "passed"
torch.equal(ONE, TWO)
failed = reported("failed")
assert failed.outcome == "failed" and "does not execute" in failed.sections[0][1]

# Assertions of helpers and of the test itself are skipped where there are no results, and the test goes on behind them.
FILE = """
def close(a, b):
    if a != b:
        raise AssertionError("they differ")
    return a


def test(ct, seen):
    ct.launch(None, (1,), object(), ())
    seen.append(close(1, 2))
    assert seen == [], "the test's own"
    ct.launch(None, (2,), object(), ())
    seen.append("end")
"""


def module(name):
    with open(f"{name}.py", "w", encoding="utf-8") as out:
        out.write(FILE)
    return importlib.import_module(name)


sys.path.insert(0, ".")
sys.dont_write_bytecode = True
first, seen = module("first"), []
item.obj, item.funcargs, item._fixtureinfo = first.test, {"ct": ct, "seen": seen}, types.SimpleNamespace(argnames=["ct", "seen"])
plugin.pytest_runtest_protocol(item, None)
assert plugin.pytest_pyfunc_call(item) and seen == [1, 1, "end"], seen
assert reported().outcome == "skipped"

# Another test by these functions is no success either, and without a launch they assert as ever.
plugin.pytest_runtest_protocol(item, None)
assert plugin.pytest_pyfunc_call(item) and reported().outcome == "skipped"
plugin.pytest_runtest_protocol(item, None)
try:
    first.close(1, 2)
except AssertionError as error:
    assert str(error) == "they differ"
else:
    raise AssertionError("it passes")

# Without a launch it fails, and an assertion inside a function that each call makes anew stays.
second = module("second")
plugin.pytest_runtest_protocol(item, None)
item.obj, item.funcargs["ct"] = second.test, types.SimpleNamespace(launch=lambda *_: None)
for again in (False, True):
    try:
        plugin.pytest_pyfunc_call(item)
    except AssertionError as error:
        assert str(error) == "they differ" and not comparisons.skip_assertions(AssertionError("no trace"), bool)
    else:
        raise AssertionError("a wrong test passes")


def makes_anew(a):
    def inner():
        assert a == 2
    inner()


for can_go_on in (True, False):
    try:
        makes_anew(1)
    except AssertionError as error:
        assert comparisons.skip_assertions(error, lambda: True) is can_go_on, can_go_on
    else:
        raise AssertionError("the inner function is the old one")

# A fixture of a module launches for all of its tests.
setup = plugin.pytest_fixture_setup(types.SimpleNamespace(scope="module"))
next(setup)
ct.launch(None, (1,), object(), ())
try:
    setup.send(None)
except StopIteration:
    pass
plugin.pytest_runtest_protocol(item, None)
torch.equal(ONE, TWO)
assert reported().outcome == "skipped"

# A launch that is not in the table fails the proofs.
[proof] = plugin.Proofs.from_parent(session, name="tileproof").proofs()
try:
    proof.runtest()
except AssertionError as error:
    assert "AttributeError" in str(error) or "takes" in str(error), error
else:
    raise AssertionError("a launch that could not be compiled counts as proved")
lines = []
plugin.pytest_terminal_summary(types.SimpleNamespace(section=lines.append, write_line=lines.append))
assert "8 tests skipped" in lines[-1], lines
plugin.pytest_unconfigure(None)
assert differ(torch.equal, ONE, TWO)
