"""Runs the code of a page: `python page.py HOST GPU`, with nvcc in this folder. Code for a GPU is only compiled."""
import os
import sys

os.environ["NVCC"] = os.path.abspath("nvcc")
[host, on_gpu] = sys.argv[1:]
with open(on_gpu, encoding="utf-8") as file:
    compile(file.read(), on_gpu, "exec")
with open(host, encoding="utf-8") as file:
    exec(compile(file.read(), host, "exec"))

from tileproof.torch import schema

PARAMETERS = [("x", "pointer", "f32"), ("y", "pointer", "f32"), ("alpha", "float", "f32"), ("n", "integer", "i32")]
assert schema(PARAMETERS, ["y"], []) == "(Tensor x, float alpha, SymInt n) -> Tensor"
assert schema(PARAMETERS, [], ["y"]) == "(Tensor x, Tensor(b!) y, float alpha, SymInt n) -> ()"
try:
    schema(PARAMETERS, ["n"], [])
except ValueError as error:
    assert str(error) == "`n` is no array of the kernel: x, y"
