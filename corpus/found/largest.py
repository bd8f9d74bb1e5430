"""The greatest of a tile of doubles."""
import sys

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, export_kernel


@ct.kernel
def largest(a, o, T: ct.Constant[int]):
    x = ct.load(a, index=(0,), shape=(T,))
    ct.store(o, index=(0,), tile=ct.reshape(ct.max(x), (1,)))


array = ArrayConstraint(ct.float64, 1, index_dtype=ct.int32, stride_constant=(1,), stride_lower_bound_incl=0,
                        base_addr_divisible_by=16, alias_groups=(), may_alias_internally=False)
signature = KernelSignature([array, array, 16], CallingConvention.cutile_python_v2(), symbol="largest")
export_kernel(largest, [signature], sys.argv[1], gpu_code="sm_90", output_format="tileir_bytecode")
