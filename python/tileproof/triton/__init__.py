"""Captures the launches of Triton kernels in the author's interpreter, without a GPU."""
