#!/usr/bin/env python3
"""`tileproof check` on launches of Liger's kernels, forwards and backwards: the table "Launches of Liger" of bench/TRITON.md.

    PYTHON=venv/bin/python python3 bench/triton/launches.py SOURCES [--tool PATH] [--only NAME]

SOURCES is the folder with the package `liger_kernel`, as export.py takes it; PYTHON has torch and triton. Each case calls one function of
`liger_kernel.ops` with small arrays on the CPU. Nothing is executed: the launches are recorded.
"""

import argparse
import collections
import json
import os
import resource
import subprocess
import sys
import tempfile

ROWS = "(4, 128), (7, 1000), (512, 4096)"
LOSSES = "(4, 128), (7, 1000), (64, 8000)"

# By module: the sizes, and a call for one of them, whose result is summed and differentiated.
CASES = {
    "rms_norm": (ROWS, "LigerRMSNormFunction.apply(rand(r, n), rand(n), 1e-6, 0.0, 'llama', False)"),
    "layer_norm": (ROWS, "LigerLayerNormFunction.apply(rand(r, n), rand(n), rand(n), 1e-6)"),
    "fused_add_rms_norm": (ROWS, "LigerFusedAddRMSNormFunction.apply(rand(r, n), rand(r, n), rand(n), 1e-6, 0.0, 'llama', False)"),
    "poly_norm": (ROWS, "LigerPolyNormFunction.apply(rand(r, n), rand(3), rand(1))"),
    "group_norm": ("(2, 16), (3, 100)", "LigerGroupNormFunction.apply(rand(r, 12, n), rand(12), rand(12), 12, 4, 1e-6)"),
    "dyt": (ROWS, "LigerDyTFunction.apply(rand(r, n), rand(1), rand(n), rand(n))"),
    "swiglu": (ROWS, "LigerSiLUMulFunction.apply(rand(2, r, n), rand(2, r, n))"),
    "geglu": (ROWS, "LigerGELUMulFunction.apply(rand(2, r, n), rand(2, r, n))"),
    "relu_squared": (ROWS, "LigerReLUSquaredFunction.apply(rand(r, n))"),
    "softmax": (LOSSES + ", (8, 70000)", "LigerSoftmaxFunction.apply(rand(r, n))"),
    "sparsemax": (LOSSES, "LigerSparsemaxFunction.apply(rand(r, n), -1)"),
    "rope": ("(1, 16), (2, 33)", "LigerRopeFunction.apply(rand(r, 4, n, 64), rand(r, 2, n, 64), plain(1, n, 64), plain(1, n, 64))"),
    "qwen2vl_mrope": ("(1, 16), (2, 33)", "LigerQwen2VLMRopeFunction.apply(rand(r, 4, n, 64), rand(r, 2, n, 64), plain(3, r, n, 64), plain(3, r, n, 64), [8, 12, 12])"),
    "llama4_rope": ("(1, 16), (2, 33)", "LigerLlama4RopeFunction.apply(rand(r, n, 4, 64), rand(r, n, 2, 64), torch.polar(torch.ones(n, 32), plain(n, 32)))"),
    "cross_entropy": ("(4, 128), (7, 1000), (64, 32000)",
                      "LigerCrossEntropyFunction.apply(rand(r, n), classes(n, r), None, -100, 0.0, 0.0, 'mean', None, False)"),
    "fused_linear_cross_entropy": ("(4, 128), (33, 1000)", "LigerFusedLinearCrossEntropyFunction.apply(rand(r, 64), rand(n, 64), classes(n, r))"),
    "kl_div": (LOSSES, "LigerKLDivLossFunction.apply(torch.log_softmax(rand(r, n), -1), torch.softmax(plain(r, n), -1))"),
    "jsd": (LOSSES, "LigerJSDFunction.apply(torch.log_softmax(rand(r, n), -1), torch.log_softmax(plain(r, n), -1))"),
    "tvd": (LOSSES, "LigerTVDLossFunction.apply(torch.softmax(rand(r, n), -1), torch.softmax(plain(r, n), -1))"),
    "multi_token_attention": ("(1, 32), (2, 100)", "LigerMultiTokenAttentionFunction.apply(rand(r, 4, n, n), rand(4, 4, 3, 3), None, 1, 1)"),
    "grpo_loss": ("(2, 100), (3, 1000)",
                  "GrpoLossFunction.apply(rand(r, 17, n), plain(r, 16), plain(r, 16), classes(n, r, 16), plain(r), torch.ones(r, 16, dtype=torch.int32), "
                  "0.9, 0.04, 0.2, 0.4, True)"),
}

SCRIPT = """import torch
from liger_kernel.ops.{module} import *
from liger_kernel.ops.{module} import {function}

def rand(*shape):
    return torch.randn(*shape, requires_grad=True)

def plain(*shape):
    return torch.randn(*shape)

def classes(most, *shape):
    return torch.randint(0, most, shape)

torch.manual_seed(0)
for r, n in [{sizes}]:
    found = {call}
    found = found if isinstance(found, tuple) else (found,)
    sum(one.sum() for one in found if torch.is_tensor(one) and one.requires_grad).backward()
"""


def check(tool, sources, module):
    """The report on a case, and its seconds of processor."""
    sizes, call = CASES[module]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, f"{module}_launches.py")
        with open(script, "w", encoding="utf-8") as out:
            out.write(SCRIPT.format(module=module, function=call.split(".")[0], sizes=sizes, call=call))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([tool, "check", script, "--format", "json"], capture_output=True, text=True,
                             env={**os.environ, "PYTHONPATH": sources, "TILEPROOF_CACHE": ""})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        return json.loads(run.stdout), seconds
    except ValueError:
        sys.exit(f"{module}: {run.stderr.strip()[-500:]}")


def row(report):
    """The verdicts of launches and of kernels, the open or broken rules, and the most lines of a contract."""
    launches, kernels, rules, lines = collections.Counter(), collections.Counter(), set(), 0
    for one in report["kernels"]:
        assumed = one["contract"].get("assumed_from_launches") or []
        is_general = bool(assumed or one["contract"].get("inferred") or one["likely_bug"] or one["verdict"] == "unknown")
        said = "likely bug" if one["likely_bug"] else one["verdict"]
        (kernels if is_general else launches)[said] += 1
        lines = max(lines, len(assumed))
        if said not in ("proved", "conditional"):
            rules |= {obligation["rule"] for obligation in one["obligations"] if obligation["status"] not in ("proved", "accepted")}
    return launches, kernels, rules, lines


def told(counts):
    """Counts in words."""
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda one: -one[1])) or "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sources")
    parser.add_argument("--tool", default=os.path.join(os.path.dirname(__file__), "..", "..", "target", "release", "tileproof"))
    parser.add_argument("--only", choices=CASES)
    options = parser.parse_args()
    print("| module | launches | kernels, for launches like these | open rules | most lines | seconds |\n|--|--|--|--|--|--|")
    for module in [options.only] if options.only else CASES:
        report, seconds = check(os.path.abspath(options.tool), os.path.abspath(options.sources), module)
        launches, kernels, rules, lines = row(report)
        print(f"| {module} | {told(launches)} | {told(kernels)} | {', '.join(sorted(rules)) or '-'} | {lines} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
