#!/usr/bin/env python3
"""`tileproof check` on launches of the kernels of Liger and FLA, forwards and backwards: the tables of launches in bench/TRITON.md.

    PYTHON=venv/bin/python python3 bench/triton/launches.py SOURCES [--package fla] [--tool PATH] [--only NAME]

SOURCES is the folder with the package, as export.py takes it; PYTHON has torch and triton, for FLA also einops and transformers. Each case
calls one function with small arrays on the CPU. Nothing is executed: the launches are recorded.
"""

import argparse
import collections
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

ROWS = "(4, 128), (7, 1000), (512, 4096)"
LOSSES = "(4, 128), (7, 1000), (64, 8000)"

# By module of `liger_kernel.ops`: the sizes, and a call for one of them, whose result is summed and differentiated.
LIGER = {
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

# Queries, keys and values of two heads.
QKV = "rand(r, n, 2, 32), rand(r, n, 2, 32), rand(r, n, 2, 32)"
# By module of `fla`: a call for sequences of two lengths.
FLA = {
    "ops.gla": f"chunk_gla({QKV}, decay(r, n, 2, 32))",
    "ops.gla.fused_recurrent": f"fused_recurrent_gla({QKV}, decay(r, n, 2, 32))",
    "ops.simple_gla": f"chunk_simple_gla({QKV}, decay(r, n, 2))",
    "ops.simple_gla.parallel": f"parallel_simple_gla({QKV}, decay(r, n, 2))",
    "ops.retention": f"chunk_retention({QKV})",
    "ops.retention.parallel": f"parallel_retention({QKV})",
    "ops.linear_attn": f"chunk_linear_attn({QKV})",
    "ops.lightning_attn": f"chunk_lightning_attn({QKV}, 1, 4)",
    "ops.delta_rule": "chunk_delta_rule(*(rand(r, n, 2, 32).bfloat16() for _ in range(3)), gate(r, n, 2).bfloat16())",
    "ops.delta_rule.fused_recurrent": f"fused_recurrent_delta_rule({QKV}, gate(r, n, 2))",
    "ops.gated_delta_rule": f"chunk_gated_delta_rule({QKV}, decay(r, n, 2), gate(r, n, 2))",
    "ops.gated_delta_rule.fused_recurrent": f"fused_recurrent_gated_delta_rule(plain(r, n, 2, 32), plain(r, n, 2, 32), plain(r, n, 2, 32), decay(r, n, 2).detach(), beta=gate(r, n, 2).detach())",
    "ops.hgrn": "chunk_hgrn(rand(r, n, 64), decay(r, n, 64))",
    "ops.hgrn.fused_recurrent": "fused_recurrent_hgrn(rand(r, n, 64), decay(r, n, 64))",
    "ops.rwkv6": f"chunk_rwkv6({QKV}, decay(r, n, 2, 32), rand(2, 32))",
    "ops.rwkv6.fused_recurrent": f"fused_recurrent_rwkv6({QKV}, decay(r, n, 2, 32), rand(2, 32))",
    "ops.rwkv7": "chunk_rwkv7(rand(r, n, 2, 64), decay(r, n, 2, 64), rand(r, n, 2, 64), rand(r, n, 2, 64), rand(r, n, 2, 64), rand(r, n, 2, 64))",
    "ops.kda": f"chunk_kda({QKV}, decay(r, n, 2, 32), gate(r, n, 2))",
    "ops.forgetting_attn": f"parallel_forgetting_attn({QKV}, decay(r, n, 2))",
    "ops.attn": f"parallel_attn({QKV})",
    "ops.gsa": f"chunk_gsa({QKV}, rand(r, n, 2, 32), decay(r, n, 2, 32))",
    "ops.abc": f"chunk_abc({QKV}, rand(r, n, 2, 32))",
    "ops.based": "parallel_based(rand(r, n, 2, 16), rand(r, n, 2, 16), rand(r, n, 2, 32))",
    "ops.rebased": "parallel_rebased(rand(r, n, 2, 16), rand(r, n, 2, 16), rand(r, n, 2, 32))",
    "ops.path_attn": f"parallel_path_attn({QKV}, rand(r, n, 2, 32), gate(r, n, 2))",
    "ops.stickbreaking_attn": f"parallel_stickbreaking_attn({QKV})",
    "ops.comba": f"chunk_comba({QKV}, rand(r, n, 2, 32), decay(r, n, 2), gate(r, n, 2))",
    "ops.nsa": "parallel_nsa(rand(r, n, 16, 32), rand(r, n, 1, 32), rand(r, n, 1, 32), gate(r, n, 16), gate(r, n, 16), gate(r, n, 16), block_counts=2, block_size=32)",
    "modules.norm.layernorm": "layer_norm(rand(r, n, 64), rand(64), rand(64))",
    "modules.norm.l2norm": "l2norm(rand(r, n, 64))",
    "modules.norm.fused_norm_gate": "rms_norm_gated(rand(r, n, 64), rand(r, n, 64), rand(64), None)",
    "modules.norm.layernorm_gated": "layernorm_fn(rand(r, n, 64), rand(64), rand(64))",
    "modules.rotary.ops": "rotary_embedding(rand(r, n, 2, 32), plain(n, 16), plain(n, 16))",
    "modules.activations.ops": "SigmoidFunction.apply(rand(r, n, 64))",
    "modules.causal_conv1d.ops": "causal_conv1d(rand(r, n, 64), rand(64, 4), rand(64))",
    "modules.fused_cross_entropy.ops": "cross_entropy_loss(rand(n, 500), classes(500, n))",
    "modules.fused_linear_cross_entropy.ops": "fused_linear_cross_entropy_loss(rand(n, 64), classes(500, n), rand(500, 64))",
    "modules.fused_kl_div.ops": "fused_kl_div_loss(rand(n, 64), rand(n, 64), rand(500, 64), rand(500, 64))",
    "modules.token_shift": "token_shift(rand(r, n, 64))",
    "modules.grpo.ops": "GrpoLoss.apply(rand(r, n + 1, 500), plain(r, n), classes(500, r, n + 8), plain(r), 0.1, None, False)",
}
CASES = {
    "liger": {name: (f"liger_kernel.ops.{name}", sizes, call) for name, (sizes, call) in LIGER.items()},
    "fla": {name: (f"fla.{name}", "(1, 64), (2, 100)", call) for name, call in FLA.items()},
}

SCRIPT = """import torch
from {module} import *
from {module} import {function}

def rand(*shape):
    return torch.randn(*shape, requires_grad=True)

def plain(*shape):
    return torch.randn(*shape)

def decay(*shape):
    return torch.nn.functional.logsigmoid(torch.randn(*shape)).requires_grad_()

def gate(*shape):
    return torch.rand(*shape).requires_grad_()

def classes(most, *shape):
    return torch.randint(0, most, shape)

torch.manual_seed(0)
for r, n in [{sizes}]:
    found = {call}
    found = found if isinstance(found, tuple) else (found,)
    sums = [one.sum() for one in found if torch.is_tensor(one) and one.requires_grad]
    if sums:
        sum(sums).backward()
"""


def check(tool, sources, name, case):
    """The report on a case, and its seconds of processor."""
    module, sizes, call = case
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, f"{name.replace('.', '_')}_launches.py")
        with open(script, "w", encoding="utf-8") as out:
            out.write(SCRIPT.format(module=module, function=re.match(r"\w+", call)[0], sizes=sizes, call=call))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([tool, "check", script, "--format", "json"], capture_output=True, text=True,
                             env={**os.environ, "PYTHONPATH": sources, "TILEPROOF_CACHE": ""})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        return json.loads(run.stdout), seconds
    except ValueError:
        sys.exit(f"{name}: {run.stderr.strip()[-500:]}")


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
    parser.add_argument("--package", choices=CASES, default="liger")
    parser.add_argument("--only")
    options = parser.parse_args()
    cases = CASES[options.package]
    print("| module | launches | kernels, for launches like these | open rules | most lines | seconds |\n|--|--|--|--|--|--|")
    for name in [options.only] if options.only else cases:
        report, seconds = check(os.path.abspath(options.tool), os.path.abspath(options.sources), name, cases[name])
        launches, kernels, rules, lines = row(report)
        print(f"| {name} | {told(launches)} | {told(kernels)} | {', '.join(sorted(rules)) or '-'} | {lines} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
