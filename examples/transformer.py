"""A small language model with random weights, once with PyTorch's RMS norm and attention, once with proved kernels.

    python3 examples/transformer.py [--kernels corpus/kernels/perf] [--proofs DIR] [--layers 8] [--length 4096] [--batch 4]

Prints the errors of the logits against a computation in float32, and tokens per second, plain and under `torch.compile`. Ends with 1 if
the proved kernels have more than twice the error of PyTorch's. Without `--proofs` the kernels are proved first, in a few seconds.
"""
import argparse
import math
import os
import statistics
import sys

import torch
import torch.nn.functional as F

import tileproof
import tileproof.torch

HEAD = 128
WORDS = 32000
EPSILON = 1e-6


def proved(kernels, proofs):
    """RMS norm and causal attention as operators made of proved kernels."""
    def compiled(file, name):
        proof = os.path.join(proofs, file, f"{name}.proof") if proofs else None
        return tileproof.compile(os.path.join(kernels, f"{file}.tile"), name, proof=proof)

    norm = tileproof.torch.register(
        compiled("perf", "rms_norm"), "proved::rms_norm", results=["y"], like=lambda x, w, rows, cols: torch.empty_like(x))
    attention = tileproof.torch.register(
        compiled("attention", "causal_attention_128"), "proved::attention", results=["out"],
        like=lambda query, key, value, heads, length, scale: torch.empty_like(query))

    def attend(query, key, value):
        batch, heads, length, head = query.shape
        # The kernel's scale is one of exponents of two.
        scale = math.log2(math.e) / math.sqrt(head)
        flat = (one.reshape(batch * heads, length, head).contiguous() for one in (query, key, value))
        return attention(*flat, batch * heads, length, scale).view(query.shape)

    return lambda x, w: norm(x, w, x.numel() // x.shape[-1], x.shape[-1]), attend


def from_torch():
    """The same of PyTorch."""
    return (lambda x, w: F.rms_norm(x, (x.shape[-1],), w, EPSILON),
            lambda query, key, value: F.scaled_dot_product_attention(query, key, value, is_causal=True))


def weights(layers, width, generator):
    """Matrices in bf16, and the weights of norms in f32."""
    def matrix(rows, columns):
        return (torch.randn(rows, columns, device="cuda", generator=generator) / math.sqrt(columns)).bfloat16()

    def ones():
        return 1 + 0.1 * torch.randn(width, device="cuda", generator=generator)

    made = [(ones(), matrix(3 * width, width), matrix(width, width), ones(), matrix(4 * width, width), matrix(width, 4 * width))
            for _ in range(layers)]
    return matrix(WORDS, width), made, ones()


def model(norm, attend, dtype):
    """A function from tokens to logits. Sums of layers stay in f32, products have the type `dtype`."""
    def linear(x, matrix):
        return F.linear(x.to(dtype), matrix.to(dtype))

    def logits(tokens, parameters):
        table, layers, last = parameters
        x = F.embedding(tokens, table).float() * math.sqrt(table.shape[1])
        batch, length, width = x.shape
        for before, together, out, between, up, down in layers:
            parts = linear(norm(x, before), together).view(batch, length, 3, width // HEAD, HEAD).permute(2, 0, 3, 1, 4)
            seen = attend(*parts).transpose(1, 2).reshape(batch, length, width)
            x = x + linear(seen, out).float()
            x = x + linear(F.gelu(linear(norm(x, between), up)), down).float()
        return linear(norm(x, last), table)

    return logits


def rate(function, tokens, parameters):
    """Tokens per second, in the median of ten calls."""
    for _ in range(3):
        function(tokens, parameters)
    times = []
    for _ in range(10):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        function(tokens, parameters)
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end))
    return 1000 * tokens.numel() / statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", default="corpus/kernels/perf")
    parser.add_argument("--proofs")
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--width", type=int, default=2048)
    parser.add_argument("--length", type=int, default=4096)
    parser.add_argument("--batch", type=int, default=4)
    options = parser.parse_args()
    generator = torch.Generator("cuda").manual_seed(1)
    parameters = weights(options.layers, options.width, generator)
    tokens = torch.randint(WORDS, (options.batch, options.length), device="cuda", generator=generator)
    ways = {"PyTorch": from_torch(), "proved kernels": proved(options.kernels, options.proofs)}
    errors = {}
    with torch.inference_mode():
        # One sequence is enough for errors.
        exact = model(*from_torch(), torch.float32)(tokens[:1], parameters)
        for name, way in ways.items():
            errors[name] = (model(*way, torch.bfloat16)(tokens[:1], parameters).float() - exact).square().mean().sqrt().item()
            print(f"{name}: logits differ by {errors[name]:.4f} in the root mean square, of {exact.square().mean().sqrt().item():.4f}", flush=True)
        del exact
        for name, way in ways.items():
            plain = model(*way, torch.bfloat16)
            print(f"{name}: {rate(plain, tokens, parameters):,.0f} tokens/s", flush=True)
            compiled = torch.compile(plain)
            print(f"{name}, torch.compile: {rate(compiled, tokens, parameters):,.0f} tokens/s", flush=True)
    sys.exit(errors["proved kernels"] > 2 * errors["PyTorch"])


if __name__ == "__main__":
    main()
