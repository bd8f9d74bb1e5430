"""Calls the hooks of `pytest --tileproof` for tests that launch kernels of a made-up Triton: every line here must hold."""
import types

import pytest
import tileproof
from tileproof import pytest_plugin as plugin
from tileproof import sample

plugin._has_driver = lambda: False


def option(name):
    return {"--tileproof": True}.get(name)


config = types.SimpleNamespace(option=types.SimpleNamespace(collectonly=False, numprocesses=None), getoption=option)
plugin.pytest_load_initial_conftests(types.SimpleNamespace(known_args_namespace=types.SimpleNamespace(tileproof=True)))
plugin.pytest_configure(config)

import torch
import triton
import triton.language as tl


@triton.jit
def right(out, x, cap, n, BLOCK: tl.constexpr):
    return "right.ttir"


session = types.SimpleNamespace(items=[], config=config)
item = pytest.Item(name="test", parent=session)
item.path, item.reportinfo = "test.py", lambda: ("test.py", 3, "test")
session.items.append(item)
plugin.pytest_runtestloop(session)
plugin.pytest_runtest_protocol(item, None)
right[(4,)](sample("f32", 500), sample("f32", 500), 30.0, 500, BLOCK=128)
right[(4,)](sample("f32", 500), sample("f32", 400), 30.0, 500, BLOCK=128)

# A comparison after a launch that was not executed is no success.
assert torch.equal(torch.Tensor(1), torch.Tensor(2))
report = types.SimpleNamespace(outcome="passed", when="call", sections=[], longrepr=None, passed=True, failed=False)
hook = plugin.pytest_runtest_makereport(item, None)
next(hook)
try:
    hook.send(report)
except StopIteration as end:
    assert end.value.outcome == "skipped", end.value

stand_in, session.testscollected, proofs = plugin.Proofs.from_parent(session, name="tileproof"), 1, []
plugin.Proof.ihook = types.SimpleNamespace(pytest_runtest_protocol=lambda item, nextitem: proofs.append(item))
assert plugin.pytest_runtest_protocol(stand_in, None)
# A percentage of the collected tests counts the proofs, too.
assert session.testscollected == 1 + len(proofs)
assert all(one.nodeid.startswith("tileproof::") for one in proofs), [one.nodeid for one in proofs]
assert len(proofs) == 3, [one.name for one in proofs]
outcomes = []
for proof in proofs:
    try:
        proof.runtest()
        outcomes.append("proved")
    except AssertionError as error:
        first, second = str(error).splitlines()[:2]
        assert "error[memory.bounds]: " in first and second.startswith("not proved: ") and "undefined behavior" in second, str(error)
        outcomes.append("memory.bounds")
assert outcomes == ["proved", "proved", "memory.bounds"], outcomes
plugin.pytest_unconfigure(None)
