"""Proved kernels as functions of Python: `tileproof.compile` (docs/pytorch.md)."""
